package analysis_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
	"npuzzle/search"
)

var three = puzzle.Size{Rows: 3, Cols: 3}

// Lines of thousands of trials keep their first and last point.
func TestThin(t *testing.T) {
	var s analysis.Series
	for i := range 5000 {
		s.X = append(s.X, float64(i))
		s.Y = append(s.Y, float64(2*i))
	}
	s.Thin(400)
	assert.Len(t, s.X, 400)
	assert.Equal(t, []float64{0, 4999}, []float64{s.X[0], s.X[399]})
	assert.Equal(t, []float64{0, 9998}, []float64{s.Y[0], s.Y[399]})
}

// classes sorts puzzles of 3x3 by the difficulty with an index.
func classes(t *testing.T, difficulty int, records ...bench.Record) analysis.Classes {
	t.Helper()
	c := of(records...).Classes(analysis.Difficulties[difficulty], three)
	require.NotEmpty(t, c.Lines(analysis.Accuracy))
	return c
}

func TestClasses(t *testing.T) {
	var records []bench.Record
	for i, walk := range []int{5, 10, 20, 40} {
		for k := range 6 {
			number := 10*i + k + 1
			weak := solvedBy("weak", number, 5)
			strong := solvedBy("strong", number, 5)
			if i == 1 && k < 3 || i == 3 && k < 2 { // at 10 half is solved, at 40 a third is not
				weak = unsolvedBy("weak", number, search.NodeLimit)
			}
			weak.Walk = &walk
			strong.Walk = &walk
			records = append(records, weak, strong)
		}
	}
	rare := 80
	one := solvedBy("strong", 99, 5)
	one.Walk = &rare
	c := classes(t, 0, append(records, one)...)
	share := c.Lines(analysis.Accuracy)[0]
	assert.Equal(t, []float64{5, 10, 20, 40}, share.X, "the walk of 80 has one puzzle")
	assert.InDeltaSlice(t, []float64{1, 0.5, 1, 2 / 3.0}, share.Y, 1e-9)

	assert.Empty(t, c.Lines(analysis.Evaluated))
	line := c.Lines(analysis.Expanded)[0]
	assert.Equal(t, []float64{5, 10, 20, 40}, line.X)
	assert.Equal(t, 35.0, line.Y[0], "the median of 10, 20, ..., 60")
	assert.True(t, math.IsNaN(line.Y[1]), "no median where half or fewer are solved")
	assert.Equal(t, 355.0, line.Y[3], "of 330, 340, 350, 360 and two that took more")
}

func TestClassesOfTooFewPuzzles(t *testing.T) {
	a := of(solvedBy("a", 1, 5), solvedBy("a", 2, 5))
	for _, d := range analysis.Difficulties {
		assert.Empty(t, a.Classes(d, three).Lines(analysis.Accuracy), d.Name)
	}
}

func TestClassesByOptimalLengthAndMisplaced(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 40; number++ {
		r := solvedBy("a", number, 10+2*(number%4))
		r.Optimal = true
		r.StartMisplaced = 4 + number%4
		r.Misplaced = new(0.5)
		records = append(records, r)
	}
	length := classes(t, 2, records...).Lines(analysis.Length)[0]
	assert.Equal(t, []float64{10, 12, 14, 16}, length.Y)
	assert.Equal(t, length.X, length.Y, "optimal plans are as long as optimal")
	misplaced := classes(t, 1, records...).Lines(analysis.Accuracy)[0]
	assert.Equal(t, []float64{0.5, 0.625, 0.75, 0.875}, misplaced.X, "of 8 tiles")
	for i := range records {
		records[i].Misplaced = nil
	}
	drawn := of(records...).Classes(analysis.Difficulties[1], three)
	assert.Empty(t, drawn.Lines(analysis.Accuracy), "the number says little about other boards")
}

