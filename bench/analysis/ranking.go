package analysis

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// Verdict is what the comparison of a solver with the best solver shows.
type Verdict string

// The verdicts. A solver is worse if it solves fewer boards, or finds costlier plans for the boards
// that both solved.
const (
	// Best is the first of the ranking, or one with the same boards solved and the same costs.
	Best Verdict = "best"
	// Equal is as good as the best, within [AccuracyMargin] and [CostMargin].
	Equal Verdict = "equal"
	// Slight is worse: a test shows it, and the difference is within the margins.
	Slight Verdict = "slightly worse"
	// Open is neither shown to be worse nor shown to be equal.
	Open Verdict = "open"
	// Worse is worse: a test shows it, and the difference is beyond a margin.
	Worse Verdict = "worse"
)

// Margins within which two solvers count as equally good. The 95 % intervals of the differences
// must be within them, on the side on which the solver is worse than the best.
const (
	AccuracyMargin = 0.05 // difference of accuracies
	CostMargin     = 0.01 // of the ratio of costs
)

// fewestForEqual is the smallest number of boards, or of runs if they are the sample, from which
// equal costs are concluded, unless all plans are proven to be optimal. An interval does not cover
// rare differences that did not occur. If 2 % of all plans are costlier, 150 plans contain one with
// a probability of 95 %. Even if each costs one and a half times as much, the mean then differs by
// at most [CostMargin].
const fewestForEqual = 150

// Ranked is the summary of a solver, with its comparison with the best solver.
type Ranked struct {
	Summary
	Verdict Verdict
	Good    bool // whether the verdict is best or equal

	// SameAs is the name of a solver that ranks higher and had the same results on every puzzle. It
	// is empty if there is none.
	SameAs string

	accuracy, costs Comparison // with the best, by Accuracy and by the costs of plans

	asked   string // name of the baseline of the analysis, or "" for the best
	tests   int    // number of tests of the ranking
	starred bool   // whether tables mark the solver as one of the best
}

// Ranking has the solvers of a group, the best first.
type Ranking []Ranked

// equal reports whether all solvers share the first place, so that only their work tells them
// apart.
func (ranking Ranking) equal() bool {
	return !slices.ContainsFunc(ranking, func(r Ranked) bool {
		return r.Trials > 0 && r.Verdict != Best
	})
}

// Cost is the cost of the plan of a solved trial. On the same puzzle, the ratio of two costs equals
// the ratio of the two gaps, and it is known even if the optimal cost is not known.
var Cost = Measure{Name: "cost", Unit: "moves", Key: "cost", of: measureOf("cost").ofPlan}

// Rank sorts solvers, the best first. The first is the most accurate solver, or the one with the
// cheapest plans among those that are shown to be cheaper and not shown to solve fewer boards.
// Solvers that share the first place are sorted by their work (see [Ranking.Work]) or, if the work
// is a time, which differs from run to run, in the order of the summaries. Then come the
// solvers that solved nearly as many boards as the first, by the costs of their plans, unless they
// are shown to solve fewer. The others follow by accuracy. The summaries must be of the same group
// of puzzles. Solvers with the same results on every puzzle are next to each other. Solvers without
// trials come last.
//
// Each solver is compared with the first, to answer a question. Holm's correction is applied to the
// tests of accuracy and of the costs of plans together. Work affects only the order: no solver is
// worse because it does more work.
func Rank(summaries []Summary, q Question) Ranking {
	pairs := comparisons{}
	ranking := byResults(summaries)
	judge(ranking, q, pairs)
	better := ranking.cheaper()
	if better > 0 {
		ranking = slices.Concat(ranking[better:better+1], ranking[:better], ranking[better+1:])
		judge(ranking, q, pairs)
	}
	sharing := ranking.where(func(r Ranked) bool { return r.Verdict == Best })
	others := ranking.where(func(r Ranked) bool { return r.Verdict != Best })
	work := ranking.Work()
	if !work.Measure.IsTime() {
		slices.SortStableFunc(sharing, func(x, y Ranked) int { return work.place(x) - work.place(y) })
	}
	slices.SortStableFunc(others, Ranked.afterFirst)
	ranking = slices.Concat(sharing, others)
	judge(ranking, q, pairs)
	return ranking
}

