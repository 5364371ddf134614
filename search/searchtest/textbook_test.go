package searchtest

import (
	"context"
	"fmt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Textbook is an example of a small solver that meets the contract: breadth-first search
// over a map. It shows the steps that docs/architecture.md lists under "Adding a solver".
// The suite is tested with it.
type Textbook struct {
	Order    puzzle.Order
	Observer search.Observer
}

// Capabilities states the kind of search, so that its statistics are reported, and two claims.
func (s Textbook) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst, Optimal: true, UnitCosts: true}
}

// bytesOfState is the approximate size of a state in the map and the queue of Textbook.
const bytesOfState = 200

// Solve searches for a shortest plan.
func (s Textbook) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	if !p.Costs.Unit() {
		return search.Result{}, fmt.Errorf("textbook: %w", search.ErrUnitCosts)
	}
	r, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return r, err
	}
	type reached struct {
		move  puzzle.Move // that led to the state
		depth puzzle.Cost // of the state
	}
	graph := puzzle.NewGraph(p.Start.Size(), s.Order)
	watch := search.NewWatch(ctx, lim, s.Observer)
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
