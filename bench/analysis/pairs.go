package analysis

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
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

// Pairs pairs each solver with the baseline of its group: once for each question that the trials of
// the group can answer. First is the solver and Second is the baseline. The best solvers come
// first.
func (a *Analysis) Pairs() []Pair {
	var pairs []Pair
	for _, ranking := range a.Rankings() {
		group := ranking[0].Group
		puzzles := ranking[0].puzzles
		baseline := ranking.baseline().Solver
		for _, q := range group.Questions() {
			for _, r := range ranking {
				if r.Solver == baseline {
					continue
				}
				p := puzzles.pair(group, q, r.Solver, baseline)
				if len(p.boards) > 0 {
					pairs = append(pairs, p)
				}
			}
		}
	}
	return pairs
}

// pair returns the Pair of two solvers on these puzzles. It has no boards if there is none that
// both tried.
func (ps instances) pair(g Group, q Question, first, second Solver) Pair {
	tried := ps.triedBy(first).triedBy(second)
	byFirst := tried.solvedBy(first)
	bySecond := tried.solvedBy(second)
	both := len(byFirst.solvedBy(second))
	return Pair{
		Group:      g,
		Question:   q,
		First:      first,
		Second:     second,
		boards:     tried,
		Both:       both,
		OnlyFirst:  len(byFirst) - both,
		OnlySecond: len(bySecond) - both,
		Neither:    len(tried) - len(byFirst) - len(bySecond) + both,
	}
}

// Identical reports whether both solvers have the same results on all boards of the pair: the same
// plans and the same work.
func (p Pair) Identical() bool {
	for _, board := range p.boards {
		if !slices.EqualFunc(board.trialsOf(p.First), board.trialsOf(p.Second), sameResult) {
			return false
		}
	}
	return true
}

// SameTrials reports whether both solvers have the same stored trials on all boards of the pair.
func (p Pair) SameTrials() bool {
	sameTrial := func(a, b *bench.Record) bool {
		return a.Key != "" && a.Key == b.Key && a.Started == b.Started && a.Seconds == b.Seconds
	}
	for _, board := range p.boards {
		if !slices.EqualFunc(board.trialsOf(p.First), board.trialsOf(p.Second), sameTrial) {
			return false
		}
	}
	return true
}

// sameSettings reports whether both solvers have the same algorithm and settings.
func (p Pair) sameSettings() bool {
	for _, board := range p.boards {
		first := board.trialsOf(p.First)[0]
		second := board.trialsOf(p.Second)[0]
		if first.Algorithm != second.Algorithm || !maps.Equal(first.Settings, second.Settings) {
			return false
		}
	}
	return true
}

// Points returns the values of the two solvers on each board that at least one of them solved. The
// value is infinite where a solver did not solve the board. Boards with a value of 0 are left out,
// because a logarithmic axis cannot show them.
func (p Pair) Points(m Measure) (first, second []float64) {
	for _, board := range p.boards {
		values := [2]float64{}
		for i, s := range []Solver{p.First, p.Second} {
			values[i] = math.Inf(1)
			if trials := board.trialsOf(s); trials.solved() {
				values[i] = stats.Mean(trials.numbers(m.ofPlan))
			}
		}
		if least := min(values[0], values[1]); least > 0 && !math.IsInf(least, 1) {
			first = append(first, values[0])
			second = append(second, values[1])
		}
	}
	return first, second
}

// Comparison compares a pair by a measure: by [Accuracy] on all boards of the pair, and by other
// measures on the boards that both solved. The value of a board is the mean over its runs, or over
// those that solved it.
//
// The interval and the probability of the test agree: the interval excludes equality if, and only
// if, P is below 0.05. If the boards are the sample, both come from [stats.PairedMean], applied to
// the logarithms of the ratios or, for Accuracy, to the differences. If the runs are the sample,
// both are Welch's, of the logarithms of the means. For Accuracy, the test is then [stats.RankSum].
// The interval of a difference of accuracies is Newcombe's if the runs are the sample or the test
// shows no difference. It is extended to contain 0 if the test shows none.
type Comparison struct {
	Pair
	Measure Measure
	Boards  int // number of boards on which both have a value

	// Means are those of First and Second over these boards. They are geometric, except for
	// Accuracy. Ratio is the geometric mean over these boards of the ratio of First to Second; not
	// for Accuracy. Difference is that of the means; only for Accuracy.
	Means      [2]float64
	Ratio      stats.Interval
	Difference stats.Interval

	// The effect of Test is RankBiserial if the boards are the sample, and that of RankSum if the
	// runs are. Corrected is P after Holm's correction, or NaN if the test was not possible.
	Test      stats.Test
	Corrected float64

	// margin is the difference or the ratio with an interval that allows for rare differences that
	// did not occur. It decides whether two solvers are equal.
	margin stats.Interval
}

