package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// CompleteCommand is the hidden command that completion scripts call. Its arguments are
// the words of the command line so far. The last word is incomplete.
const CompleteCommand = "__complete"

// Shells are the shells with completion scripts.
var Shells = []string{"bash", "fish", "zsh"}

// Complete prints the completions of the last word, one per line.
func Complete(app *urfave.App, words []string, out io.Writer) {
	before := words
	last := ""
	if n := len(words) - 1; n >= 0 {
		before = words[:n]
		last = words[n]
	}
	for _, offer := range offers(app, before, last) {
		if strings.HasPrefix(offer, last) {
			fmt.Fprintln(out, offer)
		}
	}
}

// offers lists the words that may take the place of the last word. They are commands,
// subcommands, or the values of the flag before it. If the last word begins with "-",
// they are flags. The caller selects the offers that begin with the last word.
func offers(app *urfave.App, before []string, last string) []string {
	if len(before) == 0 {
		return NamesOf(app.Commands)
	}
	cmd, _, rest := CommandOf(app, before)
	if cmd == nil {
		return nil
	}
	if len(rest) > 0 && IsFlag(rest[len(rest)-1]) {
		flag := findFlag(cmd, strings.TrimLeft(rest[len(rest)-1], "-"))
		if flag != nil && takesValue(flag) {
			return choicesOf(flag)
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		return slices.Sorted(slices.Values(flagNames(cmd)))
	case cmd.Name == "completion":
		return Shells
	case len(rest) > 0:
		return nil
	}
	return NamesOf(cmd.Subcommands)
}
