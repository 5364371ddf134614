package astar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// heuristicList are estimates of every structure and every claim.
var heuristicList = []heuristics.Heuristic{
	heuristics.Zero, heuristics.Misplaced, heuristics.Manhattan, heuristics.LinearConflict,
	heuristics.LinearConflictPairs,
	heuristics.OutOfRowColumn, heuristics.Euclidean, heuristics.MaxSort,
	heuristics.Max(heuristics.MaxSort, heuristics.Manhattan),
	undulating{}, heuristics.Max(undulating{}, heuristics.Manhattan),
}

// undulating is Manhattan distance where the blank stands on a black square, 0
// where on a white one: admissible, but not consistent, so that closed states
// are reopened.
type undulating struct{}

func (undulating) Name() string     { return "undulating" }
func (undulating) Admissible() bool { return true }
func (undulating) Consistent() bool { return false }

func (undulating) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	manhattan, err := heuristics.Manhattan.For(goal, costs)
	return undulatingEstimator{manhattan, goal.Size().Cols}, err
}

type undulatingEstimator struct {
	manhattan heuristics.Estimator
	cols      int
}

func (e undulatingEstimator) Estimate(tiles []uint8) puzzle.Cost {
	for cell, tile := range tiles {
		if tile == 0 && (cell/e.cols+cell%e.cols)%2 == 0 {
			return 0
		}
	}
	return e.manhattan.Estimate(tiles)
}

func (e undulatingEstimator) Track() heuristics.Tracker { return undulatingTracker(e) }

type undulatingTracker undulatingEstimator

func (t undulatingTracker) Reset(tiles []uint8) puzzle.Cost {
	return undulatingEstimator(t).Estimate(tiles)
}

func (t undulatingTracker) Move(tiles []uint8, _, _ uint8) puzzle.Cost { return t.Reset(tiles) }

func (t undulatingTracker) After(tiles []uint8, _, _ uint8) puzzle.Cost { return t.Reset(tiles) }

func drawProblem(t testing.TB, rng *rand.Rand, size puzzle.Size, walk int) search.Problem {
	t.Helper()
	name := []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail}[rng.IntN(3)]
	goal := goalOf(t, name, size.Rows, size.Cols)
	costs := []string{"1,1,1,1", "1,1,1,1", "0.1,0.2,0.3,0.4", "2,2,2,2", "1,16,3,5",
		"1,17,100,409"}[rng.IntN(6)]
	start := puzzle.Walk(rng, goal, walk)
	if size.Cells() <= 6 {
		start = puzzle.Uniform(rng, goal)
	}
	return search.Problem{Start: start, Goal: goal, Costs: costsOf(t, costs)}
}

// guiding are the heuristics that lead a search to the goal on boards of many cells.
var guiding = []string{"manhattan", "linear-conflict", "linear-conflict-pairs", "euclidean"}

