package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// Conclusions returns the sentences at the beginning of a report: for each group, the accuracy of the
// solvers and the [Conclusion] from their ranking. If there are several groups and solvers, the first
// sentence gives, for each solver, the number of groups on which it is among the best. If there are
// also more than a few groups, this is the only sentence.
func (a *Analysis) Conclusions() []string {
	const fewGroups = 3 // with more groups, the sentences would be too long for the beginning of a report
	var sentences, counts []string
	among := map[string]int{} // by solver: number of groups on which it is among the best
	rankings := a.Rankings()
	for _, ranking := range rankings {
		title, names, accuracies := "Accuracy: ", []string{}, []float64{}
		if len(rankings) > 1 {
			title = "Accuracy on " + ranking[0].Group.Title() + ": "
		}
		for _, r := range ranking {
			names, accuracies = append(names, r.Name), append(accuracies, float64(r.Accuracy))
			if r.Best && r.Solved > 0 {
				among[r.Name]++
			}
		}
		text := title + Values(names, accuracies, units.Share.Format)
		if first := ranking[0]; first.Accuracy == ranking[len(ranking)-1].Accuracy {
			text += fmt.Sprintf(" (95 %% interval %s)", units.Range(first.AccuracyLow, first.AccuracyHigh,
				units.Share.Format))
		}
		sentences = append(sentences, strings.TrimSpace(text+". "+Conclusion(ranking)))
	}
	for _, s := range a.Solvers {
		if n := among[s.Name]; n > 0 {
			counts = append(counts, fmt.Sprintf("%s %d", s.Name, n))
		}
	}
	if len(sentences) < 2 || len(a.Solvers) < 2 || counts == nil {
		return sentences
	}
	if len(sentences) > fewGroups {
		sentences = nil
	}
	return slices.Insert(sentences, 0, fmt.Sprintf("Number of groups of boards (of %d) on which a solver is the best,"+
		" or not significantly worse than the best: %s.", len(rankings), strings.Join(counts, ", ")))
}

// Conclusion returns a sentence about the best solvers of a ranking. The best solvers are those that
// the tests of [Rank] do not tell apart from the first. The sentence names them, says by how much the
// next solver is worse, and compares the times of two solvers: of the first two of the best, or of the
// best and the next. It is empty if fewer than two solvers have trials.
func Conclusion(ranking []Ranked) string {
	var best []Ranked
	var other, next *Ranked // the second of the best, and the next solver
	for i, r := range ranking {
		switch {
		case r.Best && len(best) == 1:
			other = &ranking[i]
			fallthrough
		case r.Best:
			best = append(best, r)
		case next == nil && r.Trials > 0:
			next = &ranking[i]
		}
	}
	switch {
	case len(best) == 0 || other == nil && next == nil:
		return ""
	case ranking[0].Solved == 0: // the first is the most accurate, so the others solved none either
		return "No solver solved a puzzle."
	}
	// Times decide the ranking of equally good solvers, and differ from run to run. So the sentence
	// names them in the order of the experiment.
	slices.SortFunc(best, func(x, y Ranked) int { return cmp.Compare(x.Number, y.Number) })
	var names []string
	for _, r := range best {
		names = append(names, r.Name)
	}
	clauses := []string{and(names) + " did best"}
	switch {
	case next == nil:
		clauses[0] = "No test tells the solvers apart in accuracy or in the cost of plans"
	case other != nil:
		clauses[0] += ", and no test tells them apart in accuracy or in the cost of plans"
	}
	if next != nil {
		clauses = append(clauses, ranking[0].lead(*next))
	}
	if other == nil {
		other = next
	}
	return strings.Join(append(clauses, ranking[0].timesOf(*other)...), "; ") + "."
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

// lead returns a clause that says by how much the next solver is worse than r. It uses the number of
// puzzles solved if the test of this number shows a difference, and otherwise the costs of plans.
func (r Ranked) lead(next Ranked) string {
	p, _ := r.puzzles.pair(r.Solver, next.Solver)
	if next.fewer {
		return fmt.Sprintf("next is %s: it solved %d of %s, and %s solved %d", next.Name, p.Both+p.OnlySecond,
			units.Plural(p.Both+p.OnlyFirst+p.OnlySecond+p.Neither, "board", "boards"), r.Name, p.Both+p.OnlyFirst)
	}
	costs, others := p.Values(planCost)
	var factors []float64 // if the plans of r are optimal, their mean is the mean gap of next
	more := 0
	for i := range costs {
		factors = append(factors, Gap(others[i], costs[i]))
		if others[i] > costs[i] {
			more++
		}
	}
	return fmt.Sprintf("next is %s: its plans cost %s times those of %s on average, and they cost more on %d of %s",
		next.Name, units.Ratio.Format(Mean(factors)), r.Name, more, units.Plural(len(costs), "board", "boards"))
}

// timesOf returns a clause that compares the times of two solvers. There is none if no puzzle was solved
// by both.
func (r Ranked) timesOf(other Ranked) []string {
	p, _ := r.puzzles.pair(other.Solver, r.Solver)
	compared := Compare([]Pair{p}, Seconds)
	if len(compared) == 0 {
		return nil
	}
	c, interval := compared[0], "" // unknown for few puzzles
	if !c.Different() {
		return []string{fmt.Sprintf("no test tells %s and %s apart in time", r.Name, other.Name)}
	}
	if !math.IsNaN(c.Ratio.Low) {
		interval = "; 95 % interval " + units.Range(c.Ratio.Low, c.Ratio.High, units.Ratio.Format)
	}
	return []string{fmt.Sprintf("%s took %s times as long as %s (median%s)", other.Name,
		units.Ratio.Format(c.Ratio.Value), r.Name, interval)}
}

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
