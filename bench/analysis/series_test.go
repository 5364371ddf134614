package analysis_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/puzzle"
	"npuzzle/search"
)

var three = puzzle.Size{Rows: 3, Cols: 3}

func TestSolvedWithin(t *testing.T) {
	records := []bench.Record{
		solvedBy("a", 4, 5), solvedBy("a", 1, 5), unsolvedBy("a", 9, search.TimeLimit), solvedBy("a", 2, 5),
		unsolvedBy("b", 1, search.TimeLimit),
	}
	series := of(records...).SolvedWithin(three, analysis.Seconds)
	require.Len(t, series, 1, "b solved nothing")
	assert.InDeltaSlice(t, []float64{0.001, 0.002, 0.004, 0.009}, series[0].X, 1e-12, "as far as the longest trial")
	assert.Equal(t, []float64{0.25, 0.5, 0.75, 0.75}, series[0].Y, "of all four trials")

	assert.Empty(t, of(records...).SolvedWithin(three, analysis.Evaluated))
	assert.Empty(t, of(records[4]).SolvedWithin(three, analysis.Seconds))
	for i := range 4 {
		records[i].Algorithm = "ga"
	}
	records[0].Evaluated, records[1].Evaluated = 50, 30
	assert.Equal(t, []float64{30, 50, 50}, of(records...).SolvedWithin(three, analysis.Evaluated)[0].X)
	records[0].Found = []search.Found{{Length: 9, Evaluated: 20}, {Length: 5, Evaluated: 40}}
	line := of(records...).SolvedWithin(three, analysis.Evaluated)[0]
	assert.Equal(t, []float64{20, 30, 50}, line.X, "until the first plan, as far as the longest trial")
	assert.Equal(t, []float64{0.5, 0.75, 0.75}, line.Y, "with the board that took none")

	assert.Equal(t, series[0].X, of(records...).SolvedWithin(three, analysis.Seconds)[0].X, "no times of plans")
	records[0].Found[0].Seconds, records[0].Found[1].Seconds = 0.0005, 0.0009
	line = of(records...).SolvedWithin(three, analysis.Seconds)[0]
	assert.InDeltaSlice(t, []float64{0.0005, 0.001, 0.002, 0.009}, line.X, 1e-12)
}

// Lines of thousands of trials keep their first and last point.
func TestThin(t *testing.T) {
	var s analysis.Series
	for i := range 5000 {
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, float64(2*i))
	}
	s.Thin(400)
	assert.Len(t, s.X, 400)
	assert.Equal(t, []float64{0, 4999}, []float64{s.X[0], s.X[399]})
	assert.Equal(t, []float64{0, 9998}, []float64{s.Y[0], s.Y[399]})
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
	series := of(append(records, unknown, never)...).GapByEvaluations(three)
	require.Len(t, series, 1)
	line := series[0]
	assert.InDelta(t, 10, line.X[0], 1e-9, "half of the four whose optimum is known")
	last := len(line.X) - 1
	assert.InDelta(t, 1000, line.X[last], 1e-9)
	for i := range line.X[:last] {
		assert.Equal(t, 2.0, line.Y[i])
	}
	assert.Equal(t, 1.0, line.Y[last])

	records[0].Found[1].Evaluated = 50
	line = of(records...).GapByEvaluations(three)[0]
	middle := len(line.Y) / 2
	assert.InDelta(t, 5/3.0, line.Y[middle], 1e-9, "of 1, 2 and 2 at 100 evaluations")

	assert.Empty(t, of(unknown, never).GapByEvaluations(three))
	assert.Empty(t, of(solvedBy("astar", 1, 5)).GapByEvaluations(three))
}

// classes sorts puzzles of 3x3 by the difficulty with an index.
func classes(t *testing.T, difficulty int, records ...bench.Record) analysis.Classes {
	t.Helper()
	c, enough := of(records...).Classes(analysis.Difficulties[difficulty], three)
	require.True(t, enough)
	return c
}

func TestClasses(t *testing.T) {
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
	c := classes(t, 0, append(records, one)...)
	share := c.Solved()[0]
	assert.Equal(t, []float64{5, 10, 20, 40}, share.X, "the walk of 80 has one puzzle")
	assert.InDeltaSlice(t, []float64{1, 0.5, 1, 2 / 3.0}, share.Y, 1e-9)

	assert.Empty(t, c.Quartiles(analysis.Evaluated))
	line := c.Quartiles(analysis.Expanded)[0]
	assert.Equal(t, []float64{5, 10, 20, 40}, line.X)
	assert.Equal(t, 35.0, line.Y[0], "the median of 10, 20, ..., 60")
	assert.True(t, math.IsNaN(line.Y[1]), "no median where half or fewer are solved")
	assert.Equal(t, 355.0, line.Y[3], "of 330, 340, 350, 360 and two that took more")
	assert.Equal(t, []float64{22.5, 47.5}, []float64{line.Low[0], line.High[0]})
	assert.True(t, math.IsNaN(line.High[3]), "a quarter of the others did not end")
}

func TestClassesOfTooFewPuzzles(t *testing.T) {
	a := of(solvedBy("a", 1, 5), solvedBy("a", 2, 5))
	for _, d := range analysis.Difficulties {
		_, enough := a.Classes(d, three)
		assert.False(t, enough, d.Name)
	}
}

