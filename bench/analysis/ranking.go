package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// Verdict is what the comparison of a solver with the best solver shows.
type Verdict string

// The verdicts. A solver is worse if it solves fewer boards, or finds costlier plans for the boards that
// both solved.
const (
	Best  Verdict = "best"  // the first of the ranking, or the same boards solved with plans of the same costs
	Equal Verdict = "equal" // as good as the best, within [AccuracyMargin] and [CostMargin]
	Open  Verdict = "open"  // neither shown to be worse nor shown to be equal
	Worse Verdict = "worse" // a test shows it
)

// Margins within which two solvers count as equally good. The 95 % intervals of the differences must be
// within them, on the side on which the solver is worse than the best.
const (
	AccuracyMargin = 0.05 // difference of accuracies
	CostMargin     = 0.01 // of the ratio of costs
)

// fewestForEqual is the smallest number of boards, or of runs if they are the sample, from which equal
// costs are concluded. The interval of the ratio says nothing if all ratios are equal by chance.
const fewestForEqual = 20

// Ranked is the summary of a solver, with its comparison with the best solver.
type Ranked struct {
	Summary
	Verdict Verdict
	Good    bool // whether the verdict is best or equal

	// SameAs is the name of a solver that ranks higher and had the same results on every puzzle. It
	// is empty if there is none.
	SameAs string

	accuracy, costs Comparison // with the best, by Accuracy and by the costs of plans
}

// Ranking has the solvers of a group, the best first.
type Ranking []Ranked

// equal reports whether all solvers are as good as the best.
func (all Ranking) equal() bool {
	return !slices.ContainsFunc(all, func(r Ranked) bool { return r.Trials > 0 && !r.Good })
}

// planCost is the cost of the plan of a solved trial. On the same puzzle, the ratio of two costs equals
// the ratio of the two gaps, and it is known even if the optimal cost is not known.
var planCost = Measure{"cost", units.Moves, "cost", measured("cost").ofPlan}

// Rank sorts solvers, the best first: by accuracy, then by mean gap, then by mean length, then by mean
// time. A solver whose plans are shown to be cheaper comes before the most accurate solver if it is not
// shown to be less accurate. The summaries must be of the same group of puzzles. Solvers with the same
// results on every puzzle are next to each other. Solvers without trials come last.
//
// Each solver is compared with the first, to answer a question. Holm's correction is applied to the tests
// of accuracy and of the costs of plans together. Time affects only the order: no solver is worse because
// it is slower.
func Rank(summaries []Summary, q Question) Ranking {
	all := make(Ranking, len(summaries))
	first := map[string]int{}  // by results: index of the first solver with these results
	leader := map[string]int{} // by name of a solver: index of the first solver with the same results
	for i, s := range summaries {
		all[i] = Ranked{Summary: s}
		results := s.results()
		leader[s.Name] = i
		if j, known := first[results]; known && s.Trials > 0 {
			leader[s.Name], all[i].SameAs = j, summaries[j].Name
		} else {
			first[results] = i
		}
	}
	slices.SortStableFunc(all, func(a, b Ranked) int {
		x, y := summaries[leader[a.Name]], summaries[leader[b.Name]]
		return cmp.Or(
			cmp.Compare(y.Accuracy, x.Accuracy), // NaN (no trials) counts as the smallest
			lessKnown(x.Gap, y.Gap),
			lessKnown(x.MeanLength, y.MeanLength),
			lessKnown(x.MeanSeconds, y.MeanSeconds),
			cmp.Compare(leader[a.Name], leader[b.Name]),
		)
	})
	judge(all, q)
	// A solver that is not shown to solve fewer boards, but is shown to find cheaper plans, is better than the
	// first, whose accuracy may be higher by chance.
	better := 0
	for i, r := range all {
		cheaper := !r.Fewer() && r.costs.Different() && r.costs.Test.Effect < 0
		if cheaper && (better == 0 || r.costs.Ratio.Value < all[better].costs.Ratio.Value) {
			better = i
		}
	}
	if better > 0 {
		all = slices.Concat(all[better:better+1], all[:better], all[better+1:])
		judge(all, q)
	}
	return all
}

// Rankings ranks the solvers that have trials on the puzzles of each group, to answer the usual question
// about it. Groups without trials are left out.
func (a *Analysis) Rankings() []Ranking {
	var all []Ranking
	summaries := a.Summaries()
	for _, g := range a.Groups {
		ofGroup := Where(summaries, func(s Summary) bool { return s.Group == g && s.Trials > 0 })
		if len(ofGroup) > 0 {
			all = append(all, Rank(ofGroup, g.Question()))
		}
	}
	return all
}

