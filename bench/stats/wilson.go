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
	if n <= 0 {
		return 0, 1
	}
	count := float64(n)
	share := float64(hits) / count
	z2 := z95 * z95
	centre := share + z2/(2*count)
	half := z95 * math.Sqrt(share*(1-share)/count+z2/(4*count*count))
	low = (centre - half) / (1 + z2/count)
	high = (centre + half) / (1 + z2/count)
	switch hits { // exact at the ends, where rounding would miss by a hair
	case 0:
		low = 0
	case n:
		high = 1
	}
	return low, high
}
