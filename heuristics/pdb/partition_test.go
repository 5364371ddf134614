package pdb

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

func TestParsePartition(t *testing.T) {
	for _, c := range []struct {
		size, goal, text string
		name, drawing    string
	}{
		// The literature's, with the blank in each corner.
		{"4x4", "blank-first", "7-8", "7-8", ".aaa/aaaa/bbbb/bbbb"},
		{"4x4", "blank-last", "8-7", "7-8", "bbbb/bbbb/aaaa/aaa."},
		{"4x4", "1 2 3 0/4 5 6 7/8 9 10 11/12 13 14 15", "7-8", "7-8", "aaa./aaaa/bbbb/bbbb"},
		{"4x4", "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15", "7-8", "7-8", "bbbb/bbbb/aaaa/.aaa"},
		{"4x4", "blank-first", "6-6-3", "6-6-3", ".aab/aabb/aabb/cccb"},
		{"4x4", "blank-last", "6-6-3", "6-6-3", "bccc/bbaa/bbaa/baa."},
		{"4x4", "blank-first", "5-5-5", "5-5-5", ".aaa/aabb/ccbb/cccb"},
		{"5x5", "blank-first", "6-6-6-6", "6-6-6-6", ".aabb/aaabb/ccabb/ccddd/ccddd"},
		{"5x5", "blank-last", "6-6-6-6", "6-6-6-6", "dddcc/dddcc/bbacc/bbaaa/bbaa."},
		// By the rule: no corner, or other groups, or another size.
		{"4x4", "snail", "7-8", "7-8", "bbbb/bbbb/a.aa/aaaa"},
		{"4x4", "blank-first", "8-4-3", "8-4-3", ".aab/aaab/aaab/cccb"},
		{"3x3", "blank-last", "8", "8", "aaa/aaa/aa."},
		{"3x3", "blank-last", "4-4", "4-4", "bbb/aab/aa."},
		{"3x4", "blank-first", "6-5", "6-5", ".baa/bbaa/bbaa"},
		{"2x5", "blank-last", "5-4", "5-4", "aabbb/aaab."},
		{"1x6", "blank-last", "2-3", "2-3", "bbbaa."},
		{"5x5", "blank-last", "5-5-5-5-4", "5-5-5-5-4", "cccdd/ccddd/eeebb/aaebb/aaab."},
		// Drawn, in any letters and spacing; some tiles in no pattern.
		{"3x3", "blank-last", "a a b/a c b/c c .", "aab/acb/cc.", "aab/acb/cc."},
		{"3x3", "blank-last", "zzY/z0Y/___", "aab/a.b/...", "aab/a.b/..."},
		{"1x3", "blank-first", ". x é", ".ab", ".ab"},
	} {
		t.Run(c.size+" "+c.goal+" "+c.text, func(t *testing.T) {
			size, err := puzzle.ParseSize(c.size)
			require.NoError(t, err)
			goal := goalOf(t, c.goal, size.Rows, size.Cols)
			p := partitionOf(t, c.text, goal)
			require.Equal(t, c.name, p.String())
			require.Equal(t, c.drawing, p.Drawing())
			require.Equal(t, goal, p.Goal())
			// What is drawn reads back, as the same patterns.
			require.ElementsMatch(t, p.patterns, partitionOf(t, p.Drawing(), goal).patterns)
		})
	}
}

