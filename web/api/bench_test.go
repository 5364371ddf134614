package api_test

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
	"npuzzle/web/api"
)

// BenchmarkSolveWatched measures what events cost a search: the processor time of a search
// whose events are written as JSON, compared with that of the solver alone. Runs of both
// kinds take turns, and the median of the ratios counts. The metric is in percent.
func BenchmarkSolveWatched(b *testing.B) {
	for _, c := range []struct {
		algorithm, board, preset string
		nodes                    uint64
	}{
		{algorithm: "bfs", board: "8 6 7/2 5 4/3 0 1"},
		{algorithm: "astar", board: "10 6 15 8/5 7 3 14/1 0 11 4/12 13 2 9", nodes: 1000000},
		{algorithm: "idastar", board: "10 6 15 8/5 7 3 14/1 0 11 4/12 13 2 9"},
		{algorithm: "ga", board: "8 6 7/2 5 4/3 0 1", preset: "study", nodes: 100000},
		{
			algorithm: "ga",
			board:     "10 6 15 8/5 7 3 14/1 0 11 4/12 13 2 9",
			preset:    "study",
			nodes:     100000,
		},
		{
			algorithm: "ga",
			board:     "10 6 15 8/5 7 3 14/1 0 11 4/12 13 2 9",
			preset:    "pure",
			nodes:     100000,
		},
		{
			algorithm: "ga",
			board:     "10 6 15 8/5 7 3 14/1 0 11 4/12 13 2 9",
			preset:    "memetic",
			nodes:     100000,
		},
	} {
		name := c.algorithm + c.preset
		b.Run(name, func(b *testing.B) {
			board, err := puzzle.Parse(c.board, puzzle.Size{})
			require.NoError(b, err)
			goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
			require.NoError(b, err)
			settings := solvers.Default(c.algorithm)
			// as the method solve has it, so that both run the same search
			settings = settings.With("seed", "1")
			params := api.SolveRequest{
				Board:     c.board,
				Algorithm: c.algorithm,
				Settings:  map[string]string{},
			}
			set := func(name, value string) {
				require.NoError(b, settings.Set(name, value))
				params.Settings[name] = value
			}
			if c.preset != "" {
				set("preset", c.preset)
			}
			if settings.Takes("workers") {
				set("workers", "1")
			}
			params.NodeLimit = c.nodes
			text, err := json.Marshal(params)
			require.NoError(b, err)
			trial := bench.Trial{
				Puzzle: bench.Puzzle{Problem: search.Problem{Start: board, Goal: goal}, Number: 1},
				Solver: bench.Solver{Settings: settings},
				Limits: search.Limits{Generated: params.NodeLimit},
			}
			events := 0
			emit := func(_ string, data any) {
				events++
				require.NoError(b, json.NewEncoder(io.Discard).Encode(data))
			}
			var ratios []float64
			for b.Loop() {
				alone, err := trial.Run(context.Background())
				require.NoError(b, err)
				watched, err := new(api.API).Call(context.Background(), "solve", text, emit)
				require.NoError(b, err)
				require.Equal(b, alone.Result.Generated, watched.(bench.Record).Generated,
					"two searches")
				ratios = append(ratios,
					float64(watched.(bench.Record).CPUSeconds)/alone.CPU.Seconds())
			}
			slices.Sort(ratios)
			b.ReportMetric(100*(ratios[len(ratios)/2]-1), "percent-slower")
			b.ReportMetric(float64(events)/float64(len(ratios)), "events/op")
		})
	}
}
