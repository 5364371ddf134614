package studies

import (
	"context"
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

var fourHeuristics = study{
	name:   "four-heuristics",
	title:  "A* Puzzle Solver Agent",
	source: "Python program with a configuration file",
	run:    reproduceFourHeuristics,
}

// theFour are the study's heuristics in its order.
var theFour = []string{"misplaced", "manhattan", "max-sort", "euclidean"}

// misplacedRow is a size and how many tiles are misplaced.
type misplacedRow struct {
	size      string
	low, high int
}

// misplacedRows are the shares along the study's charts.
var misplacedRows = []misplacedRow{
	{"2x2", 1, 1}, {"2x2", 2, 2}, {"2x2", 3, 3},
	{"3x3", 3, 3}, {"3x3", 4, 4}, {"3x3", 5, 5}, {"3x3", 6, 6}, {"3x3", 7, 7}, {"3x3", 8, 8},
	{"4x4", 1, 3}, {"4x4", 4, 6}, {"4x4", 7, 9}, {"4x4", 10, 12}, {"4x4", 13, 15},
}

func (r misplacedRow) tiles() int { return sizeOf(r.size).Cells() - 1 }

// share is the middle of the row's shares of misplaced tiles.
func (r misplacedRow) share() float64 { return float64(r.low+r.high) / 2 / float64(r.tiles()) }

func (r misplacedRow) String() string {
	if r.low == r.high {
		return fmt.Sprintf("%d of %d", r.low, r.tiles())
	}
	return fmt.Sprintf("%d to %d of %d", r.low, r.high, r.tiles())
}

// of picks a heuristic's trials on boards of the row from those of all groups,
// whose names begin with their size.
func (r misplacedRow) of(found trials, name string) []bench.Record {
	var picked []bench.Record
	for _, group := range misplacedGroups(r.size) {
		for _, record := range found[[2]string{group.name, name}] {
			if r.low <= record.StartMisplaced && record.StartMisplaced <= r.high {
				picked = append(picked, record)
			}
		}
	}
	return picked
}

// misplacedGroup is a way in which boards of a size are drawn.
type misplacedGroup struct {
	name string
	how  bench.Scramble
}

// misplacedGroups draws 2x2 uniformly, 3x3 uniformly for each number of misplaced
// tiles, and 4x4 by random moves, since most others are beyond the limit under
// three of the heuristics.
func misplacedGroups(size string) []misplacedGroup {
	var groups []misplacedGroup
	switch size {
	case "2x2":
		groups = append(groups, misplacedGroup{size, bench.Scramble{}})
	case "3x3":
		for n := 3; n <= 8; n++ {
			groups = append(groups, misplacedGroup{fmt.Sprintf("%s, %d misplaced", size, n), misplaced(float64(n) / 8)})
		}
	default:
		for _, moves := range []int{5, 10, 20, 30, 40, 60} {
			groups = append(groups, misplacedGroup{fmt.Sprintf("%s, %d moves", size, moves), walk(moves)})
		}
	}
	return groups
}

func reproduceFourHeuristics(ctx context.Context, s *session) error {
	boards := s.of(200, 10)
	s.Setup = []string{
		fmt.Sprintf("%d boards of 2x2 drawn uniformly, %d of 3x3 for each number of misplaced tiles, %d of 4x4 for each of six numbers of random moves from 5 to 60. The study's stood in its configuration file, which is not published.", boards, boards, boards),
		"A* as graph search under misplaced tiles, Manhattan, the swaps of a max sort, and Euclidean distance, none of which counts the blank here but the swaps; the second table counts it as the study did.",
		fmt.Sprintf("A search stops at %d expansions; averages are over the boards that all four heuristics solve, whose share stands beside.", expansions),
	}
	e := bench.Experiment{Name: "by-misplaced", Limits: stopped, Solvers: informed("astar", theFour...)}
	for _, size := range []string{"2x2", "3x3", "4x4"} {
		for _, g := range misplacedGroups(size) {
			e.Groups = append(e.Groups, s.group(g.name, sizeOf(size), boards, g.how))
		}
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	common := solvedByAll(found)
	s.misplacedTable(common, found)
	s.heuristicClaims(common)
	if err := s.countTheBlank(ctx); err != nil {
		return err
	}
	s.Apart = append(s.Apart,
		"The study printed charts without figures: there is nothing to set beside the measured ones but what it claims.",
		"Whether its A* opened closed states again is not told; under estimates that count the blank that decides which plans it finds. Here it does not.",
		"Seconds: other machine, Python.",
	)
	return s.betterHeuristics(ctx)
}

// solvedByAll keeps the records of the boards that every heuristic solved.
func solvedByAll(found trials) trials {
	hits := map[string]map[int]int{}
	for key, records := range found {
		if hits[key[0]] == nil {
			hits[key[0]] = map[int]int{}
		}
		for _, r := range records {
			if solved(r) {
				hits[key[0]][r.Puzzle]++
			}
		}
	}
	kept := trials{}
	for key, records := range found {
		for _, r := range records {
			if hits[key[0]][r.Puzzle] == len(theFour) {
				kept[key] = append(kept[key], r)
			}
		}
	}
	return kept
}

func (s *session) misplacedTable(common, found trials) {
	t := Table{
		Name: "by-misplaced", Caption: "Average nodes expanded and time by heuristic, size and share of misplaced tiles",
		Columns: []Column{{"size", Text}, {"misplaced tiles", Text}, {"boards", Number}, {"solved by all", Number}},
	}
	for _, name := range theFour {
		t.Columns = append(t.Columns, Column{"expanded, " + name, Number})
	}
	for _, name := range theFour {
		t.Columns = append(t.Columns, Column{"time, " + name, Seconds})
	}
	for _, row := range misplacedRows {
		cells := []any{row.size, row.String(), len(row.of(found, theFour[0])), len(row.of(common, theFour[0]))}
		for _, of := range []func(bench.Record) (float64, bool){expanded, elapsed} {
			for _, name := range theFour {
				cells = append(cells, mean(row.of(common, name), of))
			}
		}
		t.row(cells...)
	}
	s.Tables = append(s.Tables, t)

	for _, f := range []struct {
		name, title string
		y           plot.Axis
		of          func(bench.Record) (float64, bool)
	}{
		{"expanded", "Nodes expanded by share of misplaced tiles", plot.Axis{Label: "mean expanded", Log: true}, expanded},
		{"time", "Time by share of misplaced tiles", plot.Axis{Label: "mean time", Unit: plot.Seconds, Log: true}, elapsed},
	} {
		figure := plot.Figure{Columns: 2, Title: f.title, Description: "Mean of the boards that all four heuristics solve."}
		for _, size := range []string{"3x3", "4x4"} {
			panel := plot.Panel{Title: size, X: plot.Axis{Label: "misplaced tiles", Unit: plot.Percent}, Y: f.y}
			for look, name := range theFour {
				line := plot.Series{Name: name, Kind: plot.Marked, Look: look + 1}
				for _, row := range misplacedRows {
					if y := mean(row.of(common, name), f.of); row.size == size && y > 0 {
						line.X, line.Y = append(line.X, 100*row.share()), append(line.Y, y)
					}
				}
				panel.Series = append(panel.Series, line)
			}
			figure.Panels = append(figure.Panels, panel)
		}
		s.Figures = append(s.Figures, Figure{f.name, figure})
	}
}

// heuristicClaims judges what the study said of its charts, on the boards that
// all four heuristics solve.
func (s *session) heuristicClaims(common trials) {
	all, states := map[string][]bench.Record{}, map[string]float64{}
	for _, name := range theFour {
		for _, row := range misplacedRows {
			all[name] = append(all[name], row.of(common, name)...)
		}
		states[name] = sum(values(all[name], expanded))
	}
	known := is(states["misplaced"])
	s.claim("Euclidean distance expands least overall", known, states["euclidean"] <= states["manhattan"],
		fmt.Sprintf("%.3g times as many states as Manhattan, which it never exceeds", states["euclidean"]/states["manhattan"]))
	others := []string{"misplaced", "manhattan", "max-sort"}
	s.fastest("Euclidean distance is fastest", all["euclidean"], others, [][]bench.Record{all["misplaced"], all["manhattan"], all["max-sort"]})
	rows, worst := mostExpanded(common, "max-sort")
	s.claim("max-sort is worst nearly everywhere", rows > 0, float64(worst) >= nearlyAll*float64(rows),
		fmt.Sprintf("it alone expands most in %d of the %d rows where the four differ, %.3g times as much as misplaced tiles overall", worst, rows, states["max-sort"]/states["misplaced"]))
	ratio := states["misplaced"] / states["manhattan"]
	s.claim("misplaced tiles expand about twice as much as Manhattan distance", known, within(ratio, ratio, 1.5, 2.5),
		fmt.Sprintf("%.3g times as much", ratio))
	s.fastest("misplaced tiles are faster than Manhattan distance all the same", all["misplaced"], []string{"manhattan"}, [][]bench.Record{all["manhattan"]})
}

// nearlyAll is the share of rows from which on something is so nearly everywhere.
const nearlyAll = 0.9

// mostExpanded counts the rows in which not all heuristics expand alike, and those
// of them in which one expands more than each of the others.
func mostExpanded(common trials, name string) (rows, most int) {
	for _, row := range misplacedRows {
		own := mean(row.of(common, name), expanded)
		if !is(own) {
			continue
		}
		differ, ahead := false, true
		for _, other := range theFour {
			if other == name {
				continue
			}
			its := mean(row.of(common, other), expanded)
			differ = differ || its != own
			ahead = ahead && own > its
		}
		if differ {
			rows++
		}
		if ahead {
			most++
		}
	}
	return rows, most
}

// withBlank counts every cell, the blank's too, by an estimate that leaves it
// out: the study's misplaced tiles and Manhattan distance.
func withBlank(h estimate, ofBlank func(cell int) int) estimate {
	return func(t *tiles) int {
		for cell, tile := range t {
			if tile == 0 {
				return h(t) + ofBlank(cell)
			}
		}
		return h(t)
	}
}

// countTheBlank sets the study's counts, which take in the blank, beside those
// that do not, by the same plain A*.
func (s *session) countTheBlank(ctx context.Context) error {
	size := sizeOf("3x3")
	group := s.group("uniform", size, s.of(200, 10), bench.Scramble{})
	home := group.Goal.Blank()
	wrong := func(cell int) int {
		if cell == home {
			return 0
		}
		return 1
	}
	away := func(cell int) int {
		return abs(cell/size.Cols-home/size.Cols) + abs(cell%size.Cols-home%size.Cols)
	}
	t := Table{
		Name: "blank", Caption: "What counting the blank does: plain A* on random 3x3 boards, closed states not opened again",
		Columns: []Column{{"heuristic", Text}, {"boards", Number}, {"mean length", Average}, {"shortest plans", Share}, {"mean expanded", Number}},
	}
	var optimal []counts
	for _, row := range []struct {
		name  string
		h     heuristics.Heuristic
		blank func(cell int) int // nil to leave it out
	}{
		{"manhattan", heuristics.Manhattan, nil},
		{"manhattan with the blank", heuristics.Manhattan, away},
		{"misplaced", heuristics.Misplaced, nil},
		{"misplaced with the blank", heuristics.Misplaced, wrong},
	} {
		s.step(s.Study + " " + row.name)
		guess, err := estimateOf(row.h, group.Goal)
		if err != nil {
			return err
		}
		if row.blank != nil {
			guess = withBlank(guess, row.blank)
		}
		all, err := s.replicated(ctx, group, func(from puzzle.Board) counts {
			return bestFirst{Estimate: guess, Closed: true, MoveBack: true}.search(from, group.Goal, unlimited)
		})
		if err != nil || all == nil {
			return err
		}
		if optimal == nil {
			optimal = all
		}
		lengths, states, short := 0, uint64(0), 0
		for i, c := range all {
			lengths, states = lengths+len(c.Moves), states+c.Expanded
			if len(c.Moves) == len(optimal[i].Moves) {
				short++
			}
		}
		n := float64(len(all))
		t.row(row.name, len(all), float64(lengths)/n, share(short, len(all)).share, float64(states)/n)
	}
	s.Tables = append(s.Tables, t)
	return nil
}

func abs(x int) int { return max(x, -x) }

// betterHeuristics adds those that the study did without, on uniformly random
// boards, and the 15-puzzle.
func (s *session) betterHeuristics(ctx context.Context) error {
	names := append([]string{"out-of-row-column", "linear-conflict", "walking-distance", "pdb:8"}, theFour...)
	e := bench.Experiment{
		Name:    "uniform-3x3",
		Groups:  []bench.Group{s.group("uniform", sizeOf("3x3"), s.of(1000, 50), bench.Scramble{})},
		Solvers: informed("astar", names...),
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "uniform", Caption: "A* on uniformly random 3x3 boards under better heuristics too",
		Columns: []Column{{"heuristic", Text}, {"boards", Number}, {"mean length", Average}, {"mean expanded", Number}, {"mean time", Seconds}},
	}
	for _, name := range names {
		records := found[[2]string{"uniform", name}]
		t.row(name, len(records), mean(records, length), mean(records, expanded), mean(records, elapsed))
	}
	s.Beyond = append(s.Beyond, t)
	return s.fifteen(ctx)
}
