package report

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
)

// provenance returns names and values that say where, when and how the trials ran, as far as the
// records tell.
func provenance(a *analysis.Analysis) [][2]string {
	var facts [][2]string
	add := func(name string, values ...string) {
		if len(values) > 0 {
			facts = append(facts, [2]string{name, strings.Join(values, "; ")})
		}
	}
	add("Machine", a.Distinct(func(r bench.Record) string { return r.Machine })...)
	add("Version", a.Distinct(func(r bench.Record) string { return r.Version })...)
	add("Signature", a.Distinct(func(r bench.Record) string { return r.Signature })...)
	add("Revision", a.Distinct(func(r bench.Record) string { return r.Revision })...)
	started := a.Distinct(func(r bench.Record) string { return r.Started })
	slices.Sort(started)
	if n := len(started); n > 1 {
		started = []string{"first trial " + started[0] + ", last " + started[n-1]}
	}
	add("Started", started...)
	add("Jobs", a.Distinct(func(r bench.Record) string {
		if r.Jobs == 0 {
			return ""
		}
		return fmt.Sprintf("%d in parallel", r.Jobs)
	})...)
	add("Workers", workers(a)...)
	isolated := 0
	for _, r := range a.Trials {
		if r.Isolated {
			isolated++
		}
	}
	switch isolated {
	case 0:
		add("Isolation", "none: all trials ran in one process")
	case len(a.Trials):
		add("Isolation", "each trial in its own process")
	default:
		add("Isolation", fmt.Sprintf("%d of %d trials in their own processes", isolated, len(a.Trials)))
	}
	return facts
}

// workers says how many threads the trials used, and which solvers used them if that differs.
func workers(a *analysis.Analysis) []string {
	var counts []int
	solvers := map[int][]string{}
	for _, r := range a.Trials {
		n := max(r.Workers, 1) // a solver without the setting has one
		if !slices.Contains(solvers[n], r.Solver) {
			solvers[n] = append(solvers[n], r.Solver)
		}
		if !slices.Contains(counts, n) {
			counts = append(counts, n)
		}
	}
	slices.Sort(counts)
	var values []string
	for _, n := range counts {
		text := fmt.Sprintf("%d in each trial", n)
		if len(counts) > 1 {
			text += " of " + analysis.Some(solvers[n])
		}
		values = append(values, text)
	}
	return values
}

// sizes lists the sizes of the puzzles.
func sizes(a *analysis.Analysis) string {
	var names []string
	for _, s := range a.Sizes() {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ")
}
