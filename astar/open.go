package astar

import (
	"unsafe"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
)

// openBuckets is the open list. It stores each entry as a packed board, in buckets by f and g.
// Apart from skipping empty buckets, all operations take O(1) time.
type openBuckets[B flat.Board] struct {
	layers []layer  // by f
	low    int      // all layers below it are empty
	chunks []*chunk // by chunkID - 1
	spare  chunkID  // first of the chunks that are not in use
	held   uint64   // bytes of layers, buckets and chunks; they are never freed
}

// layer holds the entries of one f.
type layer struct {
	buckets []chunkID // the last chunk of each bucket, by g - first
	first   uint32    // smallest g of the buckets
	high    uint32    // all buckets above it are empty
	entries int
}

// chunkWords is the number of words of a chunk, which makes a chunk take 1 KiB. With larger chunks,
// many half empty buckets would waste memory. With smaller ones, the links would. An entry takes as
// many words as a board.
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

// growth returns the maximum number of bytes that the chunks for the children of a batch can take.
func (o *openBuckets[B]) growth() uint64 { return 3 * largestBatch * chunkBytes }

// widening returns the number of bytes that push allocates for layers and buckets.
func (o *openBuckets[B]) widening(f, g puzzle.Cost) (bytes uint64) {
	if int(f) >= len(o.layers) {
		return uint64(o.layersFor(f))*layerBytes + bucketBytes
	}
	l := &o.layers[f]
	if _, buckets := l.bucketsFor(int(g)); buckets > len(l.buckets) {
		return uint64(buckets) * bucketBytes
	}
	return 0
}

// layersFor returns the number of layers to allocate for f.
func (o *openBuckets[B]) layersFor(f puzzle.Cost) int { return max(int(f)+1, 2*len(o.layers)) }

// bucketsFor returns the smallest g and the number of the buckets of a layer that has one for g. It
// adds more buckets than that at the end.
func (l *layer) bucketsFor(g int) (first, buckets int) {
	first = int(l.first)
	end := first + len(l.buckets)
	switch {
	case first == end:
		return g, 1
	case g >= end:
		return first, g + 1 - first + len(l.buckets)/2
	}
	return min(first, g), end - min(first, g)
}

// push adds an entry.
func (o *openBuckets[B]) push(f, g puzzle.Cost, entry *B) {
	if int(f) >= len(o.layers) {
		layers := make([]layer, o.layersFor(f))
		o.held += uint64(len(layers)-len(o.layers)) * layerBytes
		copy(layers, o.layers)
		o.layers = layers
	}
	l := &o.layers[f]
	bucket := int(g) - int(l.first)
	if bucket < 0 || bucket >= len(l.buckets) {
		bucket = o.widen(l, int(g))
	}
	c := o.chunk(l.buckets[bucket])
	if c == nil || int(c.used) > chunkWords-len(*entry) {
		l.buckets[bucket] = o.lend(l.buckets[bucket])
		c = o.chunk(l.buckets[bucket])
	}
	for i := range len(*entry) {
		c.words[c.used] = (*entry)[i]
		c.used++
	}
	l.entries++
	l.high = max(l.high, uint32(g))
	o.low = min(o.low, int(f))
}

// widen adds buckets to a layer, so that it has one for g, and returns the index of this bucket.
func (o *openBuckets[B]) widen(l *layer, g int) int {
	first, n := l.bucketsFor(g)
	buckets := make([]chunkID, n)
	copy(buckets[max(0, int(l.first)-first):], l.buckets)
	o.held += uint64(n-len(l.buckets)) * bucketBytes
	l.first = uint32(first)
	l.buckets = buckets
	return g - first
}

// chunk returns the chunk with the given number, or nil for 0.
func (o *openBuckets[B]) chunk(id chunkID) *chunk {
	if id == 0 {
		return nil
	}
	return o.chunks[id-1]
}

// lend returns an empty chunk, and sets its field before.
func (o *openBuckets[B]) lend(before chunkID) chunkID {
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

// least returns the smallest f of an entry, and false if the list is empty.
func (o *openBuckets[B]) least() (f puzzle.Cost, ok bool) {
	for o.low < len(o.layers) && o.layers[o.low].entries == 0 {
		o.low++
	}
	return puzzle.Cost(o.low), o.low < len(o.layers)
}

// each calls visit with each entry and its f and g.
func (o *openBuckets[B]) each(visit func(f, g puzzle.Cost, entry *B)) {
	for f := range o.layers {
		l := &o.layers[f]
		for i, id := range l.buckets {
			g := puzzle.Cost(int(l.first) + i)
			for ; id != 0; id = o.chunk(id).before {
				c := o.chunk(id)
				var entry B
				for word := 0; word < int(c.used); word += len(entry) {
					for j := range len(entry) {
						entry[j] = c.words[word+j]
					}
					visit(puzzle.Cost(f), g, &entry)
				}
			}
		}
	}
}

// pop removes up to len(entries) entries with the smallest f and, among them, the largest g. It
// stores them in entries, and returns f, g and the number of entries, which is 0 if the list is
// empty. It takes the newest entries of the bucket, and only from its last chunk. So it may
// return fewer entries than the bucket holds.
func (o *openBuckets[B]) pop(entries []B) (f, g puzzle.Cost, n int) {
	f, ok := o.least()
	if !ok {
		return 0, 0, 0
	}
	l := &o.layers[f]
	for l.buckets[l.high-l.first] == 0 {
		l.high--
	}
	id := l.buckets[l.high-l.first]
	c := o.chunk(id)
	inEntry := len(entries[0])
	n = min(len(entries), int(c.used)/inEntry)
	c.used -= uint32(n * inEntry)
	for i := range entries[:n] {
		for j := range inEntry {
			entries[i][j] = c.words[int(c.used)+i*inEntry+j]
		}
	}
	l.entries -= n
	g = puzzle.Cost(l.high)
	if c.used == 0 {
		l.buckets[l.high-l.first] = c.before
		c.before = o.spare
		o.spare = id
	}
	return f, g, n
}
