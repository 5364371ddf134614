package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/plot"
	"npuzzle/bench/stats"
	"npuzzle/bench/store"
	"npuzzle/bench/tune"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
)

// OtherTuner says why a stored tuning has no outcome.
const OtherTuner = "Another version of the tuner made these trials, so the winner is not known " +
	"here. " +
	"These are the results of all trials."

// Tuned returns the outcome of a stored tuning, given its records. It returns an error if today's
// tuner takes another way than the one that made them, so that it does not come to the test.
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
	if o.Ceiling != nil { // the outcome says so
		err = nil
	}
	if o.Winner != nil {
		o.Winners = e.WinnersUntil(o.Winner.Text())
	}
	tested := func(r bench.Record) bool { return strings.HasSuffix(r.Group, " test") }
	if err == nil && o.Test == nil && slices.ContainsFunc(records, tested) {
		err = errors.New("report: another version of the tuner made the trials")
	}
	return o, err
}

// OfTuning returns the report of a stored tuning: the test of the winner, the race, the
// configurations left, the path from the default configuration to the winner, and the effects of
// the settings.
func OfTuning(e store.Experiment, o tune.Outcome) Document {
	w := &writer{experiment: e}
	if e.Ended == "" {
		w.say("Partial: the tuning has not ended.")
	}
	w.add(Answer(o.Conclusions()))
	w.grid(o)
	w.raceFigure(o)
	for _, t := range TuningTables(o) {
		w.add(t)
	}
	w.unlessEmpty("Effects of the settings", func() { w.effects(o) })
	if o.Test != nil {
		w.section("The test in full")
		test := store.Experiment{Total: len(o.Test.Analysis.Trials)}
		for _, block := range Of(test, o.Test.Analysis).Blocks {
			if h, ok := block.(Heading); ok {
				h.Level = 3
				block = h
			}
			w.add(block)
		}
	}
	w.section("Definition")
	w.add(Code(e.Definition))
	return Document{Title: "Tuning " + e.Name, Blocks: w.blocks}
}

// TuningTables returns the tables of a tuning that have rows: the grid, the configurations left,
// the path to the winner, and the importance of the settings.
func TuningTables(o tune.Outcome) []Table {
	if o.Ceiling != nil {
		return nil
	}
	of := o.Tuner.Objective
	unit := units.Of(o.Tuner.Objective.Unit())
	all := []Table{
		gridTable(o),
		TableOf("left",
			"Configurations left at the end, the most promising first, with the default and 95 % "+
				"intervals", o.Left,
			Head("configuration", func(c *tune.Configuration) string { return c.Name }),
			Words("settings", "settings", func(c *tune.Configuration) string {
				return c.Settings.String()
			}),
			Cells("solved", []string{"solved", "boards"}, func(c *tune.Configuration) Cell {
				boards, solved := c.Boards()
				return solvedOf(solved, boards)
			}),
			estimate(of.Short(), "value", unit.Format, func(c *tune.Configuration) stats.Interval {
				return of.Values(o.Tuner.MeanOf(c))
			}),
			whole("same results", "same", func(c *tune.Configuration) int { return len(c.Same) })),
		TableOf("path", "From the default configuration to the winner, the step that helps most "+
			"first", o.Path,
			Head("step", tune.Change.String),
			Number(of.Short(), "cost", of.Format, func(c tune.Change) float64 { return c.Cost }),
			whole("boards", "boards", func(c tune.Change) int { return c.Boards })),
		TableOf("importance",
			"Share of the variance of costs over the space that a setting explains alone",
			o.Effects,
			Head("setting", func(e tune.Effect) string { return e.Setting }),
			Number("importance", "importance", units.Share.Format,
				func(e tune.Effect) float64 { return e.Importance })),
	}
	return slices.DeleteFunc(all, func(t Table) bool { return t.Rows == nil })
}

// solvedOf returns a cell such as "12 of 24".
func solvedOf(solved, boards int) Cell {
	return Cell{
		Text: fmt.Sprintf("%s of %s", units.Grouped(uint64(solved)), units.Grouped(uint64(boards))),
		Full: []string{full(float64(solved)), full(float64(boards))},
	}
}

// gridTable returns a table with a row for each cell of a grid. The settings are its columns, as in
// the published tables. For each kind of boards, it has the share of boards solved, and the
// objective unless that is accuracy.
func gridTable(o tune.Outcome) Table {
	of := o.Tuner.Objective
	unit := units.Of(of.Unit())
	var heads []ColumnOf[tune.GridCell]
	for i, d := range o.Tuner.Space.Dimensions {
		heads = append(heads, Head(d.Setting, func(c tune.GridCell) string { return c.Values[i] }))
	}
	for i, kind := range o.Tuner.Kinds {
		on := ""
		if len(o.Tuner.Kinds) > 1 {
			on = " on " + kind.Name
		}
		heads = append(heads,
			estimate("solved"+on, "solved"+on, units.Share.Format,
				func(c tune.GridCell) stats.Interval {
					return stats.ShareOf(c.Solved[i], c.Costs[i].N)
				}))
		if of != tune.Accuracy {
			heads = append(heads, estimate(of.Short()+on, of.Short()+on, unit.Format,
				func(c tune.GridCell) stats.Interval { return of.Values(c.Costs[i]) }))
		}
	}
	grid := o.Grid()
	caption := fmt.Sprintf(
		"All combinations of values, each on the same %s of each size, with 95 %% intervals",
		units.Plural(grid.Boards/len(o.Tuner.Kinds), "board", "boards"))
	return TableOf("grid", caption, grid.Cells, heads...)
}

