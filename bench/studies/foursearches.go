package studies

import (
	"context"
	"fmt"
	"math"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
)

var fourSearches = study{
	name:   "four-searches",
	title:  "8-Puzzle Problem Solver",
	source: "CS7IS2 project, 2020",
	run:    reproduceFourSearches,
}

// searchNames are the study's five searches.
var searchNames = []string{"bfs", "ucs", "iddfs", "astar", "idastar"}

// timings is how often a replicated search is run for its time.
const timings = 51

func reproduceFourSearches(ctx context.Context, s *session) error {
	s.Setup = []string{
		"The study's four boards of 3x3, goal with the blank first, successors in the order up, down, left, right of the blank, which settles ties; unit costs.",
		"BFS tests the goal when a state is taken. UCS is tree search: no closed set, first in first out, the move back allowed. IDS counts its last iteration only, the move back allowed. What the study calls IDA* is iterative deepening without an estimate, last iteration only, the move back left out.",
		fmt.Sprintf("running_time is the median of %d runs; max_ram_usage that of the laboratory's own solver in a process of its own.", timings),
	}
	found, err := s.isolatedSearches(ctx)
	if err != nil {
		return err
	}
	if err := s.searchTable(found); err != nil {
		return err
	}
	s.Apart = append(s.Apart,
		"running_time: other machine, Python; on boards of one to five moves it measures little but the start of a search.",
		"max_ram_usage: what a Python process or a program in Go takes before it searches; the boards themselves take a few kilobytes.",
		"fringe_size and max_fringe_size: reported by the study for every run, not in the published tables; shown as measured.",
		"Move costs (Up 0.1, Down 0.2, Left 0.3, Right 0.4): the printed counts of A* are those of unit costs.",
	)
	for _, part := range []func(context.Context) error{s.randomEights, s.orders, s.largerSizes} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// isolatedSearches runs the laboratory's own solvers on the study's boards, each
// trial in a process of its own.
func (s *session) isolatedSearches(ctx context.Context) (trials, error) {
	group := bench.Group{Name: "study", Goal: goalOf(puzzle.BlankFirst, sizeOf("3x3"))}
	seen := map[puzzle.Board]bool{}
	for _, row := range publishedSearches() {
		if !seen[row.board] {
			seen[row.board] = true
			group.Boards = append(group.Boards, row.board)
		}
	}
	e := bench.Experiment{Name: "boards", Groups: []bench.Group{group}, Isolate: true}
	for _, name := range searchNames {
		c := contender(name, name)
		if c.Settings.Informed() {
			c = contender(name, name, "heuristic", "manhattan")
		}
		e.Solvers = append(e.Solvers, c)
	}
	return s.run(ctx, e)
}

func (s *session) searchTable(found trials) error {
	t := Table{
		Name: "searches", Caption: "The study's runs, replicated",
		Columns: []Column{
			{"board", Text}, {"algorithm", Text}, {"path_to_goal", Text}, {"same path", Text}, {"cost_of_path", Number},
			{"nodes_expanded, study", Number}, {"nodes_expanded", Number}, {"search_depth", Number},
			{"max_search_depth, study", Number}, {"max_search_depth", Number}, {"fringe_size", Number}, {"max_fringe_size", Number},
			{"running_time, study", Seconds}, {"running_time", Seconds}, {"max_ram_usage, study", Bytes}, {"max_ram_usage", Bytes},
		},
	}
	own := Table{
		Name: "own", Caption: "The laboratory's own searches on the same boards: closed sets, IDA* with Manhattan distance and all its iterations",
		Columns: []Column{{"board", Text}, {"algorithm", Text}, {"length", Number}, {"expanded", Number}, {"generated", Number}, {"peak resident", Bytes}},
	}
	rows := publishedSearches()
	samePath, sameCount := 0, 0
	var odd []string
	times := map[string][]float64{}
	for _, row := range rows {
		got, err := replay(row.algorithm, row.board)
		if err != nil {
			return err
		}
		var runs []float64
		for range timings {
			began := time.Now()
			if _, err := replay(row.algorithm, row.board); err != nil {
				return err
			}
			runs = append(runs, time.Since(began).Seconds())
		}
		taken := stats.Median(runs)
		times[row.algorithm] = append(times[row.algorithm], taken)
		path, same := puzzle.FormatMoves(got.Moves, false), "no"
		if path == row.path {
			same = "yes"
			samePath++
		}
		if got.Expanded == row.expanded {
			sameCount++
		} else {
			odd = append(odd, fmt.Sprintf("%s on %v: %d, printed %d", row.algorithm, row.board, got.Expanded, row.expanded))
		}
		resident := unknown
		for _, r := range found[[2]string{"study", row.algorithm}] {
			if r.Board != row.board {
				continue
			}
			if r.Resident != nil {
				resident = float64(*r.Resident)
			}
			own.row(row.board.String(), row.algorithm, mean([]bench.Record{r}, length), r.Expanded, r.Generated, resident)
		}
		t.row(row.board.String(), row.algorithm, path, same, len(got.Moves), row.expanded, got.Expanded, len(got.Moves),
			row.maxDepth, got.MaxDepth, got.Open, got.PeakOpen, row.seconds, taken, row.megabytes*1e6, resident)
	}
	s.Tables = append(s.Tables, t)
	s.Beyond = append(s.Beyond, own)
	s.claim("paths of the four boards under the five searches", true, samePath == len(rows), fmt.Sprintf("%d of %d the same, move by move", samePath, len(rows)))
	s.claim("nodes_expanded of the four boards under the five searches", true, sameCount == len(rows),
		fmt.Sprintf("%d of %d the same; not %s", sameCount, len(rows), orNone(odd)))
	s.oneFasterThanTheOther(times, rows)
	return nil
}

// oneFasterThanTheOther judges the claim about IDA* by the study's own tables and
// by the replicated searches.
func (s *session) oneFasterThanTheOther(times map[string][]float64, rows []publishedSearch) {
	theirs := map[string][]float64{}
	for _, row := range rows {
		theirs[row.algorithm] = append(theirs[row.algorithm], row.seconds)
	}
	count := func(times map[string][]float64) (faster int) {
		for i, x := range times["idastar"] {
			if x < times["astar"][i] {
				faster++
			}
		}
		return faster
	}
	boards := len(theirs["astar"])
	s.claim("IDA* is faster than A* in all cases, by the study's own tables", true, count(theirs) == boards,
		fmt.Sprintf("on %d of its %d boards", count(theirs), boards))
	s.claim("IDA* (as the study wrote it) is faster than A* in all cases, replicated", true, count(times) == boards,
		fmt.Sprintf("on %d of the %d boards", count(times), boards))
}

// randomEights runs the laboratory's own searches on random 8-puzzles: the claim
// about IDA* beyond five moves, and how each search converges.
func (s *session) randomEights(ctx context.Context) error {
	uninformed, better := []string{"bfs", "ucs", "iddfs"}, []string{"manhattan", "linear-conflict", "walking-distance", "pdb:8"}
	group := s.group("uniform", sizeOf("3x3"), s.of(300, 20), bench.Scramble{})
	group.Goal = goalOf(puzzle.BlankFirst, sizeOf("3x3"))
	e := bench.Experiment{Name: "random", Groups: []bench.Group{group}}
	for _, name := range uninformed {
		e.Solvers = append(e.Solvers, contender(name, name))
	}
	for _, algorithm := range []string{"astar", "idastar"} {
		for _, h := range better {
			e.Solvers = append(e.Solvers, contender(algorithm+" "+h, algorithm, "heuristic", h, "workers", "1"))
		}
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "random", Caption: "Uniformly random 3x3 boards under the laboratory's own searches, better heuristics included",
		Columns: []Column{{"search", Text}, {"boards", Number}, {"mean length", Average}, {"mean expanded", Number}, {"mean time", Seconds}, {"expanded, a move more", Ratio}},
	}
	panel := plot.Panel{Title: "States expanded by the length of a shortest plan, 3x3", X: plot.Axis{Label: "length, moves", Unit: plot.Whole}, Y: plot.Axis{Label: "mean expanded", Log: true}}
	for _, c := range e.Solvers {
		records := found[[2]string{"uniform", c.Name}]
		line := byLength(records, expanded)
		t.row(c.Name, len(records), mean(records, length), mean(records, expanded), mean(records, elapsed), growth(line))
		if c.Name != "ucs" && c.Name != "astar pdb:8" && c.Name != "idastar pdb:8" {
			line.Name = c.Name
			panel.Series = append(panel.Series, line)
		}
	}
	s.Beyond = append(s.Beyond, t)
	s.Figures = append(s.Figures, Figure{"convergence", plot.Figure{Panels: []plot.Panel{panel},
		Description: "Mean number of states expanded over the boards of each length, by search."}})

	astar, idastar := found[[2]string{"uniform", "astar manhattan"}], found[[2]string{"uniform", "idastar manhattan"}]
	faster := 0
	for i := range min(len(astar), len(idastar)) {
		if idastar[i].Seconds < astar[i].Seconds {
			faster++
		}
	}
	a := share(faster, min(len(astar), len(idastar)))
	s.claim("IDA* is faster than A* in all cases (the real IDA* with Manhattan distance, random boards)", a.known(), faster == a.of,
		fmt.Sprintf("on %s of %d boards of 3x3, though it expands %.3g times as many states", inPercent(a.share), a.of, mean(idastar, expanded)/mean(astar, expanded)))
	return nil
}

// growth is by what factor an effort grows with each move of the plan: the slope
// of its logarithm by least squares.
func growth(line plot.Series) float64 {
	n := float64(len(line.X))
	if n < 2 {
		return unknown
	}
	var x, y, xx, xy float64
	for i := range line.X {
		logarithm := math.Log(line.Y[i])
		x, y, xx, xy = x+line.X[i], y+logarithm, xx+line.X[i]*line.X[i], xy+line.X[i]*logarithm
	}
	return math.Exp((n*xy - x*y) / (n*xx - x*x))
}

// orders runs IDA* under every order of the successors.
func (s *session) orders(ctx context.Context) error {
	group := s.group("uniform", sizeOf("3x3"), s.of(300, 20), bench.Scramble{})
	group.Goal = goalOf(puzzle.BlankFirst, sizeOf("3x3"))
	e := bench.Experiment{Name: "orders", Groups: []bench.Group{group}}
	for _, order := range everyOrder() {
		e.Solvers = append(e.Solvers, contender(order, "idastar", "heuristic", "manhattan", "order", order, "workers", "1"))
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "orders", Caption: "IDA* with Manhattan distance on random 3x3 boards under every order of the successors; before the last iteration all expand the same",
		Columns: []Column{{"order", Text}, {"boards", Number}, {"mean expanded", Number}, {"before last f", Number}},
	}
	for _, c := range e.Solvers {
		records := found[[2]string{"uniform", c.Name}]
		before := values(records, func(r bench.Record) (float64, bool) { return float64(r.ExpandedBeforeLastF), true })
		t.row(c.Name, len(records), mean(records, expanded), stats.Mean(before))
	}
	s.Beyond = append(s.Beyond, t)
	return nil
}

// everyOrder lists the 24 orders of the four moves.
func everyOrder() []string {
	var all []string
	var extend func(order, left string)
	extend = func(order, left string) {
		if left == "" {
			all = append(all, order)
		}
		for i := range left {
			extend(order+left[i:i+1], left[:i]+left[i+1:])
		}
	}
	extend("", puzzle.DefaultOrder.String())
	return all
}

// largerSizes gives A* and IDA* the boards that the study left undone.
func (s *session) largerSizes(ctx context.Context) error {
	e := bench.Experiment{Name: "larger", Groups: []bench.Group{
		s.group("3x4", sizeOf("3x4"), s.of(100, 5), bench.Scramble{}),
		s.group("4x4, 60 moves", sizeOf("4x4"), s.of(100, 5), walk(60)),
	}}
	for _, algorithm := range []string{"astar", "idastar"} {
		e.Solvers = append(e.Solvers, contender(algorithm, algorithm, "heuristic", "linear-conflict", "workers", "1"))
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "larger", Caption: "Larger boards under A* and IDA* with linear conflict",
		Columns: []Column{{"boards of", Text}, {"algorithm", Text}, {"boards", Number}, {"solved", Share}, {"mean length", Average}, {"mean expanded", Number}, {"mean time", Seconds}},
	}
	for _, g := range e.Groups {
		for _, c := range e.Solvers {
			records := found[[2]string{g.Name, c.Name}]
			t.row(g.Name, c.Name, len(records), accuracyOf(records).share, mean(records, length), mean(records, expanded), mean(records, elapsed))
		}
	}
	s.Beyond = append(s.Beyond, t)
	return nil
}
