package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"
)

// Test is the result of a test of the difference between two solvers.
type Test struct {
	// P is the two-sided probability of a difference at least as large, if the solvers do not
	// differ.
	P float64
	// Least is the smallest P that a sample of this size and with these ties can have.
	Least float64
	// Effect is from -1 to 1. It is below 0 if the first values are smaller. See RankBiserial and
	// RankSum.
	Effect float64
	N      int // number of boards on which values differ
}

// Possible reports whether the test could have found a difference. A test that could not is no
// evidence that there is none, and is left out before [Holm]'s correction.
//
// Source: R. Tarone, "A modified Bonferroni method for discrete data", Biometrics 46 (1990), pages
// 515-522.
func (t Test) Possible() bool { return t.Least < Significance }

// Holm corrects the probabilities of several tests, and returns them in the same order. If only
// corrected probabilities below a level count as significant, the probability of any false finding
// among all tests is at most that level. NaN means that a test was not made. Holm does not count
// such tests, and returns NaN for them.
//
// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
// of Statistics 6 (1979), pages 65-70.
func Holm(ps []float64) []float64 {
	corrected := slices.Clone(ps)
	// order has the indices of the tests made, sorted by probability.
	var order []int
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
	// exactRuns is the largest number of runs for which the exact distribution is computed. This
	// takes O(n^4) time for n runs on one board. For more runs, the normal distribution is close
	// enough.
	exactRuns = 60
	// Rounding is the largest difference that counts as a Rounding error, relative to the largest
	// value. For example, log 8 - log 4 and log 2 - log 1 differ in their last digit, but must have
	// the same rank.
	Rounding = 1e-12
)

// RankBiserial returns the matched-pairs rank-biserial correlation of first[i] and second[i] for
// all i: of the ranks of the differences, the share of the rank sum where first is larger, minus
// the share where second is larger. Equal pairs are left out, and equal differences get the mean of
// their ranks. It is from -1 to 1, 0 if all pairs are equal, and NaN without pairs.
//
// Source: D. Kerby, "The simple difference formula", Comprehensive Psychology 3 (2014).
func RankBiserial(first, second []float64) float64 {
	if len(first) == 0 {
		return math.NaN()
	}
	least := 0.0 // the largest difference that may be a Rounding error
	for _, x := range slices.Concat(first, second) {
		least = max(least, Rounding*math.Abs(x))
	}
	var sizes []float64
	var above []bool // whether the first value is larger
	for i := range first {
		difference := first[i] - second[i]
		if math.Abs(difference) <= least {
			continue
		}
		sizes = append(sizes, math.Abs(difference))
		above = append(above, difference > 0)
	}
	if sizes == nil {
		return 0
	}
	ranks, _ := doubleRanks(sizes, least)
	more := 0 // sum of the ranks where first is larger
	sum := 0
	for i, rank := range ranks {
		sum += rank
		if above[i] {
			more += rank
		}
	}
	return float64(2*more-sum) / float64(sum)
}

// Friedman ranks the values within each block, such as the results of some solvers on a board. All
// blocks have the same number of values. Friedman returns the sum of ranks at each index over all
// blocks. It also returns the difference above which two sums differ significantly by Conover's
// comparison. This difference is infinite if the test of Friedman finds no difference at all.
// Friedman takes O(n·k·log k) time for n blocks of k values.
//
// Source: W. Conover, "Practical nonparametric statistics", third edition, 1999, section 5.8.
func Friedman(blocks [][]float64) (rankSums []float64, apart float64) {
	n := float64(len(blocks))
	k := float64(len(blocks[0]))
	rankSums = make([]float64, len(blocks[0]))
	squares := 0.0
	for _, values := range blocks {
		ranks, _ := doubleRanks(values, 0)
		for i, double := range ranks {
			rank := float64(double) / 2
			rankSums[i] += rank
			squares += rank * rank
		}
	}
	between := floats.Dot(rankSums, rankSums) / n // at least expected, at most squares
	expected := n * k * (k + 1) * (k + 1) / 4
	statistic := n * (k - 1) * (between - expected) / (squares - expected)
	if !(distuv.ChiSquared{K: k - 1}.Survival(statistic) < Significance) {
		return rankSums, math.Inf(1)
	}
	free := (n - 1) * (k - 1)
	return rankSums, Student(free) * math.Sqrt(2*n*max(squares-between, 0)/free)
}

