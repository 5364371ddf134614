package studies

import (
	"slices"

	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
)

// treeReplicas are the searches of the page, which keep no visited set, and the same
// searches with one.
var treeReplicas = replicas{searches: []replica{
	{Name: "BFS"},
	{Name: "graph BFS", Known: whenGenerated},
	{Name: "A* misplaced", Heuristic: heuristics.Misplaced},
	{Name: "graph A* misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
	{Name: "A* manhattan", Heuristic: heuristics.Manhattan},
	{Name: "graph A* manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
}}

// tutorial judges the interactive tutorial.
//
// Its page solves 4x4 boards with BFS and with A*, and keeps no visited set: the
// searches go through a tree. It printed no figures. Each search is run as the page has
// it and with a visited set, on boards of 5 to 50 random moves. The claims are those
// that the page implies.
func tutorial(s *session) {
	all := s.results["tree-and-graph"]
	searches := []string{"BFS", "A* misplaced", "A* manhattan"}
	trees := all.filter(func(r row) bool { return slices.Contains(searches, r.label("solver")) })
	graph := func(r row) row { return all.one("group", r.label("group"), "solver", "graph "+r.label("solver")) }
	s.show("tree-and-graph", trees, setting("shuffle"), labelled("search", "solver"), boards,
		number("tree solved", units.Share, accuracy), number("graph solved", units.Share, accuracy.of(graph)),
		number("tree median", units.Count, medianExpanded),
		number("graph median", units.Count, medianExpanded.of(graph)),
		number("tree / graph", units.Ratio, func(r row) float64 {
			a, b := bothSolved(r, graph(r))
			return total(expanded)(row{trials: a}) / total(expanded)(row{trials: b})
		}))
	panel := plot.Panel{
		Title: "Tree search, as the page", X: plot.Axis{Label: "random moves", Unit: units.Count},
		Y: plot.Axis{Label: "median expanded", Log: true},
	}
	graphPanel := panel
	graphPanel.Title = "Graph search"
	s.figure("tree-and-graph", lines(panel, trees, "solver", shuffles, medianExpanded),
		lines(graphPanel, trees, "solver", shuffles, medianExpanded.of(graph)))
	s.treeClaims(trees, searches, graph)
	s.fifteen()
}

// treeClaims judges what the page implies. The page claims nothing in figures.
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
		"solved by tree search: %s, %s, %s of the boards of all rows",
		inPercent(accuracies[0]), inPercent(accuracies[1]), inPercent(accuracies[2]))
	s.claim("visited", known, lost == 0,
		"%d searches that a visited set brings to the goal take too long without one", lost)
	s.claim("shortest", known, differ == 0, "%d plans of different lengths among those that both found", differ)
}

// fifteen adds uniformly random 15-puzzles, which the studies did not reach.
func (s *session) fifteen() {
	s.beyond("fifteen", s.results["uniform-4x4"], byHeuristic, boards, solvedShare, meanLength,
		number("median expanded", units.Count, medianExpanded), meanTime)
}
