package stats

import (
	"gonum.org/v1/gonum/stat"
)

// Clusters are groups of values. The values of a group depend on one another. For example, a group
// has the values of all repeats on one puzzle. All groups have the same weight.
type Clusters [][]float64

// Means returns the mean of each group.
func (c Clusters) Means() []float64 {
	means := make([]float64, len(c))
	for i, group := range c {
		means[i] = Mean(group)
	}
	return means
}

// count returns the number of values of all groups.
func (c Clusters) count() int {
	n := 0
	for _, group := range c {
		n += len(group)
	}
	return n
}

// Share returns the mean over all groups of their share of ones. All values must be 0 or 1. If
// there are no groups, the share is NaN and the interval is 0 to 1.
//
// The interval is Wilson's for an effective number of values. This is the number of independent
// values whose mean would have the same variance: the number of values divided by the design
// effect. It is corrected because the design effect is estimated from few groups. The effective
// number is between the number of groups and the number of values. If the values within each group
// are equal, it is the number of groups.
//
// Source: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected
// number of positive counts estimated from survey data", Survey Methodology 24 (1998), pages
// 193-201, with Wilson's interval.
func (c Clusters) Share() Interval {
	shares := c.Means()
	share := Mean(shares)
	count := float64(len(c))
	values := float64(c.count())
	n := count
	if len(c) > 1 && 0 < share && share < 1 {
		variance := stat.Variance(shares, nil) / count // of the mean
		few := Z95 / Student(count-1)
		n = max(min(share*(1-share)/variance, values)*few*few, count)
	}
	low, high := Wilson(share, n)
	return Interval{Value: share, Low: low, High: high, N: len(c)}
}
