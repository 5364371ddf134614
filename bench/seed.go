package bench

import "npuzzle/puzzle"

// seedStreams sets the streams that trials' seeds are drawn from apart from
// those of the boards.
const seedStreams = 1 << 63

// TrialSeed returns the seed of the trials on the n-th puzzle of an experiment.
// All solvers are given the same one. It has 53 bits, so that programs that
// read numbers as float64 see it whole.
func TrialSeed(seed uint64, n int) uint64 {
	return puzzle.NewRand(seed, seedStreams|uint64(n)).Uint64() >> 11
}
