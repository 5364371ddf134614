package analysis_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/slow"
	"npuzzle/search"
)

// contender adds trials of a solver on puzzles 1 to 20. It solves those up to a number, with plans
// of a length in a time.
func contender(name string, solved, length int, seconds float64) []bench.Record {
	var records []bench.Record
	best := bench.Figure(10)
	for number := 1; number <= 20; number++ {
		r := unsolvedBy(name, number, search.Exhausted)
		if number <= solved {
			r = solvedBy(name, number, length)
		}
		r.OptimalCost = &best
		r.Seconds = seconds
		r.PeakOpen = uint64(name[0]) // a count that differs
		records = append(records, r)
	}
	return records
}

// ranking returns the names in the order of the ranking, with the verdicts but best, and an equals
// sign for those that did the same as one above.
func ranking(of ...[]bench.Record) []string {
	var names []string
	summaries := analysis.New(bench.Experiment{}, slices.Concat(of...)).Summaries()
	for _, r := range analysis.Rank(summaries, analysis.OfKind) {
		name := r.Name
		if r.SameAs != "" {
			name += " = " + r.SameAs
		}
		if r.Verdict != analysis.Best {
			name += " " + string(r.Verdict)
		}
		names = append(names, name)
	}
	return names
}

func TestRank(t *testing.T) {
	assert.Equal(t, []string{"a", "b open", "c worse", "d worse"},
		ranking(contender("d", 12, 10, 1), contender("c", 20, 20, 1), contender("b", 19, 10, 1),
			contender("a", 20, 10, 9)),
		"20 and 19 of 20 cannot be told apart, so the costs of plans decide")
	assert.Equal(t, []string{"a", "c worse", "b worse"},
		ranking(contender("b", 20, 14, 1), contender("c", 19, 11, 1), contender("a", 20, 10, 1)),
		"20 and 19 of 20 cannot be told apart, so the costs of plans decide")
	assert.Equal(t, []string{"a", "b worse", "few open"},
		ranking(contender("few", 5, 10, 1)[:7], contender("b", 20, 14, 1), contender("a", 20, 10, 1)),
		"a solver with much fewer boards is not ranked by the costs of its plans")
	b := optimal(contender("b", 20, 10, 1))
	c := optimal(halved(contender("c", 20, 10, 2)))
	assert.Equal(t, []string{"c", "b", "a worse"}, ranking(contender("a", 20, 12, 1), b, c),
		"then by work, which makes nobody worse")
	assert.Equal(t, []string{"shorter", "most worse", "least worse"},
		ranking(contender("least", 2, 10, 1), contender("shorter", 19, 10, 1),
			contender("most", 20, 12, 1)),
		"20 of 20 may be chance, but the plans of shorter are shorter on all boards")
	few := contender("few", 20, 12, 1)[:5]
	assert.Equal(t, []string{"a", "few open"}, ranking(few, contender("a", 20, 10, 1)),
		"too few puzzles for a test")
	assert.Equal(t, []string{"a", "b"}, ranking(contender("a", 0, 0, 1), contender("b", 0, 0, 2)),
		"nothing solved")
}

// hundred returns the trials of a solver on as many boards as it takes to show equal accuracy, with
// longer plans on some of them.
func hundred(name string, longer int) (records []bench.Record) {
	for board := 1; board <= 100; board++ {
		length := 10
		if board <= longer {
			length = 12
		}
		r := solvedBy(name, board, length)
		r.PeakOpen = uint64(name[0])
		records = append(records, r)
	}
	return records
}

// A solver that is shown to solve fewer boards is not ranked by the costs of its plans, even if it
// solves nearly as many.
func TestRankOfNearlyAllBoards(t *testing.T) {
	var records []bench.Record
	for board := 1; board <= 200; board++ {
		fewer := solvedBy("fewer", board, 11)
		if board <= 10 {
			fewer = unsolvedBy("fewer", board, search.NodeLimit)
		}
		records = append(records, solvedBy("first", board, 10), solvedBy("costlier", board, 14), fewer)
	}
	var names []string
	for _, r := range of(records...).Rankings()[0] {
		names = append(names, r.Name)
	}
	assert.Equal(t, []string{"first", "costlier", "fewer"}, names)
}

