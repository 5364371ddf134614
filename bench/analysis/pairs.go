package analysis

import (
	"math"

	"npuzzle/internal/units"
)

// Pair compares two solvers on the boards of a group that both tried.
type Pair struct {
	Group         Group
	Question      Question
	First, Second Solver

	// Numbers of boards solved. A solver solved a board if more than half of its runs did.
	Both, OnlyFirst, OnlySecond, Neither int

	Shares     [2]float64 // accuracy of First and Second on these boards
	Difference Interval   // accuracy of First minus that of Second
	Test       Test       // of the accuracy
	Corrected  float64    // P after Holm's correction; NaN if the test was not possible

	boards instances // that both tried
}

// Different reports whether the accuracies of the two solvers differ significantly.
func (p Pair) Different() bool { return p.Corrected < significance }

// Pairs compares each solver with the baseline of its group: once for each question that the trials of the
// group can answer. First is the solver and Second is the baseline. Holm's correction covers the pairs of a
// group and a question.
func (a *Analysis) Pairs() []Pair {
	var all []Pair
	for _, ranking := range a.Rankings() {
		baseline := ranking[0].Solver
		for _, r := range ranking {
			if r.Name == a.Baseline {
				baseline = r.Solver
			}
		}
		for _, q := range ranking[0].Group.Questions() {
			for _, s := range a.Solvers {
				if p := ranking[0].puzzles.pair(ranking[0].Group, q, s, baseline); s != baseline && p.boards != nil {
					all = append(all, p)
				}
			}
		}
	}
	return corrected(all)
}

// pair returns the Pair of two solvers on these puzzles, without Holm's correction. The pair has no boards
// if there is none that both tried.
func (ps instances) pair(g Group, q Question, first, second Solver) Pair {
	tried := ps.triedBy(first).triedBy(second)
	one, other := tried.solvedBy(first), tried.solvedBy(second)
	p := Pair{Group: g, Question: q, First: first, Second: second, Both: len(one.solvedBy(second))}
	p.OnlyFirst, p.OnlySecond = len(one)-p.Both, len(other)-p.Both
	p.Neither = len(tried) - p.Both - p.OnlyFirst - p.OnlySecond
	if len(tried) == 0 {
		return p
	}
	s := tried.sample(first, second, q, false, accuracy)
	p.boards, p.Difference = tried, s.difference(q)
	p.Shares = [2]float64{Mean(s.first.each(Mean)), Mean(s.second.each(Mean))}
	if p.Test = RankSum(s.first, s.second); q == OfKind {
		p.Test = Wilcoxon(s.first.each(Mean), s.second.each(Mean))
	}
	p.Corrected = p.Test.possibleP()
	return p
}

// corrected applies Holm's correction to the tests of accuracy of each group and question.
func corrected(pairs []Pair) []Pair {
	holm(pairs, func(p *Pair) (*Pair, *float64) { return p, &p.Corrected })
	return pairs
}

// holm applies Holm's correction to tests within each group and question. The function of returns the pair of
// an element, and where its probability is.
func holm[T any](all []T, of func(*T) (*Pair, *float64)) {
	type family struct {
		group    string
		question Question
	}
	tests := map[family][]*float64{}
	for i := range all {
		p, test := of(&all[i])
		f := family{p.Group.Name, p.Question}
		tests[f] = append(tests[f], test)
	}
	for _, family := range tests {
		var ps []float64
		for _, test := range family {
			ps = append(ps, *test)
		}
		for i, p := range Holm(ps) {
			*family[i] = p
		}
	}
}

// Comparison compares a pair by a measure on the boards that both solved. The value of a board is the mean
// over the runs that solved it.
type Comparison struct {
	Pair
	Measure   Measure
	Boards    int        // number of boards that both solved and on which both have a value
	Means     [2]float64 // of First and Second, over these boards
	Ratio     Interval   // geometric mean over these boards of the ratio of First to Second
	Test      Test       // Wilcoxon's if the boards are the sample, and RankSum if the runs are
	Corrected float64    // P after Holm's correction; NaN if the test was not possible

	sample sample
}

// Different reports whether the values of the two solvers differ significantly.
func (c Comparison) Different() bool { return c.Corrected < significance }

// Points returns the values of the two solvers on each board that at least one of them solved. The value is
// infinite where a solver did not solve the board.
func (p Pair) Points(m Measure) (first, second []float64) {
	value := func(o outcome) float64 {
		if o.solved() {
			return o.mean(m)
		}
		return math.Inf(1)
	}
	for _, board := range p.boards {
		x, y := value(board.trials[p.First.Name]), value(board.trials[p.Second.Name])
		if !math.IsInf(min(x, y), 1) {
			first, second = append(first, x), append(second, y)
		}
	}
	return first, second
}

// Compare compares the pairs by a measure. It leaves out pairs without a board that both solved, and
// pairs with a solver that does not report the measure. Holm's correction covers the pairs of a group and a
// question.
func Compare(pairs []Pair, m Measure) []Comparison {
	var all []Comparison
	for _, p := range pairs {
		if c := p.by(m); c.Boards > 0 {
			all = append(all, c)
		}
	}
	holm(all, func(c *Comparison) (*Pair, *float64) { return &c.Pair, &c.Corrected })
	return all
}

// by compares the pair by a measure, without Holm's correction.
func (p Pair) by(m Measure) Comparison {
	c := Comparison{Pair: p, Measure: m, Corrected: math.NaN()}
	if !m.Reported(p.First) || !m.Reported(p.Second) {
		return c
	}
	boards := p.boards
	if p.Question == OfKind {
		boards = boards.solvedBy(p.First).solvedBy(p.Second)
	}
	measured := m.Unit == units.Seconds || m.Key == Resident.Key
	c.sample = boards.sample(p.First, p.Second, p.Question, measured, m.ofPlan)
	if c.Boards = len(c.sample.first); c.Boards == 0 {
		return c
	}
	first, second := c.sample.first.each(Mean), c.sample.second.each(Mean)
	c.Means = [2]float64{Mean(first), Mean(second)}
	c.Ratio, c.Test = c.sample.ratio(p.Question), c.sample.test(p.Question)
	c.Corrected = c.Test.possibleP()
	return c
}
