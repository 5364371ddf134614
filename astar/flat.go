package astar

import (
	"math"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/flat"
)

const (
	// largestCost is the largest cost of a move for which the costs of a table and
	// buckets by g suffice: no board of up to 16 cells is more than 160 moves from
	// another. Plans of other searches than A* may be many times as long. Where
	// the costs of a table do not suffice for them, the plain search takes over:
	// see dropped.
	largestCost = 16
	// largestScale is the largest cost of a move in f, its factor counted, for
	// which an array by f suffices: with costs up to the f of a hundred moves it
	// takes 3.3 MB.
	largestScale = 1024
)

// flatSearch is the same search as plain for boards that fit a word. The closed
// list is a flat.Table, the open list consists of buckets.
//
// The table is far larger than the caches, so one look-up after another would
// spend almost all the time waiting for memory. flatSearch takes a batch of
// entries with the same f and g from the open list. It prefetches the boards of
// the batch, and then all their successors, before it looks up the first.
//
// When the open list has grown long, flatSearch does not look successors up at
// all. A duplicate is detected when its entry is chosen (delayed duplicate
// detection, Korf 2003). With f = g + h and a consistent heuristic, the first
// entry of a board to be chosen has the smallest g. That takes one look-up for
// each expansion instead of three, and a board that is never expanded takes no
// more memory than its entry.
type flatSearch struct {
	rule       *rule
	result     search.Result
	successors successors
	table      *flat.Table
	open       openBuckets
	goal       uint64 // packed
	cells      int
	perBatch   uint64 // open states for each entry of a batch
	delayFrom  uint64 // length of the open list from which duplicates are detected late
	delayed    bool
	unseen     uint64               // entries of the open list whose boards were not looked up
	fMax       puzzle.Cost          // the largest f chosen so far
	prefetched uint8                // keeps the reads that only fill the cache
	dropped    bool                 // a path that was too long for the table
	batch      [largestBatch]uint64 // entries with the same f and g
	children   []child              // successors of the batch
}

const (
	// largestBatch is the maximum number of entries of a batch: enough to keep all
	// line fill buffers of a processor busy.
	largestBatch = 32
	// entriesPerBatch is the number of open states for each entry of a batch, so
	// that a small search expands one state at a time.
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

// child is a successor on its way into the table.
type child struct {
	word uint64
	hash flat.Hash // where it is looked up at once
	h    int32
	cost uint16 // of the move
	move puzzle.Move
}

// newFlat returns nil where the problem needs the plain search.
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
// successors. The memory limit is tested before each batch, with room for all that the
// batch may push, so that the search ends before it passes the limit.
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

// take closes the entries that are no duplicates and were not overtaken by a
// cheaper path, and lists their successors. It sets Status if the run ends here.
func (s *flatSearch) take(f, g puzzle.Cost, entries []uint64, watch *search.Watch) {
	var hashes [largestBatch]flat.Hash
	for i, entry := range entries {
		hashes[i] = flat.HashOf(entry)
		s.prefetched |= s.table.Prefetch(hashes[i])
	}
	// Entries with the same f and g have the same h, which no entry has to store.
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

// admit returns the slot of the board of an entry that was chosen, unless the
// board is closed or was overtaken.
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
	// It was opened before duplicates were detected late, at no less: a cheaper
	// entry has a smaller f and would have closed it.
	slot.Open(uint16(g), uint8(moveOf(entry)))
	return slot, true
}

// push opens a board that was reached at cost g, unless it is known at no more.
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

// reach notes in the table that a board was reached at cost g, and tells whether
// that is news.
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

// plan follows the moves back from the goal.
func (s *flatSearch) plan() []puzzle.Move {
	return search.Trace(s.rule.problem, func(b puzzle.Board) puzzle.Move {
		word := puzzle.PackWord(b.Tiles())
		slot, _ := s.table.Find(flat.HashOf(word), word)
		return puzzle.Move(slot.Move())
	})
}
