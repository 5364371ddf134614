package idastar

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"npuzzle/puzzle"
	"npuzzle/search"
)

const (
	// subtreeSize is how many expansions a subtree of a split iteration should
	// have: enough to pay for handing it out, few enough to share out evenly.
	subtreeSize = 8192
	// maxSubtrees bounds how many subtrees an iteration is split into.
	maxSubtrees = 1 << 15
	// largeIteration is how many expansions of an iteration make it worth while
	// to split the next, and to build the tables of the fast kernels.
	largeIteration = 1 << 12
	// replayStride is how many moves further down the third pass splits a
	// subtree in which it ends, unless that is a small one.
	replayStride = 5
	smallSubtree = 256
	// nodeBytes is what one level of a depth-first search takes.
	nodeBytes = 64
)

// deepening carries one run of IDA* through its iterations.
//
// A small iteration is one plain search. A large one takes three passes. The
// first lists, in the order of the search, the prefixes at which the tree is
// split. The second searches the subtrees below them on as many workers as there
// are, each to its end. The third goes through the tree again as one plain
// depth-first search that skips every subtree whose tally is known and in which
// neither the goal nor a limit lies. So plan and statistics are those of the
// plain search, whatever the number of workers and the kernel.
type deepening struct {
	search.Result
	ctx      context.Context
	tree     *tree
	main     *dfs
	kernels  []kernel // one a worker
	tables   uint64   // bytes that they share
	limits   search.Limits
	observer search.Observer
	observed sync.Mutex

	before   uint64        // expansions in finished iterations
	running  atomic.Uint64 // expansions of the second pass so far
	large    uint64        // from how many expansions on the next iteration is a large one
	expected uint64        // expansions of the last iteration, at least
}

func newDeepening(ctx context.Context, s *Solver, t *tree, lim search.Limits) *deepening {
	workers := s.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	d := &deepening{ctx: ctx, tree: t, main: newDFS(t), limits: lim, observer: s.Observer, large: s.large}
	if d.large == 0 {
		d.large = largeIteration
	}
	d.kernels = forWorkers(workers, func() kernel { return newDFS(t) })
	return d
}

// iterate searches under one bound. It sets Status if the run must end without
// a plan; else the tally says how the iteration ended.
func (d *deepening) iterate(bound puzzle.Cost) tally {
	d.before = d.Expanded
	switch {
	case d.limits.Expanded > 0 && d.before >= d.limits.Expanded:
		d.Status = search.NodeLimit
		return tally{}
	case d.exceeds(d.Bytes):
		d.Status = search.MemoryLimit
		return tally{}
	}
	if d.expected < d.large {
		t := d.alone(bound)
		d.record(t)
		if d.expected = t.expanded; d.expected >= d.large && !t.found && d.Status == "" {
			if k, tables := fastKernels(d.tree, len(d.kernels)); k != nil && !d.exceeds(d.held(k, tables)) {
				d.kernels, d.tables = k, tables
			}
		}
		return t
	}
	prefixes, depth := d.split(bound)
	if d.Status != "" {
		return tally{}
	}
	tallies := d.search(prefixes, bound)
	if d.Status != "" {
		for _, t := range tallies {
			d.record(t)
		}
		return tally{}
	}
	t := d.replay(depth, tallies, bound)
	d.record(t)
	d.expected = max(t.expanded, d.large)
	return t
}

// alone searches as one plain search.
func (d *deepening) alone(bound puzzle.Cost) tally {
	s := d.main
	d.running.Store(0)
	counted := uint64(0)
	s.split, s.pause = -1, 0
	s.due = d.due(func() search.Status {
		fresh := s.tally.expanded - counted
		counted = s.tally.expanded
		return d.poll(fresh, bound)
	})
	s.run(nil, bound)
	return s.tally
}

// due returns what the main search calls from time to time: it breaks off
// where poll returns a status, and at the limit of expansions.
func (d *deepening) due(poll func() search.Status) func() bool {
	s := d.main
	return func() bool {
		d.Status = poll()
		s.pause = s.tally.expanded + search.PollInterval
		if d.limits.Expanded > 0 {
			left := d.limits.Expanded - d.before
			if s.tally.expanded >= left {
				d.Status = search.NodeLimit
			}
			s.pause = min(s.pause, left)
		}
		return d.Status != ""
	}
}