// Adjacent lengths are combined until a class has five puzzles. The puzzles that remain are left
// out.
func TestClassesOfAdjacentLengths(t *testing.T) {
	var records []bench.Record
	for number, length := range []int{17, 10, 11, 12, 12, 12, 13, 13, 13, 13, 13, 14, 14, 15, 15,
		16, 16, 16} {
		r := solvedBy("a", number+1, length)
		r.Optimal = true
		records = append(records, r)
	}
	c := classes(t, 2, records...)
	means := []float64{(10 + 11 + 12 + 12 + 12) / 5.0, 13, (14 + 14 + 15 + 15 + 16 + 16 + 16) / 7.0}
	assert.Equal(t, means, c.Lines(analysis.Accuracy)[0].X)
}

func TestGaps(t *testing.T) {
	best := solvedBy("best", 1, 10)
	worse := solvedBy("worse", 1, 15)
	other := solvedBy("worse", 2, 15)
	best.Optimal = true
	a := of(best, worse, other)
	samples := a.Gaps(a.Groups[0])
	require.Len(t, samples, 2)
	assert.Equal(t, []float64{1}, samples[0].X)
	assert.Equal(t, []float64{1.5}, samples[1].X, "the optimum of 2 is not known")
	assert.Equal(t, 1.0, analysis.Gap(0, 0), "of a board that is the goal")
}

func TestSweeps(t *testing.T) {
	var records []bench.Record
	number := 0
	best := bench.Figure(4)
	for _, population := range []int{100, 1000, 20} {
		for _, generations := range []int{50, 9} {
			for k := range 10 {
				number++
				r := solvedBy(fmt.Sprintf("ga population=%d generations=%d", population,
					generations), number, 5)
				if k < population/100 {
					r = unsolvedBy(r.Solver, number, search.Exhausted)
				}
				r.Algorithm = "ga"
				r.OptimalCost = &best
				r.Evaluated = uint64(generations)
				r.Expanded = 0
				r.Settings = bench.Values{"population": fmt.Sprint(population),
					"generations": fmt.Sprint(generations),
					"phases":      "5"}
				records = append(records, r)
			}
		}
	}
	all := of(records...).Sweeps()
	require.Len(t, all, 2, "without the setting that does not vary")
	sweep := all[0]
	assert.Equal(t, []string{"ga", "generations", "evaluated"},
		[]string{sweep.Algorithm, sweep.Setting, sweep.Measure.Name})
	for i, want := range []struct {
		name     string
		accuracy float64
	}{{"ga population=100", 0.9}, {"ga population=1000", 0}, {"ga population=20", 1}} {
		line := sweep.Accuracy[i]
		assert.Equal(t, want.name, line.Name)
		assert.Equal(t, []float64{9, 50}, line.X, "in the order of the values")
		assert.Equal(t, []float64{want.accuracy, want.accuracy}, line.Y)
		interval := stats.ShareOf(int(10*want.accuracy), 10)
		assert.InDeltaSlice(t, []float64{interval.Low, interval.High},
			[]float64{line.Low[0], line.High[0]}, 1e-9)
		assert.Equal(t, []float64{9, 50}, sweep.Expense[i].Y)
	}
	assert.Equal(t, 1.25, sweep.Gap[0].Y[0])
	assert.Equal(t, []float64{20, 100, 1000}, all[1].Accuracy[0].X)
	assert.Empty(t, of(solvedBy("a", 1, 2)).Sweeps())

	grids := of(records...).Grids()
	require.Len(t, grids, 1)
	grid := grids[0]
	assert.Equal(t, []string{"ga", "population", "generations"},
		[]string{grid.Name, grid.Across, grid.Up})
	assert.Equal(t, []string{"20", "100", "1000"}, grid.Columns)
	assert.Equal(t, []string{"9", "50"}, grid.Rows)
	assert.Equal(t, []float64{1, 0.9, 0, 1, 0.9, 0}, grid.Accuracy, "row by row")
	assert.True(t, math.IsNaN(grid.Gap[2]), "nothing is solved")
}

