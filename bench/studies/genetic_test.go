package studies

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// The replicas of the GA solve boards of few moves. A table of moves changes nothing but the number
// of moves computed.
func TestGeneticReplicas(t *testing.T) {
	if testing.Short() {
		t.Skip("evolves without goroutines, so the race detector has nothing to see")
	}
	size := puzzle.Size{Rows: 3, Cols: 3}
	goal := goalOf(t, puzzle.BlankLast, size)
	solvedBy := map[string]int{}
	var ofGenes []bench.Solver
	s := studyOf("ga-vs-astar")
	for _, r := range s.results["genes"] {
		ofGenes = append(ofGenes, r.solver)
	}
	boards := uint64(12)
	if slow.Asked() {
		boards = 20
	}
	for n := range boards {
		p := search.Problem{Start: puzzle.Walk(puzzle.NewRand(2, n), goal, 25), Goal: goal}
		if n == 0 { // on which a plan once held a move that the table took for legal
			var err error
			p.Start, err = puzzle.Parse("5 0 3/2 8 1/6 4 7", size)
			require.NoError(t, err)
		}
		results := map[string]search.Result{}
		for _, r := range ofGenes {
			g := s.study.Replicas["genes"].Genetic[r.Name]
			g.settings = r.Settings.With("seed", "3")
			got, err := g.Solve(t.Context(), p, search.Limits{})
			require.NoError(t, err)
			results[r.Name] = got
			if got.Status == search.Solved {
				solvedBy[r.Name]++
			}
		}
		plain := results["float genes"]
		memo := results["float genes, moves memoised"]
		assert.Equal(t, plain.Moves, memo.Moves)
		assert.Equal(t, plain.Evaluated, memo.Evaluated)
		assert.Less(t, memo.Generated, plain.Generated/2)
	}
	assert.Len(t, ofGenes, 3)
	for _, r := range ofGenes {
		assert.Positive(t, solvedBy[r.Name], r.Name)
	}
}

// The preset "study" solves the shares of boards of 2x2 that the study's program solves, and so does
// the replica. The shares are those of another program that imitates the study's (in %, 6,000 runs
// for each setting). Without a goal test at the start, some boards that are drawn solved are lost.
func TestStudyOn2x2(t *testing.T) {
	if testing.Short() {
		t.Skip("evolves without goroutines, so the race detector has nothing to see")
	}
	want := []float64{88.6, 90.3, 88.8, 93.4, 95.0, 95.9, 96.6}
	runs := 200 // the standard error of a share is at most 2.3 %
	delta := 5.0
	if slow.Asked() {
		runs = 1200 // at most 0.9 %
		delta = 3
	}
	_, experiments := readStudy("ga-vs-astar")
	e := experiments[slices.IndexFunc(experiments, func(e bench.Experiment) bool {
		return e.Name == "ga-2x2"
	})]
	e.Groups[0].Count = runs
	for program, records := range map[string][]bench.Record{
		"preset":  recordsOf(t, e, bench.Runner{Jobs: 1}),
		"replica": replicaRecords(t, e),
	} {
		lost := 0
		rows := rowsOf(e, records)
		require.Len(t, rows, len(want))
		for i, r := range rows {
			assert.InDelta(t, want[i], 100*r.solved().Value, delta, "%s %s", program, r.solver.Name)
			for _, trial := range r.trials {
				if trial.Board == trial.Goal && !analysis.Solved(&trial) {
					lost++
				}
			}
		}
		assert.Positive(t, lost, program)
	}
}

// recordsOf runs an experiment.
func recordsOf(t *testing.T, e bench.Experiment, runner bench.Runner) (records []bench.Record) {
	t.Helper()
	trials := e.Plan(t.Context(), nil, bench.Provenance{})
	err := runner.Run(t.Context(), trials, func(trial bench.Trial) error {
		records = append(records, trial.Record(puzzle.BlankNotation))
		return nil
	})
	require.NoError(t, err)
	return records
}

// replicaRecords runs an experiment with the replica of the GA.
func replicaRecords(t *testing.T, e bench.Experiment) []bench.Record {
	t.Helper()
	records, err := replicas{}.join(&e, Host{Jobs: 1})(t.Context(), e)
	require.NoError(t, err)
	return records
}

// Half of a population survives. The study rounds the numbers of children up, so small populations
// grow.
func TestNumbersOfChildren(t *testing.T) {
	settings := studyOf("ga-vs-astar").results["ga-2x2"][0].solver.Settings
	goal := goalOf(t, puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 2})
	for population, next := range map[int]int{10: 5 + 5 + 1, 11: 5 + 5 + 1, 20: 10 + 9 + 1, 60: 30 +
		27 + 3,
		100: 50 + 45 + 5, 140: 70 + 63 + 7} {
		estimator, err := settings.Heuristic.For(goal, puzzle.Costs{})
		require.NoError(t, err)
		r := &geneticRun{
			replica:   geneticReplica{settings: settings},
			start:     goal,
			estimator: estimator,
			random:    puzzle.NewRand(1, 0),
			known:     map[step]puzzle.Board{},
			stats:     &search.Stats{},
		}
		var first []individual
		for range population {
			first = append(first, r.draw(6))
		}
		assert.Len(t, r.next(first), next, population)
	}
}
