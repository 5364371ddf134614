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
	assert.Contains(t, f.Description, "One run.")
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
