package studies

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// iterationReplicas are the searches whose states taken from the open list are counted.
var iterationReplicas = replicas{searches: []namedSearch{
	replica{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
	replica{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, MoveBack: true},
	replica{Name: "zero", Known: whenExpanded, MoveBack: true},
}}

// shuffleHeuristics are the study's three heuristics. Each has its own experiment.
var shuffleHeuristics = []string{"manhattan", "misplaced", "zero"}

// shuffleStudy judges the study of how far a board can be shuffled before A* takes too
// long to solve it.
//
// For each size and number of random moves, the study solved one board with each of three
// heuristics. It printed the iterations, the length of the plan and the time, or "takes
// too long" (TL). The re-run has many boards for each combination, and a limit of
// expansions. It compares the median with the published figure. The median is TL if the
// middle board was not solved. An iteration of the study is a state taken from the open
// list. The table "convention" compares iterations with expansions.
func shuffleStudy(s *session) {
	var all rows
	for _, name := range shuffleHeuristics {
		all = append(all, s.results[name]...)
	}
	all = all.beside("shuffles")
	slices.SortStableFunc(all, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.label("size"), b.label("size")), cmp.Compare(shuffles(a), shuffles(b)))
	})
	s.shuffleTables(all)
	s.shuffleFigures(all)
	s.impossible(all.where("heuristic", "zero"))
	s.shuffleClaims(all)
	s.beyondShuffles()
}

// randomMoves is the head of columns and axes for the number of random moves by which
// boards are shuffled.
const randomMoves = "random moves"

// sameShuffle holds the label that rows with the same boards share.
var sameShuffle = []string{"group"}

// shuffleTables adds the study's three tables, with a published and a measured column for
// each heuristic, and a table of the spread over the boards of each row.
func (s *session) shuffleTables(all rows) {
	// compared adds a table with the study's and the measured figure for each heuristic.
	compared := func(table string, unit units.Unit, theirs, ours figure) {
		columns := []column{bySize, setting(randomMoves, "shuffle")}
		for _, name := range shuffleHeuristics {
			with := all.like(sameShuffle, "heuristic", name)
			columns = append(columns, number(name+", study", unit, theirs.of(with)), number(name, unit, ours.of(with)))
		}
		s.show(table, all.where("heuristic", "zero"), columns...)
	}
	compared("iterations", units.Count, printed("iterations"), medianExpanded)
	compared("lengths", units.Moves, printed("length"), mean(length))
	compared("times", units.Seconds, printed("ms").times(1e-3), medianTime)

	spread := func(head string, share float64, m measure) column {
		return number(head, units.Count, quantile(share, m))
	}
	effort := toSolve(expanded)
	s.show("spread", all, bySize, setting(randomMoves, "shuffle"), byHeuristic, boards, solvedShare, solvedLow,
		solvedHigh, spread("expanded, 10 %", 0.1, effort), keyed("50 %", spread("expanded, 50 %", 0.5, effort)),
		keyed("90 %", spread("expanded, 90 %", 0.9, effort)),
		spread("length, 10 %", 0.1, length), spread("length, 50 %", 0.5, length), spread("length, 90 %", 0.9, length))
	s.convention()
}

// convention compares the number of states taken with the number of states expanded. It
// leaves out boards that the replicas did not solve or solved without an expansion.
func (s *session) convention() {
	var merged rows
	for _, name := range shuffleHeuristics {
		r := s.results["iterations"].where("solver", name).merged()
		r.trials = keep(r.trials, func(t bench.Record) bool { return solved(t) && t.Expanded > 0 })
		merged = append(merged, r)
	}
	takenTotal := total(func(t bench.Record) float64 {
		return float64(taken(search.Stats{Generated: t.Generated, Duplicates: t.Duplicates, Open: t.Open}))
	})
	s.show("convention", merged, labelled("heuristic", "solver"), boards, number("taken", units.Count, takenTotal),
		number("expanded", units.Count, total(expanded)),
		number("taken / expanded", units.Ratio, takenTotal.per(total(expanded))))
}

// shuffleFigures draws four measures over the number of random moves, with a panel for
// each size and a line for each heuristic.
func (s *session) shuffleFigures(all rows) {
	draw := func(name string, y plot.Axis, of figure) {
		s.bySizes(name, all, []string{"3x3", "4x4", "5x5", "6x6"},
			plot.Axis{Label: randomMoves, Unit: units.Count}, shuffles, y, of)
	}
	draw("solved", plot.Axis{Label: "solved", Unit: units.Share}, accuracy)
	draw("expanded", plot.Axis{Label: "median expanded", Log: true}, medianExpanded)
	draw("length", plot.Axis{Label: "mean length, moves"}, mean(length))
	draw("time", plot.Axis{Label: "median time", Unit: units.Seconds, Log: true}, medianTime)
}

