package ga

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
)

// Under a budget of evaluations the whole of a run, each better plan and each
// report included, is the same on any number of cores.
func TestImprovementIsTheSameOnAnyCores(t *testing.T) {
	several := []int{1, 2, 5}
	if testing.Short() {
		several = []int{1, 5}
	}
	for _, preset := range []string{"pure", "memetic"} {
		var want search.Result
		var reports []search.Progress
		for _, workers := range several {
			settings := presetOf(preset)
			var got []search.Progress
			s := &Solver{Settings: settings, Heuristic: heuristics.LinearConflict, Seed: 3, Workers: workers}
			s.Observer = func(p search.Progress) { got = append(got, kept(p)) }
			r := solve(t, s, hard(t), search.Limits{Expanded: 200_000})
			require.Equal(t, search.Solved, r.Status)
			require.LessOrEqual(t, r.Evaluated, uint64(200_000))
			require.GreaterOrEqual(t, len(r.Found), 2)
			if workers == 1 {
				want, reports = r, got
			}
			assert.Equal(t, want, r, "%s, %d workers", preset, workers)
			assert.Equal(t, reports, got, "%s, %d workers", preset, workers)
		}
	}
}

// A run without a limit of time or evaluations ends when it gets no further; one
// with such a limit does not.
func TestPatience(t *testing.T) {
	timed, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for _, c := range []struct {
		patience int
		ctx      context.Context
		limits   search.Limits
		want     int
	}{
		{Auto, t.Context(), search.Limits{}, 10},
		{Auto, t.Context(), search.Limits{Bytes: 1 << 30}, 10},
		{Auto, t.Context(), search.Limits{Expanded: 1}, 0},
		{Auto, timed, search.Limits{}, 0},
		{7, timed, search.Limits{Expanded: 1}, 7},
		{0, t.Context(), search.Limits{}, 0},
	} {
		s := Default()
		s.Patience = c.patience
		r := &run{solver: &Solver{Settings: s}, ctx: c.ctx, limits: c.limits}
		assert.Equal(t, c.want, r.patience(), c)
	}

	if testing.Short() {
		return
	}
	for _, name := range []string{"pure", "memetic"} {
		settings := presetOf(name)
		s := &Solver{Settings: settings, Heuristic: heuristics.LinearConflict, Seed: 1}
		const far = 400_000 // evaluations: the plan is as short as can be long before
		p := search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)}
		assert.Greater(t, solve(t, s, p, search.Limits{Expanded: far}).Evaluated, uint64(far-offspring), name)
		s.Patience = DefaultPatience
		assert.Less(t, solve(t, s, p, search.Limits{Expanded: far}).Evaluated, uint64(far/2), name)
	}
}

// With the default settings the plans of random boards of 3x3 come out as short
// as can be, nearly all of them.
func TestPlansComeOutShort(t *testing.T) {
	if testing.Short() {
		t.Skip("evolves plans for ten boards to their ends")
	}
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	rng := puzzle.NewRand(2016, 0)
	shortest := 0
	for i := range 10 {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		s := &Solver{Settings: Default(), Heuristic: heuristics.LinearConflict, Seed: uint64(i)}
		r := solve(t, s, p, search.Limits{})
		best, err := (&idastar.Solver{Heuristic: heuristics.LinearConflict}).Solve(t.Context(), p, search.Limits{})
		require.NoError(t, err)
		require.GreaterOrEqual(t, r.Cost, best.Cost)
		if r.Cost == best.Cost {
			shortest++
		}
	}
	assert.GreaterOrEqual(t, shortest, 9)
}

// Large boards and those of unequal sides are solved line by line, whatever the
// goal.
func TestSubgoalsSolveLargeBoards(t *testing.T) {
	sizes := []puzzle.Size{{Rows: 2, Cols: 9}, {Rows: 7, Cols: 7}, {Rows: 8, Cols: 3}, {Rows: 10, Cols: 10}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		for _, name := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			goal := goalOf(t, name, size.Rows, size.Cols)
			s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Seed: 1}
			s.Improve = false
			p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(5, 0), goal), Goal: goal}
			assert.Equal(t, search.Solved, solve(t, s, p, search.Limits{}).Status, "%v, %s", size, name)
		}
	}
}

