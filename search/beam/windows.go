package beam

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"npuzzle/astar"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/subgoals"
)

const (
	// minLines is the number of rows or columns from which a board is solved tile by tile first,
	// and then line by line down to the core, or as a whole.
	minLines = 8

	// firstLineWidth is the width of the first search by lines.
	firstLineWidth = 128

	// smallCore is the side of the core without learned values.
	smallCore = 3

	// windowShare is the fraction of a limit that is left for windows.
	windowShare = 0.4

	// minLineGrowth is the least growth of the width that is worth another search by lines.
	minLineGrowth = 1.2

	// Windows have windowMoves to 2·windowMoves moves. Their width begins at firstWindow, and
	// doubles after a set of windowRounds rounds that has not made the plan shorter by one move in
	// windowGain.
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

// byTiles solves a large board tile by tile, at once, after some moves. It takes the plan, and
// reports Solved or the status that ends the run.
func (r *run) byTiles(ctx context.Context, first []puzzle.Move) search.Status {
	p := r.problem
	costs := p.Costs
	p.Start = r.replay(first)
	if r.limits.StatesLeft(r.stats) == 0 {
		return search.NodeLimit
	}
	done := r.stats
	done.Bytes = r.memory.bytes
	solver := &astar.Solver{
		Heuristic: heuristics.Manhattan,
		Order:     r.solver.Order,
		Subgoals:  search.ByLine,
		Workers:   1,
	}
	result, err := solver.Solve(ctx, p, r.limits.Rest(done))
	if err != nil { // Manhattan distance supports every problem
		panic(fmt.Sprintf("beam: a search tile by tile: %v", err))
	}
	r.stats.Expanded += result.Expanded
	r.stats.Generated += result.Generated
	r.stats.MaxCost = max(r.stats.MaxCost, costs.Total(first)+result.MaxCost)
	r.stats.PeakStored = max(r.stats.PeakStored, result.PeakStored)
	r.depth = max(r.depth, uint64(len(first))+result.MaxMoves)
	r.memory.peak = max(r.memory.peak, r.memory.bytes+result.Bytes)
	if result.Status == search.Solved {
		r.take(slices.Concat(first, result.Moves))
	}
	return result.Status
}

// byLines shortens the plan of a large board by searches by lines, whose width grows while the
// limit has room for wider ones that can find something else. Then windows, searches between two
// boards of the plan, make it shorter until a limit is reached.
func (r *run) byLines(ctx context.Context, limited bool) search.Status {
	if stuck := r.solver.Stuck; stuck != nil {
		defer func() {
			if !r.throughLines {
				stuck()
			}
		}()
	}
	width := r.widthOr(firstLineWidth)
	for {
		before := r.left()
		complete, status := r.searchByLines(ctx, width)
		switch {
		case status != search.Solved && status != search.Exhausted:
			return status
		case r.solver.Width > 0, r.proven():
			return search.Solved
		}
		left := r.left()
		factor := (left - windowShare) / max(before-left, 1e-6)
		if !limited || complete || width == MaxWidth || factor < minLineGrowth {
			return r.improve(ctx, limited)
		}
		if factor > lastGrowth {
			factor = growth
		}
		width = min(int(float64(width)*factor), MaxWidth)
	}
}

// searchByLines searches by lines from the start. After a search that did not complete a line, the
// rest of the plan is made tile by tile, and a search of twice the width begins at the lines
// before. It reports whether the search from the start was complete, so a wider one would find
// nothing else.
func (r *run) searchByLines(ctx context.Context, width int) (complete bool, status search.Status) {
	plan, complete, status := r.search(ctx, nil, width)
	for status == search.Exhausted {
		lines := plan
		cost := r.cost()
		if status := r.byTiles(ctx, lines); status != search.Solved {
			return complete, status
		}
		if r.cost() == cost || r.solver.Width > 0 {
			return complete, search.Exhausted
		}
		width = min(2*width, MaxWidth)
		plan, _, status = r.search(ctx, lines, width)
	}
	if status == search.Solved {
		r.throughLines = true
		r.take(plan)
	}
	return complete, status
}

// improve makes the best plan shorter by windows. When no window leaves out a board, and none finds
// a shorter path, the rest of the limit raises the lower bound.
func (r *run) improve(ctx context.Context, limited bool) search.Status {
	if !r.problem.Costs.Unit() {
		return search.Solved
	}
	rng := puzzle.NewRand(r.solver.Seed, 1)
	plan := r.best // the rounds also replace paths by others of the same length
	width := firstWindow
	widest := MaxWidth // that the memory has room for
	for {
		before := len(plan)
		done, status := r.rounds(ctx, rng, plan, width)
		if status != "" {
			return status
		}
		plan = done.plan
		if !done.room {
			if width == 1 {
				return search.MemoryLimit
			}
			width /= 2
			widest = width
			continue
		}
		if limited && done.complete && len(plan) == before {
			return r.raiseToTheEnd(ctx)
		}
		gained := before-len(plan) > before/windowGain
		if gained {
			continue
		}
		wasLast := done.complete || width == widest || 2*width > maxWindow
		if !limited && wasLast {
			return search.Solved
		}
		if !done.complete {
			width = min(2*width, widest)
		}
	}
}

// rounds makes windowRounds rounds of windows, and takes their plans. It returns the plan of the last
// round, and what holds for all of them, or the status that ends the run.
func (r *run) rounds(
	ctx context.Context, rng *rand.Rand, plan []puzzle.Move, width int,
) (round, search.Status) {
	set := round{plan: plan, complete: true, room: true}
	for range windowRounds {
		r.stats.Bytes = r.memory.peak
		now := search.Progress{Stats: r.stats, Bound: r.bound, Length: len(r.best)}
		if status := r.watch.Poll(now); status != "" {
			return set, status
		}
		moves := min(windowMoves+rng.IntN(windowMoves), len(set.plan))
		next := r.round(ctx, set.plan, rng.IntN(moves), moves, width)
		set.plan = next.plan
		set.complete = set.complete && next.complete
		set.room = set.room && next.room
		r.take(set.plan)
		if r.proven() {
			return set, search.Solved
		}
	}
	return set, ""
}

// round is the outcome of a round of windows, or of several. A round divides a plan into windows of
// equal length, which workers search at the same time.
type round struct {
	plan     []puzzle.Move
	complete bool // no window left out a board because of its width
	room     bool // the memory sufficed for all windows
}

// round searches windows of a number of moves. The first window begins after first moves of the plan.
func (r *run) round(ctx context.Context, plan []puzzle.Move, first, moves, width int) round {
	n := max((len(plan)-first)/moves, 1) // number of windows
	first = min(first, len(plan)-moves)
	states := min(uint64(maxMoves*moves*width), max(r.limits.StatesLeft(r.stats)/uint64(n), 1))
	boards := make([]puzzle.Board, n+1)
	for i := range boards {
		boards[i] = r.replay(plan[:first+i*moves])
	}
	windows := make([]window, n)
	search.MeterOf(ctx).Parallel(r.space.workers, n, func(_, i int) bool {
		windows[i] = r.window(ctx, boards[i], boards[i+1], moves, width, states)
		return search.Interrupted(ctx) == ""
	})
	done := round{plan: slices.Clone(plan[:first]), complete: true, room: true}
	bytes := uint64(0)
	for i, w := range windows {
		path := w.path
		if path == nil {
			path = plan[first+i*moves:][:moves]
		}
		done.plan = append(done.plan, path...)
		done.complete = done.complete && w.complete
		done.room = done.room && w.room
		r.stats.Expanded += w.stats.Expanded
		r.stats.Generated += w.stats.Generated
		r.stats.Duplicates += w.stats.Duplicates
		bytes = max(bytes, w.stats.Bytes)
	}
	r.memory.peak = max(r.memory.peak, r.memory.fixed+bytes*uint64(min(r.space.workers, n)))
	done.plan = append(done.plan, plan[first+n*moves:]...)
	done.plan = r.shortcut(done.plan)
	return done
}

// window is the outcome of the search of a window.
type window struct {
	path     []puzzle.Move // nil if none was found
	complete bool          // the search left out no board because of its width
	room     bool          // the memory sufficed for the search
	stats    search.Stats
}

// window searches for a path between two boards that has at most a number of moves.
func (r *run) window(
	ctx context.Context, from, to puzzle.Board, moves, width int, states uint64,
) window {
	s := r.space
	s.workers = 1
	whole := subgoals.Of(to, puzzle.MaxSide)
	s.aim(whole, newWindowScore(whole, s.parameters), puzzle.Costs{})
	m := memory{}
	if limit := r.limits.Bytes; limit > 0 {
		m.limit = max((limit-r.memory.fixed)/uint64(r.space.workers), 1)
	}
	defer m.release()
	l := newLayers(ctx, s, &m, from, width, moves)
	if l == nil {
		return window{}
	}
	l.bound = puzzle.Cost(moves)
	l.states = states
	path, status := l.run(func() search.Status { return search.Interrupted(ctx) })
	w := window{complete: l.complete && status == search.Solved, room: true, stats: l.stats}
	w.stats.Bytes = m.peak
	if status == search.Solved {
		w.path = path
	}
	return w
}