// impossible shows which of the published counts with the zero heuristic cannot be
// right. Let d be the distance of the goal from the start. Uniform-cost search with a
// closed set expands every board at a distance less than d, however ties are broken. It
// takes at most the start and all successors of the boards up to distance d. These
// numbers depend on the cell in which the blank starts. The bounds hold for every cell.
func (s *session) impossible(zero rows) {
	printedLength, iterations := printed("length"), printed("iterations")
	known := zero.published().filter(func(r row) bool { return printedLength(r) != TooLong })
	least := func(r row) float64 { n, _ := takenBounds(r.group.Goal, int(printedLength(r))); return float64(n) }
	most := func(r row) float64 { _, n := takenBounds(r.group.Goal, int(printedLength(r))); return float64(n) }
	possible := func(r row) string {
		switch {
		case iterations(r) < least(r):
			return "no, too few"
		case iterations(r) > most(r):
			return "no, too many"
		}
		return "yes"
	}
	s.show("zero", known, bySize, setting(randomMoves, "shuffle"), number("length, study", units.Count, printedLength),
		number("iterations, study", units.Count, iterations), number("least", units.Count, least),
		number("most", units.Count, most), text("possible", possible))
	wrong := known.filter(func(r row) bool { return possible(r) != "yes" })
	s.claim("zero", true, len(wrong) == 0, "%d of the %d counts are outside the bounds (see the table of the "+
		"study's iterations with the zero heuristic)", len(wrong), len(known))
}

// takenBounds returns bounds on the number of states that uniform-cost search takes from
// the open list before a goal at the given distance. They hold for every cell from which
// the blank may start.
func takenBounds(goal puzzle.Board, distance int) (least, most int) {
	size := goal.Size()
	for cell := range size.Cells() {
		away := apart(size, cell, goal.Blank())
		if away > distance || (distance-away)%2 != 0 {
			continue // the blank cannot reach its goal cell in this number of moves
		}
		nearer, successors := boardsWithin(size, cell, distance)
		if least == 0 || nearer < least {
			least = nearer
		}
		most = max(most, 1+successors)
	}
	return least, most
}

// boardsWithin starts from a board with the blank in the given cell. It returns the
// number of boards at less than the given distance from the start, and the number of
// successors of the boards up to this distance.
func boardsWithin(size puzzle.Size, blank, distance int) (nearer, successors int) {
	tiles := make([]int, size.Cells())
	for cell := range tiles {
		tiles[cell] = (cell - blank + len(tiles)) % len(tiles) // 0 is the blank; the order of the tiles does not matter
	}
	from, err := puzzle.New(size, tiles)
	must("boards within a distance", err)
	upTo := func(bound int) search.Stats {
		t := traversal{
			replica:  replica{Known: whenGenerated, MoveBack: true},
			estimate: func(puzzle.Board) int { return 0 },
			watch:    search.NewWatch(context.Background(), search.Limits{}, nil),
			bound:    bound,
		}
		t.run(from)
		return t.stats
	}
	return int(upTo(distance).Expanded), int(upTo(distance + 1).Generated)
}

// shuffleClaims judges three claims: which combinations of size, number of moves and
// heuristic take too long, whether boards of 200 random moves take too long, and whether a
// better heuristic never needs more expansions. The re-run agrees with the study on a
// combination if it solved at least half of the boards exactly when the study solved its
// board.
func (s *session) shuffleClaims(all rows) {
	cells, known := all.published(), true
	var other []string
	for _, r := range cells {
		ours := r.solved()
		known = known && ours.N > 0
		if (printed("iterations")(r) == TooLong) != (ours.Value < 0.5) {
			other = append(other, fmt.Sprintf("%s on %s after %s moves (%s solved)",
				r.label("heuristic"), r.label("size"), r.label("shuffle"), inPercent(ours.Value)))
		}
	}
	s.claim("too-long", known, len(other) == 0,
		"the study and the median board of the re-run agree in %d of %d combinations; exceptions: %s",
		len(cells)-len(other), len(cells), orNone(other))
	for _, size := range []string{"4x4", "5x5"} {
		a := all.one("shuffle", "200", "heuristic", "manhattan", "size", size).solved()
		s.claim("shuffles-"+size, a.N > 0, a.Value < 1,
			"A* solves %s of %d boards within 100,000 expansions", inPercent(a.Value), a.N)
	}
	for i, name := range shuffleHeuristics[:2] {
		fewer, both := 0, 0
		for _, r := range all.where("heuristic", name) {
			hits, n := onBoth(r, all.like(sameShuffle, "heuristic", shuffleHeuristics[i+1])(r),
				func(a, b bench.Record) bool { return a.Expanded <= b.Expanded })
			fewer, both = fewer+hits, both+n
		}
		s.claim(name, both > 0, fewer == both, "A* with %s expands no more states than with %s on %s of the %s that "+
			"it solved with both", name, shuffleHeuristics[i+1], inPercent(share(fewer, both).Value),
			units.Plural(both, "board", "boards"))
	}
}

// beyondShuffles adds experiments that the study did not make: random boards, with linear
// conflict and pattern databases, and plots.
func (s *session) beyondShuffles() {
	uniform := s.results["uniform-3x3"]
	s.beyond("uniform", uniform, byHeuristic, boards, meanLength, meanExpanded,
		number("median expanded", units.Count, quantile(0.5, expanded)), meanTime)
	s.beyond("fifteen", s.results["fifteen"], setting(randomMoves, "shuffle"), byHeuristic, boards, solvedShare,
		number("median expanded", units.Count, medianExpanded), number("median time", units.Seconds, medianTime))
	effort := plot.Panel{Title: "Effort by path length", Y: plot.Axis{Label: "mean expanded", Log: true}}
	time := plot.Panel{Title: "Time by path length", Y: plot.Axis{Label: "mean time", Unit: units.Seconds, Log: true}}
	s.figure("uniform", byLength(effort, uniform, expanded), byLength(time, uniform, elapsed))
}
