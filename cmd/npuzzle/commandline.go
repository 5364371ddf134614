package main

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"npuzzle/bench/tune"
	"npuzzle/ga"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/studies"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// programName is the name of the command above all others.
const programName = "npuzzle"

// command is a command of the program. Its texts are those of its section in help.txt.
type command struct {
	Name                          string   // with the command above it, such as "pdb build"
	Names                         []string // last word of the name, and a second name if there is one
	Arguments, Usage, Description string
	Examples                      []string
	Flags                         []*option
	Subcommands                   []*command
	action                        func(call) error // nil if the command only has subcommands
}

// call is a call of a command whose flags are set.
type call struct {
	context.Context
	command   *command
	arguments []string
}

// first returns the first argument, or "" if there is none.
func (c call) first() string {
	if len(c.arguments) == 0 {
		return ""
	}
	return c.arguments[0]
}

// has reports whether a flag is given.
func (c call) has(name string) bool {
	flag := c.command.flag(name)
	return flag != nil && flag.given
}

// newCommand makes a command. It panics if help.txt explains other flags.
func newCommand(name string, flags []*option, action func(call) error, subcommands ...*command) *command {
	c := helps[name]
	c.Name, c.action, c.Subcommands = name, action, subcommands
	texts := c.Flags
	c.Flags = nil
	for _, text := range texts {
		i := slices.IndexFunc(flags, func(f *option) bool { return f.Names[0] == text.Names[0] })
		if i < 0 {
			panic(fmt.Sprintf("help.txt: %s has no flag --%s", name, text.Names[0]))
		}
		flags[i].explanation = text.explanation
		c.Flags = append(c.Flags, flags[i])
	}
	if len(c.Flags) != len(flags) {
		panic("help.txt: a flag of " + name + " is missing")
	}
	return &c
}

// line returns the beginning of a command line that calls the command.
func (c *command) line() string {
	if c.Name == programName {
		return programName
	}
	return programName + " " + c.Name
}

// find returns the command that the first words name, and the remaining words.
func (c *command) find(words []string) (*command, []string) {
	for _, sub := range c.Subcommands {
		if len(words) > 0 && slices.Contains(sub.Names, words[0]) {
			return sub.find(words[1:])
		}
	}
	return c, words
}

// parse sets the flags among the words after a command, and returns the arguments. If there is a --help, asks is
// true, even if another flag has an invalid value.
//
// Words after "--" and words that begin like a negative number are arguments. A flag that
// takes a value takes the next word, even if that word looks like a flag.
func (c *command) parse(words []string) (arguments []string, asks bool, err error) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if word == "--" {
			return append(arguments, words[i+1:]...), false, err
		}
		if !isFlag(word) {
			arguments = append(arguments, word)
			continue
		}
		name, text, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		flag := c.flag(name)
		switch {
		case flag == helpFlag:
			return nil, true, nil
		case flag == nil:
			return nil, false, misuse("%s has no flag %s%s; see %s --help", c.Name, dashed(name),
				units.DidYouMean(dashed(name), c.flagNames()), c.line())
		case hasValue:
		case flag.alone:
			text = "true"
		case i+1 == len(words):
			return nil, false, misuse("%s needs a value; see %s --help", dashed(name), c.line())
		default:
			i++
			text = words[i]
		}
		flag.given = true
		if wrong := flag.set(text); wrong != nil {
			err = cmp.Or(err, misuse("invalid value %q for flag %s: %v", text, dashed(name), wrong))
		}
	}
	return arguments, false, err
}

// check returns a usage error if the number of arguments does not fit the field Arguments.
// There, brackets mean optional, and "..." means any number.
func (c *command) check(arguments []string) error {
	shown, given := c.Arguments, len(arguments)
	many := strings.Contains(shown, "...")
	optional := strings.HasPrefix(shown, "[")
	switch {
	case shown == "" && given > 0:
		return misuse("%s takes no arguments, but was given %.40q; see %s --help", c.Name, arguments[0], c.line())
	case shown == "", optional && many, optional && given <= 1, many && given > 0, given == len(strings.Fields(shown)):
		return nil
	}
	return misuse("%s takes %s, but was given %s; see %s --help", c.Name, shown,
		units.Plural(given, "argument", "arguments"), c.line())
}

