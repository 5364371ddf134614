package bench

import (
	"npuzzle/bench/stats"
	"npuzzle/search"
)

// Summary is what the trials of one solver came to. Shares, means and medians are
// of puzzles: one that was tried several times counts once, with the mean or the
// median of its trials. Figures of nothing are unknown.
type Summary struct {
	Name         string  `json:"name"`
	Algorithm    string  `json:"algorithm"`
	Heuristic    string  `json:"heuristic"`
	Trials       int     `json:"trials"` // that ended; cancelled ones do not count
	Solved       int     `json:"solved"`
	Errors       int     `json:"errors,omitempty"` // trials that went wrong, none of them solved
	Accuracy     Figure  `json:"accuracy"`         // share solved
	AccuracyLow  float64 `json:"accuracy_low"`     // its 95 % confidence interval, as
	AccuracyHigh float64 `json:"accuracy_high"`    // stats.Clusters.Share finds it
	MeanLength   Figure  `json:"mean_length"`      // of the puzzles solved
	// The next are of those puzzles solved whose optimal length is known. Where that
	// is not all, they are the easier ones.
	OptimalKnown  int    `json:"optimal_known"` // how many plans
	MeanOptimal   Figure `json:"mean_optimal"`  // mean optimal length
	Gap           Figure `json:"gap"`           // mean of length / optimal length
	OptimalShare  Figure `json:"optimal_share"` // share of plans as short as the optimal one
	MeanSeconds   Figure `json:"mean_seconds"`  // of all trials, solved or not
	MedianSeconds Figure `json:"median_seconds"`
	MeanExpanded  Figure `json:"mean_expanded"`
	MeanEvaluated Figure `json:"mean_evaluated"`
}

// Summarise sums records up by contender, in their order. A puzzle's optimal cost
// is known where a record has it or the plan of any solver is proven optimal;
// under unit costs, lengths are costs.
func Summarise(contenders []Solver, records []Record) []Summary {
	optimal := map[puzzleID]float64{}
	for _, r := range records {
		if r.OptimalCost != nil {
			optimal[r.instance()] = float64(*r.OptimalCost)
		}
		if r.Status == search.Solved && r.Optimal {
			optimal[r.instance()] = float64(r.Cost)
		}
	}
	of := map[string][]Record{}
	for _, r := range records {
		of[r.Solver] = append(of[r.Solver], r)
	}
	summaries := make([]Summary, len(contenders))
	for i, c := range contenders {
		summaries[i] = summarise(c, of[c.Name], optimal)
	}
	return summaries
}

// puzzleID is what tells the puzzles of an experiment apart.
type puzzleID struct {
	group  string
	number int
}

func (r Record) instance() puzzleID { return puzzleID{r.Group, r.Puzzle} }

func summarise(c Solver, records []Record, optimal map[puzzleID]float64) Summary {
	s := Summary{Name: c.Name, Algorithm: c.Settings.Algorithm, Heuristic: c.Settings.HeuristicName()}
	var accuracy, lengths, optima, gaps, shortest, seconds, expanded, evaluated perPuzzle
	for _, r := range records {
		if r.Status == search.Cancelled {
			continue
		}
		of := r.instance()
		s.Heuristic = r.Heuristic // "pdb" may have stood for another
		s.Trials++
		if r.Error != "" {
			s.Errors++
			accuracy.add(of, 0)
			continue
		}
		seconds.add(of, r.Seconds)
		expanded.add(of, float64(r.Expanded))
		evaluated.add(of, float64(r.Evaluated))
		if r.Status != search.Solved {
			accuracy.add(of, 0)
			continue
		}
		s.Solved++
		accuracy.add(of, 1)
		lengths.add(of, float64(*r.Length))
		best, known := optimal[of]
		if !known {
			continue
		}
		s.OptimalKnown++
		optima.add(of, best)
		gaps.add(of, gap(float64(r.Cost), best))
		if float64(r.Cost) == best {
			shortest.add(of, 1)
		} else {
			shortest.add(of, 0)
		}
	}
	share := accuracy.Share()
	s.Accuracy, s.AccuracyLow, s.AccuracyHigh = Figure(share.Value), share.Low, share.High
	s.MedianSeconds = Figure(stats.Median(seconds.Medians()))
	for _, f := range []struct {
		to     *Figure
		values perPuzzle
	}{
		{&s.MeanLength, lengths},
		{&s.MeanOptimal, optima},
		{&s.Gap, gaps},
		{&s.OptimalShare, shortest},
		{&s.MeanSeconds, seconds},
		{&s.MeanExpanded, expanded},
		{&s.MeanEvaluated, evaluated},
	} {
		*f.to = Figure(stats.Mean(f.values.Means()))
	}
	return s
}

// perPuzzle gathers values by puzzle.
type perPuzzle struct {
	stats.Clusters
	of map[puzzleID]int // index of its cluster
}

func (p *perPuzzle) add(of puzzleID, value float64) {
	i, known := p.of[of]
	if !known {
		if p.of == nil {
			p.of = map[puzzleID]int{}
		}
		i = len(p.Clusters)
		p.of[of], p.Clusters = i, append(p.Clusters, nil)
	}
	p.Clusters[i] = append(p.Clusters[i], value)
}

// gap returns cost / optimal, 1 for a board that is solved already.
func gap(cost, optimal float64) float64 {
	if cost == optimal {
		return 1
	}
	return cost / optimal
}
