package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/solvers"
)

// scale has the values of a numeric setting, in the order of an axis: the numbers, then the special
// values, which stand for something else than their number, such as a width of 0.
type scale struct {
	texts   []string // as in the settings
	names   []string // for readers
	log     bool     // whether the factors of the numbers matter, rather than their differences
	special bool     // whether some values are special

	// places has the number of each text or, if some values are special, its place in texts.
	places map[string]float64
}

// scaleOf returns the scale of a setting of solvers. Other values than numbers and special ones are
// left out.
func scaleOf(summaries []Summary, setting string) scale {
	row := settingRow(setting)
	s := scale{places: map[string]float64{}}
	var special []string
	for _, summary := range summaries {
		text := summary.settings()[setting]
		number, err := strconv.ParseFloat(text, 64)
		_, seen := s.places[text]
		switch {
		case seen:
		case row.Special(text) != "":
			special = append(special, text)
			s.places[text] = math.Inf(1)
		case err == nil && !math.IsNaN(number) && !math.IsInf(number, 0):
			s.texts = append(s.texts, text)
			s.places[text] = number
		}
	}
	slices.SortFunc(s.texts, func(x, y string) int { return cmp.Compare(s.places[x], s.places[y]) })
	if len(s.texts) > 0 {
		least := s.places[s.texts[0]]
		most := s.places[s.texts[len(s.texts)-1]]
		s.log = row.Log && special == nil && least > 0 && most >= 10*least
	}
	slices.Sort(special)
	s.special = special != nil
	s.texts = append(s.texts, special...)
	for i, text := range s.texts {
		s.names = append(s.names, cmp.Or(row.Special(text), text))
		if special != nil {
			s.places[text] = float64(i)
		}
	}
	return s
}

// Sweep has the results of solvers that differ in one numeric setting, as a function of its value.
// A line has the solvers that agree in all other settings.
type Sweep struct {
	Group              Group
	Algorithm, Setting string

	// Names has the values of the setting if some are special. Then the X of a point is the index
	// of a name.
	Names []string
	Log   bool // whether factors of the values matter, rather than differences

	Measure                Measure // of the work
	Accuracy, Gap, Expense []Series
}

// Sweeps returns a Sweep for each numeric setting of an algorithm that has several values, among
// solvers that otherwise agree, on each group.
func (a *Analysis) Sweeps() (all []Sweep) {
	for _, algorithm := range a.Distinct(algorithmOf) {
		summaries := a.summariesOf(algorithm)
		names := varied(summaries)
		for _, name := range names {
			for _, group := range a.Groups {
				sweep := sweepOf(onGroup(summaries, group), name, names)
				if sweep.Accuracy != nil {
					all = append(all, sweep)
				}
			}
		}
	}
	return all
}

func algorithmOf(r *bench.Record) string { return r.Algorithm }

// summariesOf returns the summaries of the solvers of an algorithm that have trials.
func (a *Analysis) summariesOf(algorithm string) []Summary {
	var summaries []Summary
	for _, s := range a.Summaries() {
		if s.Trials > 0 && s.Algorithm == algorithm {
			summaries = append(summaries, s)
		}
	}
	return summaries
}

// onGroup returns the summaries of solvers on a group.
func onGroup(summaries []Summary, group Group) []Summary {
	var kept []Summary
	for _, s := range summaries {
		if s.Group == group {
			kept = append(kept, s)
		}
	}
	return kept
}

