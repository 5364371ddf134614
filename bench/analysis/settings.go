package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// Crossing is a table of the mean effect of two settings of an algorithm, with a mean for each
// combination of their values. A mean is over all puzzles and all values of other settings.
type Crossing struct {
	Algorithm string
	Effect    Effect
	X, Y      Varied      // Y is empty if only X has an effect
	Means     [][]float64 // Means[i][j] is for value i of Y and value j of X
}

// Effect is a kind of number that trials have and that settings may change.
type Effect struct {
	Name   string
	Format func(float64) string       // formats a mean
	of     func(bench.Record) float64 // returns the number of a trial, or NaN if it has none
}

// effects are the possible effects, in order of importance. An effect is used only if the settings
// do not change any earlier effect.
var effects = []Effect{
	{"trials solved", units.Share.Format, accuracy},
	{"mean gap", func(mean float64) string { return units.Decimals(mean, 3) }, GapOf},
	{"mean evaluated", units.Number.Format, Evaluated.Of},
	{"mean expanded", units.Number.Format, Expanded.Of},
}

// Varied is a setting with several values in the trials of an algorithm.
type Varied struct {
	Name   string
	Values []string // sorted
}

// searchSettings are the settings that do not belong to the genetic solver.
var searchSettings = []string{"heuristic", "weight", "depth-limit", "engine", "prune", "order"}

// Crossings returns a Crossing for each pair of settings of an algorithm, if the experiment has all
// combinations of their values. Otherwise the effects of the two settings could not be distinguished.
//
// For each algorithm, Crossings uses the first of the effects that any setting changes. It leaves out
// settings that do not change this effect.
func (a *Analysis) Crossings() []Crossing {
	var all []Crossing
	for _, algorithm := range a.Distinct(func(r bench.Record) string { return r.Algorithm }) {
		others := func(r bench.Record) bool { return r.Algorithm != algorithm }
		trials := slices.DeleteFunc(slices.Clone(a.Trials), others)
		settings := varied(trials)
		for _, effect := range effects {
			if found := crossings(trials, settings, effect); found != nil {
				all = append(all, found...)
				break
			}
		}
	}
	return all
}

// crossings returns the crossings of one algorithm for one effect. They are crossings of two settings
// that both change the effect. If there are none, crossings returns a table for each single setting
// that changes the effect. The result is nil if no setting changes the effect.
func crossings(trials []bench.Record, settings []Varied, effect Effect) []Crossing {
	var pairs, singles []Crossing
	for i, x := range settings {
		for _, y := range settings[i+1:] {
			c := Crossing{trials[0].Algorithm, effect, x, y, meansBySettings(trials, x, y, effect)}
			alongX, alongY := c.varies()
			if !c.crossed() || !alongX && !alongY {
				continue
			}
			if alongX && alongY {
				pairs = append(pairs, c)
				continue
			}
			if alongX {
				c.Y, c.Means = Varied{}, c.Means[:1]
			} else {
				c.X, c.Y, c.Means = y, Varied{}, [][]float64{column(c.Means, 0)}
			}
			if !slices.ContainsFunc(singles, func(d Crossing) bool { return d.X.Name == c.X.Name }) {
				singles = append(singles, c)
			}
		}
	}
	if pairs != nil {
		return pairs
	}
	return singles
}

// varied returns the settings that have several values in the trials, sorted by name.
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

// byNumber compares two texts for sorting: numbers come first, in order of their values, and other
// texts come last.
func byNumber(x, y string) int {
	number := func(text string) float64 {
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return v
		}
		return math.Inf(1)
	}
	return cmp.Or(cmp.Compare(number(x), number(y)), cmp.Compare(x, y))
}

// meansBySettings returns the mean effect for each combination of a value of y (row) and a value of x
// (column). A mean is NaN if no trial with this combination has a value.
func meansBySettings(trials []bench.Record, x, y Varied, effect Effect) [][]float64 {
	all := map[[2]string][]float64{}
	for _, r := range trials {
		column, hasX := r.Setting(x.Name)
		row, hasY := r.Setting(y.Name)
		if value := effect.of(r); hasX && hasY && !math.IsNaN(value) {
			all[[2]string{column, row}] = append(all[[2]string{column, row}], value)
		}
	}
	means := make([][]float64, len(y.Values))
	for i, row := range y.Values {
		for _, column := range x.Values {
			means[i] = append(means[i], Mean(all[[2]string{column, row}]))
		}
	}
	return means
}

// column returns a column of a table.
func column(table [][]float64, number int) []float64 {
	var values []float64
	for _, row := range table {
		values = append(values, row[number])
	}
	return values
}

// varies reports whether the means differ between values of X, and whether they differ between values
// of Y.
func (c Crossing) varies() (alongX, alongY bool) {
	for _, row := range c.Means {
		alongX = alongX || slices.Min(row) < slices.Max(row)
	}
	for i := range c.X.Values {
		values := column(c.Means, i)
		alongY = alongY || slices.Min(values) < slices.Max(values)
	}
	return alongX, alongY
}

// crossed reports whether each combination of values has a mean.
func (c Crossing) crossed() bool {
	return !slices.ContainsFunc(slices.Concat(c.Means...), math.IsNaN)
}
