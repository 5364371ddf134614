package cli

import (
	"regexp"
	"strings"

	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// special matches the characters that a shell may treat specially.
var special = regexp.MustCompile(`[^\pL\p{Nd}/._+,:@%=-]`)

// ShellLine joins words to a command that can be pasted into a shell. It quotes words
// that contain special characters.
func ShellLine(words []string) string {
	quoted := Map(words, func(word string) string {
		if special.MatchString(word) {
			return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		return word
	})
	return strings.Join(quoted, " ")
}

// buildWords returns the command that builds a partition, quoted for a shell.
func buildWords(missing *pdb.NotBuiltError) string {
	goal := missing.Partition.Goal()
	words := []string{"npuzzle", "pdb", "build", "--size", goal.Size().String()}
	if text := puzzle.GoalText(goal); text != puzzle.BlankLast {
		words = append(words, "--goal", text)
	}
	if usual, err := pdb.DefaultDir(); err != nil || usual != missing.Dir {
		words = append(words, "--pdb-dir", missing.Dir)
	}
	return ShellLine(append(words, missing.Partition.String()))
}
