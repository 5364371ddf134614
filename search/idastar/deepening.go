package idastar

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// If an iteration has at least largeIteration expansions, it pays to split the
	// next one and to build the tables of a fast kernel.
	largeIteration = 1 << 12
	// nodeBytes is the memory of one level of a depth-first search.
	nodeBytes = 64
)

// deepening is one run of IDA*.
//
// A small iteration is one depth-first search. A large one takes three passes; see passes.go.
type deepening struct {
	result   search.Result
	ctx      context.Context
	tree     *tree
	main     *dfs     // searches small iterations, and the first and third pass of large ones
	kernels  []kernel // one for each worker
	tables   uint64   // memory of the tables that the kernels share, in bytes
	limits   search.Limits
	observer search.Observer
	observed sync.Mutex // locked while the observer is called
	reported search.Progress

	iteration iteration
	left      uint64        // states that the iteration may generate
	before    uint64        // expansions in earlier iterations
	running   atomic.Uint64 // expansions of this iteration so far, for the observer
	// states generated in this iteration, in the subtrees that were searched
	made     atomic.Uint64
	surplus  uint64 // states of this iteration that were generated and then discarded
	large    uint64 // largeIteration, unless a test sets another number
	expected uint64 // expansions of the last iteration; most iterations have at least as many
}

// iteration says what one iteration searches.
type iteration struct {
	bound  puzzle.Cost // only states whose f is at most the bound are entered
	enough puzzle.Cost // a plan that costs at most as much ends the iteration; see dfs
	budget uint64      // the iteration stops when it has generated as many states
}

func newDeepening(ctx context.Context, s *Solver, t *tree, lim search.Limits) *deepening {
	workers := search.Workers(s.Workers)
	d := &deepening{
		ctx:      ctx,
		tree:     t,
		main:     newDFS(t),
		limits:   lim,
		observer: s.Observer,
		large:    largeIteration,
	}
	if s.large > 0 {
		d.large = s.large
	}
	if s.Engine == search.Textbook { // no iteration is split or searched by a fast kernel
		workers = 1
		d.large = math.MaxUint64
	}
	d.kernels = forWorkers(workers, func() kernel { return newDFS(t) })
	return d
}

// release ends the run. Its kernels must not be used afterwards.
func (d *deepening) release() {
	for _, k := range d.kernels {
		k.release()
	}
}

// iterate makes one iteration and returns its tally. If the run must end without a plan, iterate
// sets the status of the result. An iteration that reaches its budget has stopped, but sets no
// status.
func (d *deepening) iterate(i iteration) tally {
	if d.limits.Generated > 0 && d.result.Generated >= d.limits.Generated {
		d.result.Status = search.NodeLimit
		return tally{}
	}
	if d.exceeds(d.result.Bytes) {
		d.result.Status = search.MemoryLimit
		return tally{}
	}
	d.iteration = i
	d.left = i.budget
	if d.limits.Generated > 0 {
		d.left = min(d.left, d.limits.Generated-d.result.Generated)
	}
	d.before = d.result.Expanded
	d.running.Store(0)
	d.made.Store(0)
	d.surplus = 0
	if d.expected < d.large {
		t := d.depthFirst(-1, nil)
		d.record(t)
		d.expected = t.expanded
		if d.expected >= d.large && !t.found && d.result.Status == "" {
			d.speedUp()
		}
		return t
	}
	t := d.inPasses()
	if d.result.Status == "" {
		d.expected = max(t.expanded, d.large)
	}
	return t
}

// speedUp replaces the kernels by fast ones, if there are any and memory allows it.
func (d *deepening) speedUp() {
	steps := newStepTables(d.tree)
	kernels, tables := fastKernels(steps, len(d.kernels))
	if kernels != nil && !d.exceeds(d.held(kernels, tables)) {
		d.kernels = kernels
		d.tables = tables
	}
}

// depthFirst searches the whole tree within the bound. It calls shortcut for each path of a length,
// split, and skips the subtree below the path if shortcut returns true. There are no shortcuts if
// shortcut is nil.
func (d *deepening) depthFirst(split int, shortcut func() bool) tally {
	s := d.main
	s.split = split
	s.shortcut = shortcut
	s.pause = 0
	s.left = d.left
	observed := uint64(0) // expansions that poll knows of
	s.due = func() bool {
		fresh := s.tally.expanded - observed
		observed = s.tally.expanded
		if shortcut != nil { // the second pass has already counted these expansions
			fresh = 0
		}
		d.result.Status = d.poll(fresh)
		s.pause = s.tally.expanded + search.PollInterval
		if s.tally.generated < s.left {
			return d.result.Status != ""
		}
		total := d.result.Generated + s.tally.generated
		if d.limits.Generated > 0 && total >= d.limits.Generated {
			d.result.Status = search.NodeLimit
		}
		return true
	}
	s.run(nil, d.iteration.bound, d.iteration.enough)
	return s.tally
}

// record adds a tally to the statistics of the run.
func (d *deepening) record(t tally) {
	d.result.Expanded += t.expanded
	d.result.Generated += t.generated
	d.result.MaxCost = max(d.result.MaxCost, t.deepest)
	d.result.MaxMoves = max(d.result.MaxMoves, t.moves)
	depth, _ := d.result.Depth(d.tree.problem.Costs)
	d.result.PeakStored = depth + 1 // the start is stored, too
	d.result.Bytes = max(d.result.Bytes, d.held(d.kernels, d.tables))
}

// held returns the memory of the search with the given kernels and tables.
func (d *deepening) held(kernels []kernel, tables uint64) uint64 {
	bytes := nodeBytes*d.result.PeakStored + d.tree.machine.bytes() + tables
	for _, k := range kernels {
		bytes += k.bytes()
	}
	return bytes
}

func (d *deepening) exceeds(bytes uint64) bool {
	return d.limits.Bytes > 0 && bytes > d.limits.Bytes
}

// generated returns a lower bound of the number of states generated in this iteration so far. The
// subtrees that are being searched have generated at least as many states as they have expanded.
func (d *deepening) generated() uint64 { return max(d.made.Load(), d.running.Load()) }

// poll adds to the number of expansions and calls the observer, unless another worker
// is calling it. It returns TimeLimit or Cancelled if the context has ended, and ""
// otherwise.
func (d *deepening) poll(expanded uint64) search.Status {
	d.running.Add(expanded)
	if expanded > 0 && d.observer != nil && d.observed.TryLock() {
		d.report()
		d.observed.Unlock()
	}
	return search.Interrupted(d.ctx)
}

// report calls the observer. An iteration that reaches its budget may have discarded states that
// were reported. So counts that would fall keep their last values.
func (d *deepening) report() {
	progress := search.Progress{Stats: d.result.Stats, Bound: d.iteration.enough}
	progress.Expanded = max(d.before+d.running.Load(), d.reported.Expanded)
	progress.Generated = max(d.result.Generated+d.generated(), d.reported.Generated)
	d.reported = progress
	d.observer(progress)
}
