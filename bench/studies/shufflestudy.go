package studies

import (
	"context"
	"fmt"
	"math"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

var shuffleStudy = study{
	name:   "shuffle-study",
	title:  "Solving sliding puzzles with A*",
	source: "CS 3200 final project, JavaScript",
	run:    reproduceShuffles,
}

// byLetter are the study's three heuristics and the letters of their columns.
var byLetter = []struct{ letter, name string }{{"m", "manhattan"}, {"h", "misplaced"}, {"z", "zero"}}

// shuffles is a row of the study's table: a size and a number of random moves.
type shuffles struct {
	size      string
	moves     int
	published map[string]string // nil of rows that the study does not have
}

func (r shuffles) group() string { return fmt.Sprintf("%s %d", r.size, r.moves) }

// figure is a published figure: iterations, length or ms, by letter.
func (r shuffles) figure(what, letter string) float64 {
	if r.published == nil {
		return unknown
	}
	return number(r.published[what+"_"+letter])
}

// shuffleRows are the study's rows with 200 shuffles added to each size.
func shuffleRows() []shuffles {
	var rows []shuffles
	for _, f := range readPublished("shuffles") {
		rows = append(rows, shuffles{f["size"], int(number(f["shuffle"])), f})
		if f["shuffle"] == "100" {
			rows = append(rows, shuffles{f["size"], 200, nil})
		}
	}
	return rows
}

// mostWork bounds what a row may expand under one heuristic: it has as many
// boards, up to 1,000, as the mean of the first few allows. Boards above 4x4 take
// A* ten times as long to expand.
func mostWork(size puzzle.Size) float64 {
	if size.Cells() > puzzle.WordCells {
		return 2.5e6
	}
	return 25e6
}

const (
	// firstBoards is how many boards a row is tried on first, all of a quick
	// re-run.
	firstBoards = 10

	// fewestBoards is how many a row has at least.
	fewestBoards = 20
)

func reproduceShuffles(ctx context.Context, s *session) error {
	rows := shuffleRows()
	s.Setup = []string{
		"Boards are shuffled from the solved one by random legal moves, the move back included; 200 moves are added to the study's 10, 30, 50 and 100.",
		"The study solved one board a row. Here a row has up to 1,000; fewer where most of them run to the limit: as many as 25 million expansions allow, 2.5 million on 5x5 and 6x6, but at least 20. The table \"spread\" says how many.",
		fmt.Sprintf("A* as graph search; it stops at %d expansions, which counts as taking too long (TL). A median is TL where the middle board is.", expansions),
	}
	if s.Quick {
		s.Setup[1] = fmt.Sprintf("The study solved one board a row; this quick re-run %d.", firstBoards)
	}
	found := trials{}
	for _, h := range byLetter {
		if err := s.shuffled(ctx, h.name, rows, found); err != nil {
			return err
		}
	}
	iterations, err := s.iterations(ctx, rows)
	if err != nil {
		return err
	}
	s.shuffleTables(rows, found, iterations)
	s.shuffleFigures(rows, found)
	s.impossible(rows)
	s.shuffleClaims(rows, found)
	s.Apart = append(s.Apart,
		"Times: other machine, JavaScript in a browser; state keys were strings, whose cost the study never measured.",
		"Iterations: the study counted states taken from the open list, closed ones included; how it broke ties is not told. The last table says how far that is from expansions here.",
		"One board a row says little: the same number of shuffles gives boards between solved and far, see the spread.",
	)
	return s.beyondShuffles(ctx, rows)
}

// shuffled solves the boards of all rows under a heuristic.
func (s *session) shuffled(ctx context.Context, name string, rows []shuffles, found trials) error {
	pilot := bench.Experiment{Name: name + "-first", Limits: stopped, Solvers: informed("astar", name)}
	for _, row := range rows {
		pilot.Groups = append(pilot.Groups, s.group(row.group(), sizeOf(row.size), firstBoards, walk(row.moves)))
	}
	some, err := s.run(ctx, pilot)
	if err != nil {
		return err
	}
	all := some
	if !s.Quick {
		whole := bench.Experiment{Name: name, Limits: stopped, Solvers: pilot.Solvers}
		for _, row := range rows {
			each := mean(some[[2]string{row.group(), name}], expanded)
			count := fewestBoards
			if is(each) {
				count = int(min(1000, max(fewestBoards, mostWork(sizeOf(row.size))/max(each, 1))))
			}
			whole.Groups = append(whole.Groups, s.group(row.group(), sizeOf(row.size), count, walk(row.moves)))
		}
		if all, err = s.run(ctx, whole); err != nil {
			return err
		}
	}
	for key, records := range all {
		found[key] = records
	}
	return nil
}

// iterations counts, on the first boards of every row, the states taken from the
// open list, closed ones included, by a plain A* that stops at the same limit.
func (s *session) iterations(ctx context.Context, rows []shuffles) (map[[2]string][]counts, error) {
	taken := map[[2]string][]counts{}
	for _, row := range rows {
		s.step(s.Study + " iterations " + row.group())
		group := s.group(row.group(), sizeOf(row.size), s.of(5, 1), walk(row.moves))
		for _, h := range byLetter {
			guess, err := estimateOf(heuristicNamed(h.name), group.Goal)
			if err != nil {
				return nil, err
			}
			all, err := s.replicated(ctx, group, func(from puzzle.Board) counts {
				return bestFirst{Estimate: guess, Closed: true, MoveBack: true}.search(from, group.Goal, expansions)
			})
			if err != nil {
				return nil, err
			}
			taken[[2]string{row.group(), h.name}] = all
		}
	}
	return taken, nil
}

// heuristicNamed returns one of the study's.
func heuristicNamed(name string) heuristics.Heuristic {
	switch name {
	case "manhattan":
		return heuristics.Manhattan
	case "misplaced":
		return heuristics.Misplaced
	}
	return heuristics.Zero
}

func (s *session) shuffleTables(rows []shuffles, found trials, iterations map[[2]string][]counts) {
	columns := func(unit Unit) []Column {
		all := []Column{{"size", Text}, {"shuffle", Number}}
		for _, h := range byLetter {
			all = append(all, Column{h.name + ", study", unit}, Column{h.name, unit})
		}
		return all
	}
	effortTable := Table{Name: "iterations", Caption: "Iterations of the study's one board, and states expanded by the median board here", Columns: columns(Number)}
	lengthTable := Table{Name: "lengths", Caption: "Path length of the study's one board, and mean of the boards solved here", Columns: columns(Average)}
	timeTable := Table{Name: "times", Caption: "Time of the study's one board, and of the median board here", Columns: columns(Seconds)}
	spread := Table{
		Name: "spread", Caption: "The boards of a row: how many were solved, and what the tenth, the half and nine tenths of them expanded",
		Columns: []Column{
			{"size", Text}, {"shuffle", Number}, {"heuristic", Text}, {"boards", Number}, {"solved", Share}, {"low", Share}, {"high", Share},
			{"expanded, 10 %", Number}, {"50 %", Number}, {"90 %", Number},
			{"length, 10 %", Number}, {"length, 50 %", Number}, {"length, 90 %", Number},
		},
	}
	convention := Table{
		Name: "convention", Caption: "States taken from the open list, closed ones included, by a plain A*, and states that it expanded: the first boards of all rows, of those solved",
		Columns: []Column{{"heuristic", Text}, {"boards", Number}, {"taken", Number}, {"expanded", Number}, {"taken / expanded", Ratio}},
	}
	for _, row := range rows {
		effortCells, lengthCells, timeCells := []any{row.size, row.moves}, []any{row.size, row.moves}, []any{row.size, row.moves}
		for _, h := range byLetter {
			records := found[[2]string{row.group(), h.name}]
			efforts, lengths := values(records, effort), values(records, length)
			effortCells = append(effortCells, row.figure("iterations", h.letter), median(efforts))
			lengthCells = append(lengthCells, row.figure("length", h.letter), mean(records, length))
			timeCells = append(timeCells, row.figure("ms", h.letter)/1000, median(values(records, patience)))
			a := accuracyOf(records)
			spread.row(row.size, row.moves, h.name, a.of, a.share, a.low, a.high,
				quantile(0.1, efforts), median(efforts), quantile(0.9, efforts), quantile(0.1, lengths), median(lengths), quantile(0.9, lengths))
		}
		effortTable.row(effortCells...)
		lengthTable.row(lengthCells...)
		timeTable.row(timeCells...)
	}
	for _, h := range byLetter {
		boards, taken, expanded := 0, 0.0, 0.0
		for _, row := range rows {
			for _, c := range iterations[[2]string{row.group(), h.name}] {
				if c.Solved && c.Expanded > 0 {
					boards, taken, expanded = boards+1, taken+float64(c.Taken), expanded+float64(c.Expanded)
				}
			}
		}
		ratio := unknown
		if expanded > 0 {
			ratio = taken / expanded
		}
		convention.row(h.name, boards, taken, expanded, ratio)
	}
	s.Tables = append(s.Tables, effortTable, lengthTable, timeTable, spread, convention)
}

// sizesOf lists the sizes of the rows, each once.
func sizesOf(rows []shuffles) []string {
	var sizes []string
	for _, row := range rows {
		if len(sizes) == 0 || sizes[len(sizes)-1] != row.size {
			sizes = append(sizes, row.size)
		}
	}
	return sizes
}

func (s *session) shuffleFigures(rows []shuffles, found trials) {
	draw := func(name, title, description string, y plot.Axis, of func([]bench.Record) float64) {
		f := Figure{name, plot.Figure{Columns: 2, Title: title, Description: description}}
		for _, size := range sizesOf(rows) {
			panel := plot.Panel{Title: size, X: plot.Axis{Label: "random moves", Unit: plot.Whole, Low: 0, High: 200}, Y: y}
			for i, h := range byLetter {
				line := plot.Series{Name: h.name, Kind: plot.Marked, Look: i + 1}
				for _, row := range rows {
					value := unknown
					if row.size == size {
						value = of(found[[2]string{row.group(), h.name}])
					}
					if is(value) && !math.IsInf(value, 0) && (!y.Log || value > 0) {
						line.X, line.Y = append(line.X, float64(row.moves)), append(line.Y, value)
					}
				}
				panel.Series = append(panel.Series, line)
			}
			f.Panels = append(f.Panels, panel)
		}
		s.Figures = append(s.Figures, f)
	}
	draw("solved", "Share solved by number of shuffles", fmt.Sprintf("Share of the boards that A* solves within %d expansions, by the number of random moves that they were shuffled by.", expansions),
		plot.Axis{Label: "solved", Unit: plot.Percent, Low: 0, High: 100}, func(records []bench.Record) float64 { return 100 * accuracyOf(records).share })
	draw("expanded", "Effort by number of shuffles", "States expanded by the median board. A line ends where that board takes too long.",
		plot.Axis{Label: "median expanded", Log: true}, func(records []bench.Record) float64 { return median(values(records, effort)) })
	draw("length", "Path length by number of shuffles", "Mean length of the plans found, which are shortest ones. Where many boards take too long, it is that of the easy ones.",
		plot.Axis{Label: "mean length, moves"}, func(records []bench.Record) float64 { return mean(records, length) })
	draw("time", "Time by number of shuffles", "Time of the median board. A line ends where that board takes too long.",
		plot.Axis{Label: "median time", Unit: plot.Seconds, Log: true}, func(records []bench.Record) float64 { return median(values(records, patience)) })
}

// impossible shows which of the published counts under the zero heuristic cannot
// be right. Uniform-cost search with a closed set expands every board that is
// nearer to the start than the goal, whatever the ties, and takes no more states
// than the boards within that distance have successors, and the start. How many
// that are depends on where the blank starts; the bounds hold for every cell.
func (s *session) impossible(rows []shuffles) {
	t := Table{
		Name: "zero", Caption: "The study's iterations under the zero heuristic, and the least and most that uniform-cost search can take for such a length",
		Columns: []Column{{"size", Text}, {"shuffle", Number}, {"length, study", Number}, {"iterations, study", Number}, {"least", Number}, {"most", Number}, {"possible", Text}},
	}
	wrong := 0
	for _, row := range rows {
		length, iterations := row.figure("length", "z"), row.figure("iterations", "z")
		if !is(length, iterations) || length == TooLong {
			continue
		}
		least, most := takenBounds(goalOf(puzzle.BlankLast, sizeOf(row.size)), int(length))
		verdict := "yes"
		switch {
		case iterations < float64(least):
			verdict = "no, too few"
		case iterations > float64(most):
			verdict = "no, too many"
		}
		if verdict != "yes" {
			wrong++
		}
		t.row(row.size, row.moves, length, iterations, least, most, verdict)
	}
	s.Tables = append(s.Tables, t)
	s.claim("the iterations of the zero heuristic (3x3: a path of length 12 in 108)", true, wrong == 0,
		fmt.Sprintf("%d of its %d figures are out of the bounds in table %s", wrong, len(t.Rows), t.Name))
}

// takenBounds returns the least and the most states that uniform-cost search can
// take from the open list before the goal, at a distance, whatever cell the blank
// starts from.
func takenBounds(goal puzzle.Board, distance int) (least, most int) {
	size := goal.Size()
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	home := goal.Blank()
	for cell := range size.Cells() {
		apart := abs(cell/size.Cols-home/size.Cols) + abs(cell%size.Cols-home%size.Cols)
		if apart > distance || (distance-apart)%2 != 0 {
			continue // the blank cannot come home from there in so many moves
		}
		nearer, successors := boardsWithin(graph, uint8(cell), distance)
		if least == 0 || nearer < least {
			least = nearer
		}
		most = max(most, 1+successors)
	}
	return least, most
}

// boardsWithin counts the boards at less than a distance from one with the blank
// in a cell, and the successors of those at up to that distance.
func boardsWithin(graph *puzzle.Graph, blank uint8, distance int) (nearer, successors int) {
	from := &node{blank: blank}
	for cell := range graph.Size().Cells() {
		if cell != int(blank) {
			from.tiles[cell] = uint8(cell + 1) // any tiles will do
		}
	}
	known := map[tiles]bool{from.tiles: true}
	layer := []*node{from}
	for depth := range distance + 1 {
		if depth == distance {
			nearer = len(known) - len(layer)
		}
		var next []*node
		for _, n := range layer {
			for _, step := range graph.Steps(n.blank) {
				successors++
				if after := n.after(step); !known[after.tiles] && depth < distance {
					known[after.tiles] = true
					next = append(next, after)
				}
			}
		}
		layer = next
	}
	return nearer, successors
}

func (s *session) shuffleClaims(rows []shuffles, found trials) {
	at := func(row shuffles, name string) []bench.Record { return found[[2]string{row.group(), name}] }
	agree, cells, known := 0, 0, true
	var other []string
	for _, row := range rows {
		for _, h := range byLetter {
			theirs := row.figure("iterations", h.letter)
			if !is(theirs) {
				continue
			}
			ours := accuracyOf(at(row, h.name))
			known = known && ours.known()
			cells++
			if (theirs == TooLong) == (ours.share < 0.5) {
				agree++
			} else {
				other = append(other, fmt.Sprintf("%s %s (%s solved)", row.group(), h.name, inPercent(ours.share)))
			}
		}
	}
	s.claim("which size, shuffle and heuristic take too long", known, agree == cells,
		fmt.Sprintf("of %d cells %d agree with the median board here; not %s", cells, agree, orNone(other)))

	for _, size := range sizesOf(rows) {
		row := shuffles{size: size, moves: 200}
		a := accuracyOf(at(row, "manhattan"))
		s.claim(fmt.Sprintf("some boards of 200 shuffles take too long (%s, Manhattan)", size), a.known(), a.share < 1,
			fmt.Sprintf("%s solved within %d expansions (%s to %s of all such boards)", inPercent(a.share), expansions, inPercent(a.low), inPercent(a.high)))
	}
	for _, pair := range [][2]string{{"manhattan", "misplaced"}, {"misplaced", "zero"}} {
		fewer, both := 0, 0
		for _, row := range rows {
			second := map[int]bench.Record{}
			for _, r := range at(row, pair[1]) {
				second[r.Puzzle] = r
			}
			for _, r := range at(row, pair[0]) {
				if other, there := second[r.Puzzle]; there && solved(r) && solved(other) {
					both++
					if r.Expanded <= other.Expanded {
						fewer++
					}
				}
			}
		}
		a := share(fewer, both)
		s.claim(fmt.Sprintf("%s needs no more iterations than %s (every row of the study)", pair[0], pair[1]), a.known(), fewer == both,
			fmt.Sprintf("on %s of the %d boards that both solved", inPercent(a.share), both))
	}
}

// beyondShuffles adds what the study left undone: thousands of random boards,
// with plots, linear conflict and pattern databases.
func (s *session) beyondShuffles(ctx context.Context, rows []shuffles) error {
	names := []string{"manhattan", "misplaced", "zero", "linear-conflict", "walking-distance"}
	e := bench.Experiment{
		Name:    "uniform-3x3",
		Groups:  []bench.Group{s.group("3x3", puzzle.Size{Rows: 3, Cols: 3}, s.of(1000, 50), bench.Scramble{})},
		Solvers: informed("astar", names...),
	}
	found, err := s.run(ctx, e)
	if err != nil {
		return err
	}
	t := Table{
		Name: "uniform", Caption: "Uniformly random 3x3 boards, A* without a limit",
		Columns: []Column{{"heuristic", Text}, {"boards", Number}, {"mean length", Average}, {"mean expanded", Number}, {"median expanded", Number}, {"mean time", Seconds}},
	}
	effortPanel := plot.Panel{Title: "Effort by path length", X: plot.Axis{Label: "path length, moves", Unit: plot.Whole}, Y: plot.Axis{Label: "mean expanded", Log: true}}
	timePanel := plot.Panel{Title: "Time by path length", X: plot.Axis{Label: "path length, moves", Unit: plot.Whole}, Y: plot.Axis{Label: "mean time", Unit: plot.Seconds, Log: true}}
	for i, name := range names {
		records := found[[2]string{"3x3", name}]
		t.row(name, len(records), mean(records, length), mean(records, expanded), median(values(records, expanded)), mean(records, elapsed))
		efforts, times := byLength(records, expanded), byLength(records, elapsed)
		efforts.Name, efforts.Look, times.Name, times.Look = name, i+1, name, i+1
		effortPanel.Series, timePanel.Series = append(effortPanel.Series, efforts), append(timePanel.Series, times)
	}
	s.Beyond = append(s.Beyond, t)
	s.Figures = append(s.Figures, Figure{"uniform", plot.Figure{
		Panels: []plot.Panel{effortPanel, timePanel}, Columns: 2, Title: "A* on uniformly random 3x3 boards",
		Description: "Mean of the boards of each length of a shortest plan, by heuristic.",
	}})

	large := []string{"manhattan", "linear-conflict", "walking-distance", "pdb:5-5-5"}
	more := bench.Experiment{Name: "fifteen", Limits: stopped, Solvers: informed("astar", large...)}
	for _, row := range rows {
		if row.size == "4x4" {
			more.Groups = append(more.Groups, s.group(row.group(), sizeOf(row.size), s.of(200, 10), walk(row.moves)))
		}
	}
	if found, err = s.run(ctx, more); err != nil {
		return err
	}
	u := Table{
		Name: "fifteen", Caption: fmt.Sprintf("The boards of 4x4 under better heuristics, A* up to %d expansions", expansions),
		Columns: []Column{{"shuffle", Number}, {"heuristic", Text}, {"boards", Number}, {"solved", Share}, {"median expanded", Number}, {"median time", Seconds}},
	}
	for _, row := range rows {
		for _, name := range large {
			if records := found[[2]string{row.group(), name}]; row.size == "4x4" {
				u.row(row.moves, name, len(records), accuracyOf(records).share, median(values(records, effort)), median(values(records, patience)))
			}
		}
	}
	s.Beyond = append(s.Beyond, u)
	return nil
}
