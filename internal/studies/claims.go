package studies

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
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
const rule = "A claim says in which range a number lies, such as a ratio above 1 or, for a claim about all boards, a " +
	"share of 100 %. It holds if the 95 % interval of the measured number, in parentheses, lies in the range or " +
	"contains the one value that the claim gives, and fails if the two have nothing in common. Otherwise it is " +
	"undecided; a claim about several numbers holds if all of them support it, and fails if one contradicts it."

// claim is a statement of a study, and how it is judged. Exactly one of the fields from Ratio to
// Value is set. It says which number is measured for each element of Of.
type claim struct {
	Claim string
	Range *[2]float64 // the claimed range of each number; nil if the claim is only shown

	Ratio  string // the median over boards of the ratio of a measure, first to second solver
	Boards string // the share of boards on which a condition holds, such as "expanded <=", first to second
	Wins   bool   // of the boards that only one of two solvers solves, the share that the first solves
	Rows   string // the share of rows for which a condition holds, such as "mean expanded = study nodes"
	Value  string // a statistic of the first solver

	Of     []numbers
	Fewest uint64 // leave out boards on which one of the two solvers expands fewer states
}

// numbers selects the rows of a claim, and the pairs of solvers: each of First with each of Second.
type numbers struct {
	Selection     `yaml:",inline"`
	First, Second []string
	SecondFrom    []string `yaml:"second-from"` // experiments of Second; the default is From
}

// measured is a number with its interval, and a text for the report.
type measured struct {
	analysis.Interval
	text string
}

// judge measures the numbers of a claim, and adds the claim with its verdict to the report.
func (s *session) judge(c claim) {
	var all []measured
	for _, of := range c.Of {
		switch {
		case c.Rows != "":
			all = append(all, share(s.rows(of.Selection), c.Rows))
		case c.Value != "":
			for _, name := range of.First {
				all = append(all, valueOf(s.solver(of.Selection, name), c.Value))
			}
		default:
			second := of.Selection
			if of.SecondFrom != nil {
				second.From = of.SecondFrom
			}
			for _, first := range of.First {
				for _, other := range of.Second {
					one := s.solver(of.Selection, first)
					m := c.compare(one, s.solver(second, other))
					m.text = fmt.Sprintf("%s, %s", m.text, units.Plural(m.N, "board", "boards"))
					if size := of.Only["size"]; size != "" {
						m.text += " of " + size
					}
					all = append(all, m)
				}
			}
		}
	}
	var verdicts []Verdict
	var texts []string
	for _, m := range all {
		verdicts, texts = append(verdicts, judged(m.Interval, c.Range)), append(texts, m.text)
	}
	s.report.Claims = append(s.report.Claims, Claim{c.Claim, every(verdicts), strings.Join(texts, "; ")})
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
	case got.N == 0 || !is(got.Low, got.High):
		return Undecided
	case got.High < claimed[0] || got.Low > claimed[1]:
		return Fails
	case claimed[0] == claimed[1] || claimed[0] <= got.Low && got.High <= claimed[1]:
		return Holds
	}
	return Undecided
}

// every returns the verdict of a claim that all of several verdicts must support.
func every(verdicts []Verdict) Verdict {
	for _, v := range []Verdict{Shown, Fails, Undecided} {
		if slices.Contains(verdicts, v) {
			return v
		}
	}
	if len(verdicts) == 0 {
		return Undecided
	}
	return Holds
}

// valueOf returns a statistic of a row, with its interval if it has one.
func valueOf(r row, name string) measured {
	of := statisticOf(name)
	m := measured{Interval: analysis.Interval{Value: of.of(r), Low: unknown, High: unknown, N: len(r.trials)}}
	if of.estimate != nil {
		m.Interval = of.estimate(r)
	}
	m.text = fmt.Sprintf("%s, %s: %s", r.solver.Name, name, withInterval(m.Interval, of.unit))
	return m
}

