package main

import (
	"os"

	"golang.org/x/term"
)

// usualColumns is the width of a terminal that tells none, as those of containers
// and of some programs do.
const usualColumns = 80

// columns returns the width of a terminal, and whether it tells one.
func columns(terminal *os.File) (width int, told bool) {
	if width, _, err := term.GetSize(int(terminal.Fd())); err == nil && width > 0 {
		return width, true
	}
	return usualColumns, false
}

// fitted cuts a text to the width of a terminal, so that it stays on one line.
func fitted(terminal any, text string) string {
	f, ok := terminal.(*os.File)
	if !ok {
		return text
	}
	width, _ := columns(f)
	if letters := []rune(text); width > 1 && len(letters) >= width {
		return string(letters[:width-1])
	}
	return text
}

// isTerminal tells whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