// Different reports whether the values of the two solvers differ significantly.
func (c Comparison) Different() bool { return c.Corrected < stats.Significance }

// Compare compares the pairs by a measure. It leaves out pairs without a board on which both have a
// value, and pairs with a solver that does not report the measure. Holm's correction covers the
// pairs of a group and a question.
func Compare(pairs []Pair, m Measure) []Comparison { return compareBy(pairs, m) }

// compareBy compares the pairs by several measures, as Compare does. Holm's correction covers the
// measures together.
func compareBy(pairs []Pair, measures ...Measure) []Comparison {
	// holmFamily names the comparisons that are corrected together.
	type holmFamily struct {
		group    string
		question Question
	}
	var compared []Comparison
	families := map[holmFamily][]int{} // indices in compared
	for _, m := range measures {
		for _, p := range pairs {
			c := p.compare(m)
			if c.Boards > 0 {
				family := holmFamily{group: p.Group.Name, question: p.Question}
				families[family] = append(families[family], len(compared))
				compared = append(compared, c)
			}
		}
	}
	for _, indices := range families {
		var ps []float64
		for _, i := range indices {
			ps = append(ps, compared[i].Corrected)
		}
		for i, p := range stats.Holm(ps) {
			compared[indices[i]].Corrected = p
		}
	}
	return compared
}

// unknown is an interval of nothing.
var unknown = stats.Interval{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}

// compare compares the pair by a measure, without Holm's correction.
func (p Pair) compare(m Measure) Comparison {
	c := Comparison{Pair: p, Measure: m, Corrected: math.NaN(), Difference: unknown}
	if !m.Reported(p.First) || !m.Reported(p.Second) {
		return c
	}
	boards := p.boards
	valueOf := m.ofPlan
	isAccuracy := m.Key == Accuracy.Key
	switch {
	case isAccuracy:
		valueOf = accuracy
	case p.Question == OfKind:
		boards = boards.solvedBy(p.First).solvedBy(p.Second)
	}
	var s sample
	for _, board := range boards {
		x := board.trialsOf(p.First).numbers(valueOf)
		y := board.trialsOf(p.Second).numbers(valueOf)
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		if p.Question == OfThese && !m.varies() {
			s.first = append(s.first, stretched(x, p.First, len(y)))
			s.second = append(s.second, stretched(y, p.Second, len(x)))
			continue
		}
		s.first = append(s.first, x)
		s.second = append(s.second, y)
	}
	first := s.first.Means()
	second := s.second.Means()
	c.Boards = len(first)
	if c.Boards == 0 {
		return c
	}
	c.Means = [2]float64{stats.Mean(first), stats.Mean(second)}
	if isAccuracy {
		c.byShares(s)
	} else {
		c.byRatios(s)
	}
	if c.Test.Possible() {
		c.Corrected = c.Test.P
	}
	return c
}

// byShares sets the difference of the shares of a sample of zeros and ones, and its test.
func (c *Comparison) byShares(s sample) {
	c.Ratio = stats.Interval{
		Value: c.Means[0] / c.Means[1],
		Low:   math.NaN(),
		High:  math.NaN(),
		N:     c.Boards,
	}
	c.margin = s.difference(c.Question)
	c.Difference = c.margin
	if c.Question == OfThese {
		c.Test = stats.RankSum(s.first, s.second)
		containsZero := c.Difference.Low <= 0 && 0 <= c.Difference.High
		if containsZero { // so the test must not show a difference either
			c.Test.P = max(c.Test.P, stats.Significance)
		}
	} else {
		first := s.first.Means()
		second := s.second.Means()
		differences := floats.SubTo(make([]float64, len(first)), first, second)
		interval, test := stats.PairedMean(differences)
		test.Effect = stats.RankBiserial(first, second)
		c.Test = test
		if test.P < stats.Significance {
			c.Difference = interval
		}
	}
	if c.Test.P >= stats.Significance {
		c.Difference.Low = min(c.Difference.Low, 0)
		c.Difference.High = max(c.Difference.High, 0)
	}
}

