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
	boards := s.of(100, 10)
	s.Setup = []string{
		fmt.Sprintf("%d boards of 4x4 a row, each shuffled by 5 to 50 random moves; the same boards for every search.", boards),
		"As the page did, no search generates the move that undoes the last one, and the goal is tested when a state is taken.",
		"The tree searches keep no visited set, as the page's; the graph searches are the same loops with one.",
		fmt.Sprintf("A search stops at %d expansions (TL).", expansions),
	}
	s.Apart = append(s.Apart, "The page printed neither counts nor times; there is nothing to set beside the measured figures.")
	rows, err := s.treesAndGraphs(ctx, boards)
	if err != nil {
		return err
	}
	s.Tables = append(s.Tables, treeTable(rows))
	s.Figures = append(s.Figures, treeFigure(rows))
	s.treeClaims(rows)
	return s.fifteen(ctx)
}

// widget is a search of the page, and the same with a visited set.
type widget struct {
	name        string
	tree, graph func(from puzzle.Board) counts
}

func widgets(goal puzzle.Board) ([]widget, error) {
	all := []widget{{
		"BFS",
		func(from puzzle.Board) counts { return breadthFirst{}.search(from, goal, expansions) },
		func(from puzzle.Board) counts { return breadthFirst{Visited: true}.search(from, goal, expansions) },
	}}
	for _, h := range []heuristics.Heuristic{heuristics.Misplaced, heuristics.Manhattan} {
		guess, err := estimateOf(h, goal)
		if err != nil {
			return nil, err
		}
		all = append(all, widget{
			"A* " + h.Name(),
			func(from puzzle.Board) counts { return bestFirst{Estimate: guess}.search(from, goal, expansions) },
			func(from puzzle.Board) counts {
				return bestFirst{Estimate: guess, Closed: true}.search(from, goal, expansions)
			},
		})
	}
	return all, nil
}

// treeRow is what a widget did on the boards of a number of shuffles, in their
// order.
type treeRow struct {
	shuffle       int
	search        string
	look          int // in figures
	trees, graphs []counts
}

func (s *session) treesAndGraphs(ctx context.Context, boards int) ([]treeRow, error) {
	size := puzzle.Size{Rows: 4, Cols: 4}
	searches, err := widgets(goalOf(puzzle.BlankLast, size))
	if err != nil {
		return nil, err
	}
	var rows []treeRow
	for _, shuffle := range tutorialShuffles {
		s.step(fmt.Sprintf("%s, %d moves", s.Study, shuffle))
		group := s.group(fmt.Sprint(shuffle), size, boards, walk(shuffle))
		for i, w := range searches {
			row := treeRow{shuffle: shuffle, search: w.name, look: i + 1}
			if row.trees, err = s.replicated(ctx, group, w.tree); err != nil {
				return nil, err
			}
			if row.graphs, err = s.replicated(ctx, group, w.graph); err != nil {
				return nil, err
			}
			if row.trees != nil && row.graphs != nil {
				rows = append(rows, row)
			}
		}
	}
	return rows, nil
}

// ratio is what tree search expanded to what graph search did, on the boards that
// both solved.
func (r treeRow) ratio() float64 {
	var trees, graphs float64
	for i, tree := range r.trees {
		if graph := r.graphs[i]; tree.Solved && graph.Solved {
			trees, graphs = trees+float64(tree.Expanded), graphs+float64(graph.Expanded)
		}
	}
	if graphs == 0 {
		return unknown
	}
	return trees / graphs
}

// solvedOf returns the share of searches that came to the goal.
func solvedOf(all []counts) accuracy {
	hits := 0
	for _, c := range all {
		if c.Solved {
			hits++
		}
	}
	return share(hits, len(all))
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

func treeTable(rows []treeRow) Table {
	t := Table{
		Name:    "tree-and-graph",
		Caption: "States expanded by tree and by graph search, 4x4; the page printed no figures",
		Columns: []Column{
			{"shuffle", Number}, {"search", Text}, {"boards", Number},
			{"tree solved", Share}, {"graph solved", Share},
			{"tree median", Number}, {"graph median", Number}, {"tree / graph", Ratio},
		},
	}
	for _, r := range rows {
		t.row(r.shuffle, r.search, len(r.trees), solvedOf(r.trees).share, solvedOf(r.graphs).share,
			median(efforts(r.trees)), median(efforts(r.graphs)), r.ratio())
	}
	return t
}

func treeFigure(rows []treeRow) Figure {
	f := plot.Figure{
		Columns: 2, Title: "Tree search against graph search on 4x4",
		Description: "States expanded by the median board, by the number of random moves that it was shuffled by. A line ends where the median board takes too long.",
	}
	for _, of := range []struct {
		title string
		all   func(treeRow) []counts
	}{
		{"Tree search, as the page", func(r treeRow) []counts { return r.trees }},
		{"Graph search", func(r treeRow) []counts { return r.graphs }},
	} {
		panel := plot.Panel{Title: of.title, X: plot.Axis{Label: "random moves", Unit: plot.Whole}, Y: plot.Axis{Label: "median expanded", Log: true}}
		lines := map[string]int{} // the place of a search's line
		for _, r := range rows {
			at, there := lines[r.search]
			if !there {
				at = len(panel.Series)
				lines[r.search] = at
				panel.Series = append(panel.Series, plot.Series{Name: r.search, Kind: plot.Marked, Look: r.look})
			}
			if y := median(efforts(of.all(r))); y >= 1 && y < TooLong {
				line := &panel.Series[at]
				line.X, line.Y = append(line.X, float64(r.shuffle)), append(line.Y, y)
			}
		}
		f.Panels = append(f.Panels, panel)
	}
	return Figure{"tree-and-graph", f}
}

// treeClaims judges what the page implies; it claims nothing in figures.
func (s *session) treeClaims(rows []treeRow) {
	solvedBy, of := map[string]int{}, map[string]int{}
	lost, differ := 0, 0
	for _, r := range rows {
		solvedBy[r.search] += solvedOf(r.trees).hits
		of[r.search] += len(r.trees)
		for i, tree := range r.trees {
			graph := r.graphs[i]
			if graph.Solved && !tree.Solved {
				lost++
			}
			if graph.Solved && tree.Solved && len(graph.Moves) != len(tree.Moves) {
				differ++
			}
		}
	}
	by := func(search string) accuracy { return share(solvedBy[search], of[search]) }
	breadth, misplaced, manhattan := by("BFS"), by("A* misplaced"), by("A* manhattan")
	known := breadth.known() && misplaced.known() && manhattan.known()
	s.claim("implied by the order of the widgets: BFS, A* with misplaced tiles, A* with Manhattan distance, each copes with more shuffling than the one before",
		known, breadth.share < misplaced.share && misplaced.share < manhattan.share,
		fmt.Sprintf("solved by tree search: %s, %s, %s of the boards of all rows", inPercent(breadth.share), inPercent(misplaced.share), inPercent(manhattan.share)))
	s.claim("implied by what the page leaves out: without the move back no visited set is needed", known, lost == 0,
		fmt.Sprintf("%d searches that a visited set brings to the goal take too long without one", lost))
	s.claim("A* with an admissible estimate finds a shortest plan, with or without a visited set", known, differ == 0,
		fmt.Sprintf("%d plans of different lengths among those that both found", differ))
}
