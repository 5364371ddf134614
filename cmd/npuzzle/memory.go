package main

import (
	"runtime/debug"

	"npuzzle/internal/machine"
)

const (
	// freeShare is the share of the free memory that a run may take unless it
	// is told.
	freeShare = 0.8

	// unknownFree stands for the free memory where the system does not tell.
	unknownFree = 4 << 30

	// runtimeBytes is what the program itself takes besides the solvers'
	// structures: code, stacks, tables, the collector's own.
	runtimeBytes = 24 << 20
)

// limitMemory keeps the process's memory near an amount, by default a share of
// what is free, by having the collector run early enough. It returns what is
// left for the solvers' structures, and a function that undoes it.
func limitMemory(limit uint64) (solvers uint64, undo func()) {
	if limit == 0 {
		free, ok := machine.FreeMemory()
		if !ok {
			free = unknownFree
		}
		limit = uint64(freeShare * float64(free))
	}
	before := debug.SetMemoryLimit(int64(limit))
	return limit - min(runtimeBytes, limit/2), func() { debug.SetMemoryLimit(before) }
}

// limitFor returns the limit that leaves an amount for the solvers' structures:
// the reverse of limitMemory.
func limitFor(solvers uint64) uint64 { return solvers + min(runtimeBytes, solvers) }
