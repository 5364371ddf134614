package analysis_test

import (
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/search"
)

// drawn checks that a drawing is one, and can be drawn.
func drawn(t *testing.T, d analysis.Drawing) plot.Figure {
	t.Helper()
	require.Empty(t, d.Why)
	assert.NotEmpty(t, d.Name)
	assert.NotEmpty(t, d.Caption)
	assert.Equal(t, d.Title, d.Figure.Title)
	assert.Equal(t, d.Caption, d.Figure.Description)
	require.NoError(t, d.Figure.Write(io.Discard, "svg"))
	return d.Figure
}

func TestSolvedWithin(t *testing.T) {
	records := []bench.Record{
		solvedBy("a", 4, 5), solvedBy("a", 1, 5), unsolvedBy("a", 9, search.TimeLimit), solvedBy("a", 2, 5),
		unsolvedBy("b", 1, search.TimeLimit),
	}
	d := of(records...).SolvedWithin()
	series := drawn(t, d).Panels[0].Series
	require.Len(t, series, 1)
	assert.InDeltaSlice(t, []float64{0.001, 0.002, 0.004, 0.009}, series[0].X, 1e-12, "as far as the longest trial")
	assert.Equal(t, []float64{25, 50, 75, 75}, series[0].Y, "of all four trials")
	assert.Contains(t, d.Caption, "nothing was solved: b.")

	assert.Equal(t, "no solver evaluated plans", of(records...).SolvedByEvaluations().Why)
	assert.Equal(t, "no trial was solved", of(records[4]).SolvedWithin().Why)
	for i := range 4 {
		records[i].Algorithm = "ga"
	}
	records[0].Evaluated, records[1].Evaluated = 50, 30
	assert.Equal(t, []float64{30, 50, 50}, drawn(t, of(records...).SolvedByEvaluations()).Panels[0].Series[0].X)
	records[0].Found = []search.Found{{Length: 9, Evaluated: 20}, {Length: 5, Evaluated: 40}}
	line := drawn(t, of(records...).SolvedByEvaluations()).Panels[0].Series[0]
	assert.Equal(t, []float64{20, 30, 50}, line.X, "until the first plan, as far as the longest trial")
	assert.Equal(t, []float64{50, 75, 75}, line.Y, "with the board that took none")
}

// The best plan so far, from where half of the trials that solve have one.
func TestGapByEvaluations(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 4; number++ {
		r := solvedBy("ga", number, 10)
		r.Optimal, r.Evaluated = true, 1000
		first := []uint64{10, 10, 100, 500}[number-1]
		r.Found = []search.Found{{Length: 20, Evaluated: first}, {Length: 10, Evaluated: 1000}}
		records = append(records, r)
	}
	unknown, never := solvedBy("ga", 5, 30), unsolvedBy("ga", 6, search.Exhausted)
	unknown.Evaluated, never.Evaluated = 5000, 5000
	unknown.Found = []search.Found{{Length: 30, Evaluated: 1}}
	d := of(append(records, unknown, never)...).GapByEvaluations()
	series := drawn(t, d).Panels[0].Series
	require.Len(t, series, 2)
	band, line := series[0], series[1]
	assert.Equal(t, plot.Band, band.Kind)
	assert.InDelta(t, 10, line.X[0], 1e-9, "half of the four whose optimum is known")
	last := len(line.X) - 1
	assert.InDelta(t, 1000, line.X[last], 1e-9)
	for i := range line.X[:last] {
		assert.Equal(t, 2.0, line.Y[i])
	}
	assert.Equal(t, 1.0, line.Y[last])

	records[0].Found[1].Evaluated = 50
	series = drawn(t, of(records...).GapByEvaluations()).Panels[0].Series
	middle := series[1].Y[len(series[1].Y)/2]
	assert.InDelta(t, 5/3.0, middle, 1e-9, "of 1, 2 and 2 at 100 evaluations")
	assert.Less(t, series[0].Bottom[len(series[0].Y)/2], middle)

	assert.NotEmpty(t, of(unknown, never).GapByEvaluations().Why)
	assert.NotEmpty(t, of(solvedBy("astar", 1, 5)).GapByEvaluations().Why)
}

