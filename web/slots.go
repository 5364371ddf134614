package web

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"npuzzle/internal/units"
)

const (
	// patience is the maximum time that a search waits for a slot.
	patience = time.Second

	// soon is the time after a search at which unused memory is returned to the system. If several
	// searches end within this time, the memory is returned once.
	soon = 200 * time.Millisecond

	// kept is the number of bytes of unused memory that the process may keep.
	kept = 32 << 20
)

// slots limits the number of searches that run at the same time. Each slot has an equal share of the
// memory.
type slots struct {
	free    chan struct{}
	freeing atomic.Bool // whether a call of freeMemory is scheduled
}

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

// release returns a slot. It also schedules the return of unused memory to the system.
func (s *slots) release() {
	s.free <- struct{}{}
	s.freeSoon()
}

// freeSoon schedules a call of freeMemory after the time soon.
func (s *slots) freeSoon() {
	if s.freeing.CompareAndSwap(false, true) {
		time.AfterFunc(soon, func() {
			s.freeing.Store(false)
			freeMemory()
		})
	}
}

// freeMemory returns unused memory to the system if there is more of it than kept. Without this
// call, the Go runtime takes minutes to return it.
func freeMemory() {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	if sample[0].Value.Uint64()-sample[1].Value.Uint64() > kept {
		debug.FreeOSMemory()
	}
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
