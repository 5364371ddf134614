package searchtest

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"npuzzle/internal/machine"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// nodeLimit ends runs at a certain count.
func (s suite) nodeLimit() {
	for _, limit := range []uint64{1, 2, 3, 10, 1001, s.many()} {
		for _, r := range s.sameWithAnyWorkers(s.Hard, search.Limits{Generated: limit}) {
			if s.gaveUp(r) && r.Generated < limit {
				continue
			}
			if r.varies && r.hasty && r.Status == search.Solved {
				continue // with this timing, it had a plan before the limit
			}
			s.checkLimit(r)
			r.must(r.Generated > 0 || s.claims.Evaluates() && limit < s.statesOfPlan(),
				"Generated counts the states of an unfinished run")
		}
	}
}

// nodeLimitAtTheEnd gives just enough, less, and more. An anytime solver may have a plan before the
// end, so a limit may end it with a plan.
func (s suite) nodeLimitAtTheEnd() {
	if s.claims.Anytime {
		s.t.Skip("the solver claims Anytime")
	}
	for p := range s.problems(smallSizes, 1, s.start) {
		solver := s.New(Settings{Workers: 1}) // another number may change the work
		free := s.solved(solver, p)
		work := free.Generated
		if work == 0 || free.Status != search.Solved {
			continue
		}
		least := work + 1
		if s.claims.Evaluates() {
			least += s.statesOfPlan()
		}
		for _, enough := range []uint64{least, least + 1, 1 << 40} {
			s.solve(solver, p, search.Limits{Generated: enough}).mustMatch(free.Result,
				"a limit that is not reached does not change a run")
		}
		for limit := work - min(work, successors); limit > 0; limit /= 2 {
			r := s.solve(solver, p, search.Limits{Generated: limit})
			s.checkLimit(r)
			s.checkAgainst(cheapest(s.t, p), r)
		}
	}
}

// checkLimit tests that a run without a plan has used up its limit of generated states.
func (s suite) checkLimit(r run) {
	limit := r.limits.Generated
	r.must(r.Status == search.NodeLimit, "a run that reaches Limits.Generated ends with the status node-limit")
	if !s.claims.Evaluates() {
		r.must(limit <= r.Generated && r.Generated < limit+successors,
			"a run with the status node-limit ends at the first expansion that reaches Limits.Generated")
		return
	}
	r.must(r.Generated <= limit, "a run generates no more states than Limits.Generated")
	r.must(r.Generated+s.statesOfPlan() > limit, "a run ends only if the next plan may exceed Limits.Generated")
}

// evaluationLimit ends runs after a certain number of evaluated plans. A solver that evaluates no
// plans ignores the limit.
func (s suite) evaluationLimit() {
	if !s.claims.Evaluates() {
		free := s.solve(s.solver, s.Hard, search.Limits{Generated: s.many()})
		r := s.solve(s.solver, s.Hard, search.Limits{Generated: s.many(), Evaluated: 1})
		r.mustMatch(free.Result, "a solver that evaluates no plans ignores Limits.Evaluated")
		return
	}
	for _, limit := range []uint64{1, 2, 3, 10, 101} {
		r := s.sameWithAnyWorkers(s.Hard, search.Limits{Evaluated: limit})[0]
		r.must(r.Status == search.EvaluationLimit,
			"a run that reaches Limits.Evaluated ends with the status evaluation-limit")
		r.must(r.Evaluated == limit, "a run without a plan evaluates as many plans as Limits.Evaluated")
	}
	for p := range s.problems(smallSizes, 1, s.start) {
		for _, limit := range []uint64{1, 20, 400} {
			r := s.solve(s.solver, p, search.Limits{Evaluated: limit})
			r.must(r.Evaluated <= limit, "a run evaluates no more plans than Limits.Evaluated")
		}
	}
}

