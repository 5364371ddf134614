package bench

import (
	"fmt"

	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/korf"
)

// The sets of uniform boards: one for each square size, named uniform-5x5 to uniform-16x16. The
// seed is fixed, so the boards of a set never change. It is the year in which the 15-puzzle became
// a craze.
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

// Set returns a standard set of boards. The boards of korf-15 and korf-24 are those of package
// korf, with their optimal lengths and the goal with the blank first. The boards of the other sets
// are drawn uniformly from all boards that can reach the goal with the blank last.
func Set(name string) (g Group, err error) {
	if g.Name, err = units.OneOf(SetNames()...)(name); err != nil {
		return Group{}, err
	}
	instances := korf.Fifteen()
	side := 0
	switch n, _ := fmt.Sscanf(g.Name, "uniform-%d", &side); {
	case n == 1:
		g.Goal, err = puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: side, Cols: side})
		for n := range uint64(uniformCount) {
			g.Boards = append(g.Boards, puzzle.Uniform(puzzle.NewRand(uniformSeed, n+1), g.Goal))
		}
		return g, err
	case g.Name == "korf-24":
		instances = korf.TwentyFour()
	}
	g.Goal, err = puzzle.Goal(puzzle.BlankFirst, instances[0].Board.Size())
	for _, instance := range instances {
		g.Boards = append(g.Boards, instance.Board)
		g.Known = append(g.Known, instance.Optimal)
	}
	return g, err
}
