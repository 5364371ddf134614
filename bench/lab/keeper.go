package lab

import (
	"context"
	"sync"

	"npuzzle/bench"
	"npuzzle/bench/store"
)

// keeper writes trials to the store the moment they end. Those that end while it
// writes go into the next transaction together, so that a transaction's cost is
// shared by as many trials as it holds up, and none waits for a clock.
type keeper struct {
	ctx        context.Context
	store      *store.Store
	experiment string
	kept       func(bench.Record) // is told of each trial once it is kept; may be nil

	ended chan bench.Record
	done  sync.WaitGroup

	mu     sync.Mutex
	failed error
}

// waitingTrials is how many trials may wait to be written before those that run
// have to.
const waitingTrials = 256

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

// close waits until all trials are kept, and returns the first error.
func (k *keeper) close() error {
	close(k.ended)
	k.done.Wait()
	return k.err()
}

func (k *keeper) err() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.failed
}

// write keeps all trials that have ended, again and again.
func (k *keeper) write() {
	var batch []bench.Record
	for r := range k.ended {
		batch = append(batch[:0], r)
	more:
		for len(batch) < waitingTrials {
			select {
			case r, open := <-k.ended:
				if !open {
					break more
				}
				batch = append(batch, r)
			default:
				break more
			}
		}
		if k.err() != nil {
			continue
		}
		if err := k.store.Keep(k.ctx, k.experiment, batch); err != nil {
			k.mu.Lock()
			k.failed = err
			k.mu.Unlock()
			continue
		}
		if k.kept != nil {
			for _, r := range batch {
				k.kept(r)
			}
		}
	}
}
