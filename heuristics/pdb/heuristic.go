package pdb

import (
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Heuristic adds up the pattern databases of a partition, for any goal whose
// tables a store holds.
type Heuristic struct {
	Store     *Store
	Partition string // as ParsePartition reads it
	Plain     bool   // leave out the reflected board
}

// Name returns "pdb:" and the partition, with ":plain" if the reflected board is
// left out.
func (h Heuristic) Name() string {
	if h.Plain {
		return "pdb:" + h.Partition + ":plain"
	}
	return "pdb:" + h.Partition
}

// Admissible returns true.
func (h Heuristic) Admissible() bool { return true }

// Consistent returns true: the tables know the blank's region.
func (h Heuristic) Consistent() bool { return true }

// For maps the tables of a goal. It returns a *NotBuiltError if there is none.
func (h Heuristic) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	p, err := ParsePartition(h.Partition, goal)
	if err != nil {
		return nil, err
	}
	tables, err := h.Store.Open(p)
	if err != nil {
		return nil, err
	}
	return NewSum(p, tables, !h.Plain, costs), nil
}
