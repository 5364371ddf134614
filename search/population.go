package search

import (
	"math/bits"
	"slices"
)

// Population describes a population of the genetic solver. Its statistics are computed when its
// methods are called, so generations that an observer ignores cost almost no time. A run reuses
// one Population for all reports: a new one for each generation would be garbage, and collecting
// it would slow down small populations by a third. All statistics are 0 before the first report.
type Population struct {
	Fitness []int64  // of each individual, in any order; smaller is better
	Boards  []uint64 // keys of the individuals' scored boards, in any order

	places []uint64 // scratch of distinct
}

// Reset removes all individuals.
func (p *Population) Reset() { p.Fitness, p.Boards = p.Fitness[:0], p.Boards[:0] }

// Best returns the smallest fitness.
func (p *Population) Best() int64 {
	if len(p.Fitness) == 0 {
		return 0
	}
	return slices.Min(p.Fitness)
}

// Mean returns the mean fitness.
func (p *Population) Mean() float64 {
	total := int64(0)
	for _, f := range p.Fitness {
		total += f
	}
	return float64(total) / float64(max(len(p.Fitness), 1))
}

// Median returns the median fitness. It sorts Fitness.
func (p *Population) Median() int64 {
	if len(p.Fitness) == 0 {
		return 0
	}
	slices.Sort(p.Fitness)
	return p.Fitness[(len(p.Fitness)-1)/2]
}

// Diversity returns the number of distinct boards, divided by the number of boards.
func (p *Population) Diversity() float64 {
	return float64(p.distinct()) / float64(max(len(p.Boards), 1))
}

// distinct returns the number of distinct keys in O(keys) time, several times as fast as by
// sorting. It is a hash table with linear probing, in which 0 means a free place. A board has the
// key 0 with probability 2^-64.
func (p *Population) distinct() (count int) {
	if n := 2 << bits.Len(uint(len(p.Boards))); len(p.places) != n {
		p.places = make([]uint64, n)
	}
	clear(p.places)
	mask := uint64(len(p.places) - 1)
	for _, key := range p.Boards {
		at := key & mask
		for p.places[at] != 0 && p.places[at] != key {
			at = (at + 1) & mask
		}
		if p.places[at] == 0 {
			p.places[at] = key
			count++
		}
	}
	return count
}