// The flat and the plain engine agree, whatever the board, heuristic, weight
// and costs. How many states of the last f-layer they expand is up to ties; so
// is all else where f does not rule out what is expanded. An ordinary run takes a part of the
// problems.
func TestEnginesAgree(t *testing.T) {
	rng := puzzle.NewRand(1, 0)
	problems := 4
	if searchtest.RaceDetector {
		problems = 1
	}
	for i, size := range []puzzle.Size{
		{Rows: 1, Cols: 2}, {Rows: 1, Cols: 9}, {Rows: 16, Cols: 1}, {Rows: 2, Cols: 2},
		{Rows: 2, Cols: 3},
		{Rows: 3, Cols: 2}, {Rows: 2, Cols: 5},
		{Rows: 3, Cols: 3}, {Rows: 4, Cols: 3}, {Rows: 2, Cols: 8}, {Rows: 3, Cols: 5},
		{Rows: 4, Cols: 4},
		{Rows: 2, Cols: 9}, {Rows: 4, Cols: 5}, {Rows: 5, Cols: 5}, {Rows: 6, Cols: 6},
		{Rows: 8, Cols: 8}, {Rows: 16, Cols: 16},
	} {
		if searchtest.RaceDetector && i%3 > 0 {
			continue
		}
		for _, h := range heuristicList {
			problems := problems
			walk := 24
			if size.Cells() > 10 && !slow.Asked() {
				walk = 16
			}
			if size.Cells() > puzzle.WordCells {
				problems = 1
				walk = 8
			}
			for n := range problems {
				p := drawProblem(t, rng, size, walk)
				solved := n == i%problems || slow.Asked()
				for _, s := range []Solver{{Weight: 1}, {Weight: 1.5}, {Weight: 7.25},
					{Greedy: true}} {
					if s.Greedy && size.Cells() > 9 && (h.Name() == "zero" || !h.Consistent()) ||
						size.Cells() > puzzle.WordCells && !slices.Contains(guiding, h.Name()) {
						continue // a depth-first search, more or less
					}
					s.Heuristic = h
					s.Workers = 1
					s.Order = puzzle.Order{puzzle.Left, puzzle.Down, puzzle.Right, puzzle.Up}
					what := fmt.Sprintf("%v, %s, weight %v, greedy %v", p, h.Name(), s.Weight,
						s.Greedy)
					perBatch := []uint64{1, entriesPerBatch}[rng.IntN(2)]
					delayFrom := []uint64{0, 3, 20, 200}[rng.IntN(4)]
					if !solved {
						continue
					}
					flat := solve(t, &s, p)
					checkCounts(t, flat, what)
					if flatEngine(t, s, p) == nil {
						continue // the plain engine has solved it
					}
					plain := solve(t, &plainSolver{s}, p)
					checkCounts(t, plain, what)
					late := solve(t, &delayingSolver{s, delayFrom, perBatch}, p)
					if s.Weight == 1 && h.Admissible() {
						require.True(t, flat.Optimal, what)
						require.Equal(t, plain.Cost, flat.Cost, what)
						require.Equal(t, plain.Optimal, flat.Optimal, what)
						require.Equal(t, plain.LowerBound, flat.LowerBound, what)
						if h.Consistent() {
							require.Equal(t, plain.ExpandedBeforeLastF, flat.ExpandedBeforeLastF,
								what)
							require.Zero(t, flat.Reopened, what)
							require.Zero(t, plain.Reopened, what)
							require.Equal(t, plain.ExpandedBeforeLastF, late.ExpandedBeforeLastF,
								what)
							require.GreaterOrEqual(t, late.PeakStored, late.Expanded+late.Open,
								what)
						}
						require.Equal(t, plain.Cost, late.Cost, what)
						require.Equal(t, plain.LowerBound, late.LowerBound, what)
					} else if s.Greedy || !h.Consistent() { // late would not be sound
						if perBatch == entriesPerBatch {
							require.Equal(t, flat.Stats, late.Stats, what)
						}
					} else {
						require.GreaterOrEqual(t, late.PeakStored, late.Expanded+late.Open, what)
						require.LessOrEqual(t, late.LowerBound, flat.Cost, what)
						require.LessOrEqual(t, flat.LowerBound, late.Cost, what)
						require.Zero(t, late.Reopened, what)
					}
				}
			}
		}
	}
}

// Under a heuristic that is not consistent states are closed too early, and
// opened again: the plans are shortest nevertheless.
func TestReopening(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	table := searchtest.Distances(t, goal, puzzle.Costs{})
	rng := puzzle.NewRand(3, 0)
	for _, h := range []heuristics.Heuristic{undulating{},
		heuristics.Max(undulating{}, heuristics.Misplaced)} {
		s := Solver{Heuristic: h}
		for _, solver := range []search.Solver{&s, &plainSolver{s}, &delayingSolver{s, 0, 1}} {
			reopened := uint64(0)
			for range 10 {
				start := puzzle.Uniform(rng, goal)
				r := solve(t, solver, search.Problem{Start: start, Goal: goal})
				cheapest, _ := table.Distance(start)
				require.Equal(t, cheapest, r.Cost)
				require.True(t, r.Optimal)
				reopened += r.Reopened
			}
			require.Positive(t, reopened, "%s, %T", h.Name(), solver)
		}
	}
}

// flatEngine returns the flat engine for a problem, or nil if it does not take the problem.
func flatEngine(t testing.TB, s Solver, p search.Problem) fastSearch {
	t.Helper()
	rule, err := s.rule(p)
	require.NoError(t, err)
	rule.estimator, err = s.Heuristic.For(p.Goal, rule.problem.Costs)
	require.NoError(t, err)
	rule.graph = puzzle.NewGraph(p.Goal.Size(), s.Order)
	return newFast(rule)
}

func solve(t testing.TB, s search.Solver, p search.Problem) search.Result {
	t.Helper()
	r, err := s.Solve(context.Background(), p, search.Limits{})
	require.NoError(t, err)
	require.Equal(t, search.Solved, r.Status)
	return r
}

// checkCounts tests what holds of every run of best-first search.
func checkCounts(t testing.TB, r search.Result, what string) {
	t.Helper()
	what += fmt.Sprintf(": %+v", r)
	closed := r.Expanded - r.Reopened
	if r.PeakOpen < longOfLargeBoards {
		require.Equal(t, r.PeakStored, r.Open+closed, what)
		require.LessOrEqual(t, r.PeakStored, 1+r.Generated-r.Duplicates, what)
	} else { // duplicates were held for a while
		require.GreaterOrEqual(t, r.PeakStored, r.Open+closed, what)
		require.LessOrEqual(t, r.PeakStored, 1+r.Generated, what)
	}
	require.LessOrEqual(t, r.Cost, r.MaxCost, what)
	require.LessOrEqual(t, r.ExpandedBeforeLastF, r.Expanded, what)
}

