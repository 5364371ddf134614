package heuristics

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"npuzzle/puzzle"
)

// MaxEstimate is the largest estimate of a heuristic of another module that is used. A larger one
// counts as MaxEstimate, so no sum of a search overflows.
const MaxEstimate puzzle.Cost = 1 << 28

// Check returns an error if a heuristic, or a heuristic of a Max, is nil.
func Check(h Heuristic) error {
	if h == nil || slices.Contains(Parts(h), nil) {
		return errors.New("no heuristic; expected one, such as manhattan")
	}
	return nil
}

// EstimatorOf returns the estimator of a goal that a solver uses. Every solver gets its estimator
// from EstimatorOf, so the estimates of all heuristics are treated alike: an estimate below 0
// counts as 0, and one above MaxEstimate as MaxEstimate. An admissible heuristic stays admissible,
// because no plan costs less than 0. EstimatorOf returns an error if the heuristic is nil, if its
// method For fails, or if its estimate of the goal is not 0.
//
// The estimators of this package and of the packages below it are returned as they are. Searches
// recognise their structure.
func EstimatorOf(h Heuristic, goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	if err := Check(h); err != nil {
		return nil, err
	}
	if m, ok := h.(maximum); ok {
		return m.For(goal, costs) // calls EstimatorOf for its heuristics
	}
	e, err := h.For(goal, costs)
	switch {
	case err != nil:
		return nil, err
	case e == nil:
		return nil, fmt.Errorf("heuristic %.60q has no estimator for %v; expected one, or an error",
			h.Name(), goal)
	case ownType(e):
		return e, nil
	}
	if estimate := e.Estimate(goal.Tiles()); estimate != 0 && !OnlyOrders(h) {
		return nil, fmt.Errorf("heuristic %.60q estimates %d for its goal %v; expected 0",
			h.Name(), estimate, goal)
	}
	return bounded{estimator: e}, nil
}

// CheckBound returns an error if a plan costs less than a lower bound that was computed from the
// estimates of a heuristic that claims to be admissible. Then the claim is wrong. Solvers call
// CheckBound before search.Finish, which panics if a plan costs less than its lower bound.
func CheckBound(h Heuristic, cost, bound puzzle.Cost) error {
	if cost >= bound {
		return nil
	}
	return fmt.Errorf("heuristic %.120q is not admissible, although it claims to be: it gives "+
		"the lower bound %d for a board whose plan costs %d", h.Name(), bound, cost)
}

// ownType reports whether the type of an estimator is declared in this package or in one below it.
// Tests compare the estimates of these types with exact distances.
func ownType(e Estimator) bool {
	declared := reflect.TypeOf(e)
	if declared.Kind() == reflect.Pointer {
		declared = declared.Elem()
	}
	thisPackage := reflect.TypeFor[Func]().PkgPath()
	return declared.PkgPath() == thisPackage ||
		strings.HasPrefix(declared.PkgPath(), thisPackage+"/")
}

// bounded is an estimator of another module whose estimates are from 0 to MaxEstimate. It hides all
// other methods, so changes of estimates are computed by a Tracker; see ChangesOf.
type bounded struct{ estimator Estimator }

func (b bounded) Estimate(tiles []uint8) puzzle.Cost { return bound(b.estimator.Estimate(tiles)) }

func (b bounded) Track() Tracker { return boundedTracker{tracker: b.estimator.Track()} }

// boundedTracker is the Tracker of a bounded estimator.
type boundedTracker struct{ tracker Tracker }

func (b boundedTracker) Reset(tiles []uint8) puzzle.Cost { return bound(b.tracker.Reset(tiles)) }

func (b boundedTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	return bound(b.tracker.Move(tiles, from, to))
}

func (b boundedTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	return bound(b.tracker.After(tiles, from, to))
}

// bound returns the estimate that counts for an estimate.
func bound(estimate puzzle.Cost) puzzle.Cost { return min(max(estimate, 0), MaxEstimate) }