func TestParsePartitionErrors(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	for _, c := range [][2]string{
		{"", `pdb: partition "": expected numbers such as 5-5-5, or a drawing of 3x3 with 3 rows ` +
			`separated by slashes, which has a letter for each tile`},
		{"4-5", `pdb: partition "4-5": the numbers add up to 9; expected 8, the tiles of 3x3`},
		{"8-0", `pdb: partition "8-0": a pattern of 0 tiles on 3x3; expected 1 to 8`},
		{"4--4", `pdb: partition "4--4": expected numbers such as 5-5-5, or a drawing of 3x3 ` +
			`with 3 rows separated by slashes, which has a letter for each tile`},
		{"aab/acb", `pdb: partition "aab/acb": expected numbers such as 5-5-5, or a drawing of ` +
			`3x3 with 3 rows separated by slashes, which has a letter for each tile`},
		{"aab/acbb/cc.", `pdb: partition "aab/acbb/cc.": row 2 has 4 cells; expected 3`},
		{"aab/a7b/cc.", `pdb: partition "aab/a7b/cc.": row 2, column 2: '7'; expected a letter, ` +
			`or a dot for no pattern`},
		{"aab/acb/ccc", `pdb: partition "aab/acb/ccc": row 3, column 3: 'c' on the goal cell of ` +
			`the blank; expected a dot`},
		{".../.../...", `pdb: partition ".../.../...": no pattern; expected a letter for each ` +
			`tile`},
	} {
		_, err := ParsePartition(c[0], goal)
		require.EqualError(t, err, c[1])
	}
	_, err := ParsePartition("15", goalOf(t, puzzle.BlankLast, 4, 4))
	require.EqualError(t, err,
		`pdb: partition "15": a pattern of 15 tiles on 4x4; expected 1 to 12`)
	_, err = ParsePartition("12-12", goalOf(t, puzzle.BlankLast, 5, 5))
	require.EqualError(t, err,
		`pdb: partition "12-12": a pattern of 12 tiles on 5x5 has 2.5e+15 placements;`+
			` expected fewer tiles`)
	for _, text := range []string{"8", "a"} {
		_, err = ParsePartition(text, puzzle.Board{})
		require.Error(t, err, "no goal")
	}
}

func FuzzParsePartition(f *testing.F) {
	for _, text := range []string{"4-4", "a a b/a c b/c c .", "aab/a.b/...", "8", "-", "é/",
		"999-1", "a\xff b/"} {
		f.Add(text)
	}
	goal := goalOf(f, puzzle.BlankLast, 3, 3)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePartition(text, goal)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		again := partitionOf(t, p.String(), goal)
		require.Equal(t, p.Drawing(), again.Drawing())
		require.NotEmpty(t, p.patterns)
	})
}

// Every tile is in one group of the size asked for, and no two tiles that change
// groups lower the sum of squared distances within groups, whatever the size,
// goal and sizes.
func TestGeneralRule(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		text       string
	}{
		{2, 2, "1-2"},
		{1, 9, "4-4"},
		{3, 4, "2-2-2-2-3"},
		{6, 6, "5-5-5-5-5-5-5"},
		{16, 16, strings.Repeat("1-", 254) + "1"},
	} {
		for _, name := range []string{puzzle.BlankFirst, puzzle.BlankLast, puzzle.Snail} {
			goal := goalOf(t, name, c.rows, c.cols)
			drawing := []rune(strings.ReplaceAll(partitionOf(t, c.text, goal).Drawing(), "/", ""))
			count := map[rune]int{}
			for cell, r := range drawing {
				require.Equal(t, cell == goal.Blank(), r == '.')
				count[r]++
			}
			delete(count, '.')
			var want []int
			for field := range strings.SplitSeq(c.text, "-") {
				want = append(want, int(field[0]-'0'))
			}
			require.ElementsMatch(t, want, slices.Collect(maps.Values(count)))
			if c.rows < 16 {
				requireCompact(t, drawing, c.cols)
			}
		}
	}
}

func requireCompact(t *testing.T, drawing []rune, cols int) {
	spread := func() int {
		sum := 0
		for a := range drawing {
			for b := range a {
				if drawing[a] == drawing[b] {
					rows := a/cols - b/cols
					columns := a%cols - b%cols
					sum += rows*rows + columns*columns
				}
			}
		}
		return sum
	}
	least := spread()
	for a := range drawing {
		for b := range a {
			if drawing[a] != '.' && drawing[b] != '.' {
				drawing[a], drawing[b] = drawing[b], drawing[a]
				require.GreaterOrEqual(t, spread(), least)
				drawing[a], drawing[b] = drawing[b], drawing[a]
			}
		}
	}
}

