package idastar

import (
	"math"
	"slices"
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
)

// inPasses makes a large iteration. It takes three passes. The first pass lists the paths of one
// length at which the tree is split, the prefixes, in the order of the search. The second pass
// searches the subtree below each prefix, with all workers. The third pass is a depth-first search
// of the whole tree. It skips a subtree and adds its tally, unless the subtree contains the goal or
// the limit of generated states is reached in it. So the plan and the statistics are those of one
// depth-first search, for any number of workers and any kernel.
func (d *deepening) inPasses() tally {
	prefixes, length := d.split()
	if d.result.Status != "" {
		return tally{}
	}
	tallies := d.search(prefixes, d.iteration.bound)
	if d.result.Status != "" {
		for _, t := range tallies {
			d.record(t)
		}
		return tally{}
	}
	m := &merger{deepening: d, prefixes: prefixes, bound: d.iteration.bound}
	m.use(tallies)
	t := d.depthFirst(length, m.shortcut)
	d.record(t)
	d.result.Discarded += m.discarded
	return t
}

// split is the first pass. It chooses a length, and returns the paths of this length
// whose f is within the bound, in the order of the search. It chooses the first length
// with at least one path for every subtreeSize expansions expected, or with maxSubtrees
// paths.
func (d *deepening) split() ([][]puzzle.Move, int) {
	want := int(min(d.expected/subtreeSize, maxSubtrees))
	for length := 1; ; length++ {
		var prefixes [][]puzzle.Move
		s := d.main
		s.split = length
		s.pause = 0
		s.left = math.MaxUint64
		s.due = func() bool {
			s.pause = s.tally.expanded + search.PollInterval
			d.result.Status = search.Interrupted(d.ctx)
			return d.result.Status != ""
		}
		s.shortcut = func() bool {
			prefixes = append(prefixes, slices.Clone(s.path))
			return true
		}
		s.run(nil, d.iteration.bound, d.iteration.enough)
		if len(prefixes) >= want || len(prefixes) == 0 || s.tally.found || d.result.Status != "" {
			return prefixes, length
		}
	}
}

// search is the second pass. It searches the subtrees below the prefixes under a bound and returns
// their tallies. It may leave out the subtrees after the first one that contains the goal. It ends
// early when the workers have generated as many states as the iteration may generate, or when the
// context has ended. The tally of a subtree that was not searched completely is marked as stopped.
func (d *deepening) search(prefixes [][]puzzle.Move, bound puzzle.Cost) []tally {
	tallies := slices.Repeat([]tally{{stopped: true}}, len(prefixes))
	var end atomic.Int64 // the first subtree not to search
	end.Store(int64(len(prefixes)))
	limited := func() bool { return d.generated()-d.surplus >= d.left }
	search.MeterOf(d.ctx).Parallel(len(d.kernels), len(prefixes), func(worker, i int) bool {
		counted := uint64(0)
		t := d.kernels[worker].count(prefixes[i], bound, func(expanded uint64) bool {
			status := d.poll(expanded - counted)
			counted = expanded
			return status != "" || int64(i) >= end.Load() || limited()
		})
		tallies[i] = t
		d.running.Add(t.expanded - counted)
		d.made.Add(t.generated)
		if t.found {
			lower(&end, int64(i)+1)
		}
		return !t.found && !t.stopped && !limited()
	})
	d.result.Status = search.Interrupted(d.ctx)
	return tallies
}

// lower sets a number to a value, unless the number is already smaller.
func lower(number *atomic.Int64, value int64) {
	for {
		now := number.Load()
		if now <= value || number.CompareAndSwap(now, value) {
			return
		}
	}
}

// merger is the third pass. It gives the tallies of the second pass to the depth-first search of
// the whole tree.
type merger struct {
	deepening *deepening
	prefixes  [][]puzzle.Move // of the subtrees that the search has not reached yet
	tallies   []tally         // of these subtrees
	bound     puzzle.Cost     // of these tallies
	discarded uint64          // expansions of all tallies that were not added to the result
}

// use replaces the tallies.
func (m *merger) use(tallies []tally) {
	m.tallies = tallies
	for _, t := range tallies {
		m.discarded += t.expanded
	}
}

// shortcut adds the tally of the subtree below the path, and reports whether it has done so. If a
// plan has lowered the bound since the second pass, shortcut repeats the pass for the subtrees that
// are left.
func (m *merger) shortcut() bool {
	d := m.deepening
	s := m.deepening.main
	// With a lower bound, the search reaches fewer of the subtrees.
	for !slices.Equal(m.prefixes[0], s.path) {
		m.prefixes = m.prefixes[1:]
		m.tallies = m.tallies[1:]
	}
	if s.bound < m.bound {
		m.bound = s.bound
		d.surplus = d.generated() - min(s.tally.generated, d.generated())
		m.use(d.search(m.prefixes, m.bound))
		if d.result.Status != "" {
			s.pause = 0 // let the depth-first search end at once
			return false
		}
	}
	t := m.tallies[0]
	m.prefixes = m.prefixes[1:]
	m.tallies = m.tallies[1:]
	if t.found || t.stopped || s.tally.generated+t.generated >= s.left {
		return false
	}
	s.tally.add(t)
	m.discarded -= t.expanded
	return true
}
