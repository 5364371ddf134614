package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/internal/units"
)

// varied is a setting that the trials of an algorithm took several values of.
type varied struct {
	algorithm, name string
	values          []string // in order, numbers by their size
}

// searchSettings are those that are not the genetic solver's.
var searchSettings = []string{"heuristic", "weight", "depth-limit", "prune", "order"}

func (a *Analysis) varied() []varied {
	type setting struct{ algorithm, name string }
	var order []setting
	values := map[setting][]string{}
	for _, r := range a.Trials {
		names := slices.Clone(searchSettings)
		for name := range r.GA {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if text, taken := r.Setting(name); taken {
				s := setting{r.Algorithm, name}
				if values[s] == nil {
					order = append(order, s)
				}
				if !slices.Contains(values[s], text) {
					values[s] = append(values[s], text)
				}
			}
		}
	}
	var all []varied
	for _, s := range order {
		if len(values[s]) > 1 {
			slices.SortFunc(values[s], byNumber)
			all = append(all, varied{s.algorithm, s.name, values[s]})
		}
	}
	return all
}

// byNumber sorts texts that are numbers by their size, before all others.
func byNumber(x, y string) int {
	number := func(text string) float64 {
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return v
		}
		return math.Inf(1)
	}
	return cmp.Or(cmp.Compare(number(x), number(y)), cmp.Compare(x, y))
}

// AccuracyBySettings draws the accuracy of an algorithm over each two of the
// settings that were varied.
func (a *Analysis) AccuracyBySettings() Drawing {
	const name, title = "accuracy-by-settings", "Accuracy by settings"
	figure := plot.Figure{Columns: 2}
	left := 0
	all := a.varied()
	for i, x := range all {
		for _, y := range all[i+1:] {
			panel, tried := a.heat(x, y)
			switch {
			case !tried:
			case len(figure.Panels) == mostPanels:
				left++
			default:
				figure.Panels = append(figure.Panels, panel)
			}
		}
	}
	if len(figure.Panels) == 0 {
		return leftOut(name, title, "needs an algorithm that was run with two values of a setting, each with two values of another")
	}
	d := Drawing{Name: name, Title: title, Figure: figure}
	d.Caption = "Share of the trials solved, over all puzzles and all values of the other settings; the darker, the higher. Grey cells were not tried."
	if left > 0 {
		d.Caption += " " + units.Plural(left, "more pair of settings is", "more pairs of settings are") + " not drawn."
	}
	return d.describe()
}

// heat returns the panel of two settings, and whether an algorithm was run with
// both varied against each other.
func (a *Analysis) heat(x, y varied) (plot.Panel, bool) {
	if x.algorithm != y.algorithm {
		return plot.Panel{}, false
	}
	trials, hits := map[[2]string]int{}, map[[2]string]int{}
	for _, r := range a.Trials {
		if r.Algorithm != x.algorithm {
			continue
		}
		at, taken := cell(r, x.name, y.name)
		if !taken {
			continue
		}
		trials[at]++
		if solved(r) {
			hits[at]++
		}
	}
	if !crossed(x, y, trials) {
		return plot.Panel{}, false
	}
	heat := &plot.Heat{Scale: plot.Axis{Label: "trials solved", Unit: plot.Percent, Low: 0, High: 100}}
	for _, row := range y.values {
		var values []float64
		var texts []string
		for _, column := range x.values {
			at := [2]string{column, row}
			share := float64(hits[at]) / float64(trials[at])
			text := ""
			if trials[at] > 0 {
				text = units.Share.Format(share)
			}
			values, texts = append(values, 100*share), append(texts, text)
		}
		heat.Values, heat.Texts = append(heat.Values, values), append(heat.Texts, texts)
	}
	return plot.Panel{
		Title: x.algorithm + ": trials solved", X: plot.Axis{Label: x.name, Names: x.values}, Y: plot.Axis{Label: y.name, Names: y.values}, Heat: heat,
	}, true
}

// crossed tells whether some two values of one setting were each tried with some two
// of another: only then can the effects of both be told apart.
func crossed(x, y varied, trials map[[2]string]int) bool {
	for i, first := range x.values {
		for _, second := range x.values[i+1:] {
			shared := 0
			for _, row := range y.values {
				if trials[[2]string{first, row}] > 0 && trials[[2]string{second, row}] > 0 {
					shared++
				}
			}
			if shared >= 2 {
				return true
			}
		}
	}
	return false
}

func cell(r bench.Record, x, y string) ([2]string, bool) {
	column, one := r.Setting(x)
	row, other := r.Setting(y)
	return [2]string{column, row}, one && other
}
