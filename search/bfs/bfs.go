package bfs

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is breadth-first graph search under unit costs; see the package
// documentation. The zero value is ready to use.
type Solver struct {
	Order    puzzle.Order    // order of successors; zero: DefaultOrder
	Observer search.Observer // receives the progress; may be nil
}

// Solve searches for a shortest plan. It returns an error if the problem is invalid
// (see search.Begin) or has move costs other than 1.
func (s *Solver) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	if !p.Costs.Unit() {
		return search.Result{}, fmt.Errorf("bfs: %w", search.ErrUnitCosts)
	}
	r, done, err := search.Begin(p)
	if done || err != nil {
		return r, err
	}
	b := &breadthFirst{
		problem: p,
		graph:   puzzle.NewGraph(p.Start.Size(), s.Order),
		watch:   search.NewWatch(ctx, lim, s.Observer),
		limit:   lim.Bytes,
	}
	if p.Start.Size().Cells() <= puzzle.WordCells {
		b.searchWords()
	} else {
		b.searchMap()
	}
	if b.result.Status == search.Solved {
		search.Finish(p, &b.result)
	}
	return b.result, nil
}

// breadthFirst is one run of Solver.
type breadthFirst struct {
	result     search.Result
	problem    search.Problem
	graph      *puzzle.Graph
	watch      *search.Watch
	limit      uint64 // maximum memory in bytes; 0 for no limit
	prefetched uint8  // uses the results of prefetch, so that the compiler keeps the reads
}

// begins updates the result at the beginning of a level. All boards of the levels
// before have been expanded, and no board up to this level is the goal.
func (b *breadthFirst) begins(level puzzle.Cost, boards int) {
	b.result.LowerBound = level + 1
	b.result.ExpandedBeforeLastF = b.result.Expanded
	b.result.Open = uint64(boards)
	b.result.PeakOpen = max(b.result.PeakOpen, b.result.Open)
}

// expands counts the expansion of a state. It reports true if the search must end
// instead, and sets the status.
func (b *breadthFirst) expands(level puzzle.Cost) bool {
	if b.result.Expanded >= b.watch.Due {
		if b.result.Status = b.watch.Poll(search.Progress{Stats: b.result.Stats, Bound: level}); b.result.Status != "" {
			return true
		}
	}
	b.result.Expanded++
	b.result.Open--
	return false
}

// stores counts a new board on the open list.
func (b *breadthFirst) stores() {
	b.result.Open++
	b.result.PeakOpen = max(b.result.PeakOpen, b.result.Open)
	b.result.PeakStored++
}

// uses updates the peak memory, given the memory in use. It reports true and sets the
// status if this memory plus the growth that the next step may need exceeds the limit.
func (b *breadthFirst) uses(bytes, growth uint64) bool {
	b.result.Bytes = max(b.result.Bytes, bytes)
	if b.limit > 0 && bytes+growth > b.limit {
		b.result.Status = search.MemoryLimit
		return true
	}
	return false
}

// solve sets the status and the plan. The function ledTo returns the last move of the
// path to a board.
func (b *breadthFirst) solve(ledTo func(puzzle.Board) puzzle.Move) {
	b.result.Status, b.result.Moves = search.Solved, search.Trace(b.problem, ledTo)
}

// searchMap is the textbook search, for boards of every size. It has a map from
// boards to the last move of the path to each.
func (b *breadthFirst) searchMap() {
	const noMove = puzzle.Move(4)
	start, goal := string(b.problem.Start.Tiles()), string(b.problem.Goal.Tiles())
	moves := map[string]puzzle.Move{start: noMove}
	b.result.PeakStored = 1
	// Each group of eight slots of a map is between 7/16 and 7/8 full.
	const place = uint64(unsafe.Sizeof("")+unsafe.Sizeof(noMove)+7)&^7 + 1
	perBoard := place*16/7 + (uint64(len(start))+15)&^15
	const perEntry = uint64(unsafe.Sizeof(""))

	frontier, tiles := []string{start}, make([]uint8, len(start))
	for level := puzzle.Cost(0); len(frontier) > 0; level++ {
		b.begins(level, len(frontier))
		var next []string
		for _, board := range frontier {
			bytes := uint64(len(moves))*perBoard + uint64(cap(frontier)+cap(next))*perEntry
			if b.uses(bytes, uint64(cap(next))*2*perEntry) || b.expands(level) {
				return
			}
			copy(tiles, board)
			blank := uint8(slices.Index(tiles, 0))
			last := moves[board]
			for _, step := range b.graph.Steps(blank) {
				if last != noMove && step.Move == last.Opposite() {
					continue
				}
				b.result.Generated++
				b.result.MaxCost = level + 1
				tiles[blank], tiles[step.To] = tiles[step.To], 0
				successor := string(tiles)
				tiles[step.To], tiles[blank] = tiles[blank], 0
				if _, known := moves[successor]; known {
					b.result.Duplicates++
					continue
				}
				moves[successor] = step.Move
				b.stores()
				if successor == goal {
					b.solve(func(at puzzle.Board) puzzle.Move { return moves[string(at.Tiles())] })
					return
				}
				next = append(next, successor)
			}
		}
		frontier = next
	}
	panic("bfs: no path left to a goal that can be reached")
}
