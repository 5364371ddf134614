package astar

import (
	"context"
	"math"
	"slices"

	"npuzzle/heuristics"
	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// largestCost is the largest cost of a move that flatSearch supports. The
	// table and the buckets have room for all costs of cheapest paths, which have
	// at most 160 moves on boards of up to 16 cells. Paths of searches other than
	// A*, and on large boards, may be many times as long. The search drops paths that
	// are too long for the table; see push.
	largestCost = 16
	// largestScale is the largest product of the cost of a move and its factor in
	// f that flatSearch supports. An array with an element for each f of paths of
	// up to a hundred such moves takes 4 MB.
	largestScale = 1024
	// largestF is the largest f on the open list, which has an element for each f. Estimates of a
	// heuristic of another module may be very large. The search drops states with a larger f. This
	// changes nothing if the search finds a plan, since it would choose these states after the
	// goal.
	largestF = 1 << 22
	// Paths are longer on larger boards. Above manyCells cells, largestScale is smaller
	// in inverse proportion.
	manyCells = 64

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
	// longOfLargeBoards is the same for boards of more than one word, whose table takes more
	// memory.
	longOfLargeBoards = 2 * entriesPerBatch
)

// flatSearch is the same search as plain, with compact boards and an open list of buckets.
//
// The table of reached boards is far larger than the caches, so one look-up after another
// would spend almost all the time waiting for memory. flatSearch takes a batch of
// entries with the same f and g from the open list. It prefetches the boards of
// the batch, and then all their successors, before it looks up the first.
//
// When the open list has grown long, flatSearch does not look successors up at all. A duplicate is
// detected when its entry is chosen (delayed duplicate detection, Korf 2003). The entries of a
// board have the same h. So unless the search is greedy, the first one to be chosen has the
// smallest g. An expansion takes one look-up instead of three, and a board that is never expanded
// takes no memory besides its entry. A search that reopens closed states looks them up at once.
//
// An entry of the open list is a board. The bits above the key of its first word are:
//
//	bits 60-61  the move that led there
//	bit 62      set if the board was not looked up when the entry was pushed
type flatSearch[B flat.Board] struct {
	rule       *rule
	result     search.Result
	table      *flat.Table[B]
	open       openBuckets[B]
	layout     *flat.Layout[B]
	tiles      flat.Tiles // of the board that is expanded
	changes    heuristics.Changes
	goal       B
	perBatch   uint64      // open states for each entry of a batch
	delayFrom  uint64      // length of the open list from which duplicates are detected late
	delayed    bool        // duplicates are detected late
	unseen     uint64      // entries of the open list whose boards were not looked up
	limit      uint64      // maximum memory in bytes; 0 for no limit
	shareFrom  uint64      // length of the open list from which several workers search; see team
	fMax       puzzle.Cost // the largest f chosen so far
	prefetched uint8       // uses the results of Prefetch, so that the compiler keeps the reads
	batch      [largestBatch]B
	hashes     [largestBatch]flat.Hash
	children   []child[B]  // successors of the batch
	childHash  []flat.Hash // of each child, if duplicates are detected at once

	// A worker of a team has messages, and raises its limit while the team has memory left.
	messages uint64                  // bytes of messages
	raise    func(bytes uint64) bool // raises the limit to at least a number of bytes, if it can
}

const (
	entryMove = flat.KeyBits
	unseenBit = 1 << 62
)

// child is a successor that is not yet in the table or on the open list.
type child[B flat.Board] struct {
	board B
	h     int32
	cost  uint16 // of the move
	move  puzzle.Move
	blank uint8 // cell of the blank
}

// fastSearch is a flatSearch for boards of any number of words.
type fastSearch interface {
	run(ctx context.Context, watch *search.Watch, lim search.Limits) search.Result
}

// newFast returns the flatSearch for a problem, or nil if the problem needs the plain search.
func newFast(r *rule) fastSearch {
	cells := r.problem.Start.Size().Cells()
	dearest := r.problem.Costs.Dearest()
	if dearest > largestCost ||
		dearest*max(r.ofG, r.ofH)*puzzle.Cost(max(cells, manyCells)) > largestScale*manyCells {
		return nil
	}
	newSearch := flat.Choose(cells,
		newFastOf[[1]uint64], newFastOf[[2]uint64], newFastOf[[4]uint64],
		newFastOf[[8]uint64], newFastOf[[16]uint64], newFastOf[[37]uint64],
	)
	return newSearch(r)
}

// newFastOf returns the flatSearch for boards of a number of words.
func newFastOf[B flat.Board](r *rule) fastSearch { return newFlat[B](r) }

