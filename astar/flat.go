package astar

import (
	"math"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/flat"
)

const (
	// largestCost is the largest cost of a move that flatSearch supports. The
	// table and the buckets have room for all costs of cheapest paths, which have
	// at most 160 moves on boards of up to 16 cells. Paths of searches other than
	// A* may be many times as long. The search drops paths that are too long for
	// the table; see the field dropped.
	largestCost = 16
	// largestScale is the largest product of the cost of a move and its factor in
	// f that flatSearch supports. An array with an element for each f of paths of
	// up to a hundred such moves takes 3.3 MB.
	largestScale = 1024
)

// flatSearch is the same search as plain, for boards that fit into a word. The
// table of reached boards is a flat.Table, and the open list consists of buckets.
//
// The table is far larger than the caches, so one look-up after another would
// spend almost all the time waiting for memory. flatSearch takes a batch of
// entries with the same f and g from the open list. It prefetches the boards of
// the batch, and then all their successors, before it looks up the first.
//
// When the open list has grown long, flatSearch does not look successors up at
// all. A duplicate is detected when its entry is chosen (delayed duplicate
// detection, Korf 2003). With f = g + h and a consistent heuristic, the first
// entry of a board to be chosen has the smallest g. So an expansion takes one
// look-up instead of three, and a board that is never expanded takes no memory
// besides its entry.
type flatSearch struct {
	rule       *rule
	result     search.Result
	successors successors
	table      *flat.Table
	open       openBuckets
	goal       uint64 // packed
	cells      int
	perBatch   uint64               // open states for each entry of a batch
	delayFrom  uint64               // length of the open list from which duplicates are detected late
	delayed    bool                 // duplicates are detected late
	unseen     uint64               // entries of the open list whose boards were not looked up
	fMax       puzzle.Cost          // the largest f chosen so far
	prefetched uint8                // uses the results of Prefetch, so that the compiler keeps the reads
	dropped    bool                 // a path was dropped because it was too long for the table
	batch      [largestBatch]uint64 // entries with the same f and g
	children   []child              // successors of the batch
}

const (
	// largestBatch is the maximum number of entries of a batch. It is large enough
	// to use all line fill buffers of a processor.
	largestBatch = 32
	// A batch has one entry for every entriesPerBatch open states, and at least
	// one. So a small search expands one state at a time.
	entriesPerBatch = 1024
	// longOpenList is the length of the open list from which duplicates are
	// detected late. A small search detects them when they are generated, as the
	// textbook algorithm does.
	longOpenList = entriesPerBatch * largestBatch
)

// An entry of the open list is one word:
//
//	bits 0-59   the key of the board (see flat.KeyMask)
//	bits 60-61  the move that led there
//	bit 62      set if the board was not looked up when the entry was pushed
const (
	entryMove = flat.KeyBits
	unseenBit = 1 << 62
)

// child is a successor that is not yet in the table or on the open list.
type child struct {
	word uint64
	hash flat.Hash // set only if duplicates are detected at once
	h    int32
	cost uint16 // of the move
	move puzzle.Move
}

// newFlat returns a flatSearch, or nil if the problem needs the plain search.
func newFlat(r *rule) *flatSearch {
	dearest := r.problem.Costs.Dearest()
	if r.problem.Start.Size().Cells() > puzzle.WordCells ||
		dearest > largestCost || dearest*max(r.ofG, r.ofH) > largestScale {
		return nil
	}
	delayFrom := uint64(longOpenList)
	if !r.bounding() || r.reopen {
		delayFrom = math.MaxUint64
	}
	return &flatSearch{
		rule:       r,
		successors: newSuccessors(r),
		table:      flat.NewTable(),
		goal:       puzzle.PackWord(r.problem.Goal.Tiles()),
		cells:      r.problem.Start.Size().Cells(),
		perBatch:   entriesPerBatch,
		delayFrom:  delayFrom,
	}
}

// run searches one batch at a time: it pops entries, closes their boards and pushes their
// successors. Before each batch, it tests whether the memory that the batch may need exceeds
// the limit. So the search ends before it exceeds the limit.
func (s *flatSearch) run(watch *search.Watch, lim search.Limits) search.Result {
	defer s.table.Release()
	tiles := s.rule.problem.Start.Tiles()
	h := s.rule.estimator.Estimate(tiles)
	if s.rule.admissible {
		s.result.LowerBound = h
	}
	start := puzzle.PackWord(tiles)
	s.push(0, child{word: start, hash: flat.HashOf(start), h: int32(h)})
	for {
		s.result.Bytes = max(s.result.Bytes, s.table.PeakBytes()+s.open.held)
		if lim.Bytes > 0 && s.result.Bytes+s.table.Growth()+3*largestBatch*chunkBytes > lim.Bytes {
			s.result.Status = search.MemoryLimit
			return s.result
		}
		f, g, n := s.open.pop(s.batch[:1+min(s.result.Open/s.perBatch, largestBatch-1)])
		if n == 0 {
			s.result.Status = search.Exhausted
			return s.result
		}
		if f > s.fMax {
			s.fMax, s.result.ExpandedBeforeLastF = f, s.result.Expanded
			if s.rule.bounding() {
				s.result.LowerBound = f
			}
		}
		s.take(f, g, s.batch[:n], watch)
		s.delayed = s.delayed || s.result.Open >= s.delayFrom
		if !s.delayed {
			for i := range s.children {
				c := &s.children[i]
				c.hash = flat.HashOf(c.word)
				s.prefetched |= s.table.Prefetch(c.hash)
			}
		}
		for i := range s.children {
			s.push(g+puzzle.Cost(s.children[i].cost), s.children[i])
		}
		if s.result.Status != "" {
			return s.result
		}
	}
}

