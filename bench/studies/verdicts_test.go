package studies

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/report"
)

// took makes a solved trial of each of some boards, that took so many seconds.
func took(seconds ...float64) []bench.Record {
	all := make([]bench.Record, len(seconds))
	for i, s := range seconds {
		all[i] = record(fewestForTime, true)
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

func TestTimesAreJudgedBoardByBoard(t *testing.T) {
	for _, c := range []struct {
		name    string
		first   []bench.Record
		second  []bench.Record
		verdict Verdict
	}{
		{"slower", base, faster, Holds},
		{"faster", faster, base, Fails},
		{"undecided", uneven, base, Undecided},
		{"the same", base, base, Undecided},
		{"too few", took(2, 2, 2), took(1, 1, 1), Undecided},
		{"none", nil, nil, Undecided},
		{"other boards", base[:5], base[5:], Undecided},
	} {
		s := &session{words: words{Claims: map[string]string{"claim": "first is slower"}}}
		s.slower("claim", pair{first: row{trials: c.first}, second: row{trials: c.second}})
		assert.Equal(t, c.verdict, s.report.Claims[0].Verdict, c.name)
	}
}

// Runs of the GA that evaluate the same plans say nothing of their settings.
func TestSameRuns(t *testing.T) {
	genetic := func(records []bench.Record, evaluated uint64) row {
		for i := range records {
			records[i].Algorithm, records[i].Evaluated = "ga", evaluated
		}
		return row{trials: records}
	}
	slow, quick := took(2, 2, 2, 2, 2, 2, 2, 2, 2, 2), took(1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	ratio, p := ratioOf(elapsed, genetic(slow, 7), genetic(quick, 7))
	assert.Zero(t, ratio.N)
	assert.False(t, significant(p))
	ratio, p = ratioOf(elapsed, genetic(slow, 8), genetic(quick, 7))
	assert.Equal(t, 10, ratio.N)
	assert.True(t, significant(p))
}

func TestFastest(t *testing.T) {
	for _, c := range []struct {
		name    string
		others  [][]bench.Record
		verdict Verdict
	}{
		{"than both", [][]bench.Record{base, base}, Holds},
		{"than one", [][]bench.Record{base, faster}, Undecided},
		{"slower than one", [][]bench.Record{base, took(.1, .2, .3, .4, .5, .6, .7, .8, .9, 1)}, Fails},
		{"of nothing", [][]bench.Record{nil, nil}, Undecided},
	} {
		s := &session{words: words{Claims: map[string]string{"claim": "it is fastest"}}}
		s.fastest("claim", rows{{trials: faster}}, row{trials: c.others[0]}, row{trials: c.others[1]})
		assert.Equal(t, c.verdict, s.report.Claims[0].Verdict, c.name)
	}
}

func TestVerdictsOfIntervals(t *testing.T) {
	got := func(low, high float64) analysis.Interval {
		return analysis.Interval{Value: (low + high) / 2, Low: low, High: high, N: 10}
	}
	assert.Equal(t, Holds, covers(got(19, 22), 21, 21))
	assert.Equal(t, Fails, covers(got(10, 12), 21, 21))
	assert.Equal(t, Holds, covers(got(90, 120), 10, 100), "the end may lie in the range")
	assert.Equal(t, Fails, covers(got(101, 120), 10, 100))
	assert.Equal(t, Undecided, covers(got(math.NaN(), math.NaN()), 10, 100))
	assert.Equal(t, Undecided, covers(analysis.Interval{}, 10, 100))

	assert.Equal(t, Holds, every(Holds, Holds))
	assert.Equal(t, Fails, every(Holds, Undecided, Fails))
	assert.Equal(t, Undecided, every(Holds, Undecided))
	assert.Equal(t, Undecided, every())
	assert.Equal(t, Fails, agreed(Fails, Fails))
	assert.Equal(t, Undecided, agreed(Holds, Fails))
	assert.Equal(t, Undecided, agreed())
}

// A published share that the measured interval does not cover is refuted only if the intervals of
// both do not meet.
func TestPublishedAccuracies(t *testing.T) {
	for accuracy, want := range map[string]Verdict{".64": Holds, ".52": Undecided, ".30": Fails} {
		r := row{published: line{"trials": "100", "accuracy": accuracy}}
		for i := range 200 {
			r.trials = append(r.trials, record(1, i < 130))
		}
		assert.Equal(t, want, asPublished(r), accuracy)
	}
}

// A claim about times is undecided if tables disagree.
func TestTablesThatDisagree(t *testing.T) {
	s := &session{words: words{Claims: map[string]string{"claim": "first is slower"}}}
	s.slower("claim", pair{first: row{trials: base}, second: row{trials: faster}},
		pair{first: row{trials: faster}, second: row{trials: base}})
	assert.Equal(t, Undecided, s.report.Claims[0].Verdict)
}

// ofTheFour returns the rows of 3x3 of "four-heuristics" with so many tiles misplaced,
// which a function makes the trials of.
func ofTheFour(tiles []int, trials func(misplaced int, heuristic string) []bench.Record) rows {
	s := studyOf("four-heuristics")
	drawn := s.results["by-misplaced"]
	for i, r := range drawn {
		if r.label("group") != "3x3 misplaced 0.375" {
			continue
		}
		for _, n := range tiles {
			for _, t := range trials(n, r.label("heuristic")) {
				t.StartMisplaced = n
				drawn[i].trials = append(drawn[i].trials, t)
			}
		}
	}
	return byMisplaced(drawn)
}

// studyOf returns a session of a study before its first trial.
func studyOf(name string) *session {
	w, experiments := readStudy(name)
	s := &session{words: w, results: map[string]rows{}}
	for _, e := range experiments {
		s.results[e.Name] = rowsOf(e, nil)
	}
	return s
}

// A tie of all says nothing of which is worst, and a tie for the first place is
// none.
func TestMostExpanded(t *testing.T) {
	counts := map[int]map[string]uint64{
		3: {"misplaced": 5, "manhattan": 5, "max-sort": 5, "euclidean": 5},
		4: {"misplaced": 9, "manhattan": 5, "max-sort": 9, "euclidean": 6},
		5: {"misplaced": 9, "manhattan": 5, "max-sort": 10, "euclidean": 6},
		6: {"misplaced": 9, "manhattan": 5, "max-sort": 10, "euclidean": 11},
	}
	for last, want := range map[int][]int{3: {0, 0}, 4: {1, 0}, 5: {2, 1}, 6: {3, 1}} {
		common := ofTheFour([]int{3, 4, 5, 6}[:last-2], func(misplaced int, heuristic string) []bench.Record {
			return []bench.Record{record(counts[misplaced][heuristic], true)}
		})
		differ, most := mostExpanded(common, "max-sort")
		assert.Equal(t, want, []int{differ, most}, last)
	}
}

// The claims of the studies take the solvers that they speak of.
func TestClaimsOnTimes(t *testing.T) {
	judged := func(seconds map[string][]bench.Record) *session {
		s := studyOf("four-heuristics")
		s.heuristicClaims(ofTheFour([]int{3}, func(_ int, heuristic string) []bench.Record {
			return seconds[heuristic]
		}))
		return s
	}
	s := judged(map[string][]bench.Record{"misplaced": base, "manhattan": faster, "max-sort": base,
		"euclidean": faster})
	assert.Equal(t, Undecided, verdict(t, s, "A* is fastest with Euclidean distance (judged on 3x3)"))
	assert.Equal(t, Undecided, verdict(t, s, "A* is fastest with Euclidean distance (judged on 4x4)"), "no boards")
	nevertheless := "A* expands more states with misplaced tiles than with Manhattan distance, but is faster " +
		"(judged on 3x3)"
	assert.Equal(t, Fails, verdict(t, s, nevertheless))
	s = judged(map[string][]bench.Record{"misplaced": faster, "manhattan": base, "max-sort": base, "euclidean": uneven})
	assert.Equal(t, Holds, verdict(t, s, nevertheless))
	short := took(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
	for i := range short {
		short[i].Expanded = fewestForTime - 1
	}
	s = judged(map[string][]bench.Record{"misplaced": faster, "manhattan": short, "max-sort": base, "euclidean": base})
	assert.Equal(t, Undecided, verdict(t, s, nevertheless), "times of starting a search")

	evolved := func(conflict []bench.Record) Verdict {
		s := studyOf("ga-vs-astar")
		for _, name := range []string{"ga-2x2", "ga-3x3"} {
			rs := s.results[name]
			for i, r := range rs {
				switch {
				case r.label("algorithm") != "ga" || r.label("phase-mode") != "restart":
				case r.label("generations") != "500":
				case r.label("heuristic") == conflictPairs:
					rs[i].trials = conflict
				case r.label("heuristic") == "manhattan":
					rs[i].trials = base
				}
			}
		}
		s.results["genes"] = rowsOfReplicas("ga-vs-astar", "genes")
		s.results["vectors"] = rowsOfReplicas("ga-vs-astar", "vectors")
		gaVsAStar(s)
		return verdict(t, s, "with linear conflict the GA is slower")
	}
	assert.Equal(t, Fails, evolved(faster))
	assert.Equal(t, Undecided, evolved(uneven))
}

// The GA is compared with A* on each size: with the same boards and times, one ratio may be in the
// range of the study and the other outside.
func TestSpeedRatiosBySize(t *testing.T) {
	s := studyOf("ga-vs-astar")
	scaled := func(factor float64) []bench.Record {
		all := took(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
		for i := range all {
			all[i].Seconds *= factor
		}
		return all
	}
	for name, factor := range map[string]float64{"ga-2x2": 5, "ga-3x3": 50} {
		for i, r := range s.results[name] {
			if r.label("algorithm") == "ga" {
				s.results[name][i].trials = scaled(factor)
			} else {
				s.results[name][i].trials = scaled(1)
			}
		}
	}
	s.results["genes"] = rowsOfReplicas("ga-vs-astar", "genes")
	s.results["vectors"] = rowsOfReplicas("ga-vs-astar", "vectors")
	gaVsAStar(s)
	assert.Equal(t, Fails, verdict(t, s, "the GA is 10 to 100 times slower than A* (judged on 2x2)"))
	assert.Equal(t, Holds, verdict(t, s, "the GA is 10 to 100 times slower than A* (judged on 3x3)"))
}

// The claims about UCS are judged on the random boards too, and need not have the verdicts of the
// study's own boards.
func TestWorstOfRandomBoards(t *testing.T) {
	judged := func(counts map[string]uint64) *session {
		s := studyOf("four-searches")
		for i, r := range s.results["random"] {
			for n := range 10 {
				trial := record(counts[r.label("solver")], true)
				trial.Puzzle = n + 1
				s.results["random"][i].trials = append(s.results["random"][i].trials, trial)
			}
		}
		s.randomEights()
		return s
	}
	worst := "UCS is the worst search in all cases (inferred from the nodes that the laboratory's"
	deepening := "IDDFS is better than UCS (inferred from the nodes that the laboratory's"
	s := judged(map[string]uint64{"bfs": 80, "ucs": 100, "iddfs": 4000, "astar manhattan": 1, "idastar manhattan": 2})
	assert.Equal(t, Fails, verdict(t, s, worst))
	assert.Equal(t, Fails, verdict(t, s, deepening))
	s = judged(map[string]uint64{"bfs": 80, "ucs": 100, "iddfs": 90, "astar manhattan": 1, "idastar manhattan": 2})
	assert.Equal(t, Holds, verdict(t, s, worst))
	assert.Equal(t, Holds, verdict(t, s, deepening))
}

// Of several trials on a board, the one that took the least time counts.
func TestQuickest(t *testing.T) {
	trials := append(took(3, 2), append(took(1, 5), took(2, 4)...)...)
	trials = append(trials, bench.Record{Group: "other", Puzzle: 1, Seconds: 9})
	kept := rows{{trials: trials}}.quickest()[0].trials
	assert.Equal(t, []float64{1, 2, 9}, values(kept, elapsed))
	assert.Len(t, trials, 7)
}

// rowsOfReplicas returns the rows of an experiment without solvers, before its first trial.
func rowsOfReplicas(study, experiment string) rows {
	_, experiments := readStudy(study)
	for _, e := range experiments {
		if e.Name == experiment {
			for _, r := range replicasOf(study)[experiment].searches {
				e.Solvers = append(e.Solvers, bench.Solver{Name: r.label()})
			}
			return rowsOf(e, nil)
		}
	}
	return nil
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

// A report explains the names that it has, and no others.
func TestNames(t *testing.T) {
	assert.Nil(t, Report{Claims: []Claim{{"a claim about linear conflict", Holds, "manhattan"}}}.names())
	tables := Tables{{Rows: [][]report.Cell{{report.Text("linear-conflict-pairs")}, {report.Text("pdb:8")}}}}
	names := Report{Claims: []Claim{{"a claim", Holds, "ga 10/10/1"}}, Beyond: tables}.names()
	require.Len(t, names, 3)
	for i, name := range []string{"ga 200/500/5: ", "linear-conflict-pairs: ", "pdb:8: "} {
		assert.Contains(t, names[i], name)
	}
}

// A report has the rules that its claims need, and no others.
func TestRules(t *testing.T) {
	rules := func(shown string) string {
		return strings.Join(Report{Claims: []Claim{{"a claim", Holds, shown}}}.rules(), "\n")
	}
	plain := rules("2 of 4 boards")
	for _, term := range []string{"interval", "p-value", "factor", "GA"} {
		assert.NotContains(t, plain, term)
	}
	assert.Contains(t, rules("40 % (33 % to 46 %)"), "An interval")
	assert.NotContains(t, rules("40 % (33 % to 46 %)"), "p-value")
	tested := rules("bfs takes 2.00 times as long as ucs (9 boards, p <0.001)")
	assert.Contains(t, tested, "A p-value comes")
	assert.Contains(t, tested, "A factor")
	assert.NotContains(t, tested, "GA")
	assert.NotContains(t, tested, "interval")
	assert.Contains(t, rules("ga 10/10/5 takes 1.35 times as long as ga 10/10/1 (52 boards, p <0.001)"), "GA")
}
