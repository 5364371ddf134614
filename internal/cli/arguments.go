package cli

// This file has what urfave/cli lacks: flags after the arguments. The library stops reading flags
// at the first argument, so FlagsFirst moves the flags of a command line to the front.

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/units"
)

// CommandOf returns the command that the first words name, its name, and the remaining
// words. The name of a subcommand has two words, such as "pdb build". If the first word
// is not a command, cmd is nil. If the second word is not a subcommand, CommandOf returns
// the command itself, and the caller reports the mistake.
func CommandOf(app *urfave.App, words []string) (cmd *urfave.Command, name string, rest []string) {
	cmd = app.Command(words[0])
	if cmd == nil {
		return nil, "", words
	}
	name = words[0]
	rest = words[1:]
	for _, sub := range cmd.Subcommands {
		if len(rest) > 0 && sub.HasName(rest[0]) {
			return sub, name + " " + rest[0], rest[1:]
		}
	}
	return cmd, name, rest
}

// FlagsFirst sorts the words after a command: flags first, then "--", then the arguments.
// The flag package needs this order, because it stops reading flags at the first
// argument.
//
// Words after "--" and words that begin like a negative number are arguments. A flag that
// takes a value takes the next word, even if that word looks like a flag. If there is a
// --help, FlagsFirst returns only --help, because the flag package would read an argument
// as a topic of help. An error names the command as called, and suggests a flag with a
// similar name.
func FlagsFirst(cmd *urfave.Command, called string, words []string) ([]string, error) {
	var flags, arguments []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			arguments = append(arguments, words[i+1:]...)
			break
		}
		if !IsFlag(word) {
			arguments = append(arguments, word)
			continue
		}
		flags = append(flags, word)
		name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		f := findFlag(cmd, name)
		if f == urfave.HelpFlag && hasValue {
			return nil, fmt.Errorf("%s takes no value; see npuzzle %s --help", Dashed(name), called)
		}
		if f == urfave.HelpFlag {
			return []string{word}, nil
		}
		if f == nil {
			return nil, fmt.Errorf("%s has no flag %s%s; see npuzzle %s --help", called,
				Dashed(name), units.DidYouMean(Dashed(name), flagNames(cmd)), called)
		}
		if !hasValue && !takesValue(f) {
			continue
		}
		if !hasValue {
			if i+1 == len(words) {
				return nil, fmt.Errorf("%s needs a value; see npuzzle %s --help", Dashed(name),
					called)
			}
			i++
			value = words[i]
			flags = append(flags, value)
		}
		if value == "" && name != mayBeEmpty {
			return nil, invalid(name, value, errEmpty)
		}
	}
	return append(append(flags, "--"), arguments...), nil
}

// mayBeEmpty is the flag whose empty text is a value: the plan of a solved board.
const mayBeEmpty = "plan"

// takesValue reports whether the word after a flag is its value.
func takesValue(f urfave.Flag) bool { return f.(urfave.DocGenerationFlag).TakesValue() }

// IsFlag reports whether a word is a flag. A lone "-" is an argument, which means
// standard input. So is a dash before a digit, a dot or a space: no flag begins like
// that, but a mistyped board may.
func IsFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && !strings.ContainsRune("0123456789. ", rune(word[1]))
}

// findFlag returns the flag of the command with the given name, or nil.
func findFlag(cmd *urfave.Command, name string) urfave.Flag {
	for _, f := range append([]urfave.Flag{urfave.HelpFlag}, cmd.Flags...) {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// flagNames lists the flags of a command with their dashes.
func flagNames(cmd *urfave.Command) []string {
	names := Map(append([]urfave.Flag{urfave.HelpFlag}, cmd.Flags...), urfave.Flag.Names)
	return Map(slices.Concat(names...), Dashed)
}

// Dashed returns the name of a flag with its dashes.
func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
