package astar

import (
	"context"
	"fmt"
	"math"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Solver is best-first graph search; see the package documentation. It tests a
// state for the goal when it chooses the state. Greedy search never reopens a
// closed state.
type Solver struct {
	Heuristic heuristics.Heuristic // nil for heuristics.Zero
	Weight    float64              // of h, at least 1, three decimals counted; 0 stands for 1
	Greedy    bool                 // leave g out of f
	Plain     bool                 // search with a map and a priority queue, as the algorithm is taught
	Order     puzzle.Order         // of successors; the zero Order is the default one
	Observer  search.Observer      // receives the progress; may be nil
}

const (
	// weightDecimals is the denominator of a weight, which counts in thousandths.
	weightDecimals = 1000
	// maxWeight is the largest weight. Larger ones would make the search greedy.
	maxWeight = 1000
)

// Solve searches for a plan. The plan is optimal for Weight 1 and an
// admissible heuristic, and costs at most Weight times the optimum for an
// admissible and consistent one. A limit that is reached is a status of the
// result. The error says that the heuristic, the weight or the costs do not go
// with the problem.
func (s *Solver) Solve(ctx context.Context, p search.Problem, lim search.Limits) (search.Result, error) {
	if s.Plain {
		return s.solve(ctx, p, lim, func(*rule) *flatSearch { return nil })
	}
	return s.solve(ctx, p, lim, newFlat)
}

// solve searches with a fast engine where there is one for the problem and it
// does not give up, else with the plain one.
func (s *Solver) solve(
	ctx context.Context, p search.Problem, lim search.Limits, fast func(*rule) *flatSearch,
) (search.Result, error) {
	rule, err := s.rule(p)
	if err != nil {
		return search.Result{}, err
	}
	r, done, err := search.Begin(p)
	if done || err != nil {
		return r, err
	}
	if rule.estimator, err = s.heuristic().For(p.Goal, p.Costs); err != nil {
		return search.Result{}, err
	}
	rule.graph = puzzle.NewGraph(p.Start.Size(), s.Order)
	f := fast(rule)
	if f != nil {
		r = f.run(search.NewWatch(ctx, lim, s.Observer), lim)
	}
	if f == nil || r.Status == search.Exhausted && f.dropped {
		lost := r.Expanded
		r = newPlain(rule).run(search.NewWatch(ctx, lim, s.Observer), lim)
		r.Discarded = lost
	}
	if r.Status == search.Solved {
		r.LowerBound = max(r.LowerBound, rule.provenBy(p.Costs.Total(r.Moves)))
		search.Finish(p, &r)
	}
	return r, nil
}

// heuristic returns the heuristic in effect.
func (s *Solver) heuristic() heuristics.Heuristic {
	if s.Heuristic == nil {
		return heuristics.Zero
	}
	return s.Heuristic
}

// rule is how one run orders its states.
type rule struct {
	problem    search.Problem
	graph      *puzzle.Graph
	estimator  heuristics.Estimator
	ofG, ofH   puzzle.Cost // f = ofG·g + ofH·h
	reopen     bool        // a closed state that is reached at a smaller g
	admissible bool
}

// rule returns the rule of a run, but for its graph and estimator. The factors of f are
// reduced by their greatest common divisor: f is g + h for Weight 1, 2g + 3h for 1.5.
func (s *Solver) rule(p search.Problem) (*rule, error) {
	weight := s.Weight
	if weight == 0 {
		weight = 1
	}
	if !(weight >= 1 && weight <= maxWeight) {
		return nil, fmt.Errorf("astar: weight %v is out of range; expected 1 to %d", s.Weight, maxWeight)
	}
	r := &rule{problem: p, ofG: weightDecimals, ofH: puzzle.Cost(math.Round(weight * weightDecimals))}
	for a, b := r.ofG, r.ofH; ; a, b = b, a%b {
		if b == 0 {
			r.ofG, r.ofH = r.ofG/a, r.ofH/a
			break
		}
	}
	if s.Greedy {
		r.ofG, r.ofH = 0, 1
	}
	r.reopen = !s.heuristic().Consistent() && !s.Greedy
	r.admissible = s.heuristic().Admissible()
	return r, nil
}

// progress returns what is reported when the search has come to a layer of f.
func (r *rule) progress(stats search.Stats, f puzzle.Cost) search.Progress {
	return search.Progress{Stats: stats, Bound: f / max(r.ofG, 1)}
}

// f returns the priority of a state.
func (r *rule) f(g, h puzzle.Cost) puzzle.Cost { return r.ofG*g + r.ofH*h }

// bounding tells whether f is g + h, so that f bounds the cost of every plan.
func (r *rule) bounding() bool { return r.admissible && r.ofG == r.ofH }

// provenBy returns the lower bound that a plan of weighted A* proves by its
// own cost: with a consistent heuristic it is at most Weight times the optimum
// (Likhachev, Gordon, Thrun 2004, theorem 2), and with reopening, too.
func (r *rule) provenBy(cost puzzle.Cost) puzzle.Cost {
	if !r.admissible || r.ofG == 0 {
		return 0
	}
	return (cost*r.ofG + r.ofH - 1) / r.ofH
}