// Every generation names its subgoal: the two outer lines of 6x6 and the core.
// Improvement has none, and neither has a board solved in one stage.
func TestGenerationsTellTheirSubgoal(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 6, 6)
	s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Seed: 1}
	last, most := search.Generation{}, 0
	s.Observer = func(p search.Progress) {
		g := *p.Generation
		switch {
		case g.Phase == 0:
			assert.Zero(t, g.Subgoal)
		case g.Phase == last.Phase:
			assert.Equal(t, last.Subgoal, g.Subgoal)
		default:
			assert.GreaterOrEqual(t, g.Subgoal, max(last.Subgoal, 1))
		}
		most = max(most, g.Subgoal)
		last = g
	}
	p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(5, 0), goal), Goal: goal}
	assert.Equal(t, search.Solved, solve(t, s, p, search.Limits{Expanded: 300_000}).Status)
	assert.Equal(t, 3, most)
	assert.Zero(t, last.Phase, "improvement has not been reached")

	s.Observer = func(p search.Progress) { assert.Zero(t, p.Generation.Subgoal) }
	s.Improve = false
	solve(t, s, hard(t), search.Limits{})
}

// Of the two tiles that complete a line one stands in its place, and the blank
// with it: it leaves it for the other, however far that is.
func TestFetchesTheOtherTileFromAfar(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 12, 12)
	tiles := goal.Tiles()
	line := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	const missing, afar, corner, blank = 10, 10*12 + 1, 11, 143
	tiles[missing], tiles[afar] = tiles[afar], tiles[missing]
	tiles[corner+12], tiles[blank] = tiles[blank], tiles[corner+12]
	for seed := range uint64(5) {
		s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Seed: seed}
		e := start(t, s, search.Problem{Start: goal, Goal: goal})
		e.quota = 100_000
		o := e.run.tables.objective(goal, wholeOf(goal), line)
		way, ok := e.runStage(o, o.crop(tiles))
		assert.True(t, ok, "%s after %d evaluations", e.stop, e.stats.Evaluated)
		assert.NotEmpty(t, way)
	}
}

// A shortest way in the graph of some plans has the ends of each, is at most as
// long as any, and passes through no board that none of them passes through.
func TestStateGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(4).Draw(t, "problem")
		a := newBoardTables(p.Start.Size(), puzzle.Order{}, 0)
		blank := blankOf(p.Start.Tiles())
		first := a.decoding.plan(blank, genes(60).Draw(t, "genes"))
		plans := [][]puzzle.Move{first}
		known := map[puzzle.Board]bool{}
		end, err := p.Start.Replay(first)
		require.NoError(t, err)
		for range rapid.IntRange(0, 3).Draw(t, "others") {
			// Another way to the same board: there, back, and on as before.
			detour := a.decoding.plan(blank, genes(20).Draw(t, "detour"))
			var back []puzzle.Move
			for i := len(detour) - 1; i >= 0; i-- {
				back = append(back, detour[i].Opposite())
			}
			plans = append(plans, append(append(append([]puzzle.Move(nil), detour...), back...), first...))
		}
		for _, plan := range plans {
			for i := range len(plan) + 1 {
				b, err := p.Start.Replay(plan[:i])
				require.NoError(t, err)
				known[b] = true
			}
		}
		way := a.shortest(p.Start.Tiles(), plans...)
		require.LessOrEqual(t, len(way), len(first))
		for i := range len(way) + 1 {
			b, err := p.Start.Replay(way[:i])
			require.NoError(t, err)
			require.True(t, known[b])
			require.Equal(t, i == len(way), b == end, "it ends where it gets there first")
		}
	})
}

// What is left of a region without its next line holds the goal's blank, and has
// two rows and columns at least.
func TestRegionKeepsTheBlank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := puzzle.Size{Rows: rapid.IntRange(2, 16).Draw(t, "rows"), Cols: rapid.IntRange(2, 16).Draw(t, "cols")}
		blank := rapid.IntRange(0, size.Cells()-1).Draw(t, "blank")
		f := region{rows: size.Rows, cols: size.Cols}
		for max(f.rows, f.cols) > 3 {
			rest, line := f.withoutLine(size, blank)
			require.Equal(t, f.rows*f.cols, rest.rows*rest.cols+len(line))
			row, col := blank/size.Cols, blank%size.Cols
			require.True(t, row >= rest.top && row < rest.top+rest.rows)
			require.True(t, col >= rest.left && col < rest.left+rest.cols)
			require.GreaterOrEqual(t, min(rest.rows, rest.cols), 2)
			f = rest
		}
	})
}
