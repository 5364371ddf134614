package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"npuzzle/bench"
)

// Crossing is the accuracy of an algorithm for each combination of two settings that were varied,
// over all puzzles and all values of other settings.
type Crossing struct {
	Algorithm string
	X, Y      Varied
	Solved    [][]float64 // share of trials by value of Y and of X
}

// Varied is a setting with the values that trials of an algorithm had, sorted.
type Varied struct {
	Name   string
	Values []string
}

// searchSettings are the settings besides those of the genetic solver.
var searchSettings = []string{"heuristic", "weight", "depth-limit", "prune", "order"}

// Crossings returns the accuracy for each two settings of an algorithm of which all values were
// combined. Only then can the effects of both settings be distinguished.
func (a *Analysis) Crossings() []Crossing {
	var all []Crossing
	for _, algorithm := range a.Distinct(func(r bench.Record) string { return r.Algorithm }) {
		others := func(r bench.Record) bool { return r.Algorithm != algorithm }
		trials := slices.DeleteFunc(slices.Clone(a.Trials), others)
		settings := varied(trials)
		for i, x := range settings {
			for _, y := range settings[i+1:] {
				c := Crossing{Algorithm: algorithm, X: x, Y: y, Solved: solvedBySettings(trials, x, y)}
				if c.crossed() {
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// varied returns the settings of which the trials of an algorithm have several values, by name.
func varied(trials []bench.Record) []Varied {
	values := map[string][]string{}
	for _, r := range trials {
		for _, name := range slices.AppendSeq(slices.Clone(searchSettings), maps.Keys(r.GA)) {
			if text, has := r.Setting(name); has && !slices.Contains(values[name], text) {
				values[name] = append(values[name], text)
			}
		}
	}
	var all []Varied
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if len(values[name]) > 1 {
			slices.SortFunc(values[name], byNumber)
			all = append(all, Varied{name, values[name]})
		}
	}
	return all
}

// byNumber sorts texts that are numbers by value, before all other texts.
func byNumber(x, y string) int {
	number := func(text string) float64 {
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return v
		}
		return math.Inf(1)
	}
	return cmp.Or(cmp.Compare(number(x), number(y)), cmp.Compare(x, y))
}

func solvedBySettings(trials []bench.Record, x, y Varied) [][]float64 {
	all := map[[2]string][]float64{}
	for _, r := range trials {
		column, hasX := r.Setting(x.Name)
		row, hasY := r.Setting(y.Name)
		if hasX && hasY {
			all[[2]string{column, row}] = append(all[[2]string{column, row}], accuracy(r))
		}
	}
	shares := make([][]float64, len(y.Values))
	for i, row := range y.Values {
		for _, column := range x.Values {
			shares[i] = append(shares[i], Mean(all[[2]string{column, row}]))
		}
	}
	return shares
}

// crossed reports whether all combinations were tried.
func (c Crossing) crossed() bool {
	return !slices.ContainsFunc(slices.Concat(c.Solved...), math.IsNaN)
}
