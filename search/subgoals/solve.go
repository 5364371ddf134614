package subgoals

import (
	"context"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// coreSide is the maximum number of rows and of columns of the core.
const coreSide = 3

// Solve solves a problem line by line, and the core by the solver that inner makes. The plan is
// never called optimal, and no lower bound is given. The function inner gets the observer that the
// solver is to have. The heuristic is that of the inner solver. It must have values for the core;
// pattern databases are for one size.
func Solve(
	ctx context.Context, p search.Problem, lim search.Limits, order puzzle.Order,
	observer search.Observer, h heuristics.Heuristic, inner func(search.Observer) search.Solver,
) (search.Result, error) {
	result, done, err := search.Begin(p, order)
	if done || err != nil {
		return result, err
	}
	if err := heuristics.Check(h); err != nil {
		return search.Result{}, fmt.Errorf("subgoals: %w", err)
	}
	lines := Of(p.Goal, coreSide)
	cells := p.Goal.Size().Cells()
	coreGoal := lines.Core(lines.Goal.Tiles())
	if _, err := heuristics.EstimatorOf(h, coreGoal, p.Costs); err != nil {
		return search.Result{}, fmt.Errorf("subgoals leave a board of %v, for which %s has no "+
			"values; expected a heuristic for every size, such as linear-conflict: %w",
			coreGoal.Size(), h.Name(), err)
	}
	s := &completion{
		problem: p,
		lines:   lines,
		graph:   puzzle.NewGraph(p.Goal.Size(), order),
		watch:   search.NewWatch(ctx, lim, observer),
		stats:   search.Stats{Bytes: uint64(3*cells*cells + 2*cells)},
		cells:   cells,
		came:    make([]uint8, cells*cells),
		fixed:   make([]bool, cells),
		tiles:   p.Start.Tiles(),
	}
	if lim.Bytes > 0 && lim.Bytes < s.stats.Bytes {
		return search.Result{Status: search.MemoryLimit}, nil
	}
	if result.Status = s.watch.Poll(search.Progress{}); result.Status != "" {
		return result, nil
	}
	for i := range lines.Order {
		s.line(i)
	}
	before := s.work()
	if s.ended() {
		return search.Result{Status: s.status, Stats: before}, nil
	}
	rest := lim.Rest(before)
	var after search.Observer
	if observer != nil {
		after = func(report search.Progress) {
			report.Stats = afterLines(before, report.Stats)
			report.Bound = 0
			observer(report)
		}
	}
	core := search.Problem{Costs: p.Costs}
	core.Start = lines.Core(s.tiles)
	core.Goal = coreGoal
	if result, err = inner(after).Solve(ctx, core, rest); err != nil {
		return search.Result{}, err
	}
	result.Stats = afterLines(before, result.Stats)
	result.LowerBound = 0
	if result.Status == search.Solved {
		result.Moves = append(append(s.moves, result.Moves...), lines.Walk...)
		search.Finish(p, &result)
	}
	return result, nil
}

// afterLines returns the work of the lines and of the core, which is solved after them. The core
// starts where the lines end, and the memory of the lines is still held while it is solved.
func afterLines(lines, core search.Stats) search.Stats {
	lines.ExpandedBeforeLastF = lines.Expanded
	core.Bytes += lines.Bytes
	// A search under move costs other than 1 may leave MaxMoves at 0, because it does not count
	// moves. Then the moves of the run are not known, either.
	countsMoves := core.MaxMoves > 0 || core.MaxCost == 0
	if countsMoves {
		core.MaxMoves += lines.MaxMoves
	} else {
		lines.MaxMoves = 0
	}
	core.MaxCost += lines.MaxCost
	return lines.Add(core)
}
