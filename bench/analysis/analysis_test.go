package analysis_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// solvedBy is a trial of a 3x3 puzzle that a solver solved.
func solvedBy(solver string, number, length int) bench.Record {
	moves := ""
	algorithm := "astar"
	if strings.HasPrefix(solver, "ga") {
		algorithm = "ga"
	}
	return bench.Record{
		Solver:     solver,
		Algorithm:  algorithm,
		Heuristic:  "manhattan",
		Group:      "random",
		Puzzle:     number,
		Repeat:     1,
		Rows:       3,
		Cols:       3,
		MoveCosts:  puzzle.Costs{},
		Status:     search.Solved,
		Moves:      &moves,
		Length:     &length,
		Cost:       bench.Figure(length),
		Seconds:    0.001 * float64(number),
		CPUSeconds: bench.Figure(0.001 * float64(number)),
		Stats: search.Stats{
			Expanded:            uint64(10 * number),
			ExpandedBeforeLastF: uint64(number - 1),
			Generated:           uint64(20 * number),
			Bytes:               1000,
		},
		StartMisplaced: number % 9,
	}
}

// unsolvedBy is one that ended otherwise.
func unsolvedBy(solver string, number int, status search.Status) bench.Record {
	r := solvedBy(solver, number, 0)
	r.Status = status
	r.Moves = nil
	r.Length = nil
	r.Cost = bench.Figure(math.NaN())
	return r
}

// withOptima sets the optimal costs that any of the records proves, as the store does.
func withOptima(records []bench.Record) []bench.Record {
	type puzzleID struct {
		group  string
		number int
	}
	proven := map[puzzleID]bench.Figure{}
	for _, r := range records {
		if r.Status == search.Solved && r.Optimal {
			proven[puzzleID{r.Group, r.Puzzle}] = r.Cost
		}
	}
	records = slices.Clone(records)
	for i, r := range records {
		if cost, known := proven[puzzleID{r.Group, r.Puzzle}]; known {
			records[i].SetOptimal(cost)
		}
	}
	return records
}

// of analyses records without their experiment.
func of(records ...bench.Record) *analysis.Analysis {
	return analysis.New(bench.Experiment{}, withOptima(records))
}

func TestTrialsAreSorted(t *testing.T) {
	large := solvedBy("b", 1, 30)
	large.Group = "large"
	large.Rows = 4
	large.Cols = 4
	other := solvedBy("astar manhattan", 2, 8)
	again := solvedBy("a", 1, 4)
	again.Repeat = 2
	a := of(
		solvedBy("a", 1, 6), unsolvedBy("a", 2, search.Cancelled), large, other, again,
		unsolvedBy("c", 9,
			search.Cancelled),
	)
	assert.Equal(t, 2, a.Cancelled)
	assert.Len(t, a.Trials, 4)
	assert.Equal(t, 3, a.Puzzles())
	var names []string
	for i, s := range a.Solvers {
		names = append(names, s.Name)
		assert.Equal(t, i+1, s.Number)
		assert.True(t, s.Expands)
	}
	assert.Equal(t, []string{"a", "b", "astar manhattan"}, names,
		"in their order, without the one that was always cancelled")
	assert.Equal(t, []analysis.Group{
		{Name: "random", Size: puzzle.Size{Rows: 3, Cols: 3}, Puzzles: 2, Repeated: true},
		{Name: "large", Size: puzzle.Size{Rows: 4, Cols: 4}, Puzzles: 1},
	}, a.Groups)
	assert.Equal(t, []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}}, a.Sizes())
}

