package analysis

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Targets are the ratios to a shortest plan for which the work of anytime solvers is measured. The
// first target is any plan.
var Targets = []float64{math.Inf(1), 1.5, 1.2, 1.1, 1.05, 1.02, 1}

// Anytime has the plans that a solver found while its trials ran, on the puzzles of one size. For
// each plan, it has the work done by then: generated states or seconds. A solver that stops at its
// first plan has one plan in each solved trial.
//
// The quality of a plan is its cost divided by the optimal cost. If the optimal cost is not known,
// it is divided by the cost of the cheapest plan that any trial of the experiment found.
//
// Source: N. Hansen and others, "Comparing results of 31 algorithms from the black-box optimization
// benchmarking BBOB-2009", GECCO Companion 2010, pages 1689-1696, for Reached and ERT.
type Anytime struct {
	Solver
	first, last float64 // least work until a plan, and most work of a trial, of all solvers
	runs        []run
}

// run has the plans of a trial. Each is cheaper than those before it.
type run struct {
	plans []plan
	total float64 // work of the whole trial
}

type plan struct {
	work, ratio float64 // the ratio is infinite if there is no plan
	length      int
}

// Anytime returns the plans of each solver that reports the measure and has trials on puzzles of
// the size. The measure is Generated, Evaluated or Seconds.
func (a *Analysis) Anytime(size puzzle.Size, m Measure) []Anytime {
	return a.anytime(a.ofSize(size), m)
}

// AnytimeOn returns the plans of each solver that reports the measure and has trials on puzzles of
// the group.
func (a *Analysis) AnytimeOn(group Group, m Measure) []Anytime {
	return a.anytime(a.ofGroup(slices.Index(a.Groups, group)), m)
}

func (a *Analysis) anytime(puzzles instances, m Measure) (all []Anytime) {
	first := math.Inf(1)
	last := 0.0
	for _, s := range a.Solvers {
		t := Anytime{Solver: s}
		for _, p := range puzzles.triedBy(s) {
			for _, r := range p.trialsOf(s) {
				run := runOf(r, m, p.least())
				t.runs = append(t.runs, run)
				last = max(last, run.total)
				if len(run.plans) > 0 && run.plans[0].work > 0 {
					first = min(first, run.plans[0].work)
				}
			}
		}
		if t.runs != nil && solvers.Reports(s.Algorithm, m.Key) {
			all = append(all, t)
		}
	}
	for i := range all {
		all[i].first = first
		all[i].last = last
	}
	return all
}

// least returns the optimal cost of a puzzle or, if it is not known, the cost of the cheapest plan
// found.
func (p *instance) least() float64 {
	least := math.Inf(1)
	for _, trials := range p.trials {
		for _, r := range trials {
			if r.OptimalCost != nil {
				return float64(*r.OptimalCost)
			}
			if Solved(r) {
				least = min(least, float64(r.Cost))
			}
		}
	}
	return least
}

// runOf returns the plans of a trial. A record of an older version may lack the work at which a
// plan was found, or its cost. Then its only plan is that at its end.
func runOf(r *bench.Record, m Measure, least float64) run {
	total := m.of(r)
	if math.IsNaN(total) {
		total = 0
	}
	found := r.Plans()
	last := len(found) - 1
	var plans []plan
	for i, f := range found {
		cost := r.CostOf(f)
		work := m.until(f)
		if i == last {
			cost = r.Cost
			if work == 0 {
				work = total
			}
		}
		unknownCost := i < last && !cost.Known()
		unknownWork := work == 0 && total > 0
		if unknownCost || unknownWork {
			continue
		}
		plans = append(plans, plan{
			work:   work,
			ratio:  Gap(float64(cost), least),
			length: f.Length,
		})
	}
	return run{plans: plans, total: total}
}

// until returns the amount of a measure at which a plan was found. It returns 0 if the record lacks
// this amount.
func (m Measure) until(f search.Found) float64 {
	switch m.Key {
	case Evaluated.Key:
		return float64(f.Evaluated)
	case Generated.Key:
		return float64(f.Generated)
	}
	return f.Seconds
}

// LengthWithin returns the length of the cheapest plan that a trial found within the given amount
// of a measure: of evaluations, generated states or seconds. It returns 0 if the trial had no plan
// by then.
func LengthWithin(r *bench.Record, m Measure, amount float64) float64 {
	return float64(runOf(r, m, 1).within(amount).length)
}

