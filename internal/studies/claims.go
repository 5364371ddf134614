package studies

import (
	"cmp"
	_ "embed" // the rule
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench/analysis"
	"npuzzle/internal/units"
)

// Verdict is the result of judging a claim by the measured figures.
type Verdict string

// The verdicts.
const (
	Holds     Verdict = "holds"
	Fails     Verdict = "fails"
	Undecided Verdict = "undecided"
	Shown     Verdict = "not judged" // the claim does not say what would decide it
)

// rule says how a claim gets its verdict. The function judged follows it.
//
//go:embed rule.txt
var rule string

// claim is a statement of a study, and how it is judged. Exactly one of the fields from Ratio to
// Value is set. It says which number is measured for each element of Of.
type claim struct {
	Claim string
	Range *[2]float64 // the claimed range of each number; nil if the claim is only shown
	Any   bool        // the claim holds if one of the numbers supports it

	Ratio  string // the mean of a measure of the first solver, divided by that of the second
	Median string // the median over boards of the ratio of a measure, first to second solver
	AtMost string `yaml:"at-most"` // the share of boards on which a measure is at most that of the second
	Wins   bool   // of the boards that only one of two solvers solves, the share that the first solves
	Value  string // a statistic of the first solver

	Of []numbers
}

// numbers selects the rows of a claim, and the pairs of solvers: each of First with each of Second.
type numbers struct {
	Selection     `yaml:",inline"`
	First, Second []string
}

// measured is a number with its interval, and a text for the report.
type measured struct {
	analysis.Interval
	text string
}

// judge measures the numbers of a claim, and adds the claim with its verdict to the report.
func (s *session) judge(c claim) {
	var verdicts []Verdict
	var texts []string
	for _, of := range c.Of {
		add := func(m measured) {
			text := fmt.Sprintf("%s, %s", m.text, units.Plural(m.N, "board", "boards"))
			if size := of.Only["size"]; size != "" {
				text += " of " + size
			}
			verdicts, texts = append(verdicts, judged(m.Interval, c.Range)), append(texts, text)
		}
		for _, first := range of.First {
			one := s.solver(of.Selection, first)
			if c.Value != "" {
				add(valueOf(one, c.Value))
			}
			for _, other := range of.Second {
				add(c.compare(one, s.solver(of.Selection, other)))
			}
		}
	}
	verdict := together(verdicts, c.Any)
	s.report.Claims = append(s.report.Claims, Claim{c.Claim, verdict, strings.Join(texts, "; ")})
}

// solver returns the row of a solver. Several groups of boards are merged.
func (s *session) solver(of Selection, name string) row {
	of.By = []string{"solver"}
	found := s.rows(of).where("solver", name)
	if len(found) != 1 {
		panic(fmt.Sprintf("studies: no solver %q in %q", name, of.From))
	}
	return found[0]
}

// judged returns the verdict of a claim that a number lies in a range.
func judged(got analysis.Interval, claimed *[2]float64) Verdict {
	switch {
	case claimed == nil:
		return Shown
	case got.N > 0 && claimed[0] == claimed[1]: // all boards: those that were tried are counted
		got.Low, got.High = got.Value, got.Value
	}
	switch {
	case got.N == 0 || !is(got.Low, got.High):
		return Undecided
	case got.High < claimed[0] || got.Low > claimed[1]:
		return Fails
	case claimed[0] <= got.Low && got.High <= claimed[1]:
		return Holds
	}
	return Undecided
}

// together returns the verdict of a claim that all of several verdicts must support, or one of them.
func together(verdicts []Verdict, one bool) Verdict {
	order := []Verdict{Shown, Fails, Undecided, Holds}
	if one {
		order = []Verdict{Shown, Holds, Undecided, Fails}
	}
	for _, v := range order {
		if slices.Contains(verdicts, v) {
			return v
		}
	}
	return Undecided
}

// valueOf returns a statistic of a row, with its interval if it has one.
func valueOf(r row, name string) measured {
	of := statisticOf(name)
	m := measured{Interval: analysis.Interval{Value: of.of(r), Low: unknown, High: unknown}}
	ids, _ := r.byBoard("solved")
	m.N = len(ids)
	if of.estimate != nil {
		m.Interval = of.estimate(r)
	}
	m.text = fmt.Sprintf("%s, %s: %s", r.solver.Name, name, withInterval(m.Interval, of.unit))
	return m
}

// compare compares two solvers on the boards that both tried. The value of a board is the median over
// its repeats.
func (c claim) compare(first, second row) measured {
	name := cmp.Or(c.Ratio, c.Median, c.AtMost, "solved")
	ids, one := first.byBoard(name)
	_, other := second.byBoard(name)
	var a, b, ratios []float64
	above, below := 0, 0
	for _, id := range ids {
		x := one[id]
		y, tried := other[id]
		if !tried {
			continue
		}
		a, b, ratios = append(a, x), append(b, y), append(ratios, x/y)
		switch {
		case x > y:
			above++
		case x < y:
			below++
		}
	}
	names := []any{name, first.solver.Name, second.solver.Name}
	text := func(format string, i analysis.Interval, unit units.Unit) measured {
		return measured{i, fmt.Sprintf(format, append(names, withInterval(i, unit))...)}
	}
	switch {
	case c.Wins:
		names = append(names, units.Share.Format(analysis.Mean(a)), units.Share.Format(analysis.Mean(b)))
		return text("%[2]s and %[3]s solve %[4]s and %[5]s; of the boards that one of them solves, the first "+
			"solves %[6]s", analysis.ExactShareOf(above, above+below), units.Share)
	case c.AtMost != "":
		return text("%s of %s is at most that of %s on %s", analysis.ShareOf(len(a)-above, len(a)), units.Share)
	case c.Median != "":
		return text("median ratio of %s of %s / %s: %s", analysis.MedianOf(ratios), units.Ratio)
	}
	return text("mean %s of %s / %s: %s", analysis.RatioOfMeans(a, b), units.Ratio)
}

// byBoard returns the boards of a row, and the median of a measure over the trials on each board.
func (r row) byBoard(name string) (ids []boardID, medians map[boardID]float64) {
	values := map[boardID][]float64{}
	m, _ := measureOf(name)
	for _, t := range r.trials {
		if x := m.of(&t); !math.IsNaN(x) {
			if values[idOf(t)] == nil {
				ids = append(ids, idOf(t))
			}
			values[idOf(t)] = append(values[idOf(t)], x)
		}
	}
	medians = map[boardID]float64{}
	for id, all := range values {
		medians[id] = analysis.Median(all)
	}
	return ids, medians
}

// withInterval formats a number with its confidence interval.
func withInterval(i analysis.Interval, unit units.Unit) string {
	text := unit.Format(i.Value)
	if is(i.Low, i.High) && i.N > 0 {
		text += fmt.Sprintf(" (%s to %s)", unit.Format(i.Low), unit.Format(i.High))
	}
	return text
}
