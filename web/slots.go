package web

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"npuzzle/internal/units"
)

const (
	// patience is the maximum time that a search waits for a slot.
	patience = time.Second

	// kept is the number of bytes that the process may keep between searches.
	kept = 32 << 20
)

// slots limits the number of searches that run at the same time. Each slot has an equal share of the
// memory.
type slots struct{ free chan struct{} }

func newSlots(n int) *slots {
	s := &slots{free: make(chan struct{}, n)}
	for range n {
		s.free <- struct{}{}
	}
	return s
}

// take waits for a free slot and takes it. The caller returns the slot by calling release.
func (s *slots) take(ctx context.Context) (release func(), err error) {
	select {
	case <-s.free:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(patience):
		return nil, s.busy()
	}
	return s.release, nil
}

// busy returns the error of a request that found no free slot.
func (s *slots) busy() error {
	return fault(http.StatusServiceUnavailable, "busy: %s running, which is the limit; try again soon",
		units.Plural(cap(s.free), "search is", "searches are"))
}

// release returns unused memory to the system, and then the slot.
func (s *slots) release() {
	freeMemory()
	s.free <- struct{}{}
}

// freeMemory returns unused memory to the system if the process holds more than kept. Without this
// call, the runtime keeps what earlier searches used, and the next search can exceed the memory limit
// by a fifth.
func freeMemory() {
	if held() > kept {
		debug.FreeOSMemory()
	}
}

// held returns the number of bytes that the runtime has from the system.
func held() uint64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// takeForExperiment takes half of all slots for an experiment, but at least one. If they are not
// free, it returns an error without waiting.
func (s *slots) takeForExperiment() (n int, release func(), err error) {
	n = max(cap(s.free)/2, 1)
	for taken := range n {
		select {
		case <-s.free:
		default:
			for range taken {
				s.free <- struct{}{}
			}
			return 0, nil, fmt.Errorf("%w, and an experiment takes %d", s.busy(), n)
		}
	}
	return n, func() {
		for range n {
			s.release()
		}
	}, nil
}
