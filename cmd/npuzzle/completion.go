package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// completeCommand is how the shells ask: what follows it are the words of the
// line so far, the one that is being typed last.
const completeCommand = "__complete"

// completionScripts make a shell ask the program, which knows its commands,
// flags and values best. The shell offers files where the program offers
// nothing.
var completionScripts = map[string]string{
	"bash": `# bash completion of npuzzle: source <(npuzzle completion bash)
_npuzzle() {
    local IFS=$'\n'
    COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" ` + completeCommand + ` "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
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

func completionCommand(con console) *cli.Command {
	shells := []string{"bash", "zsh", "fish"}
	return command(cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell: bash, zsh or fish",
		ArgsUsage: "SHELL",
		Action: func(c *cli.Context) error {
			script, ok := completionScripts[c.Args().First()]
			if !ok || c.NArg() != 1 {
				return misuse("completion needs the name of a shell; expected one of %s", strings.Join(shells, ", "))
			}
			_, err := io.WriteString(con.out, script)
			return err
		},
	},
		"npuzzle completion bash",
		"npuzzle completion fish",
	)
}

// complete prints what may stand for the last of the words, one a line.
func complete(app *cli.App, words []string, out io.Writer) error {
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	for _, offer := range offers(app, words) {
		if strings.HasPrefix(offer, last) {
			if _, err := fmt.Fprintln(out, offer); err != nil {
				return err
			}
		}
	}
	return nil
}

// offers lists the commands, or a command's flags, or the values of the flag
// before the last word.
func offers(app *cli.App, words []string) []string {
	if len(words) <= 1 {
		return commandNames(app)
	}
	last := words[len(words)-1]
	cmd, _, rest := commandOf(app, words[:len(words)-1])
	if cmd == nil {
		return nil
	}
	if before := words[len(words)-2]; isFlag(before) && len(rest) > 0 {
		if f := findFlag(cmd, strings.TrimLeft(before, "-")); f != nil && takesValue(f) {
			if generic, ok := f.(*cli.GenericFlag); ok {
				if few, ok := generic.Value.(interface{ Choices() []string }); ok {
					return few.Choices()
				}
			}
			return nil
		}
	}
	if !strings.HasPrefix(last, "-") {
		switch {
		case len(cmd.Subcommands) > 0 && len(rest) == 0:
			return namesOf(cmd.Subcommands)
		case cmd.Name == "completion":
			return []string{"bash", "zsh", "fish"}
		}
		return nil
	}
	return slices.Sorted(slices.Values(flagNames(cmd)))
}
