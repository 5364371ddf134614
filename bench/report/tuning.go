package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/plot"
	"npuzzle/bench/stats"
	"npuzzle/bench/store"
	"npuzzle/bench/tune"
	"npuzzle/internal/units"
)

// OtherTuner says why a stored tuning has no outcome.
const OtherTuner = "Another version of the tuner made these trials, so the winner is not known " +
	"here. These are the results of all trials."

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
	tested := slices.ContainsFunc(records, func(r bench.Record) bool {
		return tune.IsTest(r.Group)
	})
	if err == nil && o.Test == nil && tested {
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

// TuningTables returns the tables of a tuning that have rows: the grid, the means by level, the
// configurations left, the path to the winner, and the importance of the settings.
func TuningTables(o tune.Outcome) []Table {
	if o.Ceiling != nil {
		return nil
	}
	tables := []Table{gridTable(o), levelsTable(o), leftTable(o), pathTable(o), importanceTable(o)}
	return slices.DeleteFunc(tables, func(t Table) bool { return t.Rows == nil })
}

// leftTable returns a table of the configurations left at the end.
func leftTable(o tune.Outcome) Table {
	objective := o.Tuner.Objective
	unit := units.Of(objective.Unit())
	left := o.Compared()
	name := func(c tune.LeftConfiguration) string {
		if c.Wins {
			return c.Name + " *"
		}
		return c.Name
	}
	settings := func(c tune.LeftConfiguration) string { return c.Settings.String() }
	solved := func(c tune.LeftConfiguration) Cell { return solvedOf(c.Solved, c.Boards) }
	value := func(c tune.LeftConfiguration) stats.Interval { return objective.Values(c.Cost) }
	against := func(c tune.LeftConfiguration) stats.Interval { return objective.Against(c.Gain) }
	same := func(c tune.LeftConfiguration) int { return len(c.Same) }
	columns := []ColumnOf[tune.LeftConfiguration]{
		Head("configuration", name),
		Words("settings", "settings", settings),
		Cells("solved", []string{"solved", "boards"}, solved),
		estimate(objective.Short(), "value", unit.Format, value),
		estimate(againstHead(objective), "against", objective.FormatAgainst, against),
	}
	caption := "Configurations left at the end and the default, by their difference from the " +
		"default, the best first, with 95 % intervals; *: the winner"
	if left.Boards > 0 {
		caption += "; all on the same " + units.Plural(left.Boards, "board", "boards")
	}
	isSame := func(c tune.LeftConfiguration) bool { return same(c) > 0 }
	if slices.ContainsFunc(left.Rows, isSame) {
		columns = append(columns, whole("same results", "same", same))
		caption += "; same results: number of other configurations that did the same in all trials"
	}
	return TableOf("left", caption, left.Rows, columns...)
}

// againstHead names a column of differences from the default configuration.
func againstHead(o tune.Objective) string {
	if o == tune.Accuracy {
		return "points from default"
	}
	return "times default"
}

// pathTable returns a table of the path from the default configuration to the winner.
func pathTable(o tune.Outcome) Table {
	objective := o.Tuner.Objective
	cost := func(c tune.Change) float64 { return c.Cost }
	change := func(c tune.Change) stats.Interval { return objective.Against(c.Gain) }
	head := "times the step before"
	if objective == tune.Accuracy {
		head = "points from the step before"
	}
	return TableOf("path",
		"From the default configuration to the winner, on boards of the tuning, the step that "+
			"helps most first, with 95 % intervals", o.Path,
		Head("step", tune.Change.String),
		Number(objective.Short(), "cost", objective.Format, cost),
		estimate(head, "change", objective.FormatAgainst, change),
		whole("boards", "boards", func(c tune.Change) int { return c.Boards }))
}

// importanceTable returns a table of the importance of the settings.
func importanceTable(o tune.Outcome) Table {
	importance := func(e tune.Effect) float64 { return e.Importance }
	return TableOf("importance",
		"Share of the variance of costs over the space that a setting explains alone", o.Effects,
		Head("setting", func(e tune.Effect) string { return e.Setting }),
		Number("importance", "importance", units.Share.Format, importance))
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
	objective := o.Tuner.Objective
	unit := units.Of(objective.Unit())
	kinds := o.Tuner.Kinds
	var columns []ColumnOf[tune.GridCell]
	for i, d := range o.Tuner.Space.Dimensions {
		value := func(c tune.GridCell) string { return c.Values[i] }
		columns = append(columns, Head(d.Setting, value))
	}
	for i, kind := range kinds {
		suffix := ""
		if len(kinds) > 1 {
			suffix = " on " + kind.Name
		}
		name := "solved" + suffix
		columns = append(columns, estimate(name, name, units.Share.Format,
			func(c tune.GridCell) stats.Interval {
				return stats.ShareOf(c.Solved[i], c.Costs[i].N)
			}))
		if objective == tune.Accuracy {
			continue
		}
		name = objective.Short() + suffix
		columns = append(columns, estimate(name, name, unit.Format,
			func(c tune.GridCell) stats.Interval { return objective.Values(c.Costs[i]) }))
	}
	grid := o.Grid()
	caption := fmt.Sprintf(
		"All combinations of values, the best first, each on the same %s of each size, with "+
			"95 %% intervals",
		units.Plural(grid.Boards/len(kinds), "board", "boards"))
	return TableOf("grid", caption, grid.BestFirst(), columns...)
}

// levelsTable returns a table with the means of a grid by the values of each setting.
func levelsTable(o tune.Outcome) Table {
	objective := o.Tuner.Objective
	columns := []ColumnOf[tune.Level]{
		Head("setting", func(l tune.Level) string { return l.Setting }),
		Head("value", func(l tune.Level) string { return l.Value }),
		whole("combinations", "combinations", func(l tune.Level) int { return l.Cells }),
		Number("solved", "solved", units.Share.Format,
			func(l tune.Level) float64 { return l.Solved }),
	}
	if objective != tune.Accuracy {
		cost := func(l tune.Level) float64 { return l.Cost }
		columns = append(columns, Number(objective.Short(), "cost", objective.Format, cost))
	}
	caption := "Means for each value of a setting, over all combinations of the other settings"
	return TableOf("levels", caption, o.Levels(), columns...)
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
	finding := fmt.Sprintf("%s in %s.",
		units.Plural(len(o.All), "configuration", "configurations"),
		units.Plural(len(lines), "race", "races"))
	w.draw("race", "The race", finding, prose("race", mostRaces), plot.Panel{
		X:      plot.Axis{Label: "blocks", Unit: units.Count},
		Y:      plot.Axis{Label: "configurations left", Unit: units.Count},
		Series: lines[max(0, len(lines)-mostRaces):],
	})
}

// effects draws the effect of each setting, and a map of the two most important ones.
func (w *writer) effects(o tune.Outcome) {
	objective := o.Tuner.Objective
	y := plot.Axis{
		Label: objective.Short(),
		Unit:  units.Of(objective.Unit()),
		Log:   objective == tune.States || objective == tune.Time,
	}
	var panels []plot.Panel
	for _, e := range o.Effects[:min(len(o.Effects), mostPanels)] {
		s := plot.Series{Kind: plot.Marked, Look: 1, X: places(e.Values)}
		for _, c := range e.Costs {
			v := objective.Values(c)
			s.Y = append(s.Y, v.Value)
			s.Low = append(s.Low, v.Low)
			s.High = append(s.High, v.High)
		}
		panels = append(panels, plot.Panel{X: axisOfSetting(e), Y: y, Series: []plot.Series{s}})
	}
	w.draw("effects", "Effects of the settings", "", prose("effects"), panels...)
	if o.Heat != nil {
		w.heatOfPair(o)
	}
}

// heatOfPair draws a map of the two most important settings.
func (w *writer) heatOfPair(o tune.Outcome) {
	objective := o.Tuner.Objective
	first := o.Effects[0]
	second := o.Effects[1]
	z := plot.Axis{Label: objective.Short(), Unit: units.Of(objective.Unit())}
	var values []float64
	for _, cost := range o.Heat {
		values = append(values, objective.Value(cost))
	}
	panel := heatMap("", axisOfSetting(first), axisOfSetting(second), z,
		objective != tune.Accuracy, values)
	if different([]plot.Panel{panel}) {
		title := first.Setting + " and " + second.Setting
		w.draw("pair", title, "", prose("pair", objective.Short()), panel)
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
	cells := o.Grid().Cells
	columns := valuesIn(cells, 0)
	rows := valuesIn(cells, 1)
	if len(columns) < 2 || len(rows) < 2 {
		return
	}
	var combinations []string // of the values of the other settings
	for _, c := range cells {
		if others := otherValues(o, c); !slices.Contains(combinations, others) {
			combinations = append(combinations, others)
		}
	}
	objective := o.Tuner.Objective
	x := settingAxis(dimensions[0].Setting, columns)
	y := settingAxis(dimensions[1].Setting, rows)
	z := plot.Axis{Label: objective.Short(), Unit: units.Of(objective.Unit())}
	var panels []plot.Panel
	for kind, boards := range o.Tuner.Kinds {
		for _, others := range combinations {
			values := slices.Repeat([]float64{math.NaN()}, len(columns)*len(rows))
			for _, c := range cells {
				if otherValues(o, c) == others {
					row := slices.Index(rows, c.Values[1])
					column := slices.Index(columns, c.Values[0])
					values[row*len(columns)+column] = objective.Value(c.Costs[kind].Value)
				}
			}
			title := others
			if len(o.Tuner.Kinds) > 1 {
				title = titleFrom(boards.Name, others)
			}
			panels = append(panels, heatMap(title, x, y, z, objective != tune.Accuracy, values))
		}
	}
	if !different(panels) {
		return
	}
	caption := prose("grid", objective.Short())
	if len(panels) > mostMaps {
		caption += fmt.Sprintf(" Shown are the first %d maps of %d.", mostMaps, len(panels))
		panels = panels[:mostMaps]
	}
	title := upper(dimensions[0].Setting) + " and " + dimensions[1].Setting
	w.draw("grid", title, "", caption, panels...)
}

// valuesIn returns the different values of a dimension in the cells of a grid, in their order.
func valuesIn(cells []tune.GridCell, dimension int) []string {
	var values []string
	for _, c := range cells {
		if !slices.Contains(values, c.Values[dimension]) {
			values = append(values, c.Values[dimension])
		}
	}
	return values
}

// otherValues returns the values of a cell's settings other than the first two, as a text.
func otherValues(o tune.Outcome, c tune.GridCell) string {
	var values []string
	for i, d := range o.Tuner.Space.Dimensions[2:] {
		values = append(values, d.Setting+"="+c.Values[2+i])
	}
	return strings.Join(values, " ")
}

// axisOfSetting returns an axis with the values of a setting.
func axisOfSetting(e tune.Effect) plot.Axis { return settingAxis(e.Setting, e.Values) }
