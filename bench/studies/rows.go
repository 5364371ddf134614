package studies

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
)

// row holds the trials of a solver on a group of boards. It makes one row of a table.
type row struct {
	group     bench.Group
	solver    bench.Solver
	trials    []bench.Record
	published line // the figures that the study printed for them; nil if none
}

// rows is a list of rows in the order of the experiment: all solvers of a group come
// before the next group.
type rows []row

// rowsOf distributes the records of an experiment over rows, by their positions. A store
// may hold a trial under old names of its group and its solver. rowsOf replaces them by
// the names in the experiment.
func rowsOf(e bench.Experiment, records []bench.Record) rows {
	var rs rows
	last, repeats := 0, max(e.Repeats, 1)
	for _, g := range e.Groups {
		for _, solver := range e.Solvers {
			rs = append(rs, row{group: g, solver: solver})
		}
		ofGroup := rs[len(rs)-len(e.Solvers):]
		first := last + 1
		last += g.Puzzles() * len(e.Solvers) * repeats
		for _, t := range records {
			if first <= t.Position && t.Position <= last {
				r := &ofGroup[(t.Position-first)/repeats%len(e.Solvers)]
				t.Group, t.Solver = g.Name, r.solver.Name
				r.trials = append(r.trials, t)
			}
		}
	}
	return rs
}

// labels are the columns of published files that identify a line. They are also labels of
// rows (see row.label).
var labels = []string{"size", "shuffle", "board", "algorithm", "heuristic", "population", "generations", "phases"}

// label returns the text of a label. The label "group" or "board" is the name of the
// group, "solver" the name of the solver, "size" the board size, and "shuffle" the number
// of random moves. Other labels are names of settings of the solver. The algorithm of a
// replica is its name.
func (r row) label(name string) string {
	switch name {
	case "group", "board":
		return r.group.Name
	case "solver":
		return r.solver.Name
	case "size":
		return r.group.Goal.Size().String()
	case "shuffle":
		if walk := r.group.Scramble.Walk; walk != nil {
			return fmt.Sprint(*walk)
		}
		return ""
	case "algorithm":
		if r.solver.Settings.Algorithm == "" {
			return r.solver.Name
		}
	}
	return r.solver.Settings.Get(name)
}

// name returns the name of the solver for texts, with the number of phases after a slash. It leaves
// out the phase mode "restart", because texts show only solvers in this mode.
func (r row) name() string {
	return strings.Replace(strings.TrimSuffix(r.label("solver"), " phase-mode=restart"), " phases=", "/", 1)
}

// filter returns the rows for which keep returns true.
func (rs rows) filter(keep func(row) bool) rows {
	return slices.DeleteFunc(slices.Clone(rs), func(r row) bool { return !keep(r) })
}

// where returns the rows with the given labels. The arguments are pairs of a label's name
// and its text.
func (rs rows) where(pairs ...string) rows {
	return rs.filter(func(r row) bool {
		for i := 0; i < len(pairs); i += 2 {
			if r.label(pairs[i]) != pairs[i+1] {
				return false
			}
		}
		return true
	})
}

// one returns the only row with the given labels. It panics if there is not exactly one,
// because labels and experiment files are part of the program.
func (rs rows) one(pairs ...string) row {
	found := rs.where(pairs...)
	if len(found) != 1 {
		panic(fmt.Sprintf("studies: %d rows with %q; expected one", len(found), pairs))
	}
	return found[0]
}

// like returns a function that takes a row r and returns the only row that has the same
// text as r for the labels in names, and the labels in pairs.
func (rs rows) like(names []string, pairs ...string) func(row) row {
	return func(r row) row {
		wanted := slices.Clone(pairs)
		for _, name := range names {
			wanted = append(wanted, name, r.label(name))
		}
		return rs.one(wanted...)
	}
}

// conflictPairs is the name of the heuristic that the study "ga-vs-astar" calls linear
// conflict. It counts 2 for every pair of tiles in conflict.
const conflictPairs = "linear-conflict-pairs"

// beside joins each row with the line of a published file that has the same labels, if
// there is one. The heuristic linear-conflict in a published line matches conflictPairs.
func (rs rows) beside(file string) rows {
	joined := slices.Clone(rs)
	for i, r := range joined {
		for _, l := range readPublished(file) {
			same := true
			for _, name := range labels {
				if want, ok := l[name]; ok {
					got := r.label(name)
					same = same && (got == want || got == conflictPairs && want == "linear-conflict")
				}
			}
			if same {
				joined[i].published = l
			}
		}
	}
	return joined
}

// quickest keeps, in each row, only the trial of each board that took the least time.
func (rs rows) quickest() rows {
	kept := slices.Clone(rs)
	for i, r := range kept {
		kept[i].trials = nil
		at := map[boardID]int{}
		for _, t := range r.trials {
			n, tried := at[idOf(t)]
			switch {
			case !tried:
				at[idOf(t)] = len(kept[i].trials)
				kept[i].trials = append(kept[i].trials, t)
			case t.Seconds < kept[i].trials[n].Seconds:
				kept[i].trials[n] = t
			}
		}
	}
	return kept
}

