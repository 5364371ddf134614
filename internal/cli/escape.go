package cli

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// TextWriter is standard output as text for people. Names in a store, in a file or in the
// message of a worker may hold characters that a terminal obeys, such as ESC. TextWriter
// writes them as the function escaped does. Data for other programs goes to raw.
type TextWriter struct{ Raw *bufio.Writer }

// NewTextWriter returns a TextWriter that writes to a stream through a buffer.
func NewTextWriter(stream io.Writer) TextWriter { return TextWriter{Raw: bufio.NewWriter(stream)} }

// Write writes a text. A text ends with a whole character.
func (w TextWriter) Write(text []byte) (int, error) {
	if _, err := w.Raw.WriteString(escaped(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// WriteString writes a text.
func (w TextWriter) WriteString(text string) (int, error) { return w.Write([]byte(text)) }

// Flush writes what is in the buffer to the stream.
func (w TextWriter) Flush() error { return w.Raw.Flush() }

// lineBreaks replaces the characters that structure a text by spaces.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ")

// Obeyed reports whether a terminal may obey a character instead of showing it: control
// characters, and format characters such as those that change the direction of writing.
func Obeyed(r rune) bool { return !unicode.IsGraphic(r) }

// escaped replaces the characters that a terminal may obey, except line breaks and tabs, by
// escapes as in Go, such as \x1b and \u202e. It also replaces bytes that are not UTF-8.
func escaped(text string) string {
	strange := func(r rune) bool {
		return r == utf8.RuneError || Obeyed(r) && r != '\n' &&
			r != '\t'
	}
	if !strings.ContainsFunc(text, strange) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case !strange(r) || r == utf8.RuneError:
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		text = text[size:]
	}
	return b.String()
}

// escapedJSON escapes the characters of a JSON text that a terminal may obey, in the form of
// JSON. The text keeps its meaning: outside of strings, JSON has no such characters.
func escapedJSON(text []byte) []byte {
	if bytes.IndexFunc(text, Obeyed) < 0 {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if !Obeyed(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.Bytes()
}
