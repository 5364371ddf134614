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

// Heuristic adds up the pattern databases of a partition, for any goal whose
// tables a store holds. Without a Store it only names them.
type Heuristic struct {
	Store     *Store
	Partition string // as ParsePartition reads it; "" for the strongest that is built
	Plain     bool   // leave out the reflected board
}

// Name is that of the heuristic without a partition.
const Name = "pdb"

// ending stands after a partition in the name of a plain heuristic.
const ending = ":plain"

// ParseHeuristic reads the name of a heuristic, which has no store: "pdb", or
// "pdb:" and a partition, with ":plain" after either to leave out the reflected
// board. Whether the partition divides the tiles shows with the goal.
func ParseHeuristic(text string) (Heuristic, error) {
	base, plain := strings.CutSuffix(text, ending)
	if base == Name {
		return Heuristic{Plain: plain}, nil
	}
	partition, ok := strings.CutPrefix(base, Name+":")
	strange := strings.IndexFunc(partition, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune("0123456789-/._", r)
	})
	if !ok || partition == "" || strange >= 0 {
		return Heuristic{}, fmt.Errorf("%.60q names no pattern databases; expected pdb, or pdb: and the tiles of each pattern such as pdb:5-5-5, or pdb: and a drawing such as pdb:.aa/bac/bcc", text)
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
		name += ending
	}
	return name
}

// Admissible returns true.
func (h Heuristic) Admissible() bool { return true }

// Consistent returns true: the tables know the blank's region.
func (h Heuristic) Consistent() bool { return true }

// For maps the tables of a goal. It returns a *NotBuiltError if there are none.
func (h Heuristic) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	if h.Store == nil {
		return nil, fmt.Errorf("pdb: %s has no store; expected one that keeps its tables", h.Name())
	}
	p, _, err := h.Choose(context.Background(), goal)
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
// its own, or the Best that its store has, with what was passed over for it, or
// the small one of Names, which is built in seconds, if there is none.
func (h Heuristic) Choose(ctx context.Context, goal puzzle.Board) (Partition, []PassedOver, error) {
	var passed []PassedOver
	switch {
	case h.Partition != "":
		p, err := ParsePartition(h.Partition, goal)
		return p, nil, err
	case goal == (puzzle.Board{}):
		return Partition{}, nil, errors.New("pdb: no goal; expected a board")
	case h.Store != nil:
		p, over, any, err := h.Store.Best(ctx, goal)
		if any || err != nil {
			return p, over, err
		}
		passed = over
	}
	names := Names(goal.Size())
	p, err := ParsePartition(names[len(names)-1], goal)
	return p, passed, err
}

// Err returns a *DamageError if a look-up has met a damaged block of the store.
// Whoever searches must ask before trusting a result.
func (h Heuristic) Err() error {
	if h.Store == nil {
		return nil
	}
	return h.Store.Err()
}
