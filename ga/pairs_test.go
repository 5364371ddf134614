package ga

import (
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// childrenOfPairs are the numbers of winners, of children by crossover and of mutants in the first
// generation, by the size of the population.
var childrenOfPairs = map[string]map[int][3]int{
	RoundDown: {
		2: {1, 0, 1}, 3: {1, 1, 1}, 10: {5, 4, 1}, 11: {5, 5, 1}, 20: {10, 9, 1}, 50: {25, 22, 3},
		100: {50, 45, 5}, 200: {100, 90, 10},
	},
	RoundUp: {
		10: {5, 5, 1}, 11: {5, 5, 1}, 20: {10, 9, 1}, 21: {10, 9, 1}, 50: {25, 23, 3},
		100: {50, 45, 5}, 200: {100, 90, 10},
	},
}

// Of a generation by pairs, half were in the population before, unchanged, and the fittest among
// them. The others begin with genes of a winner and end with genes of one, or differ from a winner
// in one gene.
func TestPairs(t *testing.T) {
	for rounding, sizes := range childrenOfPairs {
		for size, want := range sizes {
			testPairs(t, rounding, size, want)
		}
	}
}

// testPairs checks three generations of a population.
func testPairs(t *testing.T, rounding string, size int, want [3]int) {
	s := &Solver{Settings: presetOf("study"), Heuristic: heuristics.Manhattan, Workers: 1}
	s.Population = size
	s.Rounding = rounding
	e := start(t, s, hard(t))
	var before [][]float64
	var fittest int64
	winners, generations := 0, 0
	require.NoError(t, minimizeFrom(t, e, 3, func(ga *eaopt.GA) {
		members := sorted(ga.Populations)
		defer func() {
			before = nil
			fittest = members[0].score.fitness
			for _, c := range members {
				before = append(before, slices.Clone(c.genes))
			}
		}()
		if ga.Generations == 0 {
			return
		}
		generations++
		old, mutants := 0, 0
		for _, c := range members {
			same := func(genes []float64) bool { return slices.Equal(genes, c.genes) }
			near := func(genes []float64) bool { return differences(genes, c.genes) == 1 }
			switch {
			case slices.ContainsFunc(before, same):
				old++
			case slices.ContainsFunc(before, near):
				mutants++
			}
		}
		n := len(before)
		winners = n / 2
		assert.GreaterOrEqual(t, old, winners)
		assert.LessOrEqual(t, old+mutants, winners+want[1]+want[2])
		assert.Len(t, members, winners+want[1]+want[2], "population %d", size)
		if n%2 == 0 { // of an odd number, one has no rival and is lost
			assert.LessOrEqual(t, members[0].score.fitness, fittest)
		}
	}))
	assert.Equal(t, 3, generations)
	assert.Equal(t, want[0], winners)
}

// differences returns the number of genes in which two chromosomes of one length differ, or 0.
func differences(a, b []float64) (n int) {
	if len(a) != len(b) {
		return 0
	}
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// A plan that passes through the goal is no solution, and a phase has all its generations
// even if some plan ends at the goal: only the fittest of the last population counts.
func TestStudyPlaysWholePlans(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 2, 2)
	near, _ := goal.Move(puzzle.Up)
	s := &Solver{Settings: presetOf("study"), Heuristic: heuristics.Manhattan, Workers: 1}
	p := search.Problem{Start: near, Goal: goal}
	e := start(t, s, p)
	w := e.scorers[0]
	down := w.score(&e.origin, []float64{0.9}) // the moves U and D leave one and lead to the goal
	other := w.score(&e.origin, []float64{0.1})
	assert.ElementsMatch(t, []int64{100, 1900}, []int64{down.fitness, other.fitness})
	for _, first := range []float64{0.1, 0.9} {
		past := w.score(&e.origin, []float64{first, 0.5, 0.5})
		assert.Equal(t, 3, past.moves)
		assert.NotEqual(t, int64(300), past.fitness, "it has left the goal again")
		assert.False(t, past.solved)
	}

	last := search.Generation{}
	s.Observer = func(q search.Progress) {
		if q.Plan == nil {
			last = *q.Generation
		}
	}
	s.Population, s.Generations, s.Phases = 20, 12, 3
	r := solve(t, s, p, search.Limits{})
	assert.Equal(t, search.Solved, r.Status)
	assert.Equal(t, []int{1, 12}, []int{last.Phase, last.Number})
	assert.Equal(t, int64(100), last.Population.Best())
}

// The program of the study does not test whether a board is drawn solved. Such a board counts as
// solved if the best plan of a phase leaves the goal and comes back, and some are lost.
func TestStudySearchesSolvedBoards(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 2, 2)
	p := search.Problem{Start: goal, Goal: goal}
	solved := 0
	const runs = 100
	for seed := range uint64(runs) {
		s := &Solver{Settings: presetOf("study"), Heuristic: heuristics.Manhattan, Seed: seed}
		s.Population, s.Generations, s.Phases = 10, 10, 1
		r := solve(t, s, p, search.Limits{})
		assert.Positive(t, r.Evaluated)
		assert.Empty(t, r.Moves)
		if r.Status == search.Solved {
			solved++
			assert.True(t, r.Optimal)
			assert.Len(t, r.Found, 1)
		}
	}
	assert.Positive(t, solved)
	assert.Less(t, solved, runs)
}

// The observer of a run on the goal gets a plan without moves, and not nil, which would mean that
// there is no new plan.
func TestObserverOfASolvedBoard(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 2, 2)
	plans := 0
	for seed := range uint64(30) {
		s := &Solver{Settings: presetOf("study"), Heuristic: heuristics.Manhattan, Seed: seed}
		s.Population, s.Generations, s.Phases = 10, 10, 5
		s.Observer = func(p search.Progress) {
			if p.Plan != nil {
				plans++
				assert.Empty(t, p.Plan)
			}
		}
		r := solve(t, s, search.Problem{Start: goal, Goal: goal}, search.Limits{})
		if r.Status == search.Solved {
			assert.Equal(t, 1, plans)
		}
		plans = 0
	}
}
