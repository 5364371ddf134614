package survey

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/solvers"
)

func goalOf(t require.TestingT, name string, rows, cols int) puzzle.Board {
	goal, err := puzzle.Goal(name, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

// all are the heuristics of the program's table, without pattern databases, which
// need files.
var all = func() (list []heuristics.Heuristic) {
	for _, name := range solvers.HeuristicNames() {
		h, err := solvers.ParseHeuristic(name)
		if err != nil {
			panic(err)
		}
		if h.Name() != "pdb" {
			list = append(list, h)
		}
	}
	return list
}()

// timesAside takes from a report what differs from run to run.
func timesAside(r Report) Report {
	for i := range r.Heuristics {
		r.Heuristics[i].FullSeconds = 0
		r.Heuristics[i].StepSeconds = 0
	}
	return r
}

// What a survey says of a whole space is what plain loops over it find.
func TestWholeSpace(t *testing.T) {
	goals := []puzzle.Board{goalOf(t, puzzle.BlankLast, 2, 3)}
	if !testing.Short() {
		goals = append(goals, goalOf(t, puzzle.Snail, 2, 4))
	}
	if slow.Asked() {
		goals = append(goals, goalOf(t, puzzle.Snail, 3, 3))
	}
	for _, goal := range goals {
		survey := Survey{
			Goal:       goal,
			Heuristics: all,
			Puzzles:    3,
			Seed:       1,
			NodeLimit:  50_000,
			Workers:    2,
		}
		report, err := survey.Run(t.Context())
		require.NoError(t, err)
		assert.True(t, report.Whole)
		assert.False(t, report.Partial)
		table, err := exact.Distances(context.Background(), goal, puzzle.Costs{})
		require.NoError(t, err)
		require.Len(t, report.Heuristics, len(all))
		for i, h := range all {
			row := report.Heuristics[i]
			estimator, err := h.For(goal, puzzle.Costs{})
			require.NoError(t, err)
			var count, estimates, distances, errors, squares float64
			histogram := map[int]uint64{}
			depths := map[int]uint64{}
			admissible := true
			consistent := true
			for tiles, d := range table.All() {
				e := estimator.Estimate(tiles)
				count = count + 1
				estimates = estimates + float64(e)
				distances = distances + float64(d)
				errors = errors + float64(d-e)
				squares = squares + float64(d-e)*float64(d-e)
				histogram[int(d-e)]++
				depths[int(d)]++
				admissible = admissible && e <= d
				only := boards{size: goal.Size(), tiles: tiles}
				b := only.board(0)
				for m := range puzzle.Move(4) {
					if next, legal := b.Move(m); legal {
						consistent = consistent && e <= estimator.Estimate(next.Tiles())+1
					}
				}
			}
			assert.Equal(t, h.Name(), row.Heuristic)
			assert.EqualValues(t, count, report.Boards)
			assert.InDelta(t, distances/count, float64(report.Distance), 1e-9)
			assert.InDelta(t, estimates/count, float64(row.Estimate), 1e-9, row.Heuristic)
			mean := errors / count
			assert.InDelta(t, mean, float64(row.Error), 1e-9, row.Heuristic)
			assert.InDelta(t, math.Sqrt(squares/count-mean*mean), float64(row.Deviation), 1e-6,
				row.Heuristic)
			assert.Equal(t, admissible, row.Overestimate == nil, row.Heuristic)
			assert.Equal(t, consistent, row.Drop == nil, row.Heuristic)
			assert.Equal(t, []bool{h.Admissible(), h.Consistent()},
				[]bool{row.ClaimsAdmissible, row.ClaimsConsistent})
			for _, e := range row.Errors {
				assert.Equal(t, histogram[e.Error], e.Boards, row.Heuristic)
			}
			assert.Len(t, row.Errors, len(histogram))
			for _, d := range row.Depths {
				assert.Equal(t, depths[d.Distance], d.Boards)
				assert.InDelta(t, float64(d.Distance), float64(d.Estimate+d.Error), 1e-9)
				assert.LessOrEqual(t, float64(d.Least), float64(d.Estimate))
				assert.GreaterOrEqual(t, float64(d.Most), float64(d.Estimate))
			}
			assert.Len(t, row.Depths, len(depths))
			if row.Overestimate != nil {
				o := row.Overestimate
				d, _ := table.Distance(o.Board)
				assert.EqualValues(t, o.Distance, d)
				assert.EqualValues(t, o.Estimate, estimator.Estimate(o.Board.Tiles()))
				assert.Greater(t, o.Estimate, o.Distance)
			}
			if row.Drop != nil {
				assert.EqualValues(t, row.Drop.Estimate, estimator.Estimate(row.Drop.Board.Tiles()))
				assert.Greater(t, row.Drop.Estimate, row.Drop.After+1)
			}
		}
	}
}

// The pairs count a row of three in reverse three times, which takes wide boards
// to be too much; all else keeps its word.
func TestRefutations(t *testing.T) {
	survey := Survey{
		Goal:       goalOf(t, puzzle.BlankLast, 2, 4),
		Heuristics: all,
		Puzzles:    1,
		Seed:       1,
		NodeLimit:  50_000,
	}
	report, err := survey.Run(t.Context())
	require.NoError(t, err)
	for _, row := range report.Heuristics {
		assert.Equal(t, row.ClaimsAdmissible, row.Overestimate == nil, row.Heuristic)
		assert.Equal(t, row.ClaimsConsistent, row.Drop == nil, row.Heuristic)
	}
}

func TestAnyNumberOfWorkers(t *testing.T) {
	for _, goal := range []puzzle.Board{goalOf(t, puzzle.BlankFirst, 2, 4),
		goalOf(t, puzzle.BlankFirst, 3, 4)} {
		survey := Survey{Goal: goal, Heuristics: all, Puzzles: 4, Seed: 5, NodeLimit: 20000}
		var reports []Report
		for _, workers := range []int{1, 3} {
			survey.Workers = workers
			report, err := survey.Run(t.Context())
			require.NoError(t, err)
			reports = append(reports, timesAside(report))
		}
		// As JSON: figures that are unknown, NaN, equal nothing.
		first, err := json.Marshal(reports[0])
		require.NoError(t, err)
		second, err := json.Marshal(reports[1])
		require.NoError(t, err)
		assert.JSONEq(t, string(first), string(second))
	}
}

func TestSample(t *testing.T) {
	slow.NotShort(t)
	list := []heuristics.Heuristic{
		heuristics.Zero, heuristics.Manhattan, heuristics.LinearConflict,
		heuristics.LinearConflictPairs,
	}
	var told []int
	survey := Survey{
		Goal:       goalOf(t, puzzle.BlankLast, 3, 4),
		Heuristics: list,
		Puzzles:    6,
		Seed:       4,
		NodeLimit:  650_000,
		Observer: func(done, all int, _ string) {
			assert.Equal(t, 6+len(list)*7, all)
			told = append(told, done)
		},
	}
	report, err := survey.Run(t.Context())
	require.NoError(t, err)
	assert.False(t, report.Whole)
	assert.EqualValues(t, 6, report.Boards)
	assert.IsNonDecreasing(t, told)
	assert.Equal(t, 6+len(list)*7, told[len(told)-1])

	zero := report.Heuristics[0]
	manhattan := report.Heuristics[1]
	conflict := report.Heuristics[2]
	assert.EqualValues(t, 0, zero.Estimate)
	assert.Equal(t, report.Distance, zero.Error)
	assert.Zero(t, zero.Effort.Solved, "beyond the limit")
	assert.True(t, math.IsNaN(float64(zero.Effort.Generated)))
	assert.Less(t, float64(conflict.Error), float64(manhattan.Error))
	assert.Equal(t, 4, manhattan.Effort.Solved)
	assert.Equal(t, 5, conflict.Effort.Solved)
	assert.Equal(t, 5, conflict.Effort.Optimal)
	assert.Equal(t, manhattan.Effort.Solved, report.Common, "zero, which solved none, is left out")
	assert.Less(t, float64(conflict.Effort.Common), float64(manhattan.Effort.Common))
	assert.Greater(t, float64(conflict.Effort.Branching), 1.0)
	assert.Positive(t, float64(conflict.FullSeconds))
	assert.Positive(t, float64(conflict.StepSeconds))
}

// Boards whose distance is out of reach count for no figure.
func TestUnknownDistances(t *testing.T) {
	survey := Survey{
		Goal:       goalOf(t, puzzle.BlankLast, 4, 4),
		Heuristics: []heuristics.Heuristic{heuristics.Manhattan},
		Puzzles:    3,
		Seed:       1,
		NodeLimit:  1,
	}
	report, err := survey.Run(t.Context())
	require.NoError(t, err)
	assert.Zero(t, report.Boards)
	row := report.Heuristics[0]
	for _, f := range []bench.Figure{
		report.Distance, row.Estimate, row.Error, row.Deviation, row.Effort.Generated,
		row.Effort.Branching,
	} {
		assert.False(t, f.Known())
	}
	assert.True(t, math.IsNaN(row.Quantile(0.5)))
	assert.Empty(t, row.Errors)
	assert.Empty(t, report.EstimateByDistance().Panels)
}

// A heuristic that a size is too large for leaves a row that says so.
func TestHeuristicsThatCannotBeHad(t *testing.T) {
	walk := 10
	survey := Survey{
		Goal: goalOf(t, puzzle.BlankLast, 5, 5),
		Heuristics: []heuristics.Heuristic{heuristics.WalkingDistance, heuristics.Manhattan,
			heuristics.Zero},
		Scramble: bench.Scramble{Walk: &walk},
		Puzzles:  2,
		Seed:     1,
		Prepare: func(_ context.Context, h heuristics.Heuristic,
			_ puzzle.Board) (heuristics.Heuristic, error) {
			if h.Name() == "zero" {
				return nil, errors.New("not today")
			}
			return h, nil
		},
	}
	last := 0
	survey.Observer = func(done, _ int, _ string) { last = done }
	report, err := survey.Run(t.Context())
	require.NoError(t, err)
	require.Len(t, report.Heuristics, 3)
	assert.Contains(t, report.Heuristics[0].Problem, "size 5x5 is too large")
	assert.Nil(t, report.Heuristics[0].Effort)
	assert.Empty(t, report.Heuristics[1].Problem)
	assert.Equal(t, 2, report.Heuristics[1].Effort.Optimal)
	assert.Equal(t, "not today", report.Heuristics[2].Problem)
	assert.Equal(t, 2, report.Common)
	assert.Equal(t, 2+3*3, last)
	_, err = json.Marshal(report)
	require.NoError(t, err)
}

func TestInterruptedSurvey(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	survey := Survey{Goal: goalOf(t, puzzle.BlankLast, 2, 3), Heuristics: all, Puzzles: 2, Seed: 1,
		Observer: func(_, _ int, next string) {
			if next == all[2].Name() {
				cancel()
			}
		}}
	report, err := survey.Run(ctx)
	require.NoError(t, err)
	assert.True(t, report.Partial)
	assert.Len(t, report.Heuristics, 2, "those before")

	for _, cols := range []int{3, 4} { // while distances are found: of all boards, of a sample
		survey.Goal = goalOf(t, puzzle.BlankLast, 3, cols)
		report, err = survey.Run(ctx)
		require.NoError(t, err)
		assert.True(t, report.Partial)
	}
	assert.Empty(t, report.Heuristics)
}

func TestRowOfCells(t *testing.T) {
	survey := Survey{Goal: goalOf(t, puzzle.BlankLast, 1, 4), Heuristics: all, Puzzles: 5, Seed: 1}
	report, err := survey.Run(t.Context())
	require.NoError(t, err)
	assert.EqualValues(t, 4, report.Boards)
	assert.EqualValues(t, 1.5, report.Distance)
}

func TestImpossibleScramble(t *testing.T) {
	share := 2.0
	survey := Survey{
		Goal:     goalOf(t, puzzle.BlankLast, 2, 2),
		Scramble: bench.Scramble{Misplaced: &share},
		Puzzles:  1,
	}
	_, err := survey.Run(t.Context())
	assert.Error(t, err)
}

// The first is the example of the book that defines it, less the start.
func TestBranchingFactor(t *testing.T) {
	assert.InDelta(t, 1.92, branchingFactor(52, 5), 0.005)
	assert.InDelta(t, 4, branchingFactor(4, 1), 1e-9)
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Float64Range(1, 3).Draw(t, "b")
		length := rapid.IntRange(1, 20).Draw(t, "length")
		states := 0.0
		for i := 1; i <= length; i++ {
			states += math.Pow(b, float64(i))
		}
		below := branchingFactor(uint64(states), length)
		above := branchingFactor(uint64(states)+1, length)
		if below > b*(1+1e-9) || above < b {
			t.Fatalf("%v to %v for %v", below, above, b)
		}
	})
}

