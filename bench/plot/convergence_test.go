package plot_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/plot"
)

// trace is a run whose best fitness falls by one a generation, from a value.
func trace(from float64, generations, plan int) []plot.Generation {
	var run []plot.Generation
	for i := range generations {
		g := plot.Generation{
			Generation: i, Best: from - float64(i), Median: from + 5, Mean: from + 6,
			Diversity: 1, Evaluations: uint64(100 * (i + 1)),
		}
		if i >= plan {
			g.Length = 40 - i
		}
		run = append(run, g)
	}
	return run
}

func TestConvergenceOfOneRun(t *testing.T) {
	run := trace(30, 10, 5)
	f := plot.Convergence("one", plot.Evolution{Name: "ga", Runs: [][]plot.Generation{run}})
	require.Len(t, f.Panels, 3)
	assert.Contains(t, f.Description, "One run, whose lines break there;")
	fitness := f.Panels[0].Series
	require.Len(t, fitness, 4)
	band, best := fitness[0], fitness[1]
	assert.Equal(t, plot.Band, band.Kind)
	assert.Equal(t, []float64{100, 200}, best.X[:2])
	assert.Equal(t, []float64{30, 29}, best.Y[:2])
	assert.Equal(t, best.Y, band.Bottom)
	assert.Equal(t, 35.0, band.Y[0])
	plan := f.Panels[2].Series[0]
	assert.Equal(t, 600.0, plan.X[0], "no plan before")
	assert.Equal(t, 31.0, plan.Y[len(plan.Y)-1])
	assert.NotEmpty(t, write(t, f, "svg"))
}

// The fitness of a subgoal, of the next and of whole plans are not one line, and the
// plans that a repair finds between two generations are drawn one by one.
func TestConvergenceInParts(t *testing.T) {
	run := []plot.Generation{
		{Subgoal: 1, Phase: 1, Generation: 0, Best: 30, Median: 40, Mean: 41, Diversity: 0.9, Evaluations: 100},
		{Subgoal: 1, Phase: 1, Generation: 1, Best: 20, Median: 30, Mean: 31, Diversity: 0.8, Evaluations: 200},
		{Subgoal: 1, Phase: 2, Generation: 0, Best: 25, Median: 30, Mean: 31, Diversity: 0.9, Evaluations: 300},
		{Subgoal: 2, Phase: 3, Generation: 0, Best: 90, Median: 95, Mean: 96, Diversity: 0.7, Evaluations: 400},
		{Subgoal: 2, Phase: 3, Generation: 0, Best: 90, Median: 95, Mean: 96, Diversity: 0.7, Evaluations: 400, Length: 108},
		{Subgoal: 2, Phase: 3, Generation: 0, Best: 90, Median: 95, Mean: 96, Diversity: 0.7, Evaluations: 401, Length: 56},
		{Generation: 1, Best: 56, Median: 58, Mean: 58, Diversity: 0.5, Evaluations: 100000, Length: 56},
		{Generation: 2, Best: 54, Median: 58, Mean: 57, Diversity: 0.4, Evaluations: 200000, Length: 54},
	}
	f := plot.Convergence("parts", plot.Evolution{Name: "ga", Runs: [][]plot.Generation{run}})
	require.Len(t, f.Panels, 3)
	assert.Equal(t, "Fitness by subgoal, then of plans", f.Panels[0].Title)
	fitness, look := f.Panels[0].Series, 1
	require.Len(t, fitness, 4*3)
	assert.Equal(t, []plot.Series{
		{Name: "best of the population", Look: look, X: []float64{100, 200, 300}, Y: []float64{30, 20, 25}},
		{Look: look, Kind: plot.Points, X: []float64{400}, Y: []float64{90}},
		{Look: look, X: []float64{100000, 200000}, Y: []float64{56, 54}},
	}, fitness[3:6])
	assert.Equal(t, fitness[5].Y, fitness[2].Bottom)
	require.Len(t, f.Panels[1].Series, 3)
	require.Len(t, f.Panels[2].Series, 1)
	assert.Equal(t, []float64{400, 401, 100000, 200000}, f.Panels[2].Series[0].X)
	assert.Equal(t, []float64{108, 56, 56, 54}, f.Panels[2].Series[0].Y)
	assert.NotEmpty(t, write(t, f, "svg"))

	f = plot.Convergence("beside", plot.Evolution{Name: "ga", Runs: [][]plot.Generation{run}}, plot.Evolution{Name: "other", Runs: [][]plot.Generation{trace(30, 10, 5)}})
	assert.Equal(t, "Fitness", f.Panels[0].Title)
	assert.Len(t, f.Panels[0].Series, 3+1)
	assert.Len(t, f.Panels[2].Series, 2)
	for i := range run {
		run[i].Subgoal = 0
	}
	f = plot.Convergence("whole", plot.Evolution{Name: "ga", Runs: [][]plot.Generation{run}})
	assert.Equal(t, "Fitness of phases, then of plans", f.Panels[0].Title)
}

func TestConvergenceOfRuns(t *testing.T) {
	f := plot.Convergence("three", plot.Evolution{Name: "ga", Runs: [][]plot.Generation{
		trace(30, 10, 99), trace(34, 20, 99), trace(50, 20, 99), nil,
	}})
	require.Len(t, f.Panels, 2, "no plan, no panel of its length")
	assert.Contains(t, f.Description, "4 runs")
	band, line := f.Panels[0].Series[0], f.Panels[0].Series[1]
	assert.Equal(t, "ga", line.Name)
	assert.Equal(t, 100.0, line.X[0])
	assert.Equal(t, []float64{34, 42, 32}, []float64{line.Y[0], band.Y[0], band.Bottom[0]}, "of 30, 34, 50")
	last := len(line.X) - 1
	assert.Equal(t, 2000.0, line.X[last])
	assert.Equal(t, []float64{21, 26, 18}, []float64{line.Y[last], band.Y[last], band.Bottom[last]}, "of 21, where the first run has stopped, 15 and 31")
	assert.NotEmpty(t, write(t, f, "png"))
}

func TestConvergenceOfNothing(t *testing.T) {
	assert.Empty(t, plot.Convergence("none", plot.Evolution{Name: "ga"}).Panels)
}
