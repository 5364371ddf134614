package search_test

import (
	"context"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Climber is a solver of another program. From each board it makes the move to the neighbour with
// the smallest estimate, among those that it has not visited. It gives up at a board without such a
// neighbour.
type Climber struct {
	Heuristic heuristics.Heuristic
	Order     puzzle.Order    // breaks ties between neighbours
	Observer  search.Observer // receives the progress; may be nil
}

// Capabilities says that a run may end without a plan.
func (c *Climber) Capabilities() search.Capabilities {
	return search.Capabilities{Incomplete: true}
}

// Solve climbs from the start to the goal.
func (c *Climber) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	result, done, err := search.Begin(p, c.Order)
	if done || err != nil {
		return result, err
	}
	estimator, err := heuristics.EstimatorOf(c.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, fmt.Errorf("climber: %w", err)
	}
	const bytesOfBoard = 200 // of a visited board in the map, roughly
	watch := search.NewWatch(ctx, lim, c.Observer)
	graph := puzzle.NewGraph(p.Start.Size(), c.Order)
	visited := map[puzzle.Board]bool{p.Start: true}
	board := p.Start
	var moves []puzzle.Move
	var cost puzzle.Cost // of moves
	for board != p.Goal {
		bytes := bytesOfBoard * uint64(len(visited)+1)
		if lim.Bytes > 0 && bytes > lim.Bytes {
			result.Status = search.MemoryLimit
			return result, nil
		}
		result.Bytes = bytes
		if result.Expanded >= watch.Due {
			result.Status = watch.Poll(search.Progress{Stats: result.Stats})
			if result.Status != "" {
				return result, nil
			}
		}

		result.Expanded++
		found := false
		var best puzzle.Board
		var bestMove puzzle.Move
		var bestEstimate puzzle.Cost
		for _, step := range graph.Steps(uint8(board.Blank())) {
			next, _ := board.Move(step.Move)
			result.Generated++
			result.MaxCost = max(result.MaxCost, cost+p.Costs.Of(step.Move))
			estimate := estimator.Estimate(next.Tiles())
			if visited[next] || found && estimate >= bestEstimate {
				continue
			}
			found = true
			best = next
			bestMove = step.Move
			bestEstimate = estimate
		}
		if !found {
			result.Status = search.Exhausted
			return result, nil
		}
		visited[best] = true
		board = best
		moves = append(moves, bestMove)
		cost += p.Costs.Of(bestMove)
	}
	result.Moves = moves
	search.Finish(p, &result)
	return result, nil
}

// A solver of another program calls Begin, polls a Watch and ends with Finish. The suite in package
// search/searchtest tests it.
func Example_solver() {
	var board puzzle.Board
	if err := board.UnmarshalText([]byte("1 2 3/7 4 5/8 0 6")); err != nil {
		fmt.Println(err)
		return
	}
	goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	solver := &Climber{Heuristic: heuristics.Manhattan}
	problem := search.Problem{Start: board, Goal: goal}
	for _, limits := range []search.Limits{{}, {Generated: 5}} {
		result, err := solver.Solve(context.Background(), problem, limits)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d moves, %d states generated\n",
			result.Status, len(result.Moves), result.Generated)
	}
	// Output:
	// solved: 5 moves, 15 states generated
	// node-limit: 0 moves, 5 states generated
}
