package main

import (
	"fmt"
	"time"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// observer returns an observer that shows how far the search of a board is, or nil if there
// is no terminal. The line shows the counts and the rate so far. Under IDA* it shows the
// current iteration, and each iteration that took at least a second leaves a line of its own,
// so that the growth of the iterations can be seen.
func (p *progress) observer(instance bench.Puzzle, settings solvers.Settings) search.Observer {
	if p == nil {
		return nil
	}
	name := fmt.Sprintf("board %d:", instance.Number)
	var start, last time.Time
	var rounds iterations
	return func(now search.Progress) {
		if start.IsZero() {
			start = time.Now()
		}
		elapsed := time.Since(start).Seconds()
		if settings.Takes("depth-limit") {
			if rounds.see(now, elapsed); rounds.finished && rounds.itsTime >= 1 {
				p.note(name + " " + rounds.result(instance.Costs))
			}
		}
		if time.Since(last) < drawEvery {
			return
		}
		last = time.Now()
		text := progressText(now, instance.Costs, elapsed)
		if settings.Takes("depth-limit") {
			text = rounds.text(now, instance.Costs, elapsed)
		}
		p.show(name, 0, 0, text)
	}
}

// progressText describes a search in one line: the states that it has expanded or, of the
// genetic solver, the generation and the plans that it has evaluated, with the rate.
func progressText(p search.Progress, costs puzzle.Costs, elapsed float64) string {
	if g := p.Generation; g != nil {
		return fmt.Sprintf("phase %d, generation %d, best fitness %d, %s plans evaluated, %s, %s",
			g.Phase, g.Number, g.Best, units.Grouped(p.Evaluated),
			units.Rate.Format(float64(p.Evaluated)/elapsed), units.Seconds.Format(elapsed))
	}
	text := fmt.Sprintf("%s states expanded, %s", units.Grouped(p.Expanded),
		units.Rate.Format(float64(p.Expanded)/elapsed))
	if p.Bound > 0 {
		text += ", bound " + costs.Format(p.Bound)
	}
	return text + ", " + units.Seconds.Format(elapsed)
}

// iterations measures the iterations of IDA* from the reports of a search. IDA* repeats a
// depth-first search with a growing bound, and each iteration expands several times the
// states of the one before. Their growth predicts how long the next one takes. Times are
// seconds since the search began.
type iterations struct {
	bound     puzzle.Cost // of the iteration that runs; 0 before the first report
	before    uint64      // states expanded before this iteration
	began     float64
	last      uint64  // states expanded in the previous iteration
	growth    float64 // of the last two iterations; 0 until there are two
	finished  bool    // an iteration ended with the last report; its figures follow
	itsBound  puzzle.Cost
	itsStates uint64
	itsTime   float64
}

// see takes a report in. Iterations too short to report anything are counted with the
// iteration before them.
func (i *iterations) see(p search.Progress, elapsed float64) {
	i.finished = i.bound > 0 && p.Bound != i.bound
	if i.finished {
		i.itsBound, i.itsStates, i.itsTime = i.bound, p.ExpandedBeforeLastF-i.before, elapsed-i.began
		if i.last > 0 {
			i.growth = float64(i.itsStates) / float64(i.last)
		}
		i.last, i.began = i.itsStates, elapsed
	}
	if p.Bound != i.bound {
		i.bound, i.before = p.Bound, p.ExpandedBeforeLastF
	}
}

// text describes the iteration that runs. Once two iterations have ended, it estimates
// the size of this and the next one: each is assumed to grow as the last did. The
// text fits on a terminal of 80 columns.
func (i *iterations) text(p search.Progress, costs puzzle.Costs, elapsed float64) string {
	states, time := float64(p.Expanded-i.before), elapsed-i.began
	perSecond := float64(p.Expanded) / elapsed
	if time >= 1 {
		perSecond = states / time
	}
	text := fmt.Sprintf("bound %s: %s", costs.Format(i.bound), units.Number.Format(states))
	if i.growth <= 1 {
		return text + fmt.Sprintf(" expanded in %s, %s", units.Seconds.Format(time), units.Rate.Format(perSecond))
	}
	expected := max(float64(i.last)*i.growth, states)
	return text + fmt.Sprintf(" of ~%s expanded, %s, ~%s left, next ~%s",
		units.Number.Format(expected), units.Rate.Format(perSecond),
		units.Seconds.Format((expected-states)/perSecond), units.Seconds.Format(expected*i.growth/perSecond))
}

// result describes the iteration that has ended.
func (i *iterations) result(costs puzzle.Costs) string {
	return fmt.Sprintf("bound %s: %s states expanded in %s, %s",
		costs.Format(i.itsBound), units.Grouped(i.itsStates), units.Seconds.Format(i.itsTime),
		units.Rate.Format(float64(i.itsStates)/i.itsTime))
}
