package ga

import (
	"math/rand"
	randv2 "math/rand/v2"
)

// source adapts a generator of math/rand/v2 to math/rand, which eaopt uses.
type source struct{ *randv2.PCG }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   {}

// stream returns the random generator of stream n of a seed.
func stream(seed, n uint64) *rand.Rand { return rand.New(source{randv2.NewPCG(seed, n)}) }

// below draws a number from 0 to n-1, for n of at most 2^32. The relative difference between
// the probabilities of two numbers is at most n/2^32. rand.Intn draws all numbers with equal
// probability, but takes an additional division.
func below(rng *rand.Rand, n int) int { return int(rng.Uint64() >> 32 * uint64(n) >> 32) }

// drawGenes fills genes with random numbers in [0,1). Each has 32 random bits, half of a word.
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
