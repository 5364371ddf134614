package studies

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/stats"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Evolution is the name of the laboratory's own study. It measures what evolution contributes to
// the genetic solver. It takes hours, so [Names] leaves it out.
const Evolution = "evolution"

// budgets are the budgets by which rows are split. A budget is a share of the limit of generated
// states of the longest runs on a size. It is named after the time in which one core generates this
// number of states.
var budgets = []budget{
	{name: "0.1 s", share: 0.01},
	{name: "0.5 s", share: 0.05},
	{name: "2 s", share: 0.2},
	{name: "10 s", share: 1},
}

// budget is a share of a limit of generated states.
type budget struct {
	name  string
	share float64
}

// within splits each row by the budgets up to its limit. Each part has all trials, as they would be
// with the budget as their limit. A run does not depend on its limit until it reaches the limit. So
// the beginning of a long run gives the result of a run with a smaller limit.
func (rs rows) within() (parts rows) {
	limits := map[string]float64{} // of the longest runs, by size
	for _, r := range rs {
		size := r.label("size")
		limits[size] = max(limits[size], float64(r.group.NodeLimit))
	}
	for _, r := range rs {
		for _, b := range budgets {
			part := r
			part.part = b.name
			part.states = math.Round(b.share * limits[r.label("size")])
			if part.states > float64(r.group.NodeLimit) {
				continue
			}
			part.trials = nil
			for _, t := range r.trials {
				part.trials = append(part.trials, limitedTo(t, part.states))
			}
			parts = append(parts, part)
		}
	}
	return parts
}

// limitedTo returns a trial as it would be with a limit of generated states.
func limitedTo(t bench.Record, states float64) bench.Record {
	length := int(analysis.LengthWithin(&t, analysis.Generated, states))
	t.Length = &length
	if length == 0 {
		t.Status = search.NodeLimit
		t.Length = nil
	}
	return t
}

// relativeAtLimit returns the geometric mean of the lengths of plans, divided by those of the
// solver that the row is compared with. Boards that one of them has not solved do not count.
func (r row) relativeAtLimit() stats.Interval {
	return r.relative(func(t, other *bench.Record) (float64, float64) {
		return analysis.Length.Of(t), analysis.Length.Of(other)
	})
}

// relativeAtEqualTime is relativeAtLimit for the plans that both solvers have when the faster of
// their runs ends, on the boards whose runs had the row's budget as their limit.
func (r row) relativeAtEqualTime() stats.Interval {
	return r.relative(func(t, other *bench.Record) (float64, float64) {
		if float64(t.NodeLimit) != r.states {
			return unknown, unknown
		}
		end := min(t.Seconds, other.Seconds)
		length := analysis.LengthWithin(t, analysis.Seconds, end)
		otherLength := analysis.LengthWithin(other, analysis.Seconds, end)
		return length, otherLength
	})
}

// relative returns the geometric mean of the ratios of two lengths for each board that the row and
// the solver it is compared with have tried. Boards with an unknown length do not count.
func (r row) relative(lengths func(t, other *bench.Record) (float64, float64)) stats.Interval {
	trials := map[boardID][]*bench.Record{}
	for i := range r.trials {
		t := &r.trials[i]
		trials[idOf(*t)] = append(trials[idOf(*t)], t)
	}
	var first, second []float64
	for i := range r.against {
		other := &r.against[i]
		for _, t := range trials[idOf(*other)] {
			a, b := lengths(t, other)
			if a > 0 && b > 0 { // false if unknown
				first = append(first, a)
				second = append(second, b)
			}
		}
	}
	return stats.MeanRatioOf(first, second)
}

// excess returns the geometric mean of the lengths of plans, divided by those of the shortest plans
// that any solver of the study found.
func (r row) excess() stats.Interval {
	var lengths, shortest []float64
	for _, t := range solved(r.trials) {
		lengths = append(lengths, float64(*t.Length))
		shortest = append(shortest, r.shortest[idOf(t)])
	}
	return stats.MeanRatioOf(lengths, shortest)
}

// firstCorrelation is the correlation in the first population.
func (r row) firstCorrelation() stats.Interval {
	return r.correlation(func(found []float64) float64 { return found[0] })
}

// lastCorrelation is the correlation in the last population.
func (r row) lastCorrelation() stats.Interval {
	return r.correlation(func(found []float64) float64 { return found[len(found)-1] })
}

// correlation returns how well fitness predicts distance (Jones and Forrest 1995): the correlation,
// among the chromosomes of a population of the first phase, between the fitness of a chromosome and
// the distance of its board from the goal. It is a mean over the boards of the row, which must have
// the same goal. The function choose returns the correlation of one of the populations.
func (r row) correlation(choose func(found []float64) float64) stats.Interval {
	var chosen []float64
	var table *exact.Table
	for _, t := range r.trials {
		if t.Board == (puzzle.Board{}) {
			continue
		}
		if table == nil {
			var err error
			table, err = exact.Distances(context.Background(), t.Goal, puzzle.Costs{})
			must("distances", err)
		}
		found := correlations(search.Problem{Start: t.Board, Goal: t.Goal}, r, table)
		if len(found) > 0 {
			chosen = append(chosen, choose(found))
		}
	}
	return stats.MeanOf(chosen)
}

// correlations returns the correlation of fitness and distance in each generation of the first
// phase. It leaves out generations in which all plans have the same fitness, because their
// correlation is not defined. The generation that solves the puzzle is missing, too, because the
// solver does not report it.
func correlations(p search.Problem, r row, table *exact.Table) (found []float64) {
	settings := r.solver.Settings.
		With("heuristic", heuristics.LinearConflict.Name()).
		With("improve", "false").
		With("seed", "1").
		With("workers", "1")
	solver, err := solvers.New(settings, func(search.Progress) {})
	must("settings", err)
	solver.(*ga.Solver).Members = func(g search.Generation, members []ga.Member) {
		if g.Phase != 1 {
			return
		}
		var fitness, distances []float64
		for _, m := range members {
			board, err := puzzle.New(p.Goal.Size(), m.Board)
			must("board", err)
			distance, _ := table.Distance(board)
			fitness = append(fitness, float64(m.Fitness))
			distances = append(distances, float64(distance))
		}
		correlation := stat.Correlation(fitness, distances, nil)
		if areKnown(correlation) {
			found = append(found, correlation)
		}
	}
	_, err = solver.Solve(context.Background(), p, search.Limits{})
	must("evolution", err)
	return found
}
