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

// observer follows the counts of runs, which must not depend on their being observed, nor on what
// an Observer does with a plan that it got. Most solvers report plans on the small problems only,
// because the hard one takes too long.
func (s suite) observer() {
	for _, workers := range s.numbersOfWorkers() {
		r, reports := s.observed(s.Hard, search.Limits{Generated: s.many()}, workers)
		short := s.gaveUp(r) && r.Expanded < search.PollInterval
		r.must(reports > 0 || short,
			"a solver reports its progress to its Observer (poll search.Watch, or call the Observer)")
	}
	for p := range s.problems(smallSizes, 1, s.start) {
		s.observed(p, s.enough(), s.numbersOfWorkers()[0])
	}
}

// observed runs a problem with an Observer, and without, and returns the number of reports.
func (s suite) observed(p search.Problem, lim search.Limits, workers int) (r run, reports int) {
	var last search.Progress
	var inside, twice atomic.Bool
	var rule, what string  // the first rule that a report breaks
	var plan []puzzle.Move // the last one reported
	watch := func(p search.Progress) {
		if !inside.CompareAndSwap(false, true) {
			twice.Store(true)
			return
		}
		defer inside.Store(false)
		runtime.Gosched()
		reports++
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
	}
	r = s.solve(s.New(Settings{Workers: workers, Observer: watch}), p, lim)
	r.must(!twice.Load(), "an Observer is never called by two goroutines at the same time")
	r.must(rule == "", rule, what)
	r.must(plan == nil || slices.Equal(plan, r.Moves), "the last Progress.Plan is the returned plan")
	if s.varies && workers > 1 {
		return r, reports // two runs may meet the limit at different times
	}
	alone := s.solve(s.New(Settings{Workers: workers}), p, lim)
	r.mustMatch(alone.Result, "an Observer that changes Progress.Plan does not change a run")
	return r, reports
}

// brokenReport returns the rule that a report of progress breaks after another, or "".
func (s suite) brokenReport(last, now search.Progress) string {
	switch {
	case now.Generated == 0:
		return "a report to the Observer counts the work done"
	case s.claims.Generations != (now.Generation != nil):
		return "reports of a solver that claims Generations, and no others, have a Generation"
	case now.Generation != nil && now.Generation.Population == nil:
		return "a Generation has a Population"
	case now.Bound < last.Bound:
		return "Progress.Bound never falls during a run"
	case last.Length > 0 && (now.Length == 0 || now.Length > last.Length):
		return "Progress.Length never rises during a run, once there is a plan"
	case now.Plan != nil && len(now.Plan) != now.Length,
		now.Plan != nil && now.Length == last.Length && now.Length > 0: // 0: no plan, or no moves
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
