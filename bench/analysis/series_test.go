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
	series := of(append(records, unknown, never)...).GapByEvaluations(three, true)
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
	line = of(records...).GapByEvaluations(three, true)[0]
	middle := len(line.Y) / 2
	assert.InDelta(t, 5/3.0, line.Y[middle], 1e-9, "of 1, 2 and 2 at 100 evaluations")
	assert.Less(t, line.Low[middle], line.Y[middle])
	assert.True(t, math.IsNaN(of(records...).GapByEvaluations(three, false)[0].Low[middle]), "only on demand")

	assert.Empty(t, of(unknown, never).GapByEvaluations(three, true))
	assert.Empty(t, of(solvedBy("astar", 1, 5)).GapByEvaluations(three, true))
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
	assert.Equal(t, []float64{1}, samples[0].Values)
	assert.Equal(t, []float64{1.5}, samples[1].Values, "the optimum of 2 is not known")
	assert.Equal(t, 1.0, analysis.Gap(0, 0), "of a board that is the goal")
}

func TestMemory(t *testing.T) {
	light, heavy := solvedBy("a", 2, 0), solvedBy("a", 3, 5)
	light.Bytes = 0
	a := of(solvedBy("a", 1, 5), light, heavy, unsolvedBy("b", 1, search.TimeLimit))
	samples := a.Memory(analysis.Bytes)
	require.Len(t, samples, 2)
	assert.Equal(t, []float64{1000, 1000}, samples[0].Values)
	assert.Empty(t, a.Memory(analysis.Resident))
	own := uint64(5e6)
	heavy.Resident = &own
	assert.Equal(t, []float64{5e6}, of(heavy).Memory(analysis.Resident)[0].Values)
}

func TestCrossings(t *testing.T) {
	var records []bench.Record
	number := 0
	for _, population := range []int{100, 1000, 20} {
		for _, generations := range []int{50, 9} {
			for k := range 10 {
				number++
				r := solvedBy(fmt.Sprintf("ga %d %d", population, generations), number, 5)
				if k < population/100 {
					r = unsolvedBy(r.Solver, number, search.Exhausted)
				}
				r.Algorithm = "ga"
				r.GA = bench.Values{"population": fmt.Sprint(population), "generations": fmt.Sprint(generations),
					"phases": "5"}
				records = append(records, r)
			}
		}
	}
	all := of(records...).Crossings()
	require.Len(t, all, 1, "what is the same everywhere is not crossed")
	population := analysis.Varied{Name: "population", Values: []string{"20", "100", "1000"}}
	assert.Equal(t, population, all[0].X, "sorted as numbers")
	assert.Empty(t, all[0].Y, "the generations have no effect")
	assert.Equal(t, [][]float64{{1, 0.9, 0}}, all[0].Means)

	records[19].Status, records[19].Length = search.Exhausted, nil // of population 100 and 9 generations
	all = of(records...).Crossings()
	require.Len(t, all, 1)
	assert.Equal(t, "trials solved", all[0].Effect.Name)
	assert.Equal(t, analysis.Varied{Name: "generations", Values: []string{"9", "50"}}, all[0].X)
	assert.Equal(t, population, all[0].Y)
	assert.Equal(t, [][]float64{{1, 1}, {0.8, 0.9}, {0, 0}}, all[0].Means)
	assert.Empty(t, of(solvedBy("a", 1, 2)).Crossings())
}

// If all combinations solve as many puzzles, the gaps tell them apart, or else the work.
func TestEffectsOfSettings(t *testing.T) {
	var records []bench.Record
	for i := range 4 {
		r := solvedBy(fmt.Sprint("ga ", i), 1, 6)
		best := bench.Figure(3)
		r.GA = bench.Values{"population": fmt.Sprint(i / 2), "phases": fmt.Sprint(i % 2)}
		r.OptimalCost, r.Evaluated = &best, uint64(i)
		records = append(records, r)
	}
	crossing := of(records...).Crossings()[0]
	assert.Equal(t, "mean evaluated", crossing.Effect.Name)
	assert.Equal(t, [][]float64{{0, 1}, {2, 3}}, crossing.Means)
	records[1].Cost = 9
	crossing = of(records...).Crossings()[0]
	assert.Equal(t, "mean gap", crossing.Effect.Name)
	assert.Equal(t, [][]float64{{2, 3}, {2, 2}}, crossing.Means)
}

// Where some combinations were not tried, as with presets that differ in many settings, what a
// setting does cannot be told.
func TestSettingsThatWereNotCrossed(t *testing.T) {
	var records []bench.Record
	for number, values := range []bench.Values{
		{"population": "100", "phases": "1"}, {"population": "200", "phases": "1"}, {"population": "100",
			"phases": "2"},
	} {
		r := solvedBy(fmt.Sprint("ga ", number), 1, 5)
		r.Algorithm, r.GA = "ga", values
		records = append(records, r)
	}
	records[1].Status, records[1].Length = search.Exhausted, nil
	assert.Empty(t, of(records...).Crossings())
	r := records[2]
	r.Solver, r.GA = "ga 3", bench.Values{"population": "200", "phases": "2"}
	assert.Len(t, of(append(records, r)...).Crossings(), 1)
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

func TestPairValues(t *testing.T) {
	a := of(twoSolvers()...)
	first, second := a.Pairs()[0].Values(analysis.Seconds)
	require.Len(t, first, 8)
	for i := range first {
		assert.InDelta(t, first[i]/2, second[i], 1e-12)
	}
	first, _ = a.Pairs()[0].Values(analysis.Evaluated)
	assert.Empty(t, first)
}
