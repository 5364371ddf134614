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

// Warnings returns warnings about the results: which of them are unreliable, and which trials
// cannot be compared.
func (a *Analysis) Warnings() []string {
	var w warnings
	if a.Cancelled > 0 {
		w.add("%s left out of everything.",
			units.Plural(a.Cancelled, "cancelled trial is", "cancelled trials are"))
	}
	for _, err := range a.unread {
		w.add("This program cannot read a part of the experiment's definition (%v). "+
			"The solvers and groups of this part come from the trials.", err)
	}
	w.aboutFewPuzzles(a)
	w.aboutUnsolved(a)
	w.aboutOptima(a)
	w.aboutTimes(a)
	w.aboutSources(a)
	return w
}

// warnings collects warnings.
type warnings []string

// add adds a warning.
func (w *warnings) add(format string, args ...any) { *w = append(*w, fmt.Sprintf(format, args...)) }

// aboutFewPuzzles warns of groups with few puzzles or runs.
func (w *warnings) aboutFewPuzzles(a *Analysis) {
	var few []string // titles of groups
	for _, s := range a.Summaries() {
		n := len(s.puzzles.triedBy(s.Solver))
		if s.Group.Question() == OfThese { // the runs are the sample
			n = OfThese.accuracyOf(s.puzzles, s.Solver).N
		}
		title := s.Group.Title()
		if 0 < n && n < fewPuzzles && !slices.Contains(few, title) {
			few = append(few, title)
		}
	}
	if few != nil {
		w.add("A solver has fewer than %d boards or, on fixed boards, runs in these groups: %s. "+
			"Its share of them is very uncertain.", fewPuzzles, strings.Join(few, ", "))
	}
}

// limits are the statuses of trials that met a limit.
var limits = []search.Status{
	search.TimeLimit, search.NodeLimit, search.EvaluationLimit, search.MemoryLimit,
}

// aboutUnsolved warns of solvers whose trials met a limit or went wrong.
func (w *warnings) aboutUnsolved(a *Analysis) {
	for _, s := range a.Solvers {
		trials := 0
		limited := 0
		wrong := 0
		lastError := ""
		for r := range a.puzzles.trialsOf(s) {
			trials++
			switch {
			case failed(r):
				wrong++
				lastError = r.Error
			case slices.Contains(limits, r.Status):
				limited++
			}
		}
		if limited > 0 {
			w.add("%s met a limit in %d of %d trials. Their time and work count only up to the "+
				"limit.", s.Name, limited, trials)
		}
		if wrong > 0 {
			w.add("%s went wrong in %d of %d trials, which count as not solved. The last error: "+
				"%s.", s.Name, wrong, trials, strings.TrimSuffix(lastError, "."))
		}
	}
}

// aboutOptima warns of solved puzzles whose optimal length is not known.
func (w *warnings) aboutOptima(a *Analysis) {
	unknown := 0
	for _, p := range a.puzzles {
		solved := !math.IsInf(p.least(), 1)
		if p.record.OptimalCost == nil && solved {
			unknown++
		}
	}
	if unknown > 0 {
		w.add("The optimal length of %s is not known: no trial proved it, and the search for it "+
			"afterwards reached its limit or does not take boards of that size. The mean optimal "+
			"length, the gap and the optimal share leave these boards out, which are usually the "+
			"harder ones. The tables show how many plans remain.",
			units.Plural(unknown, "solved board", "solved boards"))
	}
}

// aboutTimes warns of times that are not known, or that depend on what else ran.
func (w *warnings) aboutTimes(a *Analysis) {
	jobs := 0
	unmeasured := 0 // trials without a processor time
	for i := range a.Trials {
		r := &a.Trials[i]
		jobs = max(jobs, r.Jobs)
		if !failed(r) && !r.CPUSeconds.Known() {
			unmeasured++
		}
	}
	if jobs > 1 {
		w.add("Up to %d trials ran in parallel. That makes wall times longer and less even.", jobs)
	}
	if text := OtherCPU(a.Trials); text != "" {
		*w = append(*w, text)
	}
	if unmeasured > 0 {
		w.add("The processor times of %s are not known: other trials ran in the process at the "+
			"same time, and their threads could not be measured one by one. To measure them, run "+
			"one trial at a time.", units.Plural(unmeasured, "trial", "trials"))
	}
	if text := a.Busy(); text != "" {
		*w = append(*w, text)
	}
}

// Busy returns a sentence if the machine was busy with something else while the trials ran: if the
// searches on one thread had much less processor time than wall time. It returns "" otherwise.
func (a *Analysis) Busy() string {
	wall := 0.0 // of searches on one thread
	processor := 0.0
	for i := range a.Trials {
		r := &a.Trials[i]
		workers, several := r.Setting("workers")
		measured := !failed(r) && r.CPUSeconds.Known() && !r.OtherCPU()
		if measured && (!several || workers == "1") {
			wall += r.Seconds
			processor += float64(r.CPUSeconds)
		}
	}
	if wall < longSeconds || processor >= busyShare*wall {
		return ""
	}
	return fmt.Sprintf("The machine was busy: the trials of searches on one thread ran for only "+
		"%.0f %% of their wall time. Limits on wall time then depend on what else ran; limits on "+
		"processor time (cpu-limit) do not.", 100*processor/wall)
}

// aboutSources warns of trials from several machines or programs.
func (w *warnings) aboutSources(a *Analysis) {
	if warning := a.Machines.Warning(); warning != "" {
		*w = append(*w, warning)
	}
	versions := a.Distinct(func(r *bench.Record) string { return r.Version })
	if len(versions) > 1 {
		w.add("The trials come from %d versions of the program: %s.", len(versions),
			strings.Join(versions, "; "))
	}
	signatures := a.Distinct(func(r *bench.Record) string { return r.Signature })
	if len(signatures) > 1 {
		w.add("The trials come from %d signatures of node counts: %s.", len(signatures),
			strings.Join(signatures, "; "))
	}
}

const (
	// busyShare is the processor time of a search on one thread, as a fraction of its wall time,
	// below which the machine was busy with something else.
	busyShare = 0.8

	// longSeconds is the wall time of all trials from which busyShare counts. Shorter times vary
	// too much.
	longSeconds = 0.01
)

// Distinct calls the function textOf for each trial. It returns the different results, in order of
// their first appearance, without the empty text.
func (a *Analysis) Distinct(textOf func(*bench.Record) string) []string {
	var texts []string
	seen := map[string]bool{"": true}
	for i := range a.Trials {
		text := textOf(&a.Trials[i])
		if !seen[text] {
			seen[text] = true
			texts = append(texts, text)
		}
	}
	return texts
}
