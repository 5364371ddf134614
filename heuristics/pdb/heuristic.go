package pdb

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Heuristic adds up the pattern databases of a partition, for every goal whose
// tables a store holds. Without a Store or a Partition it is only a name.
type Heuristic struct {
	Store     Opener
	Partition string // as ParsePartition reads it; "" stands for the strongest that is built
	Plain     bool   // do not look at the reflected board
}

// Opener opens the tables of a partition, as a [Store] does. A program without a Store, such as
// the one for browsers, does not contain the code that reads files.
type Opener interface {
	Open(context.Context, Partition) (map[Pattern]*Table, error)
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
		return Heuristic{}, fmt.Errorf("%.60q names no pattern databases; expected pdb,"+
			" or pdb: and the tiles of each pattern such as pdb:5-5-5, or pdb: and a drawing such as "+
			"pdb:.aa/bac/bcc", text)
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
	if h.Store == nil || h.Partition == "" {
		return nil, fmt.Errorf("pdb: %s has no tables; expected a partition and a store", h.Name())
	}
	p, err := ParsePartition(h.Partition, goal)
	if err != nil {
		return nil, err
	}
	tables, err := h.Store.Open(context.Background(), p)
	if err != nil {
		return nil, err
	}
	return NewSum(p, tables, !h.Plain, costs), nil
}
