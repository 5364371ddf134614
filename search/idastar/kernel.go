package idastar

import "npuzzle/puzzle"

// kernel counts subtrees for one worker. All kernels give the tallies of dfs,
// with two exceptions. Of a subtree that holds the goal or that poll breaks off,
// they tell only that it does. And the end of the prefix counts as generated for
// the deepest state.
type kernel interface {
	// count searches the subtree below a prefix of at least one move under a
	// bound. It calls poll now and then with its expansions so far, and breaks
	// off where that returns true.
	count(prefix []puzzle.Move, bound puzzle.Cost, poll func(expanded uint64) bool) tally

	// bytes is the memory of what the kernel does not share with others.
	bytes() uint64
}

// A kernelKind prepares the tables of a problem. It returns a function that
// makes a kernel for one worker, and the bytes of the tables that the kernels
// share; or nil where the problem's board, costs or heuristic are of another
// kind.
type kernelKind func(t *tree) (newKernel func() kernel, tables uint64)

// fastKernels returns a kernel for each worker, the fastest there is for a
// problem, and the bytes of the tables that they share, or nil where only dfs
// will do.
func fastKernels(t *tree, workers int) (kernels []kernel, tables uint64) {
	for _, kind := range []kernelKind{sumKernels, conflictKernels, wideKernels, patternKernels} {
		if newKernel, tables := kind(t); newKernel != nil {
			return forWorkers(workers, newKernel), tables
		}
	}
	return nil, 0
}

func forWorkers(workers int, newKernel func() kernel) []kernel {
	kernels := make([]kernel, workers)
	for i := range kernels {
		kernels[i] = newKernel()
	}
	return kernels
}
