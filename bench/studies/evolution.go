package studies

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/bench/report"
	"npuzzle/internal/units"
)

// Evolution is the name of the laboratory's own study. It measures what evolution contributes to the
// genetic solver. It takes hours, so [Names] leaves it out.
const Evolution = "evolution"

// budget is a limit on the number of generated states, as a share of the limit of the longest runs
// on a size.
type budget struct {
	name  string  // time in which one core generates this number of states
	share float64 // of the limit of the longest runs
}

// field returns the name of the budget in CSV files.
func (b budget) field() string { return strings.ReplaceAll(b.name, " ", "_") }

// budgets are the budgets at which solvers are compared, each on all boards whose runs had at least
// this limit. A run does not depend on its limit until it reaches the limit. So the beginning of a
// long run gives the result of a run with a smaller limit.
var budgets = []budget{{"0.1 s", 0.01}, {"0.5 s", 0.05}, {"2 s", 0.2}, {"10 s", 1}}

// judged are the budgets about which there are claims. They have at least 20 boards, and leave time
// for improvement.
var judged = budgets[1:3]

const (
	equivalence   = 0.005 // largest relative difference in length that counts as the same length
	fewestForSame = 10    // minimum number of boards for "same"; intervals of fewer boards are too narrow
)

// evolution judges the laboratory's own study. Each experiment of its file compares one solver, the
// one that the experiment is named after, with its controls. The experiments have the same boards.
func evolution(s *session) {
	shortest := map[boardID]float64{}
	var all []evidence
	for _, solver := range []string{"pure", "memetic"} {
		all = append(all, evidenceOf(solver, s.results[solver], shortest))
	}
	for _, e := range all {
		contests := e.contests()
		s.contests(e.solver, contests, func(c contest, budget int) difference { return c.states[budget] })
		s.contests(e.solver+"-time", contests, func(c contest, budget int) difference { return c.time[budget] })
		s.show(e.solver+"-lengths", e.rows(), e.lengthColumns()...)
		s.show(e.solver+"-work", e.rows(), e.workColumns()...)
		s.figure(e.solver, e.gains(contests)...)
		s.figure(e.solver+"-reached", e.reached()...)
		for _, size := range e.sizes {
			for _, b := range judged {
				s.better(e.solver, size, b, contests)
			}
		}
	}
	s.landscape(all[0].all.where("solver", all[0].solver, "size", all[0].sizes[0]))
}

// evidence holds the trials of a solver and its controls.
type evidence struct {
	solver   string
	all      rows
	sizes    []string
	limits   map[string]float64  // limit of generated states of the longest runs, by size
	shortest map[boardID]float64 // length of the shortest plan in all experiments
}

// evidenceOf returns the evidence of an experiment. It also updates shortest with the lengths of the
// experiment's plans.
func evidenceOf(solver string, all rows, shortest map[boardID]float64) evidence {
	e := evidence{solver: solver, all: all, limits: map[string]float64{}, shortest: shortest}
	for _, r := range all {
		size := r.label("size")
		if !slices.Contains(e.sizes, size) {
			e.sizes = append(e.sizes, size)
		}
		e.limits[size] = max(e.limits[size], float64(r.group.NodeLimit))
		for _, t := range keep(r.trials, solved) {
			if known, ok := e.shortest[idOf(t)]; !ok || length(t) < known {
				e.shortest[idOf(t)] = length(t)
			}
		}
	}
	return e
}

// amount returns the number of states of a budget on a size.
func (e evidence) amount(size string, b budget) float64 { return math.Round(e.limits[size] * b.share) }

// runs returns the trials of a solver on the boards of a size whose limit of generated states is at
// least the given number.
func (e evidence) runs(size, solver string, states float64) (trials []bench.Record) {
	for _, r := range e.all.where("size", size, "solver", solver) {
		if float64(r.group.NodeLimit) >= states {
			trials = append(trials, r.trials...)
		}
	}
	return trials
}

