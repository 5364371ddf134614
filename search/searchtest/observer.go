package searchtest

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"

	"npuzzle/search"
)

// observer follows the counts of a run, which must not depend on its being
// observed.
func (c Config) observer(t *testing.T) {
	lim := search.Limits{Generated: c.many()}
	want := c.solve(t, c.New(Settings{}), c.Hard, lim)
	for _, workers := range c.numbersOfWorkers() {
		var last search.Progress
		var inside, twice atomic.Bool
		var rule, what string // the first rule that a report breaks
		calls := 0
		r := c.solve(t, c.New(Settings{Workers: workers, Observer: func(p search.Progress) {
			if !inside.CompareAndSwap(false, true) {
				twice.Store(true)
				return
			}
			defer inside.Store(false)
			runtime.Gosched()
			calls++
			if rule == "" {
				rule = c.brokenReport(last, p)
				what = fmt.Sprintf("report: %+v\nreport before: %+v", p.Stats, last.Stats)
			}
			last = p
		}}), c.Hard, lim)
		must(t, !twice.Load(), "an Observer is never called by two goroutines at the same time", "")
		must(t, rule == "", rule, what)
		must(t, calls > 0, "a solver reports its progress to its Observer (poll search.Watch)",
			describe(c.Hard, lim, r))
		mustEqual(t, comparable(want), comparable(r), "an Observer does not change a run", c.Hard, lim)
	}
}

// brokenReport returns the rule that a report of progress breaks after another, or "".
func (c Config) brokenReport(last, now search.Progress) string {
	if now.Generated == 0 {
		return "a report to the Observer counts the work done"
	}
	if c.Evaluates != (now.Generation != nil) {
		return "reports of a solver that claims Evaluates, and no others, have a Generation"
	}
	if now.Bound < last.Bound {
		return "Progress.Bound never falls during a run"
	}
	if last.Length > 0 && (now.Length == 0 || now.Length > last.Length) {
		return "Progress.Length never rises during a run, once there is a plan"
	}
	if now.Plan != nil && (len(now.Plan) != now.Length || now.Length == last.Length) {
		return "Progress.Plan is a new best plan, of Progress.Length moves"
	}
	before := counts(last.Stats)
	for i, count := range counts(now.Stats) {
		if count < before[i] {
			return "no count falls during a run, except Open"
		}
	}
	return ""
}

// counts lists the statistics that never fall during a run.
func counts(s search.Stats) []uint64 {
	return []uint64{
		s.Expanded, s.ExpandedBeforeLastF, s.Generated, s.Evaluated, s.Reopened, s.Duplicates,
		s.PeakOpen, s.PeakStored, s.Windows, uint64(s.MaxCost), s.Bytes, s.Discarded,
	}
}
