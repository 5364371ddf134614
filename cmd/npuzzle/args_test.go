package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ words, arguments, flags []string }{
		{nil, nil, nil},
		{[]string{"1 2/3 0", "--json"}, []string{"1 2/3 0"}, []string{"json"}},
		{[]string{"a", "--goal", "snail", "b"}, []string{"a", "b"}, []string{"goal"}},
		{[]string{"a", "--goal=snail", "b"}, []string{"a", "b"}, []string{"goal"}},
		{[]string{"a", "-f", "-", "-json"}, []string{"a"}, []string{"file", "json"}},
		{[]string{"--goal", "--json", "a"}, []string{"a"}, []string{"goal"}},
		{[]string{"-", "--json"}, []string{"-"}, []string{"json"}},
		{[]string{"--json", "--", "--goal", "x"}, []string{"--goal", "x"}, []string{"json"}},
		{[]string{"-1 2/3 0", "--json", "-5"}, []string{"-1 2/3 0", "-5"}, []string{"json"}},
		{[]string{"--seed", "1", "a"}, []string{"a"}, []string{"seed"}},
	} {
		solve, rest := newApp(console{}).find(append([]string{"solve"}, c.words...))
		got, asks, err := solve.parse(rest)
		require.NoError(t, err, "%q", c.words)
		assert.False(t, asks)
		assert.Equal(t, c.arguments, got, "%q", c.words)
		var flags []string
		for _, f := range solve.Flags {
			if f.given {
				flags = append(flags, f.Names[0])
			}
		}
		assert.ElementsMatch(t, c.flags, flags, "%q", c.words)
	}
}

// Wherever the flags stand, the result is the same.
func TestFlagsWorkBeforeAndAfterTheArguments(t *testing.T) {
	want := npuzzle("", "solve", "--json", "--algorithm", "bfs", "--order=RLDU", "--goal", "1 0/3 2", "1 2/3 0",
		"1 2/0 3")
	require.Zero(t, want.status, want.errors)
	rapid.Check(t, func(t *rapid.T) {
		flags := rapid.Permutation([][]string{{"--json"}, {"--algorithm", "bfs"}, {"--order=RLDU"}, {"-goal",
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
