package heuristics

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"

	"npuzzle/puzzle"
)

// Preparer is a heuristic that reads tables from files, such as pattern databases. Until
// Prepare, it is only a name, and For returns an error. Its values must be comparable.
type Preparer interface {
	Heuristic

	// Named returns the heuristic of the same kind whose name is Name, a colon and the
	// text. It opens no files.
	Named(text string) (Heuristic, error)

	// CheckGoal returns an error if there can be no tables for a goal. It opens no files.
	CheckGoal(goal puzzle.Board) error

	// Prepare finds or builds the tables for a goal, and returns a heuristic of the same
	// type that has them. If the heuristic has tables already, Prepare returns the heuristic
	// itself. If other files can have the same name, the result is a Versioned whose version
	// tells them apart. Callers use Library.Prepare.
	Prepare(ctx context.Context, goal puzzle.Board, l *Library) (Heuristic, error)
}

// Parts returns the heuristic itself or, if it is a Max, the parts of its heuristics.
func Parts(h Heuristic) []Heuristic {
	m, ok := h.(maximum)
	if !ok {
		return []Heuristic{h}
	}
	var parts []Heuristic
	for _, part := range m {
		parts = append(parts, Parts(part)...)
	}
	return parts
}

// ReadsFiles reports whether a heuristic or a part of it is a Preparer.
func ReadsFiles(h Heuristic) bool {
	return slices.ContainsFunc(Parts(h), func(part Heuristic) bool {
		_, files := part.(Preparer)
		return files
	})
}

// Library finds the tables of heuristics that read files, and builds missing tables if that
// takes seconds. It is safe for concurrent use.
type Library struct {
	Dir    string // directory of the files; "" for the default of the heuristic
	Memory uint64 // memory limit for building tables in bytes; 0 for no limit

	// Observe receives the progress while tables are built, and Notice receives a line
	// about each build, and about each heuristic that cannot use its tables for a goal. Both may
	// be nil.
	Observe func(done, all uint64, text string)
	Notice  func(text string)

	// If Verified is true, tables are opened without comparing their checksums. The
	// process of an isolated trial sets it, because the parent process has already
	// prepared the same heuristic and compared the checksums.
	Verified bool

	mutex    sync.Mutex // held by Prepare
	closed   bool
	prepared map[request]Heuristic

	keeping sync.Mutex // held by Keep
	kept    map[reflect.Type]any
}

// request is the key of a prepared heuristic. It includes the goal, because tables hold
// distances to one goal.
type request struct {
	heuristic Preparer
	goal      puzzle.Board
}

// Prepare returns a heuristic with the tables that it needs for a goal. It returns
// heuristics that read no files unchanged. For "pdb" without a partition, it chooses one; see
// package pdb. Prepare opens the files and compares their checksums. If tables are missing,
// Prepare builds them if that takes seconds, and otherwise returns a *pdb.NotBuiltError.
//
// An error of type *pdb.RequestError, *pdb.NotBuiltError or *pdb.NoRoomError means that
// the request must change. Other errors come from files or from the context.
func (l *Library) Prepare(ctx context.Context, h Heuristic, goal puzzle.Board) (Heuristic, error) {
	if err := Check(h); err != nil {
		return nil, fmt.Errorf("heuristics: %w", err)
	}
	return change(h, func(part Heuristic) (Heuristic, error) {
		p, ok := part.(Preparer)
		if !ok {
			return part, nil
		}
		l.mutex.Lock()
		defer l.mutex.Unlock()
		if l.closed {
			return nil, errClosed
		}
		asked := request{heuristic: p, goal: goal}
		if ready, known := l.prepared[asked]; known {
			return ready, nil
		}
		ready, err := p.Prepare(ctx, goal, l)
		if err != nil {
			return ready, err
		}
		if l.prepared == nil {
			l.prepared = map[request]Heuristic{}
		}
		l.prepared[asked] = ready
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

var errClosed = errors.New("heuristics: the library is closed; expected an open one")

// Keep returns what open returned when Keep was first called for a library and the type T. If open
// fails, the next call tries again. The method Prepare of a Preparer uses Keep for files that
// several heuristics share. The function open must not call Keep.
func Keep[T any](l *Library, open func() (T, error)) (T, error) {
	l.keeping.Lock()
	defer l.keeping.Unlock()
	kind := reflect.TypeFor[T]()
	if kept, known := l.kept[kind]; known {
		return kept.(T), nil
	}
	opened, err := open()
	if err != nil {
		return opened, err
	}
	if l.kept == nil {
		l.kept = map[reflect.Type]any{}
	}
	l.kept[kind] = opened
	return opened, nil
}

// Notify formats a text and passes it to Notice, if there is one.
func (l *Library) Notify(format string, args ...any) {
	if l.Notice != nil {
		l.Notice(fmt.Sprintf(format, args...))
	}
}

// ErrUnreadable means that a mapped file could not be read, because it was truncated
// while it was in use or because its disk failed.
var ErrUnreadable = errors.New("heuristics: a file of tables can no longer be read")

// Guard calls read, which reads mapped tables, and returns its error. If a file can no
// longer be read, the operating system reports a memory fault, which would end the
// program. Guard returns ErrUnreadable instead. It covers only the goroutine that calls
// it. If read starts other goroutines, they must call debug.SetPanicOnFault and recover,
// and read must then panic with what they recovered.
func Guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // implemented by the runtime's memory faults only
			err = ErrUnreadable
		default:
			panic(fault)
		}
	}()
	return read()
}
