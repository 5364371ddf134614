package searchtest

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync/atomic"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// observer follows the counts of a run, which must not depend on its being
// observed, nor on what an Observer does with a plan that it got.
func (s suite) observer() {
	lim := search.Limits{Generated: s.many()}
	alone := s.solve(s.solver, s.Hard, lim)
	for _, workers := range s.numbersOfWorkers() {
		var last search.Progress
		var inside, twice atomic.Bool
		var rule, what string  // the first rule that a report breaks
		var plan []puzzle.Move // the last one reported
		calls := 0
		r := s.solve(s.New(Settings{Workers: workers, Observer: func(p search.Progress) {
			if !inside.CompareAndSwap(false, true) {
				twice.Store(true)
				return
			}
			defer inside.Store(false)
			runtime.Gosched()
			calls++
			if rule == "" {
				rule = s.brokenReport(last, p)
				what = fmt.Sprintf("report: %+v\nreport before: %+v", p.Stats, last.Stats)
			}
			last = p
			if p.Plan != nil {
				plan = slices.Clone(p.Plan)
				for i := range p.Plan {
					p.Plan[i] = puzzle.Move(255)
				}
			}
		}}), s.Hard, lim)
		r.must(!twice.Load(), "an Observer is never called by two goroutines at the same time")
		r.must(rule == "", rule, what)
		r.must(calls > 0, "a solver reports its progress to its Observer (poll search.Watch)")
		r.must(plan == nil || slices.Equal(plan, r.Moves), "the last Progress.Plan is the returned plan")
		r.mustMatch(alone.Result, "an Observer that changes Progress.Plan does not change a run")
	}
}

// brokenReport returns the rule that a report of progress breaks after another, or "".
func (s suite) brokenReport(last, now search.Progress) string {
	switch {
	case now.Generated == 0:
		return "a report to the Observer counts the work done"
	case s.Evaluates != (now.Generation != nil):
		return "reports of a solver that claims Evaluates, and no others, have a Generation"
	case now.Bound < last.Bound:
		return "Progress.Bound never falls during a run"
	case last.Length > 0 && (now.Length == 0 || now.Length > last.Length):
		return "Progress.Length never rises during a run, once there is a plan"
	case now.Plan != nil && (len(now.Plan) != now.Length || now.Length == last.Length):
		return "Progress.Plan is a new best plan, of Progress.Length moves"
	}
	before, number := reflect.ValueOf(last.Stats), reflect.TypeFor[float64]()
	for field, count := range reflect.ValueOf(now.Stats).Fields() {
		was := before.FieldByIndex(field.Index)
		if field.Name != "Open" && count.Convert(number).Float() < was.Convert(number).Float() {
			return "no count falls during a run, except Open"
		}
	}
	return ""
}