func newFlat[B flat.Board](r *rule) *flatSearch[B] {
	s := &flatSearch[B]{
		rule:      r,
		table:     flat.NewTable[B](),
		layout:    flat.NewLayout[B](r.problem.Start.Size().Cells()),
		changes:   heuristics.ChangesOf(r.estimator),
		perBatch:  entriesPerBatch,
		delayFrom: longOpenList,
		shareFrom: math.MaxUint64,
	}
	if r.workers > 1 {
		s.shareFrom = sharePerWorker * uint64(r.workers)
	}
	s.goal = s.layout.Pack(r.problem.Goal.Tiles())
	switch {
	case r.ofG == 0 || r.reopen:
		s.delayFrom = math.MaxUint64
	case len(s.goal) > 1:
		s.delayFrom = longOfLargeBoards
	}
	return s
}

// run searches one batch at a time: it pops entries, closes their boards and pushes their
// successors. The status is Exhausted if all paths to the goal were dropped, because they are too
// long for the table, or their f is too large for the open list.
//
// If there are several workers, a team of them takes over as soon as the open list is long.
func (s *flatSearch[B]) run(
	ctx context.Context, watch *search.Watch, lim search.Limits,
) search.Result {
	defer s.table.Release()
	s.limit = lim.Bytes
	h := s.rule.estimator.Estimate(s.rule.problem.Start.Tiles())
	if s.rule.admissible {
		s.result.LowerBound = h
	}
	s.children = append(s.children,
		child[B]{board: s.layout.Pack(s.rule.problem.Start.Tiles()), h: int32(h)})
	s.prefetch()
	s.push(0)
	for s.result.Status == "" {
		if s.result.Open >= s.shareFrom && s.canBeShared() {
			return newTeam(s, watch, lim).run(ctx)
		}
		s.next(watch)
	}
	if s.result.Status == search.Solved {
		s.result.Moves = search.Trace(s.rule.problem, s.ledTo)
	}
	return s.result
}

// next searches one batch. Before that, it tests whether the memory that the batch may need
// exceeds the limit. So the search ends before it exceeds the limit.
func (s *flatSearch[B]) next(watch *search.Watch) {
	if !s.hasRoom() {
		s.result.Status = search.MemoryLimit
		return
	}
	f, g, n := s.open.pop(s.batch[:s.batchSize()])
	if n == 0 {
		s.result.Status = search.Exhausted
		return
	}
	if f > s.fMax {
		s.fMax = f
		s.result.ExpandedBeforeLastF = s.result.Expanded
		if s.rule.bounding() {
			s.result.LowerBound = f
		}
	}
	s.prefetchEntries(n)
	s.children = s.children[:0]
	s.take(f, g, s.batch[:n], s.hashes[:n], watch)
	s.prefetch()
	s.push(g)
}

// batchSize returns the number of entries of the next batch.
func (s *flatSearch[B]) batchSize() uint64 {
	return 1 + min(s.result.Open/s.perBatch, largestBatch-1)
}

// hasRoom counts the memory, and reports whether the next batch fits in the limit.
func (s *flatSearch[B]) hasRoom() bool {
	s.result.Bytes = max(s.result.Bytes, s.held())
	return s.limit == 0 || s.fits(s.result.Bytes+s.table.Growth()+s.open.growth())
}

// held returns the memory of the search in bytes.
func (s *flatSearch[B]) held() uint64 { return s.table.PeakBytes() + s.open.held + s.messages }

// fits reports whether the search may take a number of bytes.
func (s *flatSearch[B]) fits(bytes uint64) bool {
	return bytes <= s.limit || s.raise != nil && s.raise(bytes)
}

// prefetchEntries prefetches the boards of the first n entries of the batch.
func (s *flatSearch[B]) prefetchEntries(n int) {
	for i := range s.batch[:n] {
		s.hashes[i] = flat.HashOf(&s.batch[i])
		s.prefetched |= s.table.Prefetch(s.hashes[i])
	}
}

