package ga

import (
	"errors"
	"sync/atomic"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// errStop ends an evolution from within: the target is reached, or evolution.stop
// says why it ends.
var errStop = errors.New("ga: the evolution has ended")

const (
	// pollEvery is how many genes a scorer decodes between two looks at the
	// context: a tenth of a millisecond.
	pollEvery = 8192

	// overhead is the work beside decoding that a chromosome takes, in genes.
	overhead = 50

	// bundle is how many chromosomes a worker takes at a time.
	bundle = 8
)

// evaluate scores chromosomes in order, those that are not scored yet, and
// counts the work. It stops behind the first that reaches the target, when the
// quota is used up, and soon after the context has ended: then it returns errStop. What it finds and counts does not
// depend on the number of workers.
func (e *evolution) evaluate(batch []*chromosome) error {
	due := batch
	if uint64(len(batch)) > e.quota {
		due = e.within(batch)
	}
	t := &task{evolution: e, batch: due}
	t.end.Store(int64(len(due)))
	var others search.WorkerGroup
	for i := 1; i < len(e.workers) && i*bundle < len(due); i++ {
		others.Go(func() { t.work(e.workers[i]) })
	}
	t.work(e.workers[0])
	others.Wait()

	done := due[:t.end.Load()]
	for _, c := range done {
		if c.counted || c.decoded == 0 { // scored before, or not for an interrupt
			continue
		}
		c.counted = true
		e.quota--
		e.stats.Evaluated++
		e.stats.Generated += uint64(c.decoded - c.resumed)
		e.stats.MaxDepth = max(e.stats.MaxDepth, puzzle.Cost(e.depth+c.decoded))
		if c.solved && (e.solution == nil || c.fitness < e.solution.fitness) {
			e.solution = c.Clone().(*chromosome)
		}
	}
	if t.interrupted.Load() {
		e.stop = search.Interrupted(e.ctx)
		return errStop
	}
	if e.solution != nil {
		return errStop
	}
	if e.quota == 0 {
		e.stop = search.NodeLimit
		return errStop
	}
	return nil
}

// within returns as much of a batch as the quota is enough for.
func (e *evolution) within(batch []*chromosome) []*chromosome {
	left := e.quota
	for i, c := range batch {
		if c.decoded > 0 {
			continue
		}
		if left == 0 {
			return batch[:i]
		}
		left--
	}
	return batch
}

// task is a batch of chromosomes that workers share.
type task struct {
	*evolution
	batch       []*chromosome
	next        atomic.Int64 // first that nobody has taken
	end         atomic.Int64 // behind the last that is wanted
	interrupted atomic.Bool
}

// work scores bundles of chromosomes until none is wanted.
func (t *task) work(w *scorer) {
	for {
		from := t.next.Add(bundle) - bundle
		for i := from; i < from+bundle; i++ {
			if i >= t.end.Load() || t.interrupted.Load() {
				return
			}
			c := t.batch[i]
			if c.decoded == 0 {
				c.resumed = c.kept.moves()
				c.score = w.score(&t.origin, c.genes, &c.kept)
			}
			if c.solved {
				t.endBehind(i)
			}
			if w.ended(overhead) || c.decoded == 0 {
				t.interrupted.Store(true)
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
