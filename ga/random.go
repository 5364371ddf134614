package ga

import (
	"math/rand"
	randv2 "math/rand/v2"
)

// source is a generator as math/rand, which eaopt uses, wants it.
type source struct{ *randv2.PCG }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   {}

// stream returns the generator of one of the streams of a seed.
func stream(seed, n uint64) *rand.Rand { return rand.New(source{randv2.NewPCG(seed, n)}) }

// below draws one of the n numbers from 0, n at most 2^32. One is more likely
// than another by at most n/2^32; rand.Intn, which has no such difference,
// takes the time of a division for it.
func below(rng *rand.Rand, n int) int { return int(rng.Uint64() >> 32 * uint64(n) >> 32) }

// drawGenes draws numbers in [0,1) of 32 bits, two from each word.
func drawGenes(genes []float64, rng *rand.Rand) {
	const unit = 1.0 / (1 << 32)
	for ; len(genes) >= 2; genes = genes[2:] {
		word := rng.Uint64()
		genes[0], genes[1] = float64(word>>32)*unit, float64(uint32(word))*unit
	}
	if len(genes) == 1 {
		genes[0] = float64(rng.Uint64()>>32) * unit
	}
}
