package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"

	"npuzzle/puzzle"
)

// documented is a command that a document shows on an indented line, from any
// folder, without what a comment says of it.
var documented = regexp.MustCompile(`^    (?:\$ )?(?:go run \./cmd/|\./)?(npuzzle [a-z].*?)(?:  +#.*)?$`)

// The commands of the documents have the flags that they show, and their boards can be
// solved, where the two lines that follow do not say that they cannot. They are read,
// not run.
func TestDocumentedCommands(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../README.md", "../../docs/*.md", "../../docs/studies/*.md"} {
		some, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, some...)
	}
	commands := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := append(strings.Split(string(text), "\n"), "", "")
		for i := range lines[2:] {
			shown := documented.FindStringSubmatch(lines[i])
			if shown == nil {
				continue
			}
			output := lines[i+1] + lines[i+2]
			refused := strings.Contains(output, "npuzzle: board") || strings.Contains(output, "unsolvable")
			for part := range strings.SplitSeq(shown[1], " | ") {
				if words := shellWords(part); words[0] == "npuzzle" {
					commands++
					assert.NoError(t, readOnly(words[1:], !refused), "%s:%d: %s", file, i+1, shown[1])
				}
			}
		}
	}
	assert.Greater(t, commands, 20)
}

// readOnly reads a command line as the program does, and its boards where they are to
// be solvable, and stops there.
func readOnly(words []string, solvable bool) error {
	app := newApp(console{})
	cmd, called, rest := commandOf(app, words)
	if cmd == nil {
		return misuse("no command %s", words[0])
	}
	cmd.Action = func(c *cli.Context) error {
		if called != "solve" || c.NArg() == 0 || !solvable {
			return nil
		}
		source := boardSource{arguments: c.Args().Slice()}
		for i, err := range instances(source.boards(), c.String("goal"), puzzle.Costs{}) {
			if err != nil {
				return err
			}
			if !puzzle.Solvable(i.Start, i.Goal) {
				return misuse("%v cannot be solved", i.Start)
			}
		}
		return nil
	}
	rest, err := flagsFirst(cmd, called, rest)
	if err != nil {
		return err
	}
	return app.Run(append(append([]string{"npuzzle"}, strings.Fields(called)...), rest...))
}
