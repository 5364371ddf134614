package report_test

import (
	"fmt"
	"io"
	"math"
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
	assert.Contains(t, f.Description, "Where it does, the lines of a single run have a gap.")
	fitness := f.Panels[0].Series
	require.Len(t, fitness, 3)
	best := fitness[0]
	assert.Equal(t, []float64{100, 200}, best.X[:2])
	assert.Equal(t, []float64{30, 29}, best.Y[:2])
	assert.Equal(t, best.Y, best.Low)
	assert.Equal(t, 35.0, best.High[0])
	plan := f.Panels[2].Series[0]
	assert.True(t, math.IsNaN(plan.Y[4]), "no plan before 600")
	assert.Equal(t, []float64{600, 35}, []float64{plan.X[5], plan.Y[5]})
	assert.Equal(t, 31.0, plan.Y[len(plan.Y)-1])
	require.NoError(t, f.Write(io.Discard, "svg"))
}

// The fitness of a subgoal, of the next and of whole plans are not one line, and the
// plans that a repair finds between two generations are drawn one by one.
func TestConvergenceInParts(t *testing.T) {
	run := bench.Trace{
		{Subgoal: 1, Phase: 1, Generation: 0, Best: 30, Median: 40, Mean: 41, Diversity: 0.9, Evaluated: 100},
		{Subgoal: 1, Phase: 1, Generation: 1, Best: 20, Median: 30, Mean: 31, Diversity: 0.8, Evaluated: 200},
		{Subgoal: 1, Phase: 2, Generation: 0, Best: 25, Median: 30, Mean: 31, Diversity: 0.9, Evaluated: 300},
		{Subgoal: 2, Phase: 3, Generation: 0, Best: 90, Median: 95, Mean: 96, Diversity: 0.7, Evaluated: 400},
		{Subgoal: 2, Phase: 3, Generation: 0, Best: 90, Median: 95, Mean: 96, Diversity: 0.7, Evaluated: 400,
			Length: 108},
		{Subgoal: 2, Phase: 3, Generation: 0, Best: 90, Median: 95, Mean: 96, Diversity: 0.7, Evaluated: 401,
			Length: 56},
		{Generation: 1, Best: 56, Median: 58, Mean: 58, Diversity: 0.5, Evaluated: 100000, Length: 56},
		{Generation: 2, Best: 54, Median: 58, Mean: 57, Diversity: 0.4, Evaluated: 200000, Length: 54},
	}
	f := report.Convergence("parts", analysis.Evolution{Name: "ga", Runs: []bench.Trace{run}})
	require.Len(t, f.Panels, 3)
	require.Len(t, f.Panels[0].Series, 3)
	best := f.Panels[0].Series[0]
	assert.Equal(t, "best of the population", best.Name)
	assert.Equal(t, []float64{100, 200, 300, 300, 400, 400, 100000, 200000}, best.X)
	assert.Equal(t, "[30 20 25 NaN 90 NaN 56 54]", fmt.Sprint(best.Y), "a gap between parts")
	require.Len(t, f.Panels[1].Series, 1)
	require.Len(t, f.Panels[2].Series, 1)
	assert.Equal(t, []float64{400, 400, 401, 100000, 200000}, f.Panels[2].Series[0].X[3:])
	assert.Equal(t, "[NaN 108 56 56 54]", fmt.Sprint(f.Panels[2].Series[0].Y[3:]))
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
	assert.Contains(t, f.Description, "4 runs")
	line := f.Panels[0].Series[0]
	assert.Equal(t, "ga", line.Name)
	assert.Equal(t, 100.0, line.X[0])
	assert.Equal(t, []float64{34, 42, 32}, []float64{line.Y[0], line.High[0], line.Low[0]}, "of 30, 34, 50")
	last := len(line.X) - 1
	assert.Equal(t, 2000.0, line.X[last])
	assert.Equal(t, []float64{21, 26, 18}, []float64{line.Y[last], line.High[last], line.Low[last]},
		"of 21, where the first run has stopped, 15 and 31")
	require.NoError(t, f.Write(io.Discard, "png"))
}

func TestConvergenceOfNothing(t *testing.T) {
	assert.Empty(t, report.Convergence("none", analysis.Evolution{Name: "ga"}).Panels)
}