// afterFirst orders two solvers that do not share the first place. Solvers that are comparable by
// cost are sorted by the costs of their plans. The others come later, and stay sorted by accuracy.
func (r Ranked) afterFirst(other Ranked) int {
	byCost := r.comparableByCost()
	switch {
	case byCost && other.comparableByCost():
		return lessKnown(bench.Figure(r.costs.Ratio.Value), bench.Figure(other.costs.Ratio.Value))
	case byCost:
		return -1
	case other.comparableByCost():
		return 1
	}
	return 0
}

// nearlyAll is the share of the boards of the first solver that a solver has to solve so that the
// costs of its plans decide its place. Few boards may not show that a solver solves half as many.
const nearlyAll = 0.9

// comparableByCost reports whether the costs of the solver's plans decide its place: it solved
// nearly as many boards as the first, and is not shown to solve fewer.
func (r Ranked) comparableByCost() bool {
	nearly := r.accuracy.Means[0] >= nearlyAll*r.accuracy.Means[1]
	return r.costs.Boards > 0 && nearly && !r.solvesFewer()
}

// byResults sorts solvers by accuracy, then by mean gap, then by mean length. Solvers with the same
// results are next to each other.
func byResults(summaries []Summary) Ranking {
	ranking := make(Ranking, len(summaries))
	leader := map[string]int{} // by name: index of the first solver with the same results
	for i, s := range summaries {
		ranking[i] = Ranked{Summary: s}
		leader[s.Name] = i
		equal := slices.IndexFunc(summaries[:i], s.sameResults)
		if equal >= 0 && s.Trials > 0 {
			leader[s.Name] = equal
			ranking[i].SameAs = summaries[equal].Name
		}
	}
	slices.SortStableFunc(ranking, func(a, b Ranked) int {
		x := summaries[leader[a.Name]]
		y := summaries[leader[b.Name]]
		if order := x.compare(y); order != 0 {
			return order
		}
		return cmp.Compare(leader[a.Name], leader[b.Name])
	})
	return ranking
}

// compare orders summaries by accuracy, then by mean gap, then by mean length, the best first.
func (s Summary) compare(other Summary) int {
	order := cmp.Compare(other.Accuracy, s.Accuracy) // NaN (no trials) counts as the smallest
	if order != 0 {
		return order
	}
	if order := lessKnown(s.Gap, other.Gap); order != 0 {
		return order
	}
	return lessKnown(s.MeanLength, other.MeanLength)
}

// cheaper returns the index of the solver with the cheapest plans among those that are not shown to
// solve fewer boards than the first, but are shown to find cheaper plans. Such a solver is better
// than the first, whose accuracy may be higher by chance. cheaper returns 0 if there is none.
func (ranking Ranking) cheaper() int {
	cheapest := 0
	for i, r := range ranking {
		cheaper := !r.solvesFewer() && r.costs.Different() && r.costs.Ratio.Value < 1
		if !cheaper {
			continue
		}
		if cheapest == 0 || r.costs.Ratio.Value < ranking[cheapest].costs.Ratio.Value {
			cheapest = i
		}
	}
	return cheapest
}

// Rankings ranks the solvers that have trials on the puzzles of each group, to answer the usual
// question about it. Groups without trials are left out.
func (a *Analysis) Rankings() []Ranking {
	if a.rankings == nil {
		a.rankings = a.rank()
	}
	return slices.Clone(a.rankings)
}

// rank returns what Rankings returns.
func (a *Analysis) rank() []Ranking {
	var rankings []Ranking
	summaries := a.Summaries()
	for _, g := range a.Groups {
		var tried []Summary
		for _, s := range onGroup(summaries, g) {
			if s.Trials > 0 {
				tried = append(tried, s)
			}
		}
		if len(tried) > 0 {
			ranking := Rank(tried, g.Question())
			rankings = append(rankings, ranking.comparedWith(a.Baseline))
		}
	}
	return rankings
}

// comparedWith sets the baseline of the ranking to the solver with the given name, and returns the
// ranking. The best solver stays the baseline if the ranking has no solver with this name.
func (ranking Ranking) comparedWith(baseline string) Ranking {
	if _, known := ranking.named(baseline); !known {
		return ranking
	}
	for i := range ranking {
		ranking[i].asked = baseline
	}
	return ranking
}

