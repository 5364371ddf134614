package cli

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/studies"
	"npuzzle/bench/tune"
	"npuzzle/ga"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// help has the texts of a command.
type help struct {
	arguments, usage, description string
	aliases, examples             []string
	flags                         []urfave.GenericFlag // without values, in the order in which the help shows them
}

// helpFile has the texts of all commands, as a template.
//
//go:embed help.txt
var helpFile string

// helps has the texts of the commands by their names.
var helps = func() map[string]help {
	words := func(all []string) func() string {
		return func() string {
			return strings.Join(all,
				", ")
		}
	}
	var file strings.Builder
	err := template.Must(template.New("help").Funcs(template.FuncMap{
		"algorithms": func() string { return strings.Join(solvers.Names(), " ") },
		"heuristic":  func() string { return solvers.DefaultHeuristic },
		"heuristics": words(solvers.HeuristicNames()),
		"methods":    words(tune.Methods),
		"objectives": words(tune.Objectives),
		"presets":    words(ga.PresetNames()),
		"settings":   settingsHelp,
		"store":      func() string { return "$" + StoreVariable + " or " + DefaultStore },
		"studies":    words(studies.Names()),
		"tables":     func() string { return "$" + pdb.DirVariable + " or user cache" },
		"token":      func() string { return "$" + tokenVariable },
		"tune":       func(key string) string { return tune.Defaults[key] },
		"walk":       func() int { return SurveyWalk },
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
			same := func(o urfave.GenericFlag) bool { return o.Name == f.Name }
			if f.Usage == "" {
				h.flags[i].Usage = all["flags"].flags[slices.IndexFunc(all["flags"].flags,
					same)].Usage
			}
		}
	}
	return all
}()

// flagHelps reads the texts of flags. A line without a usage has the names of several flags.
func flagHelps(group, text string) (all []urfave.GenericFlag) {
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\n  ", " "), "\n") {
		line, usage, own := strings.Cut(line, ": ")
		names := strings.Fields(strings.NewReplacer("--", "", ", -", " ").Replace(line))
		if own {
			all = append(all, urfave.GenericFlag{Name: names[0], Aliases: names[1:],
				Category: group, Usage: usage})
			continue
		}
		for _, name := range names {
			all = append(all, urfave.GenericFlag{Name: name, Category: group})
		}
	}
	return all
}

// explained returns the flags of a command in the order of the help, with their texts. It panics if
// the help has other flags.
func explained(command string, flags []urfave.Flag) (all []urfave.Flag) {
	for _, f := range helps[command].flags {
		i := slices.IndexFunc(flags, func(o urfave.Flag) bool { return o.Names()[0] == f.Name })
		if i < 0 {
			panic(fmt.Sprintf("help.txt: %s has no flag --%s", command, f.Name))
		}
		f.Value = flags[i].(*urfave.GenericFlag).Value
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
func helpText(c *urfave.Command, examples []string) string {
	type flag struct{ Group, Name, Text string }
	var flags []flag
	width := 0
	for _, f := range c.Flags {
		group, name, text := Describe(f.(*urfave.GenericFlag))
		flags = append(flags, flag{group, name, text})
		width = max(width, utf8.RuneCountInString(name))
	}
	for i, f := range flags {
		indent := "\n" + strings.Repeat(" ", width+5)
		lines := strings.Join(units.Wrap(f.Text, helpColumns-width-5), indent)
		flags[i].Text = fmt.Sprintf("%-*s  %s", width, f.Name, lines)
	}
	return TextOf("help", map[string]any{"Command": c, "Flags": flags, "Examples": examples,
		"Description": strings.Join(units.Wrap(c.Description, helpColumns), "\n"),
		"Sentence":    strings.ToUpper(c.Usage[:1]) + c.Usage[1:]})
}

// helpColumns is the maximum length of a line of the help.
const helpColumns = 100

// Describe returns the group of a flag, its names with the placeholder of its value, and
// its usage with the default. Backquotes in the usage mark the placeholder. A usage that
// says what the default is, as in "blank (default) or tile", gets no other default.
func Describe(f *urfave.GenericFlag) (group, flag, text string) {
	for _, name := range slices.Backward(f.Names()) { // short names first
		flag += strings.Repeat(", ", min(len(flag), 1)) + Dashed(name)
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

// SurveyWalk is the default number of random moves from the goal. It is used for sizes
// whose uniformly drawn boards would take too long to solve optimally.
const SurveyWalk = 100
