package puzzle

import "fmt"

// Solvable reports whether legal moves lead from start to goal. It takes O(cells) time.
//
// Every move swaps the blank with a neighbour. This changes two parities: that of the
// permutation of start to goal, and that of the distance of the blank to its goal cell.
// So in a solvable board both parities are equal. On boards with at least two rows and
// two columns, every board with equal parities is solvable (Johnson and Story 1879). On a
// board of one row or one column, tiles never pass each other, so they must already be in
// the order of the goal.
func Solvable(start, goal Board) bool {
	if start.size != goal.size {
		return false
	}
	if start.size.Rows == 1 || start.size.Cols == 1 {
		return withoutBlank(start) == withoutBlank(goal)
	}
	swaps, steps := distances(start, goal)
	return (swaps+steps)%2 == 0
}

// WhyUnsolvable says in a sentence why no legal moves lead from start to goal, which have
// the same size. It returns "" if the board is solvable.
func WhyUnsolvable(start, goal Board) string {
	if Solvable(start, goal) {
		return ""
	}
	if start.size.Rows == 1 || start.size.Cols == 1 {
		return "in a single row or column, tiles cannot pass each other, and their order is not " +
			"that of the goal"
	}
	swaps, steps := distances(start, goal)
	odd := func(n int) string { return []string{"even", "odd"}[n%2] }
	return fmt.Sprintf("the goal is an %s number of swaps away (%d) and the blank an %s number "+
		"of steps (%d), but "+
		"each move is one swap and one step", odd(swaps), swaps, odd(steps), steps)
}

// distances returns the number of swaps that turn start into goal, and the number of
// steps from the blank to its goal cell.
func distances(start, goal Board) (swaps, steps int) {
	return Swaps(start.Tiles(), goal.Positions()), start.size.Distance(start.Blank(), goal.Blank())
}

// Swaps returns the smallest number of swaps that bring every tile to its goal cell, if
// any two cells may be swapped. The slice at holds the goal cell of each tile. The result
// is the number of cells minus the number of cycles of the permutation.
func Swaps(tiles, at []uint8) int {
	var seen [MaxSide * MaxSide]bool
	swaps := len(tiles)
	for first := range tiles {
		if seen[first] {
			continue
		}
		swaps--
		for cell := first; !seen[cell]; cell = int(at[tiles[cell]]) {
			seen[cell] = true
		}
	}
	return swaps
}

func withoutBlank(b Board) string {
	blank := b.Blank()
	return b.cells[:blank] + b.cells[blank+1:]
}
