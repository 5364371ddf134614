package decode

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

func TestWithoutLoops(t *testing.T) {
	const up, down, left, right = puzzle.Up, puzzle.Down, puzzle.Left, puzzle.Right
	tables := NewTables(puzzle.Size{Rows: 3, Cols: 3}, puzzle.Order{}, 0)
	round := []puzzle.Move{up, left, down, right} // three times over it is a loop
	var loop []puzzle.Move
	for range 3 {
		loop = append(loop, round...)
	}
	for _, c := range []struct {
		name       string
		plan, want []puzzle.Move
	}{
		{"nothing", nil, nil},
		{"no loop", round, round},
		{"there and back", []puzzle.Move{up, down}, nil},
		{"in the middle", []puzzle.Move{up, left, right, left, up}, []puzzle.Move{up, left, up}},
		{"one in another", []puzzle.Move{up, left, right, down, left}, []puzzle.Move{left}},
		{"around three times", append(append([]puzzle.Move{left}, right), loop...), nil},
		{"at the end", append([]puzzle.Move{up}, left, right), []puzzle.Move{up}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, tables.WithoutLoops(goalOf(t, "blank-last", 3, 3).Tiles(), c.plan))
		})
	}
}

func TestWithoutLoopsVisitsNoBoardTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(3).Draw(t, "problem")
		tables := NewTables(p.Start.Size(), puzzle.Order{}, 0)
		plan := tables.decoding.plan(uint8(p.Start.Blank()), genes(80).Draw(t, "genes"))
		direct := tables.WithoutLoops(p.Start.Tiles(), plan)

		end, err := p.Start.Replay(plan)
		require.NoError(t, err)
		b, visited := p.Start, map[puzzle.Board]bool{p.Start: true}
		for _, move := range direct {
			next, legal := b.Move(move)
			require.True(t, legal)
			require.False(t, visited[next])
			visited[next], b = true, next
		}
		require.Equal(t, end, b)
	})
}
