package search

import (
	"math/bits"
	"slices"
)

// Population is what the genetic solver reports of a population. Its statistics are computed when
// they are asked for, so generations that an observer does not look at cost next to nothing. A
// run keeps its Population from one report to the next: garbage of each generation would slow
// small populations down by a third, since the chromosomes are not on the heap that is collected.
// All statistics are 0 before the first report.
type Population struct {
	Fitness []int64  // of each individual, in any order; smaller is better
	Boards  []uint64 // keys of the boards in which the plans end, in any order

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

// distinct returns the number of different keys of boards in O(keys), several times as fast
// as sorting would. It notes each key in the first free place behind the one that its low
// bits name. 0 stands for a free place, and is the key of no board but one in 2^64.
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