// named returns the solver with the given name.
func (ranking Ranking) named(name string) (Ranked, bool) {
	place := slices.IndexFunc(ranking, func(r Ranked) bool { return r.Name == name })
	if place < 0 {
		return Ranked{}, false
	}
	return ranking[place], true
}

// baseline returns the solver with which the others are compared: the one that was asked for, and
// otherwise the best.
func (ranking Ranking) baseline() Ranked {
	if asked, known := ranking.named(ranking[0].asked); known {
		return asked
	}
	return ranking[0]
}

// lessKnown compares two numbers for sorting in ascending order, with NaN at the end.
func lessKnown(x, y bench.Figure) int {
	if !x.Known() || !y.Known() {
		return -cmp.Compare(x, y)
	}
	return cmp.Compare(x, y)
}

// sameResults reports whether two solvers had the same results on every puzzle of a group, apart
// from what depends on the machine. It leaves out memory, because settings may change it without an
// effect on the search.
func (s Summary) sameResults(other Summary) bool {
	for _, p := range s.puzzles {
		trials := p.trialsOf(s.Solver)
		otherTrials := p.trialsOf(other.Solver)
		if !slices.EqualFunc(trials, otherTrials, sameResult) {
			return false
		}
	}
	return true
}

// sameResult reports whether two trials have the same repeat and the same result.
func sameResult(a, b *bench.Record) bool {
	sameEnd := a.Status == b.Status && a.Error == b.Error
	sameCost := a.Cost == b.Cost || (!a.Cost.Known() && !b.Cost.Known())
	samePlan := sameCost && movesOf(a) == movesOf(b)
	return a.Repeat == b.Repeat && sameEnd && samePlan && comparableStats(a) == comparableStats(b)
}

// movesOf returns the plan of a trial, or "" if it has none.
func movesOf(r *bench.Record) string {
	if r.Moves == nil {
		return ""
	}
	return *r.Moves
}

// comparableStats returns the counters of a trial without those that depend on the machine.
func comparableStats(r *bench.Record) search.Stats {
	s := r.Stats
	s.Bytes = 0
	s.Discarded = 0
	return s
}

// comparisons has comparisons by accuracy and by the costs of plans, by the names of the two
// solvers. A ranking is judged several times, and a comparison takes long if there are many
// puzzles.
type comparisons map[[2]string][2]Comparison

// compare compares a solver with the first of a ranking.
func (c comparisons) compare(r *Ranked, first Solver, q Question) (accuracy, costs Comparison) {
	names := [2]string{r.Name, first.Name}
	found, known := c[names]
	if !known {
		pair := r.puzzles.pair(r.Group, q, r.Solver, first)
		found = [2]Comparison{pair.compare(Accuracy), pair.compare(Cost)}
		c[names] = found
	}
	return found[0], found[1]
}

// compareWith compares each solver of a ranking with a baseline. Of several solvers with the same
// results, it tests only one, so that Holm's correction counts its tests once.
func compareWith(baseline Solver, ranking []Ranked, q Question, pairs comparisons) {
	var ps []float64 // two tests of each solver
	for i := range ranking {
		r := &ranking[i]
		r.accuracy, r.costs = pairs.compare(r, baseline, q)
		if r.SameAs != "" || r.Name == baseline.Name {
			ps = append(ps, math.NaN(), math.NaN())
		} else {
			ps = append(ps, r.accuracy.Corrected, r.costs.Corrected)
		}
	}
	ps = stats.Holm(ps)
	tests := 0
	for _, p := range ps {
		if !math.IsNaN(p) {
			tests++
		}
	}
	for i := range ranking {
		r := &ranking[i]
		r.tests = tests
		tested := cmp.Or(r.SameAs, r.Name)
		test := 2 * slices.IndexFunc(ranking, func(other Ranked) bool { return other.Name == tested })
		r.accuracy.Corrected = ps[test]
		r.costs.Corrected = ps[test+1]
	}
}

