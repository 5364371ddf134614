package tune

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"npuzzle/bench/analysis"
)

// model predicts the mean cost at any point of a space from the costs of the configurations that have run, by
// Gaussian process regression with a squared exponential kernel. A configuration that has run on few boards
// has more noise.
//
// Source: C. Rasmussen, C. Williams, "Gaussian processes for machine learning", 2006, algorithm 2.1; the use in
// tuning is that of F. Hutter and others, "Sequential model-based optimization for general algorithm
// configuration", LION 5 (2011).
type model struct {
	space   Space
	points  [][]float64
	active  [][]bool
	lengths []float64 // of the kernel, by dimension
	mean    float64   // of the costs
	signal  float64   // variance of the costs, without noise
	factor  mat.Cholesky
	weights *mat.VecDense
}

// Maximum numbers of configurations behind a model and behind the choice of its lengths. Fitting takes O(n^3) time.
const (
	mostModelled = 500
	mostChosen   = 100
)

// lengths are the lengths of the kernel that a dimension may have. The longest one ignores the dimension.
var lengths = []float64{0.3, 0.7, 1.5, 5}

// newModel fits a model to configurations with their costs, and with the variances of the noise of these costs.
// The lengths of the kernel and the variance of the costs are those of the largest likelihood, among a few values
// of each, chosen one after another for some of the configurations.
func (t *tuning) newModel(list []*Configuration, costs, noise []float64) *model {
	from := max(len(list)-mostModelled, 0) // the last ones are the nearest to the best
	list, costs, noise = list[from:], costs[from:], noise[from:]
	m := &model{space: t.Space, mean: analysis.Mean(costs)}
	variance := max(stat.Variance(costs, nil), 1e-12)
	m.signal = variance
	for range t.Space.Dimensions {
		m.lengths = append(m.lengths, 1)
	}
	var someCosts, someNoise []float64
	each := (len(list) + mostChosen - 1) / mostChosen
	for i := len(list) - 1; i >= 0; i -= each {
		m.points, m.active = append(m.points, list[i].point), append(m.active, t.Space.actives(list[i].point))
		someCosts, someNoise = append(someCosts, costs[i]), append(someNoise, noise[i])
	}
	best := m.fit(someCosts, someNoise)
	choose := func(parameter *float64, values ...float64) {
		chosen := *parameter
		for _, *parameter = range values {
			if likelihood := m.fit(someCosts, someNoise); likelihood > best {
				best, chosen = likelihood, *parameter
			}
		}
		*parameter = chosen
	}
	for range 2 {
		choose(&m.signal, variance/100, variance/10, variance/3, variance, 3*variance)
		for i := range m.lengths {
			choose(&m.lengths[i], lengths...)
		}
	}
	m.points, m.active = nil, nil
	for _, c := range list {
		m.points, m.active = append(m.points, c.point), append(m.active, t.Space.actives(c.point))
	}
	m.fit(costs, noise)
	return m
}

// actives reports for each dimension whether its setting has an effect at a point.
func (s Space) actives(point []float64) []bool {
	all := make([]bool, len(point))
	for i := range all {
		all[i] = s.active(i, point)
	}
	return all
}

// covariance returns the covariance of the costs at two points.
func (m *model) covariance(a, b []float64, actA, actB []bool) float64 {
	sum := 0.0
	for i, d := range m.space.Dimensions {
		off := a[i] - b[i]
		switch {
		case !actA[i] && !actB[i]:
			continue
		case actA[i] != actB[i]:
			off = 1
		case d.Values != nil && d.index(a[i]) == d.index(b[i]):
			continue
		case d.Values != nil:
			off = 1
		}
		off /= m.lengths[i]
		sum += off * off
	}
	return m.signal * math.Exp(-sum/2)
}

// fit computes the weights of the points. It returns the logarithm of the likelihood of the costs, up to a
// constant.
func (m *model) fit(costs, noise []float64) float64 {
	n := len(m.points)
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			k.SetSym(i, j, m.covariance(m.points[i], m.points[j], m.active[i], m.active[j]))
		}
		k.SetSym(i, i, m.signal+noise[i])
	}
	for jitter := 1e-8 * m.signal; !m.factor.Factorize(k); jitter *= 10 { // points that are nearly equal
		for i := range n {
			k.SetSym(i, i, m.signal+noise[i]+jitter)
		}
	}
	y := mat.NewVecDense(n, nil)
	for i, cost := range costs {
		y.SetVec(i, cost-m.mean)
	}
	m.weights = mat.NewVecDense(n, nil)
	if err := m.factor.SolveVecTo(m.weights, y); err != nil {
		return math.Inf(-1)
	}
	return -mat.Dot(y, m.weights)/2 - m.factor.LogDet()/2
}

// predict returns the mean cost at a point, and its standard deviation.
func (m *model) predict(point []float64) (mean, deviation float64) {
	active := m.space.actives(point)
	k := mat.NewVecDense(len(m.points), nil)
	for i, p := range m.points {
		k.SetVec(i, m.covariance(point, p, active, m.active[i]))
	}
	solved := mat.NewVecDense(len(m.points), nil)
	m.factor.SolveVecTo(solved, k) // an ill-conditioned matrix gives a rough deviation, which does no harm
	return m.mean + mat.Dot(k, m.weights), math.Sqrt(max(m.signal-mat.Dot(k, solved), 0))
}
