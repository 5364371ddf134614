package ga

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

var boards = flag.Int("boards", 100, "random boards of 3x3 to solve")

// hard is a problem 80 moves from its goal.
func hard(t testing.TB) search.Problem {
	t.Helper()
	start := boardOf(t, "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
	return search.Problem{Start: start, Goal: goalOf(t, puzzle.BlankLast, 4, 4)}
}

func solve(t testing.TB, s *Solver, p search.Problem, lim search.Limits) search.Result {
	t.Helper()
	r, err := s.Solve(context.Background(), p, lim)
	require.NoError(t, err)
	return r
}

// solveAll solves uniformly random boards of a size and returns how many were
// not solved.
func solveAll(t testing.TB, size puzzle.Size, n int) (unsolved int) {
	if searchtest.RaceDetector {
		n = max(n/10, 1)
	}
	goal := goalOf(t, puzzle.BlankLast, size.Rows, size.Cols)
	rng := puzzle.NewRand(2015, 0)
	for i := range n {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Seed: uint64(i)}
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		if r := solve(t, s, p, search.Limits{}); r.Status != search.Solved {
			assert.Equal(t, search.Exhausted, r.Status)
			unsolved++
		}
	}
	return unsolved
}

// The study solved 99 of 100 boards of 3x3 with population 200, 500
// generations, 5 phases and linear conflict. With -boards 1000 this is the
// whole of the project's own claim.
func TestSolvesRandomBoardsOf3x3(t *testing.T) {
	unsolved := solveAll(t, puzzle.Size{Rows: 3, Cols: 3}, *boards)
	assert.LessOrEqual(t, unsolved, *boards/1000)
}

func TestSolvesRandomBoardsOfOtherSizes(t *testing.T) {
	for _, size := range []puzzle.Size{
		{Rows: 1, Cols: 2}, {Rows: 1, Cols: 6}, {Rows: 6, Cols: 1}, {Rows: 1, Cols: 16}, {Rows: 2, Cols: 2},
		{Rows: 3, Cols: 2},
		{Rows: 2, Cols: 5}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 3}, {Rows: 2, Cols: 7}, {Rows: 4, Cols: 4},
	} {
		t.Run(size.String(), func(t *testing.T) {
			assert.Zero(t, solveAll(t, size, 3))
		})
	}
}

// Every heuristic, goal and setting gives a legal plan or a status, within
// the budget of generations.
func TestAnySettingsEndWell(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings"), Seed: rapid.Uint64().Draw(t, "seed")}
		s.Heuristic = rapid.SampledFrom(every).Draw(t, "heuristic")
		p := problem(maxRest+1).Draw(t, "problem")
		suitable(s)
		generations, phase, shortest := 0, 0, 0
		s.Observer = func(q search.Progress) {
			switch {
			case q.Plan != nil:
				require.True(t, shortest == 0 || len(q.Plan) < shortest)
				shortest = len(q.Plan)
				require.Equal(t, shortest, q.Length)
				require.LessOrEqual(t, q.Bound, puzzle.Cost(shortest))
				end, err := p.Start.Replay(q.Plan)
				require.NoError(t, err)
				require.Equal(t, p.Goal, end)
			case q.Generation.Phase == 0: // a round of improvement
				require.Positive(t, shortest)
				require.Equal(t, shortest, q.Length)
			case q.Generation.Phase != phase:
				require.Greater(t, q.Generation.Phase, phase)
				require.Zero(t, q.Generation.Number)
				phase = q.Generation.Phase
			default:
				generations++
			}
		}
		r, err := s.Solve(context.Background(), p, search.Limits{})
		require.NoError(t, err)
		switch r.Status {
		case search.Exhausted:
			require.Zero(t, shortest)
			require.GreaterOrEqual(t, phase, s.Phases)
			unseen := phase // generations that reach a subgoal are not reported
			if s.Subgoals == search.NoSubgoals {
				unseen = 0
			}
			require.LessOrEqual(t, r.Evaluated, uint64((generations+phase+unseen)*s.Islands*s.Population))
			if s.Subgoals == search.NoSubgoals {
				require.Equal(t, s.Phases*s.Generations, generations)
			}
		case search.Solved: // replayed by search.Finish
			require.Len(t, r.Moves, shortest)
			require.LessOrEqual(t, r.LowerBound, r.Cost)
			onePlan := !s.Improve || s.ImproveBy != ByRestarts
			if s.Subgoals == search.NoSubgoals && s.Target == BestBoard &&
				s.Control != WeightedAStar && onePlan {
				require.Less(t, generations, s.Phases*s.Generations)
			}
		default:
			require.Fail(t, string(r.Status))
		}
	})
}