// lessKnown compares two numbers for sorting in ascending order, with NaN at the end.
func lessKnown(x, y bench.Figure) int {
	if !x.Known() || !y.Known() {
		return -cmp.Compare(x, y)
	}
	return cmp.Compare(x, y)
}

// results returns a text with all results of a solver that do not depend on the machine. Two solvers
// with the same text had the same results on every puzzle. The text omits memory, because settings
// may change it without an effect on the search.
func (s Summary) results() string {
	var b strings.Builder
	for i, p := range s.puzzles {
		for _, r := range p.trials[s.Name] {
			moves, stats := "", r.Stats
			if r.Moves != nil {
				moves = *r.Moves
			}
			stats.Bytes, stats.Discarded = 0, 0
			fmt.Fprintln(&b, i, r.Repeat, r.Status, r.Error, moves, r.Cost, stats)
		}
	}
	return b.String()
}

// judge compares each solver of a ranking with the first. Of several solvers with the same results, it
// tests only one, so that Holm's correction counts its tests once.
func judge(all []Ranked, q Question) {
	if len(all) == 0 {
		return
	}
	first := all[0]
	var ps []float64 // two tests of each solver
	for i := range all {
		r := &all[i]
		pair := r.puzzles.pair(r.Group, q, r.Solver, first.Solver)
		r.accuracy, r.costs = pair.by(Accuracy), pair.by(planCost)
		if r.SameAs != "" || i == 0 {
			ps = append(ps, math.NaN(), math.NaN())
		} else {
			ps = append(ps, r.accuracy.Corrected, r.costs.Corrected)
		}
	}
	ps = Holm(ps)
	for i := range all {
		r := &all[i]
		of := 2 * slices.IndexFunc(all, func(o Ranked) bool { return o.Name == cmp.Or(r.SameAs, r.Name) })
		r.accuracy.Corrected, r.costs.Corrected = ps[of], ps[of+1]
		switch {
		case i == 0 || r.ties():
			r.Verdict = Best
		case r.Fewer() || r.Costlier():
			r.Verdict = Worse
		case r.asAccurate() && r.asCheap():
			r.Verdict = Equal
		default:
			r.Verdict = Open
		}
		r.Good = r.Trials > 0 && (r.Verdict == Best || r.Verdict == Equal)
	}
}

// margins says within which margins a solver is as good as the best.
const margins = "within 5 points of accuracy and 1 % of cost"

// Marks explains the marks of [Ranked.Mark].
const Marks = "* the best, alone or with the same results, or as good " + margins + "; " +
	"? not shown to be worse, nor to be as good"

// Mark returns the mark of a solver in tables, or "" if the solver is worse.
func (r Ranked) Mark() string {
	switch {
	case r.Trials == 0 || r.Verdict == Worse:
		return ""
	case r.Good:
		return "*"
	}
	return "?"
}

// ties reports whether the solver solved the same boards as the best, as often, with plans of the same costs.
func (r Ranked) ties() bool {
	p := r.accuracy
	tried := len(r.puzzles.triedBy(r.Solver))
	return len(p.boards) == tried && tried == len(r.puzzles.triedBy(p.Second)) && p.Test.N == 0 && r.costs.Test.N == 0
}

// Fewer reports whether a test shows that the solver solves fewer boards than the best.
func (r Ranked) Fewer() bool { return r.accuracy.Different() && r.accuracy.Difference.Value < 0 }

// Costlier reports whether a test shows that the plans of the solver cost more than those of the best.
func (r Ranked) Costlier() bool { return r.costs.Different() && r.costs.Test.Effect > 0 }

// asAccurate reports whether the solver solves as many boards as the best, within AccuracyMargin.
func (r Ranked) asAccurate() bool { return r.accuracy.Difference.Low >= -AccuracyMargin }

// asCheap reports whether the plans of the solver cost as little as those of the best, within CostMargin.
func (r Ranked) asCheap() bool {
	return r.costs.Ratio.N >= fewestForEqual && r.costs.Ratio.High <= 1+CostMargin
}

