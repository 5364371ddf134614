package studies

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
	"npuzzle/bench/stats"
	"npuzzle/search"
)

// took makes a solved trial of each of some boards, that took so many seconds.
func took(seconds ...float64) []bench.Record {
	all := make([]bench.Record, len(seconds))
	for i, s := range seconds {
		all[i] = record(100, true)
		all[i].Group = "uniform"
		all[i].Puzzle = i + 1
		all[i].Seconds = s
		all[i].CPUSeconds = bench.Figure(s)
	}
	return all
}

var (
	base   = took(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	faster = took(.9, 1.8, 2.6, 3.4, 4.2, 5, 5.8, 6.6, 7.4, 8.2)
	// uneven is faster on every other board, and on average slower by far.
	uneven = took(.5, 3, 1, 6, 2, 9, 3, 13, 4, 90)
)

// judgedBy judges a claim about two solvers with these trials.
func judgedBy(c claim, first, second []bench.Record) Claim {
	s := &session{results: map[string]rows{"e": {
		{solver: bench.Solver{Name: "a"}, trials: first},
		{solver: bench.Solver{Name: "b"}, trials: second},
	}}}
	c.Of = []numbers{{
		Selection: Selection{From: []string{"e"}},
		First:     []string{"a"},
		Second:    []string{"b"},
	}}
	s.judge(c)
	return s.report.Claims[0]
}

// times multiplies the times of trials by a factor.
func times(trials []bench.Record, factor float64) []bench.Record {
	all := slices.Clone(trials)
	for i := range all {
		all[i].Seconds *= factor
	}
	return all
}

func TestTimesAreJudgedBoardByBoard(t *testing.T) {
	slower := claim{Ratio: "time", Range: &[2]float64{1.05, math.Inf(1)}}
	for _, c := range []struct {
		name    string
		first   []bench.Record
		second  []bench.Record
		verdict Verdict
	}{
		{"slower", base, faster, Holds},
		{"faster", faster, base, Fails},
		{"undecided", uneven, base, Undecided},
		{"the same", base, base, Fails},
		{"too few", took(2), took(1), Undecided},
		{"less than the margin", times(base, 1.007), base, Fails},
		{"perhaps less than the margin", times(uneven, 0.45), base, Undecided},
		{"none", nil, nil, Undecided},
		{"other boards", base[:5], base[5:], Undecided},
	} {
		assert.Equal(t, c.verdict, judgedBy(slower, c.first, c.second).Verdict, c.name)
	}
	assert.Contains(t, judgedBy(slower, base, faster).Shown, "mean time of a / b: 1.20 (")
	assert.Equal(t, Shown, judgedBy(claim{Ratio: "time"}, base, faster).Verdict)

	typical := claim{Median: "time", Range: slower.Range}
	paused := append(took(1000), base[1:]...) // a long pause of the machine on one board
	assert.Equal(t, Fails, judgedBy(typical, paused, times(base, 1.5)).Verdict)
	assert.Equal(t, Holds, judgedBy(typical, paused, faster).Verdict)
}

// Claims about times are judged by ratios of processor times, because a wall time changes with the
// load of the machine. A number of seconds is never judged. A claim without a verdict says why.
func TestTimesAreJudgedByRatiosOfProcessorTime(t *testing.T) {
	judgedClaims := 0
	for _, name := range append(Names(), Evolution) {
		for _, c := range studyOf(name).study.Claims {
			assert.Equal(t, c.Range == nil, c.Why != "", c.Claim)
			measure := c.Ratio + c.Median + c.AtMost
			if strings.Contains(c.Value, "time") {
				assert.Nil(t, c.Range, c.Claim)
			}
			if strings.Contains(measure, "time") {
				assert.Equal(t, processorTime, measure, c.Claim)
				assert.NotNil(t, c.Range, c.Claim)
				judgedClaims++
			}
		}
	}
	assert.Greater(t, judgedClaims, 15)
}

// A claim that no run can decide is shown with its number and the reason.
func TestClaimsThatNoRunCanDecide(t *testing.T) {
	c := judgedBy(claim{Value: "mean time", Why: "seconds depend on the machine"}, base, nil)
	assert.Equal(t, Shown, c.Verdict)
	assert.Contains(t, c.Shown, "a, mean time: 5.50 s, 10 boards")
	assert.Contains(t, c.Shown, "no run can decide this: seconds depend on the machine")
}

// A difference of times that is smaller than the noise of a measurement does not contradict "at
// most".
func TestNoise(t *testing.T) {
	c := claim{AtMost: "time", Range: &[2]float64{1, 1}}
	assert.Equal(t, Holds, judgedBy(c, times(base, 1.04), base).Verdict)
	assert.Equal(t, Fails, judgedBy(c, times(base, 1.06), base).Verdict)
	counts := claim{AtMost: "length", Range: &[2]float64{1, 1}}
	longer := slices.Clone(base)
	length := *base[0].Length + 1
	longer[0].Length = &length
	assert.Equal(t, Fails, judgedBy(counts, longer, base).Verdict, "counts have no noise")
}

// The claims that the studies make are all there. The texts are the beginnings of the claims.
func TestEveryClaimIsThere(t *testing.T) {
	for name, claims := range map[string][]string{
		"shuffle-study": {
			"Manhattan distance is overwhelmingly better than misplaced tiles",
			"Manhattan distance is overwhelmingly better than the zero heuristic",
			"all heuristics are unfeasible on 6x6 with 100 moves",
			"misplaced tiles are very poor on 6x6",
			"the zero heuristic is feasible only on 3x3",
			"some boards take too long after 200 shuffles",
		},
		"ga-vs-astar": {
			"Manhattan distance and linear conflict are the fastest heuristics for A*",
			"Manhattan distance and linear conflict are the fastest heuristics for the GA",
			"more population costs more time", "more generations cost more time",
			"more phases cost more time",
			"more population means more accuracy", "more generations mean more accuracy",
			"more phases mean more accuracy",
			"chromosomes of floating-point genes solve more boards than chromosomes that are " +
				"lists of boards",
			"the GA is 10 to 100 times slower than A* (the same heuristic on 3x3",
			"the GA is 10 to 100 times slower than A* (on 2x2",
			"linear conflict is slower than Manhattan distance (A* on 3x3",
			"linear conflict is slower than Manhattan distance (the GA on 3x3; the study's own " +
				"table says the opposite",
			"memoising moves made the GA about 10 times faster", "maps instead of vectors",
		},
		"four-searches": {
			"uniform-cost search is last in all cases (on the study's four boards: nodes",
			"uniform-cost search is last in all cases (in time on the study's four boards: time",
			"informed searches are better than uninformed ones",
			"IDA* is the best of the five searches",
			"IDA* performs better than A* in time", "IDA* performs better than A* in space",
			"A* takes a little more memory than IDA*",
		},
		"tutorial": {
			"Manhattan distance always yields the higher value", "breadth-first search is too slow",
			"A* with Manhattan distance takes a few milliseconds even in the worst case",
		},
		"four-heuristics": {
			"overall, Euclidean distance is the fastest",
			"on size 2, Euclidean distance is not the fastest",
			"on size 3, Euclidean distance is not the fastest",
			"max-sort is worst in time (overall, and on size 3)",
			"max-sort is worst in time on size 2",
			"in Figure 9, time on size 4, max-sort is not the worst",
			"misplaced tiles are still faster than Manhattan distance overall",
		},
	} {
		s := studyOf(name)
		s.tell()
		for _, text := range claims {
			verdict(t, s, text) // which fails if there is no such claim
		}
	}
}

// The first runs of a solver on a group have no processor time.
func TestFirstRunsAreLeftOut(t *testing.T) {
	e := bench.Experiment{
		Groups: []bench.Group{{Name: "many", Count: 20}, {Name: "few", Count: 5},
			{Name: "one", Count: 1}},
		Solvers: []bench.Solver{{Name: "first"}, {Name: "second"}},
	}
	var records []bench.Record
	for position := 1; position <= e.Trials(); position++ {
		records = append(records, bench.Record{Position: position, CPUSeconds: 1})
	}
	var leftOut []int
	for _, r := range rowsOf(e, records) {
		n := 0
		for i, trial := range r.trials {
			if math.IsNaN(float64(trial.CPUSeconds)) {
				assert.Equal(t, n, i, "the first ones")
				n++
			}
		}
		leftOut = append(leftOut, n)
		assert.Equal(t, 1.0, statisticOf("mean processor time").value(r))
	}
	assert.Equal(t, []int{3, 3, 1, 1, 0, 0}, leftOut)
}

// The share of solved boards has one value a board, whatever the number of repeats is.
func TestSolvedCountsBoards(t *testing.T) {
	r := row{trials: slices.Repeat(base, 3)}
	r.trials[0].Status = search.NodeLimit
	assert.Equal(t, stats.ShareOf(10, 10), r.solved(), "the board is solved in two of three trials")
	r.trials[len(base)].Status = search.NodeLimit
	assert.Equal(t, stats.ShareOf(9, 10), r.solved())
}

// npuzzle run accepts the files of experiments.
func TestExperimentsCanBeRun(t *testing.T) {
	for _, name := range append(Names(), Evolution) {
		f, err := files.Open("files/" + name + ".yaml")
		require.NoError(t, err)
		experiments, warnings, err := config.ReadAll(f, name+".yaml")
		require.NoError(t, err)
		assert.Empty(t, warnings)
		for _, e := range experiments {
			assert.NotEmpty(t, e.Solvers, e.Name)
		}
	}
}

// The table of the GA on 2x2 has the interval of the study's own share, and counts the rows that
// agree.
func TestPublishedSharesHaveIntervals(t *testing.T) {
	s := studyOf("ga-vs-astar")
	for i, r := range s.results["ga-2x2"] {
		if r.solver.Name == "ga 10/10/1" {
			// all solved; the study's: 89.8 %
			s.results["ga-2x2"][i].trials = took(make([]float64, 1000)...)
		}
	}
	s.tell()
	made := s.report.Tables[slices.IndexFunc(s.report.Tables, func(r report.Table) bool {
		return r.Name == "ga-2x2"
	})]
	assert.Contains(t, made.Caption, "Of 7 rows, the study and the re-run differ in 1:")
	assert.Contains(t, made.Caption, "agree in 0:")
	assert.Contains(t, made.Caption, "In 6, there are too few boards to tell")
	assert.Contains(t, fmt.Sprint(made.Rows), "89.8 % (87.8–91.5 %)")
}

// Shares of few boards neither agree nor differ, although their intervals overlap.
func TestDifferenceOfShares(t *testing.T) {
	few := difference(stats.ShareOf(17, 25), stats.ShareOf(87, 100)) // 68 and 87 %
	assert.Less(t, few.Low, -agreementMargin)
	assert.Less(t, few.High, 0.05)
	assert.InDelta(t, -0.19, few.Value, 1e-12)

	// The first example of Newcombe's paper, method 10: 56/70 and 48/80.
	published := difference(stats.ShareOf(56, 70), stats.ShareOf(48, 80))
	assert.InDelta(t, 0.2, published.Value, 1e-12)
	assert.InDelta(t, 0.0524, published.Low, 1e-4)
	assert.InDelta(t, 0.3339, published.High, 1e-4)
}

// The value of a board is the median over its repeats.
func TestRepeats(t *testing.T) {
	ids, medians := row{trials: append(append(took(9, 2), took(1, 2)...),
		took(3, 5)...)}.byBoard("time")
	assert.Equal(t, []boardID{{"uniform", 1}, {"uniform", 2}}, ids)
	assert.Equal(t, map[boardID]float64{{"uniform", 1}: 3, {"uniform", 2}: 2}, medians)
}

func TestVerdicts(t *testing.T) {
	got := func(low, high float64) stats.Interval {
		return stats.Interval{Value: (low + high) / 2, Low: low, High: high, N: 10}
	}
	for _, c := range []struct {
		measured stats.Interval
		claimed  [2]float64
		want     Verdict
	}{
		{got(19, 22), [2]float64{21, 21}, Fails},
		{got(10, 12), [2]float64{21, 21}, Fails},
		{got(20, 90), [2]float64{10, 100}, Holds},
		{got(90, 120), [2]float64{10, 100}, Undecided},
		{got(101, 120), [2]float64{10, 100}, Fails},
		{got(math.NaN(), math.NaN()), [2]float64{10, 100}, Undecided},
		{stats.Interval{}, [2]float64{10, 100}, Undecided},
		{stats.ShareOf(99, 100), [2]float64{1, 1}, Fails},
		{stats.ShareOf(100, 100), [2]float64{1, 1}, Holds},
		{got(1.5, 2.5), [2]float64{1.9, 2.1}, Undecided},
	} {
		assert.Equal(t, c.want, judged(c.measured, &c.claimed), c)
	}
	for _, c := range []struct {
		of       []Verdict
		all, any Verdict
	}{
		{[]Verdict{Holds, Holds}, Holds, Holds},
		{[]Verdict{Holds, Undecided, Fails}, Fails, Holds},
		{[]Verdict{Holds, Undecided}, Undecided, Holds},
		{[]Verdict{Undecided, Fails}, Fails, Undecided},
		{[]Verdict{Fails, Fails}, Fails, Fails},
		{[]Verdict{Shown, Shown}, Shown, Shown},
		{nil, Undecided, Undecided},
	} {
		assert.Equal(t, c.all, together(c.of, false), c.of)
		assert.Equal(t, c.any, together(c.of, true), c.of)
	}
}

// A claim about all boards fails if one board contradicts it.
func TestClaimsAboutAllBoards(t *testing.T) {
	c := claim{AtMost: "time", Range: &[2]float64{1, 1}}
	assert.Equal(t, Holds, judgedBy(c, faster, base).Verdict)
	assert.Equal(t, Holds, judgedBy(c, base, base).Verdict)
	one := judgedBy(c, append(took(1.1), faster[1:]...), base)
	assert.Equal(t, Fails, one.Verdict)
	assert.Contains(t, one.Shown, "time of a is at most that of b (within 5 %) on 90.0 % (")
}

// The solver that solves more boards wins if chance hardly explains the boards that only one
// solves.
func TestWins(t *testing.T) {
	c := claim{Wins: true, Range: &[2]float64{0.55, 1}}
	for lost, want := range map[int]Verdict{6: Undecided, 7: Holds} {
		second := append([]bench.Record{}, base...)
		for i := range lost {
			second[i].Status = "node-limit"
		}
		assert.Equal(t, want, judgedBy(c, base, second).Verdict, lost)
	}
	assert.Equal(t, Undecided, judgedBy(c, base, base).Verdict)
}

// Words such as "more" and "faster" mean a difference of at least 5 %. The study of evolution
// states another margin in each claim.
func TestMargin(t *testing.T) {
	for _, name := range Names() {
		for _, c := range studyOf(name).study.Claims {
			switch {
			case c.Range == nil || c.Range[0] == c.Range[1]:
			case c.Wins:
				assert.Equal(t, [2]float64{0.55, 1}, *c.Range, c.Claim)
			case strings.Contains(c.Claim, "(judged:"), strings.Contains(c.Claim, "at least twice"):
				// the claim names its limits
			case c.Ratio+c.Median != "" && c.Range[0] == 0:
				assert.Equal(t, 0.95, c.Range[1], c.Claim)
			case c.Ratio+c.Median != "" && math.IsInf(c.Range[1], 1):
				assert.Equal(t, 1.05, c.Range[0], c.Claim)
			}
		}
	}
}

// The claims of the studies take the solvers that they speak of.
func TestClaimsOfStudies(t *testing.T) {
	s := studyOf("four-heuristics")
	seconds := map[string][]bench.Record{"misplaced": faster, "manhattan": base, "max-sort": base,
		"euclidean": base}
	for i, r := range s.results["by-misplaced"] {
		if r.group.Name == "3x3 misplaced 0.375" {
			s.results["by-misplaced"][i].trials = seconds[r.solver.Name]
		}
	}
	s.tell()
	assert.Equal(t, Undecided, verdict(t, s, "on size 2, Euclidean distance is not the fastest"),
		"no boards of 2x2")
	assert.Equal(t, Holds,
		verdict(t, s, "misplaced tiles are still faster than Manhattan distance overall"))
	assert.Equal(t, Fails, verdict(t, s, "misplaced tiles expand twice as many nodes"))

	s = studyOf("four-searches")
	counts := map[string]uint64{"bfs": 80, "ucs": 100, "iddfs": 4000, "astar manhattan": 1,
		"idastar manhattan": 2}
	for i, r := range s.results["random"] {
		for n := range 10 {
			trial := record(counts[r.solver.Name], true)
			trial.Puzzle = n + 1
			s.results["random"][i].trials = append(s.results["random"][i].trials, trial)
		}
	}
	s.tell()
	assert.Equal(t, Fails,
		verdict(t, s, "uniform-cost search is last in all cases (on random boards"))
	assert.Equal(t, Fails,
		verdict(t, s, "iterative deepening is better than uniform-cost search (on random boards"))
}

// verdict finds the claim that begins so.
func verdict(t *testing.T, s *session, text string) Verdict {
	for _, c := range s.report.Claims {
		if strings.HasPrefix(c.Text, text) {
			return c.Verdict
		}
	}
	require.Fail(t, "no claim "+text)
	return ""
}
