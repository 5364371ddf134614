package tune

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"

	"npuzzle/bench/analysis"
)

// model predicts the mean cost at any point of a space from the costs of the configurations that have run: a
// polynomial of degree 2 (a response surface), plus a number of its own for each configuration. All coefficients have a
// normal prior distribution. The prior mean of a square is positive, because ranges are chosen so that the best
// value is rather inside than at an end. Without this, the best predictions of uncertain data are at the corners.
//
// Source: G. Box, K. Wilson, "On the experimental attainment of optimum conditions", Journal of the Royal
// Statistical Society B 13 (1951), pages 1-45; C. Bishop, "Pattern recognition and machine learning", 2006,
// sections 3.3 and 3.5.
type model struct {
	weights   []float64     // means of the coefficients
	precision *mat.SymDense // inverse of their covariance
	factors   mat.Cholesky  // of the precision
	own       float64       // variance of the numbers of the configurations
	mean      float64       // of the costs
}

// mostFactors is the maximum number of factors with which a model has products of two factors.
const mostFactors = 30

// terms returns the terms of the polynomial at a point: a constant, the squares of numbers, the factors, and the
// products of two factors. A number is a factor from -1 to 1. Each value of a list is a factor, which is 1 for this
// value and 0 for others. Factors without an effect are 0.
func (s Space) terms(point []float64) (terms []float64, squares int) {
	type factor struct {
		dimension int
		value     float64
	}
	var factors []factor
	terms = []float64{10} // the level of the costs is the least certain
	for i, d := range s.Dimensions {
		n, x, at := 1, 2*point[i]-1, 0
		if d.Values != nil {
			n, x, at = len(d.Values), 1, d.index(point[i])
		}
		if !s.active(i, point) {
			x = 0
		}
		for k := range n {
			factors = append(factors, factor{dimension: i})
			if k == at {
				factors[len(factors)-1].value = x
			}
		}
		if d.Values == nil {
			terms = append(terms, x*x)
		}
	}
	squares = len(terms) - 1
	for i, a := range factors {
		terms = append(terms, a.value)
		for _, b := range factors[:i] {
			if a.dimension != b.dimension && len(factors) <= mostFactors {
				terms = append(terms, a.value*b.value/2) // a product has less effect
			}
		}
	}
	return terms, squares
}

// newModel fits a model to configurations with their costs, and with the variances of the noise of these costs.
// The prior variances are those of the largest likelihood, among a few shares of the variance of the costs.
func (s Space) newModel(list []*Configuration, costs, noise []float64) (m model) {
	m.mean = analysis.Mean(costs)
	variance, best := max(stat.Variance(costs, nil), 1e-12), math.Inf(-1)
	for _, own := range []float64{1e-9, 0.03, 0.1, 0.3} {
		var data *mat.SymDense // precision of the coefficients by the data alone
		var sums []float64
		var squares int
		fixed := 0.0
		for i, c := range list {
			var terms []float64
			if terms, squares = s.terms(c.point); data == nil {
				data, sums = mat.NewSymDense(len(terms), nil), make([]float64, len(terms))
			}
			y, v := costs[i]-m.mean, noise[i]+own*variance
			data.SymRankOne(data, 1/v, mat.NewVecDense(len(terms), terms))
			floats.AddScaled(sums, y/v, terms)
			fixed += y*y/v + math.Log(v)
		}
		n := len(sums)
		for _, share := range []float64{1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001} {
			deviation := math.Sqrt(share * variance)
			precision, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
			for i, sum := range sums {
				if i >= 1 && i <= squares {
					sum += 1 / deviation // the prior mean of a square is the deviation
				}
				right.SetVec(i, sum)
				precision.SetSym(i, i, 1/(share*variance))
			}
			precision.AddSym(precision, data)
			var factors mat.Cholesky
			weights := mat.NewVecDense(n, nil)
			if !factors.Factorize(precision) || factors.SolveVecTo(weights, right) != nil {
				continue
			}
			likelihood := mat.Dot(weights, right) - factors.LogDet() - fixed - 2*float64(n)*math.Log(deviation)
			if likelihood > best {
				best, m.own = likelihood, own*variance
				m.weights, m.precision, m.factors = weights.RawVector().Data, precision, factors
			}
		}
	}
	return m
}

// draw returns coefficients that are drawn from their posterior distribution.
func (m model) draw(rng *rand.Rand) []float64 {
	normal, ok := distmv.NewNormalPrecision(m.weights, m.precision, rng)
	if !ok {
		return m.weights
	}
	return normal.Rand(nil)
}

// estimates returns the costs that the model expects of configurations, given their measured costs.
func (m model) estimates(s Space, list []*Configuration, costs, noise []float64) map[*Configuration]float64 {
	all := map[*Configuration]float64{}
	for i, c := range list {
		terms, _ := s.terms(c.point)
		predicted := m.mean + floats.Dot(m.weights, terms)
		all[c] = predicted + (costs[i]-predicted)*m.own/(m.own+noise[i])
	}
	return all
}

// least returns a point where a polynomial is about as small as anywhere: the best of many points, of which most are
// near to the best so far.
func (s Space) least(weights []float64, rng *rand.Rand) (best []float64) {
	const tries, spread = 200, 50
	least := math.Inf(1)
	for _, point := range s.uniform(tries, rng) {
		if best != nil && rng.IntN(tries) >= spread {
			point = s.near(best, math.Pow(leastDeviation, rng.Float64()), 0.8, rng)
		}
		terms, _ := s.terms(point)
		if cost := floats.Dot(weights, terms); cost < least {
			least, best = cost, point
		}
	}
	return best
}

// adjusted returns the configurations that have points, with their costs on an average block. A block that only
// good configurations have run on must not look easy, so blocks and configurations are fitted together: the cost
// of an observation is the sum of a number for the configuration and a number for the observation, by least
// squares. The noise is the variance of each cost, from the residuals.
func (t *tuning) adjusted() (list []*Configuration, costs, noise []float64) {
	type observation struct { // of the configuration list[of]
		of, at int
		cost   float64
	}
	var all []observation
	for _, c := range t.all {
		if c.costs == nil {
			continue
		}
		for _, at := range c.runs() {
			all = append(all, observation{len(list), at, c.costs[at]})
		}
		list = append(list, c)
	}
	costs, noise = make([]float64, len(list)), make([]float64, len(list))
	boards := make([]float64, t.blocks*len(t.Kinds))
	means := func(values []float64, of func(observation) (i int, value float64)) {
		counts := make([]float64, len(values))
		clear(values)
		for _, o := range all {
			i, value := of(o)
			values[i] += value
			counts[i]++
		}
		for i, n := range counts {
			values[i] /= max(n, 1)
		}
	}
	for range 50 { // converges by a factor in each round
		means(boards, func(o observation) (int, float64) { return o.at, o.cost - costs[o.of] })
		means(costs, func(o observation) (int, float64) { return o.of, o.cost - boards[o.at] })
	}
	squares := 0.0
	for _, o := range all {
		off := o.cost - costs[o.of] - boards[o.at]
		squares += off * off
		noise[o.of]++
	}
	level, free := analysis.Mean(boards), max(1+len(all)-len(list)-len(boards), 1)
	for i := range costs {
		costs[i] += level
		noise[i] = squares / float64(free) / noise[i]
	}
	return list, costs, noise
}
