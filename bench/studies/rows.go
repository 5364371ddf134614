package studies

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/stats"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// row holds the trials of a solver on a group of boards. It makes one row of a table.
type row struct {
	group     bench.Group
	solver    bench.Solver
	trials    []bench.Record
	part      string // of a split row: the length, the share of misplaced tiles or the budget
	published line   // the figures that the study printed for them; nil if none

	states   float64             // limit of generated states, if the row was split by budgets
	against  []bench.Record      // trials of another solver on the same boards; see Selection
	shortest map[boardID]float64 // length of the shortest plan in all experiments
}

// rows is a list of rows in the order of the experiment: all solvers of a group come
// before the next group.
type rows []row

// warmUp is the number of first runs of a solver on a group of boards whose processor times do not
// count. In these runs, memory and caches are still cold. Of a small group, at most a quarter of
// the runs is left out.
const warmUp = 3

// rowsOf distributes the records of an experiment over rows, by their positions. A store
// may hold a trial under old names of its group and its solver. rowsOf replaces them by
// the names in the experiment. It makes the processor times of the first runs unknown.
func rowsOf(e bench.Experiment, records []bench.Record) rows {
	var rs rows
	repeats := max(e.Repeats, 1)
	last := 0 // position of the group before
	for _, group := range e.Groups {
		var ofGroup []row
		for _, solver := range e.Solvers {
			ofGroup = append(ofGroup, row{group: group, solver: solver})
		}
		first := last + 1
		runs := group.Puzzles() * repeats // of each solver
		last += runs * len(e.Solvers)
		for _, t := range records {
			if t.Position < first || t.Position > last {
				continue
			}
			number := t.Position - first // in the group
			board := number / repeats / len(e.Solvers)
			solver := number / repeats % len(e.Solvers)
			repeat := number % repeats
			if board*repeats+repeat < min(warmUp, runs/4) {
				t.CPUSeconds = bench.Unknown
			}
			r := &ofGroup[solver]
			t.Group = group.Name
			t.Solver = r.solver.Name
			r.trials = append(r.trials, t)
		}
		rs = append(rs, ofGroup...)
	}
	return rs
}

// labels are the names of labels. Those in the last line are settings of solvers.
var labels = []string{
	"board", "boards of", "solver", "size", "random moves", "length", "% misplaced", "budget",
	"algorithm", "heuristic", "order", "population", "generations", "phases",
}

// label returns the text of a label. The label "board" or "boards of" is the name of the group,
// "solver" the name of the solver, "size" the board size, and "random moves" the number of moves
// from the goal. Rows that were split by "length", "% misplaced" or "budget" have this label, too.
// Other labels are names of settings of the solver. The algorithm of a replica is its name.
func (r row) label(name string) string {
	switch name {
	case "": // one panel
		return ""
	case "board", "boards of":
		return r.group.Name
	case "solver":
		return r.solver.Name
	case "size":
		return r.group.Goal.Size().String()
	case "random moves":
		if walk := r.group.Scramble.Walk; walk != nil {
			return fmt.Sprint(*walk)
		}
		return ""
	case "length", "% misplaced", "budget":
		return r.part
	case "algorithm":
		if r.solver.Settings.Algorithm == "" {
			return r.solver.Name
		}
	}
	return r.solver.Settings.Get(name)
}

// texts returns the texts of several labels.
func (r row) texts(names []string) (texts []string) {
	for _, name := range names {
		texts = append(texts, r.label(name))
	}
	return texts
}

// where returns the rows with a text for a label.
func (rs rows) where(label, text string) (found rows) {
	for _, r := range rs {
		if r.label(label) == text {
			found = append(found, r)
		}
	}
	return found
}

// merged merges the rows that have the same texts for some labels. The rows are sorted by these
// texts: numbers by their values, and other texts in the order of the rows.
func (rs rows) merged(names []string) (merged rows) {
	place := map[string]int{} // of each text
	for _, r := range rs {
		texts := r.texts(names)
		i := slices.IndexFunc(merged, func(other row) bool {
			return slices.Equal(other.texts(names), texts)
		})
		if i < 0 {
			merged = append(merged, r)
		} else {
			merged[i].trials = slices.Concat(merged[i].trials, r.trials)
			merged[i].against = slices.Concat(merged[i].against, r.against)
		}
		for _, text := range texts {
			number, err := strconv.Atoi(text)
			if err == nil {
				place[text] = number
			} else if _, known := place[text]; !known {
				place[text] = len(place)
			}
		}
	}
	byPlace := func(a, b string) int { return place[a] - place[b] }
	slices.SortStableFunc(merged, func(a, b row) int {
		return slices.CompareFunc(a.texts(names), b.texts(names), byPlace)
	})
	return merged
}

