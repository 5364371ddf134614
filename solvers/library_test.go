package solvers_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/solvers"
)

// newLibrary returns a library of a new directory, and what it tells.
func newLibrary(t *testing.T) (*solvers.Library, *[]string) {
	var told []string
	notice := func(text string) { told = append(told, text) }
	return &solvers.Library{Dir: t.TempDir(), Notice: notice}, &told
}

func goalOf(t *testing.T, size string) puzzle.Board {
	parsed, err := puzzle.ParseSize(size)
	require.NoError(t, err)
	goal, err := puzzle.Goal(puzzle.BlankLast, parsed)
	require.NoError(t, err)
	return goal
}

// prepare reads a heuristic and prepares it for a goal.
func prepare(l *solvers.Library, text string, goal puzzle.Board) (heuristics.Heuristic, error) {
	h, err := solvers.ParseHeuristic(text)
	if err != nil {
		return nil, err
	}
	return l.Prepare(context.Background(), h, goal)
}

func TestLibraryBuildsWhatTakesSeconds(t *testing.T) {
	l, told := newLibrary(t)
	goal := goalOf(t, "3x3")
	for _, c := range []struct {
		text, name string
		told       []string
	}{
		{"linear-conflict", "linear-conflict", nil},
		{"pdb", "pdb:8", []string{"pdb of 3x3 is not built: building pdb:8 in " + l.Dir}},
		{"max(manhattan,pdb:4-4)", "max(manhattan,pdb:4-4)",
			[]string{"pdb:4-4 of 3x3 is not built: building pdb:4-4 in " + l.Dir}},
		{"pdb:4-4", "pdb:4-4", nil},
		{"pdb:b b b/b a a/a a .", "pdb:aaa/abb/bb.",
			[]string{"pdb:bbb/baa/aa. of 3x3 is not built: building pdb:aaa/abb/bb. in " + l.Dir}},
		{"max(max(pdb),pdb:4-4:plain)", "max(max(pdb:8),pdb:4-4:plain)", nil},
	} {
		*told = nil
		h, err := prepare(l, c.text, goal)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.name, h.Name())
		assert.Equal(t, c.told, *told, c.text)
		e, err := h.For(goal, puzzle.Costs{})
		require.NoError(t, err)
		assert.Zero(t, e.Estimate(goal.Tiles()))
	}
	files, err := os.ReadDir(l.Dir)
	require.NoError(t, err)
	again := &solvers.Library{Dir: l.Dir, Notice: l.Notice}
	*told = nil
	for range 2 {
		_, err := prepare(again, "pdb", goal)
		require.NoError(t, err)
	}
	assert.Empty(t, *told, "stored tables need no notice; results name the partition")
	after, err := os.ReadDir(l.Dir)
	require.NoError(t, err)
	assert.Len(t, after, len(files))
}

func TestLibraryErrors(t *testing.T) {
	l, told := newLibrary(t)
	_, err := prepare(l, "max(zero,pdb:7-8)", goalOf(t, "4x4"))
	var missing *pdb.NotBuiltError
	require.ErrorAs(t, err, &missing)
	assert.EqualError(t, err, "pdb: 7-8 of size 4x4 is not built in "+l.Dir+"; build it first")

	_, err = prepare(l, "pdb:7-8", goalOf(t, "3x3"))
	var wrong *pdb.RequestError
	require.ErrorAs(t, err, &wrong)
	assert.EqualError(t, err,
		`pdb: partition "7-8": the numbers add up to 15; expected 8, the tiles of 3x3`)

	l.Memory = 1000
	_, err = prepare(l, "pdb:4-4", goalOf(t, "3x3"))
	var room *pdb.NoRoomError
	require.ErrorAs(t, err, &room)
	assert.Equal(t, []string{"pdb:4-4 of 3x3 is not built: building pdb:4-4 in " + l.Dir}, *told)

	h, err := solvers.ParseHeuristic("pdb:4-4")
	require.NoError(t, err)
	_, err = h.For(goalOf(t, "3x3"), puzzle.Costs{})
	assert.EqualError(t, err, "pdb: pdb:4-4 has no tables; expected a partition and a store")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = (&solvers.Library{Dir: t.TempDir()}).Prepare(ctx, h, goalOf(t, "3x3"))
	require.ErrorIs(t, err, context.Canceled)
}