// Solvers that share the first place are ordered by work, unless the work is a time.
func TestOrderOfTies(t *testing.T) {
	for _, c := range []struct {
		algorithm string // of the second solver
		want      []string
	}{
		{algorithm: "astar", want: []string{"second", "first"}},
		{algorithm: "idastar", want: []string{"first", "second"}},
	} {
		var records []bench.Record
		for board := 1; board <= 20; board++ {
			first := solvedBy("first", board, 10)
			first.Expanded = 1000
			first.CPUSeconds = 10
			second := solvedBy("second", board, 10)
			second.Algorithm = c.algorithm
			records = append(records, first, second)
		}
		var names []string
		for _, r := range of(optimal(records)...).Rankings()[0] {
			assert.Equal(t, analysis.Best, r.Verdict)
			names = append(names, r.Name)
		}
		assert.Equal(t, c.want, names, c.algorithm)
	}
}

// short returns the trials with plans of at most 11 moves.
func short(records []bench.Record) []bench.Record {
	for i, r := range records {
		records[i].Length = new(min(*r.Length, 11))
		records[i].Cost = min(r.Cost, 11)
	}
	return records
}

// Solvers are equal if the boards show it. That no test tells them apart is not enough.
func TestRankOfEqualSolvers(t *testing.T) {
	assert.Equal(t, []string{"a", "b"}, ranking(hundred("a", 0), optimal(hundred("b", 0))),
		"optimal plans")
	assert.Equal(t, []string{"a", "b"}, ranking(twice(hundred("a", 0)), twice(hundred("b", 0))),
		"no result differs")
	assert.Equal(t, []string{"a", "b open"}, ranking(hundred("a", 0), hundred("b", 0)),
		"rare results may differ")
	assert.Equal(t, []string{"a", "b open"}, ranking(hundred("a", 0)[:50], hundred("b", 1)[:50]),
		"too few boards")
	assert.Equal(t, []string{"a", "b equal"},
		ranking(twice(hundred("a", 0)), twice(short(hundred("b", 1)))),
		"11 moves for 10, twice")
	assert.Equal(t, []string{"a", "b slightly worse"},
		ranking(twice(hundred("a", 0)), twice(short(hundred("b", 4)))),
		"significant, but within the margin")
	assert.Equal(t, []string{"a", "b open"}, ranking(hundred("a", 0), hundred("b", 5)),
		"five boards differ: too few for a test")
	assert.Equal(t, []string{"a", "b worse"}, ranking(hundred("a", 0), hundred("b", 6)))
}

// twice returns the trials on twice as many boards.
func twice(records []bench.Record) []bench.Record {
	all := slices.Concat(records, records)
	for i := range records {
		all[i].Puzzle += len(records)
	}
	return all
}

// Solvers that did the same follow one another, and count as one test. With 20 puzzles of which 6
// are lost, p is 0.031: one such test is significant, two are not.
func TestRankOfEqualResults(t *testing.T) {
	a := contender("a", 20, 10, 2)
	b := contender("b", 14, 10, 9)
	assert.Equal(t, []string{"a", "b worse", "same = b worse"}, ranking(a, b, renamed(b, "same")))
	assert.Equal(t, []string{"a", "b open", "same = b open", "c open"},
		ranking(a, b, contender("c", 14, 10, 1), renamed(b, "same")))
	failed := renamed(b, "failed")
	failed[19].Error = "killed"
	failed[19].Status = ""
	assert.Equal(t, []string{"a", "b open", "failed open"}, ranking(a, b, failed),
		"a failure is not the same")
}

// renamed returns the trials as those of another solver.
func renamed(records []bench.Record, solver string) []bench.Record {
	records = slices.Clone(records)
	for i := range records {
		records[i].Solver = solver
	}
	return records
}

