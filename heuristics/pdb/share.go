package pdb

import (
	"iter"
	"sync"
	"sync/atomic"
)

// share shares the sets from a first one up to an end out among workers: each of
// them runs work, in a goroutine of its own, which takes some sets after others.
func (r *Ranking) share(workers int, first, end uint64, work func(sets iter.Seq2[uint64, uint64])) {
	// Few turns cost little; at the last ones all workers should be busy.
	turn := max(1, min(16, (end-first)/uint64(8*workers)))
	var next atomic.Uint64
	next.Store(first)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			work(func(yield func(first, end uint64) bool) {
				for {
					from := next.Add(turn) - turn
					if from >= end || !yield(from, min(from+turn, end)) {
						return
					}
				}
			})
		})
	}
	wait.Wait()
}