// doubleRanks returns twice the rank of each value, so that means of ranks are integers. Values
// that differ by at most least have the mean of their ranks. It also returns the sum of t^3 - t
// over all sets of t such values.
func doubleRanks(values []float64, least float64) (ranks []int, tied float64) {
	sorted := slices.Clone(values)
	order := make([]int, len(values))
	floats.Argsort(sorted, order)
	ranks = make([]int, len(values))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && sorted[to]-sorted[to-1] <= least {
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

// normalP returns the two-sided probability of a rank sum at this distance from its mean or
// further, corrected for continuity.
func normalP(distance, variance float64) float64 {
	return 2 * distuv.UnitNormal.CDF(-max(math.Abs(distance)-0.5, 0)/math.Sqrt(variance))
}

// sums is the distribution of a sum of ranks that chance draws: sums[s] is the probability that the
// sum exceeds the least possible sum by s.
type sums []float64

// plus returns the distribution of the total of two independent sums.
func (c sums) plus(other sums) sums {
	total := make(sums, len(c)+len(other)-1)
	for i, p := range other {
		if p > 0 {
			floats.AddScaled(total[i:i+len(c)], p, c)
		}
	}
	return total
}

// test returns the probability of a sum at least as far from the mean as the given one, and the
// least such probability of any sum.
func (c sums) test(sum int, mean float64) (p, least float64) {
	beyond := func(distance float64) (p float64) {
		for s, chance := range c {
			if math.Abs(float64(s)-mean) >= distance-Rounding*mean {
				p += chance
			}
		}
		return min(p, 1)
	}
	return beyond(math.Abs(float64(sum) - mean)), beyond(max(mean, float64(len(c)-1)-mean))
}

// RankSum compares the runs first[i] with the runs second[i] on board i, for all i. Use it if the
// boards are fixed and the runs are the sample. The ranks are those within a board, and the rank
// sums of all boards are added. For up to 60 runs, the probability is exact, also with equal
// values. For more runs, it comes from the normal distribution, corrected for ties and continuity.
// Effect is the probability that a first value is larger than a second value on the same board,
// minus the probability that it is smaller (Cliff 1993).
//
// On one board, this is the test of Mann and Whitney (1947). With the values 0 and 1 it is Fisher's
// exact test (1935) on one board, and the exact test of Cochran, Mantel and Haenszel on several
// boards.
//
// Source: E. Lehmann, "Nonparametrics", 1975, sections 1.2 and 3.3; N. Cliff, "Dominance
// statistics", Psychological Bulletin 114 (1993), pages 494-509.
func RankSum(first, second [][]float64) Test {
	t := Test{P: 1, Least: 1}
	runs := 0
	sum := 0
	mean := 0.0
	variance := 0.0
	surplus := 0.0
	pairs := 0.0
	chances := sums{1}
	for i, board := range first {
		m := len(board)
		n := len(board) + len(second[i])
		ranks, tied := doubleRanks(slices.Concat(board, second[i]), 0)
		rankSum := 0
		middle := float64(m * (n + 1))
		size := float64(n)
		for _, rank := range ranks[:m] {
			rankSum += rank
		}
		surplus += float64(rankSum) - middle
		pairs += float64(m * (n - m))
		if tied == size*size*size-size {
			continue // all values are equal
		}
		t.N++
		least := m * slices.Min(ranks)
		sum += rankSum - least
		mean += middle - float64(least)
		variance += float64(m*(n-m)) / 12 * (size + 1 - tied/(size*(size-1)))
		runs += n
		if runs <= exactRuns {
			chances = chances.plus(rankSums(ranks, m))
		}
	}
	t.Effect = surplus / pairs
	switch {
	case t.N == 0:
	case runs > exactRuns:
		t.P = normalP((float64(sum)-mean)/2, variance)
		t.Least = 0
	default:
		t.P, t.Least = chances.test(sum, mean)
	}
	return t
}

// rankSums returns the distribution of the sum of m of the ranks, if chance draws them. Ranks are
// counted from the smallest.
func rankSums(ranks []int, m int) sums {
	sorted := slices.Sorted(slices.Values(ranks))
	most := 0 // the largest possible sum
	for i := range slices.Backward(sorted) {
		sorted[i] -= sorted[0]
		if i >= len(sorted)-m {
			most += sorted[i]
		}
	}
	// ways[k][s] is the number of ways to draw k ranks with the sum s.
	ways := make([][]float64, m+1)
	for k := range ways {
		ways[k] = make([]float64, most+1)
	}
	ways[0][0] = 1
	for i, rank := range sorted {
		for k := min(i+1, m); k > 0; k-- {
			floats.Add(ways[k][rank:], ways[k-1][:most+1-rank]) // row k-1 has not changed yet
		}
	}
	floats.Scale(1/floats.Sum(ways[m]), ways[m])
	return ways[m]
}
