package studies

import (
	"math"

	"npuzzle/heuristics"
)

// allReplicas holds the searches that imitate those of the studies, by study and experiment.
var allReplicas = map[string]map[string]replicas{
	"ga-vs-astar": {
		// How much time A* saves with a map and a heap.
		"vectors": {timed: true, searches: []namedSearch{
			replica{Name: "maps manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
			replica{Name: "vectors manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, Vectors: true},
			replica{Name: "maps misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
			replica{Name: "vectors misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, Vectors: true},
		}},
		// The effect of two decisions of the study's GA: its genes, and a table of the moves already computed.
		"genes": {timed: true, searches: []namedSearch{
			geneticReplica{name: "float genes"},
			geneticReplica{name: "float genes, moves memoised", memoise: true},
			geneticReplica{name: "lists of boards", boards: true},
		}},
	},
	// The searches whose states taken from the open list are counted.
	"shuffle-study": {"iterations": {searches: []namedSearch{
		replica{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
		replica{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, MoveBack: true},
		replica{Name: "zero", Known: whenExpanded, MoveBack: true},
	}}},
	// The search that the study calls IDA* is iterative deepening without a heuristic.
	"four-searches": {"replicas": {timed: true, searches: []namedSearch{
		replica{Name: "bfs", Known: whenGenerated, MoveBack: true},
		replica{Name: "ucs", MoveBack: true},
		replica{Name: "iddfs", Deepening: true, MoveBack: true},
		replica{Name: "astar", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
		replica{Name: "idastar", Deepening: true},
	}}},
	// The effect of counting the blank as a tile in two heuristics, as the study did.
	"four-heuristics": {"blank": {searches: []namedSearch{
		replica{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
		replica{Name: "manhattan with the blank", Heuristic: heuristics.Manhattan, CountBlank: math.MaxInt,
			Known: whenExpanded, MoveBack: true},
		replica{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, MoveBack: true},
		replica{Name: "misplaced with the blank", Heuristic: heuristics.Misplaced, CountBlank: 1, Known: whenExpanded,
			MoveBack: true},
		replica{Name: "manhattan with the blank, raised", Heuristic: heuristics.Manhattan, CountBlank: math.MaxInt,
			Known: raised, MoveBack: true},
		replica{Name: "misplaced with the blank, raised", Heuristic: heuristics.Misplaced, CountBlank: 1, Known: raised,
			MoveBack: true},
	}}},
	// The searches of the page keep no visited set.
	"tutorial": {"tree-and-graph": {searches: []namedSearch{
		replica{Name: "tree BFS"},
		replica{Name: "graph BFS", Known: whenGenerated},
		replica{Name: "tree A* misplaced", Heuristic: heuristics.Misplaced},
		replica{Name: "graph A* misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
		replica{Name: "tree A* manhattan", Heuristic: heuristics.Manhattan},
		replica{Name: "graph A* manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
	}}},
}
