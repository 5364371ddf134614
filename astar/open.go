package astar

import (
	"unsafe"

	"npuzzle/puzzle"
)

// openBuckets holds the entries of boards that wait to be expanded, a word each, in
// buckets by f, then by g: all operations take O(1), but for stepping over empty
// buckets.
type openBuckets struct {
	layers []layer  // by f
	low    int      // no layer below it holds anything
	chunks []*chunk // by chunkID - 1
	spare  chunkID  // chunks to be used again
	held   uint64   // bytes of layers, buckets and chunks, none of which is given back
}

// layer holds the entries of one f.
type layer struct {
	buckets []chunkID // by g: the last chunk of each
	entries int
	high    int // no bucket above it holds anything
}

// chunkWords makes a chunk a kilobyte: few enough that many half empty buckets
// cost little, enough that the links do not count.
const chunkWords = 127

// chunk is a part of a bucket. A bucket is a stack of chunks, all full but the last.
type chunk struct {
	before chunkID // the next chunk down the bucket, or the next spare one
	used   uint32  // words in use, from the first
	words  [chunkWords]uint64
}

// chunkID is the number of a chunk, from 1; 0 is none. With pointers in them,
// the collector would have to look through all chunks.
type chunkID uint32

const (
	chunkBytes  = uint64(unsafe.Sizeof(chunk{}) + unsafe.Sizeof((*chunk)(nil)))
	layerBytes  = uint64(unsafe.Sizeof(layer{}))
	bucketBytes = uint64(unsafe.Sizeof(chunkID(0)))
)

// push adds an entry.
func (o *openBuckets) push(f, g puzzle.Cost, word uint64) {
	if int(f) >= len(o.layers) {
		o.held += uint64(int(f)+1-len(o.layers)) * layerBytes
		o.layers = append(o.layers, make([]layer, int(f)+1-len(o.layers))...)
	}
	l := &o.layers[f]
	if int(g) >= len(l.buckets) {
		o.held += uint64(int(g)+1-len(l.buckets)) * bucketBytes
		l.buckets = append(l.buckets, make([]chunkID, int(g)+1-len(l.buckets))...)
	}
	c := o.chunk(l.buckets[g])
	if c == nil || c.used == chunkWords {
		l.buckets[g] = o.lend(l.buckets[g])
		c = o.chunk(l.buckets[g])
	}
	c.words[c.used] = word
	c.used++
	l.entries++
	l.high = max(l.high, int(g))
	o.low = min(o.low, int(f))
}

// chunk returns the chunk of a number, or nil for none.
func (o *openBuckets) chunk(id chunkID) *chunk {
	if id == 0 {
		return nil
	}
	return o.chunks[id-1]
}

// lend returns an empty chunk that goes on from another.
func (o *openBuckets) lend(before chunkID) chunkID {
	id := o.spare
	if id != 0 {
		o.spare = o.chunk(id).before
	} else {
		o.chunks = append(o.chunks, new(chunk))
		o.held += chunkBytes
		id = chunkID(len(o.chunks))
	}
	o.chunk(id).before = before
	return id
}

// pop takes up to len(words) entries of the least f and, among those, of the largest g. It
// returns how many, 0 from an empty list. It takes entries from the last chunk of a bucket
// only, the newest ones. So it may return fewer than the bucket holds.
func (o *openBuckets) pop(words []uint64) (f, g puzzle.Cost, n int) {
	for o.low < len(o.layers) && o.layers[o.low].entries == 0 {
		o.low++
	}
	if o.low == len(o.layers) {
		return 0, 0, 0
	}
	l := &o.layers[o.low]
	for l.buckets[l.high] == 0 {
		l.high--
	}
	id := l.buckets[l.high]
	c := o.chunk(id)
	n = min(len(words), int(c.used))
	c.used -= uint32(n)
	copy(words, c.words[c.used:c.used+uint32(n)])
	l.entries -= n
	f, g = puzzle.Cost(o.low), puzzle.Cost(l.high)
	if c.used == 0 {
		l.buckets[l.high] = c.before
		c.before, o.spare = o.spare, id
	}
	return f, g, n
}