// byRatios sets the ratio of the values of a sample, and its test.
func (c *Comparison) byRatios(s sample) {
	first, second := s.positive()
	c.Means = [2]float64{geometric(first), geometric(second)} // whose quotient is the ratio
	c.Ratio, c.Test = s.ratio(c.Question)
	c.margin = c.Ratio
	if c.Question == OfThese {
		ranks := stats.RankSum(s.first, s.second)
		c.Test.Effect = ranks.Effect
		c.Test.Least = ranks.Least
		c.Test.N = ranks.N
		if math.IsNaN(c.Test.P) { // no run differs from the others of its solver
			c.Test.P = ranks.P
		}
		shown := c.Ratio.Low > 1 || c.Ratio.High < 1
		// too few runs for an interval
		if shown && (c.Test.P >= stats.Significance || !c.Test.Possible()) {
			c.Ratio.Low = math.NaN()
			c.Ratio.High = math.NaN()
		}
		return
	}
	c.margin = stats.MeanRatioOf(first, second)
	c.Test.Effect = stats.RankBiserial(logs(first), logs(second))
}

// Question is what a comparison of solvers is about. It decides what the sample is.
type Question int

const (
	// OfKind is the question about all boards of the kind from which a group was drawn. The boards
	// of the group are the sample. The value of a board is the mean over the runs on it.
	OfKind Question = iota
	// OfThese is the question about the boards of the group and no others. The runs are the sample.
	OfThese
)

func (q Question) String() string {
	if q == OfThese {
		return "these boards"
	}
	return "all boards of this kind"
}

// Questions returns the questions that the trials of a group can answer, the usual one first. The
// boards are a sample if there are several. The runs are a sample if a solver ran several times on
// a board. Boards that an experiment lists, such as published boards, were not drawn from a kind,
// so the usual question is about them if both questions can be answered.
func (g Group) Questions() []Question {
	switch {
	case !g.Repeated:
		return []Question{OfKind}
	case g.Puzzles == 1:
		return []Question{OfThese}
	case g.Listed:
		return []Question{OfThese, OfKind}
	}
	return []Question{OfKind, OfThese}
}

// Question returns the usual question about the group.
func (g Group) Question() Question { return g.Questions()[0] }

// accuracyOf returns the accuracy of a solver on puzzles. If the runs are the sample, the only run
// of a deterministic solver on a board stands for as many runs as any other solver has; see
// stretched.
func (q Question) accuracyOf(ps instances, s Solver) stats.Interval {
	var values stats.Clusters
	for _, p := range ps.triedBy(s) {
		hits := p.trialsOf(s).numbers(accuracy)
		if q == OfThese {
			hits = stretched(hits, s, p.mostRuns())
		}
		values = append(values, hits)
	}
	return q.interval(values)
}

// interval returns the share of ones with its interval. The values are 0 or 1, and grouped by
// board.
func (q Question) interval(values stats.Clusters) stats.Interval {
	share := values.Share()
	if q == OfThese { // with fixed boards, runs vary less than independent values
		runs := len(slices.Concat(values...))
		share.Low, share.High = stats.Wilson(share.Value, float64(runs))
		share.N = runs
	}
	return share
}

// stretched repeats the only value of a deterministic solver n times.
//
// A solver that takes no seed makes the same of every run, and runs once. If the runs are the
// sample, this run stands for as many runs as the other solver has.
func stretched(values []float64, s Solver, n int) []float64 {
	if len(values) > 1 || !solvers.Deterministic(s.Algorithm) {
		return values
	}
	return slices.Repeat(values, n)
}

// geometric returns the geometric mean of the values.
func geometric(values []float64) float64 {
	if slices.Min(values) == slices.Max(values) {
		return values[0] // without a rounding error
	}
	return math.Exp(stats.Mean(logs(values)))
}

// sample has the values of two solvers, grouped by board. Both have values on each board.
type sample struct{ first, second stats.Clusters }

// positive returns the means over the runs on each board. If a mean is 0, both means of the board
// are increased by 1.
func (s sample) positive() (first, second []float64) {
	first = s.first.Means()
	second = s.second.Means()
	for i := range first {
		if first[i] == 0 || second[i] == 0 {
			first[i]++
			second[i]++
		}
	}
	return first, second
}

