package tune

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"

	"npuzzle/bench/stats"
	"npuzzle/internal/lists"
	"npuzzle/puzzle"
)

// model predicts the mean cost at any point of a space from the costs of the configurations that
// have run: a polynomial of degree 2 (a response surface), plus a number of its own for each
// configuration. All coefficients have a normal prior distribution. The prior mean of a square is
// positive, because ranges are chosen so that the best value is rather inside than at an end.
// Without this, the best predictions of uncertain data are at the corners.
//
// Source: G. Box, K. Wilson, "On the experimental attainment of optimum conditions", Journal of the
// Royal Statistical Society B 13 (1951), pages 1-45; C. Bishop, "Pattern recognition and machine
// learning", 2006, sections 3.3 and 3.5.
type model struct {
	weights   []float64                  // means of the coefficients
	precision *mat.SymDense              // inverse of their covariance
	factors   mat.Cholesky               // of the precision
	mean      float64                    // of the costs
	costs     map[*Configuration]float64 // that the model expects of the configurations, given their measured costs
}

// mostFactors is the maximum number of factors with which a model has products of two factors.
const mostFactors = 30

// terms returns the terms of the polynomial at a point: a constant, the squares of numbers, the
// factors, and the products of two factors. A number is a factor from -1 to 1. Each value of a list
// is a factor, which is 1 for this value and 0 for others. Factors without an effect are 0. The
// vector squares has 1 for each square, and 0 for other terms.
func (s Space) terms(point []float64) (terms, squares []float64) {
	var factors []float64
	var dimensions []int                         // of the factors
	terms, squares = []float64{10}, []float64{0} // the level of the costs is the least certain
	for i, d := range s.Dimensions {
		active := s.active(i, point)
		for k := range max(len(d.Values), 1) {
			x := 0.0
			switch {
			case !active:
			case d.Values == nil:
				x = 2*point[i] - 1
			case k == d.index(point[i]):
				x = 1
			}
			factors, dimensions = append(factors, x), append(dimensions, i)
		}
		if d.Values == nil {
			x := factors[len(factors)-1]
			terms, squares = append(terms, x*x), append(squares, 1)
		}
	}
	for i, a := range factors {
		terms = append(terms, a)
		for k, b := range factors[:i] {
			if dimensions[i] != dimensions[k] && len(factors) <= mostFactors {
				terms = append(terms, a*b/2) // a product has less effect
			}
		}
	}
	return terms, append(squares, make([]float64, len(terms)-len(squares))...)
}

// fit fits a model to all configurations that have run. The prior variances are those of the
// largest likelihood, among a few shares of the variance of the costs.
func (t *tuning) fit() (m model) {
	list, costs, noise := t.adjusted()
	terms, squares := make([][]float64, len(list)), []float64(nil)
	for i, c := range list {
		terms[i], squares = t.Space.terms(c.point)
	}
	m.mean = stats.Mean(costs)
	variance, n := max(stat.Variance(costs, nil), 1e-12), len(terms[0])
	best, bestOwn := math.Inf(-1), 0.0 // likelihood, and variance of the numbers of the configurations
	for _, own := range []float64{1e-9, 0.03, 0.1, 0.3} {
		// The precision of the coefficients by the data alone.
		data, sums, fixed := mat.NewSymDense(n, nil), make([]float64, n), 0.0
		for i, row := range terms {
			y, v := costs[i]-m.mean, noise[i]+own*variance
			data.SymRankOne(data, 1/v, mat.NewVecDense(n, row))
			floats.AddScaled(sums, y/v, row)
			fixed += y*y/v + math.Log(v)
		}
		for _, share := range []float64{1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001} {
			deviation := math.Sqrt(share * variance)
			precision, right, weights := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
			precision.CopySym(data)
			for i := range n {
				precision.SetSym(i, i, data.At(i, i)+1/(share*variance))
			}
			// The prior mean of a square is the deviation.
			right.AddScaledVec(mat.NewVecDense(n, sums), 1/deviation, mat.NewVecDense(n, squares))
			var factors mat.Cholesky
			if !factors.Factorize(precision) || factors.SolveVecTo(weights, right) != nil {
				continue
			}
			likelihood := mat.Dot(weights, right) - factors.LogDet() - fixed - 2*float64(n)*math.Log(deviation)
			if likelihood > best {
				best, bestOwn = likelihood, own*variance
				m.weights, m.precision, m.factors = weights.RawVector().Data, precision, factors
			}
		}
	}
	m.costs = map[*Configuration]float64{}
	for i, c := range list {
		predicted := m.predict(terms[i])
		m.costs[c] = predicted + (costs[i]-predicted)*bestOwn/(bestOwn+noise[i])
	}
	return m
}

// predict returns the mean cost at a point, given its terms.
func (m model) predict(terms []float64) float64 { return m.mean + floats.Dot(m.weights, terms) }

// draw returns coefficients that are drawn from their posterior distribution.
func (m model) draw(rng *rand.Rand) []float64 {
	normal, _ := distmv.NewNormalPrecision(m.weights, m.precision, rng) // fit has factorized the precision
	return normal.Rand(nil)
}

