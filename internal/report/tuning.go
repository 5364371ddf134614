package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/store"
	"npuzzle/bench/tune"
	"npuzzle/internal/plot"
	"npuzzle/internal/units"
)

// OtherTuner says why a stored tuning has no outcome.
const OtherTuner = "Another version of the tuner made these trials, so the winner is not known here. " +
	"These are the results of all trials."

// Tuned returns the outcome of a stored tuning, given its records. It returns an error if today's tuner takes
// another way than the one that made them, so that it does not come to the test.
func Tuned(e store.Experiment, records []bench.Record) (tune.Outcome, error) {
	definition, _, err := config.ReadText(e.Definition)
	if err != nil {
		return tune.Outcome{}, err
	}
	t, err := tune.New(definition)
	if err != nil {
		return tune.Outcome{}, err
	}
	o, err := t.Run(context.Background(), tune.Replay(records))
	tested := func(r bench.Record) bool { return strings.HasSuffix(r.Group, " test") }
	if err == nil && o.Test == nil && slices.ContainsFunc(records, tested) {
		err = errors.New("report: another version of the tuner made the trials")
	}
	return o, err
}

// OfTuning returns the report of a stored tuning: the test of the winner, the race, the configurations left, the
// path from the default configuration to the winner, and the effects of the settings.
func OfTuning(e store.Experiment, o tune.Outcome) Document {
	w := &writer{experiment: e}
	if e.Ended == "" {
		w.say("Partial: the tuning has not ended.")
	}
	w.add(Answer(o.Conclusions()))
	w.raceFigure(o)
	for _, t := range TuningTables(o) {
		w.add(t)
	}
	w.effects(o)
	if o.Test != nil {
		w.add(Heading{Level: 2, Text: "The test in full", Folded: true})
		test := e
		test.Kind, test.Total = "", len(o.Test.Analysis.Trials)
		for _, block := range Of(test, o.Test.Analysis).Blocks {
			if h, ok := block.(Heading); ok {
				h.Level = 3
				block = h
			}
			if _, own := block.(Code); !own {
				w.add(block)
			}
		}
	}
	w.section("Definition")
	w.add(Code(e.Definition))
	return Document{Title: "Tuning " + e.Name, Blocks: w.blocks}
}

// TuningTables returns the tables of a tuning: the grid or the configurations left, the path to the winner, and the
// importance of the settings.
func TuningTables(o tune.Outcome) (all []Table) {
	of := o.Tuner.Objective
	format := units.Of(of.Unit()).Format
	if columns, rows := o.Grid(); rows != nil {
		dimensions := o.Tuner.Space.Dimensions
		last := len(dimensions) - 1
		var heads []ColumnOf[tune.GridRow]
		for i, d := range dimensions[:last] {
			heads = append(heads, Head(d.Setting, func(r tune.GridRow) string { return r.Values[i] }))
		}
		for i, value := range columns {
			name := dimensions[last].Setting + " " + value
			heads = append(heads, Number(name, name, format, func(r tune.GridRow) float64 {
				if c := r.Configurations[i]; c != nil {
					return of.Value(c.Mean().Value)
				}
				return math.NaN()
			}))
		}
		all = append(all, TableOf("grid", "Mean "+of.Short()+" of all combinations of values", rows, heads...))
	}
	all = append(all, TableOf("left",
		"Configurations left at the end, the best first, with the default and 95 % intervals", withDefault(o),
		Head("configuration", func(c *tune.Configuration) string { return c.Name }),
		Words("settings", "settings", func(c *tune.Configuration) string { return tune.Text(c.Settings) }),
		whole("boards", "boards", func(c *tune.Configuration) int { return c.Mean().N }),
		estimate(of.Short(), "value", format, func(c *tune.Configuration) analysis.Interval {
			return of.Values(c.Mean())
		}),
		Number("others that did the same", "same", units.Count.Format, func(c *tune.Configuration) float64 {
			if len(c.Same) == 0 {
				return math.NaN()
			}
			return float64(len(c.Same))
		})).known())
	if len(o.Path) > 0 {
		all = append(all, TableOf("path",
			"From the default configuration to the winner, the step that helps most first", o.Path,
			Head("step", tune.Change.String),
			Number(of.Short(), "cost", of.Format, func(c tune.Change) float64 { return c.Cost }),
			whole("boards", "boards", func(c tune.Change) int { return c.Boards })))
	}
	if len(o.Effects) > 0 {
		all = append(all, TableOf("importance",
			"Share of the variance of costs over the space that a setting explains alone", o.Effects,
			Head("setting", func(e tune.Effect) string { return e.Setting }),
			Number("importance", "importance", units.Share.Format,
				func(e tune.Effect) float64 { return e.Importance })))
	}
	return all
}

