package pairs

import "npuzzle/puzzle"

// Enlarge returns a table for boards with one more row and one more column, without training. If a row and a
// column inside a large board are left out, its tiles and cells are those of the smaller board. So the value of a
// pair is the mean value of the pairs that it becomes, over all rows and columns that may be left out. The first
// row and the first column always stay. A pair counts only where its cells and its tiles stay different ones.
//
// For n cells, Enlarge takes O(n⁵) time: half a second for 7x7.
func (t *Table) Enlarge() *Table {
	size := puzzle.Size{Rows: t.Size.Rows + 1, Cols: t.Size.Cols + 1}
	cells := t.Size.Cells()
	var features [][]int // in t, by feature of the larger board; -1 for tiles that become the blank
	for row := 1; row < size.Rows; row++ {
		for col := 1; col < size.Cols; col++ {
			features = append(features, t.without(size, row, col))
		}
	}
	return NewTable(Training{Size: size}, func(first, second int) float32 {
		sum, n := int32(0), 0
		for _, of := range features {
			f, s := of[first], of[second]
			if f >= 0 && s >= 0 && f/cells != s/cells && f%cells != s%cells {
				sum += t.at(f, s)
				n++
			}
		}
		return float32(sum) / float32(max(n, 1)) / Scale
	})
}

// without returns the feature in t for each feature of a larger board without a row and a column.
func (t *Table) without(size puzzle.Size, row, col int) []int {
	cells, n := size.Cells(), t.Size.Cells()
	smaller := make([]int, cells)
	for cell := range smaller {
		r, c := cell/size.Cols, cell%size.Cols
		if r >= row {
			r--
		}
		if c >= col {
			c--
		}
		smaller[cell] = r*t.Size.Cols + c
	}
	features := make([]int, cells*cells)
	for f := range features {
		cell, tile := f/cells, f%cells
		switch {
		case tile == 0:
			features[f] = smaller[cell] * n
		case smaller[tile-1] == n-1:
			features[f] = -1
		default:
			features[f] = smaller[cell]*n + smaller[tile-1] + 1
		}
	}
	return features
}
