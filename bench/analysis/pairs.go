package analysis

import "math"

// mostForAllPairs is the largest number of solvers for which every solver is compared with every
// other. With more solvers, only the first solver is compared with each of the others.
const mostForAllPairs = 7

// Pair compares the puzzles that two solvers solved, among the puzzles that both tried. A puzzle with
// several repeats counts once. It counts as solved by a solver if more than half of the solver's
// trials solved it.
type Pair struct {
	First, Second Solver

	// Numbers of puzzles solved.
	Both, OnlyFirst, OnlySecond, Neither int

	P         float64 // probability from McNemar's test on OnlyFirst and OnlySecond
	Corrected float64 // P after Holm's correction over all pairs

	common instances // puzzles that both solved
}

// Different reports whether the accuracies of the two solvers differ significantly.
func (p Pair) Different() bool { return p.Corrected < significance }

// Shares returns, for each solver, the share that it solved of the puzzles that both tried.
func (p Pair) Shares() (first, second float64) {
	n := float64(p.Both + p.OnlyFirst + p.OnlySecond + p.Neither)
	return float64(p.Both+p.OnlyFirst) / n, float64(p.Both+p.OnlySecond) / n
}

// AllPairs reports whether Pairs compares every solver with every other.
func (a *Analysis) AllPairs() bool { return len(a.Solvers) <= mostForAllPairs }

// Pairs returns a Pair for every two solvers that tried common puzzles. If there are more than 7
// solvers, there are only pairs of the first solver with each of the others. AllPairs reports which
// of the two is the case.
func (a *Analysis) Pairs() []Pair {
	var pairs []Pair
	var ps []float64
	for i, first := range a.Solvers {
		if i > 0 && !a.AllPairs() {
			break
		}
		for _, second := range a.Solvers[i+1:] {
			if p, tried := a.puzzles.pair(first, second); tried {
				pairs, ps = append(pairs, p), append(ps, p.P)
			}
		}
	}
	for i, corrected := range Holm(ps) {
		pairs[i].Corrected = corrected
	}
	return pairs
}

// pair returns the Pair of two solvers without Holm's correction. It also reports whether there is a
// puzzle that both tried.
func (ps instances) pair(first, second Solver) (Pair, bool) {
	tried := ps.triedBy(first).triedBy(second)
	one, other := tried.solvedBy(first), tried.solvedBy(second)
	common := one.solvedBy(second)
	p := Pair{
		First: first, Second: second, common: common,
		Both: len(common), OnlyFirst: len(one) - len(common), OnlySecond: len(other) - len(common),
	}
	p.Neither = len(tried) - p.Both - p.OnlyFirst - p.OnlySecond
	p.P = McNemar(p.OnlyFirst, p.OnlySecond)
	return p, len(tried) > 0
}

// Values returns the values of a measure for both solvers on the puzzles that both solved. A value is
// the median over the trials of the solver that solved the puzzle. Values returns nil if one of the
// solvers does not report the measure.
func (p Pair) Values(m Measure) (first, second []float64) {
	if !m.Reported(p.First) || !m.Reported(p.Second) {
		return nil, nil
	}
	for _, puzzle := range p.common {
		one, other := puzzle.trials[p.First.Name].median(m), puzzle.trials[p.Second.Name].median(m)
		if !math.IsNaN(one) && !math.IsNaN(other) {
			first, second = append(first, one), append(second, other)
		}
	}
	return first, second
}

// Comparison compares a pair by a measure on the puzzles that both solved.
type Comparison struct {
	Pair
	Measure   Measure
	Typical   [2]float64 // of First and Second: means of lengths and gaps, medians of times and counts
	Ratio     Interval   // median of first / second, see Ratios
	Test      SignedRank // see Ratios; P and Effect are NaN if too few puzzles differ
	Corrected float64    // Test.P after Holm's correction over all tests of the measure
}

// Different reports whether the values of the two solvers differ significantly.
func (c Comparison) Different() bool { return c.Corrected < significance }

// Compare compares the pairs by a measure. It leaves out pairs without a puzzle that both solved, and
// pairs with a solver that does not report the measure.
func Compare(pairs []Pair, m Measure) []Comparison {
	var all []Comparison
	var ps []float64
	for _, p := range pairs {
		first, second := p.Values(m)
		if len(first) == 0 {
			continue
		}
		ratio, test := Ratios(first, second)
		if test.Few() {
			test.P, test.Effect = math.NaN(), math.NaN()
		}
		typical := Median
		if m.Key == Length.Key || m.Key == gap.Key {
			typical = Mean
		}
		all = append(all, Comparison{
			Pair: p, Measure: m, Typical: [2]float64{typical(first), typical(second)}, Ratio: ratio, Test: test})
		ps = append(ps, test.P)
	}
	for i, corrected := range Holm(ps) {
		all[i].Corrected = corrected
	}
	return all
}

// Ratios compares the values of two solvers on the same puzzles. It returns the median of first /
// second, and Wilcoxon's test of the logarithms. Both depend on the ratios of values and not on their
// differences, because the differences on a few hard puzzles would outweigh all others. If a value is
// 0, both values of the puzzle are increased by 1.
func Ratios(first, second []float64) (median Interval, test SignedRank) {
	var ratios, a, b []float64
	for i := range first {
		x, y := first[i], second[i]
		if x == 0 || y == 0 {
			x, y = x+1, y+1
		}
		ratios, a, b = append(ratios, x/y), append(a, math.Log(x)), append(b, math.Log(y))
	}
	return MedianOf(ratios), Wilcoxon(a, b)
}
