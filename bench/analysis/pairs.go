package analysis

import (
	"math"
)

// Pair is two solvers on the boards of a group that both tried, and a question about them.
type Pair struct {
	Group         Group
	Question      Question
	First, Second Solver

	// Numbers of boards solved. A solver solved a board if more than half of its runs did.
	Both, OnlyFirst, OnlySecond, Neither int

	boards instances // that both tried
}

// Pairs pairs each solver with the baseline of its group: once for each question that the trials of the
// group can answer. First is the solver and Second is the baseline. The best solvers come first.
func (a *Analysis) Pairs() []Pair {
	var all []Pair
	for _, ranking := range a.Rankings() {
		group, puzzles, baseline := ranking[0].Group, ranking[0].puzzles, ranking[0].Solver
		for _, r := range ranking {
			if r.Name == a.Baseline {
				baseline = r.Solver
			}
		}
		for _, q := range group.Questions() {
			for _, r := range ranking {
				if p := puzzles.pair(group, q, r.Solver, baseline); r.Solver != baseline && len(p.boards) > 0 {
					all = append(all, p)
				}
			}
		}
	}
	return all
}

// pair returns the Pair of two solvers on these puzzles. It has no boards if there is none that both tried.
func (ps instances) pair(g Group, q Question, first, second Solver) Pair {
	tried := ps.triedBy(first).triedBy(second)
	one, other := tried.solvedBy(first), tried.solvedBy(second)
	both := len(one.solvedBy(second))
	return Pair{Group: g, Question: q, First: first, Second: second, boards: tried, Both: both,
		OnlyFirst: len(one) - both, OnlySecond: len(other) - both, Neither: len(tried) - len(one) - len(other) + both}
}

// Points returns the values of the two solvers on each board that at least one of them solved. The value is
// infinite where a solver did not solve the board. Boards with a value of 0 are left out, because a logarithmic
// axis cannot show them.
func (p Pair) Points(m Measure) (first, second []float64) {
	for _, board := range p.boards {
		values := [2]float64{}
		for i, s := range []Solver{p.First, p.Second} {
			values[i] = math.Inf(1)
			if trials := board.trials[s.Name]; trials.solved() {
				values[i] = Mean(Numbers(trials, m.ofPlan))
			}
		}
		if least := min(values[0], values[1]); least > 0 && !math.IsInf(least, 1) {
			first, second = append(first, values[0]), append(second, values[1])
		}
	}
	return first, second
}

// Comparison compares a pair by a measure: by [Accuracy] on all boards of the pair, and by other measures on the
// boards that both solved. The value of a board is the mean over its runs, or over those that solved it.
type Comparison struct {
	Pair
	Measure    Measure
	Boards     int        // number of boards on which both have a value
	Means      [2]float64 // of First and Second, over these boards
	Ratio      Interval   // geometric mean over these boards of the ratio of First to Second; not for Accuracy
	Difference Interval   // of the means of First and Second; only for Accuracy
	Test       Test       // Wilcoxon's if the boards are the sample, and RankSum if the runs are
	Corrected  float64    // P after Holm's correction; NaN if the test was not possible
}

// Different reports whether the values of the two solvers differ significantly.
func (c Comparison) Different() bool { return c.Corrected < significance }

// Compare compares the pairs by a measure. It leaves out pairs without a board on which both have a value, and
// pairs with a solver that does not report the measure. Holm's correction covers the pairs of a group and a
// question.
func Compare(pairs []Pair, m Measure) []Comparison {
	type family struct {
		group    string
		question Question
	}
	var all []Comparison
	families := map[family][]int{} // indices in all
	for _, p := range pairs {
		if c := p.by(m); c.Boards > 0 {
			f := family{p.Group.Name, p.Question}
			families[f], all = append(families[f], len(all)), append(all, c)
		}
	}
	for _, family := range families {
		var ps []float64
		for _, i := range family {
			ps = append(ps, all[i].Corrected)
		}
		for i, p := range Holm(ps) {
			all[family[i]].Corrected = p
		}
	}
	return all
}

// by compares the pair by a measure, without Holm's correction.
func (p Pair) by(m Measure) Comparison {
	c := Comparison{Pair: p, Measure: m, Corrected: math.NaN()}
	if !m.Reported(p.First) || !m.Reported(p.Second) {
		return c
	}
	share, boards, of := m.Key == Accuracy.Key, p.boards, m.ofPlan
	if share {
		of = accuracy
	} else if p.Question == OfKind {
		boards = boards.solvedBy(p.First).solvedBy(p.Second)
	}
	var s sample
	for _, board := range boards {
		x, y := Numbers(board.trials[p.First.Name], of), Numbers(board.trials[p.Second.Name], of)
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		if p.Question == OfThese && !m.measured() {
			x, y = stretched(x, p.First, len(y)), stretched(y, p.Second, len(x))
		}
		s.first, s.second = append(s.first, x), append(s.second, y)
	}
	first, second := s.first.each(Mean), s.second.each(Mean)
	if c.Boards = len(first); c.Boards == 0 {
		return c
	}
	c.Means = [2]float64{Mean(first), Mean(second)}
	if share {
		c.Ratio = Interval{c.Means[0] / c.Means[1], math.NaN(), math.NaN(), c.Boards}
		c.Difference = s.difference(p.Question)
	} else {
		first, second = s.positive()
		first, second = logs(first), logs(second) // ratios of values decide, not differences
		c.Ratio = s.ratio(p.Question)
	}
	if c.Test = Wilcoxon(first, second); p.Question == OfThese {
		c.Test = RankSum(s.first, s.second)
	}
	if c.Test.Possible() {
		c.Corrected = c.Test.P
	}
	return c
}
