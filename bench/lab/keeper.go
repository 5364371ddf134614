package lab

import (
	"context"
	"time"

	"npuzzle/bench"
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

// keep writes records to the store as they arrive, until the channel is closed or writing fails, and
// returns the records that it has written. After each transaction, it calls Kept with its records.
func (l *Lab) keep(ctx context.Context, experiment string, ended <-chan bench.Record) ([]bench.Record, error) {
	var written []bench.Record
	var next time.Time // earliest time of the next transaction
	for r := range ended {
		batch, wait := []bench.Record{r}, time.After(time.Until(next))
		for gather := true; gather && len(batch) < waitingTrials; {
			select {
			case r, gather = <-ended:
				if gather {
					batch = append(batch, r)
				}
			case <-wait:
				gather = false
			}
		}
		next = time.Now().Add(commitEvery)
		if err := l.Store.Keep(ctx, experiment, batch); err != nil {
			return written, err
		}
		written = append(written, batch...)
		if l.Kept != nil {
			for _, r := range batch {
				l.Kept(r)
			}
		}
	}
	return written, nil
}
