package analysis_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// twoSolvers: a solves puzzles 1 to 12, b 5 to 14 with half the time, nobody 15;
// a alone tried 16.
func twoSolvers() []bench.Record {
	var records []bench.Record
	for number := 1; number <= 15; number++ {
		one, other := unsolvedBy("a", number, search.NodeLimit), unsolvedBy("b", number, search.NodeLimit)
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
	pairs := of(twoSolvers()...).Pairs()
	require.Len(t, pairs, 1)
	p := pairs[0]
	assert.Equal(t, []int{8, 4, 2, 1}, []int{p.Both, p.OnlyFirst, p.OnlySecond, p.Neither})
	assert.InDelta(t, 2*22.0/64, p.P, 1e-12, "2 of 6 or fewer, on either side")
	assert.Equal(t, p.P, p.Corrected)
	first, second := p.Shares()
	assert.InDeltaSlice(t, []float64{12 / 15.0, 10 / 15.0}, []float64{first, second}, 1e-12)

	time := analysis.Compare(pairs, analysis.Seconds)
	require.Len(t, time, 1)
	assert.InDelta(t, 2, time[0].Ratio.Value, 1e-9)
	assert.Equal(t, 8, time[0].Test.N)
	assert.Equal(t, 1.0, time[0].Test.Effect, "the first takes more everywhere")
	assert.InDelta(t, 2.0/256, time[0].Test.P, 1e-12)
	length := analysis.Compare(pairs, analysis.Length)[0]
	assert.Equal(t, 1.0, length.Ratio.Value)
	assert.Equal(t, 0, length.Test.N)
	assert.True(t, math.IsNaN(length.Test.P) && math.IsNaN(length.Test.Effect) && math.IsNaN(length.Corrected),
		"nothing differs")
	assert.Empty(t, analysis.Compare(pairs, analysis.Evaluated), "neither evaluates")
	assert.Empty(t, analysis.Compare(pairs, analysis.Resident), "nothing known")
}

// Where one needed nothing, both count one more.
func TestRatiosOfNothing(t *testing.T) {
	one, other := solvedBy("a", 1, 10), solvedBy("b", 1, 10)
	one.Expanded, other.Expanded = 0, 3
	a := of([]bench.Record{one, other, solvedBy("a", 2, 9)}...)
	assert.Equal(t, 0.25, analysis.Compare(a.Pairs(), analysis.Expanded)[0].Ratio.Value)
}

// A puzzle tried three times counts once: solved if twice, with the median.
func TestRepeatsCountOnce(t *testing.T) {
	var records []bench.Record
	for repeat, seconds := range []float64{1, 9, 2} {
		r, other := solvedBy("a", 1, 10), solvedBy("b", 1, 10)
		r.Repeat, r.Seconds, other.Repeat, other.Seconds = repeat+1, seconds, repeat+1, 1
		if repeat == 1 {
			r = unsolvedBy("a", 1, search.TimeLimit)
		}
		rare := unsolvedBy("a", 2, search.TimeLimit)
		if repeat == 0 {
			rare = solvedBy("a", 2, 10)
		}
		records = append(records, r, other, rare, solvedBy("b", 2, 10))
	}
	pairs := of(records...).Pairs()
	assert.Equal(t, []int{1, 0, 1}, []int{pairs[0].Both, pairs[0].OnlyFirst, pairs[0].OnlySecond})
	assert.Equal(t, 1.5, analysis.Compare(pairs, analysis.Seconds)[0].Ratio.Value)
}

// The more tests, the higher each corrected probability; of many solvers only
// the first is compared with all.
func TestPairsOfMany(t *testing.T) {
	for solvers, want := range map[int]int{1: 0, 3: 3, 7: 21, 9: 8} {
		var records []bench.Record
		for s := range solvers {
			for number := 1; number <= 10; number++ {
				r := solvedBy(fmt.Sprint("s", s), number, 10)
				r.Seconds *= math.Pow(2, float64(s))
				records = append(records, r)
			}
		}
		a := of(records...)
		pairs := a.Pairs()
		assert.Len(t, pairs, want, "%d solvers", solvers)
		assert.Equal(t, solvers <= 7, a.AllPairs())
		for _, c := range analysis.Compare(pairs, analysis.Seconds) {
			assert.InDelta(t, min(1, c.Test.P*float64(want)), c.Corrected, 1e-12)
		}
	}
}