// withDefault returns the configurations left and the default.
func withDefault(o tune.Outcome) []*tune.Configuration {
	if o.Default == nil || slices.Contains(o.Elites, o.Default) {
		return o.Elites
	}
	return append(slices.Clone(o.Elites), o.Default)
}

// raceFigure draws the number of configurations left against the number of trials.
func (w *writer) raceFigure(o tune.Outcome) {
	var lines []plot.Series
	for _, step := range o.Steps {
		if len(lines) < step.Race {
			lines = append(lines, plot.Series{Kind: plot.Steps, Look: 1})
		}
		line := &lines[len(lines)-1]
		line.X, line.Y = append(line.X, float64(step.Trials)), append(line.Y, float64(step.Left))
	}
	w.draw("race", "The race", fmt.Sprintf("%s in %s.", units.Plural(len(o.All), "configuration", "configurations"),
		units.Plural(len(lines), "race", "races")), "Each line is a race. It shows the configurations that are left"+
		" after each block of boards.",
		plot.Panel{X: plot.Axis{Label: "trials", Unit: units.Count}, Y: plot.Axis{Label: "left", Unit: units.Count},
			Series: lines})
}

// effects draws the effect of each setting, and a map of the two most important ones.
func (w *writer) effects(o tune.Outcome) {
	if len(o.Effects) == 0 {
		return
	}
	w.section("Effects of the settings")
	of := o.Tuner.Objective
	y := plot.Axis{Label: of.Short(), Unit: units.Of(of.Unit()), Log: of == tune.States || of == tune.Time}
	var panels []plot.Panel
	for _, e := range o.Effects[:min(len(o.Effects), mostPanels)] {
		s := plot.Series{Kind: plot.Marked, Look: 1}
		for i, c := range e.Costs {
			v := of.Values(c)
			s.X, s.Y = append(s.X, float64(i)), append(s.Y, v.Value)
			s.Low, s.High = append(s.Low, v.Low), append(s.High, v.High)
		}
		panels = append(panels, plot.Panel{X: plot.Axis{Label: e.Setting, Names: e.Values}, Y: y,
			Series: []plot.Series{s}})
	}
	w.draw("effects", "Effects of the settings", "", "Mean over all values of the other settings, predicted by a"+
		" polynomial of degree 2 that is fitted to all trials, with 95 % intervals. The most important settings come"+
		" first.", panels...)
	if h := o.Heat; h.Costs != nil {
		s := plot.Series{Kind: plot.Heat}
		for i := range h.X.Values {
			s.X = append(s.X, float64(i))
		}
		for i := range h.Y.Values {
			s.Y = append(s.Y, float64(i))
		}
		least, most := math.Inf(1), math.Inf(-1)
		for _, cost := range h.Costs {
			value := of.Value(cost)
			s.Z = append(s.Z, value)
			if !math.IsNaN(value) {
				least, most = min(least, value), max(most, value)
			}
		}
		if least < most {
			format := units.Of(of.Unit()).Format
			caption := fmt.Sprintf("Mean %s by the values of the two most important settings, from %s (light)"+
				" to %s (dark), predicted like the effects.", of.Short(), format(least), format(most))
			w.draw("pair", h.X.Setting+" and "+h.Y.Setting, "", caption,
				plot.Panel{X: plot.Axis{Label: h.X.Setting, Names: h.X.Values},
					Y:      plot.Axis{Label: h.Y.Setting, Names: h.Y.Values},
					Series: []plot.Series{s}})
		}
	}
}