// rows returns a row for each size and solver, with the trials of all groups.
func (e evidence) rows() (merged rows) {
	for _, size := range e.sizes {
		ofSize := e.all.where("size", size)
		for i, r := range ofSize {
			solver := r.label("solver")
			if slices.IndexFunc(ofSize, func(o row) bool { return o.label("solver") == solver }) == i {
				merged = append(merged, ofSize.where("solver", solver).merged())
			}
		}
	}
	return merged
}

// lengthColumns returns columns with the mean length of the plans found within each budget, relative
// to the shortest known plans.
func (e evidence) lengthColumns() []column {
	columns := []column{bySize, labelled("solver", "solver")}
	for _, b := range budgets {
		cell := func(r row) report.Cell {
			size := r.label("size")
			states := e.amount(size, b)
			trials := e.runs(size, r.label("solver"), states)
			var logs []float64
			for _, t := range trials {
				if found := analysis.LengthWithin(t, analysis.Generated, states); found > 0 {
					logs = append(logs, math.Log(found/e.shortest[idOf(t)]))
				}
			}
			mean := math.Exp(analysis.Mean(logs))
			c := report.Value(mean, func(x float64) string { return units.Decimals(x, 4) })
			c.Full = append(c.Full, strconv.Itoa(len(logs)), strconv.Itoa(len(trials)))
			if len(logs) < len(trials) {
				c.Text += fmt.Sprintf(" (%d of %d solved)", len(logs), len(trials))
			}
			return c
		}
		fields := []string{b.field(), b.field() + "_solved", b.field() + "_boards"}
		columns = append(columns, report.Cells(b.name, fields, cell))
	}
	return columns
}

// contest compares a control with its solver on a size.
type contest struct {
	size, control string
	look          int          // look of the control in figures
	states        []difference // for each budget, at equal numbers of states
	time          []difference // for each budget, at equal time
}

// difference is the ratio of the lengths of a control's plans to those of its solver.
type difference struct {
	analysis.MeanRatio
	corrected float64 // p-value of the test, after Holm's correction over the controls
}

// contests compares the solver with each of its controls.
func (e evidence) contests() (all []contest) {
	for _, size := range e.sizes {
		var ofSize []contest
		for i, r := range e.rows().where("size", size) {
			control := r.label("solver")
			if control == e.solver {
				continue
			}
			c := contest{size: size, control: control, look: i + 1}
			for i, b := range budgets {
				states := e.amount(size, b)
				a, other := matched(e.runs(size, control, states), e.runs(size, e.solver, states))
				c.states = append(c.states, differenceOf(a, other, analysis.Generated,
					func(_, _ bench.Record) float64 { return states }))
				// At equal time, a board counts only at the largest budget of its runs. The plans are
				// compared at the time at which the shorter of the two runs ended.
				if i+1 < len(budgets) {
					longer := e.amount(size, budgets[i+1])
					short := func(t bench.Record) bool { return float64(t.NodeLimit) < longer }
					a, other = matched(keep(a, short), keep(other, short))
				}
				c.time = append(c.time, differenceOf(a, other, analysis.Seconds,
					func(a, b bench.Record) float64 { return min(a.Seconds, b.Seconds) }))
			}
			ofSize = append(ofSize, c)
		}
		for i := range budgets {
			correct(ofSize, func(c *contest) *difference { return &c.states[i] })
			correct(ofSize, func(c *contest) *difference { return &c.time[i] })
		}
		all = append(all, ofSize...)
	}
	return all
}

// differenceOf compares the trials of two solvers, pair by pair. It compares the best plans found
// within the amount of the measure that the function amount returns for a pair. Boards that one of
// them had not solved within this amount do not count.
func differenceOf(first, second []bench.Record, m analysis.Measure, amount func(a, b bench.Record) float64) difference {
	var a, b []float64
	for i, r := range first {
		within := amount(r, second[i])
		x, y := analysis.LengthWithin(r, m, within), analysis.LengthWithin(second[i], m, within)
		if x > 0 && y > 0 {
			a, b = append(a, x), append(b, y)
		}
	}
	return difference{MeanRatio: analysis.MeanRatioOf(a, b)}
}

