package searchtest

import (
	"context"
	"fmt"
	"runtime/debug"

	"npuzzle/internal/machine"
	"npuzzle/search"
)

const (
	// memoryWork is the maximum number of generated states of the run whose memory is measured.
	memoryWork = 1_000_000
	// enoughMemory is the number of reported bytes at which the run ends.
	enoughMemory = 64 << 20
	// otherMemory is the number of bytes that the process may take or free during the run for other reasons.
	otherMemory = 16 << 20
	// otherOfSmall is the same number for a search that reports less than smallMemory, because such a search
	// may leave more garbage than it stores.
	otherOfSmall, smallMemory = 32 << 20, 1 << 20
)

// memoryTaken compares Bytes with the growth of the resident memory of the process. The garbage collector
// runs often, so that little of the growth is garbage. The rule is tested on Linux, and not under the race
// detector, which takes several times the memory of the search.
func (s suite) memoryTaken() {
	if _, ok := machine.Resident(); !ok || RaceDetector {
		s.t.Skip("the resident memory tells nothing of the search")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	s.solve(s.New(Settings{Workers: 1}), s.Hard, search.Limits{Generated: 1000}) // makes tables that runs share
	debug.FreeOSMemory()
	before, _ := machine.Resident()
	most := before
	var cancel context.CancelFunc
	s.ctx, cancel = context.WithCancel(s.ctx)
	defer cancel()
	solver := s.New(Settings{Workers: 1, Observer: func(p search.Progress) {
		now, _ := machine.Resident()
		if most = max(most, now); p.Bytes >= enoughMemory {
			cancel()
		}
	}})
	r := s.solve(solver, s.Hard, search.Limits{Generated: memoryWork})
	taken, other := most-before, uint64(otherMemory)
	if r.Bytes < smallMemory {
		other = otherOfSmall
	}
	what := fmt.Sprintf("bytes taken: %d", taken)
	r.must(taken <= 2*r.Bytes+other, "a search takes at most twice as much memory as Bytes", what)
	r.must(r.Bytes <= 2*taken+otherMemory, "Bytes is at most twice the memory that a search takes", what)
}