// isFlag reports whether a word is a flag. A lone "-" is an argument, which means
// standard input. So is a dash before a digit, a dot or a space: no flag begins like
// that, but a mistyped board may.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && !strings.ContainsRune("0123456789. ", rune(word[1]))
}

// helpFlag is a flag of every command.
var helpFlag = &option{explanation: explanation{Names: []string{"help", "h"}}, alone: true}

// flag returns the flag of the command with the given name, or nil.
func (c *command) flag(name string) *option {
	for _, f := range append([]*option{helpFlag}, c.Flags...) {
		if slices.Contains(f.Names, name) {
			return f
		}
	}
	return nil
}

// flagNames lists the flags of a command with their dashes.
func (c *command) flagNames() []string {
	var names []string
	for _, f := range append([]*option{helpFlag}, c.Flags...) {
		for _, name := range f.Names {
			names = append(names, dashed(name))
		}
	}
	return names
}

// dashed returns the name of a flag with its dashes.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// special matches the characters that a shell may treat specially.
var special = regexp.MustCompile(`[^\pL\p{Nd}/._+,:@%=-]`)

// shellLine joins words to a command that can be pasted into a shell. It quotes words
// that contain special characters.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if special.MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// helpFile has the texts of all commands, as a template.
//
//go:embed help.txt
var helpFile string

// helps has commands with texts only, by their names. Their flags are in the order in which the help shows them.
var helps = func() map[string]command {
	words := func(all []string) func() string { return func() string { return strings.Join(all, ", ") } }
	var file strings.Builder
	err := template.Must(template.New("help").Funcs(template.FuncMap{
		"algorithms": func() string { return strings.Join(solvers.Names(), " ") },
		"heuristic":  func() string { return solvers.DefaultHeuristic },
		"heuristics": words(solvers.HeuristicNames()),
		"methods":    words(tune.Methods),
		"objectives": words(tune.Objectives),
		"presets":    words(ga.PresetNames()),
		"settings":   settingsHelp,
		"store":      func() string { return "$" + storeVariable + " or " + defaultStore },
		"studies":    words(studies.Names()),
		"tables":     func() string { return "$" + pdb.DirVariable + " or user cache" },
		"token":      func() string { return "$" + tokenVariable },
		"tune":       func(key string) string { return tune.Defaults[key] },
		"walk":       func() int { return surveyWalk },
	}).Parse(helpFile)).Execute(&file, nil)
	if err != nil {
		panic(err)
	}
	all := map[string]command{}
	for section := range strings.SplitSeq(strings.TrimPrefix(file.String(), "# "), "\n# ") {
		paragraphs := strings.Split(strings.TrimSpace(section), "\n\n")
		head, arguments, _ := strings.Cut(paragraphs[0], ": ")
		names := strings.Split(head, ", ")
		name := names[0]
		names[0] = name[strings.LastIndex(name, " ")+1:]
		h := command{Names: names, Arguments: arguments}
		for _, text := range paragraphs[1:] {
			group, flags, _ := strings.Cut(text, ":\n")
			switch {
			case strings.HasPrefix(text, "    "):
				h.Examples = strings.Split(strings.TrimSpace(text), "\n    ")
			case strings.HasPrefix(flags, "-"):
				h.Flags = append(h.Flags, flagHelps(group, flags)...)
			case h.Usage == "":
				h.Usage = text
			default:
				h.Description += text + "\n"
			}
		}
		all[name] = h
	}
	for _, h := range all {
		for _, f := range h.Flags {
			if f.Usage == "" {
				shared := all["flags"]
				f.Usage = shared.flag(f.Names[0]).Usage
			}
		}
	}
	return all
}()

