package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
)

// provenance returns names and values that say where, when and how the trials ran, as far as the
// records tell.
func provenance(a *analysis.Analysis) [][2]string {
	started := a.Distinct(func(r bench.Record) string { return r.Started })
	slices.Sort(started)
	if n := len(started); n > 1 {
		started = []string{"first trial " + started[0] + ", last " + started[n-1]}
	}
	var facts [][2]string
	for _, f := range []struct {
		name   string
		values []string
	}{
		{"Machine", a.Distinct(func(r bench.Record) string { return r.Machine })},
		{"Version", a.Distinct(func(r bench.Record) string { return r.Version })},
		{"Signature", a.Distinct(func(r bench.Record) string { return r.Signature })},
		{"Revision", a.Distinct(func(r bench.Record) string { return r.Revision })},
		{"Started", started},
		{"Jobs", a.Distinct(func(r bench.Record) string {
			if r.Jobs == 0 {
				return ""
			}
			return fmt.Sprintf("%d in parallel", r.Jobs)
		})},
		{"Workers", workers(a)},
		{"Isolation", a.Distinct(func(r bench.Record) string {
			if r.Isolated {
				return "trials in their own processes"
			}
			return "trials in one process"
		})},
	} {
		if len(f.values) > 0 {
			facts = append(facts, [2]string{f.name, strings.Join(f.values, "; ")})
		}
	}
	return facts
}

// workers says how many threads the trials used, and which solvers used them if that differs.
func workers(a *analysis.Analysis) []string {
	solvers := map[int][]string{}
	for _, r := range a.Trials {
		n := max(r.Workers, 1) // a solver without the setting has one
		if !slices.Contains(solvers[n], r.Solver) {
			solvers[n] = append(solvers[n], r.Solver)
		}
	}
	var values []string
	for _, n := range slices.Sorted(maps.Keys(solvers)) {
		text := fmt.Sprintf("%d in each trial", n)
		if len(solvers) > 1 {
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
