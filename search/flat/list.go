package flat

// Pool has the chunks of words of several lists. Lists reuse chunks that other lists
// have given back. So a search that fills one list while it empties another takes no
// more memory than the words of both.
type Pool struct {
	spare [][]uint64
	bytes uint64
}

const chunkWords = 1 << 12

// Bytes returns the memory of all chunks, used and spare, in bytes.
func (p *Pool) Bytes() uint64 { return p.bytes }

// Growth returns the maximum number of bytes that the next Push can allocate.
func (p *Pool) Growth() uint64 { return 8 * chunkWords }

func (p *Pool) lend() []uint64 {
	if n := len(p.spare); n > 0 {
		chunk := p.spare[n-1]
		p.spare = p.spare[:n-1]
		return chunk[:0]
	}
	p.bytes += 8 * chunkWords
	return make([]uint64, 0, chunkWords)
}

// List is a queue of words, stored in chunks. Words are added one at a time, and
// removed a chunk at a time.
type List struct {
	pool   *Pool
	chunks [][]uint64
	len    int
}

// NewList returns an empty list.
func NewList(pool *Pool) *List { return &List{pool: pool} }

// Len returns the number of words.
func (l *List) Len() int { return l.len }

// Push adds a word at the end.
func (l *List) Push(word uint64) {
	last := len(l.chunks) - 1
	if last < 0 || len(l.chunks[last]) == chunkWords {
		l.chunks = append(l.chunks, l.pool.lend())
		last++
	}
	l.chunks[last] = append(l.chunks[last], word)
	l.len++
}

// Take removes the first chunk from the list and returns its words. It returns nil if
// the list is empty. The caller must pass the chunk to Give when it needs the words no
// longer.
func (l *List) Take() []uint64 {
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
func (l *List) Give(chunk []uint64) { l.pool.spare = append(l.pool.spare, chunk) }
