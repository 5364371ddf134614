package lab

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"npuzzle/bench"
	"npuzzle/bench/store"
)

const (
	// waitingTrials is the number of trials that may wait to be written before the
	// runner has to wait too.
	waitingTrials = 1024

	// commitEvery is the least time between two transactions. A transaction costs as
	// much as many trials, so trials that end within this time share one.
	commitEvery = 10 * time.Millisecond
)

// keeper writes the records of trials to the store as the trials end. It calls kept
// for a trial only once the trial is kept.
//
// A single goroutine, that of write, makes all transactions. Trials hand their records
// to it through a channel, so they wait only if it is waitingTrials behind.
type keeper struct {
	store      *store.Store
	experiment string
	kept       func(bench.Record) // may be nil

	ended   chan bench.Record
	records []bench.Record // written so far
	writing *errgroup.Group
	stopped <-chan struct{} // closed after the first error
}

// newKeeper starts to write records to an experiment of the store. The caller must call
// close.
func newKeeper(ctx context.Context, s *store.Store, experiment string, kept func(bench.Record)) *keeper {
	writing, ctx := errgroup.WithContext(ctx)
	k := &keeper{
		store: s, experiment: experiment, kept: kept,
		ended: make(chan bench.Record, waitingTrials), writing: writing, stopped: ctx.Done(),
	}
	writing.Go(func() error { return k.write(ctx) })
	return k
}

// keep hands a record over to be written. It returns the error of an earlier one.
func (k *keeper) keep(r bench.Record) error {
	select {
	case k.ended <- r:
		return nil
	case <-k.stopped:
		return k.writing.Wait()
	}
}

// close waits until all records are written, and returns those that are.
func (k *keeper) close() ([]bench.Record, error) {
	close(k.ended)
	err := k.writing.Wait()
	return k.records, err
}

// write writes records until close is called, or until the first error.
func (k *keeper) write(ctx context.Context) error {
	var next time.Time // of a transaction
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

// gather returns a record with those that follow within a time. If the last transaction
// is long ago, that time has passed already, and a record that comes alone is written
// without delay.
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
