package ga

import (
	"errors"
	"sync"
	"sync/atomic"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// errStop ends an evolution from within: the goal is found, or run.stop says
// why the run ends.
var errStop = errors.New("ga: the run has ended")

const (
	// pollEvery is how many genes a worker decodes between two looks at the
	// context: a tenth of a millisecond.
	pollEvery = 8192

	// overhead is the work beside decoding that a chromosome takes, in genes.
	overhead = 50

	// bundle is how many chromosomes a worker takes at a time.
	bundle = 8
)

// worker decodes chromosomes on one goroutine.
type worker struct {
	scorer
	sincePoll int // genes decoded
}

// evaluate scores chromosomes in order and counts the work. It stops behind
// the first that solves the problem, when the budget of evaluations is used
// up, and soon after the context has ended: then it returns errStop. What it
// finds and counts does not depend on the number of workers.
func (r *run) evaluate(batch []*chromosome) error {
	due := len(batch)
	if left := r.limits.Expanded - r.stats.Evaluated; r.limits.Expanded > 0 && left < uint64(due) {
		due = int(left)
	}
	t := &task{run: r, batch: batch[:due]}
	t.end.Store(int64(due))
	var others sync.WaitGroup
	for i := 1; i < len(r.workers) && i*bundle < due; i++ {
		others.Go(func() { t.work(&r.workers[i]) })
	}
	t.work(&r.workers[0])
	others.Wait()

	done := batch[:t.end.Load()]
	for _, c := range done {
		if c.decoded > 0 { // not all are when interrupted
			r.stats.Evaluated++
			r.stats.Generated += uint64(c.decoded)
			r.stats.MaxDepth = max(r.stats.MaxDepth, puzzle.Cost(len(r.prefix)+c.decoded))
		}
	}
	if t.interrupted.Load() {
		r.stop = search.Interrupted(r.ctx)
		return errStop
	}
	if last := len(done) - 1; last >= 0 && done[last].solved {
		r.solution = done[last]
		return errStop
	}
	if r.limits.Expanded > 0 && r.stats.Evaluated >= r.limits.Expanded {
		r.stop = search.NodeLimit
		return errStop
	}
	return nil
}

// task is a batch of chromosomes that workers share.
type task struct {
	*run
	batch       []*chromosome
	next        atomic.Int64 // first that nobody has taken
	end         atomic.Int64 // behind the last that is wanted
	interrupted atomic.Bool
}

// work scores bundles of chromosomes until none is wanted.
func (t *task) work(w *worker) {
	for {
		from := t.next.Add(bundle) - bundle
		for i := from; i < from+bundle; i++ {
			if i >= t.end.Load() || t.interrupted.Load() {
				return
			}
			c := t.batch[i]
			c.score = w.score(&t.origin, c.genes)
			if c.solved {
				t.endBehind(i)
			}
			if w.sincePoll += c.decoded + overhead; w.sincePoll >= pollEvery {
				w.sincePoll = 0
				if t.ctx.Err() != nil {
					t.interrupted.Store(true)
				}
			}
		}
	}
}

// endBehind makes a solution the last chromosome that is wanted, unless there
// is one before it.
func (t *task) endBehind(i int64) {
	for {
		end := t.end.Load()
		if i+1 >= end || t.end.CompareAndSwap(end, i+1) {
			return
		}
	}
}
