package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

// To leads where Steps does, and panics where no step leads.
func TestGraphTo(t *testing.T) {
	for _, size := range []puzzle.Size{
		{Rows: 1, Cols: 2}, {Rows: 7, Cols: 1}, {Rows: 3, Cols: 4}, {Rows: 16, Cols: 16},
	} {
		g := puzzle.NewGraph(size, puzzle.Order{})
		for cell := range size.Cells() {
			to := map[puzzle.Move]uint8{}
			for _, step := range g.Steps(uint8(cell)) {
				to[step.Move] = step.To
			}
			for m := range puzzle.Move(4) {
				want, legal := to[m]
				if !legal {
					assert.Panics(t, func() {
						g.To(uint8(cell), m)
					}, "%v from cell %d of %v", m, cell, size)
					continue
				}
				require.Equal(t, want, g.To(uint8(cell), m))
				require.Equal(t, uint8(cell), g.To(want, m.Opposite()))
			}
		}
	}
}

// Play makes the moves that Replay makes, and panics at an illegal one.
func TestPlay(t *testing.T) {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4})
	require.NoError(t, err)
	moves := []puzzle.Move{puzzle.Up, puzzle.Left, puzzle.Left, puzzle.Down, puzzle.Right}
	end, err := goal.Replay(moves)
	require.NoError(t, err)
	g := puzzle.NewGraph(goal.Size(), puzzle.Order{})
	tiles := goal.Tiles()
	require.EqualValues(t, end.Blank(), g.Play(tiles, uint8(goal.Blank()), moves))
	require.Equal(t, end.Tiles(), tiles)
	require.Panics(t, func() { g.Play(tiles, uint8(end.Blank()), []puzzle.Move{puzzle.Down}) })
}