// Lines of thousands of trials keep their first and last point.
func TestSolvedWithinIsThinned(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 5000; number++ {
		records = append(records, solvedBy("a", number, 5))
	}
	line := drawn(t, of(records...).SolvedWithin()).Panels[0].Series[0]
	assert.Len(t, line.X, 401)
	assert.Equal(t, []float64{0.001, 5}, []float64{line.X[0], line.X[400]})
	assert.Equal(t, []float64{0.02, 100}, []float64{line.Y[0], line.Y[400]})
}

func TestByDifficulty(t *testing.T) {
	var records []bench.Record
	for i, walk := range []int{5, 10, 20, 40} {
		for k := range 6 {
			number := 10*i + k + 1
			weak, strong := solvedBy("weak", number, 5), solvedBy("strong", number, 5)
			if i == 1 && k < 3 || i == 3 && k < 2 { // at 10 half is solved, at 40 a third is not
				weak = unsolvedBy("weak", number, search.NodeLimit)
			}
			weak.Walk, strong.Walk = &walk, &walk
			records = append(records, weak, strong)
		}
	}
	rare := 80
	one := solvedBy("strong", 99, 5)
	one.Walk = &rare
	all := of(append(records, one)...).ByDifficulty(analysis.Difficulties[0])
	require.Len(t, all, 1)
	figure := drawn(t, all[0])
	assert.Contains(t, all[0].Caption, "Points of fewer than 5 trials are left out.")
	var titles []string
	for _, p := range figure.Panels {
		titles = append(titles, p.Title)
	}
	assert.Equal(t, []string{"Solved", "Expanded", "Length", "Time"}, titles)
	share := figure.Panels[0].Series[0]
	assert.Equal(t, []float64{5, 10, 20, 40}, share.X)
	assert.InDeltaSlice(t, []float64{100, 50, 100, 200 / 3.0}, share.Y, 1e-9)

	var lines, bands []plot.Series
	for _, s := range figure.Panels[1].Series {
		if s.Look == 1 && s.Kind == plot.Marked {
			lines = append(lines, s)
		} else if s.Look == 1 {
			bands = append(bands, s)
		}
	}
	require.Len(t, lines, 2, "broken where half or fewer are solved")
	assert.Equal(t, []float64{5}, lines[0].X)
	assert.Equal(t, []float64{35}, lines[0].Y, "the median of 10, 20, ..., 60")
	assert.Equal(t, []float64{20, 40}, lines[1].X)
	assert.Equal(t, []float64{355}, lines[1].Y[1:], "of 330, 340, 350, 360 and two that took more")
	assert.Equal(t, []float64{22.5}, bands[0].Bottom)
	assert.Equal(t, []float64{47.5}, bands[0].Y)
	assert.Equal(t, []float64{20}, bands[1].X, "a quarter of the others did not end")
}

func TestDifficultiesThatCannotBeDrawn(t *testing.T) {
	a := of(solvedBy("a", 1, 5), solvedBy("a", 2, 5))
	for i, want := range []string{
		"needs puzzles of one size after two different numbers of random moves, each with 5 trials",
		"needs puzzles of one size, not after random moves, with three different numbers of misplaced tiles, each with 5 trials",
		"needs puzzles of one size with three different optimal lengths that are known, each with 5 trials",
	} {
		all := a.ByDifficulty(analysis.Difficulties[i])
		require.Len(t, all, 1)
		assert.Equal(t, want, all[0].Why)
	}
}

