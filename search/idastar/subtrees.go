package idastar

import (
	"sync"

	"npuzzle/search"
)

// subtrees hands out the subtrees of one iteration to the workers, in the order of
// the search, and notes how far a search with one worker would come.
type subtrees struct {
	mu      sync.Mutex
	tallies []tally       // stopped until a subtree is searched to its end
	next    int           // the next subtree to hand out
	last    int           // the last subtree that is worth searching
	limit   uint64        // of expansions of the run; 0 for none
	sum     uint64        // expansions of the run up to the first unfinished subtree
	first   int           // that subtree
	status  search.Status // what ended the run, if anything did
}

// newSubtrees marks all n subtrees as unfinished. The number expanded is that of the run's
// earlier iterations.
func newSubtrees(n int, expanded, limit uint64) *subtrees {
	s := &subtrees{tallies: make([]tally, n), last: n - 1, limit: limit, sum: expanded}
	for i := range s.tallies {
		s.tallies[i].stopped = true
	}
	return s
}

// take returns the next subtree to search, or -1 at the end.
func (s *subtrees) take() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next > s.last {
		return -1
	}
	s.next++
	return s.next - 1
}

// stop reports whether the search of subtree i must end after so many expansions:
// because the run has ended with a status, or because a search with one worker
// would not come so far.
func (s *subtrees) stop(i int, expanded uint64, status search.Status) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if status != "" {
		s.status, s.last = status, -1
	}
	if s.limit > 0 && s.sum+expanded > s.limit {
		s.last = min(s.last, i)
		return true
	}
	return i > s.last
}

// finish notes the tally of a subtree. Subtrees behind the goal, or behind the
// point where the subtrees finished so far reach the limit, are not searched.
func (s *subtrees) finish(i int, t tally) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tallies[i] = t
	if t.found {
		s.last = min(s.last, i)
	}
	for s.first < len(s.tallies) && !s.tallies[s.first].stopped {
		s.sum += s.tallies[s.first].expanded
		s.first++
	}
	if s.limit > 0 && s.sum > s.limit {
		s.last = min(s.last, s.first-1)
	}
}
