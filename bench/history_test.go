package bench_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// A history has the first and last generation, and of longer runs some evenly
// spread ones between.
func TestHistory(t *testing.T) {
	var none *bench.History
	assert.Nil(t, none.Observer(nil))
	rapid.Check(t, func(t *rapid.T) {
		generations := rapid.IntRange(1, 1000).Draw(t, "generations")
		h := &bench.History{}
		observe := h.Observer(nil)
		for i := range generations {
			g := &search.Generation{Population: &search.Population{
				Fitness: []int64{3000, int64(1000 - i), int64(2000 - i), int64(2000 - i)}, Boards: []uint64{1, 2, 1, 2},
			}}
			observe(search.Progress{Stats: search.Stats{Evaluated: uint64(100 * i)}, Generation: g})
			observe(search.Progress{Generation: g, Plan: []puzzle.Move{puzzle.Up}})
			observe(search.Progress{})
		}
		all := h.Moments
		require.Equal(t, bench.Moment{Evaluated: 0, Best: 1000, Median: 2000, Mean: 2000, Diversity: 0.5}, all[0])
		require.Equal(t, uint64(100*(generations-1)), all[len(all)-1].Evaluated)
		require.GreaterOrEqual(t, len(all), min(generations, 20))
		require.LessOrEqual(t, len(all), 41)
		each := uint64(0)
		for i := 1; i < len(all)-1; i++ { // the last may come sooner
			step := all[i].Evaluated - all[i-1].Evaluated
			if each == 0 {
				each = step
			}
			require.Equal(t, each, step)
		}
		text, err := json.Marshal(h)
		require.NoError(t, err)
		var again bench.History
		require.NoError(t, json.Unmarshal(text, &again))
		require.Equal(t, all, again.Moments)
	})
}

// A history of all moments has every generation and every plan, with the length of the best plan so
// far.
func TestWholeHistory(t *testing.T) {
	h := &bench.History{All: true}
	observe := h.Observer(nil)
	for i := range 100 {
		g := &search.Generation{Number: i, Phase: 2, Subgoal: 3, Population: &search.Population{
			Fitness: []int64{7}, Boards: []uint64{1},
		}}
		p := search.Progress{Stats: search.Stats{Evaluated: uint64(i)}, Generation: g}
		if i == 50 {
			p.Plan = []puzzle.Move{puzzle.Up, puzzle.Left}
		}
		p.Length = 2 * (i / 50)
		observe(p)
	}
	all := h.Moments
	require.Len(t, all, 100)
	for i, m := range all {
		assert.Equal(t, []int{i, 2, 3, 2 * (i / 50)}, []int{m.Generation, m.Phase, m.Subgoal, m.Length})
		assert.GreaterOrEqual(t, m.Time, time.Duration(0))
	}
}
