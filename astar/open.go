package astar

import (
	"unsafe"

	"npuzzle/puzzle"
)

// openBuckets is the open list. It stores each entry as a word, in buckets by f and g.
// Apart from skipping empty buckets, all operations take O(1) time.
type openBuckets struct {
	layers []layer  // by f
	low    int      // all layers below it are empty
	chunks []*chunk // by chunkID - 1
	spare  chunkID  // first of the chunks that are not in use
	held   uint64   // bytes of layers, buckets and chunks; they are never freed
}

// layer holds the entries of one f.
type layer struct {
	buckets []chunkID // the last chunk of each bucket, by g
	entries int
	high    int // all buckets above it are empty
}

// chunkWords is the number of words of a chunk, which makes a chunk take 1 KiB. With larger
// chunks, many half empty buckets would waste memory. With smaller ones, the links would.
const chunkWords = 127

// chunk is a part of a bucket. A bucket is a stack of chunks, all full but the last.
type chunk struct {
	before chunkID // the next chunk down the bucket, or the next spare one
	used   uint32  // number of words in use, from the first
	words  [chunkWords]uint64
}

// chunkID is the number of a chunk, from 1; 0 means no chunk. Chunks have numbers instead of
// pointers, so that the garbage collector does not scan them.
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

// chunk returns the chunk with the given number, or nil for 0.
func (o *openBuckets) chunk(id chunkID) *chunk {
	if id == 0 {
		return nil
	}
	return o.chunks[id-1]
}

// lend returns an empty chunk, and sets its field before.
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

// pop removes up to len(words) entries with the smallest f and, among them, the largest g. It
// stores them in words, and returns f, g and the number of entries, which is 0 if the list is
// empty. It takes the newest entries of the bucket, and only from its last chunk. So it may
// return fewer entries than the bucket holds.
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