// mostRaces is the maximum number of races in a figure.
const mostRaces = 12

// raceFigure draws the number of configurations left against the number of blocks, in the last
// races.
func (w *writer) raceFigure(o tune.Outcome) {
	var lines []plot.Series
	blocks := 0.0
	for _, race := range o.Races {
		line := plot.Series{Kind: plot.Steps, Look: 1}
		for _, left := range race {
			blocks++
			line.X = append(line.X, blocks)
			line.Y = append(line.Y, float64(left))
		}
		lines = append(lines, line)
	}
	w.draw("race", "The race",
		fmt.Sprintf("%s in %s.", units.Plural(len(o.All), "configuration", "configurations"),
			units.Plural(len(lines), "race", "races")), prose("race", mostRaces),
		plot.Panel{X: plot.Axis{Label: "blocks", Unit: units.Count},
			Y:      plot.Axis{Label: "configurations left", Unit: units.Count},
			Series: lines[max(0, len(lines)-mostRaces):]})
}

// effects draws the effect of each setting, and a map of the two most important ones.
func (w *writer) effects(o tune.Outcome) {
	of := o.Tuner.Objective
	y := plot.Axis{
		Label: of.Short(),
		Unit:  units.Of(of.Unit()),
		Log:   of == tune.States || of == tune.Time,
	}
	var panels []plot.Panel
	for _, e := range o.Effects[:min(len(o.Effects), mostPanels)] {
		s := plot.Series{Kind: plot.Marked, Look: 1, X: places(e)}
		for _, c := range e.Costs {
			v := of.Values(c)
			s.Y = append(s.Y, v.Value)
			s.Low = append(s.Low, v.Low)
			s.High = append(s.High, v.High)
		}
		panels = append(panels, plot.Panel{X: axisOfSetting(e), Y: y, Series: []plot.Series{s}})
	}
	w.draw("effects", "Effects of the settings", "", prose("effects"), panels...)
	if o.Heat == nil {
		return
	}
	first := o.Effects[0]
	second := o.Effects[1]
	z := plot.Axis{Label: of.Short(), Unit: y.Unit}
	panel := heatMap("", axisOfSetting(first), axisOfSetting(second), z, of != tune.Accuracy,
		lists.Map(o.Heat, of.Value))
	if panels := []plot.Panel{panel}; different(panels) {
		w.draw("pair", first.Setting+" and "+second.Setting, "", prose("pair", of.Short()),
			panels...)
	}
}

// grid draws heat maps of the cells of a grid: a column and a row for each value of the first two
// settings, and a panel for each kind of boards and each combination of the values of other
// settings.
func (w *writer) grid(o tune.Outcome) {
	dimensions := o.Tuner.Space.Dimensions
	if len(dimensions) < 2 {
		return
	}
	of := o.Tuner.Objective
	cells := o.Grid().Cells
	valuesOf := func(dimension int) []string {
		return lists.Distinct(lists.Map(cells, func(c tune.GridCell) string {
			return c.Values[dimension]
		}))
	}
	columns := valuesOf(0)
	rows := valuesOf(1)
	if len(columns) < 2 || len(rows) < 2 {
		return
	}
	rest := func(c tune.GridCell) string {
		var values []string
		for i, d := range dimensions[2:] {
			values = append(values, d.Setting+"="+c.Values[2+i])
		}
		return strings.Join(values, " ")
	}
	var panels []plot.Panel
	z := plot.Axis{Label: of.Short(), Unit: units.Of(of.Unit())}
	for kind, boards := range o.Tuner.Kinds {
		for _, others := range lists.Distinct(lists.Map(cells, rest)) {
			values := slices.Repeat([]float64{math.NaN()}, len(columns)*len(rows))
			for _, c := range cells {
				if rest(c) == others {
					row := slices.Index(rows, c.Values[1])
					column := slices.Index(columns, c.Values[0])
					values[row*len(columns)+column] = of.Value(c.Costs[kind].Value)
				}
			}
			title := others
			if len(o.Tuner.Kinds) > 1 {
				title = titleFrom(boards.Name, others)
			}
			panels = append(panels, heatMap(title, settingAxis(dimensions[0].Setting, columns),
				settingAxis(dimensions[1].Setting, rows), z, of != tune.Accuracy, values))
		}
	}
	if !different(panels) {
		return
	}
	caption := prose("grid", of.Short())
	if len(panels) > mostMaps {
		caption += fmt.Sprintf(" Shown are the first %d maps of %d.", mostMaps, len(panels))
		panels = panels[:mostMaps]
	}
	w.draw("grid", upper(dimensions[0].Setting)+" and "+dimensions[1].Setting, "", caption,
		panels...)
}

// places returns the places of the values of a setting on an axis of names.
func places(e tune.Effect) []float64 {
	last := len(e.Values) - 1
	return floats.Span(make([]float64, last+1), 0, float64(last))
}

// axisOfSetting returns an axis with the values of a setting.
func axisOfSetting(e tune.Effect) plot.Axis { return settingAxis(e.Setting, e.Values) }
