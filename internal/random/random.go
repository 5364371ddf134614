// Package random makes streams of random numbers for evolution and archive search.
package random

import (
	"math/rand"
	randv2 "math/rand/v2"
)

// source adapts a generator of math/rand/v2 to math/rand, which eaopt uses.
type source struct{ *randv2.PCG }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   {}

// Stream returns the random generator of stream n of a seed.
func Stream(seed, n uint64) *rand.Rand { return rand.New(source{randv2.NewPCG(seed, n)}) }

// Below draws a number from 0 to n-1, for n of at most 2^32. The relative difference between
// the probabilities of two numbers is at most n/2^32. rand.Intn draws all numbers with equal
// probability, but takes an additional division.
func Below(rng *rand.Rand, n int) int { return int(rng.Uint64() >> 32 * uint64(n) >> 32) }

// Genes fills genes with random numbers in [0,1). Each has 32 random bits, half of a word.
func Genes(genes []float64, rng *rand.Rand) {
	const unit = 1.0 / (1 << 32)
	for ; len(genes) >= 2; genes = genes[2:] {
		word := rng.Uint64()
		genes[0] = float64(word>>32) * unit
		genes[1] = float64(uint32(word)) * unit
	}
	if len(genes) == 1 {
		genes[0] = float64(rng.Uint64()>>32) * unit
	}
}
