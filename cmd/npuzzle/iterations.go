package main

import (
	"fmt"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// iterations follows the iterations of IDA* through what a run reports. Times
// are seconds since the run began.
type iterations struct {
	bound     puzzle.Cost // of the iteration that runs; 0 before the first report
	before    uint64      // states expanded in those before it
	began     float64
	last      uint64  // states expanded in the iteration before
	growth    float64 // of the last two; 0 while there are none
	finished  bool    // an iteration ended with the report just seen: the next three are its figures
	itsBound  puzzle.Cost
	itsStates uint64
	itsTime   float64
}

// see takes a report in. Iterations too short to report anything count with the
// one before them.
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

// expected returns how many states the iteration that runs and the next are
// likely to expand: each grows as the last did. It is 0 while that is not known.
func (i *iterations) expected(p search.Progress) (now, next float64) {
	if i.growth <= 1 {
		return 0, 0
	}
	now = max(float64(i.last)*i.growth, float64(p.Expanded-i.before))
	return now, now * i.growth
}

// text says how far the iteration that runs is, and what is to be expected of it
// and the next, in a line short enough for a terminal of 80 columns.
func (i *iterations) text(p search.Progress, costs puzzle.Costs, elapsed float64) string {
	states, time := p.Expanded-i.before, elapsed-i.began
	perSecond := float64(p.Expanded) / elapsed
	if time >= 1 {
		perSecond = float64(states) / time
	}
	text := fmt.Sprintf("bound %s: %s", costs.Format(i.bound), about(float64(states)))
	now, next := i.expected(p)
	if now == 0 {
		return text + fmt.Sprintf(" expanded in %s, %s", seconds(time), rate(perSecond))
	}
	return text + fmt.Sprintf(" of ~%s expanded, %s, ~%s left, next ~%s",
		about(now), rate(perSecond), seconds((now-float64(states))/perSecond), seconds(next/perSecond))
}

// result says what the iteration that has ended came to.
func (i *iterations) result(costs puzzle.Costs) string {
	return fmt.Sprintf("bound %s: %s states expanded in %s, %s",
		costs.Format(i.itsBound), grouped(i.itsStates), seconds(i.itsTime), rate(float64(i.itsStates)/i.itsTime))
}
