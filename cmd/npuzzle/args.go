package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// commandOf returns the command that the first words name, or nil, its name, and
// the words behind it.
func commandOf(app *cli.App, words []string) (cmd *cli.Command, name string, rest []string) {
	cmd, rest = app.Command(words[0]), words
	for next := cmd; next != nil; {
		cmd, name, rest, next = next, strings.TrimPrefix(name+" "+rest[0], " "), rest[1:], nil
		for _, sub := range cmd.Subcommands {
			if len(rest) > 0 && sub.HasName(rest[0]) {
				next = sub
			}
		}
	}
	return cmd, name, rest
}

// flagsFirst returns a command's flags and arguments, given in any order, with
// the flags in front and "--" between, since the flag package stops reading
// flags at the first argument. What follows a "--" is all arguments, and so is
// a word that begins like a negative number. Who asks for help gets it whatever
// else is there: with an argument behind --help the flag package would take it for
// a topic. Errors call the command by a name.
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
			return nil, fmt.Errorf("%s has no flag %s%s; see npuzzle %s --help", called, dashed(name), similar(dashed(name), flagNames(cmd)), called)
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

// isFlag tells a flag from an argument. A lone "-" names standard input.
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

// dashed writes a flag as users do.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// similar returns a hint at the one of the names that a mistyped one may mean,
// or "".
func similar(name string, names []string) string {
	best, least := "", 1+len(name)/3
	for _, candidate := range names {
		if d := edits(name, candidate); d <= least && len(candidate) > 2 {
			best, least = candidate, d-1
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// edits is the least number of letters to insert, delete or replace that turns
// a into b (Levenshtein 1965).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
