package idastar

import "npuzzle/puzzle"

// kernel searches and counts subtrees for one worker. All kernels return the
// tallies of dfs, with two exceptions. If the subtree contains the goal, or poll
// ends the search, only found and stopped are the same. And in the field deepest,
// the end of the prefix counts as a generated state.
type kernel interface {
	// count searches the subtree below a prefix of at least one move under a
	// bound. From time to time it calls poll with the number of its expansions so
	// far. If poll returns true, the search ends.
	count(prefix []puzzle.Move, bound puzzle.Cost, poll func(expanded uint64) bool) tally

	// bytes returns the memory of the kernel, without data shared with others.
	bytes() uint64

	// release lets a later search use the memory of the kernel.
	release()
}

// A kernelKind makes the tables of a problem. It returns a function that makes a
// kernel for one worker, and the memory of the tables, which the kernels share, without
// the stepTables. It returns nil if this kind of kernel does not support the problem's
// board or heuristic.
type kernelKind func(s *stepTables) (newKernel func() kernel, tables uint64)

// fastKernels returns a kernel for each worker, of the fastest kind that supports
// the problem, and the memory of the tables that the kernels share. It returns nil
// if only dfs supports the problem. The tables s are nil if no kernel supports it.
func fastKernels(s *stepTables, workers int) (kernels []kernel, tables uint64) {
	for _, kind := range []kernelKind{sumKernels, conflictKernels, wideKernels, patternKernels} {
		if s == nil {
			break
		}
		if newKernel, tables := kind(s); newKernel != nil {
			return forWorkers(workers, newKernel), s.bytes() + tables
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
