package heuristics

import (
	"slices"
	"strings"

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
	var names []string
	for _, h := range m {
		names = append(names, h.Name())
	}
	return "max(" + strings.Join(names, ",") + ")"
}

func (m maximum) Admissible() bool {
	return !slices.ContainsFunc(m, func(h Heuristic) bool { return !h.Admissible() })
}

func (m maximum) Consistent() bool {
	return !slices.ContainsFunc(m, func(h Heuristic) bool { return !h.Consistent() })
}

func (m maximum) For(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	var estimators maxEstimator
	for _, h := range m {
		estimator, err := EstimatorOf(h, goal, costs)
		if err != nil {
			return nil, err
		}
		estimators = append(estimators, estimator)
	}
	return estimators, nil
}

// change applies replace to a heuristic. If the heuristic is a Max, change applies
// replace to each of its heuristics and returns the Max of the results. It returns the
// first error of replace.
func change(h Heuristic, replace func(Heuristic) (Heuristic, error)) (Heuristic, error) {
	m, ok := h.(maximum)
	if !ok {
		return replace(h)
	}
	var changed maximum
	for _, part := range m {
		other, err := change(part, replace)
		if err != nil {
			return nil, err
		}
		changed = append(changed, other)
	}
	return changed, nil
}

// maxEstimator is the estimator of a maximum.
type maxEstimator []Estimator

func (m maxEstimator) Estimate(tiles []uint8) puzzle.Cost {
	return most(m, func(e Estimator) puzzle.Cost { return e.Estimate(tiles) })
}

func (m maxEstimator) Track() Tracker {
	var trackers maxTracker
	for _, estimator := range m {
		trackers = append(trackers, estimator.Track())
	}
	return trackers
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
func most[T any](parts []T, estimate func(T) puzzle.Cost) (largest puzzle.Cost) {
	for _, part := range parts {
		largest = max(largest, estimate(part))
	}
	return largest
}