func logs(values []float64) []float64 {
	logarithms := make([]float64, len(values))
	for i, value := range values {
		logarithms[i] = math.Log(value)
	}
	return logarithms
}

// ratio returns the geometric mean over the boards of first / second, with its interval, and the
// test whether it is 1. If the boards are the sample, interval and test are those of
// [stats.PairedMean] for the logarithm. If the runs are the sample, they are Welch's for the
// logarithm; the variance of the logarithm of a mean comes from the delta method. The probability
// is NaN if the runs are the sample, and no run differs from the others of its solver.
func (s sample) ratio(q Question) (stats.Interval, stats.Test) {
	first, second := s.positive()
	logarithms := logs(floats.DivTo(make([]float64, len(first)), first, second))
	if q == OfThese {
		return s.ratioOfRuns(stats.Mean(logarithms))
	}
	ratio, test := stats.PairedMean(logarithms)
	ratio.Value = math.Exp(ratio.Value)
	if len(first) == 1 {
		ratio.Value = first[0] / second[0] // without a rounding error
	}
	ratio.Low = math.Exp(ratio.Low)
	ratio.High = math.Exp(ratio.High)
	return ratio, test
}

// ratioOfRuns returns what ratio returns if the runs are the sample, given the logarithm of the
// ratio.
func (s sample) ratioOfRuns(logarithm float64) (stats.Interval, stats.Test) {
	boards := float64(len(s.first))
	variance := 0.0
	freedom := 0.0
	for _, runs := range slices.Concat(s.first, s.second) {
		n := float64(len(runs))
		mean, spread := stat.MeanVariance(runs, nil) // the variance of one run is NaN
		if spread == 0 || mean == 0 {
			continue // all runs have the same value
		}
		v := spread / n / (mean * mean) / (boards * boards)
		variance += v
		freedom += v * v / (n - 1)
	}
	freedom = variance * variance / freedom
	half := variance // if it is 0 or NaN
	test := stats.Test{P: math.NaN(), Least: 1}
	if variance > 0 {
		deviation := math.Sqrt(variance)
		half = stats.Student(freedom) * deviation
		test.P = 2 * distuv.StudentsT{Sigma: 1, Nu: freedom}.Survival(math.Abs(logarithm)/deviation)
	}
	return stats.Interval{
		Value: math.Exp(logarithm),
		Low:   math.Exp(logarithm - half),
		High:  math.Exp(logarithm + half),
		N:     count(s.first) + count(s.second),
	}, test
}

// count returns the number of values.
func count(c stats.Clusters) int {
	n := 0
	for _, values := range c {
		n += len(values)
	}
	return n
}

// difference returns the share of ones of first minus that of second, with its interval. All values
// must be 0 or 1.
//
// Source: R. Newcombe, "Improved confidence intervals for the difference between binomial
// proportions based on paired data", Statistics in Medicine 17 (1998), pages 2635-2650, method 8,
// with the intervals of [Question] for the two shares.
func (s sample) difference(q Question) stats.Interval {
	first := q.interval(s.first)
	second := q.interval(s.second)
	related := 0.0 // correlation of the boards' shares
	if q == OfKind {
		if r := stat.Correlation(s.first.Means(), s.second.Means(), nil); !math.IsNaN(r) {
			related = r // it is NaN if all shares of a solver are equal
		}
	}
	// distance returns the distance of an end of the interval from the difference, given those of the
	// ends of the two shares.
	distance := func(x, y float64) float64 { return math.Sqrt(max(x*x+y*y-2*related*x*y, 0)) }
	difference := first.Value - second.Value
	return stats.Interval{
		Value: difference,
		Low:   difference - distance(first.Value-first.Low, second.High-second.Value),
		High:  difference + distance(first.High-first.Value, second.Value-second.Low),
		N:     first.N,
	}
}

// gap is the gap of a plan. Only ByPair uses it as a measure; reports compare costs instead.
var gap = Measure{Name: "gap", Unit: "gap", Key: "gap", of: GapOf}

