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

// twoSolvers: a solves puzzles 1 to 12, b 5 to 14 with half the time, nobody 15;
// a alone tried 16.
func twoSolvers() []bench.Record {
	var records []bench.Record
	for number := 1; number <= 15; number++ {
		one := unsolvedBy("a", number, search.NodeLimit)
		other := unsolvedBy("b", number, search.NodeLimit)
		if number <= 12 {
			one = solvedBy("a", number, 10)
		}
		if number >= 5 && number <= 14 {
			other = solvedBy("b", number, 10)
			other.Seconds /= 2
		}
		records = append(records, one, other)
	}
	return append(records, solvedBy("a", 16, 10))
}

func TestPairs(t *testing.T) {
	a := of(twoSolvers()...)
	a.Baseline = "b"
	pairs := a.Pairs()
	require.Len(t, pairs, 1)
	p := pairs[0]
	assert.Equal(t, []string{"a", "b"}, []string{p.First.Name, p.Second.Name})
	assert.Equal(t, []int{8, 4, 2, 1}, []int{p.Both, p.OnlyFirst, p.OnlySecond, p.Neither})
	accuracy := analysis.Compare(pairs, analysis.Accuracy)[0]
	assert.InDelta(t, 2*22.0/64, accuracy.Test.P, 1e-12, "2 of 6 or fewer, on either side")
	assert.Equal(t, accuracy.Test.P, accuracy.Corrected)
	assert.Equal(t, 15, accuracy.Boards)
	assert.InDeltaSlice(t, []float64{12 / 15.0, 10 / 15.0}, accuracy.Means[:], 1e-12)
	assert.InDelta(t, 2/15.0, accuracy.Difference.Value, 1e-12)

	time := analysis.Compare(pairs, analysis.Seconds)
	require.Len(t, time, 1)
	assert.InDelta(t, 2, time[0].Ratio.Value, 1e-9)
	assert.Equal(t, 8, time[0].Test.N)
	assert.Equal(t, 1.0, time[0].Test.Effect, "the first takes more everywhere")
	assert.InDelta(t, 2.0/256, time[0].Test.P, 1e-12)
	first, second := time[0].Points(analysis.Seconds)
	unsolved := map[[2]bool]int{}
	for i := range first {
		which := [2]bool{math.IsInf(first[i], 1), math.IsInf(second[i], 1)}
		if unsolved[which]++; which == [2]bool{} {
			assert.InDelta(t, first[i]/2, second[i], 1e-12)
		}
	}
	assert.Equal(t, map[[2]bool]int{{}: 8, {false, true}: 4, {true, false}: 2}, unsolved)
	length := analysis.Compare(pairs, analysis.Length)[0]
	assert.Equal(t, 1.0, length.Ratio.Value)
	assert.Equal(t, 0, length.Test.N)
	assert.False(t, length.Test.Possible())
	assert.True(t, math.IsNaN(length.Corrected), "nothing differs")
	assert.Empty(t, analysis.Compare(pairs, analysis.Evaluated), "neither evaluates")
	assert.Empty(t, analysis.Compare(pairs, analysis.Resident), "nothing known")
}

// accuracies compares the pairs by accuracy.
func accuracies(a *analysis.Analysis) []analysis.Comparison {
	return analysis.Compare(a.Pairs(), analysis.Accuracy)
}

// Where one needed nothing, both count one more.
func TestRatiosOfNothing(t *testing.T) {
	one := solvedBy("a", 1, 10)
	other := solvedBy("b", 1, 10)
	one.Expanded = 0
	other.Expanded = 3
	a := of([]bench.Record{one, other, solvedBy("a", 2, 9)}...)
	a.Baseline = "b"
	assert.Equal(t, 0.25, analysis.Compare(a.Pairs(), analysis.Expanded)[0].Ratio.Value)
}

// repeated returns trials of a solver on a board, of which the given number solve it.
func repeated(solver string, board, solved, runs int) (records []bench.Record) {
	for repeat := 1; repeat <= runs; repeat++ {
		r := unsolvedBy(solver, board, search.Exhausted)
		if repeat <= solved {
			r = solvedBy(solver, board, 10)
		}
		r.Repeat = repeat
		records = append(records, r)
	}
	return records
}