func TestByOptimalLengthAndMisplaced(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 40; number++ {
		r := solvedBy("a", number, 10+number%4)
		r.Optimal, r.StartMisplaced = true, 4+number%4
		records = append(records, r)
	}
	length := drawn(t, of(records...).ByDifficulty(analysis.Difficulties[2])[0]).Panels[2].Series
	assert.Equal(t, []float64{10, 11, 12, 13}, length[1].Y)
	assert.Equal(t, length[1].X, length[1].Y, "optimal plans are as long as optimal")
	misplaced := drawn(t, of(records...).ByDifficulty(analysis.Difficulties[1])[0]).Panels[0].Series
	assert.Equal(t, []float64{50, 62.5, 75, 87.5}, misplaced[0].X, "of 8 tiles")
	for i := range records {
		records[i].Walk = new(30)
	}
	assert.NotEmpty(t, of(records...).ByDifficulty(analysis.Difficulties[1])[0].Why, "boards after random moves are not such as others")
}

// Where single lengths have too few trials, several count as one.
func TestByOptimalLengthOfFewPuzzles(t *testing.T) {
	var records []bench.Record
	for number := range 24 { // two puzzles of each of twelve lengths
		r := solvedBy("a", number+1, 12+number/2)
		r.Optimal = true
		records = append(records, r)
	}
	d := of(records...).ByDifficulty(analysis.Difficulties[2])[0]
	assert.Equal(t, []float64{13.5, 17.5, 21.5}, drawn(t, d).Panels[0].Series[0].X)
	assert.Contains(t, d.Caption, "A point stands for 4 lengths")
}

func TestVersus(t *testing.T) {
	a := of(twoSolvers()...)
	figure := drawn(t, a.Versus(a.Pairs(), analysis.Seconds))
	require.Len(t, figure.Panels, 1)
	records := append(twoSolvers(), solvedBy("a", 99, 0), solvedBy("b", 99, 0))
	records[len(records)-1].Expanded = 0
	other := of(records...)
	assert.Contains(t, other.Versus(other.Pairs(), analysis.Expanded).Caption, "Up to 1 puzzle of a panel, on which a solver counts 0")
	cloud := figure.Panels[0].Series[1]
	require.Len(t, cloud.X, 8)
	for i := range cloud.X {
		assert.InDelta(t, cloud.X[i]/2, cloud.Y[i], 1e-12)
	}
	assert.Equal(t, []string{"a: time", "b: time"}, []string{figure.Panels[0].X.Label, figure.Panels[0].Y.Label})
	assert.NotEmpty(t, of(solvedBy("a", 1, 2)).Versus(nil, analysis.Expanded).Why)
}

func TestGaps(t *testing.T) {
	best, worse := solvedBy("best", 1, 10), solvedBy("worse", 1, 15)
	other := solvedBy("worse", 2, 15)
	assert.Contains(t, of(worse).Gaps()[0].Why, "no optimal length of a solved puzzle is known")
	best.Optimal = true
	assert.Equal(t, "every plan whose optimal length is known is optimal", of(best).Gaps()[0].Why)
	d := of(best, worse, other).Gaps()[0]
	panel := drawn(t, d).Panels[0]
	assert.Equal(t, []string{"worse (1)", "best (1)"}, panel.Y.Names, "the first at the top")
	assert.Equal(t, []float64{1.5}, panel.Series[0].X)
	assert.Contains(t, d.Caption, "Left out: 1 plan for puzzles of unknown optimal length.")
	long := solvedBy("worse", 1, 90)
	assert.True(t, drawn(t, of(best, long).Gaps()[0]).Panels[0].X.Log)
}

func TestMemoryUse(t *testing.T) {
	all := of(solvedBy("a", 1, 5), unsolvedBy("b", 1, search.TimeLimit)).MemoryUse()
	assert.Equal(t, []string{"b (1)", "a (1)"}, drawn(t, all[0]).Panels[0].Y.Names)
	assert.Contains(t, all[1].Why, "--isolate")
	light, other := solvedBy("a", 2, 0), solvedBy("a", 3, 5)
	light.Bytes = 0
	all = of(solvedBy("a", 1, 5), light, other).MemoryUse()
	assert.Equal(t, []string{"a (2)"}, drawn(t, all[0]).Panels[0].Y.Names)
	assert.Contains(t, all[0].Caption, "Trials that held nothing, such as of boards that are the goal, have no place on such an axis: 1 of a.")
	own := uint64(5e6)
	r := solvedBy("a", 1, 5)
	r.Resident = &own
	assert.Equal(t, []float64{5e6}, drawn(t, of(r).MemoryUse()[1]).Panels[0].Series[0].X)
}

