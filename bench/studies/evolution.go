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
	"npuzzle/internal/lists"
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
var budgets = []struct {
	name  string
	share float64
}{{"0.1 s", 0.01}, {"0.5 s", 0.05}, {"2 s", 0.2}, {"10 s", 1}}

// within splits each row by the budgets up to its limit. Each part has all trials, as they would be
// with the budget as their limit. A run does not depend on its limit until it reaches the limit. So
// the beginning of a long run gives the result of a run with a smaller limit.
func (rs rows) within() (all rows) {
	limits := map[string]float64{} // of the longest runs, by size
	for _, r := range rs {
		limits[r.label("size")] = max(limits[r.label("size")], float64(r.group.NodeLimit))
	}
	for _, r := range rs {
		trials := r.trials
		for _, b := range budgets {
			r.part, r.states = b.name, math.Round(b.share*limits[r.label("size")])
			if r.states > float64(r.group.NodeLimit) {
				continue
			}
			r.trials = lists.Map(trials, func(t bench.Record) bench.Record {
				length := int(analysis.LengthWithin(&t, analysis.Generated, r.states))
				t.Length = &length
				if length == 0 {
					t.Status = search.NodeLimit
					t.Length = nil
				}
				return t
			})
			all = append(all, r)
		}
	}
	return all
}

// relative returns the geometric mean of the lengths of plans, divided by those of the solver that
// the row is compared with. Boards that one of them has not solved do not count. At equal time, it
// compares the plans that both solvers have when the faster of their runs ends, on the boards whose
// runs had the row's budget as their limit.
func (r row) relative(equalTime bool) stats.Interval {
	var first, second []float64
	for _, o := range r.against {
		for _, t := range r.trials {
			if idOf(t) != idOf(o) || equalTime && float64(t.NodeLimit) != r.states {
				continue
			}
			a, b := analysis.Length.Of(&t), analysis.Length.Of(&o)
			if equalTime {
				end := min(t.Seconds, o.Seconds)
				a = analysis.LengthWithin(&t, analysis.Seconds, end)
				b = analysis.LengthWithin(&o, analysis.Seconds, end)
			}
			if a > 0 && b > 0 { // false if unknown
				first, second = append(first, a), append(second, b)
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
		lengths, shortest = append(lengths, float64(*t.Length)), append(shortest, r.shortest[idOf(t)])
	}
	return stats.MeanRatioOf(lengths, shortest)
}

// correlation returns how well fitness predicts distance (Jones and Forrest 1995): the correlation,
// among the chromosomes of the first or the last population of the first phase, between the fitness
// of a chromosome and the distance of its board from the goal. It is a mean over the boards of the
// row, which must have the same goal.
func (r row) correlation(last bool) stats.Interval {
	var all []float64
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
		if last && len(found) > 0 {
			found = found[len(found)-1:]
		}
		all = append(all, found[:min(1, len(found))]...)
	}
	return stats.MeanOf(all)
}

// correlations returns the correlation of fitness and distance in each generation of the first
// phase. It leaves out generations in which all plans have the same fitness, because their
// correlation is not defined. The generation that solves the puzzle is missing, too, because the
// solver does not report it.
func correlations(p search.Problem, r row, table *exact.Table) (all []float64) {
	settings := r.solver.Settings.With("heuristic", heuristics.LinearConflict.Name()).With("improve", "false").
		With("seed", "1").With("workers", "1")
	solver, err := solvers.New(settings, func(search.Progress) {})
	must("settings", err)
	solver.(*ga.Solver).Members = func(g search.Generation, members []ga.Member) {
		var fitness, distances []float64
		for _, m := range members {
			board, err := puzzle.New(p.Goal.Size(), m.Board)
			must("board", err)
			distance, _ := table.Distance(board)
			fitness, distances = append(fitness, float64(m.Fitness)), append(distances, float64(distance))
		}
		if r := stat.Correlation(fitness, distances, nil); g.Phase == 1 && is(r) {
			all = append(all, r)
		}
	}
	_, err = solver.Solve(context.Background(), p, search.Limits{})
	must("evolution", err)
	return all
}
