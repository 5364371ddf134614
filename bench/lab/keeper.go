package lab

import (
	"context"
	"sync"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/store"
)

// keeper writes trials to the store as they end. A transaction costs as much as
// many trials, so that those which end within commitEvery of its beginning go into
// the next together; one that ends in a quiet time is written at once. Nobody is
// told of a trial before it is kept.
type keeper struct {
	ctx        context.Context
	store      *store.Store
	experiment string
	kept       func(bench.Record) // is told of each trial once it is kept; may be nil

	records []bench.Record // that are kept
	ended   chan bench.Record
	done    sync.WaitGroup

	mu     sync.Mutex
	failed error
}

const (
	// waitingTrials is how many trials may wait to be written before those that
	// run have to.
	waitingTrials = 1024

	// commitEvery is the least time from one transaction to the next.
	commitEvery = 10 * time.Millisecond
)

func newKeeper(ctx context.Context, s *store.Store, experiment string, kept func(bench.Record)) *keeper {
	k := &keeper{ctx: ctx, store: s, experiment: experiment, kept: kept, ended: make(chan bench.Record, waitingTrials)}
	k.done.Go(k.write)
	return k
}

// keep hands a trial over. It returns the error of an earlier one.
func (k *keeper) keep(r bench.Record) error {
	k.ended <- r
	return k.err()
}

// close waits until all trials are kept, and returns them or the first error.
func (k *keeper) close() ([]bench.Record, error) {
	close(k.ended)
	k.done.Wait()
	return k.records, k.err()
}

func (k *keeper) err() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.failed
}

// write keeps all trials that have ended, again and again.
func (k *keeper) write() {
	var next time.Time
	for r := range k.ended {
		batch := k.gather(r, time.Until(next))
		next = time.Now().Add(commitEvery)
		if k.err() != nil {
			continue
		}
		if err := k.store.Keep(k.ctx, k.experiment, batch); err != nil {
			k.mu.Lock()
			k.failed = err
			k.mu.Unlock()
			continue
		}
		k.records = append(k.records, batch...)
		if k.kept != nil {
			for _, r := range batch {
				k.kept(r)
			}
		}
	}
}

// gather returns a trial with those that end within a time behind it.
func (k *keeper) gather(first bench.Record, within time.Duration) []bench.Record {
	batch := []bench.Record{first}
	wait := time.NewTimer(within)
	defer wait.Stop()
	for len(batch) < waitingTrials {
		select {
		case r, open := <-k.ended:
			if !open {
				return batch
			}
			batch = append(batch, r)
		case <-wait.C:
			return batch
		}
	}
	return batch
}
