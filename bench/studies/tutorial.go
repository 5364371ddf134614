package studies

import (
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// treeReplicas are the searches of the page, which keep no visited set, and the same
// searches with a visited set.
var treeReplicas = replicas{doubtful: tooSlow, searches: []namedSearch{
	replica{Name: "BFS"},
	replica{Name: "graph BFS", Known: whenGenerated},
	replica{Name: "A* misplaced", Heuristic: heuristics.Misplaced},
	replica{Name: "graph A* misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
	replica{Name: "A* manhattan", Heuristic: heuristics.Manhattan},
	replica{Name: "graph A* manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
}}

// fewMilliseconds is the maximum time in seconds of a search that counts as taking "a few
// milliseconds".
const fewMilliseconds = 0.01

// tooSlow reports whether a trial contradicts the claim about the time of A* with
// Manhattan distance.
func tooSlow(t bench.Trial) bool {
	return t.Solver.Name == "A* manhattan" && t.Seconds > fewMilliseconds
}

// tutorial judges the interactive tutorial.
//
// Its page solves 4x4 boards with BFS and A*. The searches are tree searches: they keep
// no visited set. The page has no figures and makes no explicit claims. The re-run judges
// what the page implies. It runs each search without and with a visited set, on boards of
// 5 to 50 random moves.
func tutorial(s *session) {
	all := s.results["tree-and-graph"]
	searches := []string{"BFS", "A* misplaced", "A* manhattan"}
	trees := all.filter(func(r row) bool { return slices.Contains(searches, r.label("solver")) })
	graph := func(r row) row { return all.one("group", r.label("group"), "solver", "graph "+r.label("solver")) }
	s.show("tree-and-graph", trees, setting(randomMoves, "shuffle"), labelled("search", "solver"), boards,
		number("tree solved", units.Share, accuracy), number("graph solved", units.Share, accuracy.of(graph)),
		number("tree median", units.Count, medianExpanded),
		number("graph median", units.Count, medianExpanded.of(graph)),
		number("tree / graph", units.Ratio, func(r row) float64 {
			a, b := bothSolved(r, graph(r))
			return total(expanded)(row{trials: a}) / total(expanded)(row{trials: b})
		}))
	panel := plot.Panel{
		Title: "Tree search, as the page", X: plot.Axis{Label: randomMoves, Unit: units.Count},
		Y: plot.Axis{Label: "median expanded", Log: true},
	}
	graphPanel := panel
	graphPanel.Title = "Graph search"
	s.figure("tree-and-graph", lines(panel, trees, "solver", shuffles, medianExpanded),
		lines(graphPanel, trees, "solver", shuffles, medianExpanded.of(graph)))
	s.treeClaims(trees, searches, graph)
	s.fifteen()
}

// treeClaims judges what the page implies about accuracy, visited sets and lengths.
func (s *session) treeClaims(trees rows, searches []string, graph func(row) row) {
	var accuracies []float64
	for _, name := range searches {
		accuracies = append(accuracies, accuracy(trees.where("solver", name).merged()))
	}
	lost, differ := 0, 0
	for _, r := range trees {
		same, both := onBoth(r, graph(r), sameLength)
		lost += len(keep(graph(r).trials, solved)) - both
		differ += both - same
	}
	known := is(accuracies...)
	s.claim("order", known, accuracies[0] < accuracies[1] && accuracies[1] < accuracies[2],
		"by tree search, BFS solves %s of the boards, A* with misplaced tiles %s, and A* with Manhattan distance %s",
		inPercent(accuracies[0]), inPercent(accuracies[1]), inPercent(accuracies[2]))
	s.claim("visited", known, lost == 0,
		"in %s (a search on a board), only the search with a visited set finds a plan",
		units.Plural(lost, "case", "cases"))
	s.estimates(trees)
	s.claim("shortest", known, differ == 0, "the plans found with and without a visited set differ in length in "+
		"%s", units.Plural(differ, "search", "searches"))
}

// estimates judges two claims about A* with Manhattan distance: that a search takes a few
// milliseconds, and that the estimates are higher than with misplaced tiles.
func (s *session) estimates(trees rows) {
	all := trees.where("solver", "A* manhattan").merged().trials
	var longest bench.Record
	slow, lower, equal := 0, 0, 0
	for _, r := range all {
		if r.Seconds > longest.Seconds {
			longest = r
		}
		if r.Seconds > fewMilliseconds {
			slow++
		}
		var estimates [2]puzzle.Cost
		for i, h := range []heuristics.Heuristic{heuristics.Misplaced, heuristics.Manhattan} {
			estimator, err := h.For(r.Goal, r.MoveCosts)
			must("estimates", err)
			estimates[i] = estimator.Estimate(r.Board.Tiles())
		}
		switch {
		case estimates[1] < estimates[0]:
			lower++
		case estimates[1] == estimates[0]:
			equal++
		}
	}
	s.claim("milliseconds", len(all) > 0, slow == 0, "the longest of %d searches took %s and expanded %s; %d took "+
		"more than %s", len(all), units.Seconds.Format(longest.Seconds),
		units.Plural(int(longest.Expanded), "state", "states"), slow, units.Seconds.Format(fewMilliseconds))
	s.claim("higher", len(all) > 0, lower+equal == 0, "Manhattan distance is lower than misplaced tiles on %d of %d "+
		"boards, and equal on %d", lower, len(all), equal)
}

// fifteen adds a table of uniformly random 15-puzzles, which the studies did not solve.
func (s *session) fifteen() {
	s.beyond("fifteen", s.results["uniform-4x4"], byHeuristic, boards, solvedShare, meanLength,
		number("median expanded", units.Count, medianExpanded), meanTime)
}
