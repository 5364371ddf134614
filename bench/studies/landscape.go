package studies

import (
	"context"

	"npuzzle/bench/analysis"
	"npuzzle/bench/report"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
)

// population describes the first or the last populations of evolutions on several boards.
type population struct {
	name         string
	correlations []float64 // of fitness and distance, one for each board
}

// landscape shows how well fitness predicts distance. It adds a table of the correlation, among the
// chromosomes of a population, between the fitness of a chromosome and the distance of its board
// from the goal. All given rows must have the same board size.
func (s *session) landscape(rs rows) {
	first, last := population{name: "first, random"}, population{name: "last, evolved"}
	table, err := exact.Distances(context.Background(), rs[0].group.Goal, puzzle.Costs{})
	must("distances", err)
	for _, r := range rs.filter(func(r row) bool { return len(r.trials) > 0 }) {
		for p, err := range r.group.Draw() {
			must("boards", err)
			all := correlations(p.Problem, r.solver.Settings.GA, table)
			if len(all) > 0 {
				first.correlations = append(first.correlations, all[0])
				last.correlations = append(last.correlations, all[len(all)-1])
			}
		}
	}
	s.report.Tables = append(s.report.Tables, report.TableOf("landscape", entry(s.words.Tables, "landscape"),
		[]population{first, last},
		report.Head("population", func(p population) string { return p.name }),
		report.Number("boards", "boards", units.Count.Format, func(p population) float64 {
			return float64(len(p.correlations))
		}),
		report.Cells("correlation", []string{"correlation", "low", "high"}, func(p population) report.Cell {
			mean := analysis.MeanOf(p.correlations)
			return interval(mean, 2, mean.Low, mean.High)
		})))
}

// correlations returns the correlation of fitness and distance in each generation of the first
// phase. It leaves out generations in which all plans have the same fitness, because their
// correlation is not defined. The generation that solves the puzzle is missing, too, because the
// solver does not report it.
func correlations(p search.Problem, settings ga.Settings, table *exact.Table) (all []float64) {
	settings.Improve = false
	solver := ga.Solver{Settings: settings, Heuristic: heuristics.LinearConflict, Seed: 1, Workers: 1,
		Observer: func(search.Progress) {}}
	solver.Members = func(g search.Generation, members []ga.Member) {
		var fitness, distances []float64
		for _, m := range members {
			tiles := make([]int, len(m.Board))
			for cell, tile := range m.Board {
				tiles[cell] = int(tile)
			}
			board, err := puzzle.New(p.Goal.Size(), tiles)
			must("board", err)
			distance, _ := table.Distance(board)
			fitness, distances = append(fitness, float64(m.Fitness)), append(distances, float64(distance))
		}
		if r := analysis.Correlation(fitness, distances); g.Phase == 1 && is(r) {
			all = append(all, r)
		}
	}
	_, err := solver.Solve(context.Background(), p, search.Limits{})
	must("evolution", err)
	return all
}
