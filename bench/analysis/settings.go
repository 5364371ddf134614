package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"npuzzle/bench"
)

// BySetting has the results of the trials of an algorithm in which a setting has a value. They are means
// over all puzzles and all values of other settings.
type BySetting struct {
	Algorithm, Setting, Value          string
	Trials                             int
	Accuracy, Gap, Evaluated, Expanded float64 // NaN if no trial has a value
}

// BySettings returns the results for each value of each setting that an experiment varies. It leaves out
// an algorithm if not all combinations of the values were tried. Otherwise the effects of the settings
// could not be distinguished.
func (a *Analysis) BySettings() (all []BySetting) {
	for _, algorithm := range a.Distinct(func(r bench.Record) string { return r.Algorithm }) {
		trials := where(a.Trials, func(r bench.Record) bool { return r.Algorithm == algorithm })
		values := varied(trials)
		names := slices.Sorted(maps.Keys(values))
		tried, combinations := map[string]bool{}, 1
		for _, r := range trials {
			of := ""
			for _, name := range names {
				text, _ := r.Setting(name)
				of += text + "\n"
			}
			tried[of] = true
		}
		for _, of := range values {
			combinations *= len(of)
		}
		if len(tried) < combinations {
			continue
		}
		reported := func(m Measure) func(bench.Record) float64 {
			if slices.ContainsFunc(a.Reporting(m), func(s Solver) bool { return s.Algorithm == algorithm }) {
				return m.Of
			}
			return func(bench.Record) float64 { return math.NaN() }
		}
		for _, name := range names {
			for _, value := range values[name] {
				with := where(trials, func(r bench.Record) bool {
					text, has := r.Setting(name)
					return has && text == value
				})
				mean := func(of func(bench.Record) float64) float64 { return Mean(numbers(with, of)) }
				all = append(all, BySetting{algorithm, name, value, len(with), mean(accuracy), mean(GapOf),
					mean(reported(Evaluated)), mean(reported(Expanded))})
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
