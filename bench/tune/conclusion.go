package tune

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/solvers"
)

// Text writes the values of a configuration, such as "population=200 phases=5", in alphabetical order.
func Text(values bench.Values) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, name+"="+values[name])
	}
	return strings.Join(parts, " ")
}

// Conclusions says in sentences what the tuning found: the winner, whether it is better on the boards of the
// test, and how this compares with the trials of the tuning.
func (o Outcome) Conclusions() (all []string) {
	of := o.Tuner.Objective
	switch {
	case o.Winner == nil:
		return []string{"No configuration has run."}
	case o.Winner == o.Default:
		return []string{fmt.Sprintf("The default configuration wins: none of %s did better in tuning, by %s.",
			units.Plural(len(o.All)-1, "other configuration", "other configurations"), of.Label())}
	}
	winner := fmt.Sprintf("%s (%s)", o.Winner.Name, Text(o.Winner.Settings))
	in := fmt.Sprintf("In tuning, it was %s.", o.change(o.Gain))
	if o.Test == nil {
		return []string{fmt.Sprintf("The winner is %s. It has not been tested on other boards.", winner), in}
	}
	t := o.Test
	boards := units.Plural(t.Gain.N, "board", "boards")
	p := strings.Replace("p = "+units.Probability.Format(t.P), "= <", "< ", 1)
	values := fmt.Sprintf("its %s is %s, and that of the default %s. This is %s; %s", of.Label(), of.Format(t.Winner),
		of.Format(t.Default), o.change(t.Gain), p)
	if t.Holds() {
		all = append(all, fmt.Sprintf("The winner is %s. It is better than the default on %s that were not used for "+
			"tuning: %s.", winner, boards, values))
	} else {
		all = append(all, fmt.Sprintf("The winner in tuning is %s, but no gain was found on %s that were not used for "+
			"tuning: %s.", winner, boards, values))
	}
	all = append(all, in)
	if o.Uses > 1 {
		all = append(all, fmt.Sprintf("The boards of the test have tested %d winners by now, so the test is too "+
			"favourable. Another seed gives new boards.", o.Uses))
	}
	return all
}

// change describes a gain in mean cost with its interval.
func (o Outcome) change(gain analysis.Interval) string {
	format, than := func(x float64) string { return units.Decimals(100*x, 1) }, "points more"
	if words[o.Tuner.Objective].exponential {
		format, than = func(x float64) string { return units.Ratio.Format(math.Exp(-x)) }, "times as much"
		gain.Low, gain.High = gain.High, gain.Low
	}
	return fmt.Sprintf("%s %s (95 %% interval %s to %s)", format(gain.Value), than, format(gain.Low), format(gain.High))
}

// Mean returns the mean cost of a configuration over its observations, with its interval.
func (c *Configuration) Mean() analysis.Interval { return analysis.MeanOf(c.of(c.runs())) }

// Preset returns the winner as a preset file of the genetic solver, with a comment of one line.
func (o Outcome) Preset(comment string) string {
	var text strings.Builder
	text.WriteString("# " + comment + "\n")
	settings, byDefault := o.Winner.solver.Settings, solvers.Default(o.Winner.solver.Settings.Algorithm)
	for _, row := range ga.Table {
		if value := settings.Get(row.Name); !row.Hidden && value != byDefault.Get(row.Name) {
			fmt.Fprintf(&text, "%s: %s\n", row.Name, value)
		}
	}
	return text.String()
}

// Key returns a text that identifies the settings of the configuration.
func (c *Configuration) Key() string { return Text(c.solver.Settings.Texts()) }

// String describes the step, such as "phases=12".
func (c Change) String() string { return cmp.Or(Text(c.Settings), "default") }

// HeldOut returns a text that identifies the boards of the held-out test.
func (t *Tuner) HeldOut() string {
	var parts []string
	for _, g := range t.Kinds {
		parts = append(parts, fmt.Sprint(g.Count, " of ", g.Goal, " ", g.Scramble, " seed ", g.Seed))
	}
	return strings.Join(parts, "; ")
}

// GridRow is a row of the table of a grid: values of all settings but the last one of the space, and a configuration
// for each value of the last.
type GridRow struct {
	Values         []string
	Configurations []*Configuration // nil if the configuration has not run on all blocks
}

// Grid returns the values of the last setting of the space, and the rows of the table of a grid. Combinations that
// behave in the same way are the same configuration. Grid returns no rows if the method is another one.
func (o Outcome) Grid() (columns []string, rows []GridRow) {
	if o.Tuner.Method != Grid {
		return nil, nil
	}
	ran := map[string]*Configuration{}
	for _, c := range o.All {
		if len(c.runs()) >= o.Tuner.Blocks*len(o.Tuner.Kinds) {
			ran[Text(c.Settings)] = c
		}
	}
	space := o.Tuner.Space
	points, counts := space.grid()
	last := len(counts) - 1
	for points := range slices.Chunk(points, counts[last]) {
		var row GridRow
		for i, d := range space.Dimensions[:last] {
			row.Values = append(row.Values, d.text(points[0][i]))
		}
		columns = nil
		for _, point := range points {
			columns = append(columns, space.Dimensions[last].text(point[last]))
			values := space.differing(space.at(point), space.base)
			row.Configurations = append(row.Configurations, ran[Text(values)])
		}
		rows = append(rows, row)
	}
	return columns, rows
}
