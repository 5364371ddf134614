package beam

import (
	"cmp"
	"context"
	"slices"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/internal/must"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/subgoals"
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
	p.Start = must.Succeed(p.Start.Replay(first)) // the moves are part of a plan
	if limits.Generated > 0 {
		limits.Generated -= r.stats.Generated
	}
	solver := &astar.Solver{Heuristic: heuristics.Manhattan, Order: r.solver.Order, Subgoals: search.ByLine}
	result := must.Succeed(solver.Solve(ctx, p, limits)) // Manhattan distance supports every problem
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
	boards := make([]puzzle.Board, n+1)
	for i := range boards {
		boards[i] = must.Succeed(r.problem.Start.Replay(r.best[:first+i*moves])) // the moves are those of a plan
	}
	found := make([]search.Result, n)
	search.MeterOf(ctx).Parallel(r.space.workers, n, func(_, i int) bool {
		found[i] = r.window(ctx, boards[i], boards[i+1], moves, width, states)
		return search.Interrupted(ctx) == ""
	})
	plan := slices.Clone(r.best[:first])
	bytes := uint64(0)
	for i, f := range found {
		if f.Moves == nil {
			f.Moves = r.best[first+i*moves:][:moves]
		}
		plan = append(plan, f.Moves...)
		r.stats.Expanded += f.Expanded
		r.stats.Generated += f.Generated
		r.stats.Duplicates += f.Duplicates
		bytes = max(bytes, f.Bytes)
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
	ctx context.Context, from, to puzzle.Board, moves, width int, states uint64,
) (found search.Result) {
	s, whole := r.space, subgoals.Of(to, puzzle.MaxSide)
	s.workers = 1
	s.aim(whole, newLineScore(whole, 0), puzzle.Costs{})
	m := memory{}
	if limit := r.limits.Bytes; limit > 0 {
		m.limit = (limit - r.memory.fixed) / uint64(r.space.workers)
	}
	defer m.release()
	if l := newLayers(ctx, s, &m, from, width, moves); l != nil {
		l.bound, l.states = puzzle.Cost(moves), states
		found.Moves, found.Status = l.run(func() search.Status { return search.Interrupted(ctx) })
		found.Stats, found.Bytes = l.stats, m.peak
	}
	return found
}