// Conclusions returns the sentences at the beginning of a report: for each group, the [Conclusion] from the
// ranking of the solvers, and their accuracy. If there is one group, the work is a sentence of its own. If there
// are several groups and solvers, the first sentence gives, for each solver, the number of groups on which it is
// the best, or equally good. If there are also more than a few groups, this is the only sentence.
func (a *Analysis) Conclusions() []string {
	const fewGroups = 3 // with more groups, the sentences would be too long for the beginning of a report
	var sentences, counts []string
	among := map[string]int{} // by solver: number of groups on which it is among the best
	rankings := a.Rankings()
	for _, ranking := range rankings {
		var names []string
		var accuracies []float64
		for _, r := range ranking {
			names, accuracies = append(names, r.Name), append(accuracies, float64(r.Accuracy))
			if r.Good && r.Solved > 0 {
				among[r.Name]++
			}
		}
		on := ""
		if len(rankings) > 1 {
			on = " on " + ranking[0].Group.Title()
		}
		parts := conclusion(ranking, "Accuracy"+on+": "+Values(names, accuracies, units.Share.Format)+".")
		if len(rankings) > 1 {
			parts = []string{strings.Join(parts, " ")}
		}
		sentences = append(sentences, parts...)
	}
	for _, s := range a.Solvers {
		if n := among[s.Name]; n > 0 {
			counts = append(counts, fmt.Sprintf("%s %d", s.Name, n))
		}
	}
	if len(rankings) < 2 || len(a.Solvers) < 2 || counts == nil {
		return sentences
	}
	if len(rankings) > fewGroups {
		sentences = nil
	}
	return slices.Insert(sentences, 0, fmt.Sprintf("Number of groups of boards (of %d) on which a solver is the best,"+
		" or as good as the best: %s.", len(rankings), strings.Join(counts, ", ")))
}

// Conclusion returns sentences about a ranking, for each question that the group can answer. The first names
// the best solver, the solvers that are as good, those that the tests leave open, and the next that is
// worse, with the difference. The last compares the work. If all solvers are as good, the work is the answer and
// comes first. Conclusion returns "" if fewer than two solvers have trials.
func Conclusion(ranking Ranking) string { return strings.Join(conclusion(ranking, ""), " ") }

// conclusion returns the sentences about accuracy and plans, followed by the text more, and the sentence about
// work. If all solvers are as good, the work comes first. Empty texts are left out.
func conclusion(ranking Ranking, more string) []string {
	ranking = Where(ranking, func(r Ranked) bool { return r.Trials > 0 })
	var quality []string
	work := ""
	switch {
	case len(ranking) < 2:
	case ranking[0].Solved == 0: // the first is the most accurate, so the others solved none either
		quality = append(quality, "No solver solved a board.")
	default:
		questions := ranking[0].Group.Questions()
		work = ranking.Work().String()
		var summaries []Summary
		for _, r := range ranking {
			summaries = append(summaries, r.Summary)
		}
		for i, q := range questions {
			about, asked := "", ranking
			if len(questions) > 1 {
				about = "About " + q.String() + ": "
			}
			if i > 0 {
				asked = Rank(summaries, q)
			}
			quality = append(quality, about+asked.verdicts()+".")
		}
	}
	parts := []string{strings.TrimSpace(strings.Join(quality, " ") + " " + more), work}
	if ranking.equal() {
		slices.Reverse(parts)
	}
	return Where(parts, func(part string) bool { return part != "" })
}

// verdicts returns the clauses about the verdicts of a ranking.
func (all Ranking) verdicts() string {
	by := map[Verdict]Ranking{}
	for _, r := range all {
		by[r.Verdict] = append(by[r.Verdict], r)
	}
	// Times decide the ranking of equally good solvers, and differ from run to run.
	slices.SortFunc(by[Best], func(x, y Ranked) int { return cmp.Compare(x.Number, y.Number) })
	clauses := []string{by[Best].names() + " did best"}
	if len(by[Best]) > 1 {
		clauses[0] += ", with plans of the same costs for the same boards"
	}
	if by[Equal] != nil {
		clauses = append(clauses, fmt.Sprintf("as good, %s: %s", margins, by[Equal].names()))
	}
	if by[Open] != nil {
		clauses = append(clauses, fmt.Sprintf("too few boards or runs to judge %s: %s",
			by[Open].names(), by[Open][0].atMost()))
	}
	if by[Worse] != nil {
		clauses = append(clauses, by[Worse][0].lead(by[Best][0].Name))
	}
	return strings.Join(clauses, "; ")
}

