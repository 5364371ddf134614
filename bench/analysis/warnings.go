package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// fewPuzzles is the number of puzzles below which a share is very uncertain. For example, Wilson's
// interval for 19 of 19 is 17 percentage points wide.
const fewPuzzles = 20

// Warnings returns warnings about the results: which of them are unreliable, and which trials cannot
// be compared.
func (a *Analysis) Warnings() []error {
	var all []error
	warn := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }

	if a.Cancelled > 0 {
		warn("%s left out of everything.",
			units.Plural(a.Cancelled, "cancelled trial is", "cancelled trials are"))
	}
	var few []string
	for _, s := range a.Summaries() {
		n := len(s.puzzles.triedBy(s.Solver))
		if title := s.Group.Title(); 0 < n && n < fewPuzzles && !slices.Contains(few, title) {
			few = append(few, title)
		}
	}
	if few != nil {
		warn("A solver tried fewer than %d boards on %s. A share of so few boards is very uncertain.",
			fewPuzzles, strings.Join(few, ", "))
	}
	for _, s := range a.Solvers {
		trials := slices.Collect(a.puzzles.of(s))
		limited := Where(trials, func(r bench.Record) bool {
			return !failed(r) &&
				slices.Contains([]search.Status{search.TimeLimit, search.NodeLimit, search.MemoryLimit}, r.Status)
		})
		if len(limited) > 0 {
			warn("%s met a limit in %d of %d trials. Their time and work count only up to the limit.",
				s.Name, len(limited), len(trials))
		}
		if wrong := Where(trials, failed); len(wrong) > 0 {
			warn("%s went wrong in %d of %d trials, which count as not solved. The last error: %s.",
				s.Name, len(wrong), len(trials), strings.TrimSuffix(wrong[len(wrong)-1].Error, "."))
		}
	}
	unknown := Where(a.puzzles, func(p *instance) bool {
		return p.record.OptimalCost == nil && !math.IsInf(p.least(), 1) // a trial solved it
	})
	if len(unknown) > 0 {
		warn("The optimal length of %s is not known: no trial proved it, and the search for it afterwards reached"+
			" its limit or does not take boards of that size. The mean optimal length, the gap and the optimal share"+
			" leave these boards out, which are usually the harder ones. The tables show how many plans remain.",
			units.Plural(len(unknown), "solved board", "solved boards"))
	}
	jobs, wall, processor := 0, 0.0, 0.0
	for _, r := range a.Trials {
		jobs = max(jobs, r.Jobs)
		workers, several := r.Setting("workers")
		if r.Seconds >= longSeconds && (!several || workers == "1") {
			wall, processor = wall+r.Seconds, processor+r.CPUSeconds
		}
	}
	if jobs > 1 {
		warn("Up to %d trials ran in parallel. That makes wall times longer and less even."+
			" Processor times are divided evenly among the trials that ran together,"+
			" unless each could be measured.", jobs)
	}
	if processor < busyShare*wall {
		warn("The machine was busy: the trials of searches on one thread ran for only %.0f %% of their wall time."+
			" Limits on wall time then depend on what else ran; limits on processor time (cpu-limit) do not.",
			100*processor/wall)
	}
	for _, f := range []struct {
		name string
		of   func(bench.Record) string
	}{
		{"machines", func(r bench.Record) string { return r.Machine }},
		{"versions of the program", func(r bench.Record) string { return r.Version }},
		{"signatures of node counts", func(r bench.Record) string { return r.Signature }},
	} {
		if values := a.Distinct(f.of); len(values) > 1 {
			warn("The trials come from %d %s: %s.", len(values), f.name, strings.Join(values, "; "))
		}
	}
	return all
}

const (
	// busyShare is the processor time of a search on one thread, as a fraction of its wall time, below
	// which the machine was busy with something else.
	busyShare = 0.8

	// longSeconds is the wall time from which a trial counts for busyShare. The times of shorter
	// trials vary too much.
	longSeconds = 0.01
)

// Distinct calls the function of for each trial. It returns the different results, in order of their
// first appearance, without the empty text.
func (a *Analysis) Distinct(of func(bench.Record) string) []string {
	var values []string
	for _, r := range a.Trials {
		if v := of(r); v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}
