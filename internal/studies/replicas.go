package studies

import (
	"math"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// moveCosts are the costs of moves of the blank in "four-searches".
var moveCosts = func() puzzle.Costs {
	costs, err := puzzle.ParseCosts("0.1,0.2,0.3,0.4")
	must("move costs", err)
	return costs
}()

// allReplicas holds the searches that imitate those of the studies, by study and experiment.
var allReplicas = map[string]map[string]replicas{
	"ga-vs-astar": {
		// How much time A* saves with a map and a heap.
		"vectors": {timed: true, searches: []replica{
			{Name: "maps manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
			{Name: "vectors manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, Vectors: true},
			{Name: "maps misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
			{Name: "vectors misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, Vectors: true},
		}},
		// The study's GA, which does not test whether a board is drawn solved.
		"ga-2x2": {timed: true},
		// The effect of two decisions of the study's GA: its genes, and a table of the moves already computed.
		"genes": {timed: true, genetic: map[string]geneticReplica{
			"float genes, moves memoised": {memoise: true},
			"lists of boards":             {boards: true},
		}},
	},
	// The searches whose states taken from the open list are counted.
	"shuffle-study": {"iterations": {searches: []replica{
		{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
		{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, MoveBack: true},
		{Name: "zero", Known: whenExpanded, MoveBack: true},
	}}},
	// The search that the study calls IDA* is iterative deepening without a heuristic.
	"four-searches": {"replicas": {timed: true, searches: []replica{
		{Name: "bfs", Known: whenGenerated, MoveBack: true},
		{Name: "ucs", MoveBack: true},
		{Name: "iddfs", Deepening: true, MoveBack: true},
		{Name: "astar", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true, Costs: moveCosts},
		{Name: "idastar", Deepening: true},
	}}},
	// The searches of the study count the blank as a tile in two heuristics. Six replicas show the effect.
	"four-heuristics": {"by-misplaced": {timed: true, searches: []replica{
		{Name: "misplaced", Heuristic: heuristics.Misplaced, CountBlank: 1, Known: raised, MoveBack: true},
		{Name: "manhattan", Heuristic: heuristics.Manhattan, CountBlank: math.MaxInt, Known: raised, MoveBack: true},
		{Name: "max-sort", Heuristic: heuristics.MaxSort, Known: raised, MoveBack: true},
		{Name: "euclidean", Heuristic: heuristics.Euclidean, Known: raised, MoveBack: true},
	}}, "blank": {searches: []replica{
		{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
		{Name: "manhattan with the blank", Heuristic: heuristics.Manhattan, CountBlank: math.MaxInt,
			Known: whenExpanded, MoveBack: true},
		{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, MoveBack: true},
		{Name: "misplaced with the blank", Heuristic: heuristics.Misplaced, CountBlank: 1, Known: whenExpanded,
			MoveBack: true},
		{Name: "manhattan with the blank, raised", Heuristic: heuristics.Manhattan, CountBlank: math.MaxInt,
			Known: raised, MoveBack: true},
		{Name: "misplaced with the blank, raised", Heuristic: heuristics.Misplaced, CountBlank: 1, Known: raised,
			MoveBack: true},
	}}},
	// The searches of the page keep no visited set.
	"tutorial": {"tree-and-graph": {searches: []replica{
		{Name: "tree BFS"},
		{Name: "graph BFS", Known: whenGenerated},
		{Name: "tree A* misplaced", Heuristic: heuristics.Misplaced},
		{Name: "graph A* misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
		{Name: "tree A* manhattan", Heuristic: heuristics.Manhattan},
		{Name: "graph A* manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
	}}},
}
