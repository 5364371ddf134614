package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench/stats"
	"npuzzle/search"
)

// Summary is what the trials of a solver on a group of puzzles came to. Shares,
// means and medians are of puzzles: one that was tried several times counts once,
// with the mean or the median of its trials. Figures of nothing are NaN.
type Summary struct {
	Group  Group
	Solver Solver
	Trials int
	Solved int
	Errors int            // trials that went wrong
	Ends   []string       // how the trials that did not solve ended, with how many
	Share  stats.Interval // solved

	Length float64 // mean, of the trials that solved
	// The next are of the solved puzzles whose optimal cost is known. Where that is
	// not all, they are the easier ones.
	Optimal      float64        // mean optimal length
	Gap          stats.Interval // mean of cost / optimal cost, with a bootstrap interval over puzzles
	OptimalShare float64        // of the plans
	Plans        int            // that these are of
	Unknown      int            // plans for puzzles of unknown optimal cost, which these leave out

	// Of all trials that did not go wrong, solved or not; those that met a limit
	// with what they had taken by then.
	Seconds      stats.Interval // median
	MeanTime     float64
	CPUSeconds   float64        // median
	Expanded     stats.Interval // median; of nothing where the solver expands no states
	Evaluated    stats.Interval // likewise
	Bytes        stats.Interval // median
	MostBytes    float64
	Resident     stats.Interval // median, of the trials in processes of their own
	MostResident float64
}

// bootSeed makes the bootstrap the same at every look.
const bootSeed = 1

// Summaries sums up every solver on every group, in their orders.
func (a *Analysis) Summaries() []Summary {
	var all []Summary
	for i, group := range a.Groups {
		for _, solver := range a.Solvers {
			if s := a.summary(i, solver); s.Trials > 0 {
				s.Group = group
				all = append(all, s)
			}
		}
	}
	return all
}

func (a *Analysis) summary(group int, solver Solver) Summary {
	s := Summary{Solver: solver}
	var shares, lengths, optimal, gaps, shortest stats.Clusters
	values := map[string]stats.Clusters{}
	ends := map[string]int{}
	for _, p := range a.puzzles {
		if p.group != group {
			continue
		}
		var share, length, best, gap, least []float64
		value := map[string][]float64{}
		for _, r := range p.outcomes[solver.Name] {
			s.Trials++
			if failed(r) {
				s.Errors++
				share = append(share, 0)
				ends["error"]++
				continue
			}
			for _, m := range []Measure{Seconds, CPUSeconds, Expanded, Evaluated, Bytes, Resident} {
				if v := m.Of(r); v == v && m.takenBy(solver) {
					value[m.Name] = append(value[m.Name], v)
				}
			}
			if !solved(r) {
				share = append(share, 0)
				ends[string(r.Status)]++
				continue
			}
			s.Solved++
			share = append(share, 1)
			length = append(length, Length.Of(r))
			if p.cost != p.cost {
				s.Unknown++
				continue
			}
			s.Plans++
			best = append(best, p.length)
			gap = append(gap, p.gap(r))
			if float64(r.Cost) == p.cost {
				least = append(least, 1)
			} else {
				least = append(least, 0)
			}
		}
		shares, lengths, optimal = shares.With(share), lengths.With(length), optimal.With(best)
		gaps, shortest = gaps.With(gap), shortest.With(least)
		for name, v := range value {
			values[name] = values[name].With(v)
		}
	}
	s.Share = shares.Share()
	for _, status := range []search.Status{search.Unsolvable, search.Exhausted, search.TimeLimit, search.NodeLimit, search.MemoryLimit, "error"} {
		if n := ends[string(status)]; n > 0 {
			s.Ends = append(s.Ends, fmt.Sprintf("%s %d", status, n))
		}
	}
	s.Length, s.Optimal, s.OptimalShare = stats.Mean(lengths.Means()), stats.Mean(optimal.Means()), stats.Mean(shortest.Means())
	s.Gap = stats.MeanInterval(gaps.Means(), bootSeed)
	s.MeanTime = stats.Mean(values[Seconds.Name].Means())
	median := func(m Measure) stats.Interval { return stats.MedianInterval(values[m.Name].Medians()) }
	s.Seconds, s.CPUSeconds = median(Seconds), median(CPUSeconds).Value
	s.Expanded, s.Evaluated = median(Expanded), median(Evaluated)
	s.Bytes, s.MostBytes = median(Bytes), most(slices.Concat(values[Bytes.Name]...))
	s.Resident, s.MostResident = median(Resident), most(slices.Concat(values[Resident.Name]...))
	return s
}

// End says how the trials that did not solve ended.
func (s Summary) End() string { return strings.Join(s.Ends, ", ") }

// MostResident returns the most resident memory of any trial, NaN where none had
// a process of its own.
func (a *Analysis) MostResident() float64 {
	var values []float64
	for _, r := range a.Trials {
		if v := Resident.Of(r); v == v {
			values = append(values, v)
		}
	}
	return most(values)
}

// most returns the greatest value, or NaN of none.
func most(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return slices.Max(values)
}

// Effort is the work of a solver on the puzzles of a group that all able solvers
// solved: those that solved at least half of what they tried, since one that
// solves next to nothing would leave next to nothing to compare the others on.
// Only there can effort be compared: what a solver left unsolved would have cost
// the most.
type Effort struct {
	Group   Group
	Solver  Solver
	Share   float64 // solved, of the group's puzzles that the solver tried
	Common  int     // puzzles that all able solvers solved
	Medians map[string]stats.Interval
	Means   map[string]float64
}

// leastShare is the share of puzzles from which on a solver is able.
const leastShare = 0.5

// EffortMeasures are those that an Effort has, as far as the solver takes them.
var EffortMeasures = []Measure{ExpandedBeforeLastF, Expanded, Generated, Evaluated, Seconds}

// Efforts returns the effort of every able solver on every group that has at least
// two, and without figures what the others solved.
func (a *Analysis) Efforts() (all, weak []Effort) {
	for i, group := range a.Groups {
		var able []Solver
		shares := map[string]float64{}
		for _, s := range a.Solvers {
			tried := a.tried(i, s)
			if tried == 0 {
				continue
			}
			n := 0
			for _, p := range a.puzzles {
				if p.group == i && p.outcomes[s.Name].solved() {
					n++
				}
			}
			shares[s.Name] = float64(n) / float64(tried)
			if shares[s.Name] >= leastShare {
				able = append(able, s)
			} else {
				weak = append(weak, Effort{Group: group, Solver: s, Share: shares[s.Name]})
			}
		}
		if len(able) < 2 {
			continue
		}
		common := slices.DeleteFunc(slices.Clone(a.puzzles), func(p *instance) bool {
			return p.group != i || slices.ContainsFunc(able, func(s Solver) bool { return !p.outcomes[s.Name].solved() })
		})
		for _, s := range able {
			e := Effort{
				Group: group, Solver: s, Common: len(common), Share: shares[s.Name],
				Medians: map[string]stats.Interval{}, Means: map[string]float64{},
			}
			for _, m := range EffortMeasures {
				if !m.takenBy(s) {
					continue
				}
				var values []float64
				for _, p := range common {
					values = append(values, p.outcomes[s.Name].value(m))
				}
				e.Medians[m.Name], e.Means[m.Name] = stats.MedianInterval(values), stats.Mean(values)
			}
			all = append(all, e)
		}
	}
	return all, weak
}