// split divides each row into rows of trials with the same value of a label, such as the length of
// the plan. Trials without a value are left out.
func (rs rows) split(label string) (parts rows) {
	if label == "budget" {
		return rs.within()
	}
	for _, r := range rs {
		trials := map[int][]bench.Record{} // by value
		for _, t := range r.trials {
			if label == "% misplaced" {
				tiles := r.group.Goal.Size().Cells() - 1
				tenths := (10*t.StartMisplaced + tiles - 1) / tiles // rounded up
				trials[10*tenths] = append(trials[10*tenths], t)
			} else if t.Length != nil {
				trials[*t.Length] = append(trials[*t.Length], t)
			}
		}
		for _, value := range slices.Sorted(maps.Keys(trials)) {
			part := r
			part.part = strconv.Itoa(value)
			part.trials = trials[value]
			parts = append(parts, part)
		}
	}
	return parts
}

// solvedByAll keeps the trials on the boards that every solver solved.
func (rs rows) solvedByAll() rows {
	solvers := map[string]bool{}
	solvedBy := map[boardID]map[string]bool{}
	for _, r := range rs {
		solvers[r.solver.Name] = true
		for _, t := range solved(r.trials) {
			if solvedBy[idOf(t)] == nil {
				solvedBy[idOf(t)] = map[string]bool{}
			}
			solvedBy[idOf(t)][r.solver.Name] = true
		}
	}
	kept := slices.Clone(rs)
	for i, r := range kept {
		kept[i].trials = nil
		for _, t := range r.trials {
			if len(solvedBy[idOf(t)]) == len(solvers) {
				kept[i].trials = append(kept[i].trials, t)
			}
		}
	}
	return kept
}

// beside joins each row with the line of a published file that has the same labels, if there is
// one. A column of the file is a label if it has the name of one.
func (rs rows) beside(file string) rows {
	joined := slices.Clone(rs)
	for i, r := range joined {
		for _, l := range readPublished(file) {
			if r.fits(l) {
				joined[i].published = l
			}
		}
	}
	return joined
}

// fits reports whether a row has the same labels as a line of a published file.
func (r row) fits(l line) bool {
	for column, text := range l {
		if slices.Contains(labels, column) && r.label(column) != text {
			return false
		}
	}
	return true
}

// rows returns the rows that a selection selects.
func (s *session) rows(selection Selection) (rs rows) {
	for _, name := range selection.From {
		found, ok := s.results[name]
		if !ok {
			panic(fmt.Sprintf("studies: no experiment %q", name))
		}
		rs = append(rs, found...)
	}
	for i := range rs {
		rs[i].shortest = s.shortest
	}
	if selection.Split != "" {
		rs = rs.split(selection.Split)
	}
	if selection.Against != "" {
		rs.setAgainst(selection.Against)
	}
	for name, text := range selection.Only {
		rs = rs.where(name, text)
	}
	rs = slices.DeleteFunc(rs, func(r row) bool {
		return slices.Contains(selection.Without, r.solver.Name)
	})
	if selection.SolvedAll {
		rs = rs.solvedByAll()
	}
	if selection.By != nil {
		rs = rs.merged(selection.By)
	}
	if selection.Published != "" {
		rs = rs.beside(selection.Published)
	}
	return rs
}

// setAgainst sets the trials of a solver that each row is compared with.
func (rs rows) setAgainst(solver string) {
	type place struct{ board, part string }
	trialsAt := map[place][]bench.Record{}
	for _, r := range rs.where("solver", solver) {
		trialsAt[place{board: r.group.Name, part: r.part}] = r.trials
	}
	for i, r := range rs {
		against, ok := trialsAt[place{board: r.group.Name, part: r.part}]
		if ok {
			rs[i].against = against
		}
	}
}

// boardID identifies a board of an experiment.
type boardID struct {
	group  string
	puzzle int
}

func idOf(r bench.Record) boardID { return boardID{group: r.Group, puzzle: r.Puzzle} }

// measure is a number that trials have. The function value returns NaN if a trial does not have it.
type measure struct {
	unit  units.Unit
	value func(*bench.Record) float64
}

// measures are the measures that are no statistics of bench, by name.
var measures = map[string]measure{
	"gap":     {unit: units.Gap, value: analysis.GapOf},
	"optimal": {unit: units.Share, value: analysis.Optimal},
	"depth":   {unit: units.Count, value: maxDepth},
	"taken":   {unit: units.Count, value: takenStates},
	"limit":   {unit: units.Count, value: nodeLimit},
	"solved":  {unit: units.Share, value: analysis.Accuracy.Of},
}

