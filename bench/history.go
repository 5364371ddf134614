package bench

import "npuzzle/search"

// History is the course of an evolution, as far as some even number of moments
// shows it: evenly spread over its generations, the last among them.
type History struct {
	moments []Moment
	last    Moment
	seen    int // generations
	each    int // of so many one is kept
}

// Moment is what a population had come to after so many evaluations.
type Moment struct {
	Evaluated uint64  `json:"evaluated"`
	Best      int64   `json:"best"` // fitness, the smaller the better
	Median    int64   `json:"median"`
	Mean      float64 `json:"mean"`
	Diversity float64 `json:"diversity"` // distinct boards that plans end in / population
}

// mostMoments is how many moments a history has at most, besides the last. It is
// even, so that dropping every other leaves them evenly spread.
const mostMoments = 40

// Observer returns an observer that keeps the history of a run; nil for none.
func (h *History) Observer() search.Observer {
	if h == nil {
		return nil
	}
	return h.observe
}

func (h *History) observe(p search.Progress) {
	g := p.Generation
	if g == nil || p.Plan != nil { // plans are kept apart, see Record.Found
		return
	}
	h.last = Moment{Evaluated: p.Evaluated, Best: g.Best, Median: g.Median, Mean: g.Mean, Diversity: g.Diversity}
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

// Recall returns a history of moments that were kept elsewhere.
func Recall(moments []Moment) *History {
	if len(moments) == 0 {
		return &History{}
	}
	return &History{moments: moments, last: moments[len(moments)-1], seen: len(moments)}
}
