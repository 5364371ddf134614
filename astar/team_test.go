package astar

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// teamSolver is a Solver whose team takes over when so many states are open, also if memory is
// scarce. It detects duplicates late as soon as a worker has so many open states.
type teamSolver struct {
	Solver
	shareFrom, delayFrom uint64
}

func (s *teamSolver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	return s.solve(ctx, p, lim, func(r *rule) fastSearch {
		f := newFast(r)
		if f, ok := f.(interface {
			pace(shareFrom, delayFrom uint64)
		}); ok {
			f.pace(s.shareFrom, s.delayFrom)
		}
		return f
	})
}

// pace sets when a team takes over, and from when on duplicates are detected late, wherever that is
// sound.
func (s *flatSearch[B]) pace(shareFrom, delayFrom uint64) {
	if s.rule.workers > 1 {
		s.shareFrom = shareFrom
	}
	if s.delayFrom < math.MaxUint64 {
		s.delayFrom = delayFrom
	}
}

// Workers find plans of the same cost as one worker. They expand as many states before the layer of
// the goal, whenever they take over. With a weight, the bound holds.
func TestWorkersAgree(t *testing.T) {
	rng := puzzle.NewRand(6, 0)
	problems := 20
	switch {
	case searchtest.RaceDetector:
		problems = 1
	case !slow.Asked():
		problems = 10
	}
	for _, size := range []puzzle.Size{
		{Rows: 1, Cols: 2}, {Rows: 2, Cols: 2}, {Rows: 2, Cols: 5}, {Rows: 3, Cols: 3},
		{Rows: 4, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 5, Cols: 5},
	} {
		for _, h := range heuristicList {
			walk := 20
			if size.Cells() > 9 {
				walk = 14
			}
			for range problems {
				p := drawProblem(t, rng, size, walk)
				s := Solver{Heuristic: h, Weight: []float64{1, 1, 1.5, 3}[rng.IntN(4)]}
				if s.Weight > 1 && !h.Consistent() && size.Cells() > 12 {
					continue // reopens too many states
				}
				if flatEngine(t, s, p) == nil {
					continue // the plain engine has one worker
				}
				s.Workers = 1
				one := solve(t, &s, p)
				s.Workers = 2 + rng.IntN(3)
				what := fmt.Sprintf("%v, %s, weight %v, %d workers", p, h.Name(), s.Weight,
					s.Workers)
				shareFrom := []uint64{0, 1, 2, 20, 200}[rng.IntN(5)]
				delayFrom := []uint64{0, 3, 20, 200}[rng.IntN(4)]
				r := solve(t, &teamSolver{s, shareFrom, delayFrom}, p)
				require.LessOrEqual(t, r.PeakOpen, r.PeakStored, what)
				require.GreaterOrEqual(t, r.PeakStored, r.Open, what)
				if !h.Admissible() {
					continue
				}
				require.LessOrEqual(t, r.LowerBound, one.Cost, what)
				require.LessOrEqual(t, one.LowerBound, r.Cost, what)
				if s.Weight > 1 {
					continue
				}
				require.True(t, r.Optimal, what)
				require.Equal(t, one.Cost, r.Cost, what)
				require.Equal(t, one.LowerBound, r.LowerBound, what)
				if h.Consistent() {
					require.Equal(t, one.ExpandedBeforeLastF, r.ExpandedBeforeLastF, what)
					require.Zero(t, r.Reopened, what)
				}
			}
		}
	}
}

// Weighted A* keeps its promise on every board of a small size, whatever the order in which the
// workers expand their states.
func TestWorkersKeepTheWeight(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	distances := searchtest.Distances(t, goal, puzzle.Costs{})
	rng := puzzle.NewRand(7, 0)
	boards := 200
	switch {
	case searchtest.RaceDetector:
		boards = 4
	case !slow.Asked():
		boards = 30
	}
	for _, h := range []heuristics.Heuristic{heuristics.Misplaced, heuristics.Manhattan,
		undulating{}} {
		for _, weight := range []float64{1, 1.2, 2, 5} {
			s := Solver{Heuristic: h, Weight: weight, Workers: 3}
			for range boards {
				start := puzzle.Uniform(rng, goal)
				r := solve(t, &teamSolver{s, 1, []uint64{0, 1000}[rng.IntN(2)]},
					search.Problem{Start: start, Goal: goal})
				cheapest, _ := distances.Distance(start)
				require.LessOrEqual(t, float64(r.Cost), weight*float64(cheapest), "%v", start)
				require.LessOrEqual(t, r.LowerBound, cheapest, "%v", start)
			}
		}
	}
}

