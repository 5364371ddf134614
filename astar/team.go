package astar

import (
	"context"
	"sync"
	"sync/atomic"

	"npuzzle/internal/flat"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// A team is several workers that search together (hash-distributed A*; Kishimoto, Fukunaga and
// Botea 2009).
//
// # States
//
// Each board belongs to one worker (owners.go). A worker is a flatSearch whose table and
// open list have the boards that the worker owns, and nothing else. So no lock is needed for them.
// A worker expands a batch of its states, keeps the successors that it owns, and sends the others
// to their owners (worker.go). The owner treats them as successors of its own.
//
// # Layers
//
// All workers expand states whose f is at most the bound of the team, in the order of their own
// open lists, and wait when they have no such state. The bound rises when no worker has one: then
// it becomes the smallest f of all open lists. The bound is thus the largest f that a search with
// one worker would have chosen so far. It follows that the first plan that any worker finds is as
// good as that of one worker:
//
//   - If closed states are reopened, there is always an open state on a cheapest plan that was
//     reached at the smallest g. When the bound rose, f of this state was at least the bound. Let w
//     be the weight. An admissible h makes f at most w times the cost C* of the plan. So the bound
//     is at most w·C*, and a goal whose f, which is its cost, is within the bound costs at most w·C*.
//   - If the heuristic is consistent, no state is reopened, because each state s is closed at a
//     g(s) of at most w times the smallest one, g*(s). (Likhachev, Gordon and Thrun 2003 prove it
//     for one worker. Here is the proof for any order of the states within the bound.) Let the
//     bound rise while s is not closed. On a cheapest path to s, let y be the first state that is
//     not closed. The state before y is closed, and keeps the promise, so y is open with
//     g(y) ≤ w·g*(y). Then the bound is at most
//     f(y) = g(y) + w·h(y) ≤ w·(g*(y) + h(y)) ≤ w·(g*(s) + h(s)).
//     If s is closed before the bound rises again, f(s) = g(s) + w·h(s) is within the bound, so
//     g(s) ≤ w·g*(s). In particular, a plan costs at most w·C*.
//
// With w = 1, f never falls from a state to its successor if the heuristic is consistent. So the
// workers expand each state with an f below the cost of the plan exactly once, as one worker does.
// Only in the layer of the goal, the number of expansions depends on the order.
//
// # The end
//
// Messages are put into the inbox of their owner under a lock. A worker waits (team.wait) only when
// it has sent all that it had to send and its inbox is empty. If all workers wait and all inboxes
// are empty, nothing is on its way, so the layer is complete. The worker that sees this raises the
// bound. If all open lists are empty, the search is exhausted.
//
// Limits hold for the team as a whole: see poll and claim.
type team[B flat.Board] struct {
	rule    *rule
	workers []*worker[B]
	owners  *owners
	before  *flatSearch[B] // the search of one worker that the team continues
	leavers atomic.Int32   // workers that have taken over their states from before

	// bound is the largest f to expand. It changes only while all workers wait.
	bound puzzle.Cost

	memory struct {
		limit uint64 // in bytes; 0 for no limit
		taken atomic.Uint64
	}

	ended atomic.Bool // the result has a status

	mu      sync.Mutex // guards the fields below
	result  search.Result
	watch   *search.Watch
	limit   uint64         // of generated states; 0 for no limit
	counts  []search.Stats // of each worker, when it last reported them
	quotas  []uint64       // expansions that each worker may make until it reports again
	waiting int            // number of workers that wait
	raised  int            // how often the bound has risen
}

// sharePerWorker is the number of open states for each worker from which a team searches. A team
// takes over so late because small searches gain nothing, and because their plans and counts
// remain those of one worker.
const sharePerWorker = 4096

// canBeShared reports whether there is memory for a team, which at first holds all states twice.
func (s *flatSearch[B]) canBeShared() bool {
	s.hasRoom()
	return s.limit == 0 || s.result.Bytes*uint64(s.rule.workers+2) <= s.limit
}

// newTeam returns a team that continues a search.
func newTeam[B flat.Board](s *flatSearch[B], watch *search.Watch, lim search.Limits) *team[B] {
	n := s.rule.workers
	t := &team[B]{
		rule:   s.rule,
		owners: newOwners(s.rule.graph, s.rule.problem.Start.Size(), n),
		before: s,
		bound:  s.fMax,
		result: s.result,
		watch:  watch,
		limit:  lim.Generated,
		counts: make([]search.Stats, n),
		quotas: make([]uint64, n),
	}
	t.memory.limit = lim.Bytes
	t.memory.taken.Store(s.result.Bytes)
	for i := range n {
		t.workers = append(t.workers, newWorker(t, i))
	}
	return t
}

// run searches until there is a plan, or a limit is reached.
func (t *team[B]) run(ctx context.Context) search.Result {
	search.MeterOf(ctx).Parallel(len(t.workers), len(t.workers), func(_, i int) bool {
		t.workers[i].run()
		return true
	})
	t.result.Stats = t.total()
	if t.result.Status == search.Solved {
		t.result.Moves = search.Trace(t.rule.problem, t.ledTo)
	}
	for _, w := range t.workers {
		w.table.Release()
	}
	return t.result
}

// ledTo returns the last move of the path to a board.
func (t *team[B]) ledTo(b puzzle.Board) puzzle.Move {
	return t.workers[t.owners.of(b.Tiles())].ledTo(b)
}

// wait waits until the worker has a message, the bound has risen or the search has ended. The
// worker must have sent all its messages.
func (t *team[B]) wait(w *worker[B]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report(w)
	raised := t.raised
	t.waiting++
	w.waits.Store(true) // before the inbox is tested; see inbox.put
	for !t.ended.Load() && t.raised == raised && w.inbox.empty() {
		if t.waiting == len(t.workers) && t.quiet() {
			t.raise()
		} else {
			w.wake.Wait()
		}
	}
	w.waits.Store(false)
	if t.raised == raised {
		t.waiting--
	}
}

// quiet reports whether all inboxes are empty. All workers must wait.
func (t *team[B]) quiet() bool {
	for _, w := range t.workers {
		if !w.inbox.empty() {
			return false
		}
	}
	return true
}

// raise raises the bound to the smallest f of all open lists, and lets all workers continue.
func (t *team[B]) raise() {
	bound := puzzle.Cost(largestF + 1)
	for _, w := range t.workers {
		if f, ok := w.open.least(); ok {
			bound = min(bound, f)
		}
	}
	if bound > largestF {
		t.end(search.Exhausted)
		return
	}
	t.bound = bound
	t.result.ExpandedBeforeLastF = t.total().Expanded
	if t.rule.bounding() {
		t.result.LowerBound = bound
	}
	t.raised++
	t.waiting = 0
	t.wakeAll()
}

// wakeAll wakes the workers that wait.
func (t *team[B]) wakeAll() {
	for _, w := range t.workers {
		w.wake.Signal()
	}
}

// stop ends the search with a status, unless it has ended.
func (t *team[B]) stop(status search.Status) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end(status)
}

