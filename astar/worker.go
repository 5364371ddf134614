package astar

import (
	"math"
	"sync"
	"sync/atomic"
	"unsafe"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// worker is a member of a team: a flatSearch of the boards that it owns.
type worker[B flat.Board] struct {
	*flatSearch[B]
	team   *team[B]
	number int
	due    uint64 // number of expansions at which the worker polls

	inbox    inbox[B]
	wake     *sync.Cond   // signalled when the worker waits and may continue
	waits    atomic.Bool  // the worker is about to wait, or waits
	outboxes []message[B] // by owner: successors to be sent
	groups   []group      // of the batch
	unsent   int          // batches since the last time when all outboxes were sent
	received []message[B] // from the inbox
	empty    []message[B] // to be used again
}

// message is a list of successors that the receiver owns. The field cost of each one is its g.
type message[B flat.Board] []child[B]

const (
	// messageLength is the maximum number of successors of a message. A batch generates at most as
	// many, so a message needs no more memory than a batch.
	messageLength = 3 * largestBatch
	// sendInterval is the number of batches after which all messages are sent, full or not.
	sendInterval = 8
	// spins is the number of looks at the inbox before a worker waits. They take a few
	// microseconds. A worker that waits gives up its processor, which takes longer.
	spins = 2000
)

// inbox has the messages that a worker has not read yet.
type inbox[B flat.Board] struct {
	mu       sync.Mutex
	messages []message[B]
	length   atomic.Int32
}

func newWorker[B flat.Board](t *team[B], number int) *worker[B] {
	s := newFlat[B](t.rule)
	s.perBatch = max(t.before.perBatch/uint64(len(t.counts)), 1)
	s.delayed = t.before.delayed
	s.delayFrom = t.before.delayFrom
	w := &worker[B]{
		flatSearch: s,
		team:       t,
		number:     number,
		wake:       sync.NewCond(&t.mu),
		outboxes:   make([]message[B], len(t.counts)),
	}
	if t.memory.limit > 0 {
		s.limit = 1 // raised on demand
		s.raise = func(bytes uint64) bool {
			if !t.claim(bytes - s.limit) {
				return false
			}
			s.limit = bytes
			return true
		}
	}
	return w
}

// run searches until the search has ended.
func (w *worker[B]) run() {
	defer w.team.stop("") // after a panic, so that the others do not wait for this worker
	w.takeOver()
	for !w.team.ended.Load() {
		w.receive()
		f, ok := w.open.least()
		switch {
		case ok && f <= w.team.bound:
			w.expandBatch()
		default:
			w.sendAll()
			if !w.hasMail() {
				w.team.wait(w)
			}
		}
	}
}

// takeOver copies the states that the worker owns from the search that the team continues.
func (w *worker[B]) takeOver() {
	t := w.team
	from := t.before
	copied := 0
	for board, slot := range from.table.All() {
		if !w.owns(&board) {
			continue
		}
		if copied%messageLength == 0 && !w.hasRoom() {
			t.stop(search.MemoryLimit)
			return
		}
		copied++
		hash := flat.HashOf(&board)
		free, _ := w.table.Find(hash, &board)
		inserted := w.table.Insert(hash, free, &board, slot.Cost(), slot.Move())
		if slot.Closed() {
			inserted.Close()
		} else {
			w.result.Open++
		}
	}
	full := false
	from.open.each(func(f, g puzzle.Cost, entry *B) {
		if full || !w.owns(entry) {
			return
		}
		if copied%messageLength == 0 && !w.hasRoom() ||
			w.limit > 0 && !w.fits(w.held()+w.open.widening(f, g)) {
			t.stop(search.MemoryLimit)
			full = true
			return
		}
		copied++
		if (*entry)[0]&unseenBit != 0 {
			w.unseen++
			w.result.Open++
		}
		w.open.push(f, g, entry)
	})
	w.result.PeakOpen = w.result.Open
	w.result.PeakStored = uint64(w.table.Len()) + w.unseen
	if int(t.leavers.Add(1)) == len(t.workers) {
		from.table.Release()
	}
}

// owns reports whether the worker owns a board.
func (w *worker[B]) owns(board *B) bool {
	w.layout.Unpack(board, &w.tiles)
	return w.team.owners.of(w.tiles[:]) == w.number
}

// expandBatch expands a batch of states, and sends successors to their owners.
func (w *worker[B]) expandBatch() {
	if w.result.Expanded >= w.due {
		w.team.poll(w)
	}
	size := min(w.batchSize(), w.due-w.result.Expanded)
	if size == 0 {
		return
	}
	if !w.hasRoom() {
		w.team.stop(search.MemoryLimit)
		return
	}
	w.popGroups(int(size))
	w.children = w.children[:0]
	for _, group := range w.groups {
		first, last := group.first, group.last
		before := len(w.children)
		w.take(group.f, group.g, w.batch[first:last], w.hashes[first:last], &never)
		if w.result.Status == "" && !w.post(group.g, before) {
			w.result.Status = search.MemoryLimit
		}
		if w.result.Status != "" {
			w.team.stop(w.result.Status)
			return
		}
	}
	w.prefetch()
	w.push(0) // their costs are those of their paths
	if w.result.Status != "" {
		w.team.stop(w.result.Status)
		return
	}
	w.unsent++
	if w.unsent >= sendInterval {
		w.sendAll()
	}
}

// group is a part of a batch whose entries have the same f and g.
type group struct {
	f, g        puzzle.Cost
	first, last int // the entries from first to before last
}

// popGroups pops a batch of up to size entries with the smallest f, and prefetches their boards.
// Each worker has only a part of the entries with one f and g. So a batch has several groups of
// them, to remain long enough for prefetching.
func (w *worker[B]) popGroups(size int) {
	w.groups = w.groups[:0]
	popped := 0
	least, _ := w.open.least()
	for popped < size {
		f, ok := w.open.least()
		if !ok || f > least {
			break
		}
		f, g, n := w.open.pop(w.batch[popped:size])
		w.groups = append(w.groups, group{f: f, g: g, first: popped, last: popped + n})
		popped += n
	}
	w.prefetchEntries(popped)
}

// never is a Watch that is never due. Workers poll the team instead.
var never = search.Watch{Due: math.MaxUint64}

// post puts the children from index first on, of boards that were reached at cost g, into the
// outboxes of their owners. Those of the worker itself stay in children. The field cost becomes
// the cost of the path. It sends outboxes that are full. It returns false if there is no memory for
// another message.
func (w *worker[B]) post(g puzzle.Cost, first int) bool {
	kept := first // the children before it are those that stay
	children := w.children
	for i := first; i < len(children); i++ {
		c := &children[i]
		reached := g + puzzle.Cost(c.cost)
		if reached > flat.MaxCost { // this path is dropped
			continue
		}
		owner := w.number
		if cell := w.team.owners.crossed[c.blank][c.move]; cell != inQuarter {
			tile := w.layout.Tile(&c.board, uint8(cell))
			owner = w.team.owners.after(owner, tile, c.blank, uint8(cell))
		}
		if owner == w.number {
			copyChild(&children[kept], c, reached)
			kept++
			continue
		}
		if w.outboxes[owner] == nil && !w.provide(owner) {
			return false
		}
		last := len(w.outboxes[owner])
		out := w.outboxes[owner][:last+1]
		w.outboxes[owner] = out
		copyChild(&out[last], c, reached)
		if len(out) == messageLength {
			w.send(owner)
		}
	}
	w.children = children[:kept]
	return true
}

// copyChild copies a child whose board was reached at a cost. It copies one field after the other,
// because a copy of all at once would have to wait until the fields that were written last are in
// the cache.
func copyChild[B flat.Board](to, from *child[B], reached puzzle.Cost) {
	to.board = from.board
	to.h = from.h
	to.cost = uint16(reached)
	to.move = from.move
	to.blank = from.blank
}

// provide gives the outbox for an owner memory, and reports whether there is enough.
func (w *worker[B]) provide(owner int) bool {
	last := len(w.empty) - 1
	if last >= 0 {
		w.outboxes[owner] = w.empty[last]
		w.empty = w.empty[:last]
		return true
	}
	bytes := messageLength * uint64(unsafe.Sizeof(child[B]{}))
	if w.limit > 0 && !w.fits(w.held()+bytes) {
		return false
	}
	w.messages += bytes
	w.outboxes[owner] = make(message[B], 0, messageLength)
	return true
}

// send sends the successors of an owner.
func (w *worker[B]) send(owner int) {
	receiver := w.team.workers[owner]
	receiver.inbox.put(w.outboxes[owner])
	w.outboxes[owner] = nil
	if receiver.waits.Load() {
		w.team.mu.Lock()
		receiver.wake.Signal()
		w.team.mu.Unlock()
	}
}

// sendAll sends all successors.
func (w *worker[B]) sendAll() {
	w.unsent = 0
	for owner, out := range w.outboxes {
		if len(out) > 0 {
			w.send(owner)
		}
	}
}

// receive treats the successors that others have sent as its own.
func (w *worker[B]) receive() {
	if w.inbox.empty() {
		return
	}
	w.received = w.inbox.takeAll(w.received)
	for _, m := range w.received {
		if !w.hasRoom() {
			w.team.stop(search.MemoryLimit)
			return
		}
		w.accept(m)
		w.empty = append(w.empty, m[:0])
		if w.result.Status != "" {
			w.team.stop(w.result.Status)
			return
		}
	}
}

// accept adds successors that the worker owns to the open list.
func (w *worker[B]) accept(m message[B]) {
	batch := w.children
	w.children = m
	w.prefetch()
	w.push(0) // their costs are those of their paths
	w.children = batch
}

// hasMail waits for a message for some microseconds.
func (w *worker[B]) hasMail() bool {
	for range spins {
		if !w.inbox.empty() || w.team.ended.Load() {
			return true
		}
	}
	return false
}

// put adds a message. The caller must wake the owner of the inbox if it waits. The length is
// changed before the caller looks whether the owner waits, and the owner says that it waits before
// it looks at the length. So a message is never overlooked.
func (b *inbox[B]) put(m message[B]) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.messages = append(b.messages, m)
	b.length.Add(1)
}

// takeAll removes all messages, and returns them in the memory of another list.
func (b *inbox[B]) takeAll(list []message[B]) []message[B] {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := b.messages
	b.messages = list[:0]
	b.length.Store(0)
	return taken
}

// empty reports whether there is no message.
func (b *inbox[B]) empty() bool { return b.length.Load() == 0 }