// judge sets the verdict of each solver of a ranking by a comparison with the first.
func judge(ranking []Ranked, q Question, pairs comparisons) {
	if len(ranking) == 0 {
		return
	}
	compareWith(ranking[0].Solver, ranking, q, pairs)
	for i := range ranking {
		r := &ranking[i]
		switch {
		case i == 0 || r.ties() && r.asCheap():
			r.Verdict = Best
		case r.Fewer() || r.Costlier():
			r.Verdict = Worse
		case r.solvesFewer() || r.costsMore():
			r.Verdict = Slight
		case r.asAccurate() && r.asCheap():
			r.Verdict = Equal
		default:
			r.Verdict = Open
		}
		r.Good = r.Trials > 0 && (r.Verdict == Best || r.Verdict == Equal)
	}
	star(ranking)
}

// star chooses the solvers that tables mark as the best: the good ones, if another solver is shown
// to be worse, or if all are good. A solver has no star if one without a star has a higher
// accuracy.
func star(ranking Ranking) {
	highest := 0.0 // accuracy of a solver that is not good
	anyShown := ranking.shown()
	allGood := true
	for _, r := range ranking {
		if r.Trials > 0 && !r.Good {
			highest = max(highest, float64(r.Accuracy))
			allGood = false
		}
	}
	for i := range ranking {
		r := &ranking[i]
		r.starred = r.Good && (anyShown || allGood) && float64(r.Accuracy) >= highest
	}
}

// shown reports whether a solver is shown to be worse than the best.
func (ranking Ranking) shown() bool {
	worse := func(r Ranked) bool {
		return r.Trials > 0 && (r.Verdict == Worse || r.Verdict == Slight)
	}
	return slices.ContainsFunc(ranking, worse)
}

// margins says within which margins a solver is as good as the best.
const margins = "within 5 points of accuracy and 1 % of cost"

// Marks explains the marks of [Ranked.Mark].
const Marks = "* the best, or as good " + margins + "; < worse, but " + margins +
	"; ~ no difference shown"

// Mark returns the mark of a solver in tables, or "" if the solver is worse beyond a margin, or if
// no solver is shown to be worse than it.
func (r Ranked) Mark() string {
	switch {
	case r.Trials == 0:
		return ""
	case r.starred:
		return "*"
	case r.Verdict == Slight:
		return "<"
	case r.Verdict == Open:
		return "~"
	}
	return ""
}

// ties reports whether the solver solved the same boards as the best, as often, with plans of the
// same costs.
func (r Ranked) ties() bool {
	triedByBoth := len(r.accuracy.boards)
	tried := len(r.puzzles.triedBy(r.Solver))
	triedByBest := len(r.puzzles.triedBy(r.accuracy.Second))
	triedSame := tried == triedByBoth && triedByBest == triedByBoth
	noBoardDiffers := r.accuracy.Test.N == 0 && r.costs.Test.N == 0
	return triedSame && noBoardDiffers
}

// Fewer reports whether a test shows that the solver solves fewer boards than the best, and the
// difference is larger than AccuracyMargin.
func (r Ranked) Fewer() bool {
	return r.solvesFewer() && r.accuracy.Difference.Value < -AccuracyMargin
}

// Costlier reports whether a test shows that the plans of the solver cost more than those of the
// best, and the difference is larger than CostMargin.
func (r Ranked) Costlier() bool { return r.costsMore() && r.costs.Ratio.Value > 1+CostMargin }

// solvesFewer reports whether a test shows that the solver solves fewer boards than the best.
func (r Ranked) solvesFewer() bool {
	return r.accuracy.Different() && r.accuracy.Difference.Value < 0
}

// costsMore reports whether a test shows that the plans of the solver cost more than those of the
// best.
func (r Ranked) costsMore() bool { return r.costs.Different() && r.costs.Ratio.Value > 1 }

// asAccurate reports whether the solver solves as many boards as the best, within AccuracyMargin.
func (r Ranked) asAccurate() bool { return r.accuracy.margin.Low >= -AccuracyMargin }

// asCheap reports whether the plans of the solver cost as little as those of the best, within
// CostMargin.
func (r Ranked) asCheap() bool {
	return r.proven() || r.costs.margin.N >= fewestForEqual && r.costs.margin.High <= 1+CostMargin
}

// proven reports whether all plans of the solver are proven to be optimal.
func (r Ranked) proven() bool {
	for t := range r.puzzles.trialsOf(r.Solver) {
		if Solved(t) && !t.Optimal {
			return false
		}
	}
	return true
}

