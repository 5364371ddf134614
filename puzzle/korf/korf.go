package korf

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"npuzzle/puzzle"
)

// Instance is one of the boards. In its goal, the blank is first.
type Instance struct {
	Number  int // number in the paper, from 1
	Board   puzzle.Board
	Optimal puzzle.Cost // length of a shortest plan

	// Nodes is the number of nodes of a reference search by IDA*. For a 15-puzzle, these
	// are the states generated with Manhattan distance and the order ULRD. For a
	// 24-puzzle, they are the published nodes with 6-6-6-6 pattern databases and their
	// reflection.
	Nodes uint64
}

// The boards of the 15-puzzle: R. E. Korf, "Depth-first iterative-deepening: an optimal
// admissible tree search", Artificial Intelligence 27 (1985). Lengths and node counts
// were computed again. The mean of the counts, 363.03 million, agrees with the paper.
//
//go:embed korf15.csv
var fifteen string

// The boards of the 24-puzzle: R. E. Korf, A. Felner, "Disjoint pattern database
// heuristics", Artificial Intelligence 134 (2002). Lengths and node counts are the
// published ones.
//
//go:embed korf24.csv
var twentyFour string

// Fifteen returns the hundred boards of the 15-puzzle.
func Fifteen() []Instance { return parse(fifteen) }

// TwentyFour returns the fifty boards of the 24-puzzle.
func TwentyFour() []Instance { return parse(twentyFour) }

// parse reads an embedded file. The first column is the number, the second is the board,
// and the last two are the optimal length and the nodes. Because the file is part of the
// program, parse panics if the file is wrong.
func parse(text string) (instances []Instance) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		row := strings.Split(line, ",")
		board, err := puzzle.Parse(row[1], puzzle.Size{})
		one := Instance{Board: board}
		numbers := strings.Join(slices.Delete(row, 1, len(row)-2), " ")
		_, wrong := fmt.Sscan(numbers, &one.Number, &one.Optimal, &one.Nodes)
		if err = cmp.Or(err, wrong); err != nil {
			panic(fmt.Sprintf("korf: %v", err))
		}
		instances = append(instances, one)
	}
	return instances
}
