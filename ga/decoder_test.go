package ga

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
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
		c := d.Random(stream(rapid.Uint64().Draw(t, "seed"), 0))
		genes, _ := s.Lengths(p.Start.Size())
		require.Equal(t, genes, c.Len())
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
	})
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
	d, err := NewDecoder(p, heuristics.Manhattan, Default(), puzzle.Order{})
	require.NoError(t, err)
	assert.ErrorContains(t, d.StartFrom(goalOf(t, puzzle.BlankLast, 3, 3)), "another size")
	p.Costs = costs
	_, err = NewDecoder(p, heuristics.Manhattan, Default(), puzzle.Order{})
	assert.ErrorIs(t, err, search.ErrUnitCosts)
}
