package search

import "slices"

// Population describes a population of the genetic solver. Its statistics are computed when its
// methods are called, so generations that an observer ignores cost almost no time. A run reuses
// one Population for all reports: a new one for each generation would be garbage, and collecting
// it would slow down small populations by a third. All statistics are 0 before the first report.
type Population struct {
	Fitness []int64 // of each individual, in any order; smaller is better

	// Boards has the keys of the individuals' scored boards, in any order; after Diversity, each
	// key once.
	Boards []uint64
}

// Reset removes all individuals.
func (p *Population) Reset() {
	p.Fitness = p.Fitness[:0]
	p.Boards = p.Boards[:0]
}

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

// Median returns the median fitness, and the smaller of the two middle ones if their number is
// even, because fitness is an integer. It sorts Fitness.
func (p *Population) Median() int64 {
	if len(p.Fitness) == 0 {
		return 0
	}
	slices.Sort(p.Fitness)
	return p.Fitness[(len(p.Fitness)-1)/2]
}

// Diversity returns the number of distinct boards, divided by the number of individuals. It sorts
// Boards, and removes duplicates from it.
func (p *Population) Diversity() float64 {
	slices.Sort(p.Boards)
	p.Boards = slices.Compact(p.Boards)
	return float64(len(p.Boards)) / float64(max(len(p.Fitness), 1))
}
