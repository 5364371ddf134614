package bench

import "npuzzle/puzzle"

// seedStreams sets the streams that trials' seeds are drawn from apart from
// those of the boards.
const seedStreams = 1 << 63

// repeatShift sets the streams of repeats apart: there are fewer puzzles.
const repeatShift = 40

// TrialSeed returns the seed of the trials on the n-th puzzle of a group, of
// each repeat from 1. All solvers are given the same one. It has 53 bits, so that
// programs that read numbers as float64 see it whole.
func TrialSeed(seed uint64, n, repeat int) uint64 {
	return puzzle.NewRand(seed, seedStreams|uint64(repeat-1)<<repeatShift|uint64(n)).Uint64() >> 11
}