// Every figure of a summary, found again by loops over the records.
func TestSummariesAgreeWithRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records []bench.Record
		solvers := []string{"a", "b"}
		optimal := map[int]int{}
		for number := 1; number <= rapid.IntRange(1, 30).Draw(t, "puzzles"); number++ {
			best := rapid.IntRange(1, 20).Draw(t, "best")
			for _, s := range solvers {
				r := unsolvedBy(s, number, search.NodeLimit)
				switch rapid.IntRange(0, 9).Draw(t, "end") {
				case 0:
				case 1:
					r.Status = search.Cancelled
				case 2:
					r.Status = ""
					r.Error = "killed"
				case 3:
					r = solvedBy(s, number, best)
					r.Optimal = true
					optimal[number] = best
				default:
					r = solvedBy(s, number, best+2*rapid.IntRange(0, 5).Draw(t, "more"))
				}
				r.Seconds = rapid.Float64Range(1e-6, 10).Draw(t, "seconds")
				records = append(records, r)
			}
		}
		for _, s := range of(records...).Summaries() {
			trials := 0
			solved := 0
			unknown := 0
			errors := 0
			shortest := 0.0
			var seconds, lengths, gaps []float64
			for _, r := range records {
				if r.Solver != s.Solver.Name || r.Status == search.Cancelled {
					continue
				}
				trials++
				if r.Error != "" {
					errors++
					continue
				}
				seconds = append(seconds, r.Seconds)
				if r.Status != search.Solved {
					continue
				}
				solved++
				lengths = append(lengths, float64(*r.Length))
				best, known := optimal[r.Puzzle]
				switch {
				case !known:
					unknown++
				case *r.Length == best:
					gaps = append(gaps, 1)
					shortest++
				default:
					gaps = append(gaps, float64(*r.Length)/float64(best))
				}
			}
			share := shortest / float64(len(gaps))
			logarithms := 0.0
			for _, g := range gaps {
				logarithms += math.Log(g)
			}
			gap := math.Exp(logarithms / float64(len(gaps)))
			if len(gaps) == 0 {
				share = math.NaN()
			}
			require.Equal(t, []int{trials, solved, unknown, errors}, []int{s.Trials, s.Solved,
				s.Solved - s.OptimalKnown, s.Errors})
			require.InDeltaSlice(t,
				[]float64{float64(solved) / float64(trials), stats.Mean(seconds),
					stats.Median(seconds), stats.Mean(lengths), gap, share},
				[]float64{float64(s.Accuracy), s.Of(analysis.Seconds).Mean,
					s.Of(analysis.Seconds).Median,
					float64(s.MeanLength), float64(s.Gap), float64(s.OptimalShare)}, 1e-9)
		}
	})
}

// Twenty repeats of a search that does the same every time say no more than one,
// and the puzzle with more repeats counts no more than the other.
func TestRepeatsAreOfPuzzles(t *testing.T) {
	once := []bench.Record{solvedBy("a", 1, 10), solvedBy("a", 2, 16), solvedBy("a", 3, 20),
		unsolvedBy("a", 4,
			search.NodeLimit)}
	for i := range once[:2] {
		best := bench.Figure(8)
		once[i].OptimalCost = &best
	}
	for i := range once {
		once[i].Seconds = float64(i) // a mean of equal values is the value
	}
	often := slices.Concat(once, slices.Repeat(once[:1], 7), slices.Repeat(once[3:], 19))
	want := of(once...).Summaries()[0]
	got := of(often...).Summaries()[0]
	assert.Equal(t, 30, got.Trials)
	assert.Equal(t, 9, got.OptimalKnown)
	got.Trials = want.Trials
	got.Solved = want.Solved
	got.OptimalKnown = want.OptimalKnown
	got.Ends = want.Ends
	assert.Equal(t, object(t, want), object(t, got))
	assert.Equal(t, fmt.Sprint(want.GapInterval), fmt.Sprint(got.GapInterval)) // its ends are NaN
	for _, m := range []analysis.Measure{analysis.Seconds, analysis.Expanded, analysis.Bytes} {
		assert.Equal(t, fmt.Sprint(want.Of(m)), fmt.Sprint(got.Of(m)))
	}
	assert.EqualValues(t, 0.75, got.Accuracy)
	assert.InDelta(t, math.Sqrt(10.0/8*16/8), float64(got.Gap), 1e-12)
}