// correct applies Holm's correction to the p-values of the contests.
func correct(contests []contest, of func(*contest) *difference) {
	var ps []float64
	for i := range contests {
		ps = append(ps, of(&contests[i]).Test.P)
	}
	for i, p := range analysis.Holm(ps) {
		of(&contests[i]).corrected = p
	}
}

// verdict returns the result for the control's plans: longer, shorter, same or undecided.
func (d difference) verdict() string {
	switch {
	case d.Ratio.N == 0:
		return ""
	case d.Ratio.N >= fewestForSame && d.Equivalent(equivalence):
		return "same"
	case !significant(d.corrected):
		return "undecided"
	case d.Ratio.Value > 1:
		return "longer"
	}
	return "shorter"
}

// cell returns a cell with the ratio, its interval and the verdict.
func (d difference) cell() report.Cell {
	c := interval(d.Ratio, 3, d.Ratio.Low, d.Ratio.High, d.corrected)
	c.Text = strings.TrimSpace(c.Text + " " + d.verdict())
	c.Full = append(c.Full, strconv.Itoa(d.Ratio.N), d.verdict())
	return c
}

// interval returns a cell with an estimate and its interval, with the given number of decimals. The
// cell's fields in the CSV file are the estimate and the given numbers.
func interval(i analysis.Interval, decimals int, fields ...float64) report.Cell {
	format := func(x float64) string { return units.Decimals(x, decimals) }
	c := report.Value(i.Value, format)
	if is(i.Value) {
		c.Text += " (" + units.Range(i.Low, i.High, format) + ")"
	}
	for _, x := range fields {
		c.Full = append(c.Full, report.Value(x, format).Full...)
	}
	return c
}

// contests adds a table of contests, with a column for each budget.
func (s *session) contests(name string, all []contest, of func(c contest, budget int) difference) {
	columns := []report.ColumnOf[contest]{
		report.Head("size", func(c contest) string { return c.size }),
		report.Head("control", func(c contest) string { return c.control }),
	}
	for i := range budgets {
		var fields []string
		for _, part := range []string{"", "_low", "_high", "_p", "_boards", "_verdict"} {
			fields = append(fields, budgets[i].field()+part)
		}
		cell := func(c contest) report.Cell { return of(c, i).cell() }
		columns = append(columns, report.Cells(budgets[i].name, fields, cell))
	}
	s.report.Tables = append(s.report.Tables, report.TableOf(name, entry(s.words.Tables, name), all, columns...))
}

// betterRule says how the claims of this study get their verdicts.
var betterRule = report.List{
	"A claim holds if the plans of every control are longer. It fails if the plans of one control are shorter or the " +
		"same. Otherwise it is undecided. The methods, below, say when plans are longer, shorter or the same. If " +
		"a claim does not hold, the column shows only the controls whose plans are not longer.",
}

// better judges the claim that, within a budget, a solver finds shorter plans than each of its controls.
func (s *session) better(solver, size string, b budget, contests []contest) {
	at := slices.Index(budgets, b)
	var verdicts []Verdict
	var shown []string
	for _, c := range contests {
		d := c.states[at]
		if c.size != size || d.Ratio.N == 0 {
			continue
		}
		verdict := map[string]Verdict{"longer": Holds, "undecided": Undecided}[d.verdict()]
		if verdict == "" {
			verdict = Fails
		}
		verdicts = append(verdicts, verdict)
		if verdict != Holds {
			shown = append(shown, fmt.Sprintf("%s: %s", c.control, d.cell().Text))
		}
	}
	text := "the plans of all controls are longer"
	if len(verdicts) == 0 {
		text = "no board solved by both"
	} else if len(shown) > 0 {
		text = strings.Join(shown, "; ")
	}
	s.report.Claims = append(s.report.Claims, Claim{
		fmt.Sprintf(entry(s.words.Claims, "better"), size, b.name, solver), every(verdicts...), text})
}

