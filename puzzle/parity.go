package puzzle

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
	at := goal.Positions()
	swaps := Swaps(start.Tiles(), at)
	from, to := start.Blank(), goal.Blank()
	cols := start.size.Cols
	return (swaps+from/cols+from%cols+to/cols+to%cols)%2 == 0
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