func maxDepth(r *bench.Record) float64    { return float64(r.MaxDepth) }
func takenStates(r *bench.Record) float64 { return float64(taken(r.Stats)) }
func nodeLimit(r *bench.Record) float64   { return float64(r.NodeLimit) }

// measureOf returns a measure by its name, which is that of a measure or the label of a statistic.
func measureOf(name string) (m measure, known bool) {
	for _, row := range bench.Statistics {
		if row.Label == name {
			value := func(r *bench.Record) float64 { return float64(row.Of(r)) }
			return measure{unit: units.Of(row.Unit), value: value}, true
		}
	}
	m, known = measures[name]
	return m, known
}

// statistic is a number of a row. It may be unknown or TooLong. If it has an interval, the function
// estimate returns both, and otherwise it is nil.
type statistic struct {
	unit     units.Unit
	value    func(row) float64
	estimate func(row) stats.Interval
}

// estimated is a statistic with an interval.
type estimated struct {
	unit     units.Unit
	estimate func(row) stats.Interval
}

// estimates are the statistics with intervals, by name.
var estimates = map[string]estimated{
	"solved":                        {unit: units.Share, estimate: row.solved},
	"manhattan above misplaced":     {unit: units.Share, estimate: row.manhattanAbove},
	"manhattan not below misplaced": {unit: units.Share, estimate: row.manhattanNotBelow},
	"growth per move":               {unit: units.Ratio, estimate: row.growth},
	"relative length":               {unit: units.Gap, estimate: row.relativeAtLimit},
	"relative length at equal time": {unit: units.Gap, estimate: row.relativeAtEqualTime},
	"excess length":                 {unit: units.Gap, estimate: row.excess},
	"first correlation":             {unit: units.Gap, estimate: row.firstCorrelation},
	"last correlation":              {unit: units.Gap, estimate: row.lastCorrelation},
}

// statisticOf returns a statistic by its name:
//
//	study NAME             a number of the published line
//	study NAME of TRIALS   the same for a share of trials, with its interval
//	NAME / NAME            the ratio of two statistics
//	one of estimates       a statistic with an interval, such as "solved"
//	states                 the limit of a split by budgets
//	boards                 the number of boards
//	one of labels          a label that is a number, such as "random moves"
//	mean MEASURE           also total, most, median, or a quantile such as "90 % expanded"
//
// In a quantile, a trial that did not solve its board counts as TooLong.
func statisticOf(name string) statistic {
	if column, isPublished := strings.CutPrefix(name, "study "); isPublished {
		return publishedStatistic(column)
	}
	if above, below, isRatio := strings.Cut(name, " / "); isRatio {
		return ratioOf(statisticOf(above), statisticOf(below))
	}
	if e, known := estimates[name]; known {
		value := func(r row) float64 { return e.estimate(r).Value }
		return statistic{unit: e.unit, value: value, estimate: e.estimate}
	}
	switch {
	case name == "states":
		states := func(r row) float64 { return r.states }
		return statistic{unit: units.Number, value: states}
	case name == "boards":
		return statistic{unit: units.Count, value: row.boards}
	case slices.Contains(labels, name):
		number := func(r row) float64 { return line{name: r.label(name)}.number(name) }
		return statistic{unit: units.Count, value: number}
	}
	return summaryOf(name)
}

// publishedStatistic returns the statistic that is a number of the published line, such as
// "iterations", or a share of trials with its interval, such as "accuracy of trials".
func publishedStatistic(name string) statistic {
	column, trials, isShare := strings.Cut(name, " of ")
	value := func(r row) float64 { return r.published.number(column) }
	if !isShare {
		return statistic{value: value}
	}
	estimate := func(r row) stats.Interval {
		n := r.published.number(trials)
		if !areKnown(n) {
			return stats.Interval{Value: unknown, Low: unknown, High: unknown}
		}
		return stats.ShareOf(int(math.Round(value(r)*n)), int(n))
	}
	return statistic{value: value, estimate: estimate}
}

// ratioOf returns the ratio of two statistics.
func ratioOf(above, below statistic) statistic {
	unit := units.Ratio
	if above.unit == units.Count && below.unit == units.Seconds {
		unit = units.Rate
	}
	value := func(r row) float64 { return above.value(r) / below.value(r) }
	return statistic{unit: unit, value: value}
}

