package main

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/studies"
	"npuzzle/bench/tune"
	"npuzzle/ga"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// commandOf returns the command that the first words name, its name, and the remaining
// words. The name of a subcommand has two words, such as "pdb build". If the first word
// is not a command, cmd is nil. If the second word is not a subcommand, commandOf returns
// the command itself, and the caller reports the mistake.
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

// flagsFirst sorts the words after a command: flags first, then "--", then the arguments.
// The flag package needs this order, because it stops reading flags at the first
// argument.
//
// Words after "--" and words that begin like a negative number are arguments. A flag that
// takes a value takes the next word, even if that word looks like a flag. If there is a
// --help, flagsFirst returns only --help, because the flag package would read an argument
// as a topic of help. An error names the command as called, and suggests a flag with a
// similar name.
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
		if f == cli.HelpFlag && hasValue {
			return nil, fmt.Errorf("%s takes no value; see npuzzle %s --help", dashed(name), called)
		}
		if f == cli.HelpFlag {
			return []string{word}, nil
		}
		if f == nil {
			return nil, fmt.Errorf("%s has no flag %s%s; see npuzzle %s --help", called, dashed(name),
				units.DidYouMean(dashed(name), flagNames(cmd)), called)
		}
		if hasValue || valueOf(f).alone {
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

// isFlag reports whether a word is a flag. A lone "-" is an argument, which means
// standard input. So is a dash before a digit, a dot or a space: no flag begins like
// that, but a mistyped board may.
func isFlag(word string) bool {
	return len(word) > 1 && word[0] == '-' && !strings.ContainsRune("0123456789. ", rune(word[1]))
}

// findFlag returns the flag of the command with the given name, or nil.
func findFlag(cmd *cli.Command, name string) cli.Flag {
	for _, f := range append([]cli.Flag{cli.HelpFlag}, cmd.Flags...) {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// flagNames lists the flags of a command with their dashes.
func flagNames(cmd *cli.Command) []string {
	names := lists.Map(append([]cli.Flag{cli.HelpFlag}, cmd.Flags...), cli.Flag.Names)
	return lists.Map(slices.Concat(names...), dashed)
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
	quoted := lists.Map(words, func(word string) string {
		if special.MatchString(word) {
			return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		return word
	})
	return strings.Join(quoted, " ")
}

// help has the texts of a command.
type help struct {
	arguments, usage, description string
	aliases, examples             []string
	flags                         []cli.GenericFlag // without values, in the order in which the help shows them
}

// helpFile has the texts of all commands, as a template.
//
//go:embed help.txt
var helpFile string

// helps has the texts of the commands by their names.
var helps = func() map[string]help {
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
	all := map[string]help{}
	for section := range strings.SplitSeq(strings.TrimPrefix(file.String(), "# "), "\n# ") {
		paragraphs := strings.Split(strings.TrimSpace(section), "\n\n")
		head, arguments, _ := strings.Cut(paragraphs[0], ": ")
		names := strings.Split(head, ", ")
		h := help{arguments: arguments, aliases: names[1:]}
		for _, text := range paragraphs[1:] {
			group, flags, _ := strings.Cut(text, ":\n")
			switch {
			case strings.HasPrefix(text, "    "):
				h.examples = strings.Split(strings.TrimSpace(text), "\n    ")
			case strings.HasPrefix(flags, "-"):
				h.flags = append(h.flags, flagHelps(group, flags)...)
			case h.usage == "":
				h.usage = text
			default:
				h.description += text + "\n"
			}
		}
		all[names[0]] = h
	}
	for _, h := range all {
		for i, f := range h.flags {
			same := func(o cli.GenericFlag) bool { return o.Name == f.Name }
			if f.Usage == "" {
				h.flags[i].Usage = all["flags"].flags[slices.IndexFunc(all["flags"].flags, same)].Usage
			}
		}
	}
	return all
}()

// flagHelps reads the texts of flags. A line without a usage has the names of several flags.
func flagHelps(group, text string) (all []cli.GenericFlag) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n  ", " "), "\n") {
		line, usage, own := strings.Cut(line, ": ")
		names := strings.Fields(strings.NewReplacer("--", "", ", -", " ").Replace(line))
		if own {
			all = append(all, cli.GenericFlag{Name: names[0], Aliases: names[1:], Category: group, Usage: usage})
			continue
		}
		for _, name := range names {
			all = append(all, cli.GenericFlag{Name: name, Category: group})
		}
	}
	return all
}

// explained returns the flags of a command in the order of the help, with their texts. It panics if
// the help has other flags.
func explained(command string, flags []cli.Flag) (all []cli.Flag) {
	for _, f := range helps[command].flags {
		i := slices.IndexFunc(flags, func(o cli.Flag) bool { return o.Names()[0] == f.Name })
		if i < 0 {
			panic(fmt.Sprintf("help.txt: %s has no flag --%s", command, f.Name))
		}
		f.Value = flags[i].(*cli.GenericFlag).Value
		all = append(all, &f)
	}
	if len(all) != len(flags) {
		panic("help.txt: a flag of " + command + " is missing")
	}
	return all
}

// helpText returns the --help text of a command: a sentence, the usage, the description
// if there is one, the flags in groups, and the examples. Groups and flags have the order
// in which the command lists them. The text is a template of urfave/cli, which inserts
// the full name of the command.
func helpText(c *cli.Command, examples []string) string {
	type flag struct{ Group, Name, Text string }
	var flags []flag
	width := 0
	for _, f := range c.Flags {
		group, name, text := describe(f.(*cli.GenericFlag))
		flags = append(flags, flag{group, name, text})
		width = max(width, utf8.RuneCountInString(name))
	}
	for i, f := range flags {
		indent := "\n" + strings.Repeat(" ", width+5)
		lines := strings.Join(units.Wrap(f.Text, helpColumns-width-5), indent)
		flags[i].Text = fmt.Sprintf("%-*s  %s", width, f.Name, lines)
	}
	return textOf("help", map[string]any{"Command": c, "Flags": flags, "Examples": examples,
		"Description": strings.Join(units.Wrap(c.Description, helpColumns), "\n"),
		"Sentence":    strings.ToUpper(c.Usage[:1]) + c.Usage[1:]})
}

// helpColumns is the maximum length of a line of the help.
const helpColumns = 100

// describe returns the group of a flag, its names with the placeholder of its value, and
// its usage with the default. Backquotes in the usage mark the placeholder. A usage that
// says what the default is, as in "blank (default) or tile", gets no other default.
func describe(f *cli.GenericFlag) (group, flag, text string) {
	for _, name := range slices.Backward(f.Names()) { // short names first
		flag += strings.Repeat(", ", min(len(flag), 1)) + dashed(name)
	}
	if parts := strings.Split(f.Usage, "`"); len(parts) == 3 {
		flag += " " + parts[1]
	}
	text = strings.ReplaceAll(f.Usage, "`", "")
	marked := strings.Contains(text, "(default")
	if byDefault := f.Value.String(); byDefault != "" && !marked {
		text += fmt.Sprintf(" (default: %s)", byDefault)
	}
	return f.Category, flag, text
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
func completionCommand(con console) *cli.Command {
	return command("completion", nil, func(c *cli.Context) error {
		shell, err := units.OneOf(shells...)(c.Args().First())
		if err != nil {
			return misuse("%.40q is not a shell with completion; %w", c.Args().First(), err)
		}
		script, err := completionScripts.ReadFile("completion/npuzzle." + shell)
		con.out.raw.Write(script)
		return err
	})
}

// complete prints the completions of the last word, one per line.
func complete(app *cli.App, words []string, out io.Writer) {
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
func offers(app *cli.App, before []string, last string) []string {
	if len(before) == 0 {
		return namesOf(app.Commands)
	}
	cmd, _, rest := commandOf(app, before)
	if cmd == nil {
		return nil
	}
	if len(rest) > 0 && isFlag(rest[len(rest)-1]) {
		flag := findFlag(cmd, strings.TrimLeft(rest[len(rest)-1], "-"))
		if flag != nil && flag != cli.HelpFlag && !valueOf(flag).alone {
			return valueOf(flag).choices
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		return slices.Sorted(slices.Values(flagNames(cmd)))
	case cmd.Name == "completion":
		return shells
	case len(rest) > 0:
		return nil
	}
	return namesOf(cmd.Subcommands)
}
