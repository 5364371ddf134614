package ga

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/idastar"
)

// Under a limit of states the whole of a run, each better plan and each
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
			r := solve(t, s, hard(t), search.Limits{Generated: 500_000})
			require.Equal(t, search.Solved, r.Status)
			require.LessOrEqual(t, r.Generated, uint64(500_000))
			require.GreaterOrEqual(t, len(r.Found), 2)
			if workers == 1 {
				want, reports = r, got
			}
			assert.Equal(t, want, r, "%s, %d workers", preset, workers)
			assert.Equal(t, reports, got, "%s, %d workers", preset, workers)
		}
	}
}

// A run under a small limit of states finds the plans that a run under a larger limit begins
// with. Only a generation for which the states do not suffice may find others.
func TestSmallLimitsBeginLargeRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes more than ten seconds under the race detector")
	}
	limits := []uint64{500_000, 1_500_000, 3_000_000}
	if !slow.Asked() {
		limits = limits[:1]
	}
	for _, preset := range []string{"pure", "memetic"} {
		s := &Solver{Settings: presetOf(preset), Heuristic: heuristics.LinearConflict, Seed: 3}
		var ends []uint64 // states after each generation of improvement
		s.Observer = func(p search.Progress) {
			if p.Plan == nil && p.Generation.Phase == 0 {
				ends = append(ends, p.Generated)
			}
		}
		large := solve(t, s, hard(t), search.Limits{Generated: 2 * limits[len(limits)-1]})
		whole := slices.Clone(ends)
		for _, limit := range limits {
			ends = nil
			small := solve(t, s, hard(t), search.Limits{Generated: limit})
			same := 0
			for same < len(ends) && ends[same] == whole[same] {
				same++
			}
			require.Greater(t, same, 2, "%s, %d", preset, limit)
			assert.Greater(t, ends[same-1], limit/3, "%s, %d: the first generations are the same", preset, limit)
			until := func(found []search.Found) (first []search.Found) {
				for _, f := range found {
					if f.Generated <= ends[same-1] {
						first = append(first, f)
					}
				}
				return first
			}
			assert.Greater(t, len(until(small.Found)), 2)
			assert.Equal(t, until(large.Found), until(small.Found), "%s, %d", preset, limit)
		}
	}
}

// As many improvers work at the same time as there are workers, up to the number of improvers.
func TestImproversWorkAtTheSameTime(t *testing.T) {
	for _, c := range []struct {
		preset        string
		workers, want int
	}{
		{"pure", 1, 1}, {"pure", 3, 3}, {"memetic", 4, 4}, {"memetic", 16, 16}, {"pure", 100, 16},
	} {
		ctx := &gathering{Context: t.Context(), want: c.want, met: make(chan struct{})}
		s := &Solver{Settings: presetOf(c.preset), Heuristic: heuristics.LinearConflict, Workers: c.workers}
		s.Observer = func(p search.Progress) {
			if p.Plan == nil && p.Generation.Phase == 0 {
				ctx.open.Store(true) // the improvers of the next generation meet
			}
		}
		r, err := s.Solve(ctx, hard(t), search.Limits{Generated: 400_000})
		require.NoError(t, err)
		assert.Equal(t, search.Solved, r.Status)
		assert.EqualValues(t, c.want, ctx.most.Load(), "%s, %d workers", c.preset, c.workers)
	}
}

// gathering is a context. Those who look at it while it is open wait until so many do.
type gathering struct {
	context.Context
	want                int
	open                atomic.Bool
	looks, inside, most atomic.Int64
	met                 chan struct{}
	once                sync.Once
}

func (g *gathering) Err() error {
	if !g.open.Load() || g.looks.Add(1) == 1 { // the first look is that of the archive search
		return nil
	}
	n := g.inside.Add(1)
	defer g.inside.Add(-1)
	for most := g.most.Load(); n > most && !g.most.CompareAndSwap(most, n); most = g.most.Load() {
	}
	if n >= int64(g.want) {
		g.once.Do(func() {
			<-time.After(20 * time.Millisecond) // for one more than there should be
			close(g.met)
		})
	}
	select {
	case <-g.met:
	case <-time.After(10 * time.Second):
		g.once.Do(func() { close(g.met) })
	}
	return nil
}

