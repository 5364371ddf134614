package learn

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/parameters"
)

// small are boards on which narrow beams sometimes find no plan.
var small = []Boards{
	{Rows: 4, Cols: 4, Width: 20, Count: 4},
	{Rows: 3, Cols: 4, States: 80_000, Count: 1},
}

// The same seed gives the same parameters on any number of workers, also if the training goes on
// from its file.
func TestConvexIsRepeatable(t *testing.T) {
	type training = *Training[heuristics.ConvexParameters]
	none := func(training) error { return nil }
	boards := small
	if testing.Short() {
		boards = small[:1] // under the race detector, the other one takes fifteen seconds
	}
	one := Convex.NewTraining(5, false, boards)
	require.NoError(t, one.Evolve(t.Context(), 3, 1, none))
	require.NoError(t, Convex.Set.Check(one.Parameters()))
	plain := heuristics.PlainConvex()
	learned := one.Parameters()
	for _, row := range Convex.Set.Rows {
		assert.NotEqual(t, *row.Of(&plain), *row.Of(&learned), row.Name)
	}

	two := Convex.NewTraining(5, false, boards)
	require.NoError(t, two.Evolve(t.Context(), 1, 2, none))
	file, err := two.File("npuzzle")
	require.NoError(t, err)
	assert.Equal(t, "convex", file.Kind)
	assert.Equal(t, two.Parameters(), file.Parameters)
	again, err := Convex.Resume(file)
	require.NoError(t, err)
	require.NoError(t, again.Evolve(t.Context(), 3, 3, none))
	assert.Equal(t, one, again)
	old := parameters.File[heuristics.ConvexParameters]{
		Training: []byte(`{"generations": 1, "ratios": [1], "step": 0.5, "values": [0,0,0,0,0,0,0,0,0,0,0]}`),
	}
	_, err = Convex.Resume(old)
	require.EqualError(t, err, "learn: a training of an earlier version, which has no centre")
	_, err = Convex.Resume(parameters.File[heuristics.ConvexParameters]{})
	require.EqualError(t, err, "learn: no training to go on with")
}

// A board that a search of a width leaves unsolved counts in the fitness. The parameters are those
// of the search.
func TestUnsolvedBoardsCount(t *testing.T) {
	boards := boardTrial[heuristics.ConvexParameters]{
		problem: Convex,
		ctx:     t.Context(),
		workers: 1,
		boards:  []Boards{{Rows: 4, Cols: 4, Width: 1, Count: 1}},
	}
	plans, err := boards.solve(heuristics.PlainConvex())
	require.NoError(t, err)
	require.Len(t, plans, 1)
	require.Zero(t, plans[0].Length)
	require.Positive(t, plans[0].Distance)
	mean, err := boards.meanLog(heuristics.PlainConvex())
	require.NoError(t, err)
	assert.InDelta(t, math.Log(3*float64(plans[0].Distance)), mean, 1e-12)

	steep := heuristics.PlainConvex()
	steep.Power = 2
	group := Boards{Rows: 4, Cols: 4, Width: 50, Count: 3}
	plain, others, err := Convex.Compare(t.Context(), 1, 1, group, heuristics.PlainConvex(), steep)
	require.NoError(t, err)
	assert.NotEqual(t, plain, others)
	for i := range plain {
		assert.Equal(t, plain[i].Distance, others[i].Distance)
	}
}

// Every board needs a move, also on sizes on which a random board is often the goal. A length of 0
// would have no logarithm, and would count as unsolved.
func TestBoardsAreNotTheGoal(t *testing.T) {
	boards := boardTrial[heuristics.ConvexParameters]{
		problem: Convex,
		ctx:     t.Context(),
		workers: 1,
		boards:  []Boards{{Rows: 2, Cols: 2, Width: 10, Count: 100}},
	}
	plans, err := boards.solve(heuristics.PlainConvex())
	require.NoError(t, err)
	for _, plan := range plans {
		assert.Positive(t, plan.Length)
		assert.Positive(t, plan.Distance)
	}
	fitness, err := boards.fitness(make([]float64, len(Convex.Set.Rows)))
	require.NoError(t, err)
	assert.Zero(t, fitness)
}

func TestBoardsAsText(t *testing.T) {
	assert.Equal(t, "4x4:w20:4", small[0].String())
	assert.Equal(t, "3x4:80000:1", small[1].String())
}
