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

// Crossing is how the trials of an algorithm ended for each combination of two settings that were
// varied, over all puzzles and all values of other settings.
type Crossing struct {
	Algorithm string
	Effect    Effect
	X, Y      Varied      // Y is empty if only X has an effect
	Means     [][]float64 // of the effect, by value of Y and of X
}

// Effect is a number of a trial that settings may change. It is NaN for trials that have none.
type Effect struct {
	Name   string
	Format func(float64) string // writes a mean
	of     func(bench.Record) float64
}

// effects are what a reader wants to know of settings, in this order: the next one only matters if
// no setting changes the one before.
var effects = []Effect{
	{"trials solved", units.Share.Format, accuracy},
	{"mean gap", func(mean float64) string { return units.Decimals(mean, 3) }, GapOf},
	{"mean evaluated", units.Number.Format, Evaluated.Of},
	{"mean expanded", units.Number.Format, Expanded.Of},
}

// Varied is a setting with the values that trials of an algorithm had, sorted.
type Varied struct {
	Name   string
	Values []string
}

// searchSettings are the settings besides those of the genetic solver.
var searchSettings = []string{"heuristic", "weight", "depth-limit", "engine", "prune", "order"}

// Crossings returns the effect for each two settings of an algorithm of which all values were
// combined. Only then can the effects of both settings be distinguished.
//
// The effect is the first that varies between the combinations. Settings along which it does not
// vary are left out.
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

// crossings returns the crossings of one algorithm by an effect, if it varies. If no two settings
// change it together, the crossings are of the single settings that do.
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

// meansBySettings returns the means of an effect by value of Y and of X, NaN for combinations without
// any.
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

// varies reports whether the effect varies between the values of X, and between those of Y.
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

// crossed reports whether all combinations were tried.
func (c Crossing) crossed() bool {
	return !slices.ContainsFunc(slices.Concat(c.Means...), math.IsNaN)
}
