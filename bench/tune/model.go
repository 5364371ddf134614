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
	posterior
	mean  float64                    // of the costs
	costs map[*Configuration]float64 // expected, given the measured costs
}

// posterior is the distribution of the coefficients of a model, given the costs.
type posterior struct {
	weights    []float64     // means of the coefficients
	precision  *mat.SymDense // inverse of their covariance
	factors    mat.Cholesky  // of the precision
	likelihood float64       // logarithm of that of the costs, plus a constant, times 2
}

// mostFactors is the maximum number of factors with which a model has products of two factors.
const mostFactors = 30

// terms returns the terms of the polynomial at a point: a constant, the squares of numbers, the
// factors, and the products of two factors. A number is a factor from -1 to 1. Each value of a list
// is a factor, which is 1 for this value and 0 for others. Factors without an effect are 0. The
// vector squares has 1 for each square, and 0 for other terms.
func (s Space) terms(point []float64) (terms, squares []float64) {
	var factors []float64
	var dimensions []int  // of the factors
	terms = []float64{10} // the level of the costs is the least certain
	squares = []float64{0}
	for i, d := range s.Dimensions {
		active := s.active(i, point)
		if d.Values == nil {
			x := 0.0
			if active {
				x = 2*point[i] - 1
			}
			factors = append(factors, x)
			dimensions = append(dimensions, i)
			terms = append(terms, x*x)
			squares = append(squares, 1)
			continue
		}
		for k := range d.Values {
			x := 0.0
			if active && k == d.index(point[i]) {
				x = 1
			}
			factors = append(factors, x)
			dimensions = append(dimensions, i)
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
	noSquares := make([]float64, len(terms)-len(squares))
	return terms, append(squares, noSquares...)
}

// fit fits a model to all configurations that have run. The prior variances are those of the
// largest likelihood, among a few shares of the variance of the costs.
func (t *tuning) fit() model {
	list, costs, noise := t.adjusted()
	terms := make([][]float64, len(list))
	var squares []float64
	for i, c := range list {
		terms[i], squares = t.Space.terms(c.point)
	}
	mean := stats.Mean(costs)
	variance := max(stat.Variance(costs, nil), 1e-12)
	best := posterior{likelihood: math.Inf(-1)}
	bestOwn := 0.0 // variance of the numbers that configurations have of their own
	for _, ownShare := range []float64{1e-9, 0.03, 0.1, 0.3} {
		ownVariance := ownShare * variance
		data := newEvidence(terms, costs, noise, mean, ownVariance)
		for _, share := range []float64{1, 0.3, 0.1, 0.03, 0.01, 0.003, 0.001} {
			found, ok := data.posterior(squares, share*variance)
			if ok && found.likelihood > best.likelihood {
				best = found
				bestOwn = ownVariance
			}
		}
	}
	m := model{posterior: best, mean: mean, costs: map[*Configuration]float64{}}
	for i, c := range list {
		predicted := m.predict(terms[i])
		m.costs[c] = predicted + (costs[i]-predicted)*bestOwn/(bestOwn+noise[i])
	}
	return m
}

// evidence is what the costs alone say about the coefficients of a model.
type evidence struct {
	precision *mat.SymDense // of the coefficients
	sums      []float64     // of the terms, weighted by the costs
	fixed     float64       // part of the likelihood that does not depend on the coefficients
}

// newEvidence collects the evidence of costs, given the terms of their configurations, the
// variances of their noise, and the variance of the numbers that configurations have of their own.
func newEvidence(terms [][]float64, costs, noise []float64, mean, own float64) evidence {
	n := len(terms[0])
	e := evidence{precision: mat.NewSymDense(n, nil), sums: make([]float64, n)}
	for i, row := range terms {
		y := costs[i] - mean
		variance := noise[i] + own
		e.precision.SymRankOne(e.precision, 1/variance, mat.NewVecDense(n, row))
		floats.AddScaled(e.sums, y/variance, row)
		e.fixed += y*y/variance + math.Log(variance)
	}
	return e
}

// posterior returns the distribution of the coefficients for a prior variance. The prior mean of a
// square is the prior deviation. It reports false if the numbers lose too many digits.
func (e evidence) posterior(squares []float64, variance float64) (posterior, bool) {
	n := len(e.sums)
	deviation := math.Sqrt(variance)
	precision := mat.NewSymDense(n, nil)
	precision.CopySym(e.precision)
	for i := range n {
		precision.SetSym(i, i, e.precision.At(i, i)+1/variance)
	}
	right := mat.NewVecDense(n, nil)
	right.AddScaledVec(mat.NewVecDense(n, e.sums), 1/deviation, mat.NewVecDense(n, squares))
	var factors mat.Cholesky
	if !factors.Factorize(precision) {
		return posterior{}, false
	}
	weights := mat.NewVecDense(n, nil)
	if err := factors.SolveVecTo(weights, right); err != nil {
		return posterior{}, false
	}
	fit := mat.Dot(weights, right) - factors.LogDet() - e.fixed
	return posterior{
		weights:    weights.RawVector().Data,
		precision:  precision,
		factors:    factors,
		likelihood: fit - 2*float64(n)*math.Log(deviation),
	}, true
}

// predict returns the mean cost at a point, given its terms.
func (m model) predict(terms []float64) float64 { return m.mean + floats.Dot(m.weights, terms) }

// draw returns coefficients that are drawn from their posterior distribution.
func (m model) draw(rng *rand.Rand) []float64 {
	// There is such a distribution, because fit has factorized the precision.
	normal, _ := distmv.NewNormalPrecision(m.weights, m.precision, rng)
	return normal.Rand(nil)
}

// least returns a point where a polynomial is about as small as anywhere: the best of many points,
// of which most are near to the best so far.
func (s Space) least(weights []float64, rng *rand.Rand) (best []float64) {
	const (
		tries          = 200
		spread         = 50   // tries that are spread over the space
		leastDeviation = 0.02 // share of a range
	)
	least := math.Inf(1)
	for _, point := range s.uniform(tries, rng) {
		if best != nil && rng.IntN(tries) >= spread {
			point = s.near(best, math.Pow(leastDeviation, rng.Float64()), 0.8, rng)
		}
		terms, _ := s.terms(point)
		cost := floats.Dot(weights, terms)
		if cost < least {
			least = cost
			best = point
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
	var table [][]float64
	for _, c := range list {
		table = append(table, c.costs)
	}
	costs, boards, variance := stats.TwoWay(table)
	floats.AddConst(stats.Mean(boards), costs)
	for i, c := range list {
		n := float64(len(common(c)))
		response, responseNoise := t.Objective.response(costs[i], variance/n, n)
		costs[i] = response
		noise = append(noise, responseNoise)
	}
	return list, costs, noise
}

// Effect is the effect of a setting on the cost, as the model of all trials predicts it.
type Effect struct {
	Setting string
	Values  []string         // of the setting
	Costs   []stats.Interval // by value: mean over all other settings

	// Importance is the share of the variance of costs over the space that the setting explains
	// alone.
	Importance float64

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
	m := t.fit()
	points := t.Space.uniform(effectPoints, puzzle.NewRand(t.Seed, explaining))
	effects := t.effects(m, points)
	t.outcome.Effects = effects
	if len(effects) > 1 {
		t.outcome.Heat = t.heat(m, points, effects[0].dimension, effects[1].dimension)
	}
}

// effects returns the effects of all settings, the most important first.
func (t *tuning) effects(m model, points [][]float64) (effects []Effect) {
	sum := 0.0 // of the variances that the settings explain
	for i, d := range t.Space.Dimensions {
		effect, variance := t.effect(m, points, i, d)
		effect.Importance = variance
		effects = append(effects, effect)
		sum += variance
	}
	var costs []float64
	for _, point := range points {
		terms, _ := t.Space.terms(point)
		costs = append(costs, m.predict(terms))
	}
	// The variances of the settings alone are parts of the total variance. Both are estimates from
	// different points, so the sum of the parts may be larger.
	total := max(stat.PopVariance(costs, nil), sum, 1e-12)
	for i := range effects {
		effects[i].Importance /= total
	}
	slices.SortStableFunc(effects, func(a, b Effect) int {
		return cmp.Compare(b.Importance, a.Importance)
	})
	return effects
}

// effect returns the effect of the setting of a dimension, and the variance that it explains alone.
func (t *tuning) effect(
	m model, points [][]float64, dimension int, d Dimension,
) (effect Effect, variance float64) {
	effect = Effect{Setting: d.Setting, dimension: dimension}
	var means []float64
	for _, place := range d.places() {
		response := t.marginal(m, points, map[int]float64{dimension: place})
		effect.Values = append(effect.Values, d.text(place))
		effect.Costs = append(effect.Costs, t.costs(response))
		if !math.IsNaN(response.Value) {
			means = append(means, response.Value)
		}
	}
	return effect, stat.PopVariance(means, nil)
}

// heat returns the mean costs for all pairs of values of two dimensions, row by row of the second.
func (t *tuning) heat(m model, points [][]float64, x, y int) (costs []float64) {
	for _, rowPlace := range t.Space.Dimensions[y].places() {
		for _, columnPlace := range t.Space.Dimensions[x].places() {
			places := map[int]float64{x: columnPlace, y: rowPlace}
			response := t.marginal(m, points, places)
			costs = append(costs, t.costs(response).Value)
		}
	}
	return costs
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
	n := len(d.Values)
	if n == 0 {
		n = effectPlaces
	}
	places := make([]float64, n)
	for k := range places {
		places[k] = (float64(k) + 0.5) / float64(n)
	}
	return places
}

// marginal returns the mean response that a model predicts for points, where some dimensions have
// given places. Points where the settings of these dimensions have no effect are left out. Without
// any others, the result is NaN.
func (t *tuning) marginal(m model, points [][]float64, places map[int]float64) stats.Interval {
	sum := make([]float64, len(m.weights)) // of the terms
	n := 0
	for _, point := range points {
		point := slices.Clone(point)
		for i, place := range places {
			point[i] = place
		}
		active := true
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
	mean := mat.NewVecDense(len(sum), sum)
	solved := mat.NewVecDense(len(sum), nil)
	_ = m.factors.SolveVecTo(solved, mean) // an error says only that digits are lost
	value := m.predict(sum)
	half := 1.96 * math.Sqrt(mat.Dot(mean, solved))
	return stats.Interval{Value: value, Low: value - half, High: value + half, N: n}
}
