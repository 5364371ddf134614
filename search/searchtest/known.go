package searchtest

import (
	"testing"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// knownLengths are boards of sizes that are too large for a table of distances
// in a test of moments, with the length of a shortest plan as breadth-first
// search found it.
var knownLengths = []struct {
	start, goal string      // as Board and Goal read them
	length      puzzle.Cost // in moves
}{
	{"7 6 1 3 5/8 2 0 4 9", puzzle.BlankLast, 14},
	{"6 5 2 3 4/1 0 7 8 9", puzzle.BlankFirst, 6},
	{"1 2 4 7 5/9 8 0 3 6", puzzle.Snail, 6},
	{"3 7 0 2 9/1 6 4 8 5", puzzle.BlankLast, 25},
	{"2 5 6 7 4/3 8 1 9 0", puzzle.BlankFirst, 27},
	{"4 6 0 8 3/7 5 2 1 9", puzzle.Snail, 43},
	{"1 2/5 3/8 4/0 9/6 7", puzzle.BlankLast, 12},
	{"1 3/7 4/5 2/6 9/0 8", puzzle.BlankFirst, 16},
	{"1 2/3 4/8 9/7 5/6 0", puzzle.Snail, 6},
	{"5 4/8 6/7 1/2 3/0 9", puzzle.BlankLast, 33},
	{"5 0/1 4/2 9/6 8/7 3", puzzle.BlankFirst, 27},
	{"8 9/3 4/0 2/1 7/6 5", puzzle.Snail, 27},
	{"1 0 7 3/5 2 6 4/9 10 11 8", puzzle.BlankLast, 6},
	{"1 2 0 7/4 5 3 11/8 9 6 10", puzzle.BlankFirst, 8},
	{"10 0 6 4/9 2 11 5/8 1 7 3", puzzle.Snail, 24},
	{"8 4 11 10/5 9 3 1/0 2 7 6", puzzle.BlankLast, 35},
	{"6 4 7 5/8 9 11 1/0 10 3 2", puzzle.BlankFirst, 30},
	{"4 3 5 10/0 2 6 7/8 11 9 1", puzzle.Snail, 38},
	{"1 2 3/0 8 6/5 4 9/7 10 11", puzzle.BlankLast, 8},
	{"1 4 2/6 3 11/0 5 7/9 8 10", puzzle.BlankFirst, 14},
	{"9 1 3/4 2 10/8 11 5/0 7 6", puzzle.Snail, 16},
	{"0 10 11/9 1 2/4 8 5/3 6 7", puzzle.BlankLast, 41},
	{"10 2 11/6 8 7/3 1 4/0 5 9", puzzle.BlankFirst, 41},
	{"0 1 8/11 5 10/7 4 3/2 9 6", puzzle.Snail, 33},
}

// knownLengths solves those of the boards that are within reach.
func (c Config) knownLengths(t *testing.T) {
	s := c.New(Settings{})
	for _, known := range knownLengths {
		if c.Reach == 0 || known.length <= c.Reach {
			start := Board(t, known.start)
			g := Goal(t, known.goal, start.Size())
			c.solved(t, s, known.length, search.Problem{Start: start, Goal: g})
		}
	}
}