// suitable changes the heuristic of a solver that would need more than a moment with it.
func suitable(s *Solver) {
	if s.Control == WeightedAStar {
		s.Heuristic = heuristics.LinearConflict
	}
}

func TestPhasesWithoutStagnation(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Misplaced}
	s.Population, s.Generations, s.Phases, s.Stagnation = 10, 7, 4, 0
	var got []string
	s.Observer = func(p search.Progress) {
		if p.Generation.Number == 7 {
			got = append(got, fmt.Sprintf("phase %d, %d evaluated", p.Generation.Phase, p.Evaluated))
		}
	}
	s.Crossover, s.Mutation = 0.4, 0.6 // five winners have two children by crossover, and three mutants
	require.Equal(t, search.Exhausted, solve(t, s, hard(t), search.Limits{}).Status)
	assert.Equal(t, []string{
		"phase 1, 45 evaluated", "phase 2, 90 evaluated", "phase 3, 135 evaluated", "phase 4, 180 evaluated",
	}, got)
}

// In mode continue a phase starts from where the last one got to, in mode
// restart from the problem's start.
func TestPhaseModes(t *testing.T) {
	for _, mode := range []string{Continue, Restart} {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan}
		s.PhaseMode, s.Generations, s.Stagnation, s.Phases = mode, 10, 0, 3
		s.Genes = 5
		var lengths, reached []int
		s.Observer = func(p search.Progress) {
			lengths = append(lengths, p.Generation.BestLength)
			if p.Generation.Number == 0 {
				reached = append(reached, int(p.Generation.Population.Best()))
			}
		}
		require.Equal(t, search.Exhausted, solve(t, s, hard(t), search.Limits{}).Status)
		if mode == Continue {
			assert.Greater(t, slices.Max(lengths), 15)
			assert.Less(t, reached[2], reached[0]-5000, "the last phase began nearer to the goal")
		} else {
			assert.LessOrEqual(t, slices.Max(lengths), 10)
			assert.InDelta(t, reached[0], reached[2], 5000)
		}
	}
}

// Where nothing is nearer than anything else, phases go on from each other for
// a while and then from the start again, past the boards on record.
func TestPhasesInVainStartAgain(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Zero}
	s.Population, s.Generations, s.Phases, s.Stagnation, s.Greed = 10, 20, 5, 1, 1
	first, last := map[int]int{}, map[int]int{} // best length of each phase
	s.Observer = func(p search.Progress) {
		if p.Generation.Number == 0 {
			first[p.Generation.Phase] = p.Generation.BestLength
		}
		last[p.Generation.Phase] = p.Generation.BestLength
	}
	require.Equal(t, search.Exhausted, solve(t, s, hard(t), search.Limits{}).Status)
	require.Len(t, first, 100)
	for phase := 2; phase <= len(first); phase++ {
		if phase%maxUnimproved == 1 {
			// Both neighbours of the start are on record by phase 61.
			assert.LessOrEqual(t, first[phase], 2, "phase %d", phase)
		} else {
			// Under zero the best plan is the shortest: one move.
			assert.Equal(t, last[phase-1]+1, first[phase], "phase %d", phase)
		}
	}
	assert.Greater(t, last[maxUnimproved], 10)
}