// least returns a point where a polynomial is about as small as anywhere: the best of many points,
// of which most are near to the best so far.
func (s Space) least(weights []float64, rng *rand.Rand) (best []float64) {
	const tries, spread, leastDeviation = 200, 50, 0.02 // deviations are shares of a range
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

// response returns the number that the model predicts instead of a mean cost, and the variance of
// its noise, given those of the cost over n trials. A share of unsolved trials becomes its logit,
// so that no prediction is below 0 or above 1. Half a trial is added on both sides, so that a share
// of 0 or 1 has a logit, too.
func (o Objective) response(cost, variance, n float64) (response, noise float64) {
	if o != Accuracy {
		return cost, variance
	}
	share := min(max((n*cost+0.5)/(n+1), 0.5/(n+1)), 1-0.5/(n+1))
	slope := 1 / (share * (1 - share))
	return math.Log(share / (1 - share)), max(variance, share*(1-share)/n) * slope * slope
}

// costs returns the mean cost for a response of the model.
func (t *tuning) costs(response stats.Interval) stats.Interval {
	if t.Objective != Accuracy {
		return response
	}
	share := func(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }
	response.Value = share(response.Value)
	response.Low = share(response.Low)
	response.High = share(response.High)
	return response
}

// adjusted returns the configurations that have run, with the responses to their costs on an
// average block, and with the variances of the noise of these responses. A block that only good
// configurations have run on does not look easy.
func (t *tuning) adjusted() (list []*Configuration, costs, noise []float64) {
	list = t.ran()
	table := lists.Map(list, func(c *Configuration) []float64 { return c.costs })
	costs, boards, variance := stats.TwoWay(table)
	floats.AddConst(stats.Mean(boards), costs)
	for i, c := range list {
		n := float64(len(common(c)))
		response, own := t.Objective.response(costs[i], variance/n, n)
		costs[i] = response
		noise = append(noise, own)
	}
	return list, costs, noise
}

// Effect is the effect of a setting on the cost, as the model of all trials predicts it.
type Effect struct {
	Setting    string
	Importance float64          // share of the variance of costs over the space that the setting explains alone
	Values     []string         // of the setting
	Costs      []stats.Interval // by value: mean over all other settings

	dimension int
}

// effectPoints is the number of points behind a mean over the space.
const effectPoints = 200

// explain computes the effects of all settings, the most important first, and the heat map of the
// first two.
//
// Source: F. Hutter, H. Hoos, K. Leyton-Brown, "An efficient approach for assessing hyperparameter
// importance", ICML 2014. There, the model is a random forest.
func (t *tuning) explain() {
	if len(t.ran()) < 3 || !t.differ() {
		return
	}
	m, o := t.fit(), &t.outcome
	points := t.Space.uniform(effectPoints, puzzle.NewRand(t.Seed, explaining))
	total := lists.Map(points, func(point []float64) float64 {
		terms, _ := t.Space.terms(point)
		return m.predict(terms)
	})
	variances := 0.0
	for i, d := range t.Space.Dimensions {
		e := Effect{Setting: d.Setting, dimension: i}
		var means []float64
		for _, place := range d.places() {
			response := t.marginal(m, points, map[int]float64{i: place})
			e.Values = append(e.Values, d.text(place))
			e.Costs = append(e.Costs, t.costs(response))
			if !math.IsNaN(response.Value) {
				means = append(means, response.Value)
			}
		}
		e.Importance = stat.PopVariance(means, nil)
		variances += e.Importance
		o.Effects = append(o.Effects, e)
	}
	// The variances of the settings alone are parts of the total variance. Both are estimates from
	// different points, so the sum of the parts may be larger.
	all := max(stat.PopVariance(total, nil), variances, 1e-12)
	for i := range o.Effects {
		o.Effects[i].Importance /= all
	}
	slices.SortStableFunc(o.Effects, func(a, b Effect) int { return cmp.Compare(b.Importance, a.Importance) })
	if len(o.Effects) > 1 {
		x, y := o.Effects[0].dimension, o.Effects[1].dimension
		for _, v := range t.Space.Dimensions[y].places() {
			for _, u := range t.Space.Dimensions[x].places() {
				o.Heat = append(o.Heat, t.costs(t.marginal(m, points, map[int]float64{x: u, y: v})).Value)
			}
		}
	}
}

// differ reports whether the mean costs of configurations differ at all.
func (t *tuning) differ() bool {
	_, costs, _ := t.adjusted()
	return stat.Variance(costs, nil) > leastVariance
}

// leastVariance is the largest variance of mean costs that is taken for rounding errors.
const leastVariance = 1e-18

// effectPlaces is the number of places of a range at which effects are shown.
const effectPlaces = 7

// places returns the places of the values of a list, or evenly spaced places of a range.
func (d Dimension) places() []float64 {
	n := cmp.Or(len(d.Values), effectPlaces)
	return lists.Make(n, func(k int) float64 { return (float64(k) + 0.5) / float64(n) })
}

// marginal returns the mean response that a model predicts for points, where some dimensions have
// given places. Points where the settings of these dimensions have no effect are left out. Without
// any others, the result is NaN.
func (t *tuning) marginal(m model, points [][]float64, places map[int]float64) stats.Interval {
	sum, n := make([]float64, len(m.weights)), 0
	for _, point := range points {
		point, active := slices.Clone(point), true
		for i, place := range places {
			point[i] = place
		}
		for i := range places {
			active = active && t.Space.active(i, point)
		}
		if active {
			terms, _ := t.Space.terms(point)
			floats.Add(sum, terms)
			n++
		}
	}
	floats.Scale(1/float64(n), sum)
	mean, solved := mat.NewVecDense(len(sum), sum), mat.NewVecDense(len(sum), nil)
	_ = m.factors.SolveVecTo(solved, mean) // an error says only that digits are lost
	value, half := m.predict(sum), 1.96*math.Sqrt(mat.Dot(mean, solved))
	return stats.Interval{Value: value, Low: value - half, High: value + half, N: n}
}
