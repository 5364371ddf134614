package puzzle

// Solvable tells whether legal moves lead from start to goal, in O(cells).
//
// Every move swaps the blank with a neighbour: it changes the parity of the
// permutation and the parity of the blank's distance, so the two parities must
// agree (Johnson and Story 1879). On boards of at least two rows and two
// columns that is enough; on a board of one row or one column the tiles can
// never pass each other, and must already stand in the goal's order.
func Solvable(start, goal Board) bool {
	if start.size != goal.size {
		return false
	}
	if start.size.Rows == 1 || start.size.Cols == 1 {
		return withoutBlank(start) == withoutBlank(goal)
	}
	at := goal.Positions()
	swaps := Swaps(start.Tiles(), at)
	from, to := start.Blank(), goal.Blank()
	cols := start.size.Cols
	return (swaps+from/cols+from%cols+to/cols+to%cols)%2 == 0
}

// Swaps returns the smallest number of swaps that bring each tile to its cell in
// at, if any two cells can be swapped. It is the number of cells minus the number
// of cycles of the permutation.
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
