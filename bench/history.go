package bench

import (
	"encoding/json"

	"npuzzle/search"
)

// History is the course of an evolution in a limited number of moments. They are evenly spaced over
// its generations, and include the last one.
type History struct {
	moments []Moment
	last    Moment
	seen    int // generations
	each    int // one of each so many generations is kept
}

// Moment is the state of a population after a number of evaluations.
type Moment struct {
	Evaluated uint64  `json:"evaluated"`
	Best      int64   `json:"best"`      // fitness; less is better
	Median    int64   `json:"median"`    // fitness
	Mean      float64 `json:"mean"`      // fitness
	Diversity float64 `json:"diversity"` // number of distinct boards that plans end in / population

	// Only the moments of a Trace have the following.
	Subgoal    int     `json:"-"` // see search.Generation
	Phase      int     `json:"-"`
	Generation int     `json:"-"`
	Length     int     `json:"-"` // of the best plan so far; 0 while there is none
	Seconds    float64 `json:"-"` // since the start
}

// momentOf returns what a history keeps of a progress report.
func momentOf(p search.Progress) Moment {
	of := p.Generation.Population
	return Moment{
		Evaluated: p.Evaluated, Best: of.Best(), Median: of.Median(), Mean: of.Mean(), Diversity: of.Diversity(),
	}
}

// mostMoments is the largest number of moments of a history, besides the last. It is even, so that
// dropping every other moment leaves them evenly spaced.
const mostMoments = 40

// Observer returns an observer that keeps the history of a run; nil for none.
func (h *History) Observer() search.Observer {
	if h == nil {
		return nil
	}
	return h.observe
}

// observe adds the population of a progress report. When the history is full, it drops
// every other moment, and keeps half as many from then on.
func (h *History) observe(p search.Progress) {
	if p.Generation == nil || p.Plan != nil { // plans are kept in Record.Found
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

// Moments returns the history so far; none of nil.
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

// UnmarshalJSON reads a history of moments that were kept elsewhere.
func (h *History) UnmarshalJSON(text []byte) error {
	err := json.Unmarshal(text, &h.moments)
	if h.seen = len(h.moments); h.seen > 0 {
		h.last = h.moments[h.seen-1]
	}
	return err
}