func TestGenerationReport(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Workers: 2}
	s.Population, s.Phases = 200, 1
	before, bestBefore := search.Progress{}, int64(0)
	reports := 0
	s.Observer = func(p search.Progress) {
		if p.Plan != nil {
			return
		}
		g, of := p.Generation, p.Generation.Population
		best := of.Best()
		reports++
		assert.LessOrEqual(t, best, of.Median())
		assert.LessOrEqual(t, float64(best), of.Mean())
		assert.True(t, of.Diversity() > 0 && of.Diversity() <= 1)
		assert.Positive(t, g.BestLength)
		if g.Number > 0 {
			assert.Equal(t, before.Generation.Number+1, g.Number)
			assert.LessOrEqual(t, best, bestBefore)
			assert.EqualValues(t, 100, p.Evaluated-before.Evaluated)
		}
		assert.Greater(t, p.Generated, before.Generated)
		before, bestBefore = p, best
	}
	solve(t, s, hard(t), search.Limits{})
	assert.Greater(t, reports, 10)
}

func TestGenerationStatistics(t *testing.T) {
	r := start(t, &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan}, hard(t))
	var got search.Generation
	r.run.solver.Observer = func(p search.Progress) { got = *p.Generation }
	r.position.observed = true
	var members eaopt.Individuals
	for _, c := range []score{
		{fitness: 3, moves: 8, board: 1},
		{fitness: 5, board: 2},
		{fitness: 7, board: 1},
		{fitness: 11, board: 3},
	} {
		members = append(members, eaopt.Individual{Genome: &Chromosome{score: c}})
	}
	r.report(&eaopt.GA{
		Generations: 6,
		HallOfFame:  members[:1],
		Populations: eaopt.Populations{{Individuals: members}},
	})
	of := got.Population
	assert.Equal(t, []int64{3, 5}, []int64{of.Best(), of.Median()})
	assert.Equal(t, []float64{6.5, 0.75}, []float64{of.Mean(), of.Diversity()})
	assert.Equal(t, search.Generation{Number: 6, BestLength: 8, Population: of}, got)
}

func TestSameSeedSameResult(t *testing.T) {
	far := search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)}
	solver := func(workers int) *Solver {
		return &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Seed: 7, Workers: workers}
	}
	for lim, p := range map[search.Limits]search.Problem{{}: far, {Generated: 123_456}: hard(t)} {
		var reports, again []search.Progress
		one := solver(1)
		one.Observer = func(p search.Progress) { reports = append(reports, kept(p)) }
		want := solve(t, one, p, lim)
		for _, workers := range []int{0, 2, 4, 1000} {
			for _, cores := range []int{1, 4} {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
				many := solver(workers)
				again = nil
				many.Observer = func(p search.Progress) { again = append(again, kept(p)) }
				assert.Equal(t, want, solve(t, many, p, lim), "%d workers on %d cores", workers, cores)
				assert.Equal(t, reports, again)
			}
		}
	}
	other := solver(1)
	other.Seed = 8
	assert.NotEqual(t, solve(t, solver(1), far, search.Limits{}), solve(t, other, far, search.Limits{}))
}

// Every heuristic solves a large board, with subgoals if it can be restricted to their tiles.
func TestHeuristicsOnLargeBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("has no goroutines that TestAnySettingsGiveTheSameOnAnyCores lacks")
	}
	goal := goalOf(t, puzzle.BlankLast, 6, 6)
	p := search.Problem{Start: puzzle.Walk(puzzle.NewRand(5, 0), goal, 60), Goal: goal}
	for _, h := range every {
		subgoals := 0
		s := &Solver{Settings: presetOf("memetic"), Heuristic: h, Seed: 1}
		s.Observer = func(q search.Progress) { subgoals = max(subgoals, q.Generation.Subgoal) }
		r := solve(t, s, p, search.Limits{Generated: 1_000_000})
		assert.Equal(t, h != heuristics.Zero, r.Status == search.Solved, h.Name())
		assert.Equal(t, heuristics.Restrictable(h), subgoals > 0, h.Name())
		used := h.Name()
		if subgoals == 0 {
			used += " without subgoals"
		}
		assert.Equal(t, used, s.HeuristicUsed(h, goal.Size()))
		assert.Equal(t, h.Name(), s.HeuristicUsed(h, puzzle.Size{Rows: 5, Cols: 5}))
	}
}

