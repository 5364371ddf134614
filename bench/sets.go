package bench

import (
	"fmt"
	"strings"

	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
)

// The sets of uniform boards: one for each square size, named uniform-5x5 to uniform-16x16. The seed is fixed,
// so the boards of a set never change. It is the year in which the 15-puzzle became a craze.
const (
	minUniform, maxUniform = 5, puzzle.MaxSide
	uniformCount           = 50
	uniformSeed            = 1880
)

// SetNames lists the names of the standard sets of boards.
func SetNames() []string {
	names := []string{"korf-15", "korf-24"}
	for side := minUniform; side <= maxUniform; side++ {
		names = append(names, fmt.Sprintf("uniform-%dx%d", side, side))
	}
	return names
}

// Set returns a standard set of boards. The boards of korf-15 and korf-24 are those of package korf, with their
// optimal lengths and the goal with the blank first. The boards of the other sets are drawn uniformly from all
// boards that can reach the goal with the blank last.
func Set(name string) (Group, error) {
	name, err := units.OneOf(SetNames()...)(name)
	if err != nil {
		return Group{}, err
	}
	g := Group{Name: name}
	if size, uniform := strings.CutPrefix(name, "uniform-"); uniform {
		g.Goal = goalOf(puzzle.BlankLast, size)
		for n := range uint64(uniformCount) {
			g.Boards = append(g.Boards, puzzle.Uniform(puzzle.NewRand(uniformSeed, n+1), g.Goal))
		}
		return g, nil
	}
	instances := korf.Fifteen()
	if name == "korf-24" {
		instances = korf.TwentyFour()
	}
	g.Goal = goalOf(puzzle.BlankFirst, instances[0].Board.Size().String())
	for _, instance := range instances {
		g.Boards, g.Known = append(g.Boards, instance.Board), append(g.Known, instance.Optimal)
	}
	return g, nil
}

// goalOf returns a goal of a set.
func goalOf(goal, text string) puzzle.Board {
	size, err := puzzle.ParseSize(text)
	if err != nil {
		panic(err) // the sizes of sets are valid
	}
	board, err := puzzle.Goal(goal, size)
	if err != nil {
		panic(err)
	}
	return board
}