// record takes the work of a search into the statistics of the run.
func (d *deepening) record(t tally) {
	d.Expanded += t.expanded
	d.Generated += t.generated
	d.MaxDepth = max(d.MaxDepth, t.deepest)
	d.PeakStored = uint64(d.MaxDepth/d.tree.problem.Costs.Cheapest()) + 1 // the longest path at that cost, and the start
	d.Bytes = max(d.Bytes, d.held(d.kernels, d.tables))
}

// held is the memory of the search with certain kernels.
func (d *deepening) held(kernels []kernel, tables uint64) uint64 {
	bytes := nodeBytes*d.PeakStored + d.tree.machine.bytes() + tables
	for _, k := range kernels {
		bytes += k.bytes()
	}
	return bytes
}

func (d *deepening) exceeds(bytes uint64) bool {
	return d.limits.Bytes > 0 && bytes > d.limits.Bytes
}

// split lists the paths of some depth that lie under the bound, in the order
// of the search: about one for each subtreeSize expansions that the iteration
// is likely to take.
func (d *deepening) split(bound puzzle.Cost) ([][]puzzle.Move, int) {
	want := int(min(d.expected/subtreeSize, maxSubtrees))
	for depth := 1; ; depth++ {
		var prefixes [][]puzzle.Move
		s := d.main
		s.split, s.pause = depth, 0
		s.due = func() bool {
			s.pause = s.tally.expanded + search.PollInterval
			d.Status = search.Interrupted(d.ctx)
			return d.Status != ""
		}
		s.shortcut = func() bool {
			prefixes = append(prefixes, append([]puzzle.Move(nil), s.path...))
			return true
		}
		s.run(nil, bound)
		if len(prefixes) >= want || len(prefixes) == 0 || s.tally.found || d.Status != "" {
			return prefixes, depth
		}
	}
}

// search counts the subtrees below the prefixes. It leaves out those behind
// the first that holds the goal, and those behind the limit of expansions.
func (d *deepening) search(prefixes [][]puzzle.Move, bound puzzle.Cost) []tally {
	order := newSubtrees(len(prefixes), d.before, d.limits.Expanded)
	d.running.Store(0)
	var workers search.WorkerGroup
	for _, k := range d.kernels[:min(len(d.kernels), len(prefixes))] {
		workers.Go(func() {
			for i := order.take(); i >= 0; i = order.take() {
				counted := uint64(0)
				order.finish(i, k.count(prefixes[i], bound, func(expanded uint64) bool {
					status := d.poll(expanded-counted, bound)
					counted = expanded
					if workers.Failed() {
						status = search.Cancelled
					}
					return order.stop(i, expanded, status)
				}))
			}
		})
	}
	workers.Wait()
	d.Status = order.status
	return order.tallies
}

// poll counts expansions, reports to the observer if no other worker is doing
// so, and returns the status that the context's end stands for.
func (d *deepening) poll(expanded uint64, bound puzzle.Cost) search.Status {
	d.running.Add(expanded)
	if expanded > 0 && d.observer != nil && d.observed.TryLock() {
		progress := search.Progress{Stats: d.Stats, Bound: bound}
		progress.Expanded = d.before + d.running.Load()
		d.observer(progress)
		d.observed.Unlock()
	}
	return search.Interrupted(d.ctx)
}

// replay is the third pass.
func (d *deepening) replay(depth int, tallies []tally, bound puzzle.Cost) tally {
	s := d.main
	left := uint64(0)
	if d.limits.Expanded > 0 {
		left = d.limits.Expanded - d.before
	}
	s.split, s.pause = depth, 0
	s.due = d.due(func() search.Status { return search.Interrupted(d.ctx) })
	counted := uint64(0) // expansions in subtrees that were not skipped
	for _, t := range tallies {
		counted += t.expanded
	}
	i := -1
	s.shortcut = func() bool {
		var t tally
		if len(s.path) == depth {
			i++
			t = tallies[i]
		} else {
			// Below a subtree in which the plain search ends: most of what it
			// searches there before the end can be counted by a kernel, too.
			t = d.kernels[0].count(s.path, bound, func(expanded uint64) bool {
				return left > 0 && s.tally.expanded+expanded > left || search.Interrupted(d.ctx) != ""
			})
			counted += t.expanded
		}
		if t.found || t.stopped || left > 0 && s.tally.expanded+t.expanded > left {
			if s.split = len(s.path) + replayStride; t.expanded < smallSubtree && !t.stopped {
				s.split = -1
			}
			return false
		}
		s.tally.add(t)
		counted -= t.expanded
		return true
	}
	s.run(nil, bound)
	d.Discarded += counted
	return s.tally
}
