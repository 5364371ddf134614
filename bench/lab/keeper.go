package lab

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"npuzzle/bench"
	"npuzzle/bench/store"
)

const (
	// waitingTrials is the maximum number of records that wait to be written. If there
	// are more, the runner has to wait.
	waitingTrials = 1024

	// commitEvery is the minimum time between the beginnings of two transactions. Trials
	// that end within this time share a transaction, because a transaction takes as long
	// as many short trials.
	commitEvery = 10 * time.Millisecond
)

// keeper writes the records of trials to the store as the trials end. After it has
// written a record, it calls the function kept with this record.
//
// One goroutine runs the method write, which makes all transactions. It receives the
// records from a channel of waitingTrials elements. So sending a record blocks only if
// the channel is full.
type keeper struct {
	store      *store.Store
	experiment string
	kept       func(bench.Record) // may be nil

	ended   chan bench.Record // records to write
	records []bench.Record    // records written so far
	writing *errgroup.Group   // runs the method write
	stopped <-chan struct{}   // closed after the first error
}

// newKeeper returns a keeper for an experiment of the store, and starts its goroutine.
// The caller must call close.
func newKeeper(ctx context.Context, s *store.Store, experiment string, kept func(bench.Record)) *keeper {
	writing, ctx := errgroup.WithContext(ctx)
	k := &keeper{
		store: s, experiment: experiment, kept: kept,
		ended: make(chan bench.Record, waitingTrials), writing: writing, stopped: ctx.Done(),
	}
	writing.Go(func() error { return k.write(ctx) })
	return k
}

// keep sends a record to the goroutine that writes. If writing an earlier record has
// failed, keep returns the error.
func (k *keeper) keep(r bench.Record) error {
	select {
	case k.ended <- r:
		return nil
	case <-k.stopped:
		return k.writing.Wait()
	}
}

// close waits until all records are written or writing fails. It returns the records
// that have been written.
func (k *keeper) close() ([]bench.Record, error) {
	close(k.ended)
	err := k.writing.Wait()
	return k.records, err
}

// write writes records until close is called, or until the first error.
func (k *keeper) write(ctx context.Context) error {
	var next time.Time // earliest time of the next transaction
	for r := range k.ended {
		batch := k.gather(r, time.Until(next))
		next = time.Now().Add(commitEvery)
		if err := k.store.Keep(ctx, k.experiment, batch); err != nil {
			return err
		}
		k.records = append(k.records, batch...)
		if k.kept != nil {
			for _, r := range batch {
				k.kept(r)
			}
		}
	}
	return nil
}

// gather returns a batch: the first record, and the records that arrive within the given
// time. If the last transaction began at least commitEvery ago, this time is not above 0,
// and gather does not wait.
func (k *keeper) gather(first bench.Record, within time.Duration) []bench.Record {
	batch := []bench.Record{first}
	timer := time.NewTimer(within)
	defer timer.Stop()
	for len(batch) < waitingTrials {
		select {
		case r, more := <-k.ended:
			if !more {
				return batch
			}
			batch = append(batch, r)
		case <-timer.C:
			return batch
		}
	}
	return batch
}