// On one board with many runs, the runs are the sample: Fisher's test and Mann and Whitney's.
func TestRepeatsOnOneBoard(t *testing.T) {
	records := append(repeated("ga memetic", 1, 30, 30), repeated("ga study", 1, 0, 30)...)
	a := of(records...)
	pairs := accuracies(a)
	require.Len(t, pairs, 1)
	assert.Equal(t, analysis.OfThese, pairs[0].Question)
	assert.True(t, pairs[0].Different())
	assert.InEpsilon(t, 2/118264581564861424.0, pairs[0].Corrected, 1e-6)
	s := a.Summaries()
	assert.Greater(t, s[0].AccuracyLow, 0.88)
	assert.Less(t, s[1].AccuracyHigh, 0.12)
	assert.Contains(t, analysis.Conclusion(a.Rankings()[0]),
		"ga memetic did best; ga study is "+
			"worse than ga memetic by 100.0 points of accuracy (83.9 to 100.0), p < 0.001.")

	// The only run of a solver without a seed stands for as many as the other has, but not its
	// time.
	records = append(repeated("ga study", 1, 15, 30), repeated("astar", 1, 1, 1)...)
	a = of(records...)
	a.Baseline = "astar"
	assert.True(t, accuracies(a)[0].Different(), "15 of 30 against all")
	time := analysis.Compare(a.Pairs(), analysis.Seconds)
	assert.True(t, math.IsNaN(time[0].Ratio.Low) && math.IsNaN(time[0].Corrected),
		"one time is no sample")
}

// With repeats on several boards, both questions are answered, and the value of a board is its
// mean.
func TestBothQuestions(t *testing.T) {
	var records []bench.Record
	for board := 1; board <= 4; board++ {
		records = append(records, repeated("ga a", board, 20, 20)...)
		records = append(records, repeated("ga b", board, 5*board-5, 20)...)
	}
	a := of(records...)
	pairs := accuracies(a)
	require.Len(t, pairs, 2)
	assert.Equal(t, []analysis.Question{analysis.OfKind, analysis.OfThese},
		[]analysis.Question{pairs[0].Question, pairs[1].Question})
	assert.InDelta(t, (0+0.25+0.5+0.75)/4, pairs[0].Means[0], 1e-12)
	assert.True(t, math.IsNaN(pairs[0].Corrected), "four boards are too few for a test")
	assert.Less(t, pairs[1].Corrected, 1e-6, "but not twenty runs on each")
	text := analysis.Conclusion(a.Rankings()[0])
	assert.Contains(t, text,
		"About all boards of this kind: no difference from ga a is shown for ga b; "+
			"about 6 boards would be enough to show a difference of this size.")
	assert.Contains(t, text,
		"About these boards: ga a did best; ga b is worse than ga a by 62.5 points")

	goal, err := puzzle.Goal(puzzle.BlankLast, three)
	require.NoError(t, err)
	listed := bench.Experiment{Groups: []bench.Group{{
		Name:   "random",
		Goal:   goal,
		Boards: []puzzle.Board{goal},
	}}}
	assert.Equal(t, analysis.OfThese, analysis.New(listed, records).Groups[0].Question())
}

// The more tests are possible, the higher each corrected probability. Tests that cannot find
// anything do not count.
func TestCorrectionOfPairs(t *testing.T) {
	for solvers := 1; solvers <= 9; solvers++ {
		var records []bench.Record
		for s := range solvers {
			for number := 1; number <= 10; number++ {
				r := solvedBy(fmt.Sprint("s", s), number, 10)
				r.Seconds *= math.Pow(2, float64(s))
				records = append(records, r)
			}
		}
		pairs := of(records...).Pairs()
		assert.Len(t, pairs, solvers-1)
		for _, c := range analysis.Compare(pairs, analysis.Seconds) {
			assert.InDelta(t, min(1, c.Test.P*float64(solvers-1)), c.Corrected, 1e-12)
		}
	}
	var records []bench.Record
	// b loses 8 boards, and six others lose 3: too few for a test
	for board := 1; board <= 20; board++ {
		for s, lost := range []int{0, 8, 3, 3, 3, 3, 3, 3} {
			r := solvedBy(string(rune('a'+s)), board, 10)
			if board <= lost {
				r = unsolvedBy(string(rune('a'+s)), board, search.TimeLimit)
			}
			records = append(records, r)
		}
	}
	assert.InDelta(t, 2.0/256, accuracies(of(records...))[6].Corrected, 1e-12)
}

// Groups are compared on their own.
func TestPairsOfGroups(t *testing.T) {
	records := twoSolvers()
	for _, r := range twoSolvers() {
		r.Group = "3x4"
		r.Cols = 4
		records = append(records, r)
	}
	pairs := of(records...).Pairs()
	require.Len(t, pairs, 2)
	assert.Equal(t, []string{"random", "3x4"}, []string{pairs[0].Group.Name, pairs[1].Group.Name})
	assert.Equal(t, pairs[0].Both, pairs[1].Both)
}
