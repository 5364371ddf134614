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

	// firstLineWidth is the width of the first search by lines.
	firstLineWidth = 128

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

// byTiles solves a large board tile by tile, at once, after some moves. It keeps the plan if it is the best one, and
// reports Solved or the status that ends the run.
func (r *run) byTiles(ctx context.Context, first []puzzle.Move) search.Status {
	p, limits := r.problem, r.limits
	var err error
	if p.Start, err = p.Start.Replay(first); err != nil {
		panic(err) // the moves are part of a plan
	}
	if limits.Generated > 0 {
		limits.Generated -= r.stats.Generated
	}
	solver := &astar.Solver{Heuristic: heuristics.Manhattan, Order: r.solver.Order, Subgoals: search.ByLine}
	result, err := solver.Solve(ctx, p, limits)
	if err != nil {
		panic(err) // Manhattan distance supports every problem
	}
	r.stats.Expanded += result.Expanded
	r.stats.Generated += result.Generated
	r.memory.peak = max(r.memory.peak, result.Bytes)
	if plan := append(slices.Clone(first), result.Moves...); result.Status == search.Solved &&
		(r.best == nil || r.problem.Costs.Total(plan) < r.cost()) {
		r.take(plan)
	}
	return result.Status
}

// byLines shortens the plan of a large board by searches by lines. After a search that did not complete a line, the
// rest of the plan is made tile by tile, and a search of twice the width begins at the lines before. Then windows,
// searches between two boards of the plan, make it shorter until a limit is reached.
func (r *run) byLines(ctx context.Context, limited bool) search.Status {
	for width := cmp.Or(r.solver.Width, firstLineWidth); ; {
		before := r.left()
		plan, _, status := r.search(ctx, nil, width)
		for wider := 2 * width; status == search.Exhausted; wider *= 2 {
			lines, cost := plan, r.cost()
			if status := r.byTiles(ctx, lines); status != search.Solved {
				return status
			}
			if r.cost() == cost || r.solver.Width > 0 {
				break
			}
			plan, _, status = r.search(ctx, lines, wider)
		}
		if status == search.Solved {
			r.take(plan)
		}
		left := r.left()
		factor := (left - windowShare) / max(before-left, 1e-6)
		switch {
		case status != search.Solved && status != search.Exhausted:
			return status
		case r.solver.Width > 0:
			return search.Solved
		case !limited || factor < 1.2:
			return r.improve(ctx, limited)
		}
		if factor > lastGrowth {
			factor = growth
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
