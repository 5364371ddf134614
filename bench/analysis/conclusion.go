package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// Conclusions returns the sentences at the beginning of a report: for each group, the [Conclusion] from the
// ranking of the solvers, and their accuracy. If a group can answer a second question, the conclusion about
// it follows. If there is one group, the work is a sentence of its own. If there are several groups and
// solvers, the first sentence gives, for each solver, the number of groups on which it is the best, or equally
// good. If there are also more than a few groups, this is the only sentence.
func (a *Analysis) Conclusions() []string {
	const fewGroups = 3 // with more groups, the sentences would be too long for the beginning of a report
	var sentences, counts []string
	among := map[string]int{} // by solver: number of groups on which it is among the best
	rankings := a.Rankings()
	for _, ranking := range rankings {
		var names []string
		var accuracies []float64
		on := ""
		if len(rankings) > 1 {
			on = " on " + ranking[0].Group.Title()
		}
		for _, r := range ranking {
			names, accuracies = append(names, r.Name), append(accuracies, float64(r.Accuracy))
			if r.Good && r.Solved > 0 {
				among[r.Name]++
			}
		}
		text := "Accuracy" + on + ": "
		if first := ranking[0]; slices.Min(accuracies) == slices.Max(accuracies) {
			text += units.Share.Format(float64(first.Accuracy))
			if len(ranking) > 1 {
				text += " each"
			}
			text += fmt.Sprintf(" (95 %% interval %s)", units.Range(first.AccuracyLow, first.AccuracyHigh,
				units.Share.Format))
		} else {
			text += Values(names, accuracies, units.Share.Format)
		}
		quality, work := conclusion(ranking)
		if quality = strings.TrimSpace(quality + " " + text + "."); len(rankings) > 1 {
			quality, work = strings.TrimSpace(quality+" "+work), ""
		}
		switch {
		case work == "":
			sentences = append(sentences, quality)
		case ranking.equal():
			sentences = append(sentences, work, quality)
		default:
			sentences = append(sentences, quality, work)
		}
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
// worse, with the difference. The last compares the work. If all plans are optimal, or all solvers are as good,
// the work is the answer and comes first. Conclusion returns "" if fewer than two solvers have trials.
func Conclusion(ranking Ranking) string {
	quality, work := conclusion(ranking)
	if ranking.equal() {
		quality, work = work, quality
	}
	return strings.TrimSpace(quality + " " + work)
}

// conclusion returns the sentences about accuracy and plans, and the sentence about work.
func conclusion(ranking Ranking) (quality, work string) {
	ranking = where(ranking, func(r Ranked) bool { return r.Trials > 0 })
	if len(ranking) < 2 {
		return "", ""
	}
	if ranking[0].Solved == 0 { // the first is the most accurate, so the others solved none either
		return "No solver solved a board.", ""
	}
	var sentences []string
	for i, q := range ranking[0].Group.Questions() {
		about := ""
		if i > 0 {
			var summaries []Summary
			for _, r := range ranking {
				summaries = append(summaries, r.Summary)
			}
			ranking = Rank(summaries, q)
		}
		if len(ranking[0].Group.Questions()) > 1 {
			about = upperFirst("about " + q.String() + ": ")
		}
		sentences = append(sentences, about+verdicts(ranking)+".")
	}
	return strings.Join(sentences, " "), workOf(ranking)
}

// verdicts returns the clauses about the verdicts of a ranking.
func verdicts(ranking Ranking) string {
	// Times decide the ranking of equally good solvers, and differ from run to run.
	slices.SortStableFunc(ranking, func(x, y Ranked) int {
		if x.Verdict == Best && y.Verdict == Best {
			return cmp.Compare(x.Number, y.Number)
		}
		return 0
	})
	names, by := map[Verdict][]string{}, map[Verdict][]Ranked{}
	for _, r := range ranking {
		names[r.Verdict], by[r.Verdict] = append(names[r.Verdict], r.Name), append(by[r.Verdict], r)
	}
	clauses := []string{and(names[Best]) + " did best"}
	if len(names[Best]) > 1 {
		clauses[0] = and(names[Best]) + " solved the same boards with plans of the same costs"
		if len(names[Best]) < len(ranking) {
			clauses[0] += ", and did best"
		}
	}
	if equal := names[Equal]; equal != nil {
		clauses = append(clauses, fmt.Sprintf("%s %s as good, within %s of accuracy and %s of cost", and(equal),
			is(equal), points(AccuracyMargin), units.Share.Format(CostMargin)))
	}
	if open := names[Open]; open != nil {
		clauses = append(clauses, fmt.Sprintf("too few boards or runs to tell whether %s %s worse: %s", and(open),
			is(open), by[Open][0].atMost()))
	}
	if by[Worse] != nil {
		clauses = append(clauses, by[Worse][0].lead(names[Best][0]))
	}
	return strings.Join(clauses, "; ")
}

func is(names []string) string {
	if len(names) == 1 {
		return "is"
	}
	return "are"
}

// points formats a difference of two accuracies.
func points(difference float64) string {
	return units.Plural(int(math.Round(100*difference)), "point", "points")
}

// and joins names: "a", "a, b and c", or "a and 9 others" if there are many.
func and(names []string) string {
	const most = 4 // largest number of names that is easy to read
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
	clause := fmt.Sprintf("the accuracy of %s may be up to %s lower", r.Name,
		points(max(0, -r.accuracy.Difference.Low)))
	switch high := r.costs.Ratio.High; {
	case high <= 1+CostMargin:
	case r.costs.Boards == 0 || math.IsNaN(high):
		clause += ", and the costs of its plans cannot be compared"
	default:
		clause += fmt.Sprintf(", and its plans may cost up to %s times as much", units.Ratio.Format(high))
	}
	return clause
}

// lead returns a clause that says by how much the solver is worse than the named best solver: by the share of
// boards solved if the test of this share shows a difference, and otherwise by the costs of plans.
func (r Ranked) lead(best string) string {
	if p := r.accuracy; r.Fewer() {
		what := fmt.Sprint("of ", units.Plural(len(p.boards), "board", "boards"))
		if p.Question == OfThese {
			what = "in its runs"
		}
		return fmt.Sprintf("next is %s: it solved %s %s, and %s solved %s", r.Name,
			units.Share.Format(p.Shares[0]), what, best, units.Share.Format(p.Shares[1]))
	}
	return fmt.Sprintf("next is %s: its plans cost %s times those of %s (geometric mean%s)", r.Name,
		units.Ratio.Format(r.costs.Ratio.Value), best, intervalText(r.costs.Ratio))
}

// intervalText returns "; 95 % interval 1.02–1.31", or "" if the interval is not known.
func intervalText(i Interval) string {
	if math.IsNaN(i.Low) {
		return ""
	}
	return "; 95 % interval " + units.Range(i.Low, i.High, units.Ratio.Format)
}

// Work returns the measure by which the work of a ranking's solvers is compared, and the values of each solver,
// the smallest mean first. Compared are the good solvers or, if only one is good, all that solved half of their
// trials, on the boards that all of them solved. The measure is expanded states or, if a solver reports none, time.
func (all Ranking) Work() (Measure, []Series) {
	good := where(all, func(r Ranked) bool { return r.Good })
	if len(good) < 2 {
		good = where(all, func(r Ranked) bool { return r.Solved > 0 && 2*r.Solved >= r.Trials })
	}
	if len(good) < 2 {
		return Measure{}, nil
	}
	m, boards := Expanded, good[0].puzzles
	for _, r := range good {
		boards = boards.solvedBy(r.Solver)
		if !Expanded.Reported(r.Solver) {
			m = Seconds
		}
	}
	if len(boards) == 0 {
		return m, nil
	}
	var work []Series
	for _, r := range good {
		line := r.line()
		line.X = boards.values(r.Solver, m.ofPlan).each(Mean)
		work = append(work, line)
	}
	slices.SortStableFunc(work, func(x, y Series) int { return cmp.Compare(Mean(x.X), Mean(y.X)) })
	return m, work
}

// workOf returns a sentence that compares the means of the work of a ranking's solvers, or "".
func workOf(ranking Ranking) string {
	m, work := ranking.Work()
	if work == nil {
		return ""
	}
	verb, most, equal := "expands fewest states", "expands most", "All expand %s states on average."
	if m.Key == Seconds.Key {
		verb, most, equal = "is fastest", "is slowest", "All take %s on average."
	}
	value := func(s Series) string { return m.Unit.Format(Mean(s.X)) }
	first, second, last := work[0], work[1], work[len(work)-1]
	if value(first) == value(last) {
		return fmt.Sprintf(equal, value(first))
	}
	text := fmt.Sprintf("%s %s: %s on average; next is %s with %s", first.Name, verb, value(first), second.Name,
		value(second))
	named := func(name string) Ranked {
		return ranking[slices.IndexFunc(ranking, func(r Ranked) bool { return r.Name == name })]
	}
	group, boards := ranking[0].Group, ranking[0].puzzles
	for _, s := range work {
		boards = boards.solvedBy(named(s.Name).Solver)
	}
	c := Compare([]Pair{boards.pair(group, group.Question(), named(second.Name).Solver, named(first.Name).Solver)}, m)
	switch {
	case len(c) == 0:
	case !c[0].Different():
		text += ", and no test tells them apart"
	case c[0].Test.Effect < 0:
		text += fmt.Sprintf(", but %s takes less on most boards", second.Name)
	}
	if len(work) > 2 && Mean(last.X) > Mean(second.X) {
		text += fmt.Sprintf("; %s %s: %s", last.Name, most, value(last))
	}
	if len(boards) < len(ranking[0].puzzles) {
		text += fmt.Sprintf(" (on the %s that all of them solved)", units.Plural(len(boards), "board", "boards"))
	}
	return text + "."
}

// upperFirst capitalises the first letter of a text. The text must not be empty.
func upperFirst(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Values returns a text with names and values, such as "astar 336 µs, ga pure 1.04 ms". If there are
// many, the text has only the smallest and the largest value.
func Values(names []string, values []float64, format func(float64) string) string {
	const most = 6 // largest number of values that is easy to read
	if len(names) > most {
		least, greatest := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
		return fmt.Sprintf("from %s (%s) to %s (%s)",
			format(values[least]), names[least], format(values[greatest]), names[greatest])
	}
	var parts []string
	for i, name := range names {
		parts = append(parts, name+" "+format(values[i]))
	}
	return strings.Join(parts, ", ")
}
