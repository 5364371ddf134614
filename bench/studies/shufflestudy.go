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

// iterationReplicas count the states that are taken from the open list.
var iterationReplicas = replicas{searches: []namedSearch{
	replica{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, MoveBack: true},
	replica{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, MoveBack: true},
	replica{Name: "zero", Known: whenExpanded, MoveBack: true},
}}

// shuffleHeuristics are the study's three heuristics, each with an experiment of its
// own.
var shuffleHeuristics = []string{"manhattan", "misplaced", "zero"}

// shuffleStudy judges the study of how far a board can be shuffled before A* takes too
// long to solve it.
//
// For each size and number of random moves, the study solved one board with each of
// three heuristics. It printed the iterations, the length of the plan and the time, or
// "takes too long" (TL). Here each cell has many boards, and a trial stops at a number
// of expansions. The median stands beside the published figure: it is TL if the middle
// board was not solved. An iteration of the study is a state taken from the open list.
// The table "convention" says how that differs from an expansion.
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

// randomMoves heads the number of random moves by which boards are shuffled.
const randomMoves = "random moves"

// sameShuffle is the label of the boards of a row.
var sameShuffle = []string{"group"}

// shuffleTables shows the study's three tables, which have two columns for each
// heuristic, and the spread of the boards of each row.
func (s *session) shuffleTables(all rows) {
	// compared sets the study's figures beside those measured, heuristic by heuristic.
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

// convention compares the states taken with the states expanded, on the boards that a
// plain A* solves in at least one expansion.
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
// right. Uniform-cost search with a closed set expands every board nearer to the start
// than the goal, however ties are broken. It takes at most the start and all successors
// of the boards within that distance. How many these are depends on the cell in which
// the blank starts; the bounds hold for every cell.
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

// takenBounds returns the least and the most states that uniform-cost search can take
// from the open list before a goal at a distance, whatever cell the blank starts from.
func takenBounds(goal puzzle.Board, distance int) (least, most int) {
	size := goal.Size()
	for cell := range size.Cells() {
		away := apart(size, cell, goal.Blank())
		if away > distance || (distance-away)%2 != 0 {
			continue // the blank cannot get from there to its place in so many moves
		}
		nearer, successors := boardsWithin(size, cell, distance)
		if least == 0 || nearer < least {
			least = nearer
		}
		most = max(most, 1+successors)
	}
	return least, most
}

// boardsWithin counts the boards at less than a distance from one with the blank in a
// cell, and the successors of the boards up to that distance.
func boardsWithin(size puzzle.Size, blank, distance int) (nearer, successors int) {
	tiles := make([]int, size.Cells())
	for cell := range tiles {
		tiles[cell] = (cell - blank + len(tiles)) % len(tiles) // 0 is the blank; any tiles will do
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

// shuffleClaims judges which cells take too long, whether some boards of 200 random
// moves do, and whether a better heuristic ever takes more expansions. The claim about
// cells agrees with the study if the middle board is solved where the study's board was.
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

// beyondShuffles adds what the study left undone: thousands of random boards, with
// plots, linear conflict and pattern databases.
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
