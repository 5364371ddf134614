package studies

import (
	"context"
	"fmt"

	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

var tutorial = study{
	name:   "tutorial",
	title:  "Solving the sliding puzzle",
	source: "web tutorial with an interactive page, 2015, JavaScript",
	run:    reproduceTutorial,
}

// tutorialShuffles are the numbers of random moves that boards are shuffled by.
var tutorialShuffles = []int{5, 10, 15, 20, 25, 30, 40, 50}

func reproduceTutorial(ctx context.Context, s *session) error {
	size := puzzle.Size{Rows: 4, Cols: 4}
	goal := goalOf(puzzle.BlankLast, size)
	boards := s.of(100, 10)
	s.Setup = []string{
		fmt.Sprintf("%d boards of 4x4 a row, each shuffled by 5 to 50 random moves; the same boards for every search.", boards),
		"As the page did, no search generates the move that undoes the last one, and the goal is tested when a state is taken.",
		"The tree searches keep no visited set, as the page's; the graph searches are the same loops with one.",
		fmt.Sprintf("A search stops at %d expansions (TL).", expansions),
	}
	misplaced, err := estimateOf(heuristics.Misplaced, goal)
	if err != nil {
		return err
	}
	manhattan, err := estimateOf(heuristics.Manhattan, goal)
	if err != nil {
		return err
	}
	searches := []struct {
		name        string
		tree, graph func(puzzle.Board) counts
	}{
		{
			"BFS",
			func(from puzzle.Board) counts { return breadthFirst{}.search(from, goal, expansions) },
			func(from puzzle.Board) counts { return breadthFirst{Visited: true}.search(from, goal, expansions) },
		},
		{
			"A* misplaced",
			func(from puzzle.Board) counts { return bestFirst{Estimate: misplaced}.search(from, goal, expansions) },
			func(from puzzle.Board) counts {
				return bestFirst{Estimate: misplaced, Closed: true}.search(from, goal, expansions)
			},
		},
		{
			"A* manhattan",
			func(from puzzle.Board) counts { return bestFirst{Estimate: manhattan}.search(from, goal, expansions) },
			func(from puzzle.Board) counts {
				return bestFirst{Estimate: manhattan, Closed: true}.search(from, goal, expansions)
			},
		},
	}
	table := Table{
		Name:    "tree-and-graph",
		Caption: "States expanded by tree and by graph search, 4x4; the page printed no figures",
		Columns: []Column{
			{"shuffle", Number}, {"search", Text}, {"boards", Number},
			{"tree solved", Share}, {"graph solved", Share},
			{"tree median", Number}, {"graph median", Number}, {"tree / graph", Ratio},
		},
	}
	panels := []plot.Panel{
		{Title: "Tree search, as the page", X: plot.Axis{Label: "random moves"}, Y: plot.Axis{Label: "median expanded", Log: true}},
		{Title: "Graph search", X: plot.Axis{Label: "random moves"}, Y: plot.Axis{Label: "median expanded", Log: true}},
	}
	lines := map[[2]int]*plot.Series{}
	lost, differ, solvedByTree, of := 0, 0, map[string]int{}, map[string]int{}
	ratios := map[string]float64{}
	for _, shuffle := range tutorialShuffles {
		s.step(fmt.Sprintf("%s shuffle %d", s.Study, shuffle))
		group := s.group(fmt.Sprint(shuffle), size, boards, walk(shuffle))
		for i, search := range searches {
			trees, err := s.replicated(ctx, group, search.tree)
			if err != nil {
				return err
			}
			graphs, err := s.replicated(ctx, group, search.graph)
			if err != nil {
				return err
			}
			if trees == nil || graphs == nil {
				continue
			}
			var bothTree, bothGraph float64
			treeSolved, graphSolved := 0, 0
			for n := range trees {
				tree, graph := trees[n], graphs[n]
				if tree.Solved {
					treeSolved++
				}
				if graph.Solved {
					graphSolved++
				}
				if tree.Solved && graph.Solved {
					bothTree, bothGraph = bothTree+float64(tree.Expanded), bothGraph+float64(graph.Expanded)
					if len(tree.Moves) != len(graph.Moves) {
						differ++
					}
				}
				if !tree.Solved && graph.Solved {
					lost++
				}
			}
			solvedByTree[search.name] += treeSolved
			of[search.name] += len(trees)
			ratio := unknown
			if bothGraph > 0 {
				ratio = bothTree / bothGraph
				ratios[search.name] = ratio
			}
			treeMedian, graphMedian := median(efforts(trees)), median(efforts(graphs))
			table.row(shuffle, search.name, len(trees), share(treeSolved, len(trees)).share, share(graphSolved, len(graphs)).share, treeMedian, graphMedian, ratio)
			for j, y := range []float64{treeMedian, graphMedian} {
				line := lines[[2]int{i, j}]
				if line == nil {
					line = &plot.Series{Kind: plot.Marked, Look: i + 1}
					if j == 0 {
						line.Name = search.name
					}
					lines[[2]int{i, j}] = line
				}
				if y >= 1 && y < TooLong {
					line.X, line.Y = append(line.X, float64(shuffle)), append(line.Y, y)
				}
			}
		}
	}
	s.Tables = append(s.Tables, table)
	for i := range searches {
		for j := range panels {
			if line := lines[[2]int{i, j}]; line != nil {
				panels[j].Series = append(panels[j].Series, *line)
			}
		}
	}
	s.Figures = append(s.Figures, Figure{"tree-and-graph", plot.Figure{
		Panels: panels, Columns: 2, Title: "Tree search against graph search on 4x4",
		Description: "States expanded by the median board, by the number of random moves that it was shuffled by. A line ends where the median board takes too long.",
	}})

	manhattanShare := share(solvedByTree["A* manhattan"], of["A* manhattan"])
	misplacedShare := share(solvedByTree["A* misplaced"], of["A* misplaced"])
	breadthShare := share(solvedByTree["BFS"], of["BFS"])
	known := breadthShare.known() && misplacedShare.known() && manhattanShare.known()
	s.claim("implied by the order of the widgets: BFS, A* with misplaced tiles, A* with Manhattan distance, each copes with more shuffling than the one before",
		known, breadthShare.share < misplacedShare.share && misplacedShare.share < manhattanShare.share,
		fmt.Sprintf("solved by tree search: %s, %s, %s of the boards of all rows", inPercent(breadthShare.share), inPercent(misplacedShare.share), inPercent(manhattanShare.share)))
	s.claim("implied by what the page leaves out: without the move back no visited set is needed",
		known, lost == 0,
		fmt.Sprintf("%d searches that a visited set brings to the goal take too long without one", lost))
	s.claim("A* with an admissible estimate finds a shortest plan, with or without a visited set",
		known, differ == 0, fmt.Sprintf("%d plans of different lengths among those that both found", differ))
	s.Apart = append(s.Apart, "The page printed neither counts nor times; there is nothing to set beside the measured figures.")
	return s.fifteen(ctx)
}

// efforts are the expansions of replicated searches; TooLong where stopped.
func efforts(all []counts) []float64 {
	list := make([]float64, len(all))
	for i, c := range all {
		list[i] = float64(c.Expanded)
		if !c.Solved {
			list[i] = TooLong
		}
	}
	return list
}
