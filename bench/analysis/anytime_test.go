package analysis_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// anytime is a trial of the genetic solver with plans after given numbers of states, in units of
// 1,000.
func anytime(number int, total uint64, found ...search.Found) bench.Record {
	r := unsolvedBy("ga", number, search.Exhausted)
	if found != nil {
		r = solvedBy("ga", number, found[len(found)-1].Length)
	}
	r.Algorithm = "ga"
	r.Generated = 1000 * total
	r.Found = found
	r.OptimalCost = new(bench.Figure(10))
	for i := range found {
		found[i].Generated *= 1000
	}
	return r
}

// Four trials on boards with an optimum of 10: one is never solved, and one is solved late.
var four = []bench.Record{
	anytime(1, 8, search.Found{Length: 20, Generated: 1}, search.Found{Length: 10, Generated: 4}),
	anytime(2, 8, search.Found{Length: 15, Generated: 2}),
	anytime(3, 8, search.Found{Length: 30, Generated: 6}, search.Found{Length: 11, Generated: 8}),
	anytime(4, 8),
}

func TestAnytime(t *testing.T) {
	all := of(four...).Anytime(three, analysis.Generated)
	require.Len(t, all, 1)
	ga := all[0]
	any := math.Inf(1)

	coverage := ga.Reached(any)
	assert.Equal(t, []float64{1000, 2000, 6000, 8000}, coverage.X, "up to the longest trial")
	assert.Equal(t, []float64{0.25, 0.5, 0.75, 0.75}, coverage.Y, "of all four trials")
	pairs := ga.Reached(any, 1.2)
	assert.Equal(t, []float64{1000, 2000, 4000, 6000, 8000, 8000}, pairs.X)
	assert.Equal(t, []float64{0.125, 0.25, 0.375, 0.5, 0.625, 0.625}, pairs.Y,
		"of four trials and two targets")

	ratio := ga.Ratio()
	assert.InEpsilon(t, 6000.0, ratio.X[0], 1e-12,
		"from where each trial that is solved in the end has a plan")
	assert.InDelta(t, (1+1.5+3)/3, ratio.Y[0], 1e-9)
	last := len(ratio.Y) - 1
	assert.InDelta(t, (1+1.5+1.1)/3, ratio.Y[last], 1e-9)
	for _, at := range []struct{ work, coverage float64 }{
		{999, 0}, {1000, 0.25}, {5999, 0.5}, {6000, 0.75}, {1e9, 0.75},
	} {
		coverage, ratio := ga.Within(at.work)
		assert.Equal(t, at.coverage, coverage)
		assert.Equal(t, at.work < 6000, math.IsNaN(ratio))
	}

	work, share := ga.ERT(any)
	assert.Equal(t, []float64{(1000 + 2000 + 6000 + 8000) / 3.0, 0.75}, []float64{work, share})
	work, share = ga.ERT(1)
	assert.Equal(t, []float64{(4000 + 8000 + 8000 + 8000) / 1.0, 0.25}, []float64{work, share})

	assert.Equal(t, []float64{1e3, 1e4}, all[0].Budgets())
	assert.True(t, analysis.Improved(all))
}

// A solver that records no plans has one, at the end of each solved trial.
func TestAnytimeOfASinglePlan(t *testing.T) {
	r := solvedBy("astar", 1, 12)
	r.Generated = 500
	a := of(append(slices.Clone(four), r, unsolvedBy("weak", 1, search.NodeLimit))...)
	all := a.Anytime(three, analysis.Generated)
	require.Len(t, all, 3)
	work, share := all[1].ERT(1.2)
	assert.Equal(t, []float64{500, 1}, []float64{work, share}, "relative to the optimal cost")
	assert.Equal(t, []float64{500, 8000}, all[1].Reached(math.Inf(1)).X)
	assert.Equal(t, []float64{1.2, 1.2}, []float64{all[1].Ratio().Y[0], all[1].Ratio().Y[99]})

	weak := all[2]
	for _, budget := range all[0].Budgets() {
		coverage, ratio := weak.Within(budget)
		assert.Zero(t, coverage)
		assert.True(t, math.IsNaN(ratio))
	}
	assert.Empty(t, weak.Reached(analysis.Targets...).X)
	assert.Empty(t, weak.Ratio().X)
	work, share = weak.ERT(math.Inf(1))
	assert.True(t, math.IsNaN(work) && share == 0)

	unknown := solvedBy("astar", 2, 40)
	better := solvedBy("other", 2, 32)
	all = of(unknown, better).Anytime(three, analysis.Seconds)
	_, ratio := all[0].Within(1e9)
	assert.Equal(t, 1.25, ratio,
		"without an optimal cost, relative to the best plan of these solvers")
}

// Records of older versions lack the work at which plans were found.
func TestAnytimeOfOldRecords(t *testing.T) {
	r := anytime(1, 8, search.Found{Length: 20, Evaluated: 1},
		search.Found{Length: 10, Evaluated: 4})
	ga := of(r).Anytime(three, analysis.Generated)[0]
	coverage, _ := ga.Within(7999)
	assert.Zero(t, coverage)
	coverage, ratio := ga.Within(8000)
	assert.Equal(t, []float64{1, 1}, []float64{coverage, ratio})
}

// Whatever the plans are: coverage never falls, and ratios never rise.
func TestAnytimeIsMonotone(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		var records []bench.Record
		for number := range 10 {
			var found []search.Found
			states := uint64(0)
			for length := 40; length >= 10 && random.Float64() < 0.8; length -= 1 + random.IntN(9) {
				states += 1 + random.Uint64N(50)
				found = append(found, search.Found{Length: length, Generated: states})
			}
			records = append(records, anytime(number, states+random.Uint64N(50), found...))
		}
		ga := of(records...).Anytime(three, analysis.Generated)[0]
		ratios := ga.Ratio().Y
		slices.Reverse(ratios)
		assert.True(t, slices.IsSorted(ratios), seed)
		reached := ga.Reached(analysis.Targets...)
		assert.True(t, slices.IsSorted(reached.X) && slices.IsSorted(reached.Y), seed)
		before := 0.0
		for _, budget := range ga.Budgets() {
			coverage, _ := ga.Within(budget)
			assert.GreaterOrEqual(t, coverage, before)
			before = coverage
		}
	}
}
