package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	// subsets is the number of random subsets of PairedMean.
	subsets = 9999
	// outside is the number of subset means below a 95 % interval, and above it: the interval
	// excludes 0 if, and only if, the probability is below 5 %.
	outside = (subsets+1)*25/1000 - 2
)

// PairedMean returns the mean of the differences with its 95 % interval, and tests whether it is 0.
// Interval and test are two views of one method, so the interval excludes 0 if, and only if, P is
// below 0.05. If the differences are symmetric about a number, this number is within the interval
// with probability 95 %, however few they are. For fewer than six differences, the ends of the
// interval are NaN.
//
// The method is the randomisation test of Fisher and Pitman for pairs: under the hypothesis, each
// difference may as well have the other sign. The numbers that this test does not reject are those
// between two quantiles of the means of random subsets of the differences. If all differences are
// -1, 0 or 1, the test is that of McNemar.
//
// Source: E. J. G. Pitman, "Significance tests which may be applied to samples from any
// populations", Supplement to the Journal of the Royal Statistical Society 4 (1937), pages 119-130;
// J. A. Hartigan, "Using subsample values as typical values", JASA 64 (1969), pages 1303-1317.
func PairedMean(differences []float64) (Interval, Test) {
	n := len(differences)
	interval := Interval{Value: Mean(differences), Low: math.NaN(), High: math.NaN(), N: n}
	test := Test{P: 1, Least: 1, N: n}
	if n == 0 {
		return interval, test
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	var low, high []float64 // means of subsets; that of the empty set is lower and higher than all others
	atMost, atLeast := 1, 1 // subset means that are at most 0, and at least 0, with that of the sample
	for range subsets {
		mean, some := subsetMean(differences, random)
		switch {
		case !some:
			low = append(low, math.Inf(-1))
			high = append(high, math.Inf(1))
			atMost++
			atLeast++
			continue
		case math.Abs(mean) <= rounding:
			atMost++
			atLeast++
		case mean < 0:
			atMost++
		default:
			atLeast++
		}
		low = append(low, mean)
		high = append(high, mean)
	}
	slices.Sort(low)
	slices.Sort(high)
	if end := low[outside]; !math.IsInf(end, 0) {
		interval.Low = end
	}
	if end := high[subsets-1-outside]; !math.IsInf(end, 0) {
		interval.High = end
	}
	test.P = min(2*float64(min(atMost, atLeast))/(subsets+1), 1)
	test.Least = min(2*math.Pow(0.5, float64(n)), 1)
	return interval, test
}

// subsetMean returns the mean of a random subset, and whether the subset has any elements.
func subsetMean(values []float64, random *rand.Rand) (mean float64, some bool) {
	sum := 0.0
	count := 0
	bits := uint64(0)
	for i, v := range values {
		if i%64 == 0 {
			bits = random.Uint64()
		}
		if bits&1 == 1 {
			sum += v
			count++
		}
		bits >>= 1
	}
	if count == 0 {
		return 0, false
	}
	return sum / float64(count), true
}