func TestAccuracyBySettings(t *testing.T) {
	var records []bench.Record
	number := 0
	for _, population := range []int{100, 1000, 20} {
		for _, generations := range []int{50, 9} {
			if population == 20 && generations == 50 {
				continue // never tried
			}
			for k := range 10 {
				number++
				r := solvedBy(fmt.Sprintf("ga %d %d", population, generations), number, 5)
				if k < population/100 {
					r = unsolvedBy(r.Solver, number, search.Exhausted)
				}
				r.Algorithm = "ga"
				r.GA = bench.Values{"population": fmt.Sprint(population), "generations": fmt.Sprint(generations), "phases": "5"}
				records = append(records, r)
			}
		}
	}
	panels := drawn(t, of(records...).AccuracyBySettings()).Panels
	require.Len(t, panels, 1, "what is the same everywhere has no panel")
	assert.Equal(t, plot.Axis{Label: "generations", Names: []string{"9", "50"}}, panels[0].X, "as people count")
	assert.Equal(t, plot.Axis{Label: "population", Names: []string{"20", "100", "1000"}}, panels[0].Y)
	assert.Equal(t, [][]string{{"100.0 %", ""}, {"90.0 %", "90.0 %"}, {"0.0 %", "0.0 %"}}, panels[0].Heat.Texts)
	assert.True(t, math.IsNaN(panels[0].Heat.Values[0][1]))

	assert.Equal(t, "needs an algorithm that was run with two values of a setting, each with two values of another", of(solvedBy("a", 1, 2)).AccuracyBySettings().Why)
}

// Where no value of a setting was tried with two of another, as with presets that
// differ in many, what a setting does cannot be told.
func TestSettingsThatWereNotCrossed(t *testing.T) {
	var records []bench.Record
	for number, values := range []bench.Values{
		{"population": "100", "phases": "1"}, {"population": "200", "phases": "1"}, {"population": "100", "phases": "2"},
	} {
		r := solvedBy(fmt.Sprint("ga ", number), 1, 5)
		r.Algorithm, r.GA = "ga", values
		records = append(records, r)
	}
	assert.NotEmpty(t, of(records...).AccuracyBySettings().Why)
	r := records[2]
	r.Solver, r.GA = "ga 3", bench.Values{"population": "200", "phases": "2"}
	assert.Len(t, drawn(t, of(append(records, r)...).AccuracyBySettings()).Panels, 1)
}

// Lines that cannot be told apart are named.
func TestCoincidingLines(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 15; number++ {
		for i, name := range []string{"a", "b", "c"} {
			r := solvedBy(name, number, 5)
			r.Walk = new(number % 3)
			if i == 2 {
				r.Expanded *= 2
			}
			r.Seconds *= float64(i + 1)
			records = append(records, r)
		}
	}
	d := of(records...).ByDifficulty(analysis.Difficulties[0])[0]
	assert.Contains(t, d.Caption, "Lines that lie on one another: all (Solved, Length); a and b (Expanded).")
	assert.Equal(t, d.Caption, drawn(t, d).Description)
}

func TestConvergence(t *testing.T) {
	assert.Contains(t, of(solvedBy("a", 1, 2)).Convergence(nil)[0].Why, "report --trace takes")
	run := []plot.Generation{{Best: 5, Evaluations: 10}, {Best: 3, Evaluations: 20}}
	traces := []plot.Evolution{{Name: "ga", Runs: [][]plot.Generation{run, run}}}
	assert.Len(t, drawn(t, of().Convergence(traces)[0]).Panels, 2)
}

