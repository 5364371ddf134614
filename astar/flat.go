package astar

import (
	"slices"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/flat"
)

const (
	// largestFlatCost is the largest cost of a move for which buckets pay.
	largestFlatCost = 16
	// largestFlatScale is the largest cost of a move in f, its factor counted,
	// for which they do: an array of layers up to the f of a hundred moves takes
	// a quarter of a megabyte then.
	largestFlatScale = 64
)

// flatSearch is the same search as plain, for boards that fit a word and small
// costs: the closed map is a flat table, the open list an array of buckets.
//
// Almost all its time would be spent waiting for memory, one random look-up
// for every successor. So it takes a batch of entries from one bucket at a
// time, and touches the places of all of them, later of all their successors,
// before it looks at the first.
type flatSearch struct {
	*rule
	search.Result
	successors successors
	table      *flat.Table
	open       openList
	goal       uint64
	fMax       puzzle.Cost
	touched    uint8
	batch      [largestBatch]uint64
	children   []child
}

const (
	// largestBatch is how many entries are taken at a time at most. Their
	// children keep all the processor's line fill buffers busy.
	largestBatch = 32
	// entriesPerBatch is how many open states there are for each entry that is
	// taken at a time, so that a small search goes strictly one by one.
	entriesPerBatch = 1024
)

// child is a successor on its way into the table.
type child struct {
	word uint64
	hash flat.Hash
	h    int32
	cost uint16 // of the move
	move puzzle.Move
}

// newFlat returns nil where the problem needs the plain search.
func newFlat(r *rule) *flatSearch {
	costs := r.problem.Costs
	dearest := max(costs.Of(puzzle.Up), costs.Of(puzzle.Down), costs.Of(puzzle.Left), costs.Of(puzzle.Right))
	if r.problem.Start.Size().Cells() > puzzle.WordCells || dearest > largestFlatCost || dearest*max(r.ofG, r.ofH) > largestFlatScale {
		return nil
	}
	return &flatSearch{
		rule:       r,
		successors: newSuccessors(r),
		table:      flat.NewTable(),
		goal:       puzzle.PackWord(r.problem.Goal.Tiles()),
	}
}

func (s *flatSearch) run(watch *search.Watch, lim search.Limits) search.Result {
	defer s.table.Release()
	tiles := s.problem.Start.Tiles()
	h := s.estimator.Estimate(tiles)
	if s.admissible {
		s.LowerBound = h
	}
	start := puzzle.PackWord(tiles)
	s.push(0, child{word: start, hash: flat.HashOf(start), h: int32(h)})
	for {
		s.Bytes = max(s.Bytes, s.table.PeakBytes()+s.open.bytes)
		if lim.Bytes > 0 && s.Bytes+s.table.Growth()+largestBatch*3*chunkBytes > lim.Bytes {
			s.Status = search.MemoryLimit
			return s.Result
		}
		f, g, n := s.open.pop(s.batch[:1+min(s.Open/entriesPerBatch, largestBatch-1)])
		if n == 0 {
			s.Status = search.Exhausted
			return s.Result
		}
		if f > s.fMax {
			s.fMax, s.ExpandedBeforeLastF = f, s.Expanded
			if s.bounding() {
				s.LowerBound = f
			}
		}
		s.take(f, g, s.batch[:n], watch)
		for i := range s.children {
			s.touched |= s.table.Touch(s.children[i].hash)
		}
		for i := range s.children {
			s.push(g+puzzle.Cost(s.children[i].cost), s.children[i])
		}
		if s.Status != "" {
			return s.Result
		}
	}
}

// take closes the entries that were not overtaken by a cheaper path, and lists
// their successors. It sets Status if the run ends here.
func (s *flatSearch) take(f, g puzzle.Cost, words []uint64, watch *search.Watch) {
	var hashes [largestBatch]flat.Hash
	for i, word := range words {
		hashes[i] = flat.HashOf(word)
		s.touched |= s.table.Touch(hashes[i])
	}
	h := int32((f - s.ofG*g) / s.ofH)
	s.children = s.children[:0]
	for i, word := range words {
		slot, _ := s.table.Find(hashes[i], word)
		if slot.Closed() || puzzle.Cost(slot.Cost()) != g {
			continue
		}
		if word == s.goal {
			s.Status, s.Moves = search.Solved, s.plan()
			return
		}
		if s.Expanded >= watch.Due {
			if s.Status = watch.Poll(search.Progress{Stats: s.Stats, Bound: s.fMax / max(s.ofG, 1)}); s.Status != "" {
				return
			}
		}
		slot.Close()
		s.Open--
		s.Expanded++
		back := noMove
		if g > 0 {
			back = puzzle.Move(slot.Move()).Opposite()
		}
		before := len(s.children)
		s.children = s.successors.append(s.children, word, h, back)
		s.Generated += uint64(len(s.children) - before)
	}
}

