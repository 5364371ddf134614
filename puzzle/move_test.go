package puzzle_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/puzzle"
)

func TestMoves(t *testing.T) {
	opposite := map[puzzle.Move]puzzle.Move{
		puzzle.Up: puzzle.Down, puzzle.Down: puzzle.Up, puzzle.Left: puzzle.Right,
		puzzle.Right: puzzle.Left,
	}
	for m, o := range opposite {
		require.Equal(t, o, m.Opposite())
	}
}

// The moves are those of the blank: up from the middle of a board takes the
// tile above down.
func TestMovesAreTheBlanks(t *testing.T) {
	b := boardOf(t, "1 2 3/4 0 5/6 7 8")
	for m, want := range map[puzzle.Move]string{
		puzzle.Up:    "1 0 3/4 2 5/6 7 8",
		puzzle.Down:  "1 2 3/4 7 5/6 0 8",
		puzzle.Left:  "1 2 3/0 4 5/6 7 8",
		puzzle.Right: "1 2 3/4 5 0/6 7 8",
	} {
		next, legal := b.Move(m)
		require.True(t, legal)
		require.Equal(t, want, next.String())
	}
}

func TestEveryOrder(t *testing.T) {
	valid := 0
	for a := range puzzle.Move(4) {
		for b := range puzzle.Move(4) {
			for c := range puzzle.Move(4) {
				for d := range puzzle.Move(4) {
					text := a.String() + b.String() + c.String() + d.String()
					var order puzzle.Order
					err := order.UnmarshalText([]byte(strings.ToLower(text)))
					if a == b || a == c || a == d || b == c || b == d || c == d {
						require.EqualError(t, err, `"`+strings.ToLower(text)+
							`" is not an order of successors; `+
							`expected each of U, D, L, R once, such as ULRD`)
						continue
					}
					valid++
					require.NoError(t, err)
					require.Equal(t, puzzle.Order{a, b, c, d}, order)
				}
			}
		}
	}
	require.Equal(t, 24, valid)
	for _, text := range []string{"", "UDL", "UDLRU", "UDLX", "U D L R", "ÜDLR"} {
		require.Error(t, new(puzzle.Order).UnmarshalText([]byte(text)), text)
	}
}

func TestGraph(t *testing.T) {
	order := puzzle.Order{puzzle.Right, puzzle.Left, puzzle.Down, puzzle.Up}
	size := puzzle.Size{Rows: 2, Cols: 3}
	g := puzzle.NewGraph(size, order)
	require.Equal(t, order, g.Order())
	require.Equal(t, []puzzle.Step{{Move: puzzle.Right, To: 1}, {Move: puzzle.Down, To: 3}},
		g.Steps(0))
	require.Equal(
		t,
		[]puzzle.Step{{Move: puzzle.Right, To: 5}, {Move: puzzle.Left, To: 3},
			{Move: puzzle.Up, To: 1}},
		g.Steps(4),
	)
	require.Equal(t, puzzle.DefaultOrder, puzzle.NewGraph(size, puzzle.Order{}).Order())
}

// The graph has the moves that Board.Move allows, in its order, on every size.
func TestGraphIsMove(t *testing.T) {
	for rows := 1; rows <= puzzle.MaxSide; rows++ {
		for cols := 1; cols <= puzzle.MaxSide; cols++ {
			size := puzzle.Size{Rows: rows, Cols: cols}
			if size.Cells() < 2 {
				continue
			}
			g := puzzle.NewGraph(size, puzzle.DefaultOrder)
			edges := 0
			for cell := range size.Cells() {
				tiles := make([]int, size.Cells())
				for i := range cell {
					tiles[i] = i + 1
				}
				for i := cell + 1; i < len(tiles); i++ {
					tiles[i] = i
				}
				b, err := puzzle.New(size, tiles)
				require.NoError(t, err)
				var want []puzzle.Step
				for _, m := range puzzle.DefaultOrder {
					if next, legal := b.Move(m); legal {
						want = append(want, puzzle.Step{Move: m, To: uint8(next.Blank())})
					}
				}
				require.Equal(t, want, g.Steps(uint8(cell)), "cell %d of %v", cell, size)
				edges += len(want)
			}
			require.Equal(t, 2*(rows*(cols-1)+cols*(rows-1)), edges, size.String())
		}
	}
}
