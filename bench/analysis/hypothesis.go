package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar tests whether one of two solvers solves more puzzles than the other. Its arguments are
// the numbers of puzzles that only the first and only the second solved. It returns the two-sided
// probability that chance alone splits these puzzles at least as unevenly. The test is exact.
//
// Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions
// or percentages", Psychometrika 12 (1947), pages 153-157, with the binomial distribution instead
// of its limit.
func McNemar(onlyFirst, onlySecond int) float64 {
	n := onlyFirst + onlySecond
	if n == 0 {
		return 1
	}
	smaller := float64(min(onlyFirst, onlySecond))
	return min(2*distuv.Binomial{N: float64(n), P: 0.5}.CDF(smaller), 1)
}

// Holm corrects the probabilities of several tests, and returns them in the same order. If only
// corrected probabilities below a level count as significant, the chance of any false finding
// among all tests is at most that level. NaN stands for a test that was not made; it does not
// count.
//
// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
// of Statistics 6 (1979), pages 65-70.
func Holm(ps []float64) []float64 {
	corrected := slices.Clone(ps)
	var order []int // of the tests made, by rising probability
	for i, p := range ps {
		if !math.IsNaN(p) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ps[i], ps[j]) })
	least := 0.0
	for done, i := range order {
		least = max(least, min(float64(len(order)-done)*ps[i], 1))
		corrected[i] = least
	}
	return corrected
}

// SignedRank is the result of Wilcoxon's test on pairs of values.
type SignedRank struct {
	// P is the two-sided probability that chance alone sets the values at least as far apart.
	P float64
	// Effect is the matched-pairs rank-biserial correlation, from -1 to 1. It is below 0 if the
	// first values are smaller.
	Effect float64
	N      int // pairs that differ; no others count
}

// Few reports whether fewer pairs differ than the test needs to find anything.
func (s SignedRank) Few() bool { return s.N < fewestForSignedRank }

const (
	// exactPairs is the largest number of pairs for which the distribution is enumerated, which
	// takes O(n^3). Beyond it, the normal distribution is close enough.
	exactPairs = 100
	// fewestForSignedRank is the smallest number of pairs that can differ with p < 0.05: 2/2^n is
	// 0.031 for 6 and 0.0625 for 5.
	fewestForSignedRank = 6
	// rounding is the largest difference that counts as rounding, relative to the largest value.
	// log 8 - log 4 and log 2 - log 1 differ in their last digit, but must have the same rank.
	rounding = 1e-12
)

// Wilcoxon compares first with second, pair by pair, by the signed ranks of their differences.
// Equal pairs are left out, and equal differences share their ranks. For up to 100 pairs the
// probability is exact, given the ties. For more pairs it is that of the normal distribution,
// corrected for ties and continuity. The effect is the share of the ranks in favour of first being
// larger, minus the share against.
//
// Source: F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945),
// pages 80-83; for the effect, D. Kerby, "The simple difference formula", Comprehensive Psychology
// 3 (2014).
func Wilcoxon(first, second []float64) SignedRank {
	least := 0.0 // the smallest difference that is none of rounding
	for i := range first {
		least = max(least, rounding*math.Abs(first[i]), rounding*math.Abs(second[i]))
	}
	var differences []float64
	for i := range first {
		if d := first[i] - second[i]; math.Abs(d) > least {
			differences = append(differences, d)
		}
	}
	n := len(differences)
	result := SignedRank{P: 1, N: n}
	if n == 0 {
		if len(first) == 0 {
			result.Effect = math.NaN()
		}
		return result
	}

	slices.SortFunc(differences, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	ranks := make([]int, n) // doubled, so that shared ranks are whole numbers
	more, tied := 0, 0.0
	for from := 0; from < n; {
		to := from + 1
		for to < n && math.Abs(differences[to])-math.Abs(differences[to-1]) <= least {
			to++
		}
		for i := from; i < to; i++ {
			ranks[i] = from + 1 + to
			if differences[i] > 0 {
				more += ranks[i]
			}
		}
		equal := float64(to - from)
		tied += equal*equal*equal - equal
		from = to
	}
	all := n * (n + 1)
	result.Effect = float64(2*more-all) / float64(all)
	if n <= exactPairs {
		result.P = exactSignedRank(ranks, min(more, all-more))
	} else {
		count := float64(n)
		variance := count*(count+1)*(2*count+1)/24 - tied/48
		distance := math.Abs(float64(more)/2 - float64(all)/4)
		result.P = 2 * distuv.UnitNormal.CDF(-max(distance-0.5, 0)/math.Sqrt(variance))
	}
	return result
}

// exactSignedRank returns the probability that the smaller of the two sums of ranks is at most
// sum, if each rank falls to either side with the same chance.
func exactSignedRank(ranks []int, sum int) float64 {
	chance := make([]float64, sum+1) // of each sum of one side
	chance[0] = 1
	for _, rank := range ranks {
		for s := sum; s >= 0; s-- {
			chance[s] /= 2
			if s >= rank {
				chance[s] += chance[s-rank] / 2
			}
		}
	}
	total := 0.0
	for _, c := range chance {
		total += c
	}
	return min(2*total, 1)
}