// push opens a board that was reached at cost g, unless it is known at no more.
func (s *flatSearch) push(g puzzle.Cost, c child) {
	if g > flat.MaxCost {
		return // too long a path for the table; a shorter one exists
	}
	s.MaxDepth = max(s.MaxDepth, g)
	slot, known := s.table.Find(c.hash, c.word)
	switch {
	case !known:
		s.table.Insert(c.hash, slot, c.word, uint16(g), uint8(c.move))
		s.Open++
	case int(g) >= int(slot.Cost()) || slot.Closed() && !s.reopen:
		s.Duplicates++
		return
	default:
		if slot.Closed() {
			s.Reopened++
			s.Open++
		}
		slot.Open(uint16(g), uint8(c.move))
	}
	s.open.push(s.f(g, puzzle.Cost(c.h)), g, c.word)
	s.PeakOpen = max(s.PeakOpen, s.Open)
	s.PeakStored = uint64(s.table.Len())
}

// plan follows the moves back from the goal.
func (s *flatSearch) plan() []puzzle.Move {
	var moves []puzzle.Move
	start := puzzle.PackWord(s.problem.Start.Tiles())
	word, blank := s.goal, uint8(s.problem.Goal.Blank())
	for word != start {
		slot, _ := s.table.Find(flat.HashOf(word), word)
		move := puzzle.Move(slot.Move())
		moves = append(moves, move)
		to := s.graph.To(blank, move.Opposite())
		tile := word >> (4 * to) & 15
		word ^= tile<<(4*to) ^ tile<<(4*blank)
		blank = to
	}
	slices.Reverse(moves)
	return moves
}

// successors generates the successors of a packed board, with their estimates.
type successors interface {
	// append adds them to children, but for the one that the move back leads
	// to. h is the estimate of the board itself.
	append(children []child, word uint64, h int32, back puzzle.Move) []child
}

func newSuccessors(r *rule) successors {
	if sum, ok := r.estimator.(*heuristics.TileSum); ok {
		return newSumSuccessors(r, sum)
	}
	return &trackedSuccessors{rule: r, tracker: r.estimator.Track(), tiles: make([]uint8, r.problem.Start.Size().Cells())}
}

// trackedSuccessors does it for any heuristic: it unpacks the board, makes
// every move and undoes it.
type trackedSuccessors struct {
	*rule
	tracker heuristics.Tracker
	tiles   []uint8
}

func (s *trackedSuccessors) append(children []child, word uint64, _ int32, back puzzle.Move) []child {
	blank := puzzle.UnpackWord(word, s.tiles)
	s.tracker.Reset(s.tiles)
	for _, step := range s.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		tile := s.tiles[step.To]
		s.tiles[blank], s.tiles[step.To] = tile, 0
		h := s.tracker.Move(s.tiles, step.To, blank)
		s.tiles[step.To], s.tiles[blank] = tile, 0
		s.tracker.Move(s.tiles, blank, step.To)
		next := word ^ uint64(tile)<<(4*step.To) ^ uint64(tile)<<(4*blank)
		children = append(children, child{next, flat.HashOf(next), int32(h), uint16(s.problem.Costs.Of(step.Move)), step.Move})
	}
	return children
}

// sumSuccessors does it for heuristics that are sums over tiles: what a move
// changes is looked up.
type sumSuccessors struct {
	steps [puzzle.WordCells][]sumStep
}

type sumStep struct {
	from, to uint8 // where the blank goes, in bits of the word
	move     puzzle.Move
	cost     uint16
	rise     [16]int32 // of the estimate, by tile
}

func newSumSuccessors(r *rule, sum *heuristics.TileSum) *sumSuccessors {
	s := &sumSuccessors{}
	for cell := range uint8(r.problem.Start.Size().Cells()) {
		for _, step := range r.graph.Steps(cell) {
			t := sumStep{from: 4 * cell, to: 4 * step.To, move: step.Move, cost: uint16(r.problem.Costs.Of(step.Move))}
			for tile := 1; tile < r.problem.Start.Size().Cells(); tile++ {
				t.rise[tile] = int32(sum.At(tile, int(cell)) - sum.At(tile, int(step.To)))
			}
			s.steps[cell] = append(s.steps[cell], t)
		}
	}
	return s
}

func (s *sumSuccessors) append(children []child, word uint64, h int32, back puzzle.Move) []child {
	steps := s.steps[puzzle.BlankOfWord(word)]
	for i := range steps {
		step := &steps[i]
		if step.move == back {
			continue
		}
		tile := word >> (step.to & 63) & 15
		next := word ^ tile<<(step.to&63) ^ tile<<(step.from&63)
		children = append(children, child{next, flat.HashOf(next), h + step.rise[tile], step.cost, step.move})
	}
	return children
}
