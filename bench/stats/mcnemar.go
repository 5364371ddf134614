package stats

import "gonum.org/v1/gonum/stat/distuv"

// McNemar returns how often chance alone would split the puzzles that only one
// of two solvers solved at least as unevenly as it did, two-sided and exact.
//
// Source: Q. McNemar, "Note on the sampling error of the difference between
// correlated proportions or percentages", Psychometrika 12 (1947), pages
// 153-157, with the binomial distribution instead of its limit.
func McNemar(onlyFirst, onlySecond int) float64 {
	n := onlyFirst + onlySecond
	if n == 0 {
		return 1
	}
	lesser := float64(min(onlyFirst, onlySecond))
	return min(2*distuv.Binomial{N: float64(n), P: 0.5}.CDF(lesser), 1)
}
