// The names of the people in a class race: which are allowed, and which look the same.

package web

import (
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxRacerName = 30 // letters
	maxMarks     = 2  // on one letter, as in Vietnamese
)

// scripts are the scripts whose letters a name may have. A name has letters of one script, because
// the letters of two scripts can look alike.
var scripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Hebrew,
	unicode.Arabic, unicode.Devanagari, unicode.Bengali, unicode.Tamil, unicode.Telugu,
	unicode.Thai, unicode.Georgian, unicode.Ethiopic, unicode.Hangul,
}

// eastAsian are the scripts that Chinese and Japanese names mix.
var eastAsian = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana}

// lookAlikes maps letters and digits to the ones that they look like, in lower case. Its lines hold
// pairs: characters that Latin names have, Latin letters for phonetics, Cyrillic letters, and Greek
// letters.
var lookAlikes = strings.NewReplacer(
	"0", "o", "1", "l", "i", "l", "ı", "l", "|", "l",

	"ɑ", "a", "ɡ", "g", "ᴀ", "a", "ʙ", "b", "ᴄ", "c", "ᴅ", "d", "ᴇ", "e", "ɢ", "g", "ʜ", "h",
	"ɪ", "l", "ᴊ", "j", "ᴋ", "k", "ʟ", "l", "ᴍ", "m", "ɴ", "n", "ᴏ", "o", "ᴘ", "p", "ʀ", "r",
	"ᴛ", "t", "ᴜ", "u", "ᴠ", "v", "ᴡ", "w", "ʏ", "y", "ᴢ", "z",

	"а", "a", "в", "b", "е", "e", "ё", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p",
	"с", "c", "т", "t", "у", "y", "х", "x", "ѕ", "s", "і", "l", "ј", "j", "ԁ", "d", "ԛ", "q",
	"ԝ", "w", "ӏ", "l", "һ", "h", "ү", "y", "ѵ", "v",

	"α", "a", "β", "b", "ε", "e", "η", "h", "ι", "l", "κ", "k", "μ", "m", "ν", "v", "ο", "o",
	"ρ", "p", "τ", "t", "υ", "y", "χ", "x",
)

// racerName returns a name for the leaderboard, with single spaces between its words, or an error
// if it is no name that everybody can read. Invisible characters, characters that turn the
// direction of the text, and letters with many marks are refused.
func racerName(text string) (string, error) {
	name := strings.Join(strings.Fields(text), " ")
	n := utf8.RuneCountInString(name)
	if n == 0 || n > maxRacerName {
		return "", fault(http.StatusBadRequest,
			"the name has %d letters; expected 1 to %d", n, maxRacerName)
	}
	marks := 0
	for i, r := range name {
		switch {
		case unicode.IsMark(r):
			marks++
			if i == 0 || marks > maxMarks {
				return "", fault(http.StatusBadRequest,
					"the name has a letter with too many marks; expected at most %d", maxMarks)
			}
			continue
		case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune(" -'’.", r):
			marks = 0
		default:
			return "", fault(http.StatusBadRequest,
				"the name has the character %q; expected letters, digits and spaces", r)
		}
	}
	if !hasLetter(name) {
		return "", fault(http.StatusBadRequest, "the name has no letter or digit")
	}
	if !inOneScript(name) {
		return "", fault(http.StatusBadRequest,
			"the name has letters of several scripts; expected those of one")
	}
	return name, nil
}

// hasLetter reports whether a name has a letter or a digit.
func hasLetter(name string) bool {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// inOneScript reports whether all letters of a name are of one script.
func inOneScript(name string) bool {
	if lettersIn(name, eastAsian...) {
		return true
	}
	for _, script := range scripts {
		if lettersIn(name, script) {
			return true
		}
	}
	return false
}

// lettersIn reports whether all letters of a name are in some of the tables.
func lettersIn(name string, tables ...*unicode.RangeTable) bool {
	for _, r := range name {
		if unicode.IsLetter(r) && !unicode.In(r, tables...) {
			return false
		}
	}
	return true
}

// sameName reports whether two names look the same.
func sameName(a, b string) bool {
	return appearance(a) == appearance(b)
}

// appearance returns what a name looks like: without case, spaces and marks, and with one letter
// for all that look alike. A character that stands for a letter with its mark, or for another
// form of a letter, is taken apart first.
func appearance(name string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsMark(r) || strings.ContainsRune("-'’.", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
	return lookAlikes.Replace(bare)
}
