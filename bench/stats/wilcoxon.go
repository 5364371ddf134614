package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// SignedRank is what Wilcoxon's test says of pairs of values.
type SignedRank struct {
	P      float64 // two-sided: how often chance alone sets them at least so far apart
	Effect float64 // matched-pairs rank-biserial correlation, -1 to 1; below 0 the first are less
	N      int     // pairs that differ, which alone count
	Ties   int     // pairs without a difference
}

// Few tells whether too few pairs differ for the test to find anything.
func (s SignedRank) Few() bool { return s.N < fewestForSignedRank }

// MostlyTies tells whether most pairs are equal, so that the figures are of the few
// that are not.
func (s SignedRank) MostlyTies() bool { return s.Ties > s.N }

const (
	// exactPairs is up to how many pairs the distribution is counted out, which
	// takes O(n^3); beyond, the normal one is as near as it matters.
	exactPairs = 100
	// fewestForSignedRank is the least number of pairs that can differ with
	// p < 0.05: 2/2^n is 0.031 for 6, 0.0625 for 5.
	fewestForSignedRank = 6
	// sameDigits is up to what part of the values that it is made of a difference
	// is rounding: log 8 - log 4 and log 2 - log 1 are apart in their last digit,
	// and must not be in rank. Doubles have 1e-16.
	sameDigits = 1e-12
)

// difference is one of a pair, with how much of it may be rounding.
type difference struct{ value, rounding float64 }

func (d difference) size() float64 { return math.Abs(d.value) }

// equals tells whether two differences are of the same size.
func (d difference) equals(e difference) bool {
	return math.Abs(d.size()-e.size()) <= max(d.rounding, e.rounding)
}

// Wilcoxon compares first with second, pair by pair, by the signed ranks of
// their differences. Pairs without a difference are left out, equal differences
// share their ranks; what may be rounding makes no difference. Up to 100 pairs
// the probability is exact, given the ties; beyond, it is that of the normal
// distribution with the corrections for ties and continuity. The effect is the share of the ranks that speak for first
// being greater less the share that speaks against.
//
// Source: F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics
// Bulletin 1 (1945), pages 80-83; D. Kerby, "The simple difference formula",
// Comprehensive Psychology 3 (2014), for the effect.
func Wilcoxon(first, second []float64) SignedRank {
	var differences []difference
	for i := range first {
		d := difference{first[i] - second[i], sameDigits * max(math.Abs(first[i]), math.Abs(second[i]))}
		if d.size() > d.rounding {
			differences = append(differences, d)
		}
	}
	n := len(differences)
	result := SignedRank{P: 1, N: n, Ties: len(first) - n}
	if n == 0 {
		if len(first) == 0 {
			result.Effect = math.NaN()
		}
		return result
	}

	slices.SortFunc(differences, func(a, b difference) int { return cmp.Compare(a.size(), b.size()) })
	// Ranks are doubled, so that shared ones are whole numbers.
	ranks := make([]int, n)
	more, tied := 0, 0.0
	for from := 0; from < n; {
		to := from + 1
		for to < n && differences[to].equals(differences[to-1]) {
			to++
		}
		for i := from; i < to; i++ {
			ranks[i] = from + 1 + to
			if differences[i].value > 0 {
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

// exactSignedRank returns how likely the lesser of the two sums of ranks is at
// most sum, where each rank falls to either with the same chance.
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