// Whatever the settings, the result is the same on any number of cores, and the limit is kept.
func TestAnySettingsGiveTheSameOnAnyCores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(maxRest+1).Draw(t, "problem")
		s := Solver{Settings: settings().Draw(t, "settings"), Seed: rapid.Uint64().Draw(t, "seed")}
		s.Heuristic = rapid.SampledFrom(every).Draw(t, "heuristic")
		suitable(&s)
		lim := search.Limits{Generated: rapid.Uint64Range(1, 50_000).Draw(t, "limit")}
		var results [2]search.Result
		var reports [2][]search.Progress
		for i, workers := range []int{1, 3} {
			again := s
			again.Workers = workers
			again.Observer = func(p search.Progress) { reports[i] = append(reports[i], kept(p)) }
			r, err := again.Solve(context.Background(), p, lim)
			require.NoError(t, err)
			require.LessOrEqual(t, r.Generated, lim.Generated)
			results[i] = r
		}
		require.Equal(t, results[0], results[1])
		require.Equal(t, reports[0], reports[1])
	})
}

// The largest board has more cells than a byte has names for.
func TestLargestBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector, and starts no goroutines that others do not")
	}
	goals := []string{puzzle.Snail, puzzle.BlankLast, puzzle.BlankFirst}
	if !slow.Asked() {
		goals = goals[:1]
	}
	for _, name := range goals {
		goal := goalOf(t, name, puzzle.MaxSide, puzzle.MaxSide)
		p := search.Problem{Start: puzzle.Walk(puzzle.NewRand(9, 0), goal, 200), Goal: goal}
		s := &Solver{Settings: presetOf("memetic"), Heuristic: heuristics.LinearConflict, Seed: 1}
		assert.Equal(t, search.Solved, solve(t, s, p, search.Limits{Generated: 20_000_000}).Status, name)
	}
}

// A limit of states cuts the same run short, before the first plan for which it does not suffice.
func TestLimitOfStates(t *testing.T) {
	p := search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)}
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Workers: 3}
	whole := solve(t, s, p, search.Limits{})
	require.Equal(t, search.Solved, whole.Status)
	longest := uint64(4 * s.Genes)
	for _, limit := range []uint64{1, 49, 50, 51, 2499, 2500, 2501, whole.Generated / 2, whole.Generated - 1} {
		r := solve(t, s, p, search.Limits{Generated: limit})
		assert.Equal(t, search.NodeLimit, r.Status)
		assert.LessOrEqual(t, r.Generated, limit)
		assert.Greater(t, r.Generated+longest, limit)
		assert.Empty(t, r.Moves)
		assert.Equal(t, whole.LowerBound, r.LowerBound)
	}
	assert.Equal(t, whole, solve(t, s, p, search.Limits{Generated: whole.Generated + longest}))
}

func TestMemoryLimit(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict}
	held, genes := solve(t, s, hard(t), search.Limits{}).Bytes, uint64((s.Population+2)*2*s.Genes*8)
	assert.Greater(t, held, genes)
	assert.Equal(t, search.Solved, solve(t, s, hard(t), search.Limits{Bytes: held}).Status)

	r := solve(t, s, hard(t), search.Limits{Bytes: genes})
	assert.Equal(t, search.MemoryLimit, r.Status)
	assert.Zero(t, r.Evaluated)
	assert.Zero(t, r.Bytes)

	// The record and the plan grow while the run goes on.
	r = solve(t, s, hard(t), search.Limits{Bytes: held - 1})
	assert.Equal(t, search.MemoryLimit, r.Status)
	assert.Positive(t, r.Evaluated)

	s.Population = int(rowOf("population").High)
	s.Genes = maxGenes
	assert.Equal(t, search.MemoryLimit, solve(t, s, hard(t), search.Limits{Bytes: 1 << 30}).Status)
}

