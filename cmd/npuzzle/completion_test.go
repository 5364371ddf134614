package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
)

func TestCompletion(t *testing.T) {
	parallel(t)
	for _, c := range []struct{ words, want []string }{
		{nil, cli.NamesOf(newApp(cli.Console{}).Commands)},
		{[]string{""}, cli.NamesOf(newApp(cli.Console{}).Commands)},
		{[]string{"s"}, []string{"solve", "settings", "show", "serve", "speed"}},
		{[]string{"solve", "--me"}, []string{"--memory-limit"}},
		{[]string{"solve", "1 2/3 0", "--algorithm", "i"}, []string{"iddfs", "idastar"}},
		{[]string{"solve", "--goal", ""}, []string{"blank-last", "blank-first", "snail"}},
		{[]string{"solve", "--json", "--no"}, []string{"--node-limit", "--notation"}},
		{[]string{"solve", "--seed", ""}, nil},
		{[]string{"solve", ""}, nil},
		{[]string{"compare", "--set", "p"},
			[]string{"prune=", "population=", "phases=", "phase-mode=", "patience="}},
		{[]string{"solve", "--heuristic", "l"},
			[]string{"linear-conflict", "linear-conflict-pairs"}},
		{[]string{"pd"}, []string{"pdb"}},
		{[]string{"pdb", ""}, []string{"build", "list", "verify", "remove"}},
		{[]string{"pdb", "-"}, []string{"--help", "-h"}},
		{[]string{"pdb", "build", ""}, nil},
		{[]string{"pdb", "build", "--size", "3x3", "--goal", "blank-f"}, []string{"blank-first"}},
		{[]string{"pdb", "build", "4-4", "--s"}, []string{"--size"}},
		{[]string{"pdb", "remove", "--a"}, []string{"--all"}},
		{[]string{"completion", ""}, []string{"bash", "fish", "zsh"}},
		{[]string{"unknown", ""}, nil},
	} {
		got := npuzzle("", append([]string{cli.CompleteCommand}, c.words...)...)
		assert.Zero(t, got.status)
		var offers []string
		if got.out != "" {
			offers = strings.Split(strings.TrimSuffix(got.out, "\n"), "\n")
		}
		assert.Equal(t, c.want, offers, "%q", c.words)
	}
}

// Each shell is asked, by its own means, what may follow.
func TestCompletionScripts(t *testing.T) {
	parallel(t)
	if testing.Short() {
		t.Skip("runs shells, which the race detector does not watch")
	}
	folder := t.TempDir()
	program := self
	require.NoError(t, os.Symlink(program, filepath.Join(folder, "npuzzle")))
	for shell, ask := range map[string]string{
		"bash": `source <(npuzzle completion bash)
			COMP_WORDS=(npuzzle solve --algorithm i); COMP_CWORD=3; _npuzzle; printf '%s\n' "${COMPREPLY[@]}"`,
		"zsh": `compadd() { shift; print -l ${(P)1} }
			source <(npuzzle completion zsh)
			words=(npuzzle solve --algorithm i); CURRENT=4; _npuzzle`,
		"fish": `npuzzle completion fish | source; complete -C 'npuzzle solve --algorithm i'`,
	} {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("no %s here to ask", shell)
			}
			cmd := exec.Command(path, "-c", ask)
			cmd.Dir = folder // fish offers the files there are, too
			cmd.Env = append(os.Environ(), asProgram+"=1", "PATH="+folder+":"+os.Getenv("PATH"),
				"HOME="+folder)
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, string(out))
			assert.ElementsMatch(t, []string{"iddfs", "idastar"}, strings.Fields(string(out)))
		})
	}
}
