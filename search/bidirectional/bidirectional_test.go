package bidirectional

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

func with(h heuristics.Heuristic) func(searchtest.Settings) search.Solver {
	return func(s searchtest.Settings) search.Solver {
		return &Solver{Heuristic: h, Order: s.Order, Observer: s.Observer}
	}
}

// jumping is the Manhattan distance of half of the boards, and 0 for the others: it is admissible,
// and not consistent.
var jumping = heuristics.FromFunc("jumping", true,
	func(goal puzzle.Board, costs puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
		manhattan, err := heuristics.Manhattan.For(goal, costs)
		if err != nil {
			return nil, err
		}
		return func(tiles []uint8) puzzle.Cost {
			if (tiles[0]+tiles[1])%2 == 0 {
				return 0
			}
			return manhattan.Estimate(tiles)
		}, nil
	})

// Without a consistent heuristic, the last priority decides the end of a search, and the order of
// successors seldom changes the number of generated states.
func TestConformance(t *testing.T) {
	for name, config := range map[string]searchtest.Config{
		"manhattan":       {New: with(heuristics.Manhattan)},
		"linear-conflict": {New: with(heuristics.LinearConflict)},
		"misplaced":       {New: with(heuristics.Misplaced), Reach: 32},
		"zero":            {New: with(heuristics.Zero), Reach: 32},
		"linear-conflict-pairs": {
			New: with(heuristics.LinearConflictPairs), Inadmissible: true, NoOrder: true,
		},
		"convex":  {New: with(heuristics.Convex), Inadmissible: true},
		"jumping": {New: with(jumping), Reach: 24, NoOrder: true},
	} {
		// Under the race detector, the suite tries too few orders to see a difference.
		config.NoOrder = config.NoOrder || searchtest.RaceDetector
		config.Variant = name != "manhattan" && name != "jumping"
		t.Run(name, func(t *testing.T) { searchtest.Run(t, config) })
	}
}

func TestEveryBoard(t *testing.T) {
	for name, h := range map[string]heuristics.Heuristic{
		"zero":            heuristics.Zero,
		"misplaced":       heuristics.Misplaced,
		"linear-conflict": heuristics.LinearConflict,
		"jumping":         jumping,
	} {
		t.Run(name, func(t *testing.T) {
			searchtest.EveryBoard(t, 200, &Solver{Heuristic: h})
		})
	}
}

// Plans are optimal under move costs that differ in the two directions, and under costs whose sums
// exceed those of the table.
func TestMoveCosts(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	rng := puzzle.NewRand(1, 0)
	large := 0
	for _, text := range []string{"1,2,3,4", "7,1,1,5", "0.1,0.2,0.3,0.4", "10000,2,3,10000"} {
		costs, err := puzzle.ParseCosts(text)
		require.NoError(t, err)
		distances := searchtest.Distances(t, goal, costs)
		for range 20 {
			p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal, Costs: costs}
			want, _ := distances.Distance(p.Start)
			for _, h := range []heuristics.Heuristic{heuristics.Zero, heuristics.Manhattan} {
				s := &Solver{Heuristic: h}
				got, err := s.Solve(t.Context(), p, search.Limits{})
				require.NoError(t, err)
				require.Equal(t, want, got.Cost, "%v under %s", p.Start, text)
				require.True(t, got.Optimal)
				if got.Discarded > 0 {
					large++
				}
			}
		}
	}
	assert.Positive(t, large, "no search needed the map")
}

// The lower bound is true at every moment, and so is that of a run that a limit ends.
func TestBounds(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4})
	rng := puzzle.NewRand(2, 0)
	for _, h := range []heuristics.Heuristic{heuristics.Zero, heuristics.Manhattan, jumping} {
		for range 3 {
			p := search.Problem{Start: puzzle.Walk(rng, goal, 60), Goal: goal}
			bound := puzzle.Cost(0)
			s := &Solver{Heuristic: h, Observer: func(now search.Progress) {
				require.GreaterOrEqual(t, now.Bound, bound)
				bound = now.Bound
			}}
			r := searchtest.Solve(t, s, p, search.Limits{})
			require.LessOrEqual(t, bound, r.Cost)
			limits := search.Limits{Generated: r.Generated / 2}
			half := searchtest.Solve(t, &Solver{Heuristic: h}, p, limits)
			require.Equal(t, search.NodeLimit, half.Status)
			require.Positive(t, half.LowerBound)
			require.LessOrEqual(t, half.LowerBound, r.Cost)
		}
	}
}

// With the heuristic zero, the search is breadth-first in both directions: it expands only boards
// that are nearer to the start or to the goal than about half the cost, and no direction reaches
// boards that are much farther away.
func TestZeroIsBreadthFirst(t *testing.T) {
	goal := searchtest.Goal(t, puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 3})
	rng := puzzle.NewRand(3, 0)
	for range 6 {
		p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
		r := searchtest.Solve(t, &Solver{Heuristic: heuristics.Zero}, p, search.Limits{})
		require.LessOrEqual(t, r.MaxCost, r.Cost/2+2)
		near := uint64(0)
		for _, end := range []puzzle.Board{p.Start, goal} {
			for _, distance := range searchtest.Distances(t, end, puzzle.Costs{}).All() {
				if distance < r.MaxCost {
					near++
				}
			}
		}
		require.LessOrEqual(t, r.Expanded, near)
		require.Zero(t, r.Reopened)
	}
}

