package report_test

import (
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/report"
)

// trace is a run whose best fitness falls by one a generation, from a value.
func trace(from int64, generations, plan int) bench.Trace {
	var run bench.Trace
	for i := range generations {
		g := bench.Moment{
			Generation: i, Best: from - int64(i), Median: from + 5, Mean: float64(from + 6),
			Diversity: 1, Evaluated: uint64(100 * (i + 1)),
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
	f := report.Convergence("one", analysis.Evolution{Name: "ga", Runs: []bench.Trace{run}})
	require.Len(t, f.Panels, 3)
	assert.NotContains(t, f.Description, "medians of the runs")
	fitness := f.Panels[0].Series
	require.Len(t, fitness, 3)
	best := fitness[0]
	assert.Equal(t, "best of the population", best.Name)
	assert.InDeltaSlice(t, []float64{100, 1000}, []float64{best.X[0], best.X[len(best.X)-1]}, 1e-9)
	assert.Equal(t, []float64{30, 21}, []float64{best.Y[0], best.Y[len(best.Y)-1]})
	assert.Equal(t, best.Y, best.Low)
	assert.Equal(t, 35.0, best.High[0])
	plan := f.Panels[2].Series[0]
	assert.InDelta(t, 600, plan.X[0], 600*0.012, "no plan before 600, and 200 steps of 1.2 %")
	assert.GreaterOrEqual(t, plan.X[0], 600.0)
	assert.Equal(t, 35.0, plan.Y[0])
	assert.Equal(t, 31.0, plan.Y[len(plan.Y)-1])
	require.NoError(t, f.Write(io.Discard, "svg"))

	f = report.Convergence("beside", analysis.Evolution{Name: "ga", Runs: []bench.Trace{run}},
		analysis.Evolution{Name: "other", Runs: []bench.Trace{trace(30, 10, 5)}})
	assert.Equal(t, "Fitness", f.Panels[0].Title)
	assert.Len(t, f.Panels[0].Series, 2)
	assert.Len(t, f.Panels[2].Series, 2)
}

func TestConvergenceOfRuns(t *testing.T) {
	f := report.Convergence("three", analysis.Evolution{Name: "ga", Runs: []bench.Trace{
		trace(30, 10, 99), trace(34, 20, 99), trace(50, 20, 99), nil,
	}})
	require.Len(t, f.Panels, 2, "no plan, no panel of its length")
	assert.Contains(t, f.Description, "medians of the runs")
	line := f.Panels[0].Series[0]
	assert.Equal(t, "ga", line.Name)
	assert.InDelta(t, 100, line.X[0], 1e-9)
	assert.Equal(t, []float64{34, 42, 32}, []float64{line.Y[0], line.High[0], line.Low[0]},
		"of 30, 34, 50")
	last := len(line.X) - 1
	assert.InDelta(t, 2000, line.X[last], 1e-9)
	assert.Equal(t, []float64{21, 26, 18}, []float64{line.Y[last], line.High[last], line.Low[last]},
		"of 21, where the first run has stopped, 15 and 31")
	require.NoError(t, f.Write(io.Discard, "png"))
}

func TestConvergenceOfNothing(t *testing.T) {
	assert.Empty(t, report.Convergence("none", analysis.Evolution{Name: "ga"}).Panels)
}
