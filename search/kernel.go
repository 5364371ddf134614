package search

import "npuzzle/puzzle"

// kernel counts subtrees for one worker. All kernels give the same tallies as
// the plain search, but for a subtree that holds the goal or that poll breaks
// off: of those only that they do.
type kernel interface {
	// count searches the subtree below a prefix of at least one move under a
	// bound. It calls poll now and then with its expansions so far, and breaks
	// off where that returns true.
	count(prefix []puzzle.Move, bound puzzle.Cost, poll func(expanded uint64) bool) tally

	// bytes is the memory that the kernel's own structures hold.
	bytes() uint64
}

// fastKernels returns a kernel for each worker, the fastest there is for a
// problem's board, costs and heuristic, or nil where only the plain one will do.
func fastKernels(t *tree, workers int) []kernel {
	for _, kernels := range []func(*tree, int) []kernel{sumKernels, conflictKernels, wideKernels} {
		if k := kernels(t, workers); k != nil {
			return k
		}
	}
	return nil
}

func plainKernels(t *tree, workers int) []kernel {
	kernels := make([]kernel, workers)
	for i := range kernels {
		kernels[i] = plainKernel{newDFS(t)}
	}
	return kernels
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
