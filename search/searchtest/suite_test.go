package searchtest_test

import (
	"context"
	"fmt"
	"testing"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/searchtest"
)

// textbook is about the smallest solver that meets the contract: breadth-first search
// over a map. It shows the steps that docs/architecture.md lists under "Adding a solver".
type textbook struct {
	order    puzzle.Order
	observer search.Observer
}

// bytesOfState is what a state takes in the map and the queue of textbook, about.
const bytesOfState = 200

func (s textbook) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	if !p.Costs.Unit() {
		return search.Result{}, fmt.Errorf("textbook: %w", search.ErrUnitCosts)
	}
	r, done, err := search.Begin(p)
	if done || err != nil {
		return r, err
	}
	type reached struct {
		move  puzzle.Move // that led to the state
		depth puzzle.Cost // of the state
	}
	graph := puzzle.NewGraph(p.Start.Size(), s.order)
	watch := search.NewWatch(ctx, lim, s.observer)
	states := map[puzzle.Board]reached{p.Start: {}}
	queue := []puzzle.Board{p.Start}
	for len(queue) > 0 {
		state := queue[0]
		depth := states[state].depth
		r.LowerBound = depth + 1
		if r.Bytes = bytesOfState * uint64(len(states)+3); lim.Bytes > 0 && r.Bytes > lim.Bytes {
			r.Status, r.Bytes = search.MemoryLimit, lim.Bytes
			return r, nil
		}
		if r.Expanded >= watch.Due {
			if r.Status = watch.Poll(search.Progress{Stats: r.Stats, Bound: r.LowerBound}); r.Status != "" {
				return r, nil
			}
		}
		queue = queue[1:]
		r.Expanded++
		for _, step := range graph.Steps(uint8(state.Blank())) {
			next, _ := state.Move(step.Move)
			r.Generated++
			if _, known := states[next]; known {
				r.Duplicates++
				continue
			}
			states[next] = reached{step.Move, depth + 1}
			queue = append(queue, next)
			r.MaxCost = depth + 1
			r.Open, r.PeakStored = uint64(len(queue)), uint64(len(states))
			r.PeakOpen = max(r.PeakOpen, r.Open)
			if next == p.Goal {
				r.Moves = search.Trace(p, func(b puzzle.Board) puzzle.Move { return states[b].move })
				search.Finish(p, &r)
				return r, nil
			}
		}
	}
	panic("textbook: a solvable problem without a plan")
}

func TestSuite(t *testing.T) {
	searchtest.Run(t, searchtest.Config{
		New: func(s searchtest.Settings) search.Solver { return textbook{s.Order, s.Observer} }, Optimal: true,
		UnitCosts: true, Reach: 15,
	})
}
