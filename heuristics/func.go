package heuristics

import (
	"errors"
	"slices"

	"npuzzle/puzzle"
)

// Func is a heuristic whose estimators are made by a function. FromFunc makes one.
type Func struct {
	name         string
	admissible   bool
	consistent   bool
	version      string
	estimator    func(goal puzzle.Board, costs puzzle.Costs) (Estimator, error)
	restrictable bool
	onlyOrders   bool
}

// Restrictable reports whether the estimators and Trackers of a heuristic can be restricted to a
// set of tiles. They then also take boards on which every other tile is replaced by 0, and estimate
// only what the tiles of the set cost. Such a heuristic supports goals of every size. Sums over
// tiles are restrictable, with or without lines, and so is Max if all of its heuristics are. A
// heuristic of another type declares it by a method Restrictable.
func Restrictable(h Heuristic) bool {
	return !slices.ContainsFunc(Parts(h), func(part Heuristic) bool {
		r, declares := part.(interface{ Restrictable() bool })
		return !declares || !r.Restrictable()
	})
}

// Restrictable reports what the function of the same name does.
func (f *Func) Restrictable() bool { return f.restrictable }

// OnlyOrders reports what the function of the same name does.
func (f *Func) OnlyOrders() bool { return f.onlyOrders }

// Versioned is a heuristic that states the version of its estimates. The version changes
// whenever an estimate changes. A heuristic that is not part of this module must state its
// version. Otherwise, trials with it are not stored, because a later trial with other
// estimates could not be told from them. See solvers.HeuristicVersion.
type Versioned interface {
	Heuristic

	// Version returns a text of any form, or "" for no version.
	Version() string
}

// FromFunc returns a heuristic that computes every estimate from scratch, also after a
// move. The function prepare makes the function that estimates boards for one goal and one
// set of costs. It returns an error if the heuristic does not support them. The estimate
// must be 0 for the goal, and the function must be safe for concurrent use. It must not
// change or keep its argument (see Estimator for the form of a board). If admissible is
// true, no estimate may exceed the true cost. The heuristic does not claim to be
// consistent.
//
// A heuristic with a name but no version can be used in every search. To store trials
// with it, state a version: FromFunc(...).WithVersion("1"). See Versioned.
func FromFunc(name string, admissible bool,
	prepare func(goal puzzle.Board, costs puzzle.Costs) (func(tiles []uint8) puzzle.Cost,
		error)) *Func {
	return &Func{
		name:       name,
		admissible: admissible,
		estimator: func(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
			estimate, err := prepare(goal, costs)
			if err != nil {
				return nil, err
			}
			return fromScratch(func(tiles []uint8) puzzle.Cost {
				return bound(estimate(tiles))
			}), nil
		},
	}
}

// newSum returns a heuristic of this package that adds up what tiles cost, so it is restrictable.
// It supports every goal and all costs. If sound is true, the heuristic is consistent, and
// therefore admissible.
func newSum(
	name string, sound bool, estimator func(goal puzzle.Board, costs puzzle.Costs) Estimator,
) *Func {
	return &Func{
		name:       name,
		admissible: sound,
		consistent: sound,
		estimator: func(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
			return estimator(goal, costs), nil
		},
		restrictable: true,
	}
}

// WithVersion returns a copy of the heuristic that states a version.
func (f *Func) WithVersion(version string) *Func {
	versioned := *f
	versioned.version = version
	return &versioned
}

// Name returns the heuristic's name.
func (f *Func) Name() string { return f.name }

// Admissible reports whether the heuristic claims to be admissible.
func (f *Func) Admissible() bool { return f.admissible }

// Consistent reports whether the heuristic claims to be consistent.
func (f *Func) Consistent() bool { return f.consistent }

// Version returns the text given to WithVersion, or "".
func (f *Func) Version() string { return f.version }

// For returns the estimator of one goal.
func (f *Func) For(goal puzzle.Board, costs puzzle.Costs) (Estimator, error) {
	if goal == (puzzle.Board{}) {
		return nil, errors.New("heuristics: no goal; expected a board")
	}
	return f.estimator(goal, costs)
}

// fromScratch is an Estimator, and also its own Tracker, because it keeps nothing.
type fromScratch func(tiles []uint8) puzzle.Cost

func (f fromScratch) Estimate(tiles []uint8) puzzle.Cost          { return f(tiles) }
func (f fromScratch) Track() Tracker                              { return f }
func (f fromScratch) Reset(tiles []uint8) puzzle.Cost             { return f(tiles) }
func (f fromScratch) Move(tiles []uint8, _, _ uint8) puzzle.Cost  { return f(tiles) }
func (f fromScratch) After(tiles []uint8, _, _ uint8) puzzle.Cost { return f(tiles) }