func TestClassesByOptimalLengthAndMisplaced(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 40; number++ {
		r := solvedBy("a", number, 10+2*(number%4))
		r.Optimal, r.StartMisplaced = true, 4+number%4
		records = append(records, r)
	}
	length := classes(t, 2, records...).Quartiles(analysis.Length)[0]
	assert.Equal(t, []float64{10, 12, 14, 16}, length.Y)
	assert.Equal(t, length.X, length.Y, "optimal plans are as long as optimal")
	misplaced := classes(t, 1, records...).Solved()[0]
	assert.Equal(t, []float64{0.5, 0.625, 0.75, 0.875}, misplaced.X, "of 8 tiles")
	for i := range records {
		records[i].Walk = new(30)
	}
	_, enough := of(records...).Classes(analysis.Difficulties[1], three)
	assert.False(t, enough, "boards after random moves are not such as others")
}

// Adjacent lengths are combined until a class has five puzzles. The puzzles that remain are left out.
func TestClassesOfAdjacentLengths(t *testing.T) {
	var records []bench.Record
	for number, length := range []int{17, 10, 11, 12, 12, 12, 13, 13, 13, 13, 13, 14, 14, 15, 15, 16, 16, 16} {
		r := solvedBy("a", number+1, length)
		r.Optimal = true
		records = append(records, r)
	}
	c := classes(t, 2, records...)
	means := []float64{(10 + 11 + 12 + 12 + 12) / 5.0, 13, (14 + 14 + 15 + 15 + 16 + 16 + 16) / 7.0}
	assert.Equal(t, means, c.Solved()[0].X)
}

func TestGaps(t *testing.T) {
	best, worse, other := solvedBy("best", 1, 10), solvedBy("worse", 1, 15), solvedBy("worse", 2, 15)
	best.Optimal = true
	samples := of(best, worse, other).Gaps(three)
	require.Len(t, samples, 2)
	assert.Equal(t, []float64{1}, samples[0].X)
	assert.Equal(t, []float64{1.5}, samples[1].X, "the optimum of 2 is not known")
	assert.Equal(t, 1.0, analysis.Gap(0, 0), "of a board that is the goal")
}

func TestBySettings(t *testing.T) {
	var records []bench.Record
	number := 0
	best := bench.Figure(4)
	for _, population := range []int{100, 1000, 20} {
		for _, generations := range []int{50, 9} {
			for k := range 10 {
				number++
				r := solvedBy(fmt.Sprintf("ga %d %d", population, generations), number, 5)
				if k < population/100 {
					r = unsolvedBy(r.Solver, number, search.Exhausted)
				}
				r.Algorithm, r.OptimalCost, r.Evaluated, r.Expanded = "ga", &best, uint64(generations), 0
				r.Settings = bench.Values{"population": fmt.Sprint(population), "generations": fmt.Sprint(generations),
					"phases": "5"}
				records = append(records, r)
			}
		}
	}
	nan := math.NaN()
	want := []analysis.BySetting{
		{"ga", "generations", "9", 30, 19. / 30, 1.25, 9, nan},
		{"ga", "generations", "50", 30, 19. / 30, 1.25, 50, nan},
		{"ga", "population", "20", 20, 1, 1.25, 29.5, nan},
		{"ga", "population", "100", 20, 0.9, 1.25, 29.5, nan},
		{"ga", "population", "1000", 20, 0, nan, 29.5, nan},
	}
	got := of(records...).BySettings()
	require.Len(t, got, len(want), "without the setting that does not vary")
	for i := range want {
		assert.Equal(t, fmt.Sprintf("%.6v", want[i]), fmt.Sprintf("%.6v", got[i]))
	}
	assert.Empty(t, of(solvedBy("a", 1, 2)).BySettings())
	assert.Empty(t, of(records[:50]...).BySettings(), "with a combination that was not tried")
}

// What is kept of trials is a course over all puzzles of a size, with the plans found.
func TestHistories(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 4; number++ {
		r := solvedBy("ga", number, 10)
		r.Evaluated = 300
		r.History = []bench.Moment{
			{Evaluated: 100, Best: int64(10 * number), Diversity: 1}, {Evaluated: 300, Best: 5, Diversity: 0.5},
		}
		r.Found = []search.Found{{Length: 20, Evaluated: 50}, {Length: 10, Evaluated: 200}}
		records = append(records, solvedBy("astar", number, 10), r)
	}
	all := of(records...).Histories(three)
	require.Len(t, all, 1)
	assert.Equal(t, []any{"ga", 2}, []any{all[0].Name, all[0].Number})
	line := all[0].Middle(func(m bench.Moment) float64 { return float64(m.Best) })
	assert.Equal(t, []float64{25, 5}, []float64{line.Y[0], line.Y[len(line.Y)-1]}, "the median of 10, 20, 30, 40")
	assert.Equal(t, []float64{17.5, 32.5}, []float64{line.Low[0], line.High[0]})
	length := all[0].Middle(analysis.PlanLength)
	assert.Equal(t, []float64{20, 10}, []float64{length.Y[0], length.Y[len(length.Y)-1]})
}
