package bfs

import (
	"context"
	"fmt"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is breadth-first graph search under unit costs; see the package
// documentation. The zero value is ready to use.
type Solver struct {
	Order    puzzle.Order    `setting:"order"` // order of successors; zero: DefaultOrder
	Observer search.Observer // receives the progress; may be nil
}

// Capabilities implements search.Capable.
func (s *Solver) Capabilities() search.Capabilities {
	return search.Capabilities{Kind: search.BestFirst, Optimal: true, UnitCosts: true}
}

// Solve searches for a shortest plan. It returns an error if the problem is invalid
// (see search.Begin) or has move costs other than 1.
func (s *Solver) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	if !p.Costs.Unit() {
		return search.Result{}, fmt.Errorf("bfs: %w", search.ErrUnitCosts)
	}
	r, done, err := search.Begin(p, s.Order)
	if done || err != nil {
		return r, err
	}
	watch := search.NewWatch(ctx, lim, s.Observer)
	run := flat.Choose(p.Start.Size().Cells(),
		runWith[[1]uint64], runWith[[2]uint64], runWith[[4]uint64],
		runWith[[8]uint64], runWith[[16]uint64], runWith[[37]uint64],
	)
	r = run(p, s.Order, watch, lim)
	if r.Status == search.Solved {
		search.Finish(p, &r)
	}
	return r, nil
}

// runWith searches with boards of a number of words.
func runWith[B flat.Board](
	p search.Problem, order puzzle.Order, watch *search.Watch, lim search.Limits,
) search.Result {
	return newBreadthFirst[B](p, order, watch, lim).run()
}

// breadthFirst is one run of Solver.
type breadthFirst[B flat.Board] struct {
	result     search.Result
	problem    search.Problem
	graph      *puzzle.Graph
	layout     *flat.Layout[B]
	watch      *search.Watch
	limit      uint64 // maximum memory in bytes; 0 for no limit
	prefetched uint8  // uses the results of prefetch, so that the compiler keeps the reads
}

func newBreadthFirst[B flat.Board](
	p search.Problem, order puzzle.Order, watch *search.Watch, lim search.Limits,
) *breadthFirst[B] {
	size := p.Start.Size()
	return &breadthFirst[B]{
		problem: p,
		graph:   puzzle.NewGraph(size, order),
		layout:  flat.NewLayout[B](size.Cells()),
		watch:   watch,
		limit:   lim.Bytes,
	}
}

// run searches level by level. An entry of the frontier is a board, with the last move in bits
// 60-61 of its first word. (The move of the start is 0, and is not used.) The search
// generates the successors of a batch of boards before it looks up the first one, so that the
// processor fetches the memory of all look-ups at the same time.
func (b *breadthFirst[B]) run() search.Result {
	start := b.layout.Pack(b.problem.Start.Tiles())
	goal := b.layout.Pack(b.problem.Goal.Tiles())
	var set visited[B] = tableSet[B]{Table: flat.NewTable[B]()}
	defer func() { set.Release() }()
	root := place[B]{board: start}
	set.locate(&root)
	set.add(&root, 0)
	b.result.PeakStored = 1

	var frontier queue[B]
	start[0] &= flat.KeyMask
	frontier.push(start, true)
	boards := 1 // of the level
	var batch [batchNodes * 4]successor[B]
	for level := puzzle.Cost(0); boards > 0; level++ {
		b.begins(level, boards)
		boards = 0
		for range len(frontier.chunks) {
			chunk := frontier.chunks[0]
			frontier.chunks = frontier.chunks[1:]
			set = b.smaller(set, frontier.bytes)
			for first := 0; first < len(chunk); first += batchNodes {
				if b.uses(frontier.bytes+set.Bytes(), 8*chunkWords+set.Growth()) {
					return b.result
				}
				nodes := chunk[first:min(first+batchNodes, len(chunk))]
				successors := b.generate(nodes, level > 0, set, batch[:0])
				for i := range successors {
					b.prefetched |= set.prefetch(&successors[i].place)
				}
				for i := range nodes {
					if b.expands(level) {
						return b.result
					}
					for len(successors) > 0 && successors[0].parent == i {
						place := &successors[0].place
						successors = successors[1:]
						b.result.Generated++
						b.result.MaxCost = level + 1
						if !set.add(place, level+1) {
							b.result.Duplicates++
							continue
						}
						b.stores()
						if flat.Same(&place.board, &goal) {
							b.solved(set, level+1)
							return b.result
						}
						frontier.push(place.board, boards == 0)
						boards++
					}
				}
			}
			frontier.spare = append(frontier.spare, chunk)
		}
	}
	panic("bfs: no path left to a goal that can be reached")
}

