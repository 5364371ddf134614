package idastar

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// subtreeSize is the desired number of expansions of a subtree of a split
	// iteration. With smaller subtrees, distributing them would take more time. With
	// larger ones, the workers would share the work less evenly.
	subtreeSize = 8192
	// maxSubtrees is the largest number of subtrees that split tries to reach. The
	// function splits at whole levels of the tree, so there may be several times as many.
	maxSubtrees = 1 << 15
	// If an iteration has at least largeIteration expansions, it pays to split the
	// next one and to build the tables of a fast kernel.
	largeIteration = 1 << 12
	// nodeBytes is the memory of one level of a depth-first search.
	nodeBytes = 64
)

// deepening is one run of IDA*.
//
// A small iteration is one depth-first search. A large one takes three passes.
// The first pass lists the paths of one length at which the tree is split, the
// prefixes, in the order of the search. The second pass searches the subtree
// below each prefix, with all workers. The third pass is a depth-first search of
// the whole tree. It skips a subtree and adds its tally, unless the subtree
// contains the goal or the limit of generated states is reached in it. So the plan and
// the statistics are those of one depth-first search, for any number of workers
// and any kernel.
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

	before   uint64        // expansions in completed iterations
	running  atomic.Uint64 // expansions of this iteration so far, for the observer
	made     atomic.Uint64 // states generated in this iteration, in the subtrees that were searched
	large    uint64        // largeIteration, unless a test sets another number
	expected uint64        // expansions of the last iteration; the next one has at least as many
}