// inOrder returns the sentences about quality and work. The work comes first if the solvers are
// equal. Empty sentences are left out.
func inOrder(quality, work string, equal bool) []string {
	parts := []string{quality, work}
	if equal {
		parts = []string{work, quality}
	}
	var known []string
	for _, part := range parts {
		if part != "" {
			known = append(known, part)
		}
	}
	return known
}

// Conclusion returns sentences about a ranking, for each question that the group can answer. The
// first names the best solver, the solvers that are as good, those that the tests leave open, and
// those that are worse, with the differences. If the baseline is another solver than the best, the
// first sentence names the differences from the baseline. The last sentence compares the work. If
// all solvers share the first place, the work is the answer and comes first. Conclusion returns ""
// if fewer than two solvers have trials.
func Conclusion(ranking Ranking) string {
	quality, work := ranking.conclusion()
	return strings.Join(inOrder(quality, work, ranking.equal()), " ")
}

// Brief returns the sentences of [Conclusion] without the work, unless several solvers share the
// best result.
func (ranking Ranking) Brief() string {
	if ranking.sharesFirst() {
		return Conclusion(ranking)
	}
	quality, _ := ranking.conclusion()
	return quality
}

// Time returns the measure of time by which the solvers of the ranking can be compared: processor
// time, or wall time if some processor times are not known or cannot be compared.
func (ranking Ranking) Time() Measure {
	return Work{solvers: ranking, boards: ranking[0].puzzles}.time()
}

// conclusion returns the sentences about accuracy and plans, and the sentence about work.
func (ranking Ranking) conclusion() (quality, work string) {
	ranking = ranking.where(func(r Ranked) bool { return r.Trials > 0 })
	switch {
	case len(ranking) < 2:
		return "", ""
	case ranking[0].Solved == 0: // the first is the most accurate, so the others solved none either
		return "No solver solved a board.", ""
	}
	var summaries []Summary
	for _, r := range ranking {
		summaries = append(summaries, r.Summary)
	}
	questions := ranking[0].Group.Questions()
	var parts []string
	for i, q := range questions {
		about := ""
		asked := ranking
		if len(questions) > 1 {
			about = "About " + q.String() + ": "
		}
		if i > 0 {
			asked = Rank(summaries, q).comparedWith(ranking[0].asked)
		}
		parts = append(parts, about+asked.verdicts()+".")
	}
	return strings.Join(parts, " "), ranking.Work().String()
}