// generate appends the successors of nodes of one level, whose places in the set it has located. A
// move that takes back the one before leads to a board of the level above, so it is left out where
// there is one.
func (b *breadthFirst[B]) generate(
	nodes []B, hasParents bool, set visited[B], successors []successor[B],
) []successor[B] {
	var tiles flat.Tiles
	for i := range nodes {
		node := &nodes[i]
		back := puzzle.Move((*node)[0] >> flat.KeyBits).Opposite()
		blank := b.layout.Unpack(node, &tiles)
		for _, step := range b.graph.Steps(blank) {
			if step.Move == back && hasParents {
				continue
			}
			successors = successors[:len(successors)+1]
			s := &successors[len(successors)-1]
			s.place.board = *node
			s.parent = i
			board := &s.place.board
			b.layout.Move(board, tiles[step.To], step.To, blank)
			(*board)[0] = (*board)[0]&flat.KeyMask | uint64(step.Move)<<flat.KeyBits
			set.locate(&s.place)
		}
	}
	return successors
}

// solved sets the result to the plan to the goal, which has been reached at a depth. The plan
// follows from the levels, so sets store no moves.
func (b *breadthFirst[B]) solved(set visited[B], depth puzzle.Cost) {
	b.result.Status = search.Solved
	level := depth
	ledTo := func(at puzzle.Board) puzzle.Move {
		level--
		return b.ledTo(set, at.Tiles(), level+1)
	}
	b.result.Moves = search.Trace(b.problem, ledTo)
}

// queue has the boards of a level that wait to be expanded, and those of the next level, in chunks
// that hold the boards of one level. A chunk whose boards were expanded is used again, so the queue
// takes no more memory than the boards of both levels.
type queue[B flat.Board] struct {
	chunks, spare [][]B
	bytes         uint64 // memory of all chunks
}

// chunkWords is the maximum number of words of a chunk.
const chunkWords = 1 << 12

// push adds a board at the end. The first board of a level begins a new chunk.
func (q *queue[B]) push(board B, first bool) {
	last := len(q.chunks) - 1
	if first || len(q.chunks[last]) == cap(q.chunks[last]) {
		if len(q.spare) == 0 {
			q.bytes += 8 * chunkWords
			q.spare = append(q.spare, make([]B, 0, chunkWords/len(board)))
		}
		end := len(q.spare) - 1
		q.chunks = append(q.chunks, q.spare[end][:0])
		q.spare = q.spare[:end]
		last++
	}
	q.chunks[last] = append(q.chunks[last], board)
}

// batchNodes is the number of boards that are expanded before their successors are
// looked up. It is large enough to use all line fill buffers of a processor.
const batchNodes = 16

// successor is a successor of a board of the batch that was not looked up yet.
type successor[B flat.Board] struct {
	place  place[B]
	parent int // index of the parent in the batch
}

// begins updates the result at the beginning of a level. All boards of the levels
// before have been expanded, and no board up to this level is the goal.
func (b *breadthFirst[B]) begins(level puzzle.Cost, boards int) {
	b.result.LowerBound = level + 1
	b.result.ExpandedBeforeLastF = b.result.Expanded
	b.result.Open = uint64(boards)
	b.result.PeakOpen = max(b.result.PeakOpen, b.result.Open)
}

// expands counts the expansion of a state. It reports true if the search must end
// instead, and sets the status.
func (b *breadthFirst[B]) expands(level puzzle.Cost) bool {
	if b.result.Expanded >= b.watch.Due {
		b.result.Status = b.watch.Poll(search.Progress{Stats: b.result.Stats, Bound: level})
		if b.result.Status != "" {
			return true
		}
	}
	b.result.Expanded++
	b.result.Open--
	return false
}

// stores counts a new board on the open list.
func (b *breadthFirst[B]) stores() {
	b.result.Open++
	b.result.PeakOpen = max(b.result.PeakOpen, b.result.Open)
	b.result.PeakStored++
}

// uses updates the peak memory, given the memory in use. It reports true and sets the
// status if this memory plus the growth that the next step may need exceeds the limit.
func (b *breadthFirst[B]) uses(bytes, growth uint64) bool {
	b.result.Bytes = max(b.result.Bytes, bytes)
	if b.limit > 0 && bytes+growth > b.limit {
		b.result.Status = search.MemoryLimit
		return true
	}
	return false
}
