package main

import (
	"runtime/debug"

	"npuzzle/internal/machine"
)

const (
	// freeShare is the fraction of the free memory that the process may use by default.
	freeShare = 0.8

	// unknownFree is the assumed free memory if the system does not report it.
	unknownFree = 4 << 30
)

// limitMemory sets the memory limit of the process, by default a fraction of the free
// memory. It returns the part of the limit that remains for the data structures of the
// solvers. The solvers refuse to grow beyond this part. The limit is also the soft limit
// of the Go runtime, which makes the garbage collector run early enough. No allocation
// fails because of the limit. processLimit returns it.
func limitMemory(limit uint64) (solvers uint64) {
	if limit == 0 {
		free, ok := machine.FreeMemory()
		if !ok {
			free = unknownFree
		}
		limit = uint64(freeShare * float64(free))
	}
	debug.SetMemoryLimit(int64(limit))
	return limit - min(machine.ProgramBytes, limit/2)
}

// processLimit returns the memory limit of the process, see limitMemory.
func processLimit() uint64 { return uint64(debug.SetMemoryLimit(-1)) }
