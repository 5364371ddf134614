package pairs

import "npuzzle/puzzle"

// placed is a tile on a cell. Its feature is -1 if the tile becomes the blank.
type placed struct {
	feature    int32
	cell, tile uint8
}

// Enlarge returns a table for boards with one more row and one more column, without training. If a
// row and a column inside a large board are left out, its tiles and cells are those of the smaller
// board. So the value of a pair is the mean value of the pairs that it becomes, over all rows and
// columns that may be left out. The first row and the first column always stay. A pair counts only
// where its cells and its tiles stay different ones.
//
// For n cells, Enlarge takes O(n⁵) time: half a second for 8x8.
func (t *Table) Enlarge() *Table {
	size := puzzle.Size{Rows: t.Size.Rows + 1, Cols: t.Size.Cols + 1}
	var smaller [][]placed // by feature of the larger board
	for row := 1; row < size.Rows; row++ {
		for col := 1; col < size.Cols; col++ {
			smaller = append(smaller, t.without(size, row, col))
		}
	}
	return NewTable(Training{Size: size}, func(first, second int) float32 {
		sum := int32(0)
		n := 0
		for _, features := range smaller {
			a := features[first]
			b := features[second]
			bothExist := a.feature >= 0 && b.feature >= 0
			if a.cell != b.cell && a.tile != b.tile && bothExist {
				sum += t.at(int(a.feature), int(b.feature))
				n++
			}
		}
		return float32(sum) / float32(max(n, 1)) / Scale
	})
}

// without returns what each feature of a larger board becomes if a row and a column are left out.
func (t *Table) without(size puzzle.Size, row, col int) []placed {
	cells := size.Cells()
	n := t.Size.Cells()
	smaller := make([]int, cells)
	for cell := range smaller {
		r := cell / size.Cols
		c := cell % size.Cols
		if r >= row {
			r--
		}
		if c >= col {
			c--
		}
		smaller[cell] = r*t.Size.Cols + c
	}
	features := make([]placed, cells*cells)
	for f := range features {
		cell := smaller[f/cells]
		tile := f % cells
		if tile > 0 {
			tile = smaller[tile-1] + 1
		}
		features[f] = placed{feature: int32(cell*n + tile), cell: uint8(cell), tile: uint8(tile)}
		if tile == n {
			features[f].feature = -1
		}
	}
	return features
}
