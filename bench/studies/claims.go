package studies

import (
	_ "embed" // the rule
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench/stats"
	"npuzzle/internal/units"
)

// Verdict is the result of judging a claim by the measured figures.
type Verdict string

// The verdicts.
const (
	Holds     Verdict = "holds"
	Fails     Verdict = "fails"
	Undecided Verdict = "undecided"
	Shown     Verdict = "not judged" // no run can decide the claim
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
	Why   string      // why no run can decide the claim, if Range is nil

	Ratio  string // the mean of a measure of the first solver, divided by that of the second
	Median string // the median over boards of the ratio of a measure, first to second solver
	Wins   bool   // of the boards that only one of two solvers solves, the share of the first
	Value  string // a statistic of the first solver

	// AtMost is the share of boards on which a measure is at most that of the second solver.
	AtMost string `yaml:"at-most"`

	Of []numbers
}

// numbers selects the rows of a claim, and the pairs of solvers: each of First with each of Second.
type numbers struct {
	Selection     `yaml:",inline"`
	First, Second []string
}

// measured is a number with its interval, and a text for the report.
type measured struct {
	stats.Interval
	text string
}

// judge measures the numbers of a claim, and adds the claim with its verdict to the report.
func (s *session) judge(c claim) {
	var verdicts []Verdict
	var texts []string
	for _, selected := range c.Of {
		for _, m := range s.measure(c, selected) {
			text := fmt.Sprintf("%s, %s", m.text, units.Plural(m.N, "board", "boards"))
			if size := selected.Only["size"]; size != "" {
				text += " of " + size
			}
			if moves := selected.Only["random moves"]; moves != "" {
				text += " after " + moves + " random moves"
			}
			verdicts = append(verdicts, judged(m.Interval, c.Range))
			texts = append(texts, text)
		}
	}
	shown := strings.Join(texts, "; ")
	if c.Why != "" {
		shown += "; no run can decide this: " + c.Why
	}
	judgement := Claim{Text: c.Claim, Verdict: together(verdicts, c.Any), Shown: shown}
	s.report.Claims = append(s.report.Claims, judgement)
}

// measure returns the numbers of a claim for one element of its list Of.
func (s *session) measure(c claim, selected numbers) (results []measured) {
	selection := selected.Selection
	selection.By = []string{"solver"} // several groups of boards are merged
	rs := s.rows(selection)
	for _, name := range selected.First {
		first := rs.solver(name, selection.From)
		if c.Value != "" {
			results = append(results, valueOf(first, c.Value))
		}
		for _, secondName := range selected.Second {
			second := rs.solver(secondName, selection.From)
			results = append(results, c.compare(first, second))
		}
	}
	return results
}

// solver returns the row of a solver. The rows must be those of some experiments, merged by
// solvers.
func (rs rows) solver(name string, experiments []string) row {
	found := rs.where("solver", name)
	if len(found) != 1 {
		panic(fmt.Sprintf("studies: %d rows of solver %q in %v; expected one", len(found), name,
			experiments))
	}
	return found[0]
}

// judged returns the verdict of a claim that a number lies in a range.
func judged(got stats.Interval, claimed *[2]float64) Verdict {
	if claimed == nil {
		return Shown
	}
	low := claimed[0]
	high := claimed[1]
	if got.N > 0 && low == high { // all boards: those that were tried are counted
		got.Low = got.Value
		got.High = got.Value
	}
	switch {
	case got.N == 0 || !areKnown(got.Low, got.High):
		return Undecided
	case got.High < low || got.Low > high:
		return Fails
	case low <= got.Low && got.High <= high:
		return Holds
	}
	return Undecided
}

