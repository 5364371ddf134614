package astar

import "npuzzle/puzzle"

// openList holds the entries of boards that wait to be expanded, a word each.
type openList interface {
	// push adds an entry.
	push(f, g puzzle.Cost, word uint64)

	// pop takes up to len(words) entries of the least f and, among those, of
	// the largest g. It returns how many, 0 from an empty list.
	pop(words []uint64) (f, g puzzle.Cost, n int)

	// bytes is the most memory that the list ever took.
	bytes() uint64

	// growth is the most memory beside bytes that so many pushes can need.
	growth(pushes int) uint64
}

const (
	// largestBucketCost is the largest cost of a move for which buckets pay.
	largestBucketCost = 16
	// largestBucketScale is the largest cost of a move in f, its factor
	// counted, for which they do: an array of layers up to the f of a hundred
	// moves takes a quarter of a megabyte then.
	largestBucketScale = 64
)

// newOpenList returns the list that suits a rule: buckets where costs are
// small whole numbers, else a heap.
func newOpenList(r *rule) openList {
	dearest := r.problem.Costs.Dearest()
	if dearest > largestBucketCost || dearest*max(r.ofG, r.ofH) > largestBucketScale {
		return &openHeap{}
	}
	return &openBuckets{}
}
