package tune

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"npuzzle/bench/analysis"
)

// Effect is the effect of a setting on the cost, as the model of all trials predicts it.
type Effect struct {
	Setting    string
	Importance float64             // share of the variance of costs over the space that the setting explains alone
	Values     []string            // of the setting
	Costs      []analysis.Interval // by value: mean over all other settings

	dimension int
	places    []float64
}

// Heat is the mean cost by the values of two settings.
type Heat struct {
	X, Y  Effect
	Costs []float64 // row by row, a row for each value of Y
}

const (
	effectPlaces = 7   // number of places of a range
	effectPoints = 200 // number of points behind a mean over the space
)

// explain computes the effects of all settings, the most important first, and the heat map of the first two.
//
// Source: F. Hutter, H. Hoos, K. Leyton-Brown, "An efficient approach for assessing hyperparameter importance",
// ICML 2014. There, the model is a random forest.
func (t *tuning) explain() {
	list, costs, noise := t.adjusted()
	if len(list) < 3 {
		return
	}
	m, o := t.Space.newModel(list, costs, noise), &t.outcome
	points := t.Space.uniform(effectPoints, newRand(t.Seed, explaining))
	var total []float64
	for _, point := range points {
		total = append(total, t.marginal(m, [][]float64{point}, nil).Value)
	}
	for i, d := range t.Space.Dimensions {
		e := Effect{Setting: d.Setting, dimension: i}
		var means []float64
		n := cmp.Or(len(d.Values), effectPlaces)
		for k := range n {
			place := (float64(k) + 0.5) / float64(n)
			cost := t.marginal(m, points, map[int]float64{i: place})
			e.Values, e.places = append(e.Values, d.text(place)), append(e.places, place)
			e.Costs, means = append(e.Costs, cost), append(means, cost.Value)
		}
		e.Importance = min(stat.PopVariance(means, nil)/max(stat.PopVariance(total, nil), 1e-12), 1)
		o.Effects = append(o.Effects, e)
	}
	slices.SortStableFunc(o.Effects, func(a, b Effect) int { return cmp.Compare(b.Importance, a.Importance) })
	if len(o.Effects) > 1 {
		o.Heat.X, o.Heat.Y = o.Effects[0], o.Effects[1]
		for _, y := range o.Heat.Y.places {
			for _, x := range o.Heat.X.places {
				at := map[int]float64{o.Heat.X.dimension: x, o.Heat.Y.dimension: y}
				o.Heat.Costs = append(o.Heat.Costs, t.marginal(m, points, at).Value)
			}
		}
	}
}

// marginal returns the mean cost that a model predicts for points, where some dimensions have given places. Points
// where the settings of these dimensions have no effect are left out.
func (t *tuning) marginal(m model, points [][]float64, places map[int]float64) (cost analysis.Interval) {
	sum := make([]float64, len(m.weights))
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
			cost.N++
		}
	}
	floats.Scale(1/float64(max(cost.N, 1)), sum)
	mean := mat.NewVecDense(len(sum), sum)
	solved := mat.NewVecDense(len(sum), nil)
	if m.factors.SolveVecTo(solved, mean) != nil || cost.N == 0 {
		return analysis.Interval{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	}
	half := 1.96 * math.Sqrt(mat.Dot(mean, solved))
	cost.Value = m.mean + floats.Dot(m.weights, sum)
	cost.Low, cost.High = cost.Value-half, cost.Value+half
	return cost
}
