package flat

// Pool lends chunks of words to lists and takes them back, so that a search
// that fills one list while it empties another needs no more than both hold.
type Pool struct {
	spare [][]uint64
	bytes uint64
}

const chunkWords = 1 << 12

// Bytes returns the memory of all chunks, lent and spare.
func (p *Pool) Bytes() uint64 { return p.bytes }

// Growth returns the most memory that the next Push can need.
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

// List is a list of words in chunks: it is filled at the end and emptied from
// the front, a chunk at a time.
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

// Take removes the first chunk from the list and returns its words, or nil
// from an empty list. Give puts the chunk back into the pool.
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

// Give returns a chunk that Take handed out and nobody needs any more.
func (l *List) Give(chunk []uint64) { l.pool.spare = append(l.pool.spare, chunk) }