func TestFigures(t *testing.T) {
	survey := Survey{
		Goal:       goalOf(t, puzzle.BlankLast, 2, 3),
		Heuristics: all,
		Puzzles:    1,
		Seed:       1,
		NodeLimit:  50_000,
	}
	report, err := survey.Run(t.Context())
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, report.ErrorByDepth().Write(&out, "svg"))
	for _, h := range all {
		assert.Contains(t, out.String(), ">"+h.Name()+"<")
	}
	assert.Contains(t, out.String(), "all boards of 2x3")
	out.Reset()
	require.NoError(t, report.EstimateByDistance().Write(&out, "svg"))
	for _, h := range all {
		assert.Contains(t, out.String(), ">"+h.Name()+", all boards of 2x3<")
	}
}

// A file that is cut during a survey ends the row of its heuristic, and not the program.
func TestFileCutDuringSurvey(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems may keep the pages")
	}
	folder := t.TempDir()
	library := solvers.Library{Dir: folder}
	defer library.Close()
	h, err := solvers.ParseHeuristic("pdb:5-5-5")
	require.NoError(t, err)
	cut := func(ctx context.Context, h heuristics.Heuristic,
		goal puzzle.Board) (heuristics.Heuristic, error) {
		prepared, err := library.Prepare(ctx, h, goal)
		paths, _ := filepath.Glob(filepath.Join(folder, "*.pdb"))
		require.NotEmpty(t, paths)
		for _, path := range paths {
			require.NoError(t, os.Truncate(path, 4096))
		}
		return prepared, err
	}
	walk := 20
	report, err := Survey{
		Goal:       goalOf(t, puzzle.BlankLast, 4, 4),
		Heuristics: []heuristics.Heuristic{h},
		Prepare:    cut,
		Scramble:   bench.Scramble{Walk: &walk},
		Puzzles:    3,
		Seed:       1,
	}.Run(t.Context())
	require.NoError(t, err)
	require.ErrorIs(t, report.Heuristics[0].Err, heuristics.ErrUnreadable)
	assert.Empty(t, report.Heuristics[0].Depths)
}
