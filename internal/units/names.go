package units

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FindName returns the name in the list that a text means. Case, spaces, hyphens and
// underscores are ignored, and "*" is read as "star". For example, "A*", "a-star" and
// "AStar" mean the name "astar".
func FindName(text string, names []string) (string, bool) {
	plain := plainName(text)
	for _, name := range names {
		if plainName(name) == plain {
			return name, true
		}
	}
	return "", false
}

var plainNames = strings.NewReplacer(" ", "", "-", "", "_", "", "*", "star")

func plainName(text string) string { return plainNames.Replace(strings.ToLower(text)) }

// UnknownName returns the error for a text that is not one of the given names. It
// suggests a similar name: "astra" is not an algorithm (did you mean astar?); expected
// one of bfs, astar.
func UnknownName(kind, text string, names []string) error {
	article := "a"
	if strings.ContainsAny(kind[:1], "aeiou") {
		article = "an"
	}
	return fmt.Errorf("%.40q is not %s %s%s; expected one of %s", text, article, kind,
		DidYouMean(text, names), strings.Join(names, ", "))
}

// maxMistyped is the length in bytes of the longest text that DidYouMean compares.
const maxMistyped = 100

// DidYouMean returns a hint at the name that a mistyped text may mean, or "". The hint is the name
// with the smallest edit distance: the number of letters inserted, deleted or replaced. The
// distance may be at most a third of the letters, plus one. Differences that FindName ignores do
// not count. Names of one or two letters are never suggested, because they are close to every short
// text.
func DidYouMean(text string, names []string) string {
	if len(text) > maxMistyped {
		return ""
	}
	plain := plainName(text)
	best := ""
	least := 1 + len(plain)/3
	for _, name := range names {
		d := editDistance(plain, plainName(name))
		if d <= least && len(name) > 2 {
			best = name
			least = d - 1
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// Printable reports whether a text can be shown in one line without side effects. Such a
// text holds letters, digits, punctuation, symbols and plain spaces. It has no control
// characters, such as line breaks, and no format characters, such as those that change
// the direction of writing.
func Printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r)
	})
}

// CSVCell returns the text of a cell of a CSV file. A spreadsheet reads a text that
// begins with =, +, -, @, a tab or a carriage return as a formula, which may run a
// program. CSVCell puts an apostrophe before such a text, except before a number.
func CSVCell(text string) string {
	if text == "" || !strings.Contains("=+-@\t\r", text[:1]) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}