// The search expands fewer boards than A* with a weak estimate, and with a strong one on boards
// that are not small.
func TestExpansionsBesideAStar(t *testing.T) {
	for _, c := range []struct {
		heuristic heuristics.Heuristic
		size      puzzle.Size
		boards    int
		most      float64 // maximum ratio
	}{
		{heuristics.Misplaced, puzzle.Size{Rows: 3, Cols: 3}, 30, 0.2},
		{heuristics.Manhattan, puzzle.Size{Rows: 3, Cols: 3}, 30, 0.9},
		{heuristics.LinearConflict, puzzle.Size{Rows: 3, Cols: 4}, 5, 0.7},
	} {
		goal := searchtest.Goal(t, puzzle.BlankLast, c.size)
		rng := puzzle.NewRand(4, 0)
		both := 0.0
		one := 0.0
		for range c.boards {
			p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal}
			s := searchtest.Solve(t, &Solver{Heuristic: c.heuristic}, p, search.Limits{})
			a := searchtest.Solve(t,
				&astar.Solver{Heuristic: c.heuristic, Workers: 1}, p, search.Limits{})
			require.Equal(t, a.Cost, s.Cost)
			both += float64(s.Expanded)
			one += float64(a.Expanded)
		}
		t.Logf("%v, %s: %.0f states, A* %.0f", c.size, c.heuristic.Name(), both, one)
		assert.Less(t, both/one, c.most)
	}
}

// The estimates to the start from the tables of the goal never exceed the cost, and no move changes
// them by more than its cost.
func TestTables(t *testing.T) {
	store, err := pdb.NewStore(t.TempDir())
	require.NoError(t, err)
	for _, c := range []struct {
		size            puzzle.Size
		goal, partition string
		costs           string
		boards          int
		least           float64 // minimum ratio of the estimates and the costs
	}{
		{puzzle.Size{Rows: 2, Cols: 4}, puzzle.BlankLast, "4-3", "1,1,1,1", 4, 0.6},
		{puzzle.Size{Rows: 3, Cols: 3}, puzzle.BlankLast, "4-4", "1,1,1,1", 1, 0.7},
		{puzzle.Size{Rows: 3, Cols: 3}, puzzle.BlankFirst, "4-4", "1,2,3,4", 1, 0.1},
	} {
		goal := searchtest.Goal(t, c.goal, c.size)
		partition, err := pdb.ParsePartition(c.partition, goal)
		require.NoError(t, err)
		_, err = store.Build(t.Context(), partition, pdb.BuildOptions{})
		require.NoError(t, err)
		h := pdb.Heuristic{Store: store, Partition: c.partition}
		costs, err := puzzle.ParseCosts(c.costs)
		require.NoError(t, err)
		rng := puzzle.NewRand(5, 0)
		for range c.boards {
			p := search.Problem{Start: puzzle.Uniform(rng, goal), Goal: goal, Costs: costs}
			checkEstimatesToStart(t, h, p, c.least)
			r := searchtest.Solve(t, &Solver{Heuristic: h}, p, search.Limits{})
			want, _ := searchtest.Distances(t, goal, costs).Distance(p.Start)
			require.Equal(t, want, r.Cost)
			require.True(t, r.Optimal)
		}
	}
}

// checkEstimatesToStart compares the estimates of all boards with the costs of cheapest paths from
// the start, and the estimates of a random walk with those of a tracker.
func checkEstimatesToStart(
	t *testing.T, h heuristics.Heuristic, p search.Problem, least float64,
) {
	t.Helper()
	estimator, err := estimatorToStart(h, p)
	require.NoError(t, err)
	require.Zero(t, estimator.Estimate(p.Start.Tiles()))
	sum := puzzle.Cost(0)
	all := puzzle.Cost(0)
	size := p.Start.Size()
	graph := puzzle.NewGraph(size, puzzle.Order{})
	tracker := estimator.Track()
	costs := p.Costs.Opposite()
	for tiles, cost := range searchtest.Distances(t, p.Start, costs).All() {
		estimate := estimator.Estimate(tiles)
		if estimate > cost {
			require.Fail(t, "an estimate exceeds the cost", "%v: %d, cost %d", tiles, estimate, cost)
		}
		sum += estimate
		all += cost
		if cost%10 > 0 {
			continue
		}
		require.Equal(t, estimate, tracker.Reset(tiles))
		board := searchtest.FromTiles(t, size, tiles)
		blank := uint8(board.Blank())
		for _, step := range graph.Steps(blank) {
			next, _ := board.Move(step.Move)
			want := estimator.Estimate(next.Tiles())
			require.Equal(t, want, tracker.After(next.Tiles(), step.To, blank))
			require.LessOrEqual(t, estimate-want, costs.Of(step.Move))
			require.Equal(t, want, tracker.Move(next.Tiles(), step.To, blank))
			require.Equal(t, estimate, tracker.Move(tiles, blank, step.To))
		}
	}
	t.Logf("%v: the estimates are %.2f of the costs", p.Start, float64(sum)/float64(all))
	require.Greater(t, float64(sum), least*float64(all), "the estimates are weak")
}

func TestErrors(t *testing.T) {
	p := searchtest.Problem(t, "8 6 7/2 5 4/3 0 1", puzzle.BlankLast)
	_, err := (&Solver{}).Solve(t.Context(), p, search.Limits{})
	assert.EqualError(t, err,
		"bidirectional: no heuristic; expected one, such as manhattan")
	_, err = (&Solver{Heuristic: pdb.Heuristic{}}).Solve(t.Context(), p, search.Limits{})
	assert.EqualError(t, err,
		"bidirectional: pdb: pdb has no tables; expected a partition and a store")
}
