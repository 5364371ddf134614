package config

import (
	"errors"
	"strings"
)

// Lists and ranges are written in the same way wherever a setting may have several values: in
// flags, in experiment files and in the space of a tuning. A list is 50|100|200 or 50,100,200; in
// YAML, it may also be [50, 100, 200]. A range is 50..200. Only a tuning takes ranges.

// Values returns the values of a list. A single value is a list of one.
func Values(text string) []string { return Split(text, ",|") }

// Split splits a text at the separators outside parentheses, so that it keeps max(a,b) together.
// Spaces around the parts are removed.
func Split(text, separators string) []string {
	var parts []string
	depth := 0
	from := 0
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && strings.ContainsRune(separators, c):
			parts = append(parts, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}

// IsRange reports whether a text is written as a range, such as 50..200.
func IsRange(text string) bool { return strings.Contains(text, "..") }

// ErrRange is the error for a range where only lists are taken.
var ErrRange = errors.New("a range is for a tuning; expected a list such as 50,100,200")
