package stats

import "gonum.org/v1/gonum/stat/distuv"

// Clusters are values of which those of a cluster depend on one another, such as
// those of the repeats on one puzzle. Figures and their intervals count every
// cluster once.
type Clusters [][]float64

// With returns the clusters with one more, unless it is empty.
func (c Clusters) With(cluster []float64) Clusters {
	if len(cluster) == 0 {
		return c
	}
	return append(c, cluster)
}

// Means returns the mean of each cluster.
func (c Clusters) Means() []float64 { return c.each(Mean) }

// Medians returns the median of each cluster.
func (c Clusters) Medians() []float64 { return c.each(Median) }

func (c Clusters) each(of func([]float64) float64) []float64 {
	values := make([]float64, len(c))
	for i, cluster := range c {
		values[i] = of(cluster)
	}
	return values
}

// Share returns the mean share of the clusters, whose values are 0 or 1, with
// Wilson's interval of 95 % for as many independent values as vary like it: the
// values divided by the design effect, and by a correction for the few clusters
// that it is estimated from. These are the clusters where the values of each are
// equal, and never more than the values or fewer than the clusters. Of nothing the
// share is NaN, and the interval 0 to 1.
//
// Source: E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with
// small expected number of positive counts estimated from survey data", Survey
// Methodology 24 (1998), pages 193-201, with Wilson's interval.
func (c Clusters) Share() Interval {
	shares := c.Means()
	share := Mean(shares)
	count := float64(len(c))
	values, squares := 0, 0.0
	for i, cluster := range c {
		values += len(cluster)
		squares += (shares[i] - share) * (shares[i] - share)
	}
	n := count
	if len(c) > 1 && 0 < share && share < 1 {
		variance := squares / (count * (count - 1)) // of the mean
		few := z95 / distuv.StudentsT{Sigma: 1, Nu: count - 1}.Quantile((1+Confidence)/2)
		n = max(min(share*(1-share)/variance, float64(values))*few*few, count)
	}
	low, high := wilson(share, n)
	return Interval{Value: share, Low: low, High: high, N: len(c)}
}
