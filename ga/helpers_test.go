package ga

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/internal/random"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/decode"
)

// TestMain makes small populations worth several workers.
func TestMain(m *testing.M) {
	workerGenes = 2048
	os.Exit(m.Run())
}

// The heuristics by structure.
var (
	sums = []heuristics.Heuristic{
		heuristics.Zero, heuristics.Misplaced, heuristics.Manhattan, heuristics.OutOfRowColumn,
	}
	conflicts = []heuristics.Heuristic{heuristics.LinearConflict, heuristics.LinearConflictPairs}
	others    = []heuristics.Heuristic{
		heuristics.Euclidean, heuristics.MaxSort, heuristics.Max(heuristics.MaxSort, heuristics.Manhattan),
	}
	every = slices.Concat(sums, conflicts, others)
)

// controls are the values of the setting control.
var controls = Table[len(Table)-1].Words

// presetOf returns a built-in preset.
func presetOf(name string) Settings {
	s, err := Preset(name)
	if err != nil {
		panic(err)
	}
	return s
}

// firstPlan is pure without what comes after the first plan, and without
// subgoals.
func firstPlan() Settings {
	s := presetOf("pure")
	s.Improve, s.Subgoals = false, search.NoSubgoals
	return s
}

func goalOf(t testing.TB, name string, rows, cols int) puzzle.Board {
	t.Helper()
	goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

func boardOf(t testing.TB, text string) puzzle.Board {
	t.Helper()
	b, err := puzzle.Parse(text, puzzle.Size{})
	require.NoError(t, err)
	return b
}

// problem draws a solvable problem of up to so many rows and columns.
func problem(side int) *rapid.Generator[search.Problem] {
	return rapid.Custom(func(t *rapid.T) search.Problem {
		size := puzzle.Size{Rows: rapid.IntRange(1, side).Draw(t, "rows")}
		size.Cols = rapid.IntRange(max(1, 3-size.Rows), side).Draw(t, "cols")
		name := rapid.SampledFrom([]string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail}).Draw(t, "goal")
		goal, err := puzzle.Goal(name, size)
		if err != nil {
			t.Fatal(err)
		}
		rng := puzzle.NewRand(rapid.Uint64().Draw(t, "seed"), 0)
		return search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
	})
}

// genes draws a chromosome of genes of 32 bits, bounds of their ranges included.
func genes(most int) *rapid.Generator[[]float64] {
	const unit = 1 << 32
	bounds := []uint32{0, unit - 1}
	for _, ends := range decode.BoundsOf(1) {
		for _, end := range ends {
			if end < 1 {
				bounds = append(bounds, uint32(end*unit), uint32(end*unit)-1)
			}
		}
	}
	gene := rapid.OneOf(rapid.Uint32(), rapid.SampledFrom(bounds))
	return rapid.SliceOfN(rapid.Map(gene, func(x uint32) float64 { return float64(x) / unit }), 1, most)
}