// Diffs compares each solver of the later experiment with the solver of the same name in the
// earlier experiment, on each size of boards. If each experiment has only one solver, Diffs
// compares these two, whatever their names are. It returns the comparisons of each pair, see
// [ByPair]. First is the later solver, and Second is the earlier solver. So a ratio below 1 means
// that the later solver has the smaller values.
//
// Puzzles with the same board, goal and move costs count as one puzzle. If such puzzles occur in
// several groups of an experiment, or several times in one, their trials count together. Each group
// of the results has a size of boards as its name. Solvers are compared for each question that a
// group can answer, the usual question first; see [Group.Questions]. Boards are taken as listed if
// one of the experiments lists any. Holm's correction covers all pairs on a size, as in [ByPair].
func Diffs(earlier, later *Analysis) [][]Comparison {
	both := New(bench.Experiment{}, relabelled(earlier, later))
	originals := slices.Concat(earlier.Groups, later.Groups)
	listed := slices.ContainsFunc(originals, func(g Group) bool { return g.Listed })
	var pairs []Pair
	for i, g := range both.Groups {
		g.Listed = listed
		// A board that was only drawn twice is not repeated.
		g.Repeated = slices.ContainsFunc(originals, func(original Group) bool {
			return original.Repeated && original.Size == g.Size
		})
		puzzles := both.ofGroup(i)
		for _, before := range both.Solvers {
			for _, after := range both.Solvers {
				inOrder := before.Name[0] < after.Name[0] // of the earlier experiment, and of the later
				sameName := before.Name[1:] == after.Name[1:]
				belongTogether := sameName || len(both.Solvers) <= 2
				if !inOrder || !belongTogether {
					continue
				}
				for _, q := range g.Questions() {
					pairs = append(pairs, puzzles.pair(g, q, after, before))
				}
			}
		}
	}
	diffs := ByPair(pairs)
	for _, comparisons := range diffs {
		for i := range comparisons {
			c := &comparisons[i]
			if c.Measure.varies() && c.Identical() && c.sameSettings() {
				// A difference says something about the machine only.
				c.Test.P = math.NaN()
				c.Corrected = math.NaN()
			}
			c.First.Name = c.First.Name[1:]
			c.Second.Name = c.Second.Name[1:]
		}
	}
	return diffs
}

// relabelled returns the trials of two experiments as those of one: puzzles are numbered by their
// problems, groups are sizes, and the name of a solver begins with 0 in the earlier experiment, and
// with 1 in the later one.
func relabelled(earlier, later *Analysis) []bench.Record {
	numbers := map[search.Problem]int{}
	var trials []bench.Record
	for i, a := range []*Analysis{earlier, later} {
		for _, r := range a.Trials {
			p := r.Problem()
			if numbers[p] == 0 {
				numbers[p] = len(numbers) + 1
			}
			r.Puzzle = numbers[p]
			r.Group = puzzle.Size{Rows: r.Rows, Cols: r.Cols}.String()
			r.Solver = fmt.Sprint(i, r.Solver)
			trials = append(trials, r)
		}
	}
	return trials
}

// ByPair compares each pair by [Accuracy], by the plans and by the other measures that both solvers
// have. It leaves out pairs without a common puzzle. As in a [Ranking], Holm's correction covers
// accuracy and plans together. Times are processor times if all of them can be compared.
func ByPair(pairs []Pair) [][]Comparison {
	compared := compareBy(pairs, Accuracy, Length)
	for _, c := range compareBy(pairs, Accuracy, gap) {
		if c.Measure.Key == gap.Key { // the same test as that of the length if moves cost the same
			compared = append(compared, c)
		}
	}
	for _, m := range append(slices.Clone(Compared), timeOfPairs(pairs)) {
		compared = append(compared, Compare(pairs, m)...)
	}
	byPair := make([][]Comparison, len(pairs))
	for _, c := range compared {
		i := slices.IndexFunc(pairs, func(p Pair) bool {
			return p.First == c.First && p.Second == c.Second && p.Group == c.Group &&
				p.Question == c.Question
		})
		byPair[i] = append(byPair[i], c)
	}
	return slices.DeleteFunc(byPair, func(c []Comparison) bool { return c == nil })
}

// timeOfPairs returns the measure of time by which the solvers of all pairs can be compared.
func timeOfPairs(pairs []Pair) Measure {
	for _, p := range pairs {
		for _, s := range []Solver{p.First, p.Second} {
			if timeOf(p.boards.trialsOf(s)).Key == Seconds.Key {
				return Seconds
			}
		}
	}
	return CPUSeconds
}