// share returns the share of rows for which a condition holds, and lists the other rows. The condition
// compares two statistics of a row, or a statistic with a number. The operator "TL" requires that both
// or none are TooLong. A row without trials makes the share unknown.
func share(rs rows, condition string) measured {
	parts := strings.Split(condition, " | ") // statistic, operator, statistic or number
	if strings.Contains(condition, "study ") {
		rs = slices.DeleteFunc(slices.Clone(rs), func(r row) bool { return r.published == nil })
	}
	hits, known := 0, true
	var others []string
	for _, r := range rs {
		if parts[0] == "path" {
			known = known && len(r.trials) > 0
			if r.path() == r.published["path"] {
				hits++
			} else {
				others = append(others, strings.Join(r.texts([]string{"board", "solver"}), " "))
			}
			continue
		}
		one, other := statisticOf(parts[0]), statistic{of: func(row) float64 { return line{"": parts[2]}.number("") }}
		if strings.HasPrefix(parts[2], "study ") {
			other = statisticOf(parts[2])
		}
		a, b := one.of(r), other.of(r)
		known = known && is(a)
		if holds(a, b, parts[1]) {
			hits++
		} else {
			others = append(others, fmt.Sprintf("%s %s: %s", r.group.Name, r.solver.Name, cellOf(a, one.unit).Text))
		}
	}
	m := measured{Interval: analysis.ShareOf(hits, len(rs))}
	if m.text = fmt.Sprintf("%d of %d", hits, len(rs)); len(others) > 0 {
		m.text += "; not " + strings.Join(others, ", ")
	}
	if !known {
		m.N = 0
	}
	return m
}

// holds reports whether a condition on two numbers holds.
func holds(a, b float64, operator string) bool {
	switch operator {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "=":
		return a == b
	case "TL":
		return math.IsInf(a, 1) == math.IsInf(b, 1)
	}
	panic("studies: no operator " + operator)
}

// compare compares two solvers on the boards that both tried. The value of a board is the median over
// its repeats. For the field Boards, unless the measure is "solved", only boards that both solved count.
func (c claim) compare(first, second row) measured {
	name, operator := c.Ratio, ""
	if c.Boards != "" {
		name, operator, _ = strings.Cut(c.Boards, " ")
	} else if c.Wins {
		name = "solved"
	}
	counts := solved
	if c.Boards == "" || name == "solved" {
		counts = func(bench.Record) bool { return true }
	}
	ids, one := first.byBoard(name, counts)
	_, other := second.byBoard(name, counts)
	_, work := first.byBoard("expanded", counts)
	_, otherWork := second.byBoard("expanded", counts)
	_, run := first.byBoard("evaluated", counts)
	_, otherRun := second.byBoard("evaluated", counts)
	// Two runs of the GA that evaluate the same number of plans went through the same evolution. Only
	// chance makes their times differ.
	genetic := first.label("algorithm") == "ga" && second.label("algorithm") == "ga" &&
		first.label("heuristic") == second.label("heuristic")
	var ratios []float64
	hits, n := 0, 0
	for _, id := range ids {
		a, b := one[id], other[id]
		_, tried := other[id]
		switch {
		case !tried, min(work[id], otherWork[id]) < float64(c.Fewest):
		case c.Wins:
			if a != b {
				n++
				hits += int(a)
			}
		case c.Boards != "":
			n++
			if holds(a, b, operator) {
				hits++
			}
		case a > 0 && b > 0 && !(genetic && run[id] == otherRun[id]):
			ratios = append(ratios, a/b)
		}
	}
	names := first.solver.Name + " and " + second.solver.Name
	switch {
	case c.Wins:
		m := measured{Interval: analysis.ExactShareOf(hits, n)}
		m.text = fmt.Sprintf("%s solve %s and %s; of the boards that one of them solves, the first solves %s", names,
			units.Share.Format(first.solved().Value), units.Share.Format(second.solved().Value),
			withInterval(m.Interval, units.Share))
		return m
	case c.Boards != "":
		m := measured{Interval: analysis.ShareOf(hits, n)}
		m.text = fmt.Sprintf("%s of %s %s that of %s on %s", name, first.solver.Name, operator, second.solver.Name,
			withInterval(m.Interval, units.Share))
		return m
	}
	m := measured{Interval: analysis.MedianOf(ratios)}
	m.text = fmt.Sprintf("median of %s of %s / %s of %s: %s", name, first.solver.Name, name, second.solver.Name,
		withInterval(m.Interval, units.Ratio))
	return m
}

// byBoard returns the boards of a row, and the value of a measure on each: the median over the trials
// for which counts returns true. The measure "estimate" is the estimate for the board by the heuristic
// of the row's replica.
func (r row) byBoard(name string, counts func(bench.Record) bool) (ids []boardID, medians map[boardID]float64) {
	of := measures[name].of
	if name == "estimate" {
		of = func(t bench.Record) float64 {
			estimator, err := r.solver.Custom.(replica).Heuristic.For(t.Goal, t.MoveCosts)
			must(name, err)
			return float64(estimator.Estimate(t.Board.Tiles()))
		}
	}
	values := map[boardID][]float64{}
	for _, t := range r.trials {
		if x := of(t); !math.IsNaN(x) && counts(t) {
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
