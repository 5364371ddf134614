package beam

import (
	"cmp"
	"context"
	"slices"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// minLines is the number of rows or columns from which a board is solved tile by tile first, and then line by
	// line down to the core, or as a whole.
	minLines = 8

	// smallCore is the side of the core without learned values.
	smallCore = 3

	// windowShare is the fraction of a limit that is left for windows.
	windowShare = 0.4

	// Windows have windowMoves to 2·windowMoves moves. Their width begins at firstWindow, and doubles after
	// a set of windowRounds rounds that has not made the plan shorter by one move in windowGain.
	windowMoves  = 50
	firstWindow  = 100
	windowRounds = 4
	windowGain   = 300

	// maxWindow is the width of windows at which a run without limits ends.
	maxWindow = 800
)

// large reports whether a board has a first plan made tile by tile.
func large(size puzzle.Size) bool {
	return max(size.Rows, size.Cols) >= minLines && min(size.Rows, size.Cols) > 1
}

// byTiles finds a first plan for a large board, tile by tile, at once. It returns the status that ends the run, or "".
func (r *run) byTiles(ctx context.Context) search.Status {
	first := &astar.Solver{Heuristic: heuristics.Manhattan, Order: r.solver.Order, Subgoals: search.ByLine}
	result, err := first.Solve(ctx, r.problem, r.limits)
	if err != nil {
		panic(err) // Manhattan distance supports every problem
	}
	r.stats, r.memory.peak = result.Stats, max(r.memory.peak, result.Bytes)
	r.stats.ExpandedBeforeLastF, r.stats.Open, r.stats.PeakOpen, r.stats.Reopened = 0, 0, 0, 0
	if result.Status != search.Solved {
		return result.Status
	}
	r.take(result.Moves)
	return ""
}

// byLines shortens the plan of a large board by searches by lines. Then windows, searches between two boards of the
// plan, make it shorter until a limit is reached.
func (r *run) byLines(ctx context.Context, limited bool) search.Status {
	for width := cmp.Or(r.solver.Width, firstWidth); ; {
		before, share := r.left(), windowShare
		plan, _, status := r.search(ctx, 0, width)
		if plan != nil {
			r.take(plan)
		}
		lost := plan == nil && len(r.found) == 1 // windows would need long to improve the plan made tile by tile
		if lost {
			share = 0
		}
		left := r.left()
		factor := (left - share) / max(before-left, 1e-6)
		switch {
		case status != search.Solved && status != search.Exhausted:
			return status
		case r.solver.Width > 0:
			return search.Solved
		case !limited || factor < 2 && !(lost && factor > 1):
			return r.improve(ctx, limited)
		}
		if factor > lastGrowth {
			factor = growth
		}
		if lost { // a little more width often completes the lines that this search did not
			factor = min(factor, 1.5)
		}
		width = int(float64(width) * factor)
	}
}

// improve makes the best plan shorter by windows. One round divides the plan into windows of equal length,
// which workers search at the same time.
func (r *run) improve(ctx context.Context, limited bool) search.Status {
	if !r.problem.Costs.Unit() {
		return search.Solved
	}
	rng := puzzle.NewRand(r.solver.Seed, 1)
	for width := firstWindow; limited || width <= maxWindow; {
		before := len(r.best)
		for range windowRounds {
			r.stats.Bytes = r.memory.peak
			now := search.Progress{Stats: r.stats, Bound: r.bound, Length: len(r.best)}
			if status := r.watch.Poll(now); status != "" {
				return status
			}
			moves := min(windowMoves+rng.IntN(windowMoves), len(r.best))
			if !r.round(ctx, rng.IntN(moves), moves, width) {
				return search.NodeLimit
			}
		}
		if before-len(r.best) <= before/windowGain {
			width *= 2
		}
	}
	return search.Solved
}

// round searches windows of a number of moves. It reports false if the limit of states is reached.
func (r *run) round(ctx context.Context, first, moves, width int) bool {
	n := max((len(r.best)-first)/moves, 1)
	first = min(first, len(r.best)-moves)
	states := uint64(maxMoves * moves * width)
	if limit := r.limits.Generated; limit > 0 {
		if states = min(states, (limit-r.stats.Generated)/uint64(n)); states == 0 {
			return false
		}
	}
	boards := make([][]uint8, n+1)
	tiles := r.problem.Start.Tiles()
	blank := r.space.graph.Play(tiles, uint8(slices.Index(tiles, 0)), r.best[:first])
	for i := range boards {
		boards[i] = slices.Clone(tiles)
		if i < n {
			blank = r.space.graph.Play(tiles, blank, r.best[first+i*moves:][:moves])
		}
	}
	found := make([][]puzzle.Move, n)
	work := make([]search.Stats, n)
	r.space.parallel(n, func(_, i int) bool {
		found[i], work[i] = r.window(ctx, boards[i], boards[i+1], moves, width, states)
		return search.Interrupted(ctx) == ""
	})
	plan := slices.Clone(r.best[:first])
	bytes := uint64(0)
	for i := range n {
		part := found[i]
		if part == nil {
			part = r.best[first+i*moves:][:moves]
		}
		plan = append(plan, part...)
		r.stats.Expanded += work[i].Expanded
		r.stats.Generated += work[i].Generated
		r.stats.Duplicates += work[i].Duplicates
		bytes = max(bytes, work[i].Bytes)
	}
	r.memory.peak = max(r.memory.peak, r.memory.fixed+bytes*uint64(min(r.space.workers, n)))
	plan = append(plan, r.best[first+n*moves:]...)
	if len(plan) < len(r.best) {
		r.take(plan)
	}
	r.best = plan
	return true
}

// window searches for a path between two boards that has at most a number of moves.
func (r *run) window(
	ctx context.Context, from, to []uint8, moves, width int, states uint64,
) ([]puzzle.Move, search.Stats) {
	size := r.problem.Goal.Size()
	goal, err := puzzle.New(size, to)
	if err != nil {
		panic(err) // to is a board of the plan
	}
	value := newLineScore(goal, r.lines, len(r.lines.Order))
	s := *r.space
	s.workers, s.scores, s.goal = 1, []heuristics.Changes{value}, 0
	s.distances = make([]int32, s.cells*s.cells)
	left := int32(0)
	for cell, tile := range to {
		if tile == 0 {
			continue
		}
		s.goal ^= s.keys[int(tile)*s.cells+cell]
		for at := range s.cells {
			s.distances[int(tile)*s.cells+at] = int32(size.Distance(at, cell))
		}
	}
	for cell, tile := range from {
		left += s.distances[int(tile)*s.cells+cell]
	}
	m := memory{}
	if limit := r.limits.Bytes; limit > 0 {
		m.limit = (limit - r.memory.fixed) / uint64(r.space.workers)
	}
	defer m.release()
	l, ok := newLayers(ctx, &s, &m, from, value.estimate(from), left, width, moves)
	if !ok {
		return nil, search.Stats{}
	}
	l.bound, l.states = puzzle.Cost(moves), states
	plan, _ := l.run(func() search.Status { return search.Interrupted(ctx) })
	l.stats.Bytes = m.peak
	return plan, l.stats
}
