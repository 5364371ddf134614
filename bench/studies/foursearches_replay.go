package studies

import (
	"fmt"
	"strings"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// publishedSearch is a row of the tables of "four-searches".
type publishedSearch struct {
	board              puzzle.Board
	algorithm, path    string
	cost, depth        int
	expanded           uint64
	maxDepth           int
	seconds, megabytes float64
}

func publishedSearches() []publishedSearch {
	var rows []publishedSearch
	for _, f := range readPublished("four-searches") {
		board, err := puzzle.Parse(f["board"], puzzle.Size{})
		if err != nil {
			panic(fmt.Sprintf("studies: four-searches: %v", err))
		}
		rows = append(rows, publishedSearch{
			board: board, algorithm: f["algorithm"], path: strings.TrimSpace(f["path"]),
			cost: int(number(f["cost_of_path"])), depth: int(number(f["search_depth"])),
			expanded: uint64(number(f["nodes_expanded"])), maxDepth: int(number(f["max_search_depth"])),
			seconds: number(f["running_time_s"]), megabytes: number(f["max_ram_mb"]),
		})
	}
	return rows
}

// replay runs one of the five searches as "four-searches" wrote it.
func replay(algorithm string, from puzzle.Board) (counts, error) {
	goal := goalOf(puzzle.BlankFirst, from.Size())
	switch algorithm {
	case "bfs":
		return breadthFirst{Visited: true, MoveBack: true}.search(from, goal, expansions), nil
	case "ucs":
		return bestFirst{Estimate: nothing, MoveBack: true}.search(from, goal, expansions), nil
	case "iddfs":
		return deepening{MoveBack: true}.search(from, goal, expansions), nil
	case "idastar":
		return deepening{}.search(from, goal, expansions), nil
	case "astar":
		manhattan, err := estimateOf(heuristics.Manhattan, goal)
		if err != nil {
			return counts{}, err
		}
		return bestFirst{Estimate: manhattan, Closed: true, MoveBack: true}.search(from, goal, expansions), nil
	}
	return counts{}, fmt.Errorf("studies: no search %q in four-searches", algorithm)
}
