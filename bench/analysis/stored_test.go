package analysis_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
)

// listed returns the names of the groups whose boards are listed.
func listed(a *analysis.Analysis) []string {
	var names []string
	for _, g := range a.Groups {
		if g.Listed {
			names = append(names, g.Name)
		}
	}
	return names
}

// A definition with a solver of another program asks the same question, with the same baseline, as
// it does in that program. A warning names the part that cannot be read.
func TestStoredWithUnknownSolvers(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 30; number++ {
		records = append(records, solvedBy("astar manhattan", number, 20+number%3))
		theirs := solvedBy("theirs", number, 24)
		theirs.Algorithm = "greedy"
		records = append(records, theirs)
	}
	const readable = `puzzles:
  - {size: 3x3, count: 30, name: random}
solvers:
  - {algorithm: astar, heuristic: manhattan, name: astar manhattan}
  - {algorithm: greedy, heuristic: manhattan, name: theirs}
baseline: theirs
`
	want := analysis.Stored(readable, records)
	require.Equal(t, "theirs", want.Baseline)
	require.Empty(t, listed(want))
	for _, c := range []struct{ unknown, warning string }{
		{"{algorithm: greedy, heuristic: of-them, name: theirs}", "heuristic"},
		{"{algorithm: of-theirs, name: theirs}", "algorithm"},
		{"{algorithm: greedy, heat: 5, name: theirs}", "key of a solver"},
	} {
		const line = "{algorithm: greedy, heuristic: manhattan, name: theirs}"
		a := analysis.Stored(strings.Replace(readable, line, c.unknown, 1), records)
		assert.Equal(t, want.Baseline, a.Baseline, c.unknown)
		assert.Empty(t, listed(a), c.unknown)
		assert.Equal(t, want.Conclusions(), a.Conclusions(), c.unknown)
		require.Len(t, a.Warnings(), len(want.Warnings())+1, c.unknown)
		assert.Contains(t, a.Warnings()[0], "experiment:5: ")
		assert.Contains(t, a.Warnings()[0], c.warning)
	}
}

// The boards of a file are not in the definition. They count as listed; boards that are drawn do
// not.
func TestStoredWithFiles(t *testing.T) {
	a := analysis.Stored(`puzzles:
  - {size: 3x3, count: 1, name: random}
  - {file: mine.txt}
solvers:
  - {algorithm: astar, groups: mine}
`, []bench.Record{
		solvedBy("astar", 1, 20),
		func() bench.Record {
			r := solvedBy("astar", 1, 20)
			r.Group = "mine"
			return r
		}(),
	})
	assert.Equal(t, []string{"mine"}, listed(a))
	assert.NotContains(t, strings.Join(a.Warnings(), "\n"), "cannot read")

	a = analysis.Stored("}", []bench.Record{solvedBy("astar", 1, 20)})
	assert.Equal(t, []string{"random"}, listed(a))
	assert.Contains(t, a.Warnings()[0], "cannot read")
}
