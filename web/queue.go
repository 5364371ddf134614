package web

import (
	"cmp"
	"context"
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"
)

const (
	// kept is the number of bytes that the process may keep between searches.
	kept = 32 << 20

	// raceWait is the maximum time that the searches of a race wait for one that has not come.
	raceWait = 500 * time.Millisecond

	// longestQueue is the maximum number of searches that wait.
	longestQueue = 500
)

// queue limits the number of searches that run at the same time. Searches for which there is no
// slot wait. The next search is one of the client that has the fewest searches running; among
// those, the search that has waited longest. While several clients wait or run, a client has at
// most share slots.
//
// A search that has run for a turn ends as at a time limit, if the search of another client waits
// for its slot. So the queue moves on, even if all searches are hard.
//
// The searches of a race start together, if there are enough slots for all. They wait a short time
// for each other.
type queue struct {
	slots, share int
	turn         time.Duration
	// whether searches may take much memory, which goes back to the system after each
	large bool

	mu      sync.Mutex
	last    int // id of the newest search
	free    int
	running []*place // the one that began first comes first
	waiting []*place // the one that came first comes first
}

// place is a search that waits or runs.
type place struct {
	id     int
	about  searchState // for the list of searches
	came   time.Time
	client string
	slots  int           // number of slots that it needs
	lasts  bool          // whether the search may outlast its turn
	ready  chan struct{} // closed when the search may run
	// receives the place of a waiting search when it changes; 1 is the next search
	moved chan int

	at    int       // last place sent to moved
	began time.Time // when the search began to run
	end   context.CancelCauseFunc
}

func newQueue(slots int, turn time.Duration) *queue {
	return &queue{slots: slots, share: max(slots/2, 1), turn: turn, free: slots}
}

// take waits for a slot for a search of a client, and calls waits with its place whenever that
// changes. The search must run in the returned context. The caller returns the slot by calling
// release.
func (q *queue) take(ctx context.Context, about searchState, waits func(place int)) (
	run context.Context, release func(), err error) {
	return q.takeSlots(ctx, &place{client: about.Client, slots: 1, about: about}, waits)
}

// takeForExperiment takes half of all slots for an experiment, but at least one.
func (q *queue) takeForExperiment(ctx context.Context) (n int, release func(), err error) {
	n = max(q.slots/2, 1)
	half := &place{client: "experiment", slots: n, lasts: true}
	_, release, err = q.takeSlots(ctx, half, func(int) {})
	return n, release, err
}

func (q *queue) takeSlots(ctx context.Context, p *place, waits func(place int)) (
	run context.Context, release func(), err error) {
	p.ready = make(chan struct{})
	p.moved = make(chan int, 1)
	p.came = time.Now()
	run, p.end = context.WithCancelCause(ctx)
	q.mu.Lock()
	if len(q.waiting) >= longestQueue {
		q.mu.Unlock()
		p.end(nil)
		return nil, nil, fault(http.StatusServiceUnavailable,
			"busy: %d searches are waiting, which is the limit; try again soon", longestQueue)
	}
	q.last++
	p.id = q.last
	q.waiting = append(q.waiting, p)
	q.advance()
	q.mu.Unlock()
	late := time.AfterFunc(raceWait, q.endTurns) // starts a race that is not complete
	defer late.Stop()
	for {
		select {
		case <-p.ready:
			timer := time.AfterFunc(q.turn, q.endTurns)
			return run, func() {
				timer.Stop()
				q.leave(p)
			}, nil
		case <-run.Done():
			q.leave(p)
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			return nil, nil, fault(http.StatusServiceUnavailable, "%w", context.Cause(run))
		case at := <-p.moved:
			waits(at)
		}
	}
}

// leave removes a search that waits, runs or has ended.
func (q *queue) leave(p *place) {
	p.end(nil)
	if q.large {
		freeMemory()
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, p); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	} else {
		q.running = slices.DeleteFunc(q.running, func(other *place) bool { return other == p })
		q.free += p.slots
	}
	q.advance()
}

// list returns the searches that run, and then those that wait. Experiments are not listed.
func (q *queue) list() []searchState {
	q.mu.Lock()
	defer q.mu.Unlock()
	var list []searchState
	for _, p := range slices.Concat(q.running, q.waiting) {
		if p.about.Method == "" {
			continue
		}
		state := p.about
		state.ID = p.id
		state.Waiting = p.began.IsZero()
		since := p.began
		if state.Waiting {
			since = p.came
		}
		state.Seconds = time.Since(since).Seconds()
		list = append(list, state)
	}
	return list
}