// Goals that are turned or reflected, and patterns that are, share tables.
func TestPatternsAreShared(t *testing.T) {
	first := partitionOf(t, "6-6-6-6", goalOf(t, puzzle.BlankFirst, 5, 5)).patterns
	require.Len(t, first, 2) // Korf and Felner: one irregular, three alike
	require.ElementsMatch(t, first,
		partitionOf(t, "6-6-6-6", goalOf(t, puzzle.BlankLast, 5, 5)).patterns)
	for _, text := range []string{"7-8", "6-6-3", "5-5-5", "4-4-4-3"} {
		patterns := partitionOf(t, text, goalOf(t, puzzle.BlankFirst, 4, 4)).patterns
		require.ElementsMatch(t, patterns,
			partitionOf(t, text, goalOf(t, puzzle.BlankLast, 4, 4)).patterns, text)
	}
	// More rows than columns, and the blank in another corner.
	require.ElementsMatch(t,
		partitionOf(t, "aaa./...b", goalOf(t, "1 2 3 4/5 6 0 7", 2, 4)).patterns,
		partitionOf(t, ".b/a./a./a.", goalOf(t, "5 1/2 0/3 4/6 7", 4, 2)).patterns)
}

// A pattern tells the region of the blank at the goal, but not its cell.
func TestPatternsKnowTheBlanksRegion(t *testing.T) {
	patternOf := func(text, goal string) Pattern {
		patterns := partitionOf(t, text, goalOf(t, goal, 3, 3)).patterns
		require.Len(t, patterns, 1)
		return patterns[0]
	}
	inside := patternOf(".a./aa./...", "0 1 2/3 4 5/6 7 8")
	require.Equal(t, "3x3_0_1-3-4", inside.String())
	outside := patternOf(".a./aa./...", "1 2 0/3 4 5/6 7 8")
	require.Equal(t, "3x3_2_1-3-4", outside.String())
	require.NotEqual(t, inside, outside)
	require.Equal(t, outside, patternOf(".a./aa./...", "1 2 3/4 5 6/7 8 0"))
}

func TestReflected(t *testing.T) {
	for _, c := range []struct{ size, goal, text, want string }{
		{"4x4", "blank-first", "7-8", ".abb/aabb/aabb/aabb"},
		{"4x4", "blank-last", "7-8", "bbaa/bbaa/bbaa/bba."},
		{"3x3", "snail", "aab/a.b/abb", "aaa/a.b/bbb"},
		// A mirror that is not a diagonal: the blank in the middle of a side.
		{"3x3", "1 0 2/3 4 5/6 7 8", "a.a/abb/ccc", "a.a/bba/ccc"},
		// The blank moves in any mirror; or the partition is its own image.
		{"3x4", "blank-first", ".aab/aabb/aabb", ""},
		{"3x3", "blank-first", "8", ""},
		{"3x3", "blank-first", ".ab/abb/bbb", ""},
	} {
		size, err := puzzle.ParseSize(c.size)
		require.NoError(t, err)
		p := partitionOf(t, c.text, goalOf(t, c.goal, size.Rows, size.Cols))
		image, differs := p.reflected()
		require.Equal(t, c.want != "", differs, c.text)
		if differs {
			require.Equal(t, c.want, image.Drawing(), c.text)
			require.Equal(t, p.patterns, partitionOf(t, image.Drawing(), p.Goal()).patterns)
		}
	}
}

// The small partition of a large board has patterns of which there are few sets.
func TestSmall(t *testing.T) {
	for size, want := range map[string]string{
		"4x4":   "5-5-5",
		"5x5":   "5-5-5-5-4",
		"3x3":   "8",
		"2x5":   "9",
		"3x4":   "6-5",
		"4x5":   "5-5-5-4",
		"1x2":   "1",
		"6x6":   "4-4-4-4-4-4-4-4-3",
		"1x16":  "5-5-5",
		"9x9":   "3" + strings.Repeat("-3", 25) + "-2",
		"10x10": strings.Repeat("3-", 11) + "2" + strings.Repeat("-2", 32),
		"16x16": "2" + strings.Repeat("-2", 126) + "-1",
	} {
		s, err := puzzle.ParseSize(size)
		require.NoError(t, err)
		require.Equal(t, want, Small(s), size)
		require.Equal(t, want,
			partitionOf(t, want, goalOf(t, puzzle.BlankLast, s.Rows, s.Cols)).String())
	}
}
