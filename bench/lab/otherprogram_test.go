package lab_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// wanderer is a solver of another program. It makes random moves, the promising ones more often,
// and starts again after some moves.
type wanderer struct {
	Heuristic heuristics.Heuristic
	Clock     search.Clock

	Patience int    `setting:"wander-length" low:"1" high:"1000" meaning:"Moves before a new start."`
	Starts   int    `setting:"starts" low:"1" high:"1e6" meaning:"Number of starts."`
	Seed     uint64 `setting:"seed"`
}

func (w *wanderer) Capabilities() search.Capabilities {
	return search.Capabilities{UnitCosts: true, Incomplete: true}
}

func (w *wanderer) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	result, done, err := search.Begin(p, puzzle.Order{})
	if done || err != nil {
		return result, err
	}
	estimator, err := heuristics.EstimatorOf(w.Heuristic, p.Goal, p.Costs)
	if err != nil {
		return search.Result{}, err
	}
	rng := puzzle.NewRand(w.Seed, 0)
	result.Status = search.Exhausted
	for range w.Starts {
		board := p.Start
		var moves []puzzle.Move
		for range w.Patience {
			if status := search.Interrupted(ctx); status != "" {
				result.Status = status
				return result, nil
			}
			move := puzzle.DefaultOrder[rng.IntN(len(puzzle.DefaultOrder))]
			next, legal := board.Move(move)
			worse := estimator.Estimate(next.Tiles()) > estimator.Estimate(board.Tiles())
			if !legal || worse && rng.IntN(3) == 0 {
				continue
			}
			result.Expanded++
			result.Generated++
			board = next
			moves = append(moves, move)
			if board == p.Goal {
				result.Moves = moves
				plan := search.Found{Generated: result.Generated}
				plan.Stamp(w.Clock)
				search.Finish(p, &result)
				plan.Length = len(result.Moves)
				result.Found = []search.Found{plan}
				return result, nil
			}
			if lim.Generated > 0 && result.Generated >= lim.Generated {
				result.Status = search.NodeLimit
				return result, nil
			}
		}
	}
	return result, nil
}

// corners is a heuristic of another program.
var corners = heuristics.FromFunc("corners", true,
	func(goal puzzle.Board, _ puzzle.Costs) (func([]uint8) puzzle.Cost, error) {
		wanted := goal.Tiles()
		last := len(wanted) - 1
		return func(tiles []uint8) puzzle.Cost {
			if tiles[0] != wanted[0] || tiles[last] != wanted[last] {
				return 1
			}
			return 0
		}, nil
	}).WithVersion("1")

func init() {
	newWanderer := func() search.Solver { return &wanderer{Patience: 100, Starts: 10} }
	about := solvers.Description{
		Label:   "Random wanderer",
		About:   "makes random moves, the promising ones more often",
		Version: "1",
	}
	if err := solvers.Register("wanderer", newWanderer, about); err != nil {
		panic(err)
	}
	if err := solvers.RegisterHeuristic(corners, "Whether two corners are wrong."); err != nil {
		panic(err)
	}
}

// theirs is an experiment file of the other program.
const theirs = `name: theirs
puzzles:
  - {size: 2x3, count: 12, name: random}
solvers:
  - {algorithm: wanderer, heuristic: corners, starts: [5, 500]}
  - {algorithm: wanderer, wander-length: 50, starts: 500, name: short}
  - {algorithm: astar, heuristic: "max(corners,misplaced)", name: exact}
repeats: 2
baseline: exact
`

// A solver and a heuristic of another program are found by experiment files, stored definitions,
// the analysis of a store and reports. Each trial has a seed, and the settings are in the records.
func TestExperimentOfAnotherProgram(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "lab.sqlite"))
	e, warnings, err := config.ReadText(theirs)
	require.NoError(t, err)
	require.Empty(t, warnings)
	o := run(t, l, e)
	require.Len(t, o.Records, 12*(3*2+1))
	require.Empty(t, o.Failed())

	var seeds []string
	for _, r := range o.Records {
		if r.Solver != "wanderer starts=500" {
			continue
		}
		assert.Equal(t, []string{"wanderer", "corners"}, []string{r.Algorithm, r.Heuristic})
		assert.Equal(t, "500", r.Settings["starts"])
		assert.Equal(t, "100", r.Settings["wander-length"])
		assert.Equal(t, bench.FromProgram, r.Source)
		assert.Equal(t, search.Solved, r.Status)
		assert.Len(t, r.Found, 1)
		seeds = append(seeds, r.Settings["seed"])
	}
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(seeds))), 24, "a seed for each trial")

	// The definition that is stored is read again, with all solvers and the baseline.
	stored, err := l.Store.Experiment(t.Context(), "theirs")
	require.NoError(t, err)
	records, err := l.Store.Records(t.Context(), "theirs")
	require.NoError(t, err)
	a := analysis.Stored(stored.Definition, records)
	var names []string
	for _, s := range a.Solvers {
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{"wanderer starts=5", "wanderer starts=500", "short", "exact"}, names)
	assert.Equal(t, "exact", a.Baseline)
	assert.NotEmpty(t, a.Conclusions())
	assert.NotContains(t, strings.Join(a.Warnings(), "\n"), "cannot read")
	var page bytes.Buffer
	require.NoError(t, report.Of(stored, a).HTML(&page))
	assert.Contains(t, page.String(), "wanderer starts=500")

	// A file that is written from the experiment describes the same trials, and so do Go values.
	again, _, err := config.ReadText(config.Write(e))
	require.NoError(t, err)
	assert.Equal(t, len(records), run(t, l, again).Before)
	again.Solvers[0].Settings = solvers.Of(&wanderer{Patience: 100, Starts: 5, Heuristic: corners})
	assert.Equal(t, len(records), run(t, l, again).Before)
}

// Another process of the program can run the trials, because they can be written as text.
func TestTrialOfAnotherProgramAsText(t *testing.T) {
	e, _, err := config.ReadText(theirs)
	require.NoError(t, err)
	assert.True(t, e.Registered())
	for trial, err := range e.Plan(t.Context(), nil, bench.Provenance{}) {
		require.NoError(t, err)
		text, err := json.Marshal(trial)
		require.NoError(t, err)
		var read bench.Trial
		require.NoError(t, json.Unmarshal(text, &read))
		want, err := trial.Run(t.Context())
		require.NoError(t, err)
		got, err := read.Run(t.Context())
		require.NoError(t, err)
		assert.Equal(t, want.Result.Moves, got.Result.Moves)
		assert.Equal(t, want.Result.Stats, got.Result.Stats)
		if trial.Puzzle.Number == 3 {
			break
		}
	}
}
