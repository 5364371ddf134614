package studies

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
)

// took makes a solved trial of each of some boards, that took so many seconds.
func took(seconds ...float64) []bench.Record {
	all := make([]bench.Record, len(seconds))
	for i, s := range seconds {
		all[i] = record(100, true)
		all[i].Group, all[i].Puzzle, all[i].Seconds = "uniform", i+1, s
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
		{solver: bench.Solver{Name: "a"}, trials: first}, {solver: bench.Solver{Name: "b"}, trials: second},
	}}}
	c.Of = []numbers{{Selection: Selection{From: []string{"e"}}, First: []string{"a"}, Second: []string{"b"}}}
	s.judge(c)
	return s.report.Claims[0]
}

func TestTimesAreJudgedBoardByBoard(t *testing.T) {
	slower := claim{Ratio: "time", Range: &[2]float64{1.001, math.Inf(1)}}
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
		{"too few", took(2, 2, 2), took(1, 1, 1), Undecided},
		{"none", nil, nil, Undecided},
		{"other boards", base[:5], base[5:], Undecided},
	} {
		assert.Equal(t, c.verdict, judgedBy(slower, c.first, c.second).Verdict, c.name)
	}
	assert.Contains(t, judgedBy(slower, base, faster).Shown, "median of time of a / time of b: 1.20 (")
	slower.Fewest = 101
	assert.Equal(t, Undecided, judgedBy(slower, base, faster).Verdict, "times of starting a search")
	assert.Equal(t, Shown, judgedBy(claim{Ratio: "time"}, base, faster).Verdict)
}

// The value of a board is the median over its repeats.
func TestRepeats(t *testing.T) {
	ids, medians := row{trials: append(append(took(9, 2), took(1, 2)...), took(3, 5)...)}.byBoard("time", solved)
	assert.Equal(t, []boardID{{"uniform", 1}, {"uniform", 2}}, ids)
	assert.Equal(t, map[boardID]float64{{"uniform", 1}: 3, {"uniform", 2}: 2}, medians)
}