func newDeepening(ctx context.Context, s *Solver, t *tree, lim search.Limits) *deepening {
	workers := search.Workers(s.Workers)
	d := &deepening{ctx: ctx, tree: t, main: newDFS(t), limits: lim, observer: s.Observer}
	d.large = cmp.Or(s.large, largeIteration)
	if s.Engine == search.Textbook {
		workers, d.large = 1, math.MaxUint64 // no iteration is split or searched by a fast kernel
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

// iterate makes one iteration and returns its tally. If the run must end without
// a plan, iterate sets the status of the result.
func (d *deepening) iterate(bound puzzle.Cost) tally {
	d.before = d.result.Expanded
	d.running.Store(0)
	d.made.Store(0)
	switch {
	case d.limits.Generated > 0 && d.result.Generated >= d.limits.Generated:
		d.result.Status = search.NodeLimit
		return tally{}
	case d.exceeds(d.result.Bytes):
		d.result.Status = search.MemoryLimit
		return tally{}
	}
	if d.expected < d.large {
		t := d.depthFirst(bound, -1, nil)
		d.record(t)
		if d.expected = t.expanded; d.expected >= d.large && !t.found && d.result.Status == "" {
			steps := newStepTables(d.tree)
			if k, tables := fastKernels(steps, len(d.kernels)); k != nil && !d.exceeds(d.held(k, tables)) {
				d.kernels, d.tables = k, tables
			}
		}
		return t
	}
	prefixes, depth := d.split(bound)
	if d.result.Status != "" {
		return tally{}
	}
	tallies := d.search(prefixes, bound)
	if d.result.Status != "" {
		for _, t := range tallies {
			d.record(t)
		}
		return tally{}
	}
	t := d.depthFirst(bound, depth, tallies)
	d.record(t)
	d.expected = max(t.expanded, d.large)
	return t
}

// depthFirst searches the whole tree under a bound. The tallies are those of the subtrees at
// the given depth. It skips a subtree and adds its tally, unless the subtree contains the goal
// or the limit of generated states is reached in it. A depth of -1 means that no tallies are known.
func (d *deepening) depthFirst(bound puzzle.Cost, depth int, tallies []tally) tally {
	s := d.main
	s.left = math.MaxUint64
	if d.limits.Generated > 0 {
		s.left = d.limits.Generated - d.result.Generated
	}
	observed, known := uint64(0), len(tallies) > 0
	s.split, s.pause = depth, 0
	s.due = func() bool {
		fresh := s.tally.expanded - observed
		observed = s.tally.expanded
		if known { // the second pass has already counted these expansions
			fresh = 0
		}
		d.result.Status = d.poll(fresh, bound)
		if s.tally.generated >= s.left {
			d.result.Status = search.NodeLimit
		}
		s.pause = s.tally.expanded + search.PollInterval
		return d.result.Status != ""
	}
	// A tally is discarded unless shortcut adds it to the result.
	for _, t := range tallies {
		d.result.Discarded += t.expanded
	}
	s.shortcut = func() bool {
		t := tallies[0]
		tallies = tallies[1:]
		if t.found || t.stopped || s.tally.generated+t.generated >= s.left {
			return false
		}
		s.tally.add(t)
		d.result.Discarded -= t.expanded
		return true
	}
	s.run(nil, bound)
	return s.tally
}

// record adds a tally to the statistics of the run.
func (d *deepening) record(t tally) {
	d.result.Expanded += t.expanded
	d.result.Generated += t.generated
	d.result.MaxCost = max(d.result.MaxCost, t.deepest)
	d.result.MaxMoves = max(d.result.MaxMoves, t.moves)
	// The quotient is the maximum number of moves of a path with cost MaxCost. The start is
	// stored, too.
	d.result.PeakStored = uint64(d.result.MaxCost/d.tree.problem.Costs.Cheapest()) + 1
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

// split is the first pass. It chooses a depth, and returns the paths of this depth
// whose f is within the bound, in the order of the search. It chooses the first depth
// with at least one path for every subtreeSize expansions expected, or with maxSubtrees
// paths.
func (d *deepening) split(bound puzzle.Cost) ([][]puzzle.Move, int) {
	want := int(min(d.expected/subtreeSize, maxSubtrees))
	for depth := 1; ; depth++ {
		var prefixes [][]puzzle.Move
		s := d.main
		s.split, s.pause, s.left = depth, 0, math.MaxUint64
		s.due = func() bool {
			s.pause = s.tally.expanded + search.PollInterval
			d.result.Status = search.Interrupted(d.ctx)
			return d.result.Status != ""
		}
		s.shortcut = func() bool {
			prefixes = append(prefixes, slices.Clone(s.path))
			return true
		}
		s.run(nil, bound)
		if len(prefixes) >= want || len(prefixes) == 0 || s.tally.found || d.result.Status != "" {
			return prefixes, depth
		}
	}
}

// search is the second pass. It searches the subtrees below the prefixes and returns their
// tallies. It may leave out the subtrees after the first one that contains the goal. It ends
// early when the workers have reached the limit of generated states, or when the context has ended.
// The tally of a subtree that was not searched completely is marked as stopped.
func (d *deepening) search(prefixes [][]puzzle.Move, bound puzzle.Cost) []tally {
	tallies := slices.Repeat([]tally{{stopped: true}}, len(prefixes))
	var end atomic.Int64 // the first subtree not to search
	end.Store(int64(len(prefixes)))
	limited := func() bool {
		return d.limits.Generated > 0 && d.result.Generated+d.generated() >= d.limits.Generated
	}
	search.Parallel(len(d.kernels), len(prefixes), func(worker, i int) bool {
		counted := uint64(0)
		t := d.kernels[worker].count(prefixes[i], bound, func(expanded uint64) bool {
			status := d.poll(expanded-counted, bound)
			counted = expanded
			return status != "" || int64(i) >= end.Load() || limited()
		})
		tallies[i] = t
		d.running.Add(t.expanded - counted)
		d.made.Add(t.generated)
		for at := end.Load(); t.found && int64(i) < at && !end.CompareAndSwap(at, int64(i)+1); at = end.Load() {
		}
		return !t.found && !t.stopped && !limited()
	})
	d.result.Status = search.Interrupted(d.ctx)
	return tallies
}

// generated returns a lower bound of the number of states generated in this iteration so far. The subtrees that are
// being searched have generated at least as many states as they have expanded.
func (d *deepening) generated() uint64 { return max(d.made.Load(), d.running.Load()) }

// poll adds to the number of expansions and calls the observer, unless another worker
// is calling it. It returns TimeLimit or Cancelled if the context has ended, and ""
// otherwise.
func (d *deepening) poll(expanded uint64, bound puzzle.Cost) search.Status {
	d.running.Add(expanded)
	if expanded > 0 && d.observer != nil && d.observed.TryLock() {
		progress := search.Progress{Stats: d.result.Stats, Bound: bound}
		progress.Expanded = d.before + d.running.Load()
		progress.Generated += d.generated()
		d.observer(progress)
		d.observed.Unlock()
	}
	return search.Interrupted(d.ctx)
}