// end ends the search with an id, for a reason. It returns false if there is none.
func (q *queue) end(id int, why error) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, p := range slices.Concat(q.running, q.waiting) {
		if p.id == id && p.about.Method != "" {
			p.end(why)
			return true
		}
	}
	return false
}

// endTurns ends searches that have run for a turn, if other searches wait.
func (q *queue) endTurns() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.advance()
}

// advance lets waiting searches run while slots are free, ends the turns of others, and sends the
// places of the searches that go on waiting.
func (q *queue) advance() {
	for {
		order, running := q.order()
		i := slices.IndexFunc(order, func(p *place) bool {
			if !q.gathered(p) {
				return false
			}
			alone := len(running) == 0 || len(running) == 1 && running[p.client] > 0
			alone = alone && !slices.ContainsFunc(q.waiting, func(o *place) bool {
				return o.client != p.client
			})
			return alone || running[p.client] < q.share
		})
		var starting []*place
		if i >= 0 {
			starting = q.together(order[i])
		}
		if i < 0 || slotsOf(starting) > q.free {
			q.endSome(order)
			q.tell(order)
			return
		}
		for _, next := range starting {
			q.begin(next)
		}
	}
}

// begin lets a waiting search run.
func (q *queue) begin(p *place) {
	q.waiting = slices.DeleteFunc(q.waiting, func(other *place) bool { return other == p })
	q.running = append(q.running, p)
	q.free -= p.slots
	p.began = time.Now()
	close(p.ready)
}

// lanesOf returns the searches of the race of p that wait. It is only p if p is in no race.
func (q *queue) lanesOf(p *place) []*place {
	if p.about.race == "" {
		return []*place{p}
	}
	var lanes []*place
	for _, other := range q.waiting {
		if other.about.race == p.about.race {
			lanes = append(lanes, other)
		}
	}
	return lanes
}

// gathered reports whether all searches of the race of p are here, or have been waited for.
func (q *queue) gathered(p *place) bool {
	lanes := q.lanesOf(p)
	return len(lanes) >= p.about.lanes || time.Since(lanes[0].came) >= raceWait
}

// together returns the searches that start with p. If the queue has too few slots for a race, its
// searches start one by one.
func (q *queue) together(p *place) []*place {
	lanes := q.lanesOf(p)
	if slotsOf(lanes) > q.slots {
		for _, lane := range lanes {
			lane.about.race = ""
			lane.about.lanes = 0
		}
		return []*place{p}
	}
	return lanes
}

// slotsOf returns the number of slots that searches need.
func slotsOf(places []*place) int {
	n := 0
	for _, p := range places {
		n += p.slots
	}
	return n
}

// order returns the waiting searches in the order in which they will run, and the number of running
// searches of each client.
func (q *queue) order() (order []*place, running map[string]int) {
	running = map[string]int{}
	for _, p := range q.running {
		running[p.client] += p.slots
	}
	before := map[string]int{} // number of searches of a client that run before
	for client, n := range running {
		before[client] = n
	}
	turns := map[*place]int{}
	for _, p := range q.waiting {
		turns[p] = before[p.client]
		before[p.client]++
	}
	order = slices.Clone(q.waiting)
	slices.SortStableFunc(order, func(a, b *place) int { return cmp.Compare(turns[a], turns[b]) })
	return order, running
}

// endSome ends as many searches that have run for a turn as searches of other clients wait. A
// search that was ended is not ended again, but counts.
func (q *queue) endSome(order []*place) {
	left := len(order)
	for _, p := range q.running {
		other := slices.ContainsFunc(order, func(w *place) bool { return w.client != p.client })
		if left == 0 || p.lasts || !other || time.Since(p.began) < q.turn {
			continue
		}
		p.end(context.DeadlineExceeded)
		left--
	}
}

// tell sends the places of waiting searches that have changed.
func (q *queue) tell(order []*place) {
	for i, p := range order {
		if p.at == i+1 {
			continue
		}
		p.at = i + 1
		select {
		case <-p.moved: // an older place that was not read yet
		default:
		}
		p.moved <- p.at
	}
}

// freeMemory returns unused memory to the system if the process holds more than kept. Without this
// call, the runtime keeps what earlier searches used, and the next search can exceed the memory
// limit by a fifth.
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