// merged returns a copy of the first row with the trials of all rows.
func (rs rows) merged() row {
	all := rs[0]
	for _, r := range rs[1:] {
		all.trials = slices.Concat(all.trials, r.trials)
	}
	return all
}

// measure returns a number of a trial, or NaN if the trial does not have this number.
// Package analysis defines the measures.
type measure func(bench.Record) float64

// Measures of package analysis.
var (
	expanded  = analysis.Expanded.Of
	generated = analysis.Generated.Of
	elapsed   = analysis.Seconds.Of
	length    = analysis.Length.Of
	resident  = analysis.Resident.Of
)

// figure computes a number from a row. The number may be unknown or TooLong.
type figure func(row) float64

// Figures that many tables show.
var (
	accuracy figure = func(r row) float64 { return r.solved().Value }
	low      figure = func(r row) float64 { return r.solved().Low }
	high     figure = func(r row) float64 { return r.solved().High }
	trials   figure = func(r row) float64 { return float64(len(r.trials)) }

	// shuffles is the number of random moves by which a row's boards were shuffled.
	shuffles figure = func(r row) float64 { return float64(*r.group.Scramble.Walk) }

	// The median over a row's boards. It is TooLong if the median board was not solved.
	medianExpanded = quantile(0.5, toSolve(expanded))
	medianTime     = quantile(0.5, toSolve(elapsed))
)

// printed returns the published number of a row in a column of the published file.
func printed(column string) figure { return func(r row) float64 { return r.published.number(column) } }

// mean returns the mean of a measure.
func mean(m measure) figure { return func(r row) float64 { return analysis.Mean(values(r.trials, m)) } }

// total returns the sum of a measure. It is unknown if the row has no trials.
func total(m measure) figure {
	return func(r row) float64 {
		if len(r.trials) == 0 {
			return unknown
		}
		return floats.Sum(values(r.trials, m))
	}
}

// quantile returns the smallest value such that at least the given share of all values is
// not larger.
func quantile(share float64, m measure) figure {
	return func(r row) float64 {
		all := values(r.trials, m)
		if len(all) == 0 {
			return unknown
		}
		return stat.Quantile(share, stat.Empirical, slices.Sorted(slices.Values(all)), nil)
	}
}

// per returns the ratio of f and g for the same row.
func (f figure) per(g figure) figure { return func(r row) float64 { return f(r) / g(r) } }

// times returns f times a factor.
func (f figure) times(factor float64) figure { return func(r row) float64 { return factor * f(r) } }

// of returns f for another row, which the function other finds.
func (f figure) of(other func(row) row) figure { return func(r row) float64 { return f(other(r)) } }

// toSolve returns m, or TooLong for a trial that did not solve its board.
func toSolve(m measure) measure {
	return func(r bench.Record) float64 {
		if !solved(r) {
			return TooLong
		}
		return m(r)
	}
}

func solved(r bench.Record) bool { return r.Status == search.Solved }

// values returns the values of a measure. It leaves out trials without a value.
func values(trials []bench.Record, m measure) []float64 {
	var all []float64
	for _, r := range trials {
		if x := m(r); !math.IsNaN(x) {
			all = append(all, x)
		}
	}
	return all
}

// solved returns the share of the row's trials that solved their boards.
func (r row) solved() analysis.Interval { return share(len(keep(r.trials, solved)), len(r.trials)) }

// keep returns the trials for which ok returns true.
func keep(trials []bench.Record, ok func(bench.Record) bool) []bench.Record {
	return slices.DeleteFunc(slices.Clone(trials), func(r bench.Record) bool { return !ok(r) })
}

// share returns hits / n with its confidence interval. It is unknown if n is 0.
func share(hits, n int) analysis.Interval {
	low, high := analysis.Wilson(hits, n)
	return analysis.Interval{Value: float64(hits) / float64(n), Low: low, High: high, N: n}
}

// is reports whether all numbers are known.
func is(figures ...float64) bool { return !slices.ContainsFunc(figures, math.IsNaN) }

// eachLength splits each row into rows with plans of the same length, in ascending order.
func (rs rows) eachLength() rows {
	var split rows
	for _, r := range rs {
		byLength := map[int][]bench.Record{}
		for _, t := range r.trials {
			if t.Length != nil {
				byLength[*t.Length] = append(byLength[*t.Length], t)
			}
		}
		for _, n := range slices.Sorted(maps.Keys(byLength)) {
			r.trials = byLength[n]
			split = append(split, r)
		}
	}
	return split
}

// published returns the rows that have a published line.
func (rs rows) published() rows {
	return rs.filter(func(r row) bool { return r.published != nil })
}

// extent returns the smallest and the largest value of a figure over the rows. Both are
// NaN if one value is unknown.
func (rs rows) extent(of figure) (low, high float64) {
	all := make([]float64, len(rs))
	for i, r := range rs {
		all[i] = of(r)
	}
	return slices.Min(all), slices.Max(all)
}
