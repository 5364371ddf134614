package units

import (
	"regexp"
	"strings"
)

// special matches the characters that a shell may treat specially.
var special = regexp.MustCompile(`[^\pL\p{Nd}/._+,:@%=-]`)

// ShellLine joins words to a command that can be pasted into a shell. It quotes words
// that contain special characters.
func ShellLine(words []string) string {
	var quoted []string
	for _, word := range words {
		if special.MatchString(word) {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}
