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
	summaries := where(a.Summaries(), func(s Summary) bool { return s.Trials > 0 })
	for _, algorithm := range a.Distinct(func(r bench.Record) string { return r.Algorithm }) {
		values := varied(where(a.Trials, func(r bench.Record) bool { return r.Algorithm == algorithm }))
		names := slices.Sorted(maps.Keys(values))
		for _, name := range names {
			sweep := Sweep{Algorithm: algorithm, Setting: name, Measure: Seconds}
			lines := map[string][3]Series{}
			for _, value := range values[name] { // in ascending order
				x, err := strconv.ParseFloat(value, 64)
				for _, s := range summaries {
					var trial bench.Record
					for trial = range s.puzzles.of(s.Solver) {
						break
					}
					if own, _ := trial.Setting(name); err != nil || s.Algorithm != algorithm || own != value {
						continue
					}
					rest := ""
					if len(a.Groups) > 1 {
						rest = s.Group.Title()
					}
					for _, other := range names {
						if text, _ := trial.Setting(other); other != name {
							rest += " " + other + "=" + text
						}
					}
					line := lines[rest]
					for _, m := range []Measure{Evaluated, Expanded} { // the last that is reported
						if m.Reported(s.Solver) {
							sweep.Measure = m
						}
					}
					work := MeanOf(s.puzzles.values(s.Solver, sweep.Measure.Of).each(Mean))
					line[0].add(x, float64(s.Accuracy), s.AccuracyLow, s.AccuracyHigh)
					line[1].add(x, s.GapInterval.Value, s.GapInterval.Low, s.GapInterval.High)
					line[2].add(x, work.Value, work.Low, work.High)
					lines[rest] = line
				}
			}
			for i, rest := range slices.Sorted(maps.Keys(lines)) {
				line := lines[rest]
				for k, list := range []*[]Series{&sweep.Accuracy, &sweep.Gap, &sweep.Expense} {
					line[k].Name, line[k].Number = strings.TrimSpace(rest), i+1
					known := func(y float64) bool { return !math.IsNaN(y) }
					if len(line[k].X) > 1 && slices.ContainsFunc(line[k].Y, known) {
						*list = append(*list, line[k])
					}
				}
			}
			if sweep.Accuracy != nil {
				all = append(all, sweep)
			}
		}
	}
	return all
}

// varied returns the sorted values of the settings that have several values in the trials.
func varied(trials []bench.Record) map[string][]string {
	values := map[string][]string{}
	for _, r := range trials {
		for _, name := range append(slices.Collect(maps.Keys(r.Settings)), "heuristic") {
			if text, has := r.Setting(name); has && name != "seed" && !slices.Contains(values[name], text) {
				values[name] = append(values[name], text)
			}
		}
	}
	maps.DeleteFunc(values, func(_ string, all []string) bool { return len(all) < 2 })
	for _, all := range values { // numbers in the order of their values
		slices.SortFunc(all, func(x, y string) int {
			one, first := strconv.ParseFloat(x, 64)
			other, second := strconv.ParseFloat(y, 64)
			if first != nil || second != nil {
				return cmp.Compare(x, y)
			}
			return cmp.Compare(one, other)
		})
	}
	return values
}
