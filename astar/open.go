package astar

import (
	"unsafe"

	"npuzzle/puzzle"
)

// openList holds packed boards in buckets by f, then by g: all operations take
// O(1), but for stepping over empty buckets. An entry is nothing but the
// board's word.
type openList struct {
	layers []layer // by f
	low    int     // no layer below it holds anything
	spare  *chunk  // chunks to be used again
	bytes  uint64
}

// layer holds the entries of one f.
type layer struct {
	buckets []*chunk // by g: the last chunk of each
	entries int
	high    int // no bucket above it holds anything
}

// chunkWords makes a chunk a kilobyte: few enough that many half empty buckets
// cost little, enough that the links do not count.
const chunkWords = 126

type chunk struct {
	before *chunk
	used   int
	words  [chunkWords]uint64
}

const (
	chunkBytes  = uint64(unsafe.Sizeof(chunk{}))
	layerBytes  = uint64(unsafe.Sizeof(layer{}))
	bucketBytes = uint64(unsafe.Sizeof((*chunk)(nil)))
)

// push adds an entry.
func (o *openList) push(f, g puzzle.Cost, word uint64) {
	if int(f) >= len(o.layers) {
		o.bytes += uint64(int(f)+1-len(o.layers)) * layerBytes
		o.layers = append(o.layers, make([]layer, int(f)+1-len(o.layers))...)
	}
	l := &o.layers[f]
	if int(g) >= len(l.buckets) {
		o.bytes += uint64(int(g)+1-len(l.buckets)) * bucketBytes
		l.buckets = append(l.buckets, make([]*chunk, int(g)+1-len(l.buckets))...)
	}
	c := l.buckets[g]
	if c == nil || c.used == chunkWords {
		c = o.chunk(c)
		l.buckets[g] = c
	}
	c.words[c.used] = word
	c.used++
	l.entries++
	l.high = max(l.high, int(g))
	o.low = min(o.low, int(f))
}

func (o *openList) chunk(before *chunk) *chunk {
	c := o.spare
	if c == nil {
		c = new(chunk)
		o.bytes += chunkBytes
	} else {
		o.spare = c.before
	}
	c.before = before
	return c
}

// pop takes up to len(words) entries of one bucket: that of the least f and,
// in it, of the largest g. It returns how many, 0 from an empty list.
func (o *openList) pop(words []uint64) (f, g puzzle.Cost, n int) {
	for o.low < len(o.layers) && o.layers[o.low].entries == 0 {
		o.low++
	}
	if o.low == len(o.layers) {
		return 0, 0, 0
	}
	l := &o.layers[o.low]
	for l.buckets[l.high] == nil {
		l.high--
	}
	c := l.buckets[l.high]
	n = min(len(words), c.used)
	c.used -= n
	copy(words, c.words[c.used:c.used+n])
	l.entries -= n
	f, g = puzzle.Cost(o.low), puzzle.Cost(l.high)
	if c.used == 0 {
		l.buckets[l.high] = c.before
		c.before, o.spare = o.spare, c
	}
	return f, g, n
}