// take closes the boards of the entries and lists their successors. It skips
// duplicates and entries to whose boards a cheaper path was found later. It sets
// Status if the run ends here.
func (s *flatSearch) take(f, g puzzle.Cost, entries []uint64, watch *search.Watch) {
	var hashes [largestBatch]flat.Hash
	for i, entry := range entries {
		hashes[i] = flat.HashOf(entry)
		s.prefetched |= s.table.Prefetch(hashes[i])
	}
	// Entries with the same f and g have the same h, so entries do not store h.
	h := int32((f - s.rule.ofG*g) / s.rule.ofH)
	s.children = s.children[:0]
	for i, entry := range entries {
		slot, ok := s.admit(hashes[i], entry, g)
		if !ok {
			continue
		}
		word := flat.WithLastCell(entry, s.cells)
		if word == s.goal {
			s.result.Status, s.result.Moves = search.Solved, s.plan()
			return
		}
		if s.result.Expanded >= watch.Due {
			if s.result.Status = watch.Poll(s.rule.progress(s.result.Stats, s.fMax)); s.result.Status != "" {
				return
			}
		}
		slot.Close()
		s.result.Open--
		s.result.Expanded++
		back := noMove
		if g > 0 {
			back = moveOf(entry).Opposite()
		}
		before := len(s.children)
		s.children = s.successors.append(s.children, word, h, back)
		s.result.Generated += uint64(len(s.children) - before)
	}
}

func moveOf(entry uint64) puzzle.Move { return puzzle.Move(entry >> entryMove & 3) }

// admit returns the slot of the board of a chosen entry. It returns false if the board
// is closed, or if a cheaper path to it was found later.
func (s *flatSearch) admit(hash flat.Hash, entry uint64, g puzzle.Cost) (slot flat.Slot, ok bool) {
	slot, known := s.table.Find(hash, entry)
	if entry&unseenBit == 0 {
		return slot, !slot.Closed() && puzzle.Cost(slot.Cost()) == g
	}
	s.unseen--
	if !known {
		return s.table.Insert(hash, slot, entry, uint16(g), uint8(moveOf(entry))), true
	}
	s.result.Open--
	s.result.Duplicates++
	if slot.Closed() {
		return slot, false
	}
	// The board was opened while duplicates were detected at once. Its g was not
	// smaller, since an entry with a smaller g has a smaller f, and would have been
	// chosen before.
	slot.Open(uint16(g), uint8(moveOf(entry)))
	return slot, true
}

// push adds a board that was reached at cost g to the open list, unless it was reached
// before at g or less.
func (s *flatSearch) push(g puzzle.Cost, c child) {
	if g > flat.MaxCost {
		s.dropped = true
		return
	}
	s.result.MaxCost = max(s.result.MaxCost, g)
	entry := c.word&flat.KeyMask | uint64(c.move)<<entryMove
	if s.delayed {
		entry |= unseenBit
		s.unseen++
		s.result.Open++
	} else if !s.reach(g, c) {
		return
	}
	s.open.push(s.rule.f(g, puzzle.Cost(c.h)), g, entry)
	s.result.PeakOpen = max(s.result.PeakOpen, s.result.Open)
	s.result.PeakStored = max(s.result.PeakStored, uint64(s.table.Len())+s.unseen)
}

// reach updates the table for a board that was reached at cost g. It returns false for a
// duplicate.
func (s *flatSearch) reach(g puzzle.Cost, c child) bool {
	slot, known := s.table.Find(c.hash, c.word)
	switch {
	case !known:
		s.table.Insert(c.hash, slot, c.word, uint16(g), uint8(c.move))
		s.result.Open++
	case int(g) >= int(slot.Cost()) || slot.Closed() && !s.rule.reopen:
		s.result.Duplicates++
		return false
	default:
		if slot.Closed() {
			s.result.Reopened++
			s.result.Open++
		}
		slot.Open(uint16(g), uint8(c.move))
	}
	return true
}

// plan returns the plan, which it traces back from the goal.
func (s *flatSearch) plan() []puzzle.Move {
	return search.Trace(s.rule.problem, func(b puzzle.Board) puzzle.Move {
		word := puzzle.PackWord(b.Tiles())
		slot, _ := s.table.Find(flat.HashOf(word), word)
		return puzzle.Move(slot.Move())
	})
}