// flagHelps reads the texts of flags. A line without a usage has the names of several flags.
func flagHelps(group, text string) (all []*option) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n  ", " "), "\n") {
		line, usage, own := strings.Cut(line, ": ")
		names := strings.Fields(strings.NewReplacer("--", "", ", -", " ").Replace(line))
		if own {
			all = append(all, &option{explanation: explanation{names, group, usage}})
			continue
		}
		for _, name := range names {
			all = append(all, &option{explanation: explanation{[]string{name}, group, ""}})
		}
	}
	return all
}

// help returns the --help text of a command: a sentence, the usage, the description
// if there is one, the flags in groups, and the examples. Groups and flags have the order
// in which help.txt lists them.
func (c *command) help() string {
	type flag struct{ Group, Name, Text string }
	var flags []flag
	width := 0
	for _, f := range c.Flags {
		name, text := f.describe()
		flags = append(flags, flag{f.Group, name, text})
		width = max(width, utf8.RuneCountInString(name))
	}
	for i, f := range flags {
		indent := "\n" + strings.Repeat(" ", width+5)
		lines := strings.Join(units.Wrap(f.Text, helpColumns-width-5), indent)
		flags[i].Text = fmt.Sprintf("%-*s  %s", width, f.Name, lines)
	}
	return textOf("help", map[string]any{"Command": c, "Line": c.line(), "Flags": flags,
		"Description": strings.Join(units.Wrap(c.Description, helpColumns), "\n"),
		"Sentence":    strings.ToUpper(c.Usage[:1]) + c.Usage[1:]})
}

// helpColumns is the maximum length of a line of the help.
const helpColumns = 100

// describe returns the names of a flag with the placeholder of its value, and
// its usage with the default. Backquotes in the usage mark the placeholder. A usage that
// says what the default is, as in "blank (default) or tile", gets no other default.
func (f *option) describe() (names, text string) {
	for _, name := range slices.Backward(f.Names) { // short names first
		names += strings.Repeat(", ", min(len(names), 1)) + dashed(name)
	}
	if parts := strings.Split(f.Usage, "`"); len(parts) == 3 {
		names += " " + parts[1]
	}
	text = strings.ReplaceAll(f.Usage, "`", "")
	if f.byDefault != "" && !strings.Contains(text, "(default") {
		text += fmt.Sprintf(" (default: %s)", f.byDefault)
	}
	return names, text
}

// completeCommand is the hidden command that completion scripts call. Its arguments are
// the words of the command line so far. The last word is incomplete.
const completeCommand = "__complete"

// completionScripts are the scripts by which shells ask the program for completions. A
// script runs the hidden command with the words typed so far. Each line of the output is
// a completion. If there is none, the shell completes file names. Because only the
// program knows its commands and flags, the scripts work with every version.
//
//go:embed completion
var completionScripts embed.FS

// shells are the shells with completion scripts.
var shells = []string{"bash", "fish", "zsh"}

// completionCommand prints the script that a shell sources when it starts. A comment in
// the script says how.
func completionCommand(con console) *command {
	return newCommand("completion", nil, func(c call) error {
		shell, err := units.OneOf(shells...)(c.first())
		if err != nil {
			return misuse("%.40q is not a shell with completion; %w", c.first(), err)
		}
		script, err := completionScripts.ReadFile("completion/npuzzle." + shell)
		con.out.Write(script)
		return err
	})
}

// complete prints the completions of the last word, one per line.
func complete(app *command, words []string, out io.Writer) {
	before, last := words, ""
	if n := len(words) - 1; n >= 0 {
		before, last = words[:n], words[n]
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
func offers(app *command, before []string, last string) []string {
	cmd, rest := app.find(before)
	if len(rest) > 0 && isFlag(rest[len(rest)-1]) {
		if flag := cmd.flag(strings.TrimLeft(rest[len(rest)-1], "-")); flag != nil && !flag.alone {
			return flag.choices
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		return slices.Sorted(slices.Values(cmd.flagNames()))
	case cmd.Name == "completion":
		return shells
	case len(rest) > 0:
		return nil
	}
	return namesOf(cmd.Subcommands)
}
