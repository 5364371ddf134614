package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// fewPuzzles is the number of puzzles below which a share is very uncertain. For example, Wilson's
// interval for 19 of 19 is 17 percentage points wide.
const fewPuzzles = 20

// Warnings returns warnings about the results: which of them are unreliable, and which trials
// cannot be compared.
func (a *Analysis) Warnings() []string {
	var all []string
	warn := func(when bool, format string, args ...any) {
		if when {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	warn(a.Cancelled > 0, "%s left out of everything.",
		units.Plural(a.Cancelled, "cancelled trial is", "cancelled trials are"))
	var few []string
	for _, s := range a.Summaries() {
		n := len(s.puzzles.triedBy(s.Solver))
		if s.Group.Question() == OfThese { // the runs are the sample
			n = OfThese.accuracyOf(s.puzzles, s.Solver).N
		}
		if title := s.Group.Title(); 0 < n && n < fewPuzzles && !slices.Contains(few, title) {
			few = append(few, title)
		}
	}
	warn(few != nil, "A solver has fewer than %d boards or, on fixed boards, runs in these "+
		"groups: %s. Its share of"+
		" them is very uncertain.", fewPuzzles, strings.Join(few, ", "))
	limits := []search.Status{search.TimeLimit, search.NodeLimit, search.EvaluationLimit,
		search.MemoryLimit}
	for _, s := range a.Solvers {
		trials := 0
		limited := 0
		wrong := 0
		last := ""
		for r := range a.puzzles.of(s) {
			trials++
			switch {
			case failed(r):
				wrong++
				last = r.Error
			case slices.Contains(limits, r.Status):
				limited++
			}
		}
		warn(limited > 0, "%s met a limit in %d of %d trials. Their time and work count only up "+
			"to the limit.",
			s.Name, limited, trials)
		warn(wrong > 0, "%s went wrong in %d of %d trials, which count as not solved. The last "+
			"error: %s.",
			s.Name, wrong, trials, strings.TrimSuffix(last, "."))
	}
	unknown := lists.Where(a.puzzles, func(p *instance) bool {
		return p.record.OptimalCost == nil && !math.IsInf(p.least(), 1) // a trial solved it
	})
	warn(len(unknown) > 0,
		"The optimal length of %s is not known: no trial proved it, and the search for it"+
			" afterwards reached its limit or does not take boards of that size. The mean "+
			"optimal length, the gap and the"+
			" optimal share leave these boards out, which are usually the harder ones. The "+
			"tables show how many plans"+
			" remain.",
		units.Plural(len(unknown), "solved board", "solved boards"))
	jobs := 0
	unmeasured := 0 // trials without a processor time
	wall := 0.0
	processor := 0.0
	for i := range a.Trials {
		r := &a.Trials[i]
		jobs = max(jobs, r.Jobs)
		switch workers, several := r.Setting("workers"); {
		case failed(r):
		case !r.CPUSeconds.Known():
			unmeasured++
		case r.OtherCPU(): // see OtherCPU
		case !several || workers == "1":
			wall += r.Seconds
			processor += float64(r.CPUSeconds)
		}
	}
	warn(jobs > 1, "Up to %d trials ran in parallel. That makes wall times longer and less even.",
		jobs)
	if text := OtherCPU(a.Trials); text != "" {
		all = append(all, text)
	}
	warn(unmeasured > 0,
		"The processor times of %s are not known: other trials ran in the process at the same"+
			" time, and their threads could not be measured one by one. To measure them, run one "+
			"trial at a time.",
		units.Plural(unmeasured, "trial", "trials"))
	warn(wall >= longSeconds && processor < busyShare*wall,
		"The machine was busy: the trials of searches on one thread ran for only %.0f %%"+
			" of their wall time. Limits on wall time then depend on what else ran; limits on "+
			"processor time"+
			" (cpu-limit) do not.", 100*processor/wall)
	if warning := a.Machines.Warning(); warning != "" {
		all = append(all, warning)
	}
	versions := a.Distinct(func(r *bench.Record) string { return r.Version })
	warn(len(versions) > 1, "The trials come from %d versions of the program: %s.", len(versions),
		strings.Join(versions, "; "))
	signatures := a.Distinct(func(r *bench.Record) string { return r.Signature })
	warn(len(signatures) > 1, "The trials come from %d signatures of node counts: %s.",
		len(signatures), strings.Join(signatures, "; "))
	return all
}

const (
	// busyShare is the processor time of a search on one thread, as a fraction of its wall time,
	// below which the machine was busy with something else.
	busyShare = 0.8

	// longSeconds is the wall time of all trials from which busyShare counts. Shorter times vary
	// too much.
	longSeconds = 0.01
)

// Distinct calls the function of for each trial. It returns the different results, in order of
// their first appearance, without the empty text.
func (a *Analysis) Distinct(of func(*bench.Record) string) []string {
	var values []string
	known := map[string]bool{"": true}
	for i := range a.Trials {
		if v := of(&a.Trials[i]); !known[v] {
			known[v] = true
			values = append(values, v)
		}
	}
	return values
}
