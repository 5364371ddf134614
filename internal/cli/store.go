package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/machine"
	"npuzzle/internal/units"
)

const (
	// StoreVariable is the environment variable that names the store if there is no
	// --store.
	StoreVariable = "NPUZZLE_STORE"

	// DefaultStore is the store if neither --store nor the environment names one.
	DefaultStore = "results/lab.sqlite"
)

// StoreName returns the file of the store, the SQLite file that keeps experiments and their trials.
// The flag --store takes precedence over the environment, and both over the default.
func StoreName(flag string) string { return cmp.Or(flag, os.Getenv(StoreVariable), DefaultStore) }

// StoreWords returns the words that name a store in a command. There are none for the store that
// commands use without them.
func StoreWords(store string) []string {
	if store == StoreName("") {
		return nil
	}
	return []string{"--store", store}
}

// CommandIn returns a command about what a store keeps, as a line of a shell.
func CommandIn(store string, words ...string) string {
	words = append([]string{"npuzzle"}, words...)
	return units.ShellLine(append(words, StoreWords(store)...))
}

// OpenToRead opens the store for a command that only reads it. It does not create a
// missing store, but returns a usage error. For each damaged trial, the store prints a
// line on standard error.
func OpenToRead(ctx context.Context, flag string, con Console) (*store.Store, error) {
	machine.SaveMemory() // until the end of the command
	name := StoreName(flag)
	s, err := store.OpenToRead(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Misuse("no store %s; expected a file made by npuzzle compare or npuzzle run, "+
			"or --store FILE", name)
	}
	if s != nil {
		s.Warn = con.Notice
	}
	return s, err
}

const (
	// turn is the maximum time to wait for a store that another process writes to.
	turn = 5 * time.Second

	// noticeAfter is the waiting time after which a command says what it waits for.
	noticeAfter = time.Second
)

// OpenToWrite opens the store for writing. If another process uses the store, OpenToWrite
// waits at most the time turn, and then returns an error that names the process. An
// interrupt ends only the waiting: a free store is opened even after an interrupt.
func OpenToWrite(ctx context.Context, name string, con Console) (*store.Store, error) {
	const pause = 50 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		s, err := store.Open(context.WithoutCancel(ctx), name)
		if s != nil {
			s.Warn = con.Notice
		}
		inUse, waits := errors.AsType[*store.InUseError](err)
		if !waits || waited >= turn {
			return s, err
		}
		if waited == noticeAfter {
			con.Notice(fmt.Sprintf("%s; waiting up to %v for it to end", inUse.Who(), turn))
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}

// Find returns the experiment with the given name and its trials. If there is none, it
// returns a nil experiment and the trials whose key begins with the name. In a name
// EXPERIMENT/KEY, it looks for trials of this experiment only. The parameter file is the
// value of --store.
//
// An empty name means the newest experiment; checkArguments refuses an empty argument, so it means
// that there is no argument. A name that fits neither an experiment nor a trial is a usage error.
func Find(ctx context.Context, file, name string, con Console) (*store.Experiment, []bench.Record,
	error) {
	var e *store.Experiment
	var records []bench.Record
	err := con.Compute(ctx, func() (err error) {
		e, records, err = findNow(ctx, file, name, con)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return e, records, nil
}

// findNow is find without the wait for an interrupt.
func findNow(ctx context.Context, file, name string, con Console) (*store.Experiment,
	[]bench.Record, error) {
	s, err := OpenToRead(ctx, file, con)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	e, err := s.Experiment(ctx, name)
	if err == nil {
		records, err := s.Records(ctx, e.Name)
		e.Done = len(records) // without damaged trials
		return &e, records, err
	}
	experiment, key, hasSlash := strings.Cut(name, "/")
	if hasSlash && experiment == "" {
		return nil, nil, Misuse("%.60q has no experiment before the slash; expected "+
			"EXPERIMENT/KEY, or a key alone",
			name)
	}
	if !hasSlash {
		experiment = ""
		key = name
	}
	if Is[*store.MissingError](err) && len(key) >= leastKey {
		if records, wrong := s.Trials(ctx, experiment, key); wrong != nil || len(records) > 0 {
			return nil, records, wrong
		}
	}
	return nil, nil, err
}

// leastKey is the minimum length of the beginning of a key that names a trial.
const leastKey = 4
