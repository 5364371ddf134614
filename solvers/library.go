package solvers

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// Library finds the tables of heuristics that name pattern databases, and builds
// those that take seconds. It is safe for concurrent use.
type Library struct {
	Dir    string            // of the pattern databases; "" for pdb.DefaultDir
	Build  pdb.BuildOptions  // of tables that are not there
	Notice func(text string) // is told once what a heuristic stands for and what is built; may be nil

	// Verified opens tables without comparing their checksums. The process of an
	// isolated trial sets it, because the process that started the trial has
	// prepared the same heuristic and so compared the checksums.
	Verified bool

	mutex    sync.Mutex
	closed   bool
	store    *pdb.Store
	prepared map[request]heuristics.Heuristic
}

// request is what is asked of a Library. The goal is part of it, because a table holds
// distances to one goal.
type request struct {
	heuristic string
	goal      puzzle.Board
}

// Prepare returns a heuristic with the tables that it needs for a goal. A
// heuristic without tables is returned as it is. "pdb" becomes the strongest
// partition that is built, or else pdb.Small. Every partition
// gets its store, its files are opened, and the checksums are compared. Prepare
// builds tables that are missing if that takes seconds, and returns a
// *pdb.NotBuiltError if it takes longer.
//
// The errors that are the fault of the request are *pdb.RequestError,
// *pdb.NotBuiltError and *pdb.NoRoomError. All others come from files.
func (l *Library) Prepare(
	ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
	return heuristics.Map(h, func(part heuristics.Heuristic) (heuristics.Heuristic, error) {
		named, ok := part.(pdb.Heuristic)
		if !ok || named.Store != nil {
			return part, nil
		}
		l.mutex.Lock()
		defer l.mutex.Unlock()
		if l.closed {
			return nil, errClosed
		}
		key := request{named.Name(), goal}
		if ready, ok := l.prepared[key]; ok {
			return ready, nil
		}
		ready, err := l.prepare(ctx, named, goal)
		if err != nil {
			return nil, err
		}
		if l.prepared == nil {
			l.prepared = map[request]heuristics.Heuristic{}
		}
		l.prepared[key] = ready
		return ready, nil
	})
}

// Close ends the use of the library. It waits for a table that is being built.
// Afterwards the library builds nothing and gives no notice. Heuristics that are
// prepared keep their tables.
func (l *Library) Close() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.closed = true
}

var errClosed = errors.New("solvers: the library is closed; expected an open one")

// prepare gives a heuristic its store and opens its tables. The caller holds the
// mutex.
func (l *Library) prepare(ctx context.Context, h pdb.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
	if l.store == nil {
		store, err := pdb.NewStore(l.Dir)
		if err != nil {
			return nil, err
		}
		store.Verified = l.Verified
		l.store = store
	}
	h.Store = l.store
	p, err := l.choose(ctx, h, goal)
	if err != nil {
		return nil, err
	}
	// Notices use the shorter of two names: as it was asked for, or the label.
	name, label := h.Name(), pdb.Heuristic{Partition: p.Short(), Plain: h.Plain}.Name()
	if len(label) < len(name) {
		name = label
	}
	h.Partition = p.String()
	_, err = l.store.Open(ctx, p)
	if _, missing := errors.AsType[*pdb.NotBuiltError](err); missing && p.Quick() {
		l.notice("%s of %v is not built: building %s in %s", name, goal.Size(), label, l.store.Dir)
		if _, err = l.store.Build(ctx, p, l.Build); err == nil {
			_, err = l.store.Open(ctx, p)
		}
	} else if err == nil && name != h.Name() {
		l.notice("%s of %v is %s", name, goal.Size(), label)
	}
	if err != nil {
		return nil, err
	}
	return h, nil
}

// choose returns the partition of a goal's tiles that a heuristic stands for: its
// own, or the strongest that is built, or the one that is built in seconds.
func (l *Library) choose(ctx context.Context, h pdb.Heuristic, goal puzzle.Board) (pdb.Partition, error) {
	if h.Partition != "" {
		return pdb.ParsePartition(h.Partition, goal)
	}
	if p, found, err := l.store.Best(ctx, goal); found || err != nil {
		return p, err
	}
	return pdb.ParsePartition(pdb.Small(goal.Size()), goal)
}

// notice formats a text and passes it to Notice, if there is one.
func (l *Library) notice(format string, args ...any) {
	if l.Notice != nil {
		l.Notice(fmt.Sprintf(format, args...))
	}
}
