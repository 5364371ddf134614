package pdb

import (
	"cmp"
	"context"
	"errors"
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
	Store opener
	// text for ParsePartition; "" in the name pdb, for which the caller chooses one
	Partition string
	Plain     bool // do not use the reflected board
}

// opener opens the tables of a partition. [Store] implements it. Because Heuristic uses
// the interface, a program without a Store, such as the one for browsers, does not
// contain the code that reads files.
type opener interface {
	Open(context.Context, Partition) (map[Pattern]*Table, error)
}

// kind is the name of a Heuristic without a partition.
const kind = "pdb"

// plainSuffix is the end of the name of a Heuristic with Plain set.
const plainSuffix = ":plain"

// Named returns the heuristic whose name is "pdb:" and the text. The text is a partition,
// "plain", or a partition with the suffix ":plain". Plain means that the reflected board is
// not used. The partition is not checked, because the goal is not known.
func (Heuristic) Named(text string) (heuristics.Heuristic, error) {
	partition, plain := strings.CutSuffix(":"+text, plainSuffix)
	missing := partition == ":"
	partition = strings.TrimPrefix(partition, ":")
	invalid := strings.ContainsFunc(partition, func(r rune) bool {
		return !unicode.IsLetter(r) && !strings.ContainsRune("0123456789-/._", r)
	})
	if invalid || missing {
		return nil, fmt.Errorf("%.60q names no pattern databases; expected pdb, or pdb: and the "+
			"tiles of each pattern such as pdb:5-5-5, or pdb: and a drawing such as "+
			"pdb:.aa/bac/bcc", kind+":"+text)
	}
	return Heuristic{Partition: partition, Plain: plain}, nil
}

// Name returns "pdb", the partition and the suffix. See Named.
func (h Heuristic) Name() string {
	name := kind
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
	return newSum(p, tables, !h.Plain, costs), nil
}

// Digests returns the digests of the tables that a prepared heuristic reads for a goal, by the
// names of their files.
func Digests(h heuristics.Heuristic, goal puzzle.Board) (map[string]string, error) {
	digests := map[string]string{}
	for _, part := range heuristics.Parts(h) {
		tables, _ := part.(Heuristic)
		store, reads := tables.Store.(*Store)
		if !reads {
			continue
		}
		p, err := ParsePartition(tables.Partition, goal)
		if err != nil {
			return nil, err
		}
		for _, pattern := range p.patterns {
			if digests[pattern.fileName()],
				err = Inspect(store.path(pattern)).Digest(); err != nil {
				return nil, err
			}
		}
	}
	return digests, nil
}

// CheckGoal returns an error if the partition does not fit a goal.
func (h Heuristic) CheckGoal(goal puzzle.Board) (err error) {
	if h.Partition != "" {
		_, err = ParsePartition(h.Partition, goal)
	}
	return err
}

// Prepare returns the heuristic with its store and its partition set, and opens its tables.
// It builds missing tables if that takes seconds. The name "pdb" without a partition means the
// strongest partition that is built or, if none is built, Small, which takes seconds.
func (h Heuristic) Prepare(
	ctx context.Context, goal puzzle.Board, l *heuristics.Library) (heuristics.Heuristic, error) {
	if h.Store != nil {
		return h, nil
	}
	store, err := heuristics.Keep(l, func() (*Store, error) { return NewStore(l.Dir) })
	if err != nil {
		return nil, err
	}
	store.Verified = l.Verified
	p := Partition{}
	found := false
	if h.Partition == "" {
		p, found, err = store.Best(ctx, goal)
	}
	if !found && err == nil {
		p, err = ParsePartition(cmp.Or(h.Partition, Small(goal.Size())), goal)
	}
	if err != nil {
		return nil, err
	}
	// Notices use the requested name or the label, whichever is shorter.
	name := h.Name()
	label := Heuristic{Partition: p.Short(), Plain: h.Plain}.Name()
	if len(label) < len(name) {
		name = label
	}
	h.Store = store
	h.Partition = p.String()
	_, err = store.Open(ctx, p)
	if _, missing := errors.AsType[*NotBuiltError](err); missing && p.Quick() {
		l.Notify("%s of %v is not built: building %s in %s", name, goal.Size(), label, store.Dir)
		options := BuildOptions{Memory: l.Memory}
		if l.Observe != nil {
			options.Observe = func(p Progress) { l.Observe(p.Done, p.Total, p.String()) }
		}
		if _, err = store.Build(ctx, p, options); err == nil {
			_, err = store.Open(ctx, p)
		}
	}
	return h, err
}