// together returns the verdict of a claim that all of several verdicts must support or, with
// oneSuffices, one of them.
func together(verdicts []Verdict, oneSuffices bool) Verdict {
	order := []Verdict{Shown, Fails, Undecided, Holds}
	if oneSuffices {
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
	s := statisticOf(name)
	var result stats.Interval
	if s.estimate != nil {
		result = s.estimate(r)
	} else {
		ids, _ := r.byBoard("solved")
		result = stats.Interval{Value: s.value(r), Low: unknown, High: unknown, N: len(ids)}
	}
	text := fmt.Sprintf("%s, %s: %s", r.solver.Name, name, withInterval(result, s.unit))
	return measured{Interval: result, text: text}
}

// compare compares two solvers on the boards that both tried.
func (c claim) compare(first, second row) measured {
	switch {
	case c.Wins:
		return pairsOf("solved", first, second).wins()
	case c.AtMost != "":
		return pairsOf(c.AtMost, first, second).atMost()
	case c.Median != "":
		return pairsOf(c.Median, first, second).medianRatio()
	case c.Ratio != "":
		return pairsOf(c.Ratio, first, second).ratioOfMeans()
	}
	return pairsOf("solved", first, second).ratioOfMeans() // of a claim that is only shown
}

// pairs holds the values of two solvers on the boards that both tried. The value of a board is the
// median over its repeats.
type pairs struct {
	measure string
	first   string // name of a solver
	second  string
	a       []float64 // values of the first solver
	b       []float64 // values of the second solver, on the same boards
}

// pairsOf returns the values of a measure for two solvers, in the order of the first solver's
// boards.
func pairsOf(measure string, first, second row) pairs {
	p := pairs{measure: measure, first: first.solver.Name, second: second.solver.Name}
	ids, firstValues := first.byBoard(measure)
	_, secondValues := second.byBoard(measure)
	for _, id := range ids {
		value, tried := secondValues[id]
		if tried {
			p.a = append(p.a, firstValues[id])
			p.b = append(p.b, value)
		}
	}
	return p
}

// above returns the number of pairs in which the first value is above the second, times a factor.
func (p pairs) above(factor float64) (n int) {
	for i := range p.a {
		if p.a[i] > factor*p.b[i] {
			n++
		}
	}
	return n
}

// below returns the number of pairs in which the first value is below the second.
func (p pairs) below() (n int) {
	for i := range p.a {
		if p.a[i] < p.b[i] {
			n++
		}
	}
	return n
}

// wins returns the share of boards that the first solver solves, of the boards that only one of
// both solves.
func (p pairs) wins() measured {
	onlyFirst := p.above(1)
	onlySecond := p.below()
	share := stats.ExactShareOf(onlyFirst, onlyFirst+onlySecond)
	first := units.Share.Format(stats.Mean(p.a))
	second := units.Share.Format(stats.Mean(p.b))
	text := fmt.Sprintf("%s and %s solve %s and %s; of the boards that one of them solves, "+
		"the first solves %s", p.first, p.second, first, second, withInterval(share, units.Share))
	return measured{Interval: share, text: text}
}

// noise is the factor by which measured times and amounts of memory of two runs may differ,
// although both runs need the same.
const noise = 1.05

// atMost returns the share of boards on which the first value is at most the second.
func (p pairs) atMost() measured {
	factor := 1.0
	within := ""
	m, _ := measureOf(p.measure)
	if m.unit == units.Seconds || m.unit == units.Bytes {
		factor = noise
		within = " (within 5 %)"
	}
	share := stats.ShareOf(len(p.a)-p.above(factor), len(p.a))
	text := fmt.Sprintf("%s of %s is at most that of %s%s on %s",
		p.measure, p.first, p.second, within, withInterval(share, units.Share))
	return measured{Interval: share, text: text}
}

// medianRatio returns the median of the ratios of the first value to the second.
func (p pairs) medianRatio() measured {
	ratios := make([]float64, len(p.a))
	for i := range p.a {
		ratios[i] = p.a[i] / p.b[i]
	}
	median := stats.MedianOf(ratios)
	text := fmt.Sprintf("median ratio of %s of %s / %s: %s", p.measure, p.first, p.second,
		withInterval(median, units.Ratio))
	return measured{Interval: median, text: text}
}

// ratioOfMeans returns the mean of the first values, divided by the mean of the second values.
func (p pairs) ratioOfMeans() measured {
	ratio := stats.RatioOfMeans(p.a, p.b)
	text := fmt.Sprintf("mean %s of %s / %s: %s",
		p.measure, p.first, p.second, withInterval(ratio, units.Ratio))
	return measured{Interval: ratio, text: text}
}

// byBoard returns the boards of a row, and the median of a measure over the trials on each board.
func (r row) byBoard(name string) (ids []boardID, medians map[boardID]float64) {
	values := map[boardID][]float64{}
	m, _ := measureOf(name)
	for _, t := range r.trials {
		value := m.value(&t)
		if math.IsNaN(value) {
			continue
		}
		id := idOf(t)
		if values[id] == nil {
			ids = append(ids, id)
		}
		values[id] = append(values[id], value)
	}
	medians = map[boardID]float64{}
	for id, ofBoard := range values {
		medians[id] = stats.Median(ofBoard)
	}
	return ids, medians
}

// withInterval formats a number with its confidence interval.
func withInterval(i stats.Interval, unit units.Unit) string {
	text := unit.Format(i.Value)
	if areKnown(i.Low, i.High) && i.N > 0 {
		text += fmt.Sprintf(" (%s to %s)", unit.Format(i.Low), unit.Format(i.High))
	}
	return text
}
