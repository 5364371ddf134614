package studies

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
)

// vectorReplicas measure how much time A* saves with a map and a heap.
var vectorReplicas = replicas{timed: true, searches: []namedSearch{
	replica{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
	replica{Name: "vectors manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, Vectors: true},
	replica{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
	replica{Name: "vectors misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, Vectors: true},
}}

// gaVsAStar judges the study that compared a genetic algorithm with A*.
//
// The study solved boards of 2x2 to 3x4 with A*, and boards of 2x2 and 3x3 with the GA,
// with different populations, generations, phases and heuristics. It printed the share of
// boards solved and the average time. Accuracies can be compared with measured ones. Times
// come from different machines, so only their ratios within a table can be compared.
//
// The study's linear conflict counts 2 for every pair of tiles in conflict. The heuristic
// linear-conflict-pairs does this. The heuristic linear-conflict is the admissible form.
func gaVsAStar(s *session) {
	s.astarTables()
	s.geneticTables()
	s.vectors()
	s.genes()
	s.beyond("pairs", s.results["pairs"], bySize, byHeuristic, count("puzzles"), solvedShare, meanLength,
		number("shortest plans", units.Share, mean(analysis.Optimal)), meanExpanded, averageTime)
	s.beyond("larger", slices.Concat(s.results["3x4"], s.results["4x4"], s.results["5x5"]), bySize,
		labelled("solver", "solver"), count("puzzles"), solvedShare, meanLength,
		number("mean length / optimal", units.Ratio, mean(analysis.GapOf)), averageTime)
}

// Published times, and columns with them.
var (
	studyTime   = printed("average_s")
	printedTime = number("average time, study", units.Seconds, studyTime)
	timeRatio   = number("study / here", units.Ratio, studyTime.per(mean(elapsed)))
)

// astarTables adds tables of A* by size and by heuristic. Times by heuristic are compared
// as multiples of Manhattan's time, because the published seconds are from another machine.
func (s *session) astarTables() {
	sizes := s.results["astar-sizes"].beside("ga-astar-sizes")
	heuristics := s.results["astar-heuristics"].beside("ga-astar-heuristics")
	manhattan := heuristics.one("heuristic", "manhattan")
	ofManhattan := func(row) row { return manhattan }
	ours, theirs := mean(elapsed).per(mean(elapsed).of(ofManhattan)), studyTime.per(studyTime.of(ofManhattan))
	printedPuzzles := number("puzzles, study", units.Count, printed("puzzles"))
	s.show("astar-sizes", sizes, bySize, printedPuzzles, count("puzzles"), solvedShare, printedTime, averageTime,
		timeRatio, meanLength, meanExpanded)
	s.show("astar-heuristics", heuristics, byHeuristic, printedPuzzles, count("puzzles"), solvedShare, printedTime,
		averageTime, keyed("to Manhattan's, study", number("time / Manhattan's time, study", units.Ratio, theirs)),
		keyed("to Manhattan's", number("time / Manhattan's time", units.Ratio, ours)), meanExpanded)

	solved := accuracy(sizes.merged())
	s.claim("every", is(solved), solved == 1, "A* solves %s of the boards of \"A* with Manhattan distance, by size\"",
		inPercent(solved))
}

// geneticSettings are the labels of the settings of the GA that the study varied.
var geneticSettings = []string{"heuristic", "population", "generations", "phases"}

// geneticColumns returns the columns of a table of the GA that follow the columns of the
// settings. Published figures are compared with runs whose phases restart. One column
// shows the accuracy of runs whose phases continue.
func geneticColumns(all rows) []column {
	return []column{
		number("trials, study", units.Count, publishedTrials), count("trials"),
		number("accuracy, study", units.Share, printed("accuracy")),
		number("accuracy", units.Share, accuracy), solvedLow, solvedHigh,
		text("inside", func(r row) string {
			if len(r.trials) == 0 {
				return units.Unknown
			}
			return map[Verdict]string{Holds: "yes", Fails: "no", Undecided: "no, but intervals overlap"}[asPublished(r)]
		}),
		number("accuracy, continue", units.Share, accuracy.of(continued(all))),
		printedTime, averageTime, timeRatio, meanLength,
	}
}

// publishedTrials returns the number of trials of a published accuracy. The file by
// heuristic has no such number, so it is computed as the total time divided by the average
// time.
func publishedTrials(r row) float64 {
	if n := printed("trials")(r); is(n) {
		return n
	}
	return math.Round(printed("total_s").per(studyTime)(r))
}

// geneticTables adds tables of the GA on 2x2 and on 3x3. It compares each published line
// with the row that has the same settings.
func (s *session) geneticTables() {
	var settings []column
	for _, name := range geneticSettings[1:] {
		settings = append(settings, setting(name, name))
	}
	small, large := s.results["ga-2x2"], s.results["ga-3x3"]
	smallRows := small.where("phase-mode", "restart", "algorithm", "ga").beside("ga-2x2")
	ga := large.where("algorithm", "ga", "phase-mode", "restart")
	bySettings, others := ga.where("heuristic", "manhattan").beside("ga-3x3"),
		ga.beside("ga-3x3-heuristics").published()
	s.show("ga-2x2", smallRows, append(settings, geneticColumns(small)...)...)
	s.show("ga-3x3", bySettings, append(settings, geneticColumns(large)...)...)
	s.show("ga-3x3-heuristics", others, append([]column{byHeuristic}, geneticColumns(large)...)...)
	s.figure("accuracy", accuracyPanel(slices.Concat(bySettings, others), large))
	s.geneticClaims(smallRows, slices.Concat(bySettings, others))
}

// accuracyPanel draws the published and the measured accuracies, with the first row at the
// top.
func accuracyPanel(rs, all rows) plot.Panel {
	panel := plot.Panel{
		X: plot.Axis{Label: "boards solved", Unit: units.Share},
		Y: plot.Axis{Names: make([]string, len(rs))},
	}
	for i, r := range rs {
		panel.Y.Names[len(rs)-1-i] = fmt.Sprintf("%s %s/%s/%s", r.label("heuristic"), r.label("population"),
			r.label("generations"), r.label("phases"))
	}
	for look, shown := range []struct {
		name string
		of   figure
	}{
		{"study", printed("accuracy")},
		{"here, phases restart", accuracy},
		{"here, phases continue", accuracy.of(continued(all))},
	} {
		points := plot.Series{Name: shown.name, Kind: plot.Points, Look: look + 1}
		for i, r := range rs {
			if x := shown.of(r); is(x) {
				points.X, points.Y = append(points.X, x), append(points.Y, float64(len(rs)-1-i))
			}
		}
		panel.Series = append(panel.Series, points)
	}
	return panel
}

// geneticClaims judges the claims about the GA on 2x2 and 3x3, and about times.
func (s *session) geneticClaims(small, large rows) {
	complete, known := 0, true
	for _, r := range slices.Concat(small, large) {
		known = known && is(accuracy(r))
		if accuracy(r) == 1 {
			complete++
		}
	}
	s.claim("never", known, complete == 0, "the GA solves all boards in %d of the %d rows of its tables", complete,
		len(small)+len(large))
	of := func(rs rows, heuristic, population, generations, phases string) row {
		return rs.one("heuristic", heuristic, "population", population, "generations", generations, "phases", phases)
	}
	least, most := of(large, "misplaced", "200", "500", "5"), of(large, conflictPairs, "200", "500", "5")
	few, many := least.solved(), most.solved()
	s.judge("accuracy", every(asPublished(least), asPublished(most)),
		"the GA solves %s (%s to %s) with misplaced tiles and %s (%s to %s) with linear conflict",
		inPercent(few.Value), inPercent(few.Low), inPercent(few.High),
		inPercent(many.Value), inPercent(many.Low), inPercent(many.High))

	usual, first := of(large, "manhattan", "100", "100", "5"), of(small, "manhattan", "10", "10", "1")
	grow := func(name string, pairs ...pair) {
		s.more(name, pairs...)
		s.slower(name+"-time", pairs...)
	}
	grow("population", pair{first: of(small, "manhattan", "20", "10", "1"), second: first},
		pair{first: of(large, "manhattan", "200", "100", "5"), second: usual})
	grow("generations", pair{first: of(small, "manhattan", "10", "20", "1"), second: first},
		pair{first: of(large, "manhattan", "100", "200", "5"), second: usual})
	grow("phases", pair{first: of(small, "manhattan", "10", "10", "5"), second: first})
	manhattan := of(large, "manhattan", "200", "500", "5")
	s.more("conflict", pair{first: most, second: manhattan})
	s.slower("slower-ga", pair{first: most, second: manhattan})
	s.fastest("fastest-ga", rows{manhattan, most}, least, of(large, "out-of-row-column", "200", "500", "5"))
	s.informedTimes()
	s.geneticAgainstAStar(small, large)
}

// informedTimes judges the claims about the times of A* with different heuristics, in every table that
// shows these times.
func (s *session) informedTimes() {
	var conflict, misplaced []pair
	for _, of := range []struct{ experiment, table string }{
		{"astar-heuristics", "A* on 3x3, by heuristic"},
		{"ga-3x3", "Time of the GA relative to A*"},
	} {
		astar, table := s.results[of.experiment].where("algorithm", "astar"), of.table
		manhattan := astar.one("heuristic", "manhattan")
		conflict = append(conflict, pair{astar.one("heuristic", conflictPairs), manhattan, table})
		misplaced = append(misplaced, pair{astar.one("heuristic", "misplaced"), manhattan, table})
	}
	pairs := s.results["pairs"].where("size", "3x3")
	conflict = append(conflict, pair{pairs.one("heuristic", conflictPairs), pairs.one("heuristic", "manhattan"),
		"A* with Manhattan distance and two forms of linear conflict"})
	s.slower("slower-astar", conflict...)
	astar := s.results["astar-heuristics"]
	s.fastest("fastest-astar", rows{astar.one("heuristic", "manhattan"), astar.one("heuristic", conflictPairs)},
		astar.one("heuristic", "misplaced"), astar.one("heuristic", "out-of-row-column"))
	var verdicts []Verdict
	var ratios []string
	for _, both := range misplaced {
		ratio, _ := ratioOf(elapsed, both.first, both.second)
		verdicts = append(verdicts, covers(ratio, 21, 21))
		ratios = append(ratios, fmt.Sprintf("%s times as long on the boards of %q", withInterval(ratio), both.table))
	}
	s.judge("seconds", agreed(verdicts...), "%s. These values are medians. The tables show ratios of mean times",
		strings.Join(ratios, "; "))
}

// continued returns a function that maps a row of the GA to the row with the same settings
// whose phases continue.
func continued(all rows) func(row) row {
	return all.like(geneticSettings, "phase-mode", "continue")
}

// geneticAgainstAStar compares the times of the GA and of A* on the same boards, and
// judges the claims about them.
func (s *session) geneticAgainstAStar(small, large rows) {
	astar := slices.Concat(s.results["ga-2x2"].where("algorithm", "astar").beside("ga-astar-sizes"),
		s.results["ga-3x3"].where("algorithm", "astar").beside("ga-astar-heuristics"))
	genetic := func(r row) row {
		if r.label("size") == "2x2" {
			return small.one("population", "10", "generations", "10", "phases", "5")
		}
		return large.one("heuristic", r.label("heuristic"), "population", "200", "generations", "500")
	}
	ratio := func(r row) analysis.Interval { median, _ := ratioOf(elapsed, genetic(r), r); return median }
	settings := func(r row) string { return strings.TrimPrefix(genetic(r).name(), "ga ") }
	s.show("ga-against-astar", astar, bySize, byHeuristic, text("GA settings", settings),
		number("GA", units.Seconds, mean(elapsed).of(genetic)), number("A*", units.Seconds, mean(elapsed)),
		number("GA / A*, study", units.Ratio, studyTime.of(genetic).per(studyTime)),
		number("GA / A*", units.Ratio, mean(elapsed).of(genetic).per(mean(elapsed))),
		number("GA / A*, median", units.Ratio, func(r row) float64 { return ratio(r).Value }),
		lowEnd(units.Ratio, func(r row) float64 { return ratio(r).Low }),
		highEnd(units.Ratio, func(r row) float64 { return ratio(r).High }))
	for _, size := range []string{"2x2", "3x3"} {
		var verdicts []Verdict
		var shown []string
		ofSize := astar.where("size", size)
		for _, r := range ofSize {
			verdicts = append(verdicts, covers(ratio(r), 10, 100))
			shown = append(shown, fmt.Sprintf("%s times as long as A* with %s", withInterval(ratio(r)),
				r.label("heuristic")))
		}
		low, high := ofSize.extent(studyTime.of(genetic).per(studyTime))
		theirs := "ratio of the study's own average times is " + units.Ratio.Format(low)
		if low < high {
			theirs = fmt.Sprintf("ratios of the study's own average times are %s to %s", units.Ratio.Format(low),
				units.Ratio.Format(high))
		}
		s.judge("ten-"+size, every(verdicts...), "with the same heuristic, the GA takes %s. The %s",
			strings.Join(shown, ", "), theirs)
	}
	wide := s.results["3x4"].one("solver", "ga, preset study").solved()
	verdict := covers(wide, 0, 0.5)
	if verdict == Holds && wide.High >= 0.5 {
		verdict = Undecided
	}
	s.judge("prohibitive", verdict, "the GA solves %s (%s to %s) of the boards of 3x4 with population 200, "+
		"500 generations, 5 phases and linear conflict",
		inPercent(wide.Value), inPercent(wide.Low), inPercent(wide.High))
}

// withInterval formats a ratio with its confidence interval.
func withInterval(ratio analysis.Interval) string {
	text := units.Ratio.Format(ratio.Value)
	if is(ratio.Low, ratio.High) {
		text += fmt.Sprintf(" (%s to %s)", units.Ratio.Format(ratio.Low), units.Ratio.Format(ratio.High))
	}
	return text
}

// vectors adds a table of the time that A* saves with maps and a priority queue, and
// judges the claim about it.
func (s *session) vectors() {
	all := s.results["vectors"]
	maps := slices.Concat(all.where("solver", "manhattan"), all.where("solver", "misplaced"))
	vectors := func(r row) row { return all.one("solver", "vectors "+r.label("solver")) }
	textbook := func(r row) row { return s.results["textbook"].one("solver", "textbook "+r.label("solver")) }
	s.show("vectors", maps, labelled("heuristic", "solver"), boards, meanExpanded,
		number("vectors", units.Seconds, mean(elapsed).of(vectors)), number("maps", units.Seconds, mean(elapsed)),
		number("textbook engine", units.Seconds, mean(elapsed).of(textbook)),
		number("vectors / maps", units.Ratio, total(elapsed).of(vectors).per(total(elapsed))),
		number("vectors / textbook engine", units.Ratio, total(elapsed).of(vectors).per(total(elapsed).of(textbook))))
	var verdicts []Verdict
	var shown []string
	for _, r := range maps {
		plain, _ := ratioOf(elapsed, vectors(r), r)
		engine, _ := ratioOf(elapsed, vectors(r), textbook(r))
		verdicts = append(verdicts, covers(plain, 50, 60), covers(engine, 50, 60))
		shown = append(shown, fmt.Sprintf("with %s, the replica with vectors takes %s times as long as the "+
			"replica with maps, and %s times as long as the textbook engine", r.label("solver"),
			withInterval(plain), withInterval(engine)))
	}
	s.judge("maps", every(verdicts...), "%s. The replica with vectors searches both sets from end to end, so "+
		"these factors grow with the numbers of states in them",
		strings.Join(shown, "; "))
}
