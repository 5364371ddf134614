package ga

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/slow"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Each control solves a board, and leaves out what it says.
func TestControls(t *testing.T) {
	if testing.Short() {
		t.Skip("has no goroutines that TestAnySettingsGiveTheSameOnAnyCores lacks")
	}
	p := search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)}
	results := map[string]search.Result{}
	for _, control := range controls {
		s := &Solver{Settings: presetOf("memetic"), Heuristic: heuristics.LinearConflict, Seed: 1}
		s.Control = control
		generations := 0
		s.Observer = func(q search.Progress) {
			if q.Plan == nil && q.Generation.Phase > 0 {
				generations++
			}
		}
		r := solve(t, s, p, search.Limits{Generated: 1_000_000})
		assert.Equal(t, search.Solved, r.Status, control)
		assert.Greater(t, r.Generated, uint64(900_000), control)
		assert.Positive(t, r.Windows, control)
		assert.Equal(t, control != WeightedAStar, generations > 0, control)
		assert.Equal(t, control != WeightedAStar, r.Evaluated > 0, control)
		for other, before := range results {
			assert.NotEqual(t, before, r, "%s and %s", control, other)
		}
		results[control] = r
	}
	of := func(control string) float64 {
		return float64(results[control].Windows) / float64(results[control].Generated)
	}
	assert.Greater(t, of(WindowsAlone), of(NoControl), "there are no children")
}

// Each control uses up its budget on a larger board, too. A new plan for windows may take many
// times the states of a generation, and is no reason to end.
func TestControlsUseTheirBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("takes more than ten seconds under the race detector")
	}
	limit := uint64(2_000_000)
	if slow.Asked() {
		limit = 4_000_000
	}
	start := boardOf(t, "21 13 20 9 3/17 2 23 1 7/11 24 16 8 19/18 6 10 5 4/12 14 0 15 22")
	p := search.Problem{Start: start, Goal: goalOf(t, puzzle.BlankLast, 5, 5)}
	for preset, controls := range map[string][]string{
		"pure": {RandomPlans, HillClimbing}, "memetic": {RandomPlans, WindowsAlone, WeightedAStar},
	} {
		for _, control := range controls {
			s := &Solver{Settings: presetOf(preset), Heuristic: heuristics.LinearConflict, Seed: 2812468657899797}
			if s.Control = control; preset == "pure" {
				s.Patience = 5
			}
			r := solve(t, s, p, search.Limits{Generated: limit})
			assert.Greater(t, r.Generated, limit*99/100, "%s, %s", preset, control)
		}
	}
}

// A control that begins again has no longer plan than one that does not.
func TestRestarts(t *testing.T) {
	if testing.Short() {
		t.Skip("has no goroutines that TestAnySettingsGiveTheSameOnAnyCores lacks")
	}
	for _, control := range []string{RandomPlans, HillClimbing} {
		s := &Solver{Settings: presetOf("pure"), Heuristic: heuristics.LinearConflict, Seed: 1}
		s.Control = control
		once := solve(t, s, hard(t), search.Limits{Generated: 2_000_000})
		s.Patience = 5
		again := solve(t, s, hard(t), search.Limits{Generated: 2_000_000})
		assert.Less(t, len(again.Moves), len(once.Moves), control)
		assert.Equal(t, once.Found[0], again.Found[0], "the beginning is the same")
	}
}

// With restarts, plans follow one another: under a limit until it is used up, and without one until
// patience ends the run. The first plan is that of a run without improvement.
func TestImprovementByRestarts(t *testing.T) {
	p := search.Problem{
		Start: boardOf(t, "8 6 7/2 5 4/3 0 1"),
		Goal:  goalOf(t, puzzle.BlankLast, 3, 3),
	}
	s := &Solver{Settings: presetOf("evolve"), Heuristic: heuristics.LinearConflict, Seed: 4}
	free := solve(t, s, p, search.Limits{})
	assert.Greater(t, len(free.Found), 1)
	limited := solve(t, s, p, search.Limits{Evaluated: 50_000})
	assert.Greater(t, limited.Evaluated, uint64(49_000))
	assert.LessOrEqual(t, limited.Evaluated, uint64(50_000))
	assert.LessOrEqual(t, len(limited.Moves), len(free.Moves))

	first := *s
	first.Improve = false
	once := solve(t, &first, p, search.Limits{})
	assert.Equal(t, once.Found[0], free.Found[0])
	assert.Equal(t, once.Found[0], limited.Found[0])
	s.Patience = 1
	assert.Less(t, solve(t, s, p, search.Limits{}).Evaluated, free.Evaluated)
}

// No run generates more states than its limit allows, whatever it does, and windows are a part.
func TestLimitsOfStatesAreKept(t *testing.T) {
	problems := []search.Problem{
		{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)},
		{Start: boardOf(t, "1 2 3/4 5 6/0 7 8"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)},
		hard(t),
	}
	limits := []uint64{1, 2, 3, 4, 5, 50, 1000, 40_000}
	if slow.Asked() {
		limits = append(limits, 200_000)
	}
	for _, preset := range PresetNames() {
		for _, control := range controls {
			s := &Solver{Settings: presetOf(preset), Heuristic: heuristics.LinearConflict, Seed: 1}
			s.Control = control
			if s.Check() != nil {
				continue
			}
			for _, p := range problems {
				for _, limit := range limits {
					r := solve(t, s, p, search.Limits{Generated: limit})
					require.LessOrEqual(t, r.Generated, limit, "%s, %s", preset, control)
					require.LessOrEqual(t, r.Windows, r.Generated)
				}
			}
		}
	}
}

// Controls that leave out evolution have nothing to improve plans by without windows.
func TestControlsThatNeedWindows(t *testing.T) {
	for _, control := range []string{WindowsAlone, WeightedAStar} {
		s := presetOf("pure")
		s.Control = control
		assert.EqualError(t, s.Check(), "ga: control "+control+" improves plans by windows; expected windows true")
		s.Improve = false
		assert.NoError(t, s.Check())
	}
}

// An interrupt ends a search of weighted A*, too, and the memory limit holds for it.
func TestInterruptedControl(t *testing.T) {
	s := &Solver{Settings: presetOf("memetic"), Heuristic: heuristics.LinearConflict, Seed: 1}
	s.Control = WeightedAStar
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := s.Solve(ctx, hard(t), search.Limits{})
	require.NoError(t, err)
	assert.Equal(t, search.Cancelled, r.Status)
	first := s
	first.Improve = false
	held := solve(t, first, hard(t), search.Limits{}).Bytes
	assert.Equal(t, search.MemoryLimit, solve(t, first, hard(t), search.Limits{Bytes: held - 1000}).Status)
}