// summaryOf returns the mean, total, maximum or a quantile of a measure, such as "mean time" or
// "90 % expanded".
func summaryOf(name string) statistic {
	kind, measureName, _ := strings.Cut(strings.Replace(name, "median ", "50 % ", 1), " ")
	m, known := measureOf(strings.TrimPrefix(measureName, "% "))
	if !known {
		panic(fmt.Sprintf("studies: no statistic %q", name))
	}
	value := m.value
	var summarise func([]float64) float64
	switch kind {
	case "mean":
		summarise = stats.Mean
	case "total":
		summarise = floats.Sum
	case "most":
		summarise = slices.Max[[]float64]
	default:
		percent, err := strconv.Atoi(kind)
		must(name, err)
		summarise = func(values []float64) float64 {
			return stats.Quantile(values, float64(percent)/100)
		}
		value = func(r *bench.Record) float64 {
			if !analysis.Solved(r) {
				return TooLong
			}
			return m.value(r)
		}
	}
	summary := func(r row) float64 {
		values := analysis.Numbers(r.trials, value)
		if len(values) == 0 {
			return unknown
		}
		return summarise(values)
	}
	return statistic{unit: m.unit, value: summary}
}

// boards returns the number of boards of the row.
func (r row) boards() float64 {
	boards := map[boardID]bool{}
	for _, t := range r.trials {
		boards[idOf(t)] = true
	}
	return float64(len(boards))
}

// solved returns the share of the row's boards that were solved in more than half of their trials.
func (r row) solved() stats.Interval {
	ids, medians := r.byBoard("solved")
	count := 0
	for _, id := range ids {
		if medians[id] > 0.5 {
			count++
		}
	}
	return stats.ShareOf(count, len(ids))
}

// manhattanAbove returns the share of the row's boards whose Manhattan distance is above their
// number of misplaced tiles.
func (r row) manhattanAbove() stats.Interval {
	return r.manhattanShare(func(distance, misplaced int) bool { return distance > misplaced })
}

// manhattanNotBelow returns the share of the row's boards whose Manhattan distance is at least
// their number of misplaced tiles.
func (r row) manhattanNotBelow() stats.Interval {
	return r.manhattanShare(func(distance, misplaced int) bool { return distance >= misplaced })
}

// manhattanShare returns the share of the row's boards for which counts returns true.
func (r row) manhattanShare(counts func(distance, misplaced int) bool) stats.Interval {
	seen := map[boardID]bool{}
	counted := 0
	for _, t := range r.trials {
		if t.Board == (puzzle.Board{}) || seen[idOf(t)] {
			continue
		}
		seen[idOf(t)] = true
		estimator, err := heuristics.Manhattan.For(t.Goal, puzzle.Costs{})
		must("Manhattan distance", err)
		distance := int(estimator.Estimate(t.Board.Tiles()))
		if counts(distance, t.StartMisplaced) {
			counted++
		}
	}
	return stats.ShareOf(counted, len(seen))
}

// growth returns the factor by which the number of states expanded grows for each move by which a
// shortest plan is longer. It comes from a straight line through the logarithms of these numbers
// (least squares). Its interval is that of the line's slope.
func (r row) growth() stats.Interval {
	var lengths, logs []float64
	for _, t := range solved(r.trials) {
		if t.Expanded > 0 {
			lengths = append(lengths, float64(*t.Length))
			logs = append(logs, math.Log(float64(t.Expanded)))
		}
	}
	n := len(lengths)
	none := stats.Interval{Value: unknown, Low: unknown, High: unknown, N: n}
	if n < 3 {
		return none
	}
	spread := float64(n-1) * stat.Variance(lengths, nil)
	if spread == 0 { // all plans are equally long
		return none
	}
	intercept, slope := stat.LinearRegression(lengths, logs, nil, false)
	squares := 0.0
	for i := range lengths {
		off := logs[i] - intercept - slope*lengths[i]
		squares += off * off
	}
	freedom := float64(n - 2)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile((1 + stats.Confidence) / 2)
	half := t * math.Sqrt(squares/freedom/spread)
	return stats.Interval{
		Value: math.Exp(slope),
		Low:   math.Exp(slope - half),
		High:  math.Exp(slope + half),
		N:     n,
	}
}

// areKnown reports whether all numbers are known.
func areKnown(numbers ...float64) bool { return !slices.ContainsFunc(numbers, math.IsNaN) }

// solved returns the trials that found a plan.
func solved(trials []bench.Record) (found []bench.Record) {
	for _, t := range trials {
		if analysis.Solved(&t) {
			found = append(found, t)
		}
	}
	return found
}
