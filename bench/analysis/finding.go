package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// Conclusions returns the sentences at the beginning of a report. For each group, they say how many
// trials the solvers solved, and add the [Conclusion] from their ranking. If there are several groups
// and solvers, the first sentence gives, for each solver, the number of groups on which it is among
// the best. If there are also more than a few groups, this is the only sentence.
func (a *Analysis) Conclusions() []string {
	const fewGroups = 3 // with more groups, the sentences would be too long for the beginning of a report
	var titles, sentences []string
	among := map[string]int{} // by solver: number of groups on which it is among the best
	for _, ranking := range a.Rankings() {
		for _, r := range ranking {
			if r.Best && r.Solved > 0 {
				among[r.Name]++
			}
		}
		titles = append(titles, ranking[0].Group.Title())
		sentences = append(sentences, strings.TrimSpace(solvedText(ranking)+" "+Conclusion(ranking)))
	}
	if len(sentences) < 2 {
		return sentences
	}
	var counts []string
	for _, s := range a.Solvers {
		if n := among[s.Name]; n > 0 {
			counts = append(counts, fmt.Sprintf("%s %d", s.Name, n))
		}
	}
	var all []string
	if len(a.Solvers) > 1 && counts != nil {
		all = append(all, fmt.Sprintf("Number of groups of boards (of %d) on which a solver is the best, or not"+
			" significantly worse than the best: %s.", len(sentences), strings.Join(counts, ", ")))
	}
	if len(sentences) <= fewGroups || all == nil {
		for i, text := range sentences {
			all = append(all, titles[i]+": "+text)
		}
	}
	return all
}

// solvedText returns a sentence about the numbers of trials that the solvers of a ranking solved.
func solvedText(ranking []Ranked) string {
	first, last := ranking[0], ranking[len(ranking)-1]
	same := !slices.ContainsFunc(ranking, func(r Ranked) bool {
		return r.Solved != first.Solved || r.Trials != first.Trials
	})
	share := func(r Ranked) string {
		count := fmt.Sprintf("%d of %d trials", r.Solved, r.Trials)
		if r.Solved == r.Trials {
			count = "all " + units.Plural(r.Trials, "trial", "trials")
		}
		return fmt.Sprintf("%s (95 %% interval of the accuracy: %s)", count,
			units.Range(r.AccuracyLow, r.AccuracyHigh, units.Share.Format))
	}
	switch {
	case len(ranking) == 1:
		return fmt.Sprintf("%s solved %s.", first.Name, share(first))
	case same:
		return fmt.Sprintf("Each of the %d solvers solved %s.", len(ranking), share(first))
	case len(ranking) > 4:
		most, fewest := 0, 0
		for _, r := range ranking {
			if r.Solved == first.Solved && r.Trials == first.Trials {
				most++
			}
			if r.Solved == last.Solved && r.Trials == last.Trials {
				fewest++
			}
		}
		return fmt.Sprintf("Of %d solvers, %s solved the most, %s, and %s the fewest, %s.", len(ranking),
			oneOrCount(first.Name, most), share(first), oneOrCount(last.Name, fewest), share(last))
	}
	var parts []string
	for _, r := range ranking {
		parts = append(parts, fmt.Sprintf("%s solved %d of %d trials", r.Name, r.Solved, r.Trials))
	}
	return strings.Join(parts, ", ") + "."
}

// oneOrCount returns the name if there is one solver, and the number of solvers if there are more.
func oneOrCount(name string, solvers int) string {
	if solvers > 1 {
		return fmt.Sprint(solvers)
	}
	return name
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

// Finding returns a sentence about the solvers with the lowest values of a measure. A solver is one of
// them unless a test shows that its values are larger than those of another solver. For the other
// solvers, the sentence gives the median ratios of their values to the values of the first solver
// named. Each pair is compared on the puzzles that both solved. The parameter what is the name of the
// measure in the sentence. The sentence is empty if not every solver is compared with every other.
func Finding(pairs []Pair, m Measure, what string) string {
	compared := Compare(pairs, m)
	var names []string
	more := map[string]bool{} // solvers with larger values than another solver
	ratios := map[[2]string]float64{}
	for _, c := range compared {
		one, other := c.First.Name, c.Second.Name
		for _, name := range []string{one, other} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		ratios[[2]string{one, other}], ratios[[2]string{other, one}] = c.Ratio.Value, 1/c.Ratio.Value
		if c.Different() && c.Test.Effect > 0 {
			more[one] = true
		} else if c.Different() {
			more[other] = true
		}
	}
	least := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return more[name] })
	switch {
	case len(names) < 2 || 2*len(compared) != len(names)*(len(names)-1) || len(least) == 0:
		return ""
	case len(least) == len(names):
		return fmt.Sprintf("No test tells %s apart in %s.", and(names), what)
	}
	others := slices.DeleteFunc(names, func(name string) bool { return !more[name] })
	times := func(name string) float64 { return ratios[[2]string{name, least[0]}] }
	slices.SortStableFunc(others, func(a, b string) int { return cmp.Compare(times(a), times(b)) })
	var ratioOf []float64
	for _, name := range others {
		ratioOf = append(ratioOf, times(name))
	}
	have := " has"
	if len(least) > 1 {
		have = ", which no test tells apart, have"
	}
	return fmt.Sprintf("%s%s the lowest %s. Median ratio to %s: %s.", and(least), have, what, least[0],
		Values(others, ratioOf, units.Ratio.Format))
}
