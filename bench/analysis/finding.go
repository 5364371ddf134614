package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"npuzzle/internal/units"
)

// Conclusions returns the sentences that a report opens with: how much the solvers solved, and what
// [Conclusion] says of their ranking. For several groups, a sentence counts the groups on which each
// solver is among the best; the sentences of each group follow if there are few groups.
func (a *Analysis) Conclusions() []string {
	const fewGroups = 3 // whose sentences are short enough to open a report
	var titles, sentences []string
	among := map[string]int{} // by solver: groups on which it is among the best
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

// solvedText says how much each solver of a ranking solved. Every number is one of trials.
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

// oneOrCount names a solver, or counts several that are equal.
func oneOrCount(name string, solvers int) string {
	if solvers > 1 {
		return fmt.Sprint(solvers)
	}
	return name
}

// Values lists solvers with their values, such as "astar 336 µs, ga pure 1.04 ms". Of many solvers it
// names only those of the least and of the greatest value.
func Values(names []string, values []float64, format func(float64) string) string {
	const most = 6 // values that are easy to read
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

// Finding says which solvers took least of a measure on the puzzles that both solvers of a pair solved,
// and how many times as much each of the others took, in the median. what names the measure in a sentence.
// A solver is among the first unless a test shows that it takes more than another. The text is empty
// unless each solver is compared with each.
func Finding(pairs []Pair, m Measure, what string) string {
	compared := Compare(pairs, m)
	var names []string
	more := map[string]bool{} // takes more than another
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
