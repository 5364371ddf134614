package bench

import (
	"encoding/json"

	"npuzzle/search"
)

// History records the state of the population at a limited number of generations. The recorded
// generations are evenly spaced. The last generation is always recorded, too.
type History struct {
	moments []Moment
	last    Moment
	seen    int // number of generations observed
	each    int // every each-th generation is recorded; 0 means 1
}

// Moment is the state of a population after a number of evaluations.
type Moment struct {
	Evaluated uint64  `json:"evaluated"`
	Best      int64   `json:"best"`      // fitness; less is better
	Median    int64   `json:"median"`    // fitness
	Mean      float64 `json:"mean"`      // fitness
	Diversity float64 `json:"diversity"` // number of distinct final boards of plans / population

	// The following fields are set only in a Trace.
	Subgoal    int     `json:"-"` // see search.Generation
	Phase      int     `json:"-"` // see search.Generation
	Generation int     `json:"-"` // number within the phase
	Length     int     `json:"-"` // of the best plan so far; 0 if there is no plan yet
	Seconds    float64 `json:"-"` // since the start of the run
}

// momentOf returns the moment of a progress report, with the fields that a History records.
func momentOf(p search.Progress) Moment {
	of := p.Generation.Population
	return Moment{
		Evaluated: p.Evaluated, Best: of.Best(), Median: of.Median(), Mean: of.Mean(), Diversity: of.Diversity(),
	}
}

// mostMoments is the largest number of moments of a history, not counting the last moment. It is
// even, so that the moments are still evenly spaced after every other moment is dropped.
const mostMoments = 40

// Observer returns an observer that records the history of a run. It returns nil if h is nil.
func (h *History) Observer() search.Observer {
	if h == nil {
		return nil
	}
	return h.observe
}

// observe records the generation of a progress report. If the history is full, observe
// first drops every other moment, and from then on records half as many generations.
func (h *History) observe(p search.Progress) {
	if p.Generation == nil || p.Plan != nil { // Record.Found keeps the plans
		return
	}
	h.last = momentOf(p)
	if h.seen%max(h.each, 1) == 0 {
		if len(h.moments) == mostMoments {
			for i := range mostMoments / 2 {
				h.moments[i] = h.moments[2*i]
			}
			h.moments = h.moments[:mostMoments/2]
			h.each = 2 * max(h.each, 1)
		}
		h.moments = append(h.moments, h.last)
	}
	h.seen++
}

// Moments returns the moments recorded so far. It returns nil if h is nil.
func (h *History) Moments() []Moment {
	if h == nil || h.seen == 0 {
		return nil
	}
	all := h.moments[:len(h.moments):len(h.moments)]
	if all[len(all)-1] != h.last {
		all = append(all, h.last)
	}
	return all
}

// MarshalJSON writes the moments.
func (h *History) MarshalJSON() ([]byte, error) { return json.Marshal(h.Moments()) }

// UnmarshalJSON reads the moments that MarshalJSON wrote.
func (h *History) UnmarshalJSON(text []byte) error {
	err := json.Unmarshal(text, &h.moments)
	if h.seen = len(h.moments); h.seen > 0 {
		h.last = h.moments[h.seen-1]
	}
	return err
}