// What is kept of trials is drawn over all puzzles of a size, with the plans found.
func TestConvergenceOfTrials(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 4; number++ {
		r := solvedBy("ga", number, 10)
		r.Evaluated = 300
		r.History = []bench.Moment{{Evaluated: 100, Best: int64(10 * number), Diversity: 1}, {Evaluated: 300, Best: 5, Diversity: 0.5}}
		r.Found = []search.Found{{Length: 20, Evaluated: 50}, {Length: 10, Evaluated: 200}}
		records = append(records, solvedBy("astar", number, 10), r)
	}
	large := records[7]
	large.Group, large.Rows, large.Cols = "large", 4, 4
	all := of(append(records, large)...).Convergence(nil)
	require.Len(t, all, 2)
	assert.Equal(t, []string{"convergence-3x3", "convergence-4x4"}, []string{all[0].Name, all[1].Name})
	panels := drawn(t, all[0]).Panels
	require.Len(t, panels, 3)
	band, line := panels[0].Series[0], panels[0].Series[1]
	assert.Equal(t, []any{"ga", 2}, []any{line.Name, line.Look}, "as in other figures")
	assert.Equal(t, []float64{25, 5}, []float64{line.Y[0], line.Y[len(line.Y)-1]}, "the median of 10, 20, 30, 40")
	assert.Equal(t, []float64{17.5, 32.5}, []float64{band.Bottom[0], band.Y[0]})
	length := panels[2].Series[1]
	assert.Equal(t, []float64{20, 10}, []float64{length.Y[0], length.Y[len(length.Y)-1]})
	for i, evaluations := range length.X {
		assert.Equal(t, evaluations >= 200, length.Y[i] == 10, "from its own time on, between two moments")
	}
}

// More lines than can be told apart go to several figures, each with the first.
func TestSplit(t *testing.T) {
	var records []bench.Record
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		for number := 1; number <= 3; number++ {
			r := solvedBy(name, number, 5)
			r.Seconds *= float64(name[0])
			records = append(records, r)
		}
	}
	names := func(d analysis.Drawing) (all []string) {
		for _, s := range drawn(t, d).Panels[0].Series {
			all = append(all, s.Name)
		}
		return all
	}
	whole := of(records[:21]...).SolvedWithin()
	assert.Equal(t, []analysis.Drawing{whole}, whole.Split())
	records[26].Seconds, records[25].Seconds, records[24].Seconds = records[2].Seconds, records[1].Seconds, records[0].Seconds
	whole = of(records...).SolvedWithin()
	assert.Contains(t, whole.Caption, "Lines that lie on one another: a and i.")
	parts := whole.Split()
	require.Len(t, parts, 2)
	assert.Equal(t, []string{"a", "b", "c", "d", "e"}, names(parts[0]))
	assert.Equal(t, []string{"a", "f", "g", "h", "i"}, names(parts[1]))
	assert.NotContains(t, parts[0].Caption, "lie on one another")
	assert.Contains(t, parts[1].Caption, "here are f to i, beside a. Lines that lie on one another: a and i.")
	parts = of(records[:24]...).SolvedWithin().Split()
	require.Len(t, parts, 2)
	assert.Equal(t, []string{"a", "b", "c", "d"}, names(parts[0]), "no part of a single line")
	assert.Equal(t, []string{"solved-by-time-1", "solved-by-time-2"}, []string{parts[0].Name, parts[1].Name})
}

// Where no class has five trials, those with the most of all are drawn, and the
// caption says so.
func TestByDifficultyOfVeryFewPuzzles(t *testing.T) {
	var records []bench.Record
	for i, walk := range []int{10, 10, 10, 16, 16, 16, 22, 22, 22, 28} {
		r := solvedBy("a", i+1, 5)
		r.Walk = &walk
		records = append(records, r)
	}
	d := of(records...).ByDifficulty(analysis.Difficulties[0])[0]
	assert.Equal(t, []float64{10, 16, 22}, drawn(t, d).Panels[0].Series[0].X)
	assert.Contains(t, d.Caption, "Points of fewer than 3 trials are left out.")
}
