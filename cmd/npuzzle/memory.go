package main

import (
	"runtime/debug"

	"npuzzle/internal/machine"
)

const (
	// freeShare is the fraction of the free memory that a run may take by default.
	freeShare = 0.8

	// unknownFree is assumed to be free where the system does not tell.
	unknownFree = 4 << 30
)

// limitMemory keeps the memory of the process near a limit, by default a fraction of the
// free memory. It sets the limit of the Go runtime, whose garbage collector then runs early
// enough. It returns how much remains for the structures of the solvers, which refuse to grow
// beyond it. The limit is a soft one: no allocation fails because of it. processLimit returns
// the limit that was set.
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
