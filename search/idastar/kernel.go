package idastar

import (
	"npuzzle/puzzle"
	"npuzzle/search"
)

// kernel counts subtrees for one worker. All kernels give the tallies of the
// plain search, but for a subtree that holds the goal or that poll breaks off,
// of which they tell only that it does, and for the end of the prefix, which
// counts as generated for the deepest state.
type kernel interface {
	// count searches the subtree below a prefix of at least one move under a
	// bound. It calls poll now and then with its expansions so far, and breaks
	// off where that returns true.
	count(prefix []puzzle.Move, bound puzzle.Cost, poll func(expanded uint64) bool) tally

	// bytes is the memory of what the kernel does not share with others.
	bytes() uint64
}

// fastKernels returns a kernel for each worker, the fastest there is for a
// problem's board, costs and heuristic, and the bytes of the tables that they
// share, or nil where only the plain one will do.
func fastKernels(t *tree, workers int) (kernels []kernel, tables uint64) {
	for _, kernels := range []func(*tree, int) ([]kernel, uint64){sumKernels, conflictKernels, wideKernels, patternKernels} {
		if k, tables := kernels(t, workers); k != nil {
			return k, tables
		}
	}
	return nil, 0
}

func plainKernels(t *tree, workers int) (kernels []kernel, tables uint64) {
	kernels = make([]kernel, workers)
	for i := range kernels {
		kernels[i] = plainKernel{newDFS(t)}
	}
	return kernels, 0
}

// plainKernel is the plain search: for every board, cost and heuristic.
type plainKernel struct{ *dfs }

func (k plainKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	k.pause = search.PollInterval
	k.due = func() bool {
		k.pause = k.expanded + search.PollInterval
		return poll(k.expanded)
	}
	k.run(prefix, bound)
	return k.tally
}

func (k plainKernel) bytes() uint64 { return nodeBytes * uint64(cap(k.path)) }