// Uniform-cost search under unit costs never finds a cheaper way, so every
// successor is either new or known.
func TestEverySuccessorIsAccountedFor(t *testing.T) {
	rng := puzzle.NewRand(2, 0)
	for range 40 {
		goal := goalOf(t, puzzle.Snail, 3, 3)
		p := search.Problem{Start: puzzle.Walk(rng, goal, 10), Goal: goal}
		if p.Start == goal {
			continue
		}
		s := Solver{Heuristic: heuristics.Zero}
		for _, r := range []search.Result{solve(t, &s, p), solve(t, &plainSolver{s}, p)} {
			require.Equal(t, r.Generated, r.PeakStored-1+r.Duplicates, "%v: %+v", p, r)
		}
	}
}

// Statistics of runs that can be followed by hand, in the order UDLR.
func TestCountsByHand(t *testing.T) {
	for _, c := range []struct {
		start, goal string
		heuristic   heuristics.Heuristic
		plan        string
		want        search.Stats
	}{
		{"0 1", "1 0", heuristics.Manhattan, "R",
			search.Stats{
				Expanded:   1,
				Generated:  1,
				Open:       1,
				PeakOpen:   1,
				PeakStored: 2,
				MaxCost:    1,
			}},
		// The start lies in the f-layer below the goal's.
		{"0 1", "1 0", heuristics.Zero, "R", search.Stats{
			Expanded:            1,
			ExpandedBeforeLastF: 1,
			Generated:           1,
			Open:                1,
			PeakOpen:            1,
			PeakStored:          2,
			MaxCost:             1,
		}},
		{"0 1 2", "1 2 0", heuristics.Misplaced, "R R",
			search.Stats{
				Expanded:   2,
				Generated:  2,
				Open:       1,
				PeakOpen:   1,
				PeakStored: 3,
				MaxCost:    2,
			}},
		// Down leads to f = 4 and is left open.
		{"0 1/3 2", "1 2/3 0", heuristics.Manhattan, "R D",
			search.Stats{
				Expanded:   2,
				Generated:  3,
				Open:       2,
				PeakOpen:   2,
				PeakStored: 4,
				MaxCost:    2,
			}},
		// 2x2 is a ring of twelve boards, and this one lies opposite: all others
		// are expanded, and the goal is generated from both sides.
		{"0 3/2 1", "1 2/3 0", heuristics.Zero, "R D L U R D",
			search.Stats{
				Expanded:            11,
				ExpandedBeforeLastF: 11,
				Generated:           12,
				Duplicates:          1,
				Open:                1,
				PeakOpen:            2,
				PeakStored:          12,
				MaxCost:             6,
			}},
		// The study "four-searches" (CS7IS2 project, 2020) gives the plans, the
		// expansions and the depth of A* on four boards; the rest was counted.
		{"3 1 2/0 4 5/6 7 8", "0 1 2/3 4 5/6 7 8", heuristics.Manhattan, "U",
			search.Stats{
				Expanded:   1,
				Generated:  3,
				Open:       3,
				PeakOpen:   3,
				PeakStored: 4,
				MaxCost:    1,
			}},
	} {
		for _, s := range []search.Solver{&Solver{Heuristic: c.heuristic},
			&plainSolver{Solver{Heuristic: c.heuristic}}} {
			r := solve(t, s, search.Problem{Start: boardOf(t, c.start), Goal: boardOf(t, c.goal)})
			if len(r.Moves) < 6 { // both ways around the ring are shortest
				require.Equal(t, c.plan, puzzle.FormatMoves(r.Moves, puzzle.BlankNotation))
			}
			require.Positive(t, r.Bytes)
			r.Bytes = 0
			require.Equal(t, c.want, r.Stats, "%s, %s, %T", c.start, c.heuristic.Name(), s)
		}
	}
}

