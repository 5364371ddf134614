package heuristics

import (
	"slices"
	"strings"

	"npuzzle/internal/lists"
	"npuzzle/puzzle"
)

// Max returns the heuristic whose estimate is the maximum of the estimates of several
// heuristics. It is admissible if all of them are admissible, and consistent if all of
// them are consistent. An estimate takes the time of all their estimates together. Its
// method For returns the first error of a heuristic's For. No heuristic may be nil: For
// returns an error then, and the other methods panic.
func Max(first Heuristic, more ...Heuristic) Heuristic {
	return maximum(append([]Heuristic{first}, more...))
}

type maximum []Heuristic

func (m maximum) Name() string {
	return "max(" + strings.Join(lists.Map(m, Heuristic.Name), ",") + ")"
}

func (m maximum) Admissible() bool {
	return !slices.ContainsFunc(m, func(h Heuristic) bool { return !h.Admissible() })
}

func (m maximum) Consistent() bool {
	return !slices.ContainsFunc(m, func(h Heuristic) bool { return !h.Consistent() })
}

func (m maximum) For(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	estimators, err := lists.Try(m, func(h Heuristic) (Estimator, error) { return EstimatorOf(h, goal, costs) })
	return maxEstimator(estimators), err
}

// change applies replace to a heuristic. If the heuristic is a Max, change applies
// replace to each of its heuristics and returns the Max of the results. It returns the
// first error of replace.
func change(h Heuristic, replace func(Heuristic) (Heuristic, error)) (Heuristic, error) {
	m, ok := h.(maximum)
	if !ok {
		return replace(h)
	}
	changed, err := lists.Try(m, func(part Heuristic) (Heuristic, error) { return change(part, replace) })
	return maximum(changed), err
}

// maxEstimator is the estimator of a maximum.
type maxEstimator []Estimator

func (m maxEstimator) Estimate(tiles []uint8) puzzle.Cost {
	return most(m, func(e Estimator) puzzle.Cost { return e.Estimate(tiles) })
}

func (m maxEstimator) Track() Tracker {
	return maxTracker(lists.Map(m, Estimator.Track))
}

type maxTracker []Tracker

func (m maxTracker) Reset(tiles []uint8) puzzle.Cost {
	return most(m, func(t Tracker) puzzle.Cost { return t.Reset(tiles) })
}

func (m maxTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	return most(m, func(t Tracker) puzzle.Cost { return t.Move(tiles, from, to) })
}

func (m maxTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	return most(m, func(t Tracker) puzzle.Cost { return t.After(tiles, from, to) })
}

// most returns the largest of several estimates, or 0 if all are smaller.
func most[T any](of []T, estimate func(T) puzzle.Cost) (largest puzzle.Cost) {
	for _, one := range of {
		largest = max(largest, estimate(one))
	}
	return largest
}