// memoryLimit gives too little memory, and more.
func (s suite) memoryLimit() {
	most := uint64(1 << 24)
	if RaceDetector {
		most = 1 << 20
	}
	for _, p := range []search.Problem{s.Hard, Problem(s.t, farthest3x3, puzzle.BlankLast)} {
		for _, workers := range s.numbersOfWorkers() {
			solver := s.New(Settings{Workers: workers})
			r := s.solve(solver, p, search.Limits{Generated: s.many(), Bytes: 1})
			r.must(r.Status == search.MemoryLimit,
				"a run ends with the status memory-limit before it needs more than Limits.Bytes")
			for bytes := uint64(1 << 20); bytes <= most; bytes *= 16 {
				r := s.solve(solver, p, search.Limits{Generated: s.many(), Bytes: bytes})
				r.must(r.Bytes <= bytes, "Bytes never exceeds Limits.Bytes")
			}
		}
	}
}

// interrupted ends the context before the run and during it.
func (s suite) interrupted() {
	numbers := []int64{0, 1, 2, 7}
	if RaceDetector {
		numbers = []int64{0, 7}
	}
	for err, status := range map[error]search.Status{
		context.Canceled: search.Cancelled, context.DeadlineExceeded: search.TimeLimit,
	} {
		for _, workers := range s.numbersOfWorkers() {
			solver := s.New(Settings{Workers: workers})
			for _, looks := range numbers {
				ctx := &countdown{Context: context.Background(), end: err}
				ctx.looks.Store(looks)
				s.ctx = ctx
				r := s.solve(solver, s.Hard, search.Limits{})
				if looks > 0 && s.gaveUp(r) {
					continue // before the context ended
				}
				r.must(r.Status == status,
					fmt.Sprintf("a run whose context ends with %v has the status %s", err, status))
				r.must(looks > 0 || r.Generated == 0, "a run whose context has ended before does nothing")
				r.must(looks < 7 || r.Generated > 0, "the statistics count the work of an interrupted run")
			}
		}
	}
}

// countdown is a context that ends when it has been looked at so many times.
type countdown struct {
	context.Context
	looks atomic.Int64
	end   error
}

func (c *countdown) Err() error {
	if c.looks.Add(-1) < 0 {
		return c.end
	}
	return nil
}

const (
	// memoryWork is the maximum number of generated states of the run whose memory is measured.
	memoryWork = 1_000_000
	// enoughMemory is the number of reported bytes at which the run ends. A long run of the tests
	// takes twice as many.
	enoughMemory = 32 << 20
	// otherMemory is the number of bytes that the process may take or free during the run for other
	// reasons.
	otherMemory = 16 << 20
	// A search that reports fewer bytes than smallMemory may leave more garbage than it stores.
	// Then otherOfSmall takes the place of otherMemory.
	smallMemory  = 1 << 20
	otherOfSmall = 32 << 20
)

// memoryTaken compares Bytes with the growth of the resident memory of the process. The garbage
// collector runs often, so that little of the growth is garbage. The rule is tested on Linux, and
// not under the race detector, which takes several times the memory of the search.
func (s suite) memoryTaken() {
	if _, ok := machine.Resident(); !ok || RaceDetector {
		s.t.Skip("the resident memory tells nothing of the search")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	s.solve(s.New(Settings{Workers: 1}), s.Hard, search.Limits{Generated: 1000}) // makes tables that runs share
	debug.FreeOSMemory()
	before, _ := machine.Resident()
	most := before
	enough := uint64(enoughMemory)
	if slow.Asked() {
		enough *= 2
	}
	var cancel context.CancelFunc
	s.ctx, cancel = context.WithCancel(s.ctx)
	defer cancel()
	solver := s.New(Settings{Workers: 1, Observer: func(p search.Progress) {
		now, _ := machine.Resident()
		most = max(most, now)
		if p.Bytes >= enough {
			cancel()
		}
	}})
	r := s.solve(solver, s.Hard, search.Limits{Generated: memoryWork})
	taken := most - before
	other := uint64(otherMemory)
	if r.Bytes < smallMemory {
		other = otherOfSmall
	}
	what := fmt.Sprintf("bytes taken: %d", taken)
	r.must(taken <= 2*r.Bytes+other, "a search takes at most twice as much memory as Bytes", what)
	r.must(r.Bytes <= 2*taken+otherMemory, "Bytes is at most twice the memory that a search takes", what)
}
