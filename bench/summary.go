package bench

import (
	"npuzzle/bench/stats"
	"npuzzle/search"
)

// Summary is what the trials of one solver came to. Figures of nothing are
// unknown.
type Summary struct {
	Name         string  `json:"name"`
	Algorithm    string  `json:"algorithm"`
	Heuristic    string  `json:"heuristic"`
	Trials       int     `json:"trials"` // that ended; cancelled ones do not count
	Solved       int     `json:"solved"`
	Errors       int     `json:"errors,omitempty"` // trials that went wrong, none of them solved
	Accuracy     Figure  `json:"accuracy"`         // share of the trials solved
	AccuracyLow  float64 `json:"accuracy_low"`     // its 95 % confidence interval, by Wilson's
	AccuracyHigh float64 `json:"accuracy_high"`    // score method
	MeanLength   Figure  `json:"mean_length"`      // of the puzzles solved
	// The next are of those puzzles solved whose optimal length is known. Where that
	// is not all, they are the easier ones.
	OptimalKnown  int    `json:"optimal_known"` // how many
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
func Summarise(contenders []Contender, records []Record) []Summary {
	optimal := map[instanceID]float64{}
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

// instanceID is what tells the puzzles of an experiment apart.
type instanceID struct {
	group  string
	number int
}

func (r Record) instance() instanceID { return instanceID{r.Group, r.Puzzle} }

func summarise(c Contender, records []Record, optimal map[instanceID]float64) Summary {
	s := Summary{Name: c.Name, Algorithm: c.Settings.Algorithm, Heuristic: c.Settings.HeuristicName()}
	var lengths, optima, gaps, shortest, seconds, expanded, evaluated []float64
	for _, r := range records {
		if r.Status == search.Cancelled {
			continue
		}
		s.Heuristic = r.Heuristic // "pdb" may have stood for another
		s.Trials++
		if r.Error != "" {
			s.Errors++
			continue
		}
		seconds = append(seconds, r.Seconds)
		expanded = append(expanded, float64(r.Expanded))
		evaluated = append(evaluated, float64(r.Evaluated))
		if r.Status != search.Solved {
			continue
		}
		s.Solved++
		lengths = append(lengths, float64(*r.Length))
		best, known := optimal[r.instance()]
		if !known {
			continue
		}
		s.OptimalKnown++
		optima = append(optima, best)
		gaps = append(gaps, gap(float64(r.Cost), best))
		if float64(r.Cost) == best {
			shortest = append(shortest, 1)
		} else {
			shortest = append(shortest, 0)
		}
	}
	s.Accuracy = Figure(float64(s.Solved) / float64(s.Trials))
	s.AccuracyLow, s.AccuracyHigh = stats.Wilson(s.Solved, s.Trials)
	for _, f := range []struct {
		to     *Figure
		of     func([]float64) float64
		values []float64
	}{
		{&s.MeanLength, stats.Mean, lengths},
		{&s.MeanOptimal, stats.Mean, optima},
		{&s.Gap, stats.Mean, gaps},
		{&s.OptimalShare, stats.Mean, shortest},
		{&s.MeanSeconds, stats.Mean, seconds},
		{&s.MedianSeconds, stats.Median, seconds},
		{&s.MeanExpanded, stats.Mean, expanded},
		{&s.MeanEvaluated, stats.Mean, evaluated},
	} {
		*f.to = Figure(f.of(f.values))
	}
	return s
}

// gap returns cost / optimal, 1 for a board that is solved already.
func gap(cost, optimal float64) float64 {
	if cost == optimal {
		return 1
	}
	return cost / optimal
}