// without returns the names that are not among the others.
func without(names []string, others ...string) []string {
	var kept []string
	for _, name := range names {
		if !slices.Contains(others, name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// sweepOf returns the sweep of a setting over solvers of a group. The names are those of all
// settings that vary.
func sweepOf(summaries []Summary, name string, names []string) Sweep {
	sweep := Sweep{Setting: name, Measure: Seconds}
	axis := scaleOf(summaries, name)
	sweep.Log = axis.log
	if axis.special {
		sweep.Names = axis.names
	}
	place := func(s Summary) float64 { return axis.places[s.settings()[name]] }
	summaries = slices.DeleteFunc(slices.Clone(summaries), func(s Summary) bool {
		_, known := axis.places[s.settings()[name]]
		return !known
	})
	slices.SortStableFunc(summaries, func(s, t Summary) int {
		return cmp.Compare(place(s), place(t))
	})
	for _, s := range summaries {
		sweep.Group = s.Group
		sweep.Algorithm = s.Algorithm
		for _, m := range []Measure{Evaluated, Expanded} { // the last that is reported
			if m.Reported(s.Solver) {
				sweep.Measure = m
			}
		}
	}
	for i, family := range families(summaries, without(names, name)) {
		line := Series{Name: family.name, Number: i + 1}
		accuracy := line
		gap := line
		expense := line
		for _, s := range family.solvers {
			x := place(s)
			accuracy.add(x, s.AccuracyInterval())
			gap.add(x, s.GapInterval)
			expense.add(x, stats.MeanOf(s.puzzles.values(s.Solver, sweep.Measure.Of).Means()))
		}
		sweep.Accuracy = withLine(sweep.Accuracy, accuracy)
		sweep.Gap = withLine(sweep.Gap, gap)
		sweep.Expense = withLine(sweep.Expense, expense)
	}
	return sweep
}

// withLine appends a line to others, if it has several points and one of them is known.
func withLine(lines []Series, line Series) []Series {
	if len(line.X) > 1 && line.known() {
		lines = append(lines, line)
	}
	return lines
}

// Grid has the results of solvers that differ in two numeric settings: a row for each value of one,
// and a column for each value of the other. The solvers agree in all other settings.
type Grid struct {
	Group         Group
	Algorithm     string
	Name          string   // what tells the solvers apart from those of other grids
	Across, Up    string   // settings of the columns and of the rows
	Columns, Rows []string // their values

	Accuracy, Gap []float64 // row by row; NaN where there is no value
}

// Grids returns the grids of the first two settings, in the order of the table of settings, of each
// algorithm that has solvers which differ in several settings. There is a grid for each group and
// for each combination of other settings.
func (a *Analysis) Grids() []Grid {
	var grids []Grid
	sweeps := a.Sweeps()
	for _, algorithm := range a.Distinct(algorithmOf) {
		swept := sweptSettings(sweeps, algorithm)
		if len(swept) < 2 {
			continue
		}
		across := swept[0]
		up := swept[1]
		summaries := a.summariesOf(algorithm)
		others := without(varied(summaries), across, up)
		for _, group := range a.Groups {
			for _, family := range families(onGroup(summaries, group), others) {
				grid, ok := gridOf(family, across, up)
				if !ok {
					continue
				}
				grid.Group = group
				grid.Algorithm = algorithm
				grids = append(grids, grid)
			}
		}
	}
	return grids
}

// sweptSettings returns the settings for which an algorithm has a sweep, in the order of the table
// of settings.
func sweptSettings(sweeps []Sweep, algorithm string) []string {
	var swept []string
	for _, name := range solvers.SettingNames() {
		isSwept := slices.ContainsFunc(sweeps, func(s Sweep) bool {
			return s.Algorithm == algorithm && s.Setting == name
		})
		if isSwept {
			swept = append(swept, name)
		}
	}
	return swept
}

// gridOf returns the grid of the solvers of a family. It returns false if there are not several
// rows and columns.
func gridOf(f family, across, up string) (Grid, bool) {
	columns := scaleOf(f.solvers, across)
	rows := scaleOf(f.solvers, up)
	if len(columns.texts) < 2 || len(rows.texts) < 2 {
		return Grid{}, false
	}
	cells := len(columns.texts) * len(rows.texts)
	empty := slices.Repeat([]float64{math.NaN()}, cells)
	grid := Grid{
		Name:     f.name,
		Across:   across,
		Up:       up,
		Columns:  columns.names,
		Rows:     rows.names,
		Accuracy: empty,
		Gap:      slices.Clone(empty),
	}
	for _, s := range f.solvers {
		values := s.settings()
		column := slices.Index(columns.texts, values[across])
		row := slices.Index(rows.texts, values[up])
		if column < 0 || row < 0 {
			continue
		}
		cell := row*len(columns.texts) + column
		grid.Accuracy[cell] = float64(s.Accuracy)
		grid.Gap[cell] = float64(s.Gap)
	}
	return grid, true
}