// within returns the best plan found within an amount of work.
func (t run) within(work float64) plan {
	best := plan{ratio: math.Inf(1)}
	for _, p := range t.plans {
		if p.work <= work*(1+stats.Rounding) {
			best = p
		}
	}
	return best
}

// until returns the work until a plan of at most the given ratio was found. It is infinite if there
// is none.
func (t run) until(target float64) float64 {
	for _, p := range t.plans {
		if p.ratio <= target*(1+stats.Rounding) {
			return p.work
		}
	}
	return math.Inf(1)
}

// Reached returns a line of the share of all pairs of a trial and a target that are reached within
// an amount of work. For a single infinite target, this is the share of trials with a plan
// (coverage). A logarithmic axis cannot show 0, so pairs reached without work are included in the
// first point above 0.
func (t Anytime) Reached(targets ...float64) Series {
	line := t.line()
	for _, r := range t.runs {
		for _, target := range targets {
			if work := r.until(target); !math.IsInf(work, 1) {
				line.X = append(line.X, work)
			}
		}
	}
	slices.Sort(line.X)
	pairs := float64(len(t.runs) * len(targets))
	for i := range line.X {
		line.Y = append(line.Y, float64(i+1)/pairs)
	}
	zeros, _ := slices.BinarySearch(line.X, math.SmallestNonzeroFloat64)
	line.X = line.X[zeros:]
	line.Y = line.Y[zeros:]
	if len(line.X) > 0 {
		line.X = append(line.X, t.last)
		line.Y = append(line.Y, line.Y[len(line.Y)-1])
	}
	return line
}

// Within returns the coverage and the mean ratio of the best plans found within an amount of work.
// The mean is over all trials that are solved in the end, and NaN until each of them has a plan. So
// it never rises when work increases, because the trials behind it stay the same.
func (t Anytime) Within(work float64) (coverage, ratio float64) {
	var ratios []float64
	found := 0
	for _, r := range t.solved() {
		best := r.within(work)
		ratios = append(ratios, best.ratio)
		if !math.IsInf(best.ratio, 1) {
			found++
		}
	}
	return float64(found) / float64(len(t.runs)), stats.Finite(stats.Mean(ratios))
}

// Solved returns the number of trials that are solved in the end, and the number of all trials.
func (t Anytime) Solved() (solved, trials int) { return len(t.solved()), len(t.runs) }

// solved returns the trials that are solved in the end.
func (t Anytime) solved() []run {
	var solved []run
	for _, r := range t.runs {
		if len(r.plans) > 0 {
			solved = append(solved, r)
		}
	}
	return solved
}

// ratioPoints is the number of points of a line of Ratio. They are evenly spaced on a logarithmic
// axis.
const ratioPoints = 100

// Ratio returns a line of the mean ratio of the best plans found within an amount of work; see
// Within. It has no points if no trial is solved.
func (t Anytime) Ratio() Series {
	line := t.line()
	first := 0.0
	for _, r := range t.solved() {
		first = max(first, r.plans[0].work)
	}
	if first > 0 {
		line.X = floats.LogSpan(make([]float64, ratioPoints), first, t.last)
	}
	for _, work := range line.X {
		_, ratio := t.Within(work)
		line.Y = append(line.Y, ratio)
	}
	return line
}

// ERT returns the expected running time to a target, and the share of trials that reached it. The
// expected running time is the work of all trials, up to the target or to their end, divided by the
// number of trials that reached the target. It is NaN if none did.
func (t Anytime) ERT(target float64) (work, share float64) {
	reached := 0.0
	for _, r := range t.runs {
		until := r.until(target)
		work += min(until, r.total)
		if !math.IsInf(until, 1) {
			reached++
		}
	}
	return stats.Finite(work / reached), reached / float64(len(t.runs))
}

// Budgets returns powers of ten of work: from the first within which a trial of any solver found a
// plan, to the first within which all trials ended. It returns none if there is no plan.
func (t Anytime) Budgets() (budgets []float64) {
	for power := math.Ceil(math.Log10(t.first)); power < math.Log10(t.last)+1; power++ {
		budgets = append(budgets, math.Pow(10, power))
	}
	return budgets
}

// Improved reports whether a plan of a solver is worse than the best, so that ratios are worth
// showing.
func Improved(all []Anytime) bool {
	return slices.ContainsFunc(all, func(t Anytime) bool {
		return slices.ContainsFunc(t.solved(), func(r run) bool { return r.plans[0].ratio > 1 })
	})
}
