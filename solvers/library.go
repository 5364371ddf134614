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

// Library finds the tables of pattern databases for heuristics, and builds missing tables
// if that takes seconds. It is safe for concurrent use.
type Library struct {
	Dir    string            // directory of the pattern databases; "" for pdb.DefaultDir
	Build  pdb.BuildOptions  // options for building missing tables
	Notice func(text string) // receives a line about each partition chosen or built; may be nil

	// If Verified is true, tables are opened without comparing their checksums. The
	// process of an isolated trial sets it, because the parent process has already
	// prepared the same heuristic and compared the checksums.
	Verified bool

	mutex    sync.Mutex
	closed   bool
	store    *pdb.Store
	prepared map[request]heuristics.Heuristic
}

// request is the key of a prepared heuristic. It includes the goal, because a table holds
// distances to one goal.
type request struct {
	heuristic string
	goal      puzzle.Board
}

// Prepare returns a heuristic with the tables that it needs for a goal. It returns
// heuristics that use no pattern database unchanged. "pdb" without a partition means the
// strongest partition that is built or, if none is built, pdb.Small. Prepare opens the
// files of the partition and compares their checksums. If tables are missing, Prepare
// builds them if that takes seconds, and otherwise returns a *pdb.NotBuiltError.
//
// An error of type *pdb.RequestError, *pdb.NotBuiltError or *pdb.NoRoomError means that
// the request must change. Other errors come from files or from the context.
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

// Close ends the use of the library. It waits until no table is being built. Afterwards,
// Prepare returns an error for heuristics that need tables. Heuristics that are already
// prepared keep their tables.
func (l *Library) Close() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.closed = true
}

var errClosed = errors.New("solvers: the library is closed; expected an open one")

// prepare returns the heuristic with its store and its partition set, and opens its
// tables. The caller holds the mutex.
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
	// Notices use the requested name or the label, whichever is shorter.
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

// choose returns the partition that a heuristic uses for a goal. It is the partition in
// the heuristic's name, if there is one, else the strongest partition that is built, else
// pdb.Small, which can be built in seconds.
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