// gains draws the ratios of all controls over the number of generated states, with a panel for each
// size.
func (e evidence) gains(contests []contest) (panels []plot.Panel) {
	for _, size := range e.sizes {
		panel := plot.Panel{Title: size,
			X: plot.Axis{Label: "states generated", Unit: units.Number, Log: true},
			Y: plot.Axis{Label: "length / " + e.solver + "'s", Unit: units.Ratio}}
		var guide plot.Series
		for _, b := range budgets {
			if states := e.amount(size, b); states > 0 {
				guide.X, guide.Y, guide.Kind = append(guide.X, states), append(guide.Y, 1), plot.Guide
			}
		}
		panel.Series = append(panel.Series, guide)
		for _, c := range contests {
			if c.size != size {
				continue
			}
			line := plot.Series{Name: c.control, Kind: plot.Marked, Look: c.look}
			for i, b := range budgets {
				if d := c.states[i].Ratio; is(d.Value) {
					line.X, line.Y = append(line.X, e.amount(size, b)), append(line.Y, d.Value)
					line.Low, line.High = append(line.Low, d.Low), append(line.High, d.High)
				}
			}
			panel.Series = append(panel.Series, line)
		}
		panels = append(panels, panel)
	}
	return panels
}

// near is the maximum ratio of a plan's length to the shortest known length in the figure of reached,
// by the solver of the experiment.
var near = map[string]float64{"pure": 1.05, "memetic": 1.01}

// reached draws the share of boards with a plan near the shortest known one over the number of
// generated states. It uses the boards whose runs had at least the last but one budget.
func (e evidence) reached() (panels []plot.Panel) {
	for _, size := range e.sizes {
		states := e.amount(size, budgets[len(budgets)-2])
		panel := plot.Panel{Title: size,
			X: plot.Axis{Label: "states generated", Unit: units.Number, Log: true},
			Y: plot.Axis{Label: "boards", Unit: units.Share}}
		for i, r := range e.rows().where("size", size) {
			trials := e.runs(size, r.label("solver"), states)
			var amounts []float64
			for _, t := range trials {
				at := analysis.Until(t, analysis.Generated, near[e.solver]*e.shortest[idOf(t)])
				if at > 0 && at <= states { // false if at is NaN
					amounts = append(amounts, at)
				}
			}
			line := plot.Series{Name: r.label("solver"), Kind: plot.Steps, Look: i + 1}
			if line.X, line.Y = analysis.Distribution(amounts, len(trials)); len(line.X) > 0 {
				line.X, line.Y = append(line.X, states), append(line.Y, line.Y[len(line.Y)-1])
				panel.Series = append(panel.Series, line)
			}
		}
		panels = append(panels, panel)
	}
	return panels
}

// workColumns returns columns with the number of states generated per second, the used share of the
// limits, and the share of states that windows generated, for the runs limited to each budget.
func (e evidence) workColumns() []column {
	columns := []column{
		bySize, labelled("solver", "solver"), boards,
		number("states per second", units.Rate, total(generated).per(total(elapsed))),
		number("budget used", units.Share, total(generated).per(total(func(r bench.Record) float64 {
			return float64(r.NodeLimit)
		}))),
	}
	byWindows := total(func(r bench.Record) float64 { return float64(r.Windows) }).per(total(generated))
	for _, b := range budgets {
		columns = append(columns, number("by windows, "+b.name, units.Share, func(r row) float64 {
			states := e.amount(r.label("size"), b)
			r.trials = keep(r.trials, func(t bench.Record) bool { return float64(t.NodeLimit) == states })
			return byWindows(r)
		}))
	}
	return columns
}
