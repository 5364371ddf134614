package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// subsets is the number of random subsets of PairedMean.
	subsets = 9999
	// allSubsets is the largest number of differences for which PairedMean takes every subset
	// instead.
	allSubsets = 13
	// manyDifferences is the number of differences other than 0 above which the normal distribution
	// takes the place of random subsets.
	manyDifferences = 400
	// rareSubsets is the number of subset means beyond 0 up to which they are too few to say how
	// small the probability is.
	rareSubsets = 10
)

// PairedMean returns the mean of the differences with its 95 % interval, and tests whether it is 0.
// Interval and test are two views of one method, so the interval excludes 0 if, and only if, P is
// below 0.05. If the differences are symmetric about a number, this number is within the interval
// with probability 95 %, however few they are. For fewer than six differences, the ends of the
// interval are NaN.
//
// The method is the randomisation test of Fisher and Pitman for pairs: under the hypothesis, each
// difference may as well have the other sign. The numbers that this test does not reject are those
// between two quantiles of the means of subsets of the differences. For up to 13 differences, these
// are all subsets. For more, they are random. For more than 400 differences other than 0, the
// normal distribution to which the means tend takes their place. It also gives probabilities that
// are too small for random subsets to show. If all differences are -1, 0 or 1, the test is that of
// McNemar.
//
// Source: E. J. G. Pitman, "Significance tests which may be applied to samples from any
// populations", Supplement to the Journal of the Royal Statistical Society 4 (1937), pages 119-130;
// J. A. Hartigan, "Using subsample values as typical values", JASA 64 (1969), pages 1303-1317.
func PairedMean(differences []float64) (Interval, Test) {
	n := len(differences)
	interval := Interval{Value: Mean(differences), Low: math.NaN(), High: math.NaN(), N: n}
	test := Test{P: 1, Least: 1}
	if n == 0 {
		return interval, test
	}
	var changes []float64 // differences other than 0
	for _, d := range differences {
		if math.Abs(d) > Rounding {
			changes = append(changes, d)
		}
	}
	test.N = len(changes)
	test.Least = min(2*math.Pow(0.5, float64(test.N)), 1)
	if test.N > manyDifferences {
		half := Z95 * math.Sqrt(stat.PopVariance(differences, nil)/(float64(n)-Z95*Z95))
		interval.Low = interval.Value - half
		interval.High = interval.Value + half
		test.P = normalSum(changes)
		return interval, test
	}

	var s subsetMeans
	if n <= allSubsets {
		s = everySubset(differences)
	} else {
		s = randomSubsets(changes, n-test.N)
	}
	slices.Sort(s.means)
	total := len(s.means) + s.empty + s.whole
	// outside is the number of subsets below the interval, and above it. The mean of the empty
	// subset is lower and higher than all others.
	outside := int(math.Ceil(float64(total)*Significance/2)) - 1 - s.whole
	if at := outside - s.empty; at >= 0 {
		interval.Low = s.means[at]
		interval.High = s.means[len(s.means)-1-at]
	}
	beyond := s.beyond()
	test.P = min(2*float64(beyond)/float64(total), 1)
	switch {
	case s.whole == 0:
	case test.N <= allSubsets: // differences of 0 do not change the exact probability
		every := everySubset(changes)
		test.P = min(2*float64(every.beyond())/float64(len(every.means)+1), 1)
		Agree(&interval, &test)
	case beyond <= rareSubsets:
		test.P = min(test.P, max(normalSum(changes), test.Least))
	}
	return interval, test
}

// Agree makes interval and test Agree if random subsets do not.
func Agree(interval *Interval, test *Test) {
	excludes := interval.Low > 0 || interval.High < 0
	switch {
	case excludes && test.P >= Significance:
		interval.Low = min(interval.Low, 0)
		interval.High = max(interval.High, 0)
	case !excludes && test.P < Significance:
		test.P = Significance
	}
}

// normalSum returns the probability of a sum at least as far from 0 as that of the values, if each
// value has either sign with probability 1/2, by the normal distribution.
func normalSum(values []float64) float64 {
	deviation := floats.Norm(values, 2)
	return 2 * distuv.UnitNormal.CDF(-math.Abs(floats.Sum(values))/deviation)
}

// subsetMeans has the means of subsets.
type subsetMeans struct {
	means []float64
	empty int // number of empty subsets
	whole int // 1 if the set itself counts beside random subsets
}

// beyond returns the number of means on that side of 0 that has fewer, and of subsets without a
// mean.
func (s subsetMeans) beyond() int {
	atMost := 0
	atLeast := 0
	for _, mean := range s.means {
		if mean <= Rounding {
			atMost++
		}
		if mean >= -Rounding {
			atLeast++
		}
	}
	return min(atMost, atLeast) + s.empty + s.whole
}

// everySubset returns the means of all subsets of the values.
func everySubset(values []float64) subsetMeans {
	s := subsetMeans{empty: 1}
	for subset := 1; subset < 1<<len(values); subset++ {
		sum := 0.0
		count := 0
		for i, v := range values {
			if subset>>i&1 == 1 {
				sum += v
				count++
			}
		}
		s.means = append(s.means, sum/float64(count))
	}
	return s
}

// randomSubsets returns the means of random subsets of the values and of the given number of zeros.
func randomSubsets(values []float64, zeros int) subsetMeans {
	random := rand.New(rand.NewPCG(seed, uint64(len(values)+zeros)))
	s := subsetMeans{whole: 1}
	for range subsets {
		sum := 0.0
		count := 0
		word := uint64(0)
		for i, v := range values {
			if i%64 == 0 {
				word = random.Uint64()
			}
			if word&1 == 1 {
				sum += v
				count++
			}
			word >>= 1
		}
		for left := zeros; left > 0; left -= 64 {
			word = random.Uint64()
			if left < 64 {
				word >>= 64 - left
			}
			count += bits.OnesCount64(word)
		}
		if count == 0 {
			s.empty++
			continue
		}
		s.means = append(s.means, sum/float64(count))
	}
	return s
}
