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
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// row holds the trials of a solver on a group of boards. It makes one row of a table.
type row struct {
	group     bench.Group
	solver    bench.Solver
	trials    []bench.Record
	part      string // the length, the share of misplaced tiles or the budget, if the row is a part of a split row
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
	last, repeats := 0, max(e.Repeats, 1)
	for _, g := range e.Groups {
		ofGroup := lists.Map(e.Solvers, func(s bench.Solver) row { return row{group: g, solver: s} })
		first := last + 1
		runs := g.Puzzles() * repeats // of each solver
		last += runs * len(e.Solvers)
		for _, t := range records {
			if t.Position < first || t.Position > last {
				continue
			}
			at := t.Position - first
			board := at / repeats / len(e.Solvers)
			solver := at / repeats % len(e.Solvers)
			repeat := at % repeats
			if board*repeats+repeat < min(warmUp, runs/4) {
				t.CPUSeconds = bench.Unknown
			}
			r := &ofGroup[solver]
			t.Group = g.Name
			t.Solver = r.solver.Name
			r.trials = append(r.trials, t)
		}
		rs = append(rs, ofGroup...)
	}
	return rs
}

// labels are the names of labels. Those in the last line are settings of solvers.
var labels = []string{"board", "boards of", "solver", "size", "random moves", "length", "% misplaced", "budget",
	"algorithm", "heuristic", "order", "population", "generations", "phases"}

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
func (r row) texts(names []string) []string { return lists.Map(names, r.label) }

// where returns the rows with a text for a label.
func (rs rows) where(label, text string) rows {
	return lists.Where(rs, func(r row) bool { return r.label(label) == text })
}

