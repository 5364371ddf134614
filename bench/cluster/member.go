package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// Limits of what a worker says of itself.
const (
	mostMembers     = 1 << 14 // workers that a coordinator knows
	mostJobs        = 1 << 12 // of a worker
	mostBytes       = 1 << 50 // memory of a worker
	mostText        = 300     // length of a text
	mostWrong       = 3       // wrong answers, after which a worker is barred
	mostNotices     = 20      // wrong answers that are reported one by one
	mostCalibration = 3600    // seconds
)

// member is a worker as the coordinator knows it. What it said at first stays.
type member struct {
	Worker
	provenance bench.Provenance // of its trials
	seen       time.Time
	barred     string // why its answers are dropped; "" if they are not
}

// share returns the memory limit of a trial without a limit of its own.
func (m member) share() uint64 { return m.Bytes / uint64(m.Jobs) }

// check returns an error if no worker can say this of itself.
func (h hello) check() error {
	for _, text := range []string{h.ID, h.Name, h.Machine} {
		if text == "" || len(text) > mostText || !units.Printable(text) {
			return fmt.Errorf("%.40q is no name; expected 1 to %d printable characters", text,
				mostText)
		}
	}
	switch {
	case h.Jobs < 1 || h.Jobs > mostJobs:
		return fmt.Errorf("%d jobs; expected 1 to %d", h.Jobs, mostJobs)
	case h.Bytes > mostBytes || h.ProcessLimit > math.MaxInt64:
		return fmt.Errorf("%d bytes of memory; expected at most %d", h.Bytes, uint64(mostBytes))
	case !(h.Calibration >= 0 && h.Calibration < mostCalibration):
		return fmt.Errorf("a calibration of %g s; expected 0 to %d", h.Calibration, mostCalibration)
	case !(h.Seconds >= 0 && h.Seconds < 1e9):
		return fmt.Errorf("it runs for %g s; expected a time", h.Seconds)
	}
	return nil
}

// hello answers a worker with the provenance of the coordinator, whose program the worker compares
// with its own.
func (c *Coordinator) hello(text []byte) any {
	var h hello
	if err := json.Unmarshal(text, &h); err != nil {
		c.change(func(s *Status) { s.Dropped++ })
		return nil
	}
	if h.Program != c.Lab.Provenance.Program {
		return welcome{Provenance: c.Lab.Provenance}
	}
	m, news, err := c.join(h)
	if err != nil {
		c.change(func(s *Status) { s.Dropped++ })
		return welcome{Provenance: c.Lab.Provenance, Barred: err.Error()}
	}
	if news && m.Refused != "" {
		c.Notify(fmt.Sprintf("worker %s takes no trials: %s", m.Name, m.Refused))
	}
	return welcome{Provenance: c.Lab.Provenance, Barred: m.barred}
}

// join notes that a worker is there. It reports whether the reason changed why the worker takes no
// trials.
func (c *Coordinator) join(h hello) (m member, news bool, err error) {
	if err := h.check(); err != nil {
		return m, false, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	m, known := c.members[h.ID]
	if !known {
		if err := c.makeRoom(); err != nil {
			return m, false, err
		}
		m = member{Worker: h.Worker, provenance: c.Lab.Provenance}
		m.Trials = 0
		m.Wrong = 0
		m.Refused = ""
		// The program is that of the coordinator, so its version and its signature are, too.
		m.provenance.Machine = h.Machine
		m.provenance.Calibration = h.Calibration
		m.provenance.ProcessLimit = h.ProcessLimit
	}
	refused := printable(h.Refused)
	news = refused != m.Refused
	m.Refused = refused
	m.Seconds = h.Seconds
	m.Dropped = min(h.Dropped, 1<<32)
	m.seen = time.Now()
	c.members[h.ID] = m
	return m, news, nil
}

// makeRoom forgets the worker that has been gone for the longest time if too many workers are
// known.
func (c *Coordinator) makeRoom() error {
	if len(c.members) < mostMembers {
		return nil
	}
	byTime := func(a, b string) int { return c.members[a].seen.Compare(c.members[b].seen) }
	oldest := slices.MinFunc(slices.Collect(maps.Keys(c.members)), byTime)
	if time.Since(c.members[oldest].seen) < goneAfter {
		return fmt.Errorf("there are %d workers; expected no more", mostMembers)
	}
	delete(c.members, oldest)
	return nil
}

// printable returns a text of at most mostText bytes in which each character that cannot be shown
// is a space.
func printable(text string) string {
	start := text[:min(len(text), mostText)]
	return bench.FaultText(errors.New(start))
}

// goneAfter is the time after which a worker that has not said hello is gone.
const goneAfter = 3 * helloEvery

// Status returns the state of the run. Workers that are gone are left out.
func (c *Coordinator) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.status
	s.Workers = []Worker{}
	for _, m := range c.members {
		s.Dropped += m.Dropped
		if time.Since(m.seen) < goneAfter && m.barred == "" {
			s.Workers = append(s.Workers, m.Worker)
		}
	}
	slices.SortFunc(s.Workers, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// member returns the worker with an ID.
func (c *Coordinator) member(id string) (m member, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, known = c.members[id]
	return m, known
}

// counts adds a trial to those of a worker.
func (c *Coordinator) counts(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m, known := c.members[id]; known {
		m.Trials++
		c.members[id] = m
	}
}

// wrong counts an answer that cannot be right and is dropped, and names it. A worker with too many
// such answers is barred. The ID is "" if no worker is to blame.
func (c *Coordinator) wrong(id, key string, reason error) {
	c.mu.Lock()
	name := "a worker"
	if m, known := c.members[id]; known {
		name = "worker " + m.Name
		m.Wrong++
		if m.Wrong >= mostWrong && m.barred == "" {
			m.barred = fmt.Sprintf("%d of its answers were wrong, the last one with %v", m.Wrong,
				reason)
		}
		c.members[id] = m
	}
	c.status.Wrong++
	count := c.status.Wrong
	c.mu.Unlock()
	switch {
	case count < mostNotices:
		c.Notify(fmt.Sprintf("an answer of %s for trial %.40q is dropped: %v", name, key, reason))
	case count == mostNotices:
		c.Notify("more answers are dropped; npuzzle workers counts them")
	}
}
