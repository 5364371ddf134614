package stats

import "math"

// z95 is the 97.5 % quantile of the standard normal distribution, which makes
// two-sided intervals of 95 %.
const z95 = 1.959963984540054

// Wilson returns the 95 % confidence interval of a share of which hits of n
// were seen, by the score method, which stays within 0 to 1 and holds for few
// trials and for shares near the ends. Of no trials it is 0 to 1.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 22 (1927), pages 209-212.
func Wilson(hits, n int) (low, high float64) {
	return wilson(float64(hits)/float64(n), float64(n))
}

// wilson is the interval of a share of n values, which need be no whole number.
func wilson(share, n float64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	z2 := z95 * z95
	centre := share + z2/(2*n)
	half := z95 * math.Sqrt(share*(1-share)/n+z2/(4*n*n))
	low = (centre - half) / (1 + z2/n)
	high = (centre + half) / (1 + z2/n)
	switch share { // exact at the ends, where rounding would miss by a hair
	case 0:
		low = 0
	case 1:
		high = 1
	}
	return low, high
}