// The shortest plan is reported, and is the last one of Found, although improvement leaves out
// loops in another way than search.Shortcut. Paths on 2x2 have loops that overlap, because they go
// round in a ring of twelve boards.
func TestTheShortestPlanIsReported(t *testing.T) {
	settings := firstPlan()
	settings.Target = EndBoard
	settings.Improve = true
	settings.ImproveBy = ByArchive
	settings.Patience = 1
	settings.Population, settings.Generations, settings.Phases = 2, 3, 3
	goal := goalOf(t, puzzle.BlankLast, 2, 2)
	rng := puzzle.NewRand(4, 0)
	for seed := range uint64(300) {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		reported := 0
		s := &Solver{Settings: settings, Heuristic: heuristics.Misplaced, Seed: seed}
		s.Observer = func(p search.Progress) {
			if p.Plan != nil {
				reported = len(p.Plan)
			}
		}
		r := solve(t, s, p, search.Limits{})
		if r.Status != search.Solved || p.Start == goal {
			continue
		}
		require.Equal(t, len(r.Moves), reported, "%v, seed %d", p, seed)
		require.Equal(t, len(r.Moves), r.Found[len(r.Found)-1].Length, "%v, seed %d", p, seed)
	}
}

// A run without a limit of time or states ends when it gets no further; one
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
		{Auto, t.Context(), search.Limits{}, DefaultPatience},
		{Auto, t.Context(), search.Limits{Bytes: 1 << 30}, DefaultPatience},
		{Auto, t.Context(), search.Limits{Generated: 1}, 0},
		{Auto, timed, search.Limits{}, 0},
		{7, timed, search.Limits{Generated: 1}, 7},
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
		const far = 4_000_000 // states: the plan is as short as can be long before
		p := search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)}
		assert.Greater(t, solve(t, s, p, search.Limits{Generated: far}).Generated, uint64(far*0.99), name)
		s.Patience = DefaultPatience
		assert.Less(t, solve(t, s, p, search.Limits{Generated: far}).Generated, uint64(far/2), name)
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
	boards := 5
	if slow.Asked() {
		boards = 10
	}
	for i := range boards {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		s := &Solver{Settings: presetOf("memetic"), Heuristic: heuristics.LinearConflict, Seed: uint64(i)}
		r := solve(t, s, p, search.Limits{})
		best, err := (&idastar.Solver{Heuristic: heuristics.LinearConflict}).Solve(t.Context(), p, search.Limits{})
		require.NoError(t, err)
		require.GreaterOrEqual(t, r.Cost, best.Cost)
		if r.Cost == best.Cost {
			shortest++
		}
	}
	assert.GreaterOrEqual(t, shortest, boards-1)
}

// Large boards and those of unequal sides are solved line by line, whatever the
// goal.
func TestSubgoalsSolveLargeBoards(t *testing.T) {
	sizes := []puzzle.Size{{Rows: 2, Cols: 9}, {Rows: 7, Cols: 7}, {Rows: 8, Cols: 3}, {Rows: 10, Cols: 10}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for i, size := range sizes {
		goals := []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail}
		if !slow.Asked() {
			goals = goals[i%3 : i%3+1]
		}
		for _, name := range goals {
			goal := goalOf(t, name, size.Rows, size.Cols)
			s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Seed: 1}
			s.Improve = false
			p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(5, 0), goal), Goal: goal}
			assert.Equal(t, search.Solved, solve(t, s, p, search.Limits{}).Status, "%v, %s", size, name)
		}
	}
}

// Every generation names its subgoal: the two outer lines of 6x6 and the rest.
// Improvement has none, and neither has a board without subgoals.
func TestGenerationsTellTheirSubgoal(t *testing.T) {
	if testing.Short() {
		t.Skip("has no goroutines that TestAnySettingsGiveTheSameOnAnyCores lacks")
	}
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
	assert.Equal(t, search.Solved, solve(t, s, p, search.Limits{Generated: 3_000_000}).Status)
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
	seeds := uint64(5)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Seed: seed}
		e := start(t, s, search.Problem{Start: goal, Goal: goal})
		e.budget.states = 6_000_000
		o := e.run.tables.Objective(goal, wholeOf(goal).cells(12), line, nil)
		way, ok := e.evolveTo(o, o.Crop(tiles))
		assert.True(t, ok, "%s after %d states", e.stop, e.stats.Generated)
		assert.NotEmpty(t, way)
	}
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

// A panic of an improver reaches the caller, who can recover from it.
func TestPanicOfABreeder(t *testing.T) {
	for _, workers := range []int{1, 4} {
		ctx := &panicking{Context: t.Context()}
		s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Workers: workers}
		s.Observer = func(p search.Progress) {
			if p.Plan == nil && p.Generation.Phase == 0 {
				ctx.armed.Store(true)
			}
		}
		assert.PanicsWithValue(t, "a fault", func() { s.Solve(ctx, hard(t), search.Limits{Generated: 1_000_000}) })
	}
}

// panicking is a context. Once it is armed, the second look at it and all later ones panic. The
// first look is that of the archive search.
type panicking struct {
	context.Context
	armed atomic.Bool
	looks atomic.Int64
}

func (p *panicking) Err() error {
	if p.armed.Load() && p.looks.Add(1) > 1 {
		panic("a fault")
	}
	return nil
}