// Values that do not mean their number have names, behind the numbers.
func TestSweepOfSpecialValues(t *testing.T) {
	for _, c := range []struct {
		algorithm, setting string
		values             []string
		want               []string
	}{
		{"beam", "width", []string{"0", "1000", "50"}, []string{"50", "1000", "growing (0)"}},
		{"idastar", "depth-limit", []string{"0", "30", "4"}, []string{"4", "30", "none (0)"}},
		{"ga", "patience", []string{"auto", "20", "0"}, []string{"20", "never (0)", "auto"}},
		{"ga", "stagnation", []string{"7", "0"}, []string{"7", "never (0)"}},
		{"wastar", "weight", []string{"2", "1.5"}, nil},
	} {
		var records []bench.Record
		for _, value := range c.values {
			r := solvedBy(c.algorithm+" "+c.setting+"="+value, 1, 5)
			r.Algorithm = c.algorithm
			r.Settings = bench.Values{c.setting: value}
			records = append(records, r)
		}
		sweeps := of(records...).Sweeps()
		require.Len(t, sweeps, 1, c.setting)
		assert.Equal(t, c.want, sweeps[0].Names, c.setting)
		line := sweeps[0].Accuracy[0]
		assert.Equal(t, c.algorithm, line.Name)
		if c.want == nil {
			assert.Equal(t, []float64{1.5, 2}, line.X)
			continue
		}
		places := []float64{0, 1, 2}
		assert.Equal(t, places[:len(c.values)], line.X, c.setting)
	}
}

// Solvers of presets differ in many settings. The lines have the names of the presets.
func TestSweepOfPresets(t *testing.T) {
	var records []bench.Record
	for _, preset := range []string{"study", "pure"} {
		for _, population := range []string{"20", "50"} {
			r := solvedBy("ga "+preset+" population="+population, 1, 5)
			r.Settings = bench.Values{
				"population": population, "crossover": "0." + preset[:1], "stagnation": preset,
				"selector": preset,
			}
			records = append(records, r)
		}
	}
	sweeps := of(records...).Sweeps()
	require.Len(t, sweeps, 1)
	lines := sweeps[0].Accuracy
	assert.Equal(t, []string{"ga study", "ga pure"}, []string{lines[0].Name, lines[1].Name})
}

func TestSplitName(t *testing.T) {
	solver, values := analysis.SplitName("ga study population=10 phases=2")
	assert.Equal(t, "ga study", solver)
	assert.Equal(t, map[string]string{"population": "10", "phases": "2"}, values)
	solver, values = analysis.SplitName("weight=2")
	assert.Equal(t, "weight=2", solver)
	assert.Empty(t, values)
	names := []string{"a", "b phases=1", "c population=2"}
	assert.Equal(t, []string{"population", "phases"}, analysis.NamedSettings(names),
		"in the order of the table")
}

// What is kept of trials is a course over all puzzles of a size, with the plans found.
func TestHistories(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 4; number++ {
		r := solvedBy("ga", number, 10)
		r.Evaluated = 300
		r.History = []bench.Moment{
			{
				Evaluated: 100,
				Best:      int64(10 * number),
				Diversity: 1,
			}, {Evaluated: 300, Best: 5, Diversity: 0.5},
		}
		r.Found = []search.Found{{Length: 20, Evaluated: 50}, {Length: 10, Evaluated: 200}}
		records = append(records, solvedBy("astar", number, 10), r)
	}
	all := of(records...).Histories(three)
	require.Len(t, all, 1)
	assert.Equal(t, []any{"ga", 2}, []any{all[0].Name, all[0].Number})
	line := all[0].Middle(func(m bench.Moment) float64 { return float64(m.Best) })
	assert.Equal(t, []float64{25, 5}, []float64{line.Y[0], line.Y[len(line.Y)-1]},
		"the median of 10, 20, 30, 40")
	assert.Equal(t, []float64{17.5, 32.5}, []float64{line.Low[0], line.High[0]})
	length := all[0].Middle(analysis.PlanLength)
	assert.Equal(t, []float64{20, 10}, []float64{length.Y[0], length.Y[len(length.Y)-1]})
}
