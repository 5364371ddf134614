package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// completeCommand is the hidden command of the completion scripts. Its arguments are the
// words of the line so far; the last one is being typed.
const completeCommand = "__complete"

// completionScripts make a shell ask the program for completions. Each script runs the hidden
// command with the words typed so far, and takes one completion from each line of output. The
// shell completes file names where the program has nothing to offer. All knowledge of commands
// and flags stays in the program, so a script does not age with new versions.
var completionScripts = map[string]string{
	"bash": `# bash completion of npuzzle: source <(npuzzle completion bash)
_npuzzle() {
    local IFS=$'\n'
    local offers="$("${COMP_WORDS[0]}" ` + completeCommand + ` "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)"
    COMPREPLY=($(compgen -W "$offers" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _npuzzle npuzzle
`,
	"zsh": `#compdef npuzzle
# zsh completion of npuzzle: source <(npuzzle completion zsh)
_npuzzle() {
    local -a offers
    offers=("${(@f)$("${words[1]}" ` + completeCommand + ` "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${offers[1]}" ]]; then
        compadd -a offers
    else
        _files
    fi
}
compdef _npuzzle npuzzle
`,
	"fish": `# fish completion of npuzzle: npuzzle completion fish | source
function __npuzzle_offers
    set -l words (commandline -opc) (commandline -ct)
    $words[1] ` + completeCommand + ` $words[2..-1] 2>/dev/null
end
complete -c npuzzle -a '(__npuzzle_offers)'
`,
}

// shells are the shells with completion scripts.
var shells = slices.Sorted(maps.Keys(completionScripts))

// completionCommand prints the script that a shell sources at its start. The comment in the
// script says how.
func completionCommand(con console) *cli.Command {
	return command(cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for " + strings.Join(shells, ", "),
		ArgsUsage: strings.Join(shells, "|"),
		Action: func(c *cli.Context) error {
			script, ok := completionScripts[c.Args().First()]
			if !ok {
				return misuse("%.40q is no shell with completion; expected one of %s", c.Args().First(),
					strings.Join(shells, ", "))
			}
			_, err := io.WriteString(con.out, script)
			return err
		},
	},
		"npuzzle completion bash",
		"npuzzle completion fish",
	)
}

// complete prints what may complete the last of the words, one on each line.
func complete(app *cli.App, words []string, out io.Writer) {
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	for _, offer := range offers(app, words) {
		if strings.HasPrefix(offer, last) {
			fmt.Fprintln(out, offer)
		}
	}
}

// offers lists what may stand in place of the last word: a command, a subcommand, a flag
// where the word begins with "-", or a value where the word before is a flag that has few
// values. It lists all of them; complete leaves out those that do not begin with the word.
func offers(app *cli.App, words []string) []string {
	if len(words) <= 1 {
		return namesOf(app.Commands)
	}
	last := words[len(words)-1]
	cmd, _, rest := commandOf(app, words[:len(words)-1])
	if cmd == nil {
		return nil
	}
	if before := words[len(words)-2]; isFlag(before) && len(rest) > 0 {
		if f := findFlag(cmd, strings.TrimLeft(before, "-")); f != nil && takesValue(f) {
			if generic, ok := f.(*cli.GenericFlag); ok {
				return generic.Value.(interface{ Choices() []string }).Choices()
			}
			return nil
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		return slices.Sorted(slices.Values(flagNames(cmd)))
	case len(cmd.Subcommands) > 0 && len(rest) == 0:
		return namesOf(cmd.Subcommands)
	case cmd.Name == "completion":
		return shells
	}
	return nil
}