// merged merges the rows that have the same texts for the labels. The rows are sorted by these
// texts: numbers by their values, and other texts in the order of the rows.
func (rs rows) merged(by []string) (all rows) {
	place := map[string]int{}
	for _, r := range rs {
		at := slices.IndexFunc(all, func(o row) bool { return slices.Equal(o.texts(by), r.texts(by)) })
		if at < 0 {
			all = append(all, r)
		} else {
			all[at].trials = slices.Concat(all[at].trials, r.trials)
			all[at].against = slices.Concat(all[at].against, r.against)
		}
		for _, text := range r.texts(by) {
			if n, err := strconv.Atoi(text); err == nil {
				place[text] = n
			} else if _, known := place[text]; !known {
				place[text] = len(place)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b row) int {
		return slices.CompareFunc(a.texts(by), b.texts(by), func(x, y string) int { return place[x] - place[y] })
	})
	return all
}

// split divides each row into rows of trials with the same value, such as the length of the plan.
// Trials without a value are left out.
func (rs rows) split(by string) (all rows) {
	if by == "budget" {
		return rs.within()
	}
	for _, r := range rs {
		parts := map[int][]bench.Record{}
		for _, t := range r.trials {
			switch {
			case by == "% misplaced":
				tiles := r.group.Goal.Size().Cells() - 1
				tenths := (10*t.StartMisplaced + tiles - 1) / tiles // rounded up
				parts[10*tenths] = append(parts[10*tenths], t)
			case t.Length != nil:
				parts[*t.Length] = append(parts[*t.Length], t)
			}
		}
		for _, n := range slices.Sorted(maps.Keys(parts)) {
			r.part, r.trials = strconv.Itoa(n), parts[n]
			all = append(all, r)
		}
	}
	return all
}

// solvedByAll keeps the trials on the boards that every solver solved.
func (rs rows) solvedByAll() rows {
	of := map[boardID]map[string]bool{}
	solvers := map[string]bool{}
	for _, r := range rs {
		solvers[r.solver.Name] = true
		for _, t := range solved(r.trials) {
			if of[idOf(t)] == nil {
				of[idOf(t)] = map[string]bool{}
			}
			of[idOf(t)][r.solver.Name] = true
		}
	}
	kept := slices.Clone(rs)
	for i, r := range kept {
		kept[i].trials = lists.Where(r.trials, func(t bench.Record) bool { return len(of[idOf(t)]) == len(solvers) })
	}
	return kept
}

// beside joins each row with the line of a published file that has the same labels, if there is
// one. A column of the file is a label if it has the name of one.
func (rs rows) beside(file string) rows {
	joined := slices.Clone(rs)
	for i, r := range joined {
		for _, l := range readPublished(file) {
			same := true
			for column, text := range l {
				if slices.Contains(labels, column) {
					same = same && r.label(column) == text
				}
			}
			if same {
				joined[i].published = l
			}
		}
	}
	return joined
}

// rows returns the rows that a selection selects.
func (s *session) rows(of Selection) (all rows) {
	for _, name := range of.From {
		found, ok := s.results[name]
		if !ok {
			panic(fmt.Sprintf("studies: no experiment %q", name))
		}
		all = append(all, found...)
	}
	for i := range all {
		all[i].shortest = s.shortest
	}
	if of.Split != "" {
		all = all.split(of.Split)
	}
	if of.Against != "" {
		for i, r := range all {
			for _, o := range all.where("solver", of.Against).where("board", r.group.Name) {
				if o.part == r.part {
					all[i].against = o.trials
				}
			}
		}
	}
	for name, text := range of.Only {
		all = all.where(name, text)
	}
	all = lists.Where(all, func(r row) bool { return !slices.Contains(of.Without, r.solver.Name) })
	if of.SolvedAll {
		all = all.solvedByAll()
	}
	if of.By != nil {
		all = all.merged(of.By)
	}
	if of.Published != "" {
		all = all.beside(of.Published)
	}
	return all
}

// boardID identifies a board of an experiment.
type boardID struct {
	group  string
	puzzle int
}

func idOf(r bench.Record) boardID { return boardID{r.Group, r.Puzzle} }

// measure is a number that trials have. The function of returns NaN if a trial does not have it.
type measure struct {
	unit units.Unit
	of   func(*bench.Record) float64
}

// measures are the measures that are no statistics of bench, by name.
var measures = map[string]measure{
	"gap":     {units.Gap, analysis.GapOf},
	"optimal": {units.Share, analysis.Optimal},
	"depth":   {units.Count, func(r *bench.Record) float64 { return float64(r.MaxDepth) }},
	"taken":   {units.Count, func(r *bench.Record) float64 { return float64(taken(r.Stats)) }},
	"limit":   {units.Count, func(r *bench.Record) float64 { return float64(r.NodeLimit) }},
	"solved":  {units.Share, analysis.Accuracy.Of},
}

// measureOf returns a measure by its name, which is that of a measure or the label of a statistic.
func measureOf(name string) (m measure, known bool) {
	for _, row := range bench.Statistics {
		if row.Label == name {
			return measure{units.Of(row.Unit), func(r *bench.Record) float64 { return float64(row.Of(r)) }}, true
		}
	}
	m, known = measures[name]
	return m, known
}

// statistic is a number of a row. It may be unknown or TooLong. If it has an interval, the function
// estimate returns both, and otherwise it is nil.
type statistic struct {
	unit     units.Unit
	of       func(row) float64
	estimate func(row) stats.Interval
}

// estimates are the statistics with intervals, by name.
var estimates = map[string]struct {
	unit units.Unit
	of   func(row) stats.Interval
}{
	"solved":                        {units.Share, row.solved},
	"manhattan above misplaced":     {units.Share, row.manhattanAbove},
	"manhattan not below misplaced": {units.Share, row.manhattanNotBelow},
	"growth per move":               {units.Ratio, row.growth},
	"relative length":               {units.Gap, func(r row) stats.Interval { return r.relative(false) }},
	"relative length at equal time": {units.Gap, func(r row) stats.Interval { return r.relative(true) }},
	"excess length":                 {units.Gap, row.excess},
	"first correlation":             {units.Gap, func(r row) stats.Interval { return r.correlation(false) }},
	"last correlation":              {units.Gap, func(r row) stats.Interval { return r.correlation(true) }},
}

// statisticOf returns a statistic by its name: a number of the published line ("study iterations"),
// a share of the study's trials with its interval ("study accuracy of trials"), the number of
// boards ("boards"), a statistic with an interval such as the share of trials that solved their
// boards ("solved"; see estimates), the limit of a split by budgets ("states"), a label that is a
// number ("random moves"), "mean", "total" or "most" of a measure, a quantile of a measure ("median
// time", "90 % expanded"), or the ratio of two statistics ("total taken / total expanded"). In a
// quantile, a trial that did not solve its board counts as TooLong.
func statisticOf(name string) statistic {
	if column, of := strings.CutPrefix(name, "study "); of {
		column, trials, share := strings.Cut(column, " of ")
		s := statistic{of: func(r row) float64 { return r.published.number(column) }}
		if share {
			s.estimate = func(r row) stats.Interval {
				n := r.published.number(trials)
				if !is(n) {
					return stats.Interval{Value: unknown, Low: unknown, High: unknown}
				}
				return stats.ShareOf(int(math.Round(s.of(r)*n)), int(n))
			}
		}
		return s
	}
	if a, b, ratio := strings.Cut(name, " / "); ratio {
		one, other, unit := statisticOf(a), statisticOf(b), units.Ratio
		if one.unit == units.Count && other.unit == units.Seconds {
			unit = units.Rate
		}
		return statistic{unit: unit, of: func(r row) float64 { return one.of(r) / other.of(r) }}
	}
	if e, known := estimates[name]; known {
		return statistic{e.unit, func(r row) float64 { return e.of(r).Value }, e.of}
	}
	switch {
	case name == "states":
		return statistic{unit: units.Number, of: func(r row) float64 { return r.states }}
	case name == "boards":
		return statistic{unit: units.Count, of: func(r row) float64 {
			boards := map[boardID]bool{}
			for _, t := range r.trials {
				boards[idOf(t)] = true
			}
			return float64(len(boards))
		}}
	case slices.Contains(labels, name):
		return statistic{unit: units.Count, of: func(r row) float64 { return line{name: r.label(name)}.number(name) }}
	}
	kind, of, _ := strings.Cut(strings.Replace(name, "median ", "50 % ", 1), " ")
	m, ok := measureOf(strings.TrimPrefix(of, "% "))
	value := m.of
	at := map[string]func([]float64) float64{
		"mean": stats.Mean, "total": floats.Sum, "most": slices.Max[[]float64]}[kind]
	if at == nil {
		percent, err := strconv.Atoi(kind)
		must(name, err)
		at = func(values []float64) float64 { return stats.Quantile(values, float64(percent)/100) }
		value = func(r *bench.Record) float64 {
			if !analysis.Solved(r) {
				return TooLong
			}
			return m.of(r)
		}
	}
	if !ok {
		panic(fmt.Sprintf("studies: no statistic %q", name))
	}
	return statistic{unit: m.unit, of: func(r row) float64 {
		if values := analysis.Numbers(r.trials, value); len(values) > 0 {
			return at(values)
		}
		return unknown
	}}
}

// solved returns the share of the row's boards that were solved in more than half of their trials.
func (r row) solved() stats.Interval {
	ids, medians := r.byBoard("solved")
	return stats.ShareOf(len(lists.Where(ids, func(id boardID) bool { return medians[id] > 0.5 })), len(ids))
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
	return stats.Interval{Value: math.Exp(slope), Low: math.Exp(slope - half), High: math.Exp(slope + half), N: n}
}

// is reports whether all numbers are known.
func is(numbers ...float64) bool { return !slices.ContainsFunc(numbers, math.IsNaN) }

// solved returns the trials that found a plan.
func solved(trials []bench.Record) []bench.Record {
	return lists.Where(trials, func(t bench.Record) bool { return analysis.Solved(&t) })
}
