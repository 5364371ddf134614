package main

import (
	"os"

	"golang.org/x/term"
)

// fitted cuts a text to the width of a terminal, so that it stays on one line.
func fitted(terminal any, text string) string {
	f, ok := terminal.(*os.File)
	if !ok {
		return text
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if letters := []rune(text); err == nil && width > 1 && len(letters) >= width {
		return string(letters[:width-1])
	}
	return text
}

// isTerminal tells whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