// A team that finds all open lists empty ends. The goal is out of reach because all paths to it are
// too long.
func TestTeamIsExhausted(t *testing.T) {
	p := search.Problem{
		Start: boardOf(t, "0 8 2 7 6/4 5 1 9 3"),
		Goal:  goalOf(t, puzzle.BlankLast, 2, 5),
		Costs: costsOf(t, "16,16,16,15"),
	}
	if searchtest.RaceDetector {
		t.Skip("takes a million states")
	}
	s := Solver{Heuristic: heuristics.Zero, Greedy: true, Workers: 2}
	f := flatEngine(t, s, p).(*flatSearch[[1]uint64])
	f.shareFrom = 1000
	r := f.run(t.Context(), search.NewWatch(t.Context(), search.Limits{}, nil), search.Limits{})
	require.Contains(t, []search.Status{search.Exhausted, search.Solved}, r.Status)
}

// The limit of memory holds for all workers together, and the workers use most of it.
func TestTeamKeepsTheMemoryLimit(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	several := []int{2, 3, 8}
	limits := []uint64{1 << 20, 4 << 20, 16 << 20}
	if searchtest.RaceDetector {
		several = several[1:2]
		limits = limits[:2]
	}
	for _, workers := range several {
		for _, limit := range limits {
			s := &teamSolver{Solver{Heuristic: heuristics.Manhattan, Workers: workers}, 100,
				longOpenList}
			r, err := s.Solve(t.Context(), p, search.Limits{Bytes: limit})
			require.NoError(t, err)
			require.Equal(t, search.MemoryLimit, r.Status)
			require.LessOrEqual(t, r.Bytes, limit)
			require.Greater(t, r.Bytes, limit/3)
		}
	}
}

// A worker does not accept a message if the table might grow beyond the limit of memory.
func TestNoMessageBeyondTheMemoryLimit(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	s := Solver{Heuristic: heuristics.Manhattan, Workers: 2}
	before := flatEngine(t, s, p).(*flatSearch[[1]uint64])
	enough := before.held() + 1<<16 // for the successor itself
	team := newTeam(before, nil, search.Limits{Bytes: enough})
	w := team.workers[0]
	successor := child[[1]uint64]{board: w.layout.Pack(p.Start.Tiles())}
	w.inbox.put(message[[1]uint64]{successor})
	w.receive()
	require.Equal(t, search.MemoryLimit, team.result.Status)
	require.Zero(t, w.table.Len())
}

// A worker that panics ends the search of the others, and the panic reaches the caller.
func TestPanicOfAWorker(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 4, 4)
	p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	polls := 0
	s := &teamSolver{Solver{Heuristic: heuristics.Manhattan, Workers: 2}, 100, longOpenList}
	s.Observer = func(search.Progress) {
		polls++
		if polls == 5 {
			panic("the observer fails")
		}
	}
	require.PanicsWithValue(t, "the observer fails", func() {
		_, _ = s.Solve(t.Context(), p, search.Limits{})
	})
}

// Each worker has its part of the boards, whatever their number. The owner of a board changes only
// by moves that cross.
func TestOwners(t *testing.T) {
	rng := puzzle.NewRand(8, 0)
	const boards = 20_000
	for _, size := range []puzzle.Size{{Rows: 4, Cols: 4}, {Rows: 5, Cols: 5}, {Rows: 3, Cols: 6}} {
		for _, workers := range []int{2, 3, 7} {
			board := goalOf(t, puzzle.BlankLast, size.Rows, size.Cols)
			graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
			owners := newOwners(graph, size, workers)
			owned := make([]int, workers)
			for range boards {
				steps := graph.Steps(uint8(board.Blank()))
				step := steps[rng.IntN(len(steps))]
				next, legal := board.Move(step.Move)
				require.True(t, legal)
				before := owners.of(board.Tiles())
				after := owners.of(next.Tiles())
				from := owners.crossed[step.To][step.Move]
				if from == inQuarter {
					require.Equal(t, before, after)
				} else {
					tile := uint8(next.Tiles()[from])
					require.Equal(t, after, owners.after(before, tile, step.To, uint8(from)))
				}
				board = next
				owned[after]++
			}
			share := float64(boards) / float64(workers)
			for _, n := range owned {
				require.InEpsilon(t, share, n, 0.5, "%v, %d workers: %v", size, workers, owned)
			}
		}
	}
}
