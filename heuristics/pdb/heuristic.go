package pdb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Heuristic adds up the pattern databases of a partition, for every goal whose
// tables a store holds. Without a Store it is only a name.
type Heuristic struct {
	Store     *Store
	Partition string // as ParsePartition reads it; "" for the strongest that is built
	Plain     bool   // do not look at the reflected board
}

// Name is the name of the heuristic without a partition.
const Name = "pdb"

// plainSuffix ends the name of a plain heuristic.
const plainSuffix = ":plain"

// ParseHeuristic reads the name of a heuristic, which has no store: "pdb", or
// "pdb:" and a partition, with ":plain" after either to leave out the reflected
// board. The partition is checked when the goal is known.
func ParseHeuristic(text string) (Heuristic, error) {
	base, plain := strings.CutSuffix(text, plainSuffix)
	if base == Name {
		return Heuristic{Plain: plain}, nil
	}
	partition, ok := strings.CutPrefix(base, Name+":")
	invalid := strings.ContainsFunc(partition, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune("0123456789-/._", r)
	})
	if !ok || partition == "" || invalid {
		return Heuristic{}, fmt.Errorf("%.60q names no pattern databases; expected pdb, or pdb: and the tiles of each pattern"+
			" such as pdb:5-5-5, or pdb: and a drawing such as pdb:.aa/bac/bcc", text)
	}
	return Heuristic{Partition: partition, Plain: plain}, nil
}

// Name returns the name as ParseHeuristic reads it.
func (h Heuristic) Name() string {
	name := Name
	if h.Partition != "" {
		name += ":" + h.Partition
	}
	if h.Plain {
		name += plainSuffix
	}
	return name
}

// Admissible returns true.
func (h Heuristic) Admissible() bool { return true }

// Consistent returns true, since the tables tell the regions of the blank apart.
func (h Heuristic) Consistent() bool { return true }

// For opens the tables for a goal. It returns a *NotBuiltError if there are none.
func (h Heuristic) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	if h.Store == nil {
		return nil, fmt.Errorf("pdb: %s has no store; expected one that keeps its tables", h.Name())
	}
	p, err := h.Choose(context.Background(), goal)
	if err != nil {
		return nil, err
	}
	tables, err := h.Store.Open(context.Background(), p)
	if err != nil {
		return nil, err
	}
	return NewSum(p, tables, !h.Plain, costs), nil
}

// Choose returns the partition of a goal's tiles that the heuristic stands for:
// its own; or the Best of its store; or, if there is none, the smallest of
// Names, which is built in seconds.
func (h Heuristic) Choose(ctx context.Context, goal puzzle.Board) (Partition, error) {
	switch {
	case h.Partition != "":
		return ParsePartition(h.Partition, goal)
	case goal == (puzzle.Board{}):
		return Partition{}, errors.New("pdb: no goal; expected a board")
	case h.Store != nil:
		if p, found, err := h.Store.Best(ctx, goal); found || err != nil {
			return p, err
		}
	}
	names := Names(goal.Size())
	return ParsePartition(names[len(names)-1], goal)
}