// Solvers are not ranked by processor times that cannot be compared, or that are not known.
func TestWorkByComparableTimes(t *testing.T) {
	conclusions := func(change func(*bench.Record)) string {
		var records []bench.Record
		for number := 1; number <= 30; number++ {
			records = append(records, solvedBy("astar", number, 20))
			r := solvedBy("ga", number, 20)
			r.Stats = search.Stats{Evaluated: 100, Bytes: 1000}
			r.Schema = bench.RecordSchema
			r.Settings = bench.Values{"workers": "1"}
			change(&r)
			records = append(records, r)
		}
		return strings.Join(of(records...).Conclusions(), " ")
	}
	assert.Contains(t, conclusions(func(*bench.Record) {}), "mean processor time on")
	assert.Contains(t, conclusions(func(r *bench.Record) { r.Schema = 3 }), "mean time on")
	assert.Contains(t, conclusions(func(r *bench.Record) {
		r.CPUSeconds = bench.Unknown
	}), "mean time on")
}

// A difference that is shown and lies within the margin is told as such, however many boards there
// are.
func TestShownWithinTheMargin(t *testing.T) {
	sized := func(rows, cols, boards, fewer int) (string, analysis.Ranking) {
		var records []bench.Record
		for board := 1; board <= boards; board++ {
			first := optimal([]bench.Record{solvedBy("a", board, 20)})[0]
			second := optimal([]bench.Record{solvedBy("b", board, 20)})[0]
			if board <= fewer {
				second = unsolvedBy("b", board, search.Exhausted)
			}
			if board%10 == 0 {
				first = unsolvedBy("a", board, search.Exhausted)
			}
			records = append(records, first, second)
		}
		for i := range records {
			records[i].Rows = rows
			records[i].Cols = cols
		}
		ranking := of(records...).Rankings()[0]
		return analysis.Conclusion(ranking), ranking
	}
	conclusion := func(boards, fewer int) (string, analysis.Ranking) {
		return sized(3, 3, boards, fewer)
	}
	text, ranking := conclusion(3000, 420)
	assert.Contains(t, text,
		"a did best; b is worse than a by 4.0 points of accuracy (2.4 to 5.6), p < 0.001, "+
			"within the margin of 5 points.")
	assert.Equal(t, []string{"*", "<"}, []string{ranking[0].Mark(), ranking[1].Mark()})

	// The same difference on fewer boards is not shown. Nobody did best, and no solver has a star.
	text, ranking = conclusion(100, 14)
	assert.Contains(t, text,
		"no difference from a is shown for b; about 600 boards would be enough to show a "+
			"difference of this size.")
	assert.NotContains(t, text, "best")
	assert.Equal(t, []string{"", "~"}, []string{ranking[0].Mark(), ranking[1].Mark()})
	text, _ = conclusion(600, 84)
	assert.Contains(t, text, "b is worse than a by", "as many boards as would be enough")

	// A size of 12 boards cannot have more.
	text, _ = sized(2, 2, 100, 14)
	assert.Contains(t, text, "no difference from a is shown for b")
	assert.NotContains(t, text, "would be enough")

	// Several solvers: the number is enough for each of them, or there is none.
	var records []bench.Record
	for board := 1; board <= 100; board++ {
		a := optimal([]bench.Record{solvedBy("a", board, 20)})[0]
		b := optimal([]bench.Record{solvedBy("b", board, 20)})[0]
		if board <= 6 {
			b = unsolvedBy("b", board, search.Exhausted)
		}
		if board == 10 {
			a = unsolvedBy("a", board, search.Exhausted)
		}
		c := solvedBy("c", board, 20)
		if board == 10 || board == 20 {
			c = unsolvedBy("c", board, search.Exhausted)
		}
		records = append(records, a, b, c)
	}
	text = analysis.Conclusion(of(records...).Rankings()[0])
	assert.Regexp(t, `no difference from . is shown for .* and .; about [0-9,]+ boards would be `+
		`enough to decide `+
		`about each of them`, text)
}

