package analysis

import (
	"math"

	"npuzzle/bench/stats"
)

// mostForAllPairs is how many solvers are compared each with each; of more, the
// first is compared with each of the others.
const mostForAllPairs = 7

// Pair is two solvers, on the puzzles that both tried. A puzzle of several
// repeats counts once: as solved where most of them are, with the median of
// those.
type Pair struct {
	First, Second                        Solver
	Both, OnlyFirst, OnlySecond, Neither int     // puzzles solved
	P, Corrected                         float64 // of McNemar's test; the second after Holm's correction
	common                               []*instance
}

// Share returns what part of the puzzles that both tried each of them solved.
func (p Pair) Share() (first, second float64) {
	n := float64(p.Both + p.OnlyFirst + p.OnlySecond + p.Neither)
	return float64(p.Both+p.OnlyFirst) / n, float64(p.Both+p.OnlySecond) / n
}

// Pairs sets solvers beside each other by what they solved. The correction is
// over all pairs.
func (a *Analysis) Pairs() []Pair {
	var pairs []Pair
	for i, first := range a.Solvers {
		if i > 0 && len(a.Solvers) > mostForAllPairs {
			break
		}
		for _, second := range a.Solvers[i+1:] {
			p := Pair{First: first, Second: second}
			for _, puzzle := range a.puzzles {
				one, other := puzzle.outcomes[first.Name], puzzle.outcomes[second.Name]
				switch {
				case one == nil || other == nil:
				case one.solved() && other.solved():
					p.Both++
					p.common = append(p.common, puzzle)
				case one.solved():
					p.OnlyFirst++
				case other.solved():
					p.OnlySecond++
				default:
					p.Neither++
				}
			}
			if p.Both+p.OnlyFirst+p.OnlySecond+p.Neither > 0 {
				p.P = stats.McNemar(p.OnlyFirst, p.OnlySecond)
				pairs = append(pairs, p)
			}
		}
	}
	ps := make([]float64, len(pairs))
	for i, p := range pairs {
		ps[i] = p.P
	}
	for i, corrected := range stats.Holm(ps) {
		pairs[i].Corrected = corrected
	}
	return pairs
}

// AllPairs tells whether each solver is compared with each.
func (a *Analysis) AllPairs() bool { return len(a.Solvers) <= mostForAllPairs }

// Comparison is a pair on the puzzles that both solved, by a measure. The test is
// of ratios as well, by their logarithms: differences would be those of the few
// hardest puzzles. Where either count is 0, both count one more.
type Comparison struct {
	Pair
	Ratio     stats.Interval   // median of first / second, puzzle by puzzle
	Test      stats.SignedRank // Wilcoxon's, of the logarithms; without figures where too few differ
	Corrected float64          // its probability after Holm's correction, which counts the tests made
}

// Compare compares the pairs by a measure, as far as both solvers take it and
// both solved any puzzle. The correction is over all of them.
func Compare(pairs []Pair, m Measure) []Comparison {
	var all []Comparison
	for _, p := range pairs {
		if p.Both == 0 || !m.takenBy(p.First) || !m.takenBy(p.Second) {
			continue
		}
		var first, second, ratios []float64
		for _, puzzle := range p.common {
			one, other := puzzle.outcomes[p.First.Name].value(m), puzzle.outcomes[p.Second.Name].value(m)
			if math.IsNaN(one) || math.IsNaN(other) {
				continue
			}
			if one == 0 || other == 0 {
				one, other = one+1, other+1
			}
			first, second = append(first, math.Log(one)), append(second, math.Log(other))
			ratios = append(ratios, one/other)
		}
		if len(first) == 0 {
			continue
		}
		test := stats.Wilcoxon(first, second)
		if test.Few() {
			test.P, test.Effect = math.NaN(), math.NaN()
		}
		all = append(all, Comparison{Pair: p, Ratio: stats.MedianInterval(ratios), Test: test})
	}
	ps := make([]float64, len(all))
	for i, c := range all {
		ps[i] = c.Test.P
	}
	for i, corrected := range stats.Holm(ps) {
		all[i].Corrected = corrected
	}
	return all
}