// names joins the names of solvers: "a", "a, b and c", or "a and 9 others" if there are many.
func (all Ranking) names() string {
	const most = 4 // largest number of names that is easy to read
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
	}
	last := len(names) - 1
	switch {
	case last == 0:
		return names[0]
	case len(names) > most:
		return fmt.Sprintf("%s and %d others", names[0], last)
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// atMost returns a clause that says by how much the solver may be worse than the best.
func (r Ranked) atMost() string {
	lower := int(math.Round(100 * max(0, -r.accuracy.Difference.Low)))
	clause := fmt.Sprintf("the accuracy of %s may be up to %s lower", r.Name, units.Plural(lower, "point", "points"))
	if high := r.costs.Ratio.High; high > 1+CostMargin {
		clause += fmt.Sprintf(", and its plans may cost up to %s times as much", units.Ratio.Format(high))
	}
	return clause
}

// lead returns a clause that says by how much the solver is worse than the named best solver: by the share of
// trials solved if the test of this share shows a difference, and otherwise by the costs of plans.
func (r Ranked) lead(best string) string {
	if r.Fewer() {
		return fmt.Sprintf("next is %s: it solved %s of its trials, and %s %s", r.Name,
			units.Share.Format(r.accuracy.Means[0]), best, units.Share.Format(r.accuracy.Means[1]))
	}
	ratio := r.costs.Ratio
	return fmt.Sprintf("next is %s: its plans cost %s times those of %s (geometric mean; 95 %% interval %s)", r.Name,
		units.Ratio.Format(ratio.Value), best, units.Range(ratio.Low, ratio.High, units.Ratio.Format))
}

// Work compares the work of the solvers of a ranking: of the good ones or, if only one is good, of all that solved
// half of their trials, on the boards that all of them solved.
type Work struct {
	Measure Measure  // Expanded or, if a solver does not report it, Seconds
	Values  []Series // X has the work of a solver on each board; the smallest mean comes first; nil if there are none

	solvers Ranking // in the same order
	boards  instances
}

// Work returns the comparison of the work of the ranking's solvers.
func (all Ranking) Work() Work {
	w := Work{Measure: Expanded, solvers: Where(all, func(r Ranked) bool { return r.Good })}
	if len(w.solvers) < 2 {
		w.solvers = Where(all, func(r Ranked) bool { return r.Solved > 0 && 2*r.Solved >= r.Trials })
	}
	if len(w.solvers) < 2 {
		return w
	}
	w.boards = all[0].puzzles
	for _, r := range w.solvers {
		w.boards = w.boards.solvedBy(r.Solver)
		if !Expanded.Reported(r.Solver) {
			w.Measure = Seconds
		}
	}
	values := func(r Ranked) []float64 { return w.boards.values(r.Solver, w.Measure.ofPlan).each(Mean) }
	slices.SortStableFunc(w.solvers, func(x, y Ranked) int { return cmp.Compare(Mean(values(x)), Mean(values(y))) })
	for _, r := range w.solvers {
		line := r.line()
		if line.X = values(r); len(line.X) > 0 {
			w.Values = append(w.Values, line)
		}
	}
	return w
}

// String returns a sentence with the means of the work, or "" if there is nothing to compare.
func (w Work) String() string {
	if w.Values == nil {
		return ""
	}
	text := fmt.Sprintf("Work, the least first (mean %s on %s): %s", w.Measure.Title(),
		units.Plural(len(w.boards), "board", "boards"), Means(w.Values, w.Measure.Unit))
	group := w.solvers[0].Group
	pair := w.boards.pair(group, group.Question(), w.solvers[1].Solver, w.solvers[0].Solver)
	if c := pair.by(w.Measure); !c.Different() {
		text += "; no test tells the first two apart"
	} else if c.Test.Effect < 0 {
		text += fmt.Sprintf("; but %s takes less than %s on most boards", pair.First.Name, pair.Second.Name)
	}
	return text + "."
}

// Means returns a text with the mean of the values X of each solver; see [Values].
func Means(all []Series, unit units.Unit) string {
	var names []string
	var means []float64
	for _, s := range all {
		names, means = append(names, s.Name), append(means, Mean(s.X))
	}
	return Values(names, means, unit.Format)
}

// Values returns a text with names and values, such as "astar 336 µs, ga pure 1.04 ms". If there are
// many, the text has only the smallest and the largest value. If all are equal, it has no names.
func Values(names []string, values []float64, format func(float64) string) string {
	const most = 6 // largest number of values that is easy to read
	least, greatest := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
	switch same := values[least] == values[greatest]; {
	case same && len(names) > 1:
		return format(values[0]) + " each"
	case len(names) > most:
		return fmt.Sprintf("from %s (%s) to %s (%s)",
			format(values[least]), names[least], format(values[greatest]), names[greatest])
	}
	var parts []string
	for i, name := range names {
		parts = append(parts, name+" "+format(values[i]))
	}
	return strings.Join(parts, ", ")
}