// where returns the solvers of the ranking for which keep returns true.
func (ranking Ranking) where(keep func(Ranked) bool) Ranking {
	var kept Ranking
	for _, r := range ranking {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// verdicts returns the clauses about the verdicts of a ranking, without a full stop.
func (ranking Ranking) verdicts() string {
	if baseline := ranking.baseline(); baseline.Name != ranking[0].Name {
		return ranking.against(baseline)
	}
	byVerdict := map[Verdict]Ranking{}
	for _, r := range ranking {
		byVerdict[r.Verdict] = append(byVerdict[r.Verdict], r)
	}
	first := ranking[0].Name
	sharing := ranking.where(Ranked.sharesBest)
	clauses := sharing.didBest(ranking.shown())
	tied := byVerdict[Open].where(Ranked.sharesBest)
	if len(tied) > 0 {
		clauses = append(clauses, tied.unproven())
	}
	if equal := byVerdict[Equal]; equal != nil {
		clause := fmt.Sprintf("%s %s as good as %s, %s", equal.names(), equal.are(), first, margins)
		clauses = append(clauses, clause)
	}
	most := mostTold
	if len(ranking) > fewSolvers {
		most = mostOfMany
	}
	clauses = append(clauses, byVerdict[Slight].differences(first, most, "worse within the margins")...)
	open := byVerdict[Open].where(func(r Ranked) bool { return !r.sharesBest() })
	if len(open) > 0 {
		clauses = append(clauses, open.undecided(first))
	}
	clauses = append(clauses, byVerdict[Worse].differences(first, most, "worse too")...)
	return strings.Join(clauses, "; ")
}

// against returns the clauses about the differences of the solvers from a baseline that is not the
// best, without a full stop.
func (ranking Ranking) against(baseline Ranked) string {
	compared := slices.Clone(ranking)
	compareWith(baseline.Solver, compared, baseline.accuracy.Question, comparisons{})
	others := compared.where(func(r Ranked) bool { return r.Name != baseline.Name })
	different := others.where(func(r Ranked) bool {
		return r.accuracy.Different() || r.costs.Different()
	})
	open := others.where(func(r Ranked) bool {
		return !r.accuracy.Different() && !r.costs.Different()
	})
	most := fewSolvers
	if len(ranking) > fewSolvers {
		most = mostOfMany
	}
	clauses := different.differences(baseline.Name, most, "different too")
	if len(open) > 0 {
		clauses = append(clauses, fmt.Sprintf("no difference from %s is shown for %s",
			baseline.Name, open.names()))
	}
	return strings.Join(clauses, "; ")
}

const (
	// fewSolvers is the largest number of solvers of a ranking that are all told one by one.
	fewSolvers = 8

	// mostTold and mostOfMany are the largest numbers of solvers with one verdict that are told one
	// by one, in a ranking of few solvers and of many.
	mostTold   = fewSolvers
	mostOfMany = 3
)

// differences returns a clause for each solver that differs from the named baseline, for at most the
// given number of solvers. The last clause counts the others, and says what they are.
func (ranking Ranking) differences(best string, most int, how string) []string {
	var clauses []string
	for i, r := range ranking {
		if i == most {
			others := units.Plural(len(ranking)-most, "other is", "others are")
			return append(clauses, others+" "+how)
		}
		clauses = append(clauses, r.difference(best))
	}
	return clauses
}

// didBest returns the clause about the best solvers, or none if there is only one and no solver is
// shown to be worse.
func (ranking Ranking) didBest(shown bool) []string {
	switch {
	case len(ranking) > 1 && shown:
		return []string{
			ranking.names() + " share the best result: the same boards solved, with plans of the same " +
				"costs",
		}
	case len(ranking) > 1:
		return []string{ranking.names() + " solved the same boards with plans of the same costs"}
	case shown:
		return []string{ranking.names() + " did best"}
	}
	return nil
}

// sharesBest reports whether the solver solved the same boards as the best, with plans of the same
// costs. A solver whose verdict is open may share the best result by chance.
func (r Ranked) sharesBest() bool {
	return r.Trials > 0 && (r.Verdict == Best || r.Verdict == Open && r.ties())
}

// sharesFirst reports whether several solvers share the best result, so that their work tells them
// apart.
func (ranking Ranking) sharesFirst() bool { return len(ranking.where(Ranked.sharesBest)) > 1 }

// are returns the verb for a list of solvers.
func (ranking Ranking) are() string {
	if len(ranking) == 1 {
		return "is"
	}
	return "are"
}

// names joins the names of solvers: "a", "a, b and c", or "a and 9 others" if there are many.
func (ranking Ranking) names() string {
	const most = 4     // largest number of names that is easy to read
	const longest = 80 // number of characters of all names that is easy to read
	var names []string
	for _, r := range ranking {
		names = append(names, r.Name)
	}
	last := len(names) - 1
	switch {
	case last == 0:
		return names[0]
	case len(names) > most || len(names) > 2 && len(strings.Join(names, ", ")) > longest:
		return fmt.Sprintf("%s and %d others", names[0], last)
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// difference returns a clause that says by how much the solver is worse or better than the named
// baseline, and how sure that is: by accuracy if the test of accuracy shows a difference, and
// otherwise by the costs of plans. It adds the costs of plans if they are shown to say the opposite.
func (r Ranked) difference(baseline string) string {
	if !r.accuracy.Different() {
		return r.costDifference(baseline, r.Name)
	}
	d := r.accuracy.Difference
	how := "better"
	if d.Value < 0 {
		how = "worse"
		d = stats.Interval{Value: -d.Value, Low: -d.High, High: -d.Low, N: d.N}
	}
	clause := fmt.Sprintf("%s is %s than %s by %s points of accuracy (%s), p %s", r.Name, how,
		baseline, points(d.Value), between(d.Low, d.High, points), probability(r.accuracy.Corrected))
	if d.Value <= AccuracyMargin {
		clause += ", within the margin of 5 points"
	}
	cheaper := r.costs.Ratio.Value < 1
	if r.costs.Different() && cheaper == (how == "worse") {
		clause += ", but " + r.costDifference(baseline, "it")
	}
	return clause
}

// costDifference returns a clause about the costs of plans of the solver, which the sentence calls
// name.
func (r Ranked) costDifference(best, name string) string {
	ratio := r.costs.Ratio
	whose := "the plans of " + name
	if name == "it" {
		whose = "its plans"
	}
	times := Times(ratio.Value)
	clause := fmt.Sprintf("%s cost %s times those of %s (%s), p %s", whose, times(ratio.Value),
		best, between(ratio.Low, ratio.High, times), probability(r.costs.Corrected))
	if math.Abs(ratio.Value-1) <= CostMargin {
		clause += ", within the margin of 1 %"
	}
	return clause
}

// Times returns a function that writes a ratio of costs and the ends of its interval. It writes
// three decimals if the ratio is near 1.
func Times(ratio float64) func(float64) string {
	if math.Abs(ratio-1) < 0.1 {
		return units.Gap.Format
	}
	return units.Ratio.Format
}

// points writes a difference of accuracies in percentage points.
func points(x float64) string { return units.Decimals(100*x, 1) }

// between writes the ends of an interval: "2.4 to 5.5".
func between(low, high float64, format func(float64) string) string {
	return format(low) + " to " + format(high)
}

// probability writes a probability with a sign: "< 0.001" or "= 0.031".
func probability(p float64) string {
	text := units.Probability.Format(p)
	if less, small := strings.CutPrefix(text, "<"); small {
		return "< " + less
	}
	return "= " + text
}

// undecided returns a clause about solvers that are neither shown to be worse than the named best
// solver nor shown to be equal. It says how many boards or runs would be enough.
func (ranking Ranking) undecided(best string) string {
	clause := fmt.Sprintf("no difference from %s is shown for %s", best, ranking.names())
	return strings.Join(append([]string{clause}, ranking.wouldBeEnough()...), "; ")
}

// unproven returns a clause about solvers that share the best result, perhaps by chance.
func (ranking Ranking) unproven() string {
	clause := []string{"rare differences may not have occurred yet"}
	return strings.Join(append(clause, ranking.wouldBeEnough()...), "; ")
}

// wouldBeEnough returns a clause with the number of boards or runs that would decide about the
// solvers, or none if no number is known.
func (ranking Ranking) wouldBeEnough() []string {
	first := ranking[0].enough()
	most := first
	mixed := false // whether some solvers may turn out equal, and others worse
	for _, r := range ranking {
		enough := r.enough()
		if enough.Number == 0 {
			return nil // no number is known to decide about this solver
		}
		if enough.Equal != first.Equal {
			mixed = true
		}
		if enough.Number > most.Number {
			most = enough
		}
	}
	if mixed {
		number := units.Grouped(uint64(most.Number))
		return []string{fmt.Sprintf("about %s %s would be enough to decide about each of them",
			number, most.Unit)}
	}
	return []string{most.String()}
}

// Work compares the work of the solvers of a ranking: of those that are good or share the best
// result or, if this is only one, of all that solved half of their trials, on the boards that all
// of them solved.
type Work struct {
	// Measure is a time if the algorithms differ, because a state or a plan costs each algorithm
	// another time. Otherwise it is the first that all solvers report of Expanded, Generated,
	// Evaluated and a time.
	Measure Measure

	// Values has a series for each solver, the smallest mean first. X has the work of a solver on
	// each board. Values is nil if there is no work to compare.
	Values []Series

	solvers Ranking // in the same order
	boards  instances
}

// Work returns the comparison of the work of the ranking's solvers.
func (ranking Ranking) Work() Work {
	w := Work{Measure: Expanded}
	w.solvers = ranking.where(func(r Ranked) bool { return r.Good || r.sharesBest() })
	if len(w.solvers) < 2 {
		w.solvers = ranking.where(func(r Ranked) bool {
			return r.Solved > 0 && 2*r.Solved >= r.Trials
		})
	}
	if len(w.solvers) < 2 {
		return w
	}
	w.boards = ranking[0].puzzles
	for _, r := range w.solvers {
		w.boards = w.boards.solvedBy(r.Solver)
	}
	measures := []Measure{w.time()}
	if w.solvers.oneAlgorithm() {
		measures = []Measure{Expanded, Generated, Evaluated, w.time()}
	}
	for _, m := range measures {
		if w.solvers.report(m) {
			w.Measure = m
			break
		}
	}
	values := func(r Ranked) []float64 {
		return w.boards.values(r.Solver, w.Measure.ofPlan).Means()
	}
	slices.SortStableFunc(w.solvers, func(x, y Ranked) int {
		return cmp.Compare(stats.Mean(values(x)), stats.Mean(values(y)))
	})
	for _, r := range w.solvers {
		line := r.line()
		line.X = values(r)
		if len(line.X) > 0 {
			w.Values = append(w.Values, line)
		}
	}
	return w
}

// oneAlgorithm reports whether all solvers of the ranking have the same algorithm.
func (ranking Ranking) oneAlgorithm() bool {
	for _, r := range ranking {
		if r.Algorithm != ranking[0].Algorithm {
			return false
		}
	}
	return true
}

// report reports whether all solvers of the ranking report a measure.
func (ranking Ranking) report(m Measure) bool {
	for _, r := range ranking {
		if !m.Reported(r.Solver) {
			return false
		}
	}
	return true
}

// place returns the place of a solver in the order of work, from 0.
func (w Work) place(r Ranked) int {
	return slices.IndexFunc(w.solvers, func(other Ranked) bool { return other.Name == r.Name })
}

// time returns the measure of time by which the solvers can be compared.
func (w Work) time() Measure {
	for _, solver := range w.solvers {
		if timeOf(w.boards.trialsOf(solver.Solver)).Key == Seconds.Key {
			return Seconds
		}
	}
	return CPUSeconds
}

// Time returns the measure of time by which all trials can be compared: processor time or, if that
// of a trial is not known or cannot be compared, wall time. Failed trials do not count.
func (a *Analysis) Time() Measure {
	return timeOf(func(yield func(*bench.Record) bool) {
		for i := range a.Trials {
			if !yield(&a.Trials[i]) {
				return
			}
		}
	})
}

// timeOf returns the measure of time by which trials can be compared; see Analysis.Time.
func timeOf(trials iter.Seq[*bench.Record]) Measure {
	for r := range trials {
		measured := r.CPUSeconds.Known() && !r.OtherCPU()
		if !failed(r) && !measured {
			return Seconds
		}
	}
	return CPUSeconds
}

// String returns a sentence with the means of the work, or "" if there is nothing to compare.
func (w Work) String() string {
	if w.Values == nil {
		return ""
	}
	text := fmt.Sprintf("Work, the least first (mean %s on %s): %s", w.Measure.Title(),
		units.Plural(len(w.boards), "board", "boards"), Means(w.Values, w.Measure.Format))
	group := w.solvers[0].Group
	pair := w.boards.pair(group, group.Question(), w.solvers[1].Solver, w.solvers[0].Solver)
	c := pair.compare(w.Measure)
	switch {
	case !c.Different():
		text += "; no test tells the first two apart"
	case c.Ratio.Value < 1:
		text += fmt.Sprintf("; but %s takes less than %s on most boards", pair.First.Name,
			pair.Second.Name)
	}
	return text + "."
}

// Means returns a text with the mean of the values X of each series, such as "astar 336 µs, ga pure
// 1.04 ms". If there are many, the text has only the smallest and the largest mean. If all are
// equal, it has no names.
func Means(lines []Series, format func(float64) string) string {
	const most = 6 // largest number of means that is easy to read
	least := slices.MinFunc(lines, byMean)
	greatest := slices.MaxFunc(lines, byMean)
	mean := func(s Series) string { return format(stats.Mean(s.X)) }
	same := byMean(least, greatest) == 0
	switch {
	case same && len(lines) > 1:
		return mean(least) + " each"
	case len(lines) > most:
		return fmt.Sprintf("from %s (%s) to %s (%s)", mean(least), least.Name, mean(greatest),
			greatest.Name)
	}
	var texts []string
	for _, s := range lines {
		texts = append(texts, s.Name+" "+mean(s))
	}
	return strings.Join(texts, ", ")
}

// byMean orders series by the mean of their values X.
func byMean(a, b Series) int { return cmp.Compare(stats.Mean(a.X), stats.Mean(b.X)) }
