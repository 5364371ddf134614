package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"
	"pgregory.net/rapid"

	"npuzzle/internal/cli"
)

func TestFlagsFirst(t *testing.T) {
	parallel(t)
	solve := newApp(cli.Console{}).Command("solve")
	for _, c := range []struct{ words, want []string }{
		{nil, []string{"--"}},
		{[]string{"1 2/3 0", "--json"}, []string{"--json", "--", "1 2/3 0"}},
		{[]string{"a", "--goal", "snail", "b"}, []string{"--goal", "snail", "--", "a", "b"}},
		{[]string{"a", "--goal=snail", "b"}, []string{"--goal=snail", "--", "a", "b"}},
		{[]string{"a", "-f", "-", "-json"}, []string{"-f", "-", "-json", "--", "a"}},
		{[]string{"--goal", "--json", "a"}, []string{"--goal", "--json", "--", "a"}},
		{[]string{"-", "--json"}, []string{"--json", "--", "-"}},
		{[]string{"--json", "--", "--goal", "x"}, []string{"--json", "--", "--goal", "x"}},
		{[]string{"-1 2/3 0", "--json", "-5"}, []string{"--json", "--", "-1 2/3 0", "-5"}},
		{[]string{"--seed", "-1", "a"}, []string{"--seed", "-1", "--", "a"}},
	} {
		got, err := cli.FlagsFirst(solve, "solve", c.words)
		require.NoError(t, err, "%q", c.words)
		assert.Equal(t, c.want, got, "%q", c.words)
	}
}

// Wherever the flags stand, the result is the same.
func TestFlagsWorkBeforeAndAfterTheArguments(t *testing.T) {
	parallel(t)
	want := npuzzle("", "solve", "--json", "--algorithm", "bfs", "--order=RLDU", "--goal",
		"1 0/3 2", "1 2/3 0", "1 2/0 3")
	require.Zero(t, want.status, want.errors)
	rapid.Check(t, func(t *rapid.T) {
		flags := rapid.Permutation([][]string{{"--json"}, {"--algorithm", "bfs"}, {"--order=RLDU"},
			{"-goal",
				"1 0/3 2"}}).Draw(t, "flags")
		words := flags
		at := rapid.SliceOfN(rapid.IntRange(0, len(flags)), 2, 2).Draw(t, "places of the boards")
		slices.Sort(at)
		words = slices.Insert(slices.Clone(words), at[1], []string{"1 2/0 3"})
		words = slices.Insert(words, at[0], []string{"1 2/3 0"})
		got := npuzzle("", append([]string{"solve"}, slices.Concat(words...)...)...)
		if measuresAside(got.out) != measuresAside(want.out) || got.status != 0 {
			t.Fatalf("%q: %+v", words, got)
		}
	})
}

// A shell passes an empty text for a variable that is not set. No command takes it for a
// missing flag or argument, because the default may be the wrong file, or the newest
// experiment.
func TestAnEmptyTextIsRefusedByEveryFlagAndArgument(t *testing.T) {
	parallel(t)
	keepsFolderEmpty(t)
	refused := func(command string, words ...string) {
		got := npuzzle("", append(strings.Fields(command), words...)...)
		assert.Equal(t, cli.ExitUsage, got.status, "%s %q", command, words)
		assert.Empty(t, got.out, "%s %q", command, words)
		assert.Regexp(t, `\Anpuzzle: .+\n\z`, got.errors, "%s %q", command, words)
	}
	for command, cmd := range everyCommand() {
		for _, f := range cmd.Flags {
			if f.Names()[0] == "plan" { // an empty plan solves a solved board
				continue
			}
			for _, name := range f.Names() {
				refused(command, cli.Dashed(name)+"=")
				if f.(urfave.DocGenerationFlag).TakesValue() {
					refused(command, cli.Dashed(name), "")
				}
			}
		}
		if len(cmd.Subcommands) == 0 {
			refused(command, "")
			refused(command, "some", "")
		}
	}
}

// keepsFolderEmpty checks at the end of a test that no test has left a file in the working folder.
func keepsFolderEmpty(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		entries, err := os.ReadDir(".")
		assert.NoError(t, err)
		assert.Empty(t, namesOf(entries))
	})
}

func namesOf(entries []os.DirEntry) []string {
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}
