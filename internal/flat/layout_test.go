package flat

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func goalOf(t require.TestingT, rows, cols int) puzzle.Board {
	goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: rows, Cols: cols})
	require.NoError(t, err)
	return goal
}

// Boards of all sizes are packed and unpacked, and a move of a packed board is a move of the board.
func TestLayout(t *testing.T) {
	for cells, words := range map[int]int{
		2: 1, 16: 1, 17: 2, 20: 2, 25: 2, 26: 3, 32: 3, 33: 4, 36: 4, 64: 7, 65: 8, 128: 16,
		129: 19, 256: 37,
	} {
		require.Equal(t, words, WordsOf(cells), "%d cells", cells)
	}
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 16).Draw(t, "rows")
		cols := rapid.IntRange(2, 16).Draw(t, "columns")
		board := puzzle.Uniform(puzzle.NewRand(rapid.Uint64().Draw(t, "seed"), 0),
			goalOf(t, rows, cols))
		switch WordsOf(rows * cols) {
		case 1:
			requireLayout[[1]uint64](t, board)
		case 2:
			requireLayout[[2]uint64](t, board)
		}
		if rows*cols > puzzle.WordCells {
			requireLayout[[37]uint64](t, board)
		}
	})
}

func requireLayout[B Board](t *rapid.T, board puzzle.Board) {
	layout := NewLayout[B](board.Size().Cells())
	tiles := Tiles{}
	packed := layout.Pack(board.Tiles())
	for _, move := range []puzzle.Move{puzzle.Up, puzzle.Down, puzzle.Left, puzzle.Right} {
		blank := board.Blank()
		next, ok := board.Move(move)
		if !ok {
			continue
		}
		packed[0] |= 5 << KeyBits // as in an entry of an open list
		layout.Move(&packed, uint8(board.At(next.Blank())), uint8(next.Blank()), uint8(blank))
		board = next
		require.EqualValues(t, board.Blank(), layout.Unpack(&packed, &tiles))
		for cell, tile := range board.Tiles() {
			require.Equal(t, tile, layout.Tile(&packed, uint8(cell)))
		}
		require.Equal(t, board.Tiles(), tiles[:board.Size().Cells()])
		same := layout.Pack(board.Tiles())
		require.True(t, Same(&same, &packed))
		require.Equal(t, HashOf(&same), HashOf(&packed))
	}
}

// A table of boards of several words holds what a map holds, while it grows and while boards are
// opened and closed.
func TestTableOfLargeBoards(t *testing.T) {
	t.Run("3x6", func(t *testing.T) { testLargeBoards[[2]uint64](t, 3, 6) })
	t.Run("5x5", func(t *testing.T) { testLargeBoards[[2]uint64](t, 5, 5) })
	t.Run("6x6", func(t *testing.T) { testLargeBoards[[4]uint64](t, 6, 6) })
	t.Run("8x8", func(t *testing.T) { testLargeBoards[[8]uint64](t, 8, 8) })
	t.Run("11x11", func(t *testing.T) { testLargeBoards[[16]uint64](t, 11, 11) })
	t.Run("16x16", func(t *testing.T) { testLargeBoards[[37]uint64](t, 16, 16) })
}

func testLargeBoards[B Board](t *testing.T, rows, cols int) {
	goal := goalOf(t, rows, cols)
	rng := puzzle.NewRand(1, 0)
	layout := NewLayout[B](rows * cols)
	table := NewTable[B]()
	states := map[B]entry{}
	for range 7_000 {
		board := layout.Pack(puzzle.Walk(rng, goal, rng.IntN(40)).Tiles())
		hash := HashOf(&board)
		table.Prefetch(hash)
		slot, known := table.Find(hash, &board)
		want, expected := states[board]
		require.Equal(t, expected, known)
		cost := uint16(rng.Uint32())
		move := uint8(rng.IntN(4))
		if !known {
			before := table.Bytes()
			growth := table.Growth()
			table.Insert(hash, slot, &board, cost, move)
			require.LessOrEqual(t, table.PeakBytes(), before+growth)
			states[board] = entry{cost, move, false}
			continue
		}
		require.Equal(t, want, entry{slot.Cost(), slot.Move(), slot.Closed()})
		if want.closed {
			slot.Open(cost, move)
			states[board] = entry{cost, move, false}
		} else {
			slot.Close()
			states[board] = entry{want.cost, want.move, true}
		}
	}
	require.Greater(t, len(states), 2000)
	require.Equal(t, len(states), table.Len())
	for board, slot := range table.All() {
		require.Equal(t, states[board], entry{slot.Cost(), slot.Move(), slot.Closed()})
	}
	require.LessOrEqual(t, table.Bytes(), table.PeakBytes())
	table.Release()
}

// An empty table of the largest boards is small, because some searches reach few boards.
func TestEmptyTableOfLargeBoards(t *testing.T) {
	table := NewTable[[37]uint64]()
	defer table.Release()
	require.Less(t, table.Bytes(), uint64(512<<10))
}

// Boards that have their first words in common are told apart.
func TestBoardsWithTheSameFirstWord(t *testing.T) {
	table := NewTable[[2]uint64]()
	defer table.Release()
	one := [2]uint64{7, 1}
	two := [2]uint64{7, 2}
	hash := Hash(5)
	slot, _ := table.Find(hash, &one)
	table.Insert(hash, slot, &one, 1, 0)
	slot, known := table.Find(hash, &two)
	require.False(t, known)
	table.Insert(hash, slot, &two, 2, 0)
	for cost, board := range map[uint16]*[2]uint64{1: &one, 2: &two} {
		slot, known := table.Find(hash, board)
		require.True(t, known)
		require.Equal(t, cost, slot.Cost())
	}
}

// The blank is found on every cell, whatever tiles stand around it: those of
// one bit and of all are the hardest to tell from none.
func TestBlankOf(t *testing.T) {
	for blank := range uint8(puzzle.WordCells) {
		for tile := uint64(1); tile < 16; tile++ {
			word := tile * 0x1111111111111111 &^ (15 << (4 * blank))
			require.Equal(t, blank, blankOf(word), "%#x", word)
		}
	}
}

// The boards of the chosen size have enough words, and those of the next smaller size have not.
func TestChoose(t *testing.T) {
	words := []int{1, 2, 4, 8, 16, 37}
	for cells := 2; cells <= puzzle.MaxSide*puzzle.MaxSide; cells++ {
		i := Choose(cells, 0, 1, 2, 3, 4, 5)
		require.LessOrEqual(t, WordsOf(cells), words[i], "%d cells", cells)
		if i > 0 {
			require.Greater(t, WordsOf(cells), words[i-1], "%d cells", cells)
		}
	}
}
