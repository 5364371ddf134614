package studies

import (
	"fmt"
	"math"
	"slices"

	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
)

// vectorReplicas show what a map and a heap are worth to A*.
var vectorReplicas = replicas{timed: true, searches: []replica{
	{Name: "manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded},
	{Name: "vectors manhattan", Heuristic: heuristics.Manhattan, Known: whenExpanded, Vectors: true},
	{Name: "misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded},
	{Name: "vectors misplaced", Heuristic: heuristics.Misplaced, Known: whenExpanded, Vectors: true},
}}

// gaVsAStar judges the study that compared a genetic algorithm with A*.
//
// The study solved boards of 2x2 to 3x4 with A*, and boards of 2x2 and 3x3 with the GA,
// with different populations, generations, phases and heuristics. Its figures are the
// share of boards solved and the average time. Accuracies can be compared with those
// measured here. Of the times, only ratios within a table can be compared.
//
// The study's linear conflict counts 2 for every pair of tiles in conflict. It is here
// under the name linear-conflict-pairs, beside the admissible linear conflict.
func gaVsAStar(s *session) {
	s.astarTables()
	s.geneticTables()
	s.vectors()
	s.beyond("pairs", s.results["pairs"], bySize, byHeuristic, count("puzzles"), solvedShare, meanLength,
		number("shortest plans", units.Share, mean(analysis.Optimal)), meanExpanded, averageTime)
	s.beyond("larger", slices.Concat(s.results["4x4"], s.results["5x5"]), bySize,
		labelled("solver", "solver"), count("puzzles"), solvedShare, meanLength,
		number("mean length / optimal", units.Ratio, mean(analysis.GapOf)), averageTime)
}

// Published times, and columns of them.
var (
	studyTime   = printed("average_s")
	printedTime = number("average time, study", units.Seconds, studyTime)
	timeRatio   = number("study / here", units.Ratio, studyTime.per(mean(elapsed)))
)

// astarTables shows A* by size and by heuristic. Times by heuristic are compared as
// multiples of Manhattan's time, since the seconds are of other machines.
func (s *session) astarTables() {
	sizes := s.results["astar-sizes"].beside("ga-astar-sizes")
	heuristics := s.results["astar-heuristics"].beside("ga-astar-heuristics")
	manhattan, misplaced := heuristics.one("heuristic", "manhattan"), heuristics.one("heuristic", "misplaced")
	ofManhattan := func(row) row { return manhattan }
	ours, theirs := mean(elapsed).per(mean(elapsed).of(ofManhattan)), studyTime.per(studyTime.of(ofManhattan))
	printedPuzzles := number("puzzles, study", units.Count, printed("puzzles"))
	s.show("astar-sizes", sizes, bySize, printedPuzzles, count("puzzles"), solvedShare, printedTime, averageTime,
		timeRatio, meanLength, meanExpanded)
	s.show("astar-heuristics", heuristics, byHeuristic, printedPuzzles, count("puzzles"), solvedShare, printedTime,
		averageTime, number("to Manhattan's, study", units.Ratio, theirs),
		number("to Manhattan's", units.Ratio, ours), meanExpanded)

	solved := accuracy(sizes.merged())
	s.claim("every", is(solved), solved == 1, "column solved of astar-sizes")
	s.claim("seconds", is(ours(misplaced)), ours(misplaced) >= 10,
		"here %.3g times as long; the seconds are of other machines", ours(misplaced))
	s.slowerThanManhattan("slower-astar", heuristics.one("heuristic", conflictPairs), manhattan)
}

// slowerThanManhattan judges the claim that a heuristic takes longer than Manhattan
// distance, and shows the ratio of the mean times.
func (s *session) slowerThanManhattan(name string, r, manhattan row) {
	s.slower(name, r, manhattan, "%.3g times Manhattan's mean time here, %.3g in the study",
		mean(elapsed)(r)/mean(elapsed)(manhattan), studyTime(r)/studyTime(manhattan))
}

// geneticSettings are the labels of a setting of the GA, apart from the phase mode.
var geneticSettings = []string{"heuristic", "population", "generations", "phases"}

// geneticColumns are the columns of a table of the GA, behind those that say which
// settings a row is of. Published figures are compared with the phases that restart;
// those that continue stand beside.
func geneticColumns(all rows) []column {
	return []column{
		number("trials, study", units.Count, publishedTrials), count("trials"),
		number("accuracy, study", units.Share, printed("accuracy")),
		number("accuracy", units.Share, accuracy), solvedLow, solvedHigh,
		number("accuracy, continue", units.Share, accuracy.of(continued(all))),
		printedTime, averageTime, timeRatio, meanLength,
	}
}

// publishedTrials returns how many trials a published accuracy is of. The file by
// heuristic does not say, but its total and its average time do.
func publishedTrials(r row) float64 {
	if n := printed("trials")(r); is(n) {
		return n
	}
	return math.Round(printed("total_s").per(studyTime)(r))
}

// geneticTables shows the GA on 2x2 and on 3x3. The published files say which settings
// a table has; the rows are those of the experiments with the same settings.
func (s *session) geneticTables() {
	settings := []column{setting("population"), setting("generations"), setting("phases")}
	small, large := s.results["ga-2x2"], s.results["ga-3x3"]
	smallRows := small.where("phase-mode", "restart").beside("ga-2x2")
	ga := large.where("algorithm", "ga", "phase-mode", "restart")
	bySettings, others := ga.where("heuristic", "manhattan").beside("ga-3x3"),
		ga.beside("ga-3x3-heuristics").published()
	s.show("ga-2x2", smallRows, append(settings, geneticColumns(small)...)...)
	s.show("ga-3x3", bySettings, append(settings, geneticColumns(large)...)...)
	s.show("ga-3x3-heuristics", others, append([]column{byHeuristic}, geneticColumns(large)...)...)
	s.figure("accuracy", accuracyPanel(slices.Concat(bySettings, others), large))
	s.more("phases", smallRows.one("population", "10", "generations", "10", "phases", "1"),
		smallRows.one("phases", "5"))

	at := func(heuristic, population, generations string) row {
		return slices.Concat(bySettings, others).one("heuristic", heuristic, "population", population,
			"generations", generations)
	}
	s.geneticClaims(at)
	s.geneticAgainstAStar(at)
}

// accuracyPanel draws the published accuracies beside the measured ones, the first row
// on top.
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

// geneticClaims judges the claims about the GA on 3x3. The function returns the row of
// a heuristic, a population and a number of generations.
func (s *session) geneticClaims(at func(heuristic, population, generations string) row) {
	least, most := at("misplaced", "200", "500"), at(conflictPairs, "200", "500")
	few, many := least.solved(), most.solved()
	asPublished := func(r row) bool {
		n := publishedTrials(r)
		return meet(r.solved(), share(int(math.Round(printed("accuracy")(r)*n)), int(n)))
	}
	s.claim("accuracy", few.N > 0 && many.N > 0, asPublished(least) && asPublished(most),
		"%s (%s to %s) and %s (%s to %s)", inPercent(few.Value), inPercent(few.Low), inPercent(few.High),
		inPercent(many.Value), inPercent(many.Low), inPercent(many.High))
	s.more("population", at("manhattan", "100", "100"), at("manhattan", "200", "100"))
	s.more("generations", at("manhattan", "100", "100"), at("manhattan", "100", "200"))
	manhattan := at("manhattan", "200", "500")
	s.more("conflict", manhattan, most)
	s.slowerThanManhattan("slower-ga", most, manhattan)
}

// continued returns a function that finds the row of the GA whose phases continue, with
// the settings of a row whose phases restart.
func continued(all rows) func(row) row {
	return all.like(geneticSettings, "phase-mode", "continue")
}

// geneticAgainstAStar compares the times of the GA and of A* on the same boards.
func (s *session) geneticAgainstAStar(at func(heuristic, population, generations string) row) {
	astar := s.results["ga-3x3"].where("algorithm", "astar").beside("ga-astar-heuristics")
	genetic := func(r row) row { return at(r.label("heuristic"), "200", "500") }
	ours, theirs := mean(elapsed).of(genetic).per(mean(elapsed)), studyTime.of(genetic).per(studyTime)
	s.show("ga-against-astar", astar, byHeuristic, number("GA", units.Seconds, mean(elapsed).of(genetic)),
		number("A*", units.Seconds, mean(elapsed)), number("GA / A*, study", units.Ratio, theirs),
		number("GA / A*", units.Ratio, ours))
	low, high := astar.extent(ours)
	theirLow, theirHigh := astar.extent(theirs)
	s.claim("ten", is(low, high), within(low, high, 10, 100),
		"%.3g to %.3g times, by heuristic; by the study's own averages %.2g to %.2g", low, high, theirLow, theirHigh)
	s.claim("memoise", false, false, "the laboratory's GA keeps no table of moves to leave out")
}

// vectors shows what maps and a priority queue are worth to A*.
func (s *session) vectors() {
	all := s.results["vectors"]
	maps := slices.Concat(all.where("solver", "manhattan"), all.where("solver", "misplaced"))
	vectors := func(r row) row { return all.one("solver", "vectors "+r.label("solver")) }
	ratio := total(elapsed).of(vectors).per(total(elapsed))
	s.show("vectors", maps, labelled("heuristic", "solver"), boards, meanExpanded,
		number("vectors", units.Seconds, mean(elapsed).of(vectors)), number("maps", units.Seconds, mean(elapsed)),
		number("vectors / maps", units.Ratio, ratio))
	low, high := maps.extent(ratio)
	s.claim("maps", is(low, high), within(low, high, 50, 60),
		"%.3g times with Manhattan distance, %.3g times with misplaced tiles: it grows with the states that wait",
		ratio(maps[0]), ratio(maps[1]))
}
