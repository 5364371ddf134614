package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Test is the result of a test of the difference between two solvers.
type Test struct {
	// P is the two-sided probability of a difference at least as large, if the solvers do not differ.
	P float64
	// Least is the smallest P that a sample of this size and with these ties can have.
	Least float64
	// Effect is from -1 to 1. It is below 0 if the first values are smaller. See Wilcoxon and RankSum.
	Effect float64
	N      int // number of boards on which values differ
}

// Possible reports whether the test could have found a difference. A test that could not is no
// evidence that there is none, and is left out before [Holm]'s correction.
//
// Source: R. Tarone, "A modified Bonferroni method for discrete data", Biometrics 46 (1990), pages
// 515-522.
func (t Test) Possible() bool { return t.Least < significance }

// possibleP returns P, or NaN if the test could not find a difference.
func (t Test) possibleP() float64 {
	if !t.Possible() {
		return math.NaN()
	}
	return t.P
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

const (
	// exactPairs is the largest number of pairs for which the exact distribution is computed. This
	// takes O(n^3) time. For more pairs, the normal distribution is close enough.
	exactPairs = 100
	// exactRuns is the largest number of runs for which the exact distribution is computed. This takes
	// O(n^4) time for n runs on one board. For more runs, the normal distribution is close enough.
	exactRuns = 60
	// rounding is the largest difference that counts as a rounding error, relative to the largest
	// value. For example, log 8 - log 4 and log 2 - log 1 differ in their last digit, but must have
	// the same rank.
	rounding = 1e-12
)

// Wilcoxon compares first[i] with second[i] for all i, by the signed ranks of the differences. Use it
// if boards are the sample: each pair is a board. Equal pairs are left out. Equal differences get the
// mean of their ranks. For up to 100 pairs, the probability is exact, also with equal differences. For
// more pairs, it comes from the normal distribution, corrected for ties and continuity. If all
// differences are equal, as those between solved and not solved are, it is exact for any number, and
// the test is that of McNemar (1947). Effect is the matched-pairs rank-biserial correlation: the share
// of the rank sum where first is larger, minus the share where second is larger.
//
// Source: F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1 (1945),
// pages 80-83; for the effect, D. Kerby, "The simple difference formula", Comprehensive Psychology
// 3 (2014).
func Wilcoxon(first, second []float64) Test {
	least := 0.0 // the largest difference that may be a rounding error
	for i := range first {
		least = max(least, rounding*math.Abs(first[i]), rounding*math.Abs(second[i]))
	}
	var sizes []float64
	var above []bool // whether the first value is larger
	for i := range first {
		if d := first[i] - second[i]; math.Abs(d) > least {
			sizes, above = append(sizes, math.Abs(d)), append(above, d > 0)
		}
	}
	n := len(sizes)
	t := Test{P: 1, Least: 1, N: n}
	if n == 0 {
		if len(first) == 0 {
			t.Effect = math.NaN()
		}
		return t
	}
	ranks, tied := doubleRanks(sizes, least)
	more := 0
	for i, rank := range ranks {
		if above[i] {
			more += rank
		}
	}
	all := n * (n + 1)
	less := min(more, all-more)
	count := float64(n)
	t.Effect = float64(2*more-all) / float64(all)
	t.Least = math.Pow(0.5, count-1)
	switch equal := ranks[0]; {
	case tied == count*count*count-count: // all ranks are equal
		t.P = min(2*distuv.Binomial{N: count, P: 0.5}.CDF(float64(less/equal)), 1)
	case n <= exactPairs:
		t.P = exactSignedRank(ranks, less)
	default:
		variance := count*(count+1)*(2*count+1)/24 - tied/48
		t.P = normalP(float64(more)/2-float64(all)/4, variance)
	}
	return t
}

// doubleRanks returns twice the rank of each value, so that means of ranks are integers. Values that
// differ by at most least have the mean of their ranks. It also returns the sum of t^3 - t over all
// sets of t such values.
func doubleRanks(values []float64, least float64) (ranks []int, tied float64) {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks = make([]int, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && values[order[to]]-values[order[to-1]] <= least {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = from + 1 + to
		}
		equal := float64(to - from)
		tied += equal*equal*equal - equal
		from = to
	}
	return ranks, tied
}

// normalP returns the two-sided probability of a rank sum at this distance from its mean or further,
// corrected for continuity.
func normalP(distance, variance float64) float64 {
	return 2 * distuv.UnitNormal.CDF(-max(math.Abs(distance)-0.5, 0)/math.Sqrt(variance))
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
	return min(2*floats.Sum(chance), 1)
}

// RankSum compares the runs first[i] with the runs second[i] on board i, for all i. Use it if the boards
// are fixed and the runs are the sample. The ranks are those within a board, and the rank sums of all
// boards are added. For up to 60 runs, the probability is exact, also with equal values. For more runs,
// it comes from the normal distribution, corrected for ties and continuity. Effect is the probability
// that a first value is larger than a second value on the same board, minus the probability that it is
// smaller (Cliff 1993).
//
// On one board, this is the test of Mann and Whitney (1947). With the values 0 and 1 it is Fisher's exact
// test (1935) on one board, and the exact test of Cochran, Mantel and Haenszel on several boards.
//
// Source: E. Lehmann, "Nonparametrics", 1975, sections 1.2 and 3.3; N. Cliff, "Dominance statistics",
// Psychological Bulletin 114 (1993), pages 494-509.
func RankSum(first, second [][]float64) Test {
	t := Test{P: 1, Least: 1, Effect: math.NaN()}
	runs, sum, mean, variance, surplus, pairs := 0, 0, 0.0, 0.0, 0.0, 0.0
	chances := []float64{1} // chances[s] is the probability that the doubled rank sum is s
	for i, board := range first {
		m, n := float64(len(board)), float64(len(board)+len(second[i]))
		ranks, tied := doubleRanks(slices.Concat(board, second[i]), 0)
		own := 0
		for _, rank := range ranks[:len(board)] {
			own += rank
		}
		surplus += float64(own) - m*(n+1)
		pairs += m * (n - m)
		if tied == n*n*n-n {
			continue // all values are equal
		}
		t.N++
		sum += own
		mean += m * (n + 1)
		variance += m * (n - m) / 12 * (n + 1 - tied/(n*(n-1)))
		if runs += int(n); runs <= exactRuns {
			chances = convolved(chances, exactRankSum(ranks, len(board)))
		}
	}
	if pairs > 0 {
		t.Effect = surplus / pairs
	}
	switch {
	case t.N == 0:
	case runs > exactRuns:
		t.P, t.Least = normalP((float64(sum)-mean)/2, variance), 0
	default:
		furthest := 0.0
		for s, chance := range chances {
			if chance > 0 {
				furthest = max(furthest, math.Abs(float64(s)-mean))
			}
		}
		beyond := func(distance float64) (p float64) {
			for s, chance := range chances {
				if math.Abs(float64(s)-mean) >= distance-rounding*mean {
					p += chance
				}
			}
			return min(p, 1)
		}
		t.P, t.Least = beyond(math.Abs(float64(sum)-mean)), beyond(furthest)
	}
	return t
}

// exactRankSum returns the probability of each sum of m of the ranks, if chance draws them.
func exactRankSum(ranks []int, m int) []float64 {
	// Equal values leave few different ranks, so most sums are not possible. Ranks are counted from the
	// smallest, in units of the largest step that divides all of them.
	sorted := slices.Sorted(slices.Values(ranks))
	least, step := sorted[0], 0
	for _, rank := range sorted {
		for a, b := rank-least, step; a > 0; a, b = b%a, a {
			step = a
		}
	}
	ways := make([][]float64, m+1) // ways[k][s] is the number of ways to draw k ranks with the sum s
	most := 0                      // largest possible sum
	for _, rank := range sorted[len(sorted)-m:] {
		most += (rank - least) / step
	}
	for k := range ways {
		ways[k] = make([]float64, most+1)
	}
	ways[0][0] = 1
	for i, rank := range sorted {
		rank = (rank - least) / step
		for k := min(i+1, m); k > 0; k-- {
			for s := rank; s <= most; s++ { // row k-1 has not changed yet
				ways[k][s] += ways[k-1][s-rank]
			}
		}
	}
	floats.Scale(1/floats.Sum(ways[m]), ways[m])
	sums := make([]float64, m*least+step*most+1)
	for s, p := range ways[m] {
		sums[m*least+step*s] = p
	}
	return sums
}

// convolved returns the probability of each sum of two independent numbers.
func convolved(one, other []float64) []float64 {
	sums := make([]float64, len(one)+len(other)-1)
	for i, p := range one {
		if p > 0 {
			floats.AddScaled(sums[i:i+len(other)], p, other)
		}
	}
	return sums
}
