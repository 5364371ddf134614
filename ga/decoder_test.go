package ga

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/internal/random"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// A Decoder scores chromosomes as the solver does: its scores are those of the plain decoding, and
// the path leads to the scored board.
func TestDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{
			Settings:  settings().Draw(t, "settings"),
			Heuristic: rapid.SampledFrom(every).Draw(t, "heuristic"),
		}
		s.Subgoals = search.NoSubgoals
		p := problem(4).Draw(t, "problem")
		d, err := NewDecoder(p, s.Heuristic, s.Settings, puzzle.Order{})
		require.NoError(t, err)
		e := start(t, s, p)
		e.rules.missing = 0
		c := d.Random(random.Stream(rapid.Uint64().Draw(t, "seed"), 0))
		genes, _ := s.Lengths(p.Start.Size())
		require.Len(t, c.genes, genes)
		fitness, err := c.Evaluate()
		require.NoError(t, err)
		want := slowScore(e, p.Start.Tiles(), c.genes)
		require.EqualValues(t, want.fitness, fitness)
		require.Equal(t, want.solved, c.Solved())
		path := c.Path()
		require.Len(t, path, want.moves)
		board, err := p.Start.Replay(path)
		require.NoError(t, err)
		require.True(t, !c.Solved() || board == p.Goal)
		require.LessOrEqual(t, c.States(), c.MaxStates())

		// The next path starts where this one ends.
		d.Advance(path)
		require.Equal(t, board == p.Goal, d.Solved())
		next := d.Random(random.Stream(1, 0))
		_, err = next.Evaluate()
		require.NoError(t, err)
		_, err = p.Start.Replay(slices.Concat(path, next.Path()))
		require.NoError(t, err)
		d.Restart()
		again, err := c.Evaluate()
		require.NoError(t, err)
		require.True(t, s.Record || again == fitness)
	})
}

// With the setting Record, no path is scored at a recorded board while there are others.
func TestDecoderRecords(t *testing.T) {
	p := hard(t)
	for _, record := range []bool{true, false} {
		s := Default()
		s.Record = record
		d, err := NewDecoder(p, heuristics.Manhattan, s, puzzle.Order{})
		require.NoError(t, err)
		rng := random.Stream(1, 0)
		first := d.Random(rng)
		_, err = first.Evaluate()
		require.NoError(t, err)
		path := first.Path()
		d.Advance(path)
		d.Restart()
		_, err = first.Evaluate()
		require.NoError(t, err)
		assert.Equal(t, record, !slices.Equal(path, first.Path()))
		d.Reset()
		_, err = first.Evaluate()
		require.NoError(t, err)
		assert.Equal(t, path, first.Path(), "the recorded boards are forgotten")
	}
}

func TestDecoderErrors(t *testing.T) {
	costs, err := puzzle.ParseCosts("1,1,1,2")
	require.NoError(t, err)
	p := hard(t)
	_, err = NewDecoder(p, heuristics.Manhattan, Settings{}, puzzle.Order{})
	assert.ErrorContains(t, err, "population")
	_, err = NewDecoder(p, nil, Default(), puzzle.Order{})
	assert.ErrorContains(t, err, "heuristic")
	_, err = NewDecoder(search.Problem{Start: p.Start}, heuristics.Manhattan, Default(), puzzle.Order{})
	assert.ErrorContains(t, err, "lacks a board")
	p.Costs = costs
	_, err = NewDecoder(p, heuristics.Manhattan, Default(), puzzle.Order{})
	assert.ErrorIs(t, err, search.ErrUnitCosts)
}
