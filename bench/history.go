package bench

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"time"

	"npuzzle/search"
)

// History records the state of the population of the genetic solver during a run. Without All, it
// records a limited number of evenly spaced generations, and the last one.
type History struct {
	// All records every generation and every plan that is shorter than all earlier plans, with
	// all fields of a Moment.
	All bool

	Moments []Moment // recorded so far; the last one is that of the last report

	seen  int       // number of reports observed
	each  int       // every each-th generation is recorded; 0 means 1
	start time.Time // of the run, set by Observer
}

// Moment is the state of a population after a number of evaluations.
type Moment struct {
	Evaluated uint64  `json:"evaluated"`
	Best      int64   `json:"best"`      // fitness; less is better
	Median    int64   `json:"median"`    // fitness
	Mean      float64 `json:"mean"`      // fitness
	Diversity float64 `json:"diversity"` // number of distinct final boards of plans / population

	// The following fields are set only if History.All is set.
	Subgoal    int           `json:"-"` // see search.Generation
	Phase      int           `json:"-"` // see search.Generation
	Generation int           `json:"-"` // number within the phase
	Length     int           `json:"-"` // of the best plan so far; 0 if there is no plan yet
	Time       time.Duration `json:"-"` // since the start of the run
}

// mostMoments is the largest number of moments of a history without All, not counting the last
// moment. It is even, so that the moments are still evenly spaced after every other moment is
// dropped.
const mostMoments = 40

// Observer returns an observer that records the history of a run that starts now, and passes each
// report on to another observer, unless this is nil. If h is nil, Observer returns the other
// observer.
func (h *History) Observer(next search.Observer) search.Observer {
	if h == nil {
		return next
	}
	h.start = time.Now()
	return func(p search.Progress) {
		h.observe(p)
		if next != nil {
			next(p)
		}
	}
}

// observe records the generation of a progress report. The last moment stays only if it is in the
// sequence of every each-th one. If the history is full, observe first drops every other moment,
// and from then on records half as many generations.
func (h *History) observe(p search.Progress) {
	if p.Generation == nil || p.Plan != nil && !h.All { // Record.Found keeps the plans
		return
	}
	population := p.Generation.Population
	m := Moment{
		Evaluated: p.Evaluated,
		Best:      population.Best(),
		Median:    population.Median(),
		Mean:      population.Mean(),
		Diversity: population.Diversity(),
	}
	if h.All {
		m.Subgoal, m.Phase, m.Generation = p.Generation.Subgoal, p.Generation.Phase, p.Generation.Number
		m.Length = p.Length
		m.Time = time.Since(h.start)
	}
	h.each = max(h.each, 1)
	if h.seen > 0 && (h.seen-1)%h.each != 0 {
		h.Moments = h.Moments[:len(h.Moments)-1]
	}
	if h.seen%h.each == 0 && len(h.Moments) == mostMoments && !h.All {
		for i := range mostMoments / 2 {
			h.Moments[i] = h.Moments[2*i]
		}
		h.Moments, h.each = h.Moments[:mostMoments/2], 2*h.each
	}
	h.Moments = append(h.Moments, m)
	h.seen++
}

// Trace is a sequence of moments of one run of the genetic solver, in order of time (see History).
//
// A trace file is CSV with the following columns. Its first line has their names.
//
//   - subgoal, phase, generation: the numbers of search.Generation
//   - best, median, mean: fitness of the population
//   - diversity: see Moment
//   - evaluations: number of evaluations so far
//   - length: length of the best plan so far; empty if there is no plan yet
//   - seconds: time since the start of the run
type Trace []Moment

// Write writes the trace as CSV.
func (t Trace) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "subgoal,phase,generation,best,median,mean,diversity,evaluations,length,seconds")
	for _, m := range t {
		length := ""
		if m.Length > 0 {
			length = strconv.Itoa(m.Length)
		}
		fmt.Fprintf(w, "%d,%d,%d,%d,%d,%v,%v,%d,%s,%v\n", m.Subgoal, m.Phase, m.Generation, m.Best, m.Median,
			m.Mean, m.Diversity, m.Evaluated, length, m.Time.Seconds())
	}
	return w.Flush()
}