// settings draws settings of small runs.
func settings() *rapid.Generator[Settings] {
	return rapid.Custom(func(t *rapid.T) Settings {
		s := firstPlan()
		s.Population = rapid.IntRange(2, 60).Draw(t, "population")
		s.Generations = rapid.IntRange(1, 20).Draw(t, "generations")
		s.Phases = rapid.IntRange(1, 3).Draw(t, "phases")
		s.PhaseMode = rapid.SampledFrom([]string{Continue, Restart}).Draw(t, "phase mode")
		s.Stagnation = rapid.IntRange(0, 5).Draw(t, "stagnation")
		s.Record = rapid.Bool().Draw(t, "record")
		s.Target = rapid.SampledFrom([]string{BestBoard, EndBoard}).Draw(t, "target")
		s.Genes = rapid.SampledFrom([]int{Auto, 1, 2, 30}).Draw(t, "genes")
		s.Decoding = rapid.SampledFrom([]string{Ordered, Ranked}).Draw(t, "decoding")
		s.Greed = rapid.SampledFrom([]float64{0.5, 1, 3}).Draw(t, "greed")
		s.Control = rapid.SampledFrom(append(controls, NoControl, NoControl)).Draw(t, "control")
		s.Subgoals = rapid.SampledFrom([]string{search.NoSubgoals, search.ByLine}).Draw(t, "subgoals")
		s.Improve = rapid.Bool().Draw(t, "improve")
		s.ImproveBy = rapid.SampledFrom(rowOf("improve-by").Words).Draw(t, "improve by")
		s.Windows = rapid.Bool().Draw(t, "windows")
		s.Patience = rapid.IntRange(1, 2).Draw(t, "patience")
		s.Crossover = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "crossover")
		s.Mutation = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "mutation")
		s.Model = rapid.SampledFrom(append(rowOf("model").Words, Pairs, Pairs)).Draw(t, "model")
		s.Selector = rapid.SampledFrom(rowOf("selector").Words).Draw(t, "selector")
		s.TournamentSize = rapid.IntRange(1, 4).Draw(t, "tournament size")
		s.CrossoverKind = rapid.SampledFrom(rowOf("crossover-kind").Words).Draw(t, "crossover kind")
		s.Elites = rapid.IntRange(0, min(s.Population-1, 3)).Draw(t, "elites")
		s.Islands = rapid.SampledFrom([]int{1, 1, 2, 3}).Draw(t, "islands")
		s.Migration = rapid.IntRange(1, 3).Draw(t, "migration")
		s.Windows = s.Windows || s.Control == WindowsAlone || s.Control == WeightedAStar
		if s.Crossover+s.Mutation == 0 {
			s.Mutation = 1
		}
		return s
	})
}

// start makes an evolution that is ready for its first phase.
func start(t rapid.TB, s *Solver, p search.Problem) *evolution {
	t.Helper()
	estimator, err := s.Heuristic.For(p.Goal, p.Costs)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(context.Background(), s, p, search.Limits{}, estimator)
	if err != nil {
		t.Fatal(err)
	}
	return begin(r, r.tables.Whole(p.Goal, estimator), p.Start.Tiles())
}

// wholeOf returns the region of a whole board.
func wholeOf(b puzzle.Board) region { return region{rows: b.Size().Rows, cols: b.Size().Cols} }

// begin makes an evolution that is ready for its first phase towards a target.
func begin(r *run, o *decode.Objective, tiles []uint8) *evolution {
	e := r.newEvolution(r.threads())
	e.rng = random.Stream(r.solver.Seed, 0)
	e.budget = budget{states: search.Unlimited, evaluations: search.Unlimited, generations: 1 << 30}
	e.rules = e.settings.rulesOf(o)
	e.startFrom(tiles)
	return e
}

// minimizeFrom evolves the populations of a phase from the evolution's origin: the given number of
// generations, without stagnation. It calls callback for the first population and for each
// generation.
func minimizeFrom(t require.TestingT, e *evolution, generations int, callback func(*eaopt.GA)) error {
	ga := e.newGA()
	ga.NGenerations = uint(generations)
	ga.Callback = callback
	ga.EarlyStop = func(*eaopt.GA) bool { return false }
	require.NoError(t, e.drawPopulations())
	return minimize(ga, e.evaluate)
}

// individualsOf returns the individuals of all islands. Each island is sorted and of the right
// size.
func individualsOf(t require.TestingT, e *evolution, ga *eaopt.GA) eaopt.Individuals {
	require.Len(t, ga.Populations, e.settings.Islands)
	var all eaopt.Individuals
	for _, population := range ga.Populations {
		require.Len(t, population.Individuals, e.settings.Population)
		require.True(t, population.Individuals.IsSortedByFitness())
		all = append(all, population.Individuals...)
	}
	return all
}

// kept returns a progress with a copy of its population, which later reports do not change.
func kept(p search.Progress) search.Progress {
	g := *p.Generation
	g.Population = &search.Population{
		Fitness: slices.Clone(g.Population.Fitness), Boards: slices.Clone(g.Population.Boards),
	}
	p.Generation = &g
	return p
}
