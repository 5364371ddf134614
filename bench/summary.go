package bench

import (
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
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
	Accuracy     Figure  `json:"accuracy"`      // share of the trials solved
	AccuracyLow  float64 `json:"accuracy_low"`  // its 95 % confidence interval, by Wilson's
	AccuracyHigh float64 `json:"accuracy_high"` // score method
	MeanLength   Figure  `json:"mean_length"`   // of the puzzles solved
	// The next three are known if the optimal length is of every puzzle solved.
	// Those of the other puzzles alone would favour the easy ones.
	MeanOptimal   Figure `json:"mean_optimal"`  // mean optimal length
	Gap           Figure `json:"gap"`           // mean of length / optimal length
	OptimalShare  Figure `json:"optimal_share"` // share of plans as short as the optimal one
	MeanSeconds   Figure `json:"mean_seconds"`  // of all trials, solved or not
	MedianSeconds Figure `json:"median_seconds"`
	MeanExpanded  Figure `json:"mean_expanded"`
	MeanEvaluated Figure `json:"mean_evaluated"`
}

// Summarise sums trials up by contender, in their order. A puzzle's
// optimal length is known where the plan of any trial, of any solver, is
// proven optimal; under unit costs, lengths are costs.
func Summarise(contenders []Contender, trials []Trial) []Summary {
	optimal := map[int]puzzle.Cost{}
	for _, t := range trials {
		if t.Status == search.Solved && t.Optimal {
			optimal[t.Number] = t.Cost
		}
	}
	summaries := make([]Summary, len(contenders))
	for i, c := range contenders {
		summaries[i] = summarise(c, trials, optimal)
	}
	return summaries
}

func summarise(c Contender, trials []Trial, optimal map[int]puzzle.Cost) Summary {
	s := Summary{Name: c.Name, Algorithm: c.Settings.Algorithm, Heuristic: c.Settings.HeuristicName()}
	var lengths, optima, gaps, shortest, seconds, expanded, evaluated []float64
	for _, t := range trials {
		if t.Name != c.Name || t.Status == search.Cancelled {
			continue
		}
		s.Trials++
		seconds = append(seconds, t.Seconds)
		expanded = append(expanded, float64(t.Expanded))
		evaluated = append(evaluated, float64(t.Evaluated))
		if t.Status != search.Solved {
			continue
		}
		s.Solved++
		lengths = append(lengths, float64(len(t.Moves)))
		best, known := optimal[t.Number]
		if !known {
			continue
		}
		optima = append(optima, float64(best))
		gaps = append(gaps, gap(t.Cost, best))
		if t.Cost == best {
			shortest = append(shortest, 1)
		} else {
			shortest = append(shortest, 0)
		}
	}
	if len(optima) < s.Solved {
		optima, gaps, shortest = nil, nil, nil
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
func gap(cost, optimal puzzle.Cost) float64 {
	if cost == optimal {
		return 1
	}
	return float64(cost) / float64(optimal)
}