// take closes the boards of entries, whose hashes are given, and appends their successors to
// children. It skips duplicates and entries to whose boards a cheaper path was found later. It sets
// Status if the run ends here.
func (s *flatSearch[B]) take(
	f, g puzzle.Cost, entries []B, hashes []flat.Hash, watch *search.Watch,
) {
	// Entries with the same f and g have the same h, so entries do not store h.
	h := int32((f - s.rule.ofG*g) / s.rule.ofH)
	for i := range entries {
		entry := &entries[i]
		slot, open := s.find(hashes[i], entry, g)
		if !open {
			continue
		}
		if flat.Same(entry, &s.goal) {
			s.result.Status = search.Solved
			return
		}
		if s.result.Expanded >= watch.Due {
			s.result.Status = watch.Poll(s.rule.progress(s.result.Stats, s.fMax))
			if s.result.Status != "" {
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
		s.result.Generated += s.expand(entry, h, back)
	}
}

// expand appends the successors of a board to children, except the one that the move back leads
// to, and returns their number. The estimate of the board is h.
func (s *flatSearch[B]) expand(board *B, h int32, back puzzle.Move) uint64 {
	before := len(s.children)
	blank := s.layout.Unpack(board, &s.tiles)
	tiles := s.tiles[:s.rule.problem.Start.Size().Cells()]
	s.changes.Begin(tiles)
	for _, step := range s.rule.graph.Steps(blank) {
		if step.Move == back {
			continue
		}
		s.children = slices.Grow(s.children, 1)[:len(s.children)+1]
		c := &s.children[len(s.children)-1]
		c.board = *board
		c.move = step.Move
		c.blank = step.To
		c.cost = uint16(s.rule.problem.Costs.Of(step.Move))
		s.layout.Move(&c.board, tiles[step.To], step.To, blank)
		// Only the Tracker of a wrong heuristic makes a sum below 0.
		c.h = max(h+int32(s.changes.Change(tiles, step.To, blank)), 0)
	}
	return uint64(len(s.children) - before)
}

func moveOf[B flat.Board](entry *B) puzzle.Move { return puzzle.Move((*entry)[0] >> entryMove & 3) }

// find returns the slot of an entry that was chosen. It returns false if the board is closed, or if
// a cheaper path to it was found later.
func (s *flatSearch[B]) find(hash flat.Hash, entry *B, g puzzle.Cost) (flat.Slot[B], bool) {
	slot, known := s.table.Find(hash, entry)
	if (*entry)[0]&unseenBit == 0 {
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

// prefetch prefetches the boards of the children of the batch.
func (s *flatSearch[B]) prefetch() {
	s.delayed = s.delayed || s.result.Open >= s.delayFrom
	if s.delayed {
		return
	}
	s.childHash = s.childHash[:0]
	for i := range s.children {
		hash := flat.HashOf(&s.children[i].board)
		s.prefetched |= s.table.Prefetch(hash)
		s.childHash = append(s.childHash, hash)
	}
}

// push adds the children of boards that were reached at cost g to the open list, except those
// that were reached before at the same cost or less.
func (s *flatSearch[B]) push(g puzzle.Cost) {
	for i := range s.children {
		c := &s.children[i]
		g := g + puzzle.Cost(c.cost)
		if g > flat.MaxCost { // this path is dropped
			continue
		}
		s.result.MaxCost = max(s.result.MaxCost, g)
		f := s.rule.f(g, puzzle.Cost(c.h))
		if f > largestF { // this path is dropped
			continue
		}
		if s.limit > 0 && !s.fits(s.held()+s.open.widening(f, g)) {
			if s.result.Status == "" {
				s.result.Status = search.MemoryLimit
			}
			break
		}
		flags := uint64(c.move) << entryMove
		if s.delayed {
			flags |= unseenBit
			s.unseen++
			s.result.Open++
		} else if !s.reach(c, s.childHash[i], g) {
			continue
		}
		c.board[0] = c.board[0]&flat.KeyMask | flags
		s.open.push(f, g, &c.board)
	}
	s.result.PeakOpen = max(s.result.PeakOpen, s.result.Open)
	s.result.PeakStored = max(s.result.PeakStored, uint64(s.table.Len())+s.unseen)
}

// reach notes that a child was reached at cost g. It returns false if the child is a duplicate.
func (s *flatSearch[B]) reach(c *child[B], hash flat.Hash, g puzzle.Cost) bool {
	slot, known := s.table.Find(hash, &c.board)
	switch {
	case !known:
		s.table.Insert(hash, slot, &c.board, uint16(g), uint8(c.move))
		s.result.Open++
		return true
	case int(g) >= int(slot.Cost()) || slot.Closed() && !s.rule.reopen:
		s.result.Duplicates++
		return false
	case slot.Closed():
		s.result.Reopened++
		s.result.Open++
	}
	slot.Open(uint16(g), uint8(c.move))
	return true
}

// ledTo returns the last move of the path to a board.
func (s *flatSearch[B]) ledTo(b puzzle.Board) puzzle.Move {
	board := s.layout.Pack(b.Tiles())
	slot, _ := s.table.Find(flat.HashOf(&board), &board)
	return puzzle.Move(slot.Move())
}