// Long names are told in words.
func TestLibraryTellsLongNames(t *testing.T) {
	l, told := newLibrary(t)
	_, err := prepare(l, "pdb:"+strings.Repeat("1-", 34)+"1", goalOf(t, "6x6"))
	require.NoError(t, err)
	short := "pdb:1-1-1-1-1-1-1-1-1-1-... (35 patterns)"
	assert.Equal(t, []string{short + " of 6x6 is not built: building " + short + " in " + l.Dir},
		*told)
}

// Every search that claims it is optimal with pattern databases, too.
func TestSolversWithPatternDatabases(t *testing.T) {
	l, _ := newLibrary(t)
	goal := goalOf(t, "3x3")
	distances, err := exact.Distances(context.Background(), goal, puzzle.Costs{})
	require.NoError(t, err)
	rng := puzzle.NewRand(1, 0)
	for _, text := range []string{"pdb:4-4", "pdb:3-3-2:plain", "max(pdb:4-4,walking-distance)"} {
		h, err := prepare(l, text, goal)
		require.NoError(t, err)
		for _, name := range solvers.Names() {
			settings := solvers.Default(name)
			settings.Heuristic = h
			if !settings.Informed() {
				continue
			}
			solver, err := solvers.New(settings, nil)
			require.NoError(t, err)
			for range 5 {
				start := puzzle.Uniform(rng, goal)
				limits := search.Limits{}
				if name == "ga" {
					limits.Generated = 50_000 // it would look for shorter plans
				}
				result, err := solver.Solve(t.Context(), search.Problem{Start: start, Goal: goal},
					limits)
				require.NoError(t, err)
				require.Equal(t, search.Solved, result.Status, "%s with %s of %v", name, text,
					start)
				if name == "astar" || name == "idastar" {
					require.True(t, result.Optimal)
					distance, _ := distances.Distance(start)
					require.Equal(t, distance, result.Cost, "%s with %s of %v", name, text, start)
				}
			}
		}
	}
}

// A damaged table is refused, also where a weaker partition is sound.
func TestLibraryRefusesDamage(t *testing.T) {
	l, _ := newLibrary(t)
	goal := goalOf(t, "3x3")
	for _, text := range []string{"pdb:8", "pdb:4-4"} {
		_, err := prepare(l, text, goal)
		require.NoError(t, err)
	}
	path := filepath.Join(l.Dir, "3x3_8_0-1-2-3-4-5-6-7.pdb")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[len(text)-1] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
	for _, heuristic := range []string{"pdb", "pdb:8", "max(zero,pdb:8)"} {
		_, err = prepare(&solvers.Library{Dir: l.Dir}, heuristic, goal)
		var damage *pdb.FileError
		require.ErrorAs(t, err, &damage, heuristic)
		assert.Equal(t, path, damage.Path)
	}
	_, err = prepare(&solvers.Library{Dir: l.Dir}, "pdb:4-4", goal)
	require.NoError(t, err)
	_, err = prepare(&solvers.Library{Dir: l.Dir, Verified: true}, "pdb:8", goal)
	require.NoError(t, err, "verified before")
}

// A closed library prepares nothing.
func TestClosedLibrary(t *testing.T) {
	l, told := newLibrary(t)
	l.Close()
	_, err := prepare(l, "pdb:4-4", goalOf(t, "3x3"))
	require.Error(t, err)
	require.Empty(t, *told)
	h, err := prepare(l, "manhattan", goalOf(t, "3x3"))
	require.NoError(t, err)
	require.Equal(t, "manhattan", h.Name())
}
