package analysis

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench/stats"
	"npuzzle/internal/units"
)

// Conclusions returns at most two sentences for the beginning of a report: the quality of the
// solvers, and their work; see [Conclusion]. The work comes first if all solvers share the first
// place on all groups. If there are several groups, the sentences only name the solvers that are
// among the best of each, and those that need the least work.
func (a *Analysis) Conclusions() []string {
	rankings := a.Rankings()
	if len(rankings) == 0 {
		return nil
	}
	if len(rankings) > 1 {
		quality, work := a.headlines(rankings)
		equal := !slices.ContainsFunc(rankings, func(r Ranking) bool { return !r.equal() })
		return inOrder(quality, work, equal && len(a.Solvers) > 1)
	}
	ranking := rankings[0]
	var accuracies []Series
	for _, r := range ranking {
		accuracies = append(accuracies, Series{Name: r.Name, X: []float64{float64(r.Accuracy)}})
	}
	quality, work := ranking.conclusion()
	quality = strings.TrimSpace(quality + " Accuracy: " + Means(accuracies, units.Share.Format) +
		".")
	return inOrder(quality, work, ranking.equal())
}

// Headline returns one sentence or two about what the trials show, without the work of the solvers.
// It returns "" if there are no trials.
func (a *Analysis) Headline() string {
	rankings := a.Rankings()
	if len(rankings) == 0 {
		return ""
	}
	if len(rankings) > 1 {
		quality, _ := a.headlines(rankings)
		return quality
	}
	quality, _ := rankings[0].conclusion()
	if quality == "" { // there is only one solver
		first := rankings[0][0]
		quality = fmt.Sprintf("%s solved %s of %s.", first.Name,
			units.Share.Format(float64(first.Accuracy)),
			units.Plural(first.Group.Puzzles, "board", "boards"))
	}
	return quality
}

// headlines returns the sentences about several groups: about accuracy and plans, and about work.
func (a *Analysis) headlines(rankings []Ranking) (quality, work string) {
	if len(a.Solvers) < 2 {
		var accuracies []Series
		for _, ranking := range rankings {
			r := ranking[0]
			accuracies = append(accuracies,
				Series{Name: r.Group.Title(), X: []float64{float64(r.Accuracy)}})
		}
		return "Accuracy: " + Means(accuracies, units.Share.Format) + ".", ""
	}
	// The titles of groups, by the name of a solver.
	best := map[string][]string{}
	least := map[string][]string{}
	for _, ranking := range rankings {
		title := ranking[0].Group.Title()
		for _, r := range ranking {
			if r.Good && r.Solved > 0 {
				best[r.Name] = append(best[r.Name], title)
			}
		}
		work := ranking.Work()
		if work.Values != nil {
			first := work.Values[0].Name
			least[first] = append(least[first], title)
		}
	}
	quality = a.onGroups("The best, or as good as the best: ", best, len(rankings))
	if quality == "" {
		quality = "No solver solved a board."
	}
	return quality, a.onGroups("The least work: ", least, len(rankings))
}

// clause is a part of a sentence: solvers, and the groups that they share.
type clause struct {
	solvers []string
	groups  []string
}

// onGroups returns a sentence with the groups of each solver. Solvers with the same groups share a
// clause. The clause with the most groups comes first. onGroups returns "" if no solver has a
// group.
func (a *Analysis) onGroups(what string, groups map[string][]string, all int) string {
	var clauses []clause
	for _, s := range a.Solvers {
		titles := groups[s.Name]
		if titles == nil {
			continue
		}
		place := slices.IndexFunc(clauses, func(c clause) bool {
			return slices.Equal(c.groups, titles)
		})
		if place < 0 {
			clauses = append(clauses, clause{solvers: []string{s.Name}, groups: titles})
			continue
		}
		clauses[place].solvers = append(clauses[place].solvers, s.Name)
	}
	if clauses == nil {
		return ""
	}
	slices.SortStableFunc(clauses, func(x, y clause) int { return len(y.groups) - len(x.groups) })
	var texts []string
	for _, c := range clauses {
		texts = append(texts, listed(c.solvers)+onSome(c.groups, all))
	}
	return what + strings.Join(texts, "; ") + "."
}

// onSome names some of all groups, or counts them if they are many.
func onSome(groups []string, all int) string {
	const most = 4 // largest number of names that is easy to read
	switch {
	case len(groups) == all:
		return fmt.Sprintf(" on all %d groups", all)
	case len(groups) > most:
		return fmt.Sprintf(" on %d of %d groups", len(groups), all)
	}
	return " on " + listed(groups)
}

// listed joins names: "a", "a and b", or "a, b and c".
func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// CostRatios has the costs of the plans of each solver of a ranking, divided by those of a
// baseline.
type CostRatios struct {
	Baseline string
	Optimal  bool // whether all plans of the baseline are proven to be optimal

	// The following have a value for each name of a solver. Ratios are on the boards that both
	// solved, whose number is N. Costs are the marks of the ratios; see significanceMark. Solved are
	// the marks of the differences of accuracies, or "" if none is shown.
	Ratios map[string]stats.Interval
	Costs  map[string]string
	Solved map[string]string
}

// significanceMark returns stars for a difference that is shown: "***" if p is below 0.001, "**"
// below 0.01, and "*" below 0.05. It returns "~" if none is shown.
func significanceMark(c Comparison) string {
	switch {
	case !c.Different():
		return "~"
	case c.Corrected < 0.001:
		return "***"
	case c.Corrected < 0.01:
		return "**"
	}
	return "*"
}

// CostRatios compares the costs of plans of the solvers of the ranking with those of the baseline
// of the analysis or, without one, of the best solver. CostRatios returns false if there are fewer
// than two solvers, or if the baseline solved no board.
func (ranking Ranking) CostRatios() (CostRatios, bool) {
	if len(ranking) < 2 {
		return CostRatios{}, false
	}
	baseline := ranking.baseline()
	if baseline.Solved == 0 {
		return CostRatios{}, false
	}
	ratios := CostRatios{
		Baseline: baseline.Name,
		Optimal:  baseline.proven(),
		Ratios:   map[string]stats.Interval{},
		Costs:    map[string]string{},
		Solved:   map[string]string{},
	}
	compared := slices.Clone(ranking)
	compareWith(baseline.Solver, compared, baseline.Group.Question(), comparisons{})
	for _, r := range compared {
		ratio := unknown
		if r.costs.Boards > 0 {
			ratio = r.costs.Ratio
			ratio.N = r.costs.Boards
		}
		ratios.Ratios[r.Name] = ratio
		if r.Name == baseline.Name {
			continue
		}
		ratios.Costs[r.Name] = significanceMark(r.costs)
		if r.accuracy.Different() {
			ratios.Solved[r.Name] = significanceMark(r.accuracy)
		}
	}
	return ratios, true
}