// The four boards of the study "four-searches" (CS7IS2 project, 2020): plan,
// nodes expanded and largest depth of its A* with Manhattan distance.
func TestFourSearches(t *testing.T) {
	for _, c := range []struct {
		start, plan string
		expanded    uint64
		depth       puzzle.Cost
	}{
		{"1 2 5/3 4 0/6 7 8", "U L L", 3, 3},
		{"3 1 2/0 4 5/6 7 8", "U", 1, 1},
		{"3 1 2/4 5 0/6 7 8", "L L U", 3, 3},
		{"1 2 5/0 3 4/6 7 8", "R R U L L", 5, 5},
	} {
		p := search.Problem{Start: boardOf(t, c.start), Goal: goalOf(t, puzzle.BlankFirst, 3, 3)}
		for _, s := range []search.Solver{&Solver{Heuristic: heuristics.Manhattan},
			&plainSolver{Solver{Heuristic: heuristics.Manhattan}}} {
			r := solve(t, s, p)
			require.Equal(t, c.plan, puzzle.FormatMoves(r.Moves, puzzle.BlankNotation))
			require.Equal(t, c.expanded, r.Expanded)
			require.Equal(t, c.depth, r.MaxCost)
		}
	}
}

// The flat engine takes all boards with costs and weights for which buckets suffice.
func TestStructuresSuitTheProblem(t *testing.T) {
	small := goalOf(t, puzzle.BlankLast, 4, 4)
	long := goalOf(t, puzzle.BlankLast, 1, 16)
	large := goalOf(t, puzzle.BlankLast, 8, 8)
	huge := goalOf(t, puzzle.BlankLast, 16, 16)
	for _, c := range []struct {
		goal   puzzle.Board
		costs  string
		weight float64
		flat   bool
	}{
		{small, "1,1,1,1", 1, true},
		{long, "1,1,1,16", 1, true},
		{small, "0.1,0.2,0.3,0.4", 1.5, true},
		{small, "1,1,1,1", 1000, true},
		{small, "1,1,1,1", 1.01, true},
		{small, "0.25,0.5,0.75,1", 1, true},
		{small, "1,1,2,1", 1000, false},
		{small, "1,17,1,1", 1, false},
		{small, "1,1,1,1", 999.999, false},
		{small, "1,1,1,1", 3.333, false},
		{large, "1,1,1,1", 1, true},
		{large, "1,1,1,1", 1000, true},
		{huge, "1,1,1,16", 16, true},
		{huge, "1,1,1,16", 17, false},
		{huge, "1,1,1,1", 256, true},
		{huge, "1,1,1,1", 257, false},
	} {
		s := Solver{Heuristic: heuristics.Manhattan, Weight: c.weight}
		engine := flatEngine(t, s, search.Problem{
			Start: c.goal,
			Goal:  c.goal,
			Costs: costsOf(t, c.costs),
		})
		require.Equal(t, c.flat, engine != nil, "%+v", c)
	}
}

// A path that is too long for the table is no reason to give up: where the
// flat engine loses the goal for it, the plain one finds it.
func TestLongPathsAreNotLost(t *testing.T) {
	p := search.Problem{
		Start: boardOf(t, "3 0 6 8 9/7 2 5 4 1"),
		Goal:  goalOf(t, puzzle.BlankLast, 2, 5),
		Costs: costsOf(t, "200,200,200,199"),
	}
	for _, s := range []Solver{{Heuristic: heuristics.Misplaced, Greedy: true},
		{Heuristic: heuristics.Misplaced, Weight: 1000}} {
		solve(t, &s, p)
	}
	if searchtest.RaceDetector {
		return // the rest takes a million states
	}
	// Under zero, greedy search goes thousands of moves deep, and the flat engine
	// drops every way to this goal.
	deep := search.Problem{
		Start: boardOf(t, "0 8 2 7 6/4 5 1 9 3"),
		Goal:  p.Goal,
		Costs: costsOf(t, "16,16,16,15"),
	}
	s := Solver{Heuristic: heuristics.Zero, Greedy: true, Workers: 1}
	flat := flatEngine(t, s, deep)
	r := flat.run(t.Context(), search.NewWatch(t.Context(), search.Limits{}, nil), search.Limits{})
	require.Equal(t, search.Exhausted, r.Status, "the flat engine has lost the goal")
	if slow.Asked() { // takes another three seconds
		found := solve(t, &s, deep)
		require.Equal(t, r.Expanded, found.Discarded)
	}

	// On a small board, a search stands for the flat engine that loses the goal.
	small := search.Problem{
		Start: boardOf(t, "1 2 3/0 4 5"),
		Goal:  goalOf(t, puzzle.BlankLast, 2, 3),
	}
	loses := func(*rule) fastSearch { return losing{} }
	found, err := s.solve(t.Context(), small, search.Limits{}, loses)
	require.NoError(t, err)
	require.Equal(t, search.Solved, found.Status)
	require.EqualValues(t, 7, found.Discarded)
}

// losing is a search that ends without the goal after 7 expansions.
type losing struct{}

func (losing) run(context.Context, *search.Watch, search.Limits) search.Result {
	return search.Result{Status: search.Exhausted, Stats: search.Stats{Expanded: 7}}
}