// Runs of the GA that evaluate the same plans say nothing of their settings.
func TestSameRuns(t *testing.T) {
	genetic := func(records []bench.Record, evaluated uint64) row {
		for i := range records {
			records[i].Algorithm, records[i].Evaluated = "ga", evaluated
		}
		return row{solver: bench.Solver{Settings: studyOf("ga-vs-astar").results["ga-2x2"][1].solver.Settings},
			trials: records}
	}
	c := claim{Ratio: "time"}
	slow, quick := took(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), took(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	assert.Zero(t, c.compare(genetic(slow, 7), genetic(quick, 7)).N)
	m := c.compare(genetic(slow, 8), genetic(quick, 7))
	assert.Equal(t, analysis.Interval{Value: 2, Low: 2, High: 2, N: 10}, m.Interval)
}

func TestVerdicts(t *testing.T) {
	got := func(low, high float64) analysis.Interval {
		return analysis.Interval{Value: (low + high) / 2, Low: low, High: high, N: 10}
	}
	for _, c := range []struct {
		measured analysis.Interval
		claimed  [2]float64
		want     Verdict
	}{
		{got(19, 22), [2]float64{21, 21}, Holds},
		{got(10, 12), [2]float64{21, 21}, Fails},
		{got(20, 90), [2]float64{10, 100}, Holds},
		{got(90, 120), [2]float64{10, 100}, Undecided},
		{got(101, 120), [2]float64{10, 100}, Fails},
		{got(math.NaN(), math.NaN()), [2]float64{10, 100}, Undecided},
		{analysis.Interval{}, [2]float64{10, 100}, Undecided},
		{analysis.ShareOf(99, 100), [2]float64{1, 1}, Fails},
		{analysis.ShareOf(100, 100), [2]float64{1, 1}, Holds},
	} {
		assert.Equal(t, c.want, judged(c.measured, &c.claimed), c)
	}
	assert.Equal(t, Holds, every([]Verdict{Holds, Holds}))
	assert.Equal(t, Fails, every([]Verdict{Holds, Undecided, Fails}))
	assert.Equal(t, Undecided, every([]Verdict{Holds, Undecided}))
	assert.Equal(t, Undecided, every(nil))
}

// A claim about all boards fails if one board contradicts it.
func TestClaimsAboutAllBoards(t *testing.T) {
	c := claim{Boards: "time >", Range: &[2]float64{1, 1}}
	assert.Equal(t, Holds, judgedBy(c, base, faster).Verdict)
	one := judgedBy(c, append(took(.1), base[1:]...), faster)
	assert.Equal(t, Fails, one.Verdict)
	assert.Contains(t, one.Shown, "time of a > that of b on 90.0 % (")
	c.Boards = "solved >="
	lost := append([]bench.Record{}, base...)
	lost[3].Status = "node-limit"
	assert.Equal(t, Fails, judgedBy(c, lost, base).Verdict)
	assert.Equal(t, Holds, judgedBy(c, base, lost).Verdict)
}

// The solver that solves more boards wins if chance hardly explains the boards that only one solves.
func TestWins(t *testing.T) {
	c := claim{Wins: true, Range: &[2]float64{0.5, 1}}
	for lost, want := range map[int]Verdict{5: Undecided, 6: Holds} {
		second := append([]bench.Record{}, base...)
		for i := range lost {
			second[i].Status = "node-limit"
		}
		assert.Equal(t, want, judgedBy(c, base, second).Verdict, lost)
	}
	assert.Equal(t, Undecided, judgedBy(c, base, base).Verdict)
}

// A share of rows names the rows that contradict the claim.
func TestClaimsAboutRows(t *testing.T) {
	rs := rows{
		{solver: bench.Solver{Name: "a"}, trials: base, published: line{"n": "100"}},
		{solver: bench.Solver{Name: "b"}, trials: base, published: line{"n": "7"}},
		{solver: bench.Solver{Name: "c"}, trials: base},
	}
	m := share(rs, "mean expanded | = | study n")
	assert.Equal(t, 0.5, m.Value)
	assert.Equal(t, "1 of 2; not  b: 100", m.text)
	assert.Equal(t, 3, share(rs, "solved | = | 1").N)
	assert.Zero(t, share(append(rs, row{}), "solved | = | 1").N, "not known without trials")
	rs[0].published["n"], rs[1].published["n"] = tookTooLong, "5"
	assert.Equal(t, 0.5, share(rs, "median expanded | TL | study n").Value)
}

// The claims of the studies take the solvers that they speak of.
func TestClaimsOfStudies(t *testing.T) {
	s := studyOf("four-heuristics")
	seconds := map[string][]bench.Record{"astar misplaced": faster, "astar manhattan": base, "astar max-sort": base,
		"astar euclidean": uneven}
	for i, r := range s.results["by-misplaced"] {
		if r.group.Name == "3x3 misplaced 0.375" {
			s.results["by-misplaced"][i].trials = seconds[r.solver.Name]
		}
	}
	s.tell()
	assert.Equal(t, Undecided, verdict(t, s, "A* is fastest with Euclidean distance (judged on 4x4)"), "no boards")
	nevertheless := "A* expands more states with misplaced tiles than with Manhattan distance, but is faster "
	assert.Equal(t, Holds, verdict(t, s, nevertheless+"(judged on 3x3)"))

	s = studyOf("four-searches")
	counts := map[string]uint64{"bfs": 80, "ucs": 100, "iddfs": 4000, "astar manhattan": 1, "idastar manhattan": 2}
	for i, r := range s.results["random"] {
		for n := range 10 {
			trial := record(counts[r.solver.Name], true)
			trial.Puzzle = n + 1
			s.results["random"][i].trials = append(s.results["random"][i].trials, trial)
		}
	}
	s.tell()
	assert.Equal(t, Fails, verdict(t, s, "UCS is the worst search in all cases (inferred from the nodes that the lab"))
	assert.Equal(t, Fails, verdict(t, s, "IDDFS is better than UCS (inferred from the nodes that the laboratory's"))
	assert.Equal(t, Holds, verdict(t, s, "informed searches are better"))
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
