package pdb

import "npuzzle/puzzle"

// symmetry maps the cells of a board to those of its image: turned, reflected,
// or exchanged row for column.
type symmetry struct {
	size puzzle.Size // of the image
	to   []uint8     // the image of each cell
}

// symmetries returns the eight of a size, the identity first. The second four
// exchange rows and columns; the first of them is the reflection in the main
// diagonal.
func symmetries(size puzzle.Size) []symmetry {
	var all []symmetry
	for _, transposed := range []bool{false, true} {
		for _, upsideDown := range []bool{false, true} {
			for _, mirrored := range []bool{false, true} {
				s := symmetry{size, make([]uint8, size.Cells())}
				if transposed {
					s.size = puzzle.Size{Rows: size.Cols, Cols: size.Rows}
				}
				for cell := range s.to {
					row, col := cell/size.Cols, cell%size.Cols
					if transposed {
						row, col = col, row
					}
					if upsideDown {
						row = s.size.Rows - 1 - row
					}
					if mirrored {
						col = s.size.Cols - 1 - col
					}
					s.to[cell] = uint8(row*s.size.Cols + col)
				}
				all = append(all, s)
			}
		}
	}
	return all
}