func TestEndsOfTrials(t *testing.T) {
	wrong := unsolvedBy("a", 4, "")
	wrong.Error = "killed"
	a := of(
		solvedBy("a", 1, 5), unsolvedBy("a", 2, search.MemoryLimit), unsolvedBy("a", 3,
			search.TimeLimit), wrong, unsolvedBy("a", 5, search.TimeLimit),
	)
	require.Len(t, a.Summaries(), 1)
	assert.Equal(t, "1 error, 1 memory-limit, 2 time-limit", a.Summaries()[0].Ends)
}

// Move costs: gaps are of costs, lengths of nothing are known.
func TestGapsAreOfCosts(t *testing.T) {
	r := solvedBy("a", 1, 10)
	best := bench.Figure(4)
	require.NoError(t, r.MoveCosts.UnmarshalText([]byte("1,2,3,4")))
	r.Cost = 6
	r.OptimalCost = &best
	s := of(r).Summaries()[0]
	assert.EqualValues(t, 1.5, s.Gap)
	assert.Zero(t, s.OptimalShare)
	assert.True(t, math.IsNaN(float64(s.MeanOptimal)))
}

func TestEffortsAreOfCommonPuzzles(t *testing.T) {
	evolving := solvedBy("ga", 3, 30)
	given := unsolvedBy("ga", 1, search.Exhausted)
	evolving.Expanded = 0
	evolving.Evaluated = 77
	given.Expanded = 0
	a := of(
		solvedBy("a", 1, 5), solvedBy("a", 2, 5), solvedBy("a", 3, 5), solvedBy("a", 4, 5),
		given, evolving,
		solvedBy("weak", 1, 5), unsolvedBy("weak", 2, search.TimeLimit),
		unsolvedBy("weak", 3, search.TimeLimit),
	)
	all := a.Summaries()
	require.Len(t, all, 3)
	first := all[0]
	second := all[1]
	assert.Equal(t, []int{1, 1, 0}, []int{first.Common, second.Common, all[2].Common},
		"not of weak, whose puzzle is not all that is left")
	assert.Equal(t, 30.0, first.Effort(analysis.Expanded).Median)
	assert.Equal(t, 2.0, first.Effort(analysis.BeforeLastF).Mean)
	assert.True(t, math.IsNaN(first.Effort(analysis.Evaluated).Mean))
	assert.True(t, math.IsNaN(second.Effort(analysis.Expanded).Mean))
	assert.Equal(t, 77.0, second.Effort(analysis.Evaluated).Median)
}

// On one board, the median is that of the runs, and the gap has an interval. A solver that takes no
// seed runs once, which is enough.
func TestSummariesOfRuns(t *testing.T) {
	var records []bench.Record
	best := bench.Figure(20)
	for run := range 40 {
		r := solvedBy("ga study", 1, 20+run%3)
		r.Repeat = run + 1
		r.Seconds = float64(1 + run*run)
		records = append(records, r)
	}
	single := solvedBy("astar", 1, 20)
	single.Optimal = true
	records = append(records, single)
	for i := range records {
		records[i].OptimalCost = &best
	}
	a := of(records...)
	s := a.Summaries()[0]
	assert.EqualValues(t, 380.5+1, s.MedianSeconds, "between 19 * 19 and 20 * 20")
	assert.Greater(t, float64(s.MeanSeconds), float64(s.MedianSeconds))
	assert.True(t, 1 < s.GapInterval.Low && s.GapInterval.High < 1.1, s.GapInterval)
	assert.NotContains(t, fmt.Sprint(a.Warnings()), "fewer than 20")
	assert.Contains(t, fmt.Sprint(of(records[25:]...).Warnings()), "fewer than 20")

	// The gap is the ratio of the costs to those of the optimal solver, with the same interval.
	a.Baseline = "astar"
	ratio := analysis.Compare(a.Pairs(), analysis.Cost)[0].Ratio
	assert.InDeltaSlice(t, []float64{ratio.Value, ratio.Low, ratio.High},
		[]float64{s.GapInterval.Value, s.GapInterval.Low, s.GapInterval.High}, 1e-12)
}
