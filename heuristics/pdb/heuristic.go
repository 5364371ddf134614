package pdb

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Heuristic adds up the pattern databases of a partition. It supports the goals whose
// tables its Store can open. Without a Store or a Partition, it has only a name, and For
// returns an error.
type Heuristic struct {
	Store     Opener
	Partition string // text for ParsePartition; "" in the name pdb, for which the caller chooses one
	Plain     bool   // do not use the reflected board
}

// Opener opens the tables of a partition. [Store] implements it. Because Heuristic uses
// the interface, a program without a Store, such as the one for browsers, does not
// contain the code that reads files.
type Opener interface {
	Open(context.Context, Partition) (map[Pattern]*Table, error)
}

// Name is the name of a Heuristic without a partition.
const Name = "pdb"

// plainSuffix is the end of the name of a Heuristic with Plain set.
const plainSuffix = ":plain"

// ParseHeuristic parses the name of a Heuristic and returns it without a Store. The name
// is "pdb", or "pdb:" and a partition. The suffix ":plain" means that the reflected board
// is not used. The partition is not checked, because the goal is not known.
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

// Name returns the name, which ParseHeuristic parses.
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

// Consistent returns true, because a table has separate entries for the regions of the
// blank.
func (h Heuristic) Consistent() bool { return true }

// For opens the tables for a goal and returns a [Sum]. It returns a *NotBuiltError if a
// table is missing.
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
