package flat

// Pool has the chunks of boards of several lists. Lists reuse chunks that other lists
// have given back. So a search that fills one list while it empties another takes no
// more memory than the boards of both.
type Pool[B Board] struct {
	spare [][]B
	bytes uint64
}

// chunkWords is the maximum number of words of a chunk.
const chunkWords = 1 << 12

// Bytes returns the memory of all chunks, used and spare, in bytes.
func (p *Pool[B]) Bytes() uint64 { return p.bytes }

// Growth returns the maximum number of bytes that the next Push can allocate.
func (p *Pool[B]) Growth() uint64 { return 8 * chunkWords }

func (p *Pool[B]) lend() []B {
	if n := len(p.spare); n > 0 {
		chunk := p.spare[n-1]
		p.spare = p.spare[:n-1]
		return chunk[:0]
	}
	p.bytes += 8 * chunkWords
	var board B
	return make([]B, 0, chunkWords/len(board))
}

// List is a queue of boards, stored in chunks. Boards are added one at a time, and
// removed a chunk at a time.
type List[B Board] struct {
	pool   *Pool[B]
	chunks [][]B
	len    int
}

// NewList returns an empty list.
func NewList[B Board](pool *Pool[B]) *List[B] { return &List[B]{pool: pool} }

// Len returns the number of boards.
func (l *List[B]) Len() int { return l.len }

// Push adds a board at the end.
func (l *List[B]) Push(board B) {
	last := len(l.chunks) - 1
	if last < 0 || len(l.chunks[last]) == cap(l.chunks[last]) {
		l.chunks = append(l.chunks, l.pool.lend())
		last++
	}
	l.chunks[last] = append(l.chunks[last], board)
	l.len++
}

// Take removes the first chunk from the list and returns its boards. It returns nil if
// the list is empty. The caller must pass the chunk to Give when it needs the boards no
// longer.
func (l *List[B]) Take() []B {
	if len(l.chunks) == 0 {
		return nil
	}
	chunk := l.chunks[0]
	l.chunks[0] = nil
	l.chunks = l.chunks[1:]
	l.len -= len(chunk)
	return chunk
}

// Give puts a chunk that Take has returned back into the pool.
func (l *List[B]) Give(chunk []B) { l.pool.spare = append(l.pool.spare, chunk) }