// A solver has no star if one without a star has a higher accuracy.
func TestStarsAreInOrder(t *testing.T) {
	of := func(records ...[]bench.Record) (marks []string) {
		for _, r := range analysis.New(bench.Experiment{},
			slices.Concat(records...)).Rankings()[0] {
			marks = append(marks, r.Name+r.Mark())
		}
		return marks
	}
	assert.Equal(t, []string{"shorter", "more"},
		of(contender("more", 20, 12, 1), contender("shorter", 19, 10, 1)),
		"better by its plans, which are shown to be shorter, but not by accuracy")
	assert.Equal(t, []string{"shorter*", "more"},
		of(contender("more", 20, 12, 1), contender("shorter", 20, 10, 1)))
}

// Solvers with the same results share the first place, even if too few boards show that they are
// equal. The verdict says so, and which of them took the least time.
func TestSharedBestResult(t *testing.T) {
	proven := optimal(contender("proven", 20, 10, 1))
	costlier := contender("costlier", 20, 12, 1)
	ranking := of(slices.Concat(proven, costlier, contender("lucky", 20, 10, 1))...).Rankings()[0]
	assert.Regexp(t, `^proven and lucky share the best result: the same boards `+
		`solved, with plans of the same costs; rare differences may not have occurred yet; about `+
		`[0-9]+ boards would be enough to call them equal, within 5 points of accuracy and 1 % of `+
		`cost; the plans of costlier cost 1.20 times those of`, ranking.Brief())
	assert.Contains(t, ranking.Brief(), "Work, the least first")
}

// The verdict names each solver if there are at most eight. Otherwise it counts the others.
func TestVerdictOnEverySolver(t *testing.T) {
	slow.NotShort(t)
	verdict := func(solvers int) string {
		records := contender("a0", 20, 10, 1)
		for i := 1; i < solvers; i++ {
			records = append(records, contender(fmt.Sprintf("a%d", i), 20, 11+i, 1)...)
		}
		return of(records...).Rankings()[0].Brief()
	}
	for i := 1; i < 8; i++ {
		assert.Contains(t, verdict(8), fmt.Sprintf("the plans of a%d cost", i))
	}
	assert.NotContains(t, verdict(8), "others")
	assert.Contains(t, verdict(9), "the plans of a3 cost")
	assert.Contains(t, verdict(9), "; 5 others are worse too.")
}

// Expanded states are not compared across algorithms, for which a state takes another time.
func TestWorkAcrossAlgorithms(t *testing.T) {
	var records []bench.Record
	for number := 1; number <= 30; number++ {
		first := solvedBy("first", number, 20)
		second := solvedBy("second", number, 20)
		first.Expanded = 10
		first.CPUSeconds = 2
		second.Expanded = 1000
		second.CPUSeconds = 1
		records = append(records, first, second)
	}
	work := of(records...).Rankings()[0].Work()
	assert.Equal(t, analysis.Expanded.Key, work.Measure.Key)
	assert.Equal(t, "first", work.Values[0].Name)
	for i := range records {
		if records[i].Solver == "second" {
			records[i].Algorithm = "idastar"
		}
	}
	work = of(records...).Rankings()[0].Work()
	assert.Equal(t, analysis.CPUSeconds.Key, work.Measure.Key)
	assert.Equal(t, "second", work.Values[0].Name)
}

// An estimate of the boards that would be enough is never below one and a half times the number of
// boards, and it is rounded up.
func TestEnoughIsGenerous(t *testing.T) {
	for _, boards := range []int{5, 12, 17, 30} {
		var records []bench.Record
		for board := 1; board <= boards; board++ {
			second := solvedBy("b", board, 20)
			if board <= 5 {
				second = unsolvedBy("b", board, search.Exhausted)
			}
			records = append(records, solvedBy("a", board, 20), second)
		}
		text := of(records...).Rankings()[0].Brief()
		found := regexp.MustCompile(`about ([0-9]+) boards`).FindStringSubmatch(text)
		require.NotNil(t, found, text)
		number, err := strconv.Atoi(found[1])
		require.NoError(t, err)
		assert.GreaterOrEqual(t, float64(number), 1.5*float64(boards), text)
	}
}
