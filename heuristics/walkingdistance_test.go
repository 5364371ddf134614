package heuristics_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// naiveWalk tells, for every arrangement of lines that can be reached, how many
// steps of the blank from line to line bring each tile into the line of its
// name. An arrangement is the sorted lines as text.
type naiveWalk struct{ far map[string]int }

// newNaiveWalk searches breadth first from the goal, which has width tiles in
// each line.
func newNaiveWalk(lines, width, blank int) naiveWalk {
	goal := make([][]byte, lines)
	for line := range goal {
		for range width {
			goal[line] = append(goal[line], byte('a'+line))
		}
	}
	goal[blank][0] = '_'
	n := naiveWalk{far: map[string]int{walkText(goal): 0}}
	queue := [][][]byte{goal}
	for ; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		for from := range here {
			for _, to := range []int{from - 1, from + 1} {
				blank := bytes.IndexByte(here[from], '_')
				if blank < 0 || to < 0 || to >= lines {
					continue
				}
				for i := range here[to] {
					next := make([][]byte, lines)
					for line := range next {
						next[line] = append([]byte{}, here[line]...)
					}
					next[from][blank] = next[to][i]
					next[to][i] = '_'
					text := walkText(next)
					if _, known := n.far[text]; !known {
						n.far[text] = n.far[walkText(here)] + 1
						queue = append(queue, next)
					}
				}
			}
		}
	}
	return n
}

func walkText(lines [][]byte) string {
	var text []byte
	for _, line := range lines {
		text = append(append(text, line...), '/')
		slices.Sort(text[len(text)-1-len(line) : len(text)-1])
	}
	return string(text)
}

// of returns the distance of a board along one axis, lineOf being the line of
// each cell.
func (n naiveWalk) of(tiles, target []uint8, lineOf func(cell int) int) int {
	var lines [][]byte
	for cell, tile := range tiles {
		for lineOf(cell) >= len(lines) {
			lines = append(lines, nil)
		}
		name := byte('_')
		if tile != 0 {
			name = byte('a' + lineOf(int(target[tile])))
		}
		lines[lineOf(cell)] = append(lines[lineOf(cell)], name)
	}
	return n.far[walkText(lines)]
}

// The estimate is what a search over arrangements of lines says.
func TestWalkingDistanceIsItsDefinition(t *testing.T) {
	for _, c := range []struct {
		name string
		size puzzle.Size
	}{
		{puzzle.BlankLast, puzzle.Size{Rows: 2, Cols: 3}},
		{puzzle.Snail, puzzle.Size{Rows: 3, Cols: 3}},
		{puzzle.BlankFirst, puzzle.Size{Rows: 4, Cols: 2}},
		{puzzle.BlankFirst, puzzle.Size{Rows: 1, Cols: 5}},
		{puzzle.BlankLast, puzzle.Size{Rows: 3, Cols: 4}},
		{puzzle.BlankLast, puzzle.Size{Rows: 4, Cols: 4}},
	} {
		t.Run(fmt.Sprint(c.size), func(t *testing.T) {
			t.Parallel()
			goal := goalOf(t, c.name, c.size.Rows, c.size.Cols)
			row := func(cell int) int { return cell / c.size.Cols }
			col := func(cell int) int { return cell % c.size.Cols }
			rows := newNaiveWalk(c.size.Rows, c.size.Cols, row(goal.Blank()))
			cols := rows
			if c.size.Cols != c.size.Rows {
				cols = newNaiveWalk(c.size.Cols, c.size.Rows, col(goal.Blank()))
			}
			e := estimatorOf(t, heuristics.WalkingDistance, goal, puzzle.Costs{})
			rng := puzzle.NewRand(1, 0)
			for range 2000 {
				tiles := puzzle.Uniform(rng, goal).Tiles()
				want := rows.of(tiles, goal.Positions(), row) +
					cols.of(tiles, goal.Positions(), col)
				require.Equal(t, puzzle.Cost(want), e.Estimate(tiles), "%v", tiles)
			}
		})
	}
}

// Estimates worked out by hand.
func TestWalkingDistanceKnownValues(t *testing.T) {
	for _, c := range []struct {
		board, costs string
		want         puzzle.Cost
	}{
		{"1 2 3/4 5 6/7 8 0", "1,1,1,1", 0},
		{"1 2 3/4 5 6/7 0 8", "1,1,1,1", 1},
		// Tiles 1 and 2 change columns: the blank comes and goes once more than
		// the two columns that they are off, as a linear conflict says.
		{"2 1 3/4 5 6/7 8 0", "1,1,1,1", 4},
		// The same of two rows.
		{"4 2 3/1 5 6/7 8 0", "1,1,1,1", 4},
		// Vertical moves cost 1 at least, horizontal ones 3.
		{"2 1 3/4 5 6/7 8 0", "0.1,0.2,0.3,0.4", 12},
		{"4 2 3/1 5 6/7 8 0", "0.1,0.2,0.3,0.4", 4},
	} {
		e := estimatorOf(t, heuristics.WalkingDistance, goalOf(t, puzzle.BlankLast, 3, 3),
			costsOf(t, c.costs))
		require.Equal(t, c.want, e.Estimate(boardOf(t, c.board, puzzle.Size{}).Tiles()), c.board)
	}
}

func TestWalkingDistanceTooLarge(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 5, Cols: 5}, {Rows: 4, Cols: 5}, {Rows: 6, Cols: 3},
		{Rows: 2, Cols: 7}, {Rows: 16, Cols: 16}} {
		_, err := heuristics.WalkingDistance.For(goalOf(t, puzzle.BlankLast, size.Rows, size.Cols),
			puzzle.Costs{})
		require.EqualError(t, err, fmt.Sprintf("walking-distance: size %v is too large, expected "+
			"at most 2x6, 3x5 or 4x4; use linear-conflict or a pattern database", size))
	}
	for _, size := range []puzzle.Size{{Rows: 6, Cols: 2}, {Rows: 3, Cols: 5}, {Rows: 4, Cols: 4},
		{Rows: 16, Cols: 1}, {Rows: 1, Cols: 2}} {
		_, err := heuristics.WalkingDistance.For(goalOf(t, puzzle.BlankLast, size.Rows, size.Cols),
			puzzle.Costs{})
		require.NoError(t, err)
	}
}
