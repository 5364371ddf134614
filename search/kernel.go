package search

import "npuzzle/puzzle"

// kernel counts subtrees for one worker. All kernels give the same tallies as
// the plain search, but for a subtree that holds the goal or that poll breaks
// off: of those only that they do.
type kernel interface {
	// count searches the subtree below a prefix of moves under a bound. It
	// calls poll now and then with its expansions so far, and breaks off where
	// that returns true.
	count(prefix []puzzle.Move, bound puzzle.Cost, poll func(expanded uint64) bool) tally

	// bytes is the memory that the kernel's own structures hold.
	bytes() uint64
}

// newKernel returns the fastest kernel for a problem's board, costs and
// heuristic.
func newKernel(t *tree) kernel {
	if k := newSumKernel(t); k != nil {
		return k
	}
	return plainKernel{newDFS(t)}
}

// plainKernel is the plain search: for every board, cost and heuristic.
type plainKernel struct{ *dfs }

func (k plainKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	k.pause = pollEvery
	k.due = func() bool {
		k.pause = k.expanded + pollEvery
		return poll(k.expanded)
	}
	k.run(prefix, bound)
	return k.tally
}

func (k plainKernel) bytes() uint64 { return nodeBytes * uint64(cap(k.path)) }
