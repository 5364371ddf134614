package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"npuzzle/bench"
)

// Sweep has the results of solvers that differ in one numeric setting, as a function of its value. A line has
// the solvers that agree in all other settings, on the boards of a group.
type Sweep struct {
	Algorithm, Setting     string
	Measure                Measure // of the work
	Accuracy, Gap, Expense []Series
}

// Sweeps returns a Sweep for each numeric setting of an algorithm that has several values, among solvers that
// otherwise agree.
func (a *Analysis) Sweeps() (all []Sweep) {
	for _, algorithm := range a.Distinct(func(r bench.Record) string { return r.Algorithm }) {
		summaries := Where(a.Summaries(), func(s Summary) bool { return s.Trials > 0 && s.Algorithm == algorithm })
		names := varied(summaries)
		for _, name := range names {
			if sweep := sweepOf(summaries, name, names); sweep.Accuracy != nil {
				all = append(all, sweep)
			}
		}
	}
	return all
}

// settings returns the settings of the solver, without the seed.
func (s Summary) settings() map[string]string {
	for r := range s.puzzles.of(s.Solver) {
		all := map[string]string{"heuristic": r.Heuristic}
		maps.Copy(all, r.Settings)
		delete(all, "seed")
		return all
	}
	return nil
}

// sweepOf returns the sweep of a setting. The names are those of all settings that vary.
func sweepOf(summaries []Summary, name string, names []string) Sweep {
	sweep := Sweep{Algorithm: summaries[0].Algorithm, Setting: name, Measure: Seconds}
	value := func(s Summary) float64 {
		x, err := strconv.ParseFloat(s.settings()[name], 64)
		if err != nil {
			return math.NaN()
		}
		return x
	}
	summaries = Where(summaries, func(s Summary) bool { return !math.IsNaN(value(s)) })
	slices.SortStableFunc(summaries, func(s, t Summary) int { return cmp.Compare(value(s), value(t)) })
	lines := map[string]*[3]Series{}
	for _, s := range summaries {
		var others []string
		if slices.ContainsFunc(summaries, func(t Summary) bool { return t.Group != s.Group }) {
			others = append(others, s.Group.Title())
		}
		for _, other := range names {
			if other != name {
				others = append(others, other+"="+s.settings()[other])
			}
		}
		for _, m := range []Measure{Evaluated, Expanded} { // the last that is reported
			if m.Reported(s.Solver) {
				sweep.Measure = m
			}
		}
		key := strings.Join(others, " ")
		if lines[key] == nil {
			lines[key] = &[3]Series{}
		}
		for k, y := range []Interval{
			s.AccuracyInterval(), s.GapInterval, MeanOf(s.puzzles.values(s.Solver, sweep.Measure.Of).each(Mean)),
		} {
			lines[key][k].add(value(s), y)
		}
	}
	for i, key := range slices.Sorted(maps.Keys(lines)) {
		for k, list := range []*[]Series{&sweep.Accuracy, &sweep.Gap, &sweep.Expense} {
			line := lines[key][k]
			if line.Name, line.Number = key, i+1; len(line.X) > 1 && line.known() {
				*list = append(*list, line)
			}
		}
	}
	return sweep
}

// varied returns the sorted names of the settings that have several values.
func varied(summaries []Summary) (names []string) {
	first := map[string]string{}
	for _, s := range summaries {
		for name, value := range s.settings() {
			if one, known := first[name]; !known {
				first[name] = value
			} else if value != one && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
