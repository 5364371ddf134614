package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"npuzzle/internal/units"
)

// commandOf returns the command that the first words name, its name, and the words that
// follow. The name of a subcommand has two words, such as "pdb build". The command is nil if
// the first word names none; a second word that names no subcommand is left to the caller,
// who can say which subcommands there are.
func commandOf(app *cli.App, words []string) (cmd *cli.Command, name string, rest []string) {
	cmd = app.Command(words[0])
	if cmd == nil {
		return nil, "", words
	}
	name, rest = words[0], words[1:]
	for _, sub := range cmd.Subcommands {
		if len(rest) > 0 && sub.HasName(rest[0]) {
			return sub, name + " " + rest[0], rest[1:]
		}
	}
	return cmd, name, rest
}

// flagsFirst sorts the flags and the arguments of a command: flags first, then "--", then
// the arguments. The flag package needs this order, since it stops reading flags at the first
// argument.
//
// Everything after a "--" is an argument, and so is a word that begins like a negative number.
// A flag that takes a value takes the next word, even if the word looks like a flag. With
// --help, everything else is dropped: the flag package would take an argument for a topic of
// help. Errors use the given name of the command, and suggest the flag that was probably
// meant.
func flagsFirst(cmd *cli.Command, called string, words []string) ([]string, error) {
	var flags, arguments []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			arguments = append(arguments, words[i+1:]...)
			break
		}
		if !isFlag(word) {
			arguments = append(arguments, word)
			continue
		}
		flags = append(flags, word)
		name, _, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		f := findFlag(cmd, name)
		if f == cli.HelpFlag && !hasValue {
			return []string{word}, nil
		}
		if f == nil {
			return nil, fmt.Errorf("%s has no flag %s%s; see npuzzle %s --help", called, dashed(name),
				units.DidYouMean(dashed(name), flagNames(cmd)), called)
		}
		if !takesValue(f) || hasValue {
			continue
		}
		if i+1 == len(words) {
			return nil, fmt.Errorf("%s needs a value; see npuzzle %s --help", dashed(name), called)
		}
		i++
		flags = append(flags, words[i])
	}
	return append(append(flags, "--"), arguments...), nil
}

// isFlag tells whether a word is a flag. A lone "-" is an argument: it names standard input.
// A dash before a digit, a dot or a space begins an argument too, since no flag is called like
// that, but a mistyped board may be.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && !strings.ContainsRune("0123456789. ", rune(word[1]))
}

// findFlag returns the command's flag of a name, or nil.
func findFlag(cmd *cli.Command, name string) cli.Flag {
	for _, f := range append([]cli.Flag{cli.HelpFlag}, cmd.Flags...) {
		for _, n := range f.Names() {
			if n == name {
				return f
			}
		}
	}
	return nil
}

// takesValue tells whether a flag needs a value. Flags of type bool do not.
func takesValue(f cli.Flag) bool {
	doc, ok := f.(cli.DocGenerationFlag)
	return ok && doc.TakesValue()
}

// flagNames lists a command's flags as users write them.
func flagNames(cmd *cli.Command) []string {
	var names []string
	for _, f := range append([]cli.Flag{cli.HelpFlag}, cmd.Flags...) {
		for _, name := range f.Names() {
			names = append(names, dashed(name))
		}
	}
	return names
}

// dashed writes the name of a flag as users do, with its dashes.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// shellLine writes words as a command that can be pasted into a shell. Words with other
// characters than plain ones are quoted.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if strings.ContainsFunc(word, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+,:@%=", r)
		}) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