// end is stop for a caller that has the lock.
func (t *team[B]) end(status search.Status) {
	if t.ended.Load() {
		return
	}
	t.result.Status = status
	t.ended.Store(true)
	t.wakeAll()
}

// poll checks the context and the limit of generated states, and reports the progress. Then it sets
// the number of expansions that the worker may make until the next poll. If the search is about to
// reach the limit, this number may be 0 until another worker reports.
func (t *team[B]) poll(w *worker[B]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report(w)
	if t.ended.Load() {
		return
	}
	stats := t.total()
	status := t.watch.Poll(t.rule.progress(stats, t.bound))
	if status != "" {
		t.end(status)
		return
	}
	quota := uint64(search.PollInterval)
	if t.limit > 0 {
		quota = min(quota, t.share(t.limit-stats.Generated))
	}
	t.quotas[w.number] = quota
	w.due = w.result.Expanded + quota
}

// share returns a worker's share of the expansions that may begin before a number of states has
// been generated. The quotas of the others may be used up by now.
func (t *team[B]) share(states uint64) uint64 {
	const successors = 4 // maximum number of states that an expansion generates
	expansions := (states + successors - 1) / successors
	given := uint64(0)
	for _, quota := range t.quotas {
		given += quota
	}
	if given >= expansions {
		return 0
	}
	return max((expansions-given)/uint64(len(t.workers)), 1)
}

// report notes the counts of a worker, and takes back what is left of its quota.
func (t *team[B]) report(w *worker[B]) {
	t.counts[w.number] = w.result.Stats
	t.quotas[w.number] = 0
	w.due = w.result.Expanded
}

// total returns the counts of the search, as the workers have reported them. The maxima of the
// workers may belong to different moments, so their sum is an upper bound.
func (t *team[B]) total() search.Stats {
	before := t.before.result.Stats
	sum := before
	var open, peakOpen, peakStored uint64
	bytes := before.Bytes
	for _, c := range t.counts {
		sum = sum.Add(c)
		open += c.Open // the workers have all open states
		peakOpen += c.PeakOpen
		peakStored += c.PeakStored
		bytes += c.Bytes
	}
	// Stats.Add is for searches one after the other. These have their states at the same time.
	sum.Open = open
	sum.PeakOpen = max(before.PeakOpen, peakOpen)
	sum.PeakStored = max(before.PeakStored, peakStored)
	sum.Bytes = bytes
	sum.ExpandedBeforeLastF = t.result.ExpandedBeforeLastF
	return sum
}

// claim takes bytes of the memory limit, and reports whether so many were left.
func (t *team[B]) claim(bytes uint64) bool {
	if t.memory.taken.Add(bytes) <= t.memory.limit {
		return true
	}
	t.memory.taken.Add(-bytes)
	return false
}
