package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar tests whether one of two solvers solves more puzzles than the other. The parameter
// onlyFirst is the number of puzzles that only the first solver solved, and onlySecond is the number
// that only the second solved. McNemar returns the two-sided probability that chance alone splits
// these puzzles at least as unevenly. The test is exact.
//
// Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions
// or percentages", Psychometrika 12 (1947), pages 153-157. The paper approximates the binomial
// distribution; this function uses the distribution itself.
func McNemar(onlyFirst, onlySecond int) float64 {
	n := onlyFirst + onlySecond
	if n == 0 {
		return 1
	}
	smaller := float64(min(onlyFirst, onlySecond))
	return min(2*distuv.Binomial{N: float64(n), P: 0.5}.CDF(smaller), 1)
}

// Holm corrects the probabilities of several tests, and returns them in the same order. If only
// corrected probabilities below a level count as significant, the probability of any false finding
// among all tests is at most that level. NaN means that a test was not made. Holm does not count
// such tests, and returns NaN for them.
//
// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
// of Statistics 6 (1979), pages 65-70.
func Holm(ps []float64) []float64 {
	corrected := slices.Clone(ps)
	var order []int // indices of the tests made, sorted by probability
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
	// P is the two-sided probability of a difference at least as large, if only chance decides
	// which value of a pair is larger.
	P float64
	// Effect is the matched-pairs rank-biserial correlation, from -1 to 1. It is below 0 if the
	// first values are smaller.
	Effect float64
	N      int // number of pairs that differ; the test omits equal pairs
}

// Few reports whether so few pairs differ that the test cannot find a significant difference.
func (s SignedRank) Few() bool { return s.N < fewestForSignedRank }

const (
	// exactPairs is the largest number of pairs for which the exact distribution is computed. This
	// takes O(n^3) time. For more pairs, the normal distribution is close enough.
	exactPairs = 100
	// fewestForSignedRank is the smallest number of pairs that can differ with p < 0.05: 2/2^n is
	// 0.031 for 6 and 0.0625 for 5.
	fewestForSignedRank = 6
	// rounding is the largest difference that counts as a rounding error, relative to the largest
	// value. For example, log 8 - log 4 and log 2 - log 1 differ in their last digit, but must have
	// the same rank.
	rounding = 1e-12
)

// Wilcoxon compares first[i] with second[i] for all i, by the signed ranks of the differences.
// Equal pairs are left out. Equal differences get the mean of their ranks. For up to 100 pairs, the
// probability is exact, also with equal differences. For more pairs, it comes from the normal
// distribution, corrected for ties and continuity. The effect is the share of the rank sum where
// first is larger, minus the share where second is larger.
//
// Source: F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945),
// pages 80-83; for the effect, D. Kerby, "The simple difference formula", Comprehensive Psychology
// 3 (2014).
func Wilcoxon(first, second []float64) SignedRank {
	least := 0.0 // the largest difference that may be a rounding error
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
	ranks := make([]int, n) // twice the ranks, so that mean ranks are integers
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

// exactSignedRank returns the probability that the smaller of the two rank sums is at most sum, if
// each rank belongs to either sum with probability 1/2.
func exactSignedRank(ranks []int, sum int) float64 {
	chance := make([]float64, sum+1) // chance[s] is the probability that one rank sum is s
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
