package analysis_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// trialOf is the record of a trial with what a summary looks at.
func trialOf(
	c bench.Solver, number int, status search.Status, length int, optimal bool, seconds float64,
) bench.Record {
	t := bench.Trial{Solver: c, Puzzle: bench.Puzzle{Number: number}}
	t.Wall = time.Duration(seconds * float64(time.Second))
	t.Result.Status = status
	t.Result.Optimal = optimal
	t.Result.Cost = puzzle.Cost(length)
	t.Result.Moves = make([]puzzle.Move, length)
	t.Result.Expanded = uint64(10 * number)
	return t.Record(puzzle.BlankNotation)
}

// A summary has what the records say, whether the experiment is given or not.
func TestObjects(t *testing.T) {
	a := bench.Solver{Name: "first", Settings: solvers.Default("astar")}
	b := bench.Solver{Name: "second", Settings: solvers.Default("ga")}
	c := bench.Solver{Name: "third", Settings: solvers.Default("bfs")}
	e := bench.Experiment{Groups: make([]bench.Group, 1), Solvers: []bench.Solver{a, b, c}}
	objects := func(records ...bench.Record) []analysis.Summary {
		return analysis.New(e, withOptima(records)).Summaries()
	}
	summaries := objects(
		trialOf(a, 1, search.Solved, 10, true, 1),
		trialOf(b, 1, search.Solved, 20, false, 2),
		trialOf(a, 2, search.NodeLimit, 0, false, 2),
		trialOf(b, 2, search.Solved, 30, false, 4),
		trialOf(a, 3, search.Solved, 0, true, 9),
		trialOf(b, 3, search.Solved, 0, false, 6),
		trialOf(b, 4, search.Exhausted, 0, false, 8),
		trialOf(b, 5, search.Cancelled, 0, false, 1000),
	)
	require.Len(t, summaries, 3)

	s := summaries[0]
	assert.Equal(t, []any{"first", "astar", "linear-conflict", 3, 2},
		[]any{s.Name, s.Algorithm, s.Heuristic,
			s.Trials, s.Solved})
	assert.InDelta(t, 2.0/3, float64(s.Accuracy), 1e-12)
	assert.Equal(t, []bench.Figure{5, 5, 1, 1, 4, 2},
		[]bench.Figure{s.MeanLength, s.MeanOptimal, s.Gap, s.OptimalShare, s.MeanSeconds,
			s.MedianSeconds})
	assert.Contains(t, object(t, s), `"mean_expanded":20,"mean_evaluated":null}`,
		"A* evaluates nothing")

	// Puzzle 2 has no known optimum, so what is told is of 1 and 3; puzzle 5 was
	// cancelled.
	s = summaries[1]
	assert.Equal(t, []any{4, 3}, []any{s.Trials, s.Solved})
	assert.InDelta(t, 50.0/3, float64(s.MeanLength), 1e-12)
	assert.Equal(t, []bench.Figure{5, 5}, []bench.Figure{s.MeanSeconds, s.MedianSeconds})
	assert.Equal(t, 2, s.OptimalKnown)
	assert.Equal(t, []bench.Figure{5, bench.Figure(math.Exp(math.Log(2) / 2)), 0.5},
		[]bench.Figure{s.MeanOptimal, s.Gap, s.OptimalShare},
		"the geometric mean of the gaps 2 and 1")

	// Where none is known, there is nothing to tell.
	s = objects(trialOf(b, 2, search.Solved, 30, false, 4))[1]
	assert.Zero(t, s.OptimalKnown)
	for _, figure := range []bench.Figure{s.MeanOptimal, s.Gap, s.OptimalShare} {
		assert.True(t, math.IsNaN(float64(figure)), "%v", figure)
	}

	// Repeats on a puzzle count together once.
	trials := []bench.Record{trialOf(a, 1, search.Solved, 10, true, 1),
		trialOf(a, 2, search.NodeLimit, 0, false, 3)}
	once := objects(trials...)[0]
	often := objects(append(slices.Repeat(trials[:1], 20), slices.Repeat(trials[1:], 5)...)...)[0]
	assert.Equal(t, []int{25, 20, 20}, []int{often.Trials, often.Solved, often.OptimalKnown})
	often.Trials = 2
	often.Solved = 1
	often.OptimalKnown = 1
	assert.Equal(t, object(t, once), object(t, often))
	assert.Equal(t, []bench.Figure{0.5, 2}, []bench.Figure{often.Accuracy, often.MeanSeconds})

	// The third ran not at all.
	assert.JSONEq(t,
		`{"name": "third", "algorithm": "bfs", "heuristic": "zero", "trials": 0, "solved": 0,
		"accuracy": null, "accuracy_low": 0, "accuracy_high": 1, "mean_length": null, "mean_length_mtm": null,
		"optimal_known": 0, "mean_optimal": null, "gap": null, "optimal_share": null,
		"mean_seconds": null, "median_seconds": null, "mean_expanded": null, "mean_evaluated": null}`,
		object(t, summaries[2]))
}

// object is a summary in JSON, in which an unknown number equals another.
func object(t *testing.T, s analysis.Summary) string {
	t.Helper()
	text, err := json.Marshal(s)
	require.NoError(t, err)
	return string(text)
}