// countdown is a context that is cancelled after so many looks at it.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancelledWithinAGeneration(t *testing.T) {
	for _, workers := range []int{1, 4} {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Workers: workers}
		s.Population, s.Generations = 20000, 2
		s.Observer = func(search.Progress) { t.Error("a generation was completed") }
		ctx := &countdown{Context: context.Background()}
		const looks = 20 // behind those while the first population is drawn
		_, most := s.Lengths(hard(t).Start.Size())
		ctx.left.Store(int64(s.Population/(pollEvery/most) + looks))
		r, err := s.Solve(ctx, hard(t), search.Limits{})
		require.NoError(t, err)
		assert.Equal(t, search.Cancelled, r.Status)
		assert.Empty(t, r.Moves)
		assert.Positive(t, r.LowerBound)
		assert.Positive(t, r.Evaluated)
		assert.LessOrEqual(t, r.Evaluated, uint64(looks*pollEvery/overhead))
	}
}

func TestInterrupted(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, stop := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer stop()
	for want, ctx := range map[search.Status]context.Context{search.Cancelled: cancelled, search.TimeLimit: late} {
		r, err := s.Solve(ctx, hard(t), search.Limits{})
		require.NoError(t, err)
		assert.Equal(t, want, r.Status)
		assert.Zero(t, r.Evaluated)
	}

	ctx, cancel := context.WithCancel(context.Background())
	var seen search.Progress
	s.Observer = func(p search.Progress) {
		if seen = p; p.Generation.Number == 3 {
			cancel()
		}
	}
	r, err := s.Solve(ctx, hard(t), search.Limits{})
	require.NoError(t, err)
	assert.Equal(t, search.Cancelled, r.Status)
	assert.Equal(t, 3, seen.Generation.Number)
	assert.GreaterOrEqual(t, r.Evaluated, seen.Evaluated)
}

func TestSettledWithoutEvolution(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict}
	s.Observer = func(search.Progress) { t.Error("evolved") }
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 2}, {Rows: 1, Cols: 5}, {Rows: 2, Cols: 2}, {Rows: 4, Cols: 4}} {
		goal := goalOf(t, puzzle.BlankLast, size.Rows, size.Cols)
		assert.Equal(t, search.Result{Status: search.Solved, Optimal: true},
			solve(t, s, search.Problem{Start: goal, Goal: goal}, search.Limits{}))
	}
	for _, text := range []string{"1 2 3/4 5 6/8 7 0", "2 1/3 0", "2/1/0", "1 2/3 4/6 5/7 0"} {
		start := boardOf(t, text)
		goal := goalOf(t, puzzle.BlankLast, start.Size().Rows, start.Size().Cols)
		assert.Equal(t, search.Result{Status: search.Unsolvable},
			solve(t, s, search.Problem{Start: start, Goal: goal}, search.Limits{}))
	}
}

// Optimality is claimed where the plan meets the bound of an admissible
// heuristic at the start, and nowhere else.
func TestClaimsOptimalityByTheBoundOnly(t *testing.T) {
	p := search.Problem{Start: boardOf(t, "1 2 3/4 5 6/0 7 8"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)}
	for _, c := range []struct {
		heuristic heuristics.Heuristic
		bound     puzzle.Cost
	}{
		{heuristics.Manhattan, 2}, {heuristics.LinearConflict, 2}, {heuristics.Misplaced, 2},
		{heuristics.OutOfRowColumn, 2}, {heuristics.Zero, 0},
		{heuristics.LinearConflictPairs, 0}, // 2, but not admissible
	} {
		s := &Solver{Settings: firstPlan(), Heuristic: c.heuristic}
		s.Genes = 2
		r := solve(t, s, p, search.Limits{})
		require.Equal(t, search.Solved, r.Status)
		assert.Len(t, r.Moves, 2, c.heuristic.Name())
		assert.Equal(t, c.bound, r.LowerBound, c.heuristic.Name())
		assert.Equal(t, c.bound == 2, r.Optimal, c.heuristic.Name())
	}
}

