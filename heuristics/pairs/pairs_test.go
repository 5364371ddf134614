package pairs

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/heuristics/heuristicstest"
	"npuzzle/puzzle"
)

// random returns a table of random values.
func random(size puzzle.Size) *Table {
	return NewTable(Training{Size: size, Seed: 1}, func(first, second int) float32 {
		return puzzle.NewRand(uint64(first), uint64(second)).Float32()*2 - 1
	})
}

func goalOf(t *testing.T, name string, size puzzle.Size) puzzle.Board {
	goal, err := puzzle.Goal(name, size)
	require.NoError(t, err)
	return goal
}

// A table of random values passes the suite, on the boards of its size.
func TestConformance(t *testing.T) {
	for _, size := range []puzzle.Size{
		{Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 2, Cols: 5}, {Rows: 1, Cols: 4},
	} {
		t.Run(size.String(), func(t *testing.T) {
			heuristicstest.Run(t, heuristicstest.Config{Heuristic: With(random(size))})
		})
	}
}

// On a square board, a board and its reflection have the same score.
func TestReflected(t *testing.T) {
	size := puzzle.Size{Rows: 4, Cols: 4}
	goal := goalOf(t, puzzle.BlankLast, size)
	e, err := With(random(size)).For(goal, puzzle.Costs{})
	require.NoError(t, err)
	rng := puzzle.NewRand(3, 0)
	for range 100 {
		tiles := puzzle.Uniform(rng, goal).Tiles()
		mirrored := make([]uint8, len(tiles))
		for cell, tile := range tiles {
			f := Reflected(size, cell*16+int(tile))
			mirrored[f/16] = uint8(f % 16)
		}
		assert.Equal(t, e.Estimate(tiles), e.Estimate(mirrored))
	}
}

// The fixed part of a score is the plain convex score, whatever the parameters of Convex are.
func TestFixedPartIsPlainConvex(t *testing.T) {
	size := puzzle.Size{Rows: 4, Cols: 5}
	goal := goalOf(t, puzzle.BlankLast, size)
	table := NewTable(Training{Size: size}, func(int, int) float32 { return 0 })
	e, err := With(table).For(goal, puzzle.Costs{})
	require.NoError(t, err)
	plain, err := heuristics.ConvexOf(heuristics.PlainConvex()).For(goal, puzzle.Costs{})
	require.NoError(t, err)
	tiles := puzzle.Uniform(puzzle.NewRand(1, 0), goal).Tiles()
	assert.Equal(t, ConvexFactor*plain.Estimate(tiles), e.Estimate(tiles))
}

// A table that is written and read is the same. A damaged one is refused.
func TestFile(t *testing.T) {
	table := random(puzzle.Size{Rows: 3, Cols: 3})
	var file bytes.Buffer
	require.NoError(t, table.Write(&file))
	text := file.Bytes()
	read, err := Read(bytes.NewReader(text))
	require.NoError(t, err)
	assert.Equal(t, table, read)
	for i := range text {
		damaged := bytes.Clone(text)
		damaged[i] ^= 1
		if again, err := Read(bytes.NewReader(damaged)); err == nil {
			// only the record of the training changed
			assert.Equal(t, table.values, again.values, "byte %d", i)
		}
		_, err = Read(bytes.NewReader(text[:i]))
		assert.Error(t, err, "%d bytes", i)
	}
	_, err = Read(bytes.NewReader(append(text, 0)))
	assert.Error(t, err)
}

// The tables that come with the program can be read, and change the score. Other sizes have the
// score of Convex.
func TestShipped(t *testing.T) {
	for size, learned := range map[puzzle.Size]bool{
		{Rows: 5, Cols: 5}: true, {Rows: 6, Cols: 6}: true, {Rows: 4, Cols: 4}: false,
		{Rows: 7, Cols: 7}: true,
		{Rows: 8, Cols: 8}: true,
	} {
		if size.Rows > 6 && testing.Short() {
			continue // takes up to ten seconds under the race detector
		}
		goal := goalOf(t, puzzle.BlankLast, size)
		e, err := Heuristic{}.For(goal, puzzle.Costs{})
		require.NoError(t, err)
		convex, err := heuristics.Convex.For(goal, puzzle.Costs{})
		require.NoError(t, err)
		tiles := puzzle.Uniform(puzzle.NewRand(1, 0), goal).Tiles()
		assert.Equal(t, learned, e.Estimate(tiles) != convex.Estimate(tiles), size)
		table, err := shipped(size)
		require.NoError(t, err)
		require.Equal(t, learned, table != nil, size)
		if learned {
			assert.Equal(t, size, table.Size)
			assert.Positive(t, table.Boards)
		}
	}
}

// The values of an enlarged table are means over the smaller boards that a row and a column less
// leave.
func TestEnlarge(t *testing.T) {
	small := NewTable(Training{Size: puzzle.Size{Rows: 2, Cols: 3}},
		func(first, second int) float32 {
			return float32(first+second) / Scale
		})
	large := small.Enlarge()
	require.Equal(t, puzzle.Size{Rows: 3, Cols: 4}, large.Size)
	// Tile 1 on cell 0 and the blank on cell 11, which become cells 0 and 5 whatever is left out.
	assert.EqualValues(t, 1+5*6, large.at(0*12+1, 11*12+0))
	// Tile 6 on cell 1 and tile 1 on cell 0. With row 1 left out, tile 6 becomes tile 2 or, with
	// column 1 left out, tile 1, as tile 1 does. With column 1 left out, cell 1 becomes cell 0, as
	// cell 0 does.
	// columns 2 and 3, with row 1 and with row 2 left out
	kept := []int{1*6 + 2, 1*6 + 2, 1*6 + 5, 1*6 + 5}
	sum := 0
	for _, f := range kept {
		sum += 1 + f
	}
	assert.EqualValues(t, math.Round(float64(sum)/4), large.at(0*12+1, 1*12+6))
}

func BenchmarkEnlarge(b *testing.B) {
	table, err := shipped(puzzle.Size{Rows: 7, Cols: 7})
	require.NoError(b, err)
	for b.Loop() {
		table.Enlarge()
	}
}
