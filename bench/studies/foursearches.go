package studies

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
)

// searchReplicas are the study's five searches. The search that the study calls IDA* is
// iterative deepening without a heuristic.
var searchReplicas = replicas{timed: true, searches: []namedSearch{
	replica{Name: "bfs", Known: whenGenerated, MoveBack: true},
	replica{Name: "ucs", MoveBack: true},
	replica{Name: "iddfs", Deepening: true, MoveBack: true},
	replica{Name: "astar", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
	replica{Name: "idastar", Deepening: true},
}}

// fourSearches judges the study that ran five searches on four 8-puzzles.
//
// The study printed the path, the number of nodes expanded, the depths, the time and the
// memory of every run. The replicas give the same paths and, with one exception, the same
// counts, so the table compares each field. The memory is measured with the laboratory's
// own solver of the same name, in a separate process.
//
// The study claims that IDA* is faster than A* in all cases. The claim is judged three
// times: with the study's tables, with the replicas, and with the laboratory's solvers on
// random boards. The study's four boards are at most five moves from the goal. So the
// claims about UCS are judged on random boards, too.
func fourSearches(s *session) {
	replayed, own := s.results["replicas"].beside("four-searches"), s.results["boards"]
	s.searchTables(replayed, own)
	s.searchClaims(replayed)
	s.randomEights()
	s.beyond("orders", s.results["orders"], labelled("order", "order"), boards, meanExpanded,
		keyed("before last f", number("before last iteration", units.Count, mean(analysis.BeforeLastF.Of))))
	s.beyond("larger", s.results["larger"], keyed("boards of", labelled("size", "group")),
		labelled("algorithm", "algorithm"), boards, solvedShare, meanLength, meanExpanded, meanTime)
}

// replayedPath returns the path that the replica of a row found, and whether the study
// printed this path. All runs of a replica find the same path.
func replayedPath(r row) (path string, same bool) {
	if len(r.trials) > 0 && r.trials[0].Moves != nil {
		path = *r.trials[0].Moves
	}
	return path, path == r.published["path"]
}

// searchTables adds a table of the study's runs, with the names of the study's fields,
// and a table of the same boards solved by the laboratory's own searches.
func (s *session) searchTables(replayed, own rows) {
	counts := func(head string, of figure) column { return number(head, units.Count, of) }
	labels := []column{labelled("board", "board"), labelled("algorithm", "algorithm")}
	s.show("searches", replayed, append(labels[:2:2],
		text("path_to_goal", func(r row) string { path, _ := replayedPath(r); return path }),
		text("same path", func(r row) string {
			if _, same := replayedPath(r); same {
				return "yes"
			}
			return "no"
		}),
		counts("cost_of_path", mean(length)),
		counts("nodes_expanded, study", printed("nodes_expanded")), counts("nodes_expanded", mean(expanded)),
		counts("search_depth", mean(length)),
		counts("max_search_depth, study", printed("max_search_depth")),
		counts("max_search_depth", mean(func(r bench.Record) float64 { return float64(r.MaxDepth) })),
		counts("fringe_size", mean(func(r bench.Record) float64 { return float64(r.Open) })),
		counts("max_fringe_size", mean(func(r bench.Record) float64 { return float64(r.PeakOpen) })),
		number("running_time, study", units.Seconds, printed("running_time_s")),
		number("running_time", units.Seconds, quantile(0.5, elapsed)),
		number("max_ram_usage, study", units.Bytes, printed("max_ram_mb").times(1e6)),
		number("max_ram_usage", units.Bytes, mean(resident).of(own.like([]string{"board", "algorithm"}))))...)
	s.beyond("own", own, append(labels[:2:2], counts("length", mean(length)), counts("expanded", mean(expanded)),
		counts("generated", mean(generated)),
		keyed("peak resident", number("max_ram_usage", units.Bytes, mean(resident))))...)
}

// searchClaims judges the claims about the paths, the counts and the times of the study's
// runs. Only the verdict on the published times does not depend on the re-run.
func (s *session) searchClaims(replayed rows) {
	samePath, known := 0, true
	var odd []string
	for _, r := range replayed {
		known = known && len(r.trials) > 0
		if _, same := replayedPath(r); same {
			samePath++
		}
		if ours, theirs := mean(expanded)(r), printed("nodes_expanded")(r); ours != theirs {
			odd = append(odd, fmt.Sprintf("%s on %s expands %.0f (study: %.0f)", r.label("algorithm"),
				r.label("board"), ours, theirs))
		}
	}
	s.claim("paths", known, samePath == len(replayed), "%d of %d paths are the same, move by move", samePath,
		len(replayed))
	s.claim("nodes", known, len(odd) == 0, "%d of %d counts are the same; exceptions: %s",
		len(replayed)-len(odd), len(replayed), orNone(odd))

	astar := replayed.where("algorithm", "astar")
	faster := func(seconds figure) (n int) {
		for _, r := range astar {
			if seconds(replayed.one("board", r.label("board"), "algorithm", "idastar")) < seconds(r) {
				n++
			}
		}
		return n
	}
	theirs := faster(printed("running_time_s"))
	ours := faster(quantile(0.5, elapsed))
	s.claim("faster-tables", true, theirs == len(astar), "IDA* is faster on %d of the %d boards", theirs, len(astar))
	s.claim("faster-replicated", known, ours == len(astar), "IDA* is faster on %d of the %d boards", ours, len(astar))

	// worse returns the numbers of boards on which one search expands more states than the
	// other (more), and fewer states (notMore).
	worse := func(one, other string) (more, notMore int) {
		for _, r := range replayed.where("algorithm", one) {
			second := replayed.one("board", r.label("board"), "algorithm", other)
			switch a, b := mean(expanded)(r), mean(expanded)(second); {
			case a > b:
				more++
			case a < b:
				notMore++
			}
		}
		return more, notMore
	}
	exceptions := 0
	for _, other := range []string{"bfs", "iddfs", "astar", "idastar"} {
		_, fewer := worse("ucs", other)
		exceptions += fewer
	}
	s.claim("ucs-worst", known, exceptions == 0, "another search expands more states than UCS in %d of 16 "+
		"comparisons (4 boards, 4 other searches)", exceptions)
	more, fewer := worse("ucs", "iddfs")
	s.claim("iddfs-ucs", known, fewer == 0 && more > 0,
		"IDDFS expands fewer states than UCS on %d of 4 boards and more on %d", more, fewer)
}

// randomEights runs the laboratory's own searches on random 8-puzzles. It shows how the
// effort of each search grows with the length of the plan, and judges the study's claims
// on these boards.
func (s *session) randomEights() {
	all := s.results["random"]
	s.beyond("random", all, labelled("search", "solver"), boards, meanLength,
		meanExpanded, meanTime, number("growth per move", units.Ratio, growth))
	drawn := all.filter(func(r row) bool { // two lines are left out, because they would hide others
		return r.label("solver") != "ucs" && r.label("heuristic") != "pdb:8"
	})
	s.figure("convergence", byLength(plot.Panel{Y: plot.Axis{Label: "mean expanded", Log: true}}, drawn, expanded))

	astar, idastar := all.one("solver", "astar manhattan"), all.one("solver", "idastar manhattan")
	faster, both := onBoth(idastar, astar, func(a, b bench.Record) bool { return a.Seconds < b.Seconds })
	ratio, p := ratioOf(elapsed, astar, idastar)
	s.judge("faster-random", tested(p, ratio.Value > 1), "IDA* is faster on %s of %d boards of 3x3 (p %s), although "+
		"it expands %s times as many states in total", inPercent(share(faster, both).Value), both, probability(p),
		units.Ratio.Format(mean(expanded)(idastar)/mean(expanded)(astar)))
	s.worstOfRandom(all)
	ratio, p = ratioOf(stored, idastar, astar)
	s.judge("space", tested(p, ratio.Value < 1), "IDA* stores %s times as many states as A* (p %s)",
		units.Ratio.Format(ratio.Value), probability(p))
	var verdicts []Verdict
	var shown []string
	for _, name := range []string{"bfs", "ucs", "iddfs"} {
		ratio, p := ratioOf(expanded, astar, all.one("solver", name))
		verdicts = append(verdicts, tested(p, ratio.Value < 1))
		shown = append(shown, fmt.Sprintf("%s times as many states as %s (p %s)", units.Ratio.Format(ratio.Value),
			strings.ToUpper(name), probability(p)))
	}
	s.judge("informed", every(verdicts...), "A* expands %s", strings.Join(shown, ", "))
}

// worstOfRandom judges the claims about UCS on the random boards.
func (s *session) worstOfRandom(all rows) {
	ucs := all.one("solver", "ucs")
	known, exceptions := true, 0
	var shown []string
	for _, name := range []string{"bfs", "iddfs", "astar manhattan", "idastar manhattan"} {
		more, both := onBoth(all.one("solver", name), ucs,
			func(a, b bench.Record) bool { return a.Expanded > b.Expanded })
		known, exceptions = known && both > 0, exceptions+more
		shown = append(shown, fmt.Sprintf("%s %d", name, more))
	}
	s.claim("ucs-worst-random", known, exceptions == 0, "number of boards, of %d, on which a search expands more "+
		"states than UCS: %s", len(ucs.trials), strings.Join(shown, ", "))
	iddfs := all.one("solver", "iddfs")
	ratio, p := ratioOf(expanded, iddfs, ucs)
	s.judge("iddfs-ucs-random", tested(p, ratio.Value < 1), "IDDFS expands %s times as many states as UCS (p %s), and "+
		"%s times as many in total", units.Ratio.Format(ratio.Value), probability(p),
		units.Ratio.Format(total(expanded)(iddfs)/total(expanded)(ucs)))
}

// stored is the largest number of states that a search stored at the same time.
func stored(r bench.Record) float64 { return float64(r.PeakStored) }

// growth returns the factor by which the mean number of expanded states grows with each
// move of the plan. It fits a line to the logarithms by least squares.
func growth(r row) float64 {
	var x, y []float64
	for _, r := range (rows{r}).eachLength() {
		if effort := mean(expanded)(r); effort > 0 {
			x, y = append(x, mean(length)(r)), append(y, math.Log(effort))
		}
	}
	if len(x) < 2 {
		return unknown
	}
	_, slope := stat.LinearRegression(x, y, nil, false)
	return math.Exp(slope)
}
