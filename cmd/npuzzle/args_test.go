package main

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFlagsFirst(t *testing.T) {
	solve := newApp(console{}).Command("solve")
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
		got, err := flagsFirst(solve, "solve", c.words)
		require.NoError(t, err, "%q", c.words)
		assert.Equal(t, c.want, got, "%q", c.words)
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