func TestErrors(t *testing.T) {
	ctx := context.Background()
	costs, err := puzzle.ParseCosts("0.1,0.2,0.3,0.4")
	require.NoError(t, err)
	p := hard(t)
	for _, c := range []struct {
		want   string
		change func(*Solver, *search.Problem)
	}{
		{
			`ga: population "1": expected a whole number from 2 to 1048576`,
			func(s *Solver, _ *search.Problem) { s.Population = 1 },
		},
		{
			"ga: no heuristic; expected one, such as manhattan",
			func(s *Solver, _ *search.Problem) { s.Heuristic = nil },
		},
		{
			"ga: -1 workers; expected 1 or more, or 0 for one a core",
			func(s *Solver, _ *search.Problem) { s.Workers = -1 },
		},
		{"ga: " + search.ErrUnitCosts.Error(), func(_ *Solver, p *search.Problem) { p.Costs = costs }},
		{"search: the problem lacks a board", func(_ *Solver, p *search.Problem) { p.Start = puzzle.Board{} }},
		{
			"search: the board is 4x4, its goal 3x3",
			func(_ *Solver, p *search.Problem) { p.Goal = goalOf(t, puzzle.BlankLast, 3, 3) },
		},
	} {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan}
		q := p
		c.change(s, &q)
		r, err := s.Solve(ctx, q, search.Limits{})
		assert.EqualError(t, err, c.want)
		assert.Equal(t, search.Result{}, r)
	}
	p.Costs = costs
	_, err = (&Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan}).Solve(ctx, p, search.Limits{})
	assert.ErrorIs(t, err, search.ErrUnitCosts)
}

func BenchmarkSolve(b *testing.B) {
	for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 2, Cols: 7}} {
		b.Run(size.String(), func(b *testing.B) {
			goal := goalOf(b, puzzle.BlankLast, size.Rows, size.Cols)
			rng := puzzle.NewRand(1, 0)
			var evaluated, decoded uint64
			for i := range b.N {
				s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict, Seed: uint64(i)}
				r := solve(b, s, search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}, search.Limits{})
				evaluated, decoded = evaluated+r.Evaluated, decoded+r.Generated
			}
			b.ReportMetric(float64(evaluated)/float64(b.N), "plans/op")
			b.ReportMetric(float64(decoded)/b.Elapsed().Seconds(), "genes/s")
		})
	}
}

// BenchmarkPresets tells how many states a second whole runs of one thread generate, with
// plans of up to so many genes.
func BenchmarkPresets(b *testing.B) {
	for _, preset := range PresetNames() {
		for side := 3; side <= 5; side++ {
			for _, genes := range []int{50, 200} {
				b.Run(fmt.Sprintf("%s/%dx%d/%d", preset, side, side, genes), func(b *testing.B) {
					goal := goalOf(b, puzzle.BlankLast, side, side)
					rng := puzzle.NewRand(1, 0)
					var generated uint64
					for i := range b.N {
						s := &Solver{Settings: presetOf(preset), Heuristic: heuristics.LinearConflict}
						s.Seed, s.Workers = uint64(i), 1
						s.Genes = genes
						p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
						r, err := s.Solve(context.Background(), p, search.Limits{Generated: 2_000_000})
						require.NoError(b, err)
						generated += r.Generated
					}
					b.ReportMetric(float64(generated)/b.Elapsed().Seconds(), "states/s")
				})
			}
		}
	}
}

// The preset study draws chromosomes that are long enough for boards that are not square: a board
// of one row, and one whose plan needs more moves than 100.
func TestStudySolvesBoardsThatAreNotSquare(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 1, Cols: 6}, {Rows: 6, Cols: 1}, {Rows: 2, Cols: 4}, {Rows: 4, Cols: 2}} {
		goal, err := puzzle.Goal(puzzle.BlankLast, size)
		require.NoError(t, err)
		start := puzzle.Walk(puzzle.NewRand(3, 0), goal, 12)
		if min(size.Rows, size.Cols) == 1 {
			start, err = puzzle.Goal(puzzle.BlankFirst, size)
			require.NoError(t, err)
		}
		s := &Solver{Settings: presetOf("study"), Heuristic: heuristics.Manhattan, Seed: 1}
		r := solve(t, s, search.Problem{Start: start, Goal: goal}, search.Limits{})
		assert.Equal(t, search.Solved, r.Status, "%v", size)
	}
}
