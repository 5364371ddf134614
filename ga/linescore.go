package ga

import (
	"unsafe"

	"npuzzle/puzzle"
)

// lineTables are a sum over tiles and lines, move by move: linear conflict. They
// are read-only.
type lineTables struct {
	shifts []shift // [tile*4*cells + 4*cell the tile leaves + blank's move]
	cost   []uint8 // of a line, by its code
	codes  []code  // [tile*cells + cell]
	empty  lineCodes
}

// shift is what one move of a tile changes. The tile changes the order of at
// most one line; of the line that it moves along, it changes the code only.
type shift struct {
	key       uint64 // exclusive-or
	estimate  int32  // of the tile alone
	order     int32  // added to the code of the line whose order changes
	along     int32  // added to the code of the line moved along
	orderLine uint8
	alongLine uint8
}

// lineCodes names, for each line, its own tiles (those whose goal cell lies in
// it) and their places: row r is line r, column c line rows+c. No tile is in
// noLine. A code is an index of lineTables.cost.
type lineCodes [lineMask + 1]int32

const (
	noLine   = 2 * puzzle.MaxSide
	lineMask = 63
)

// code is what a tile on a cell adds to the codes of its row and column.
type code struct{ row, column int32 }

// mostLineCodes bounds the table of line costs, in bytes: lines of up to 7
// cells. Of 8 cells it would take 43 MB.
const mostLineCodes = 1 << 21

// lineSum is a sum over tiles and lines, the tiles known by their goal cells.
type lineSum struct {
	goalCells []uint8                               // by tile, the blank's first
	tile      func(tile, cell int) puzzle.Cost      // what a tile counts on a cell
	row       func(goalColumns []uint8) puzzle.Cost // what a row costs, by its own tiles from left to right
	column    func(goalRows []uint8) puzzle.Cost
}

// newLineTables makes the tables of a sum, 104 bytes for each tile on each cell
// and a byte for each code, or returns nil where lines are too long for them.
func newLineTables(size puzzle.Size, sum lineSum, k keys) *lineTables {
	rows, columns := lineCodesOf(size.Cols), lineCodesOf(size.Rows)
	if rows > mostLineCodes || columns > mostLineCodes {
		return nil
	}
	cells, tiles := size.Cells(), len(sum.goalCells)
	t := &lineTables{cost: []uint8{0}, codes: make([]code, tiles*cells), shifts: make([]shift, tiles*4*cells)}
	t.addLines(size, sum, rows, columns)
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < tiles; tile++ {
		of := tile * cells
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				// The blank goes from to to from, the tile the other way.
				from := int(step.To)
				s := t.shiftOf(size, step.Move, from, to, t.codes[of+from], t.codes[of+to])
				s.key = k[of+from] ^ k[of+to]
				s.estimate = int32(sum.tile(tile, to) - sum.tile(tile, from))
				t.shifts[(of+from)*4+int(step.Move)] = s
			}
		}
	}
	return t
}

// newTileTables makes the tables of a sum whose lines cost nothing.
func newTileTables(size puzzle.Size, sum lineSum, k keys) *lineTables {
	cells, tiles := size.Cells(), len(sum.goalCells)
	t := &lineTables{cost: []uint8{0}, codes: make([]code, tiles*cells), shifts: make([]shift, tiles*4*cells)}
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < tiles; tile++ {
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				from := int(step.To)
				t.shifts[(tile*cells+from)*4+int(step.Move)] = shift{
					key:       k[tile*cells+from] ^ k[tile*cells+to],
					estimate:  int32(sum.tile(tile, to) - sum.tile(tile, from)),
					orderLine: noLine, alongLine: noLine,
				}
			}
		}
	}
	return t
}

// bytes returns the memory of the tables.
func (t *lineTables) bytes() uint64 {
	return uint64(len(t.shifts)*int(unsafe.Sizeof(t.shifts[0])) + len(t.codes)*int(unsafe.Sizeof(t.codes[0])) + len(t.cost))
}

// addLines tabulates what lines cost, given the numbers of their codes, and
// what each tile adds to their codes.
func (t *lineTables) addLines(size puzzle.Size, sum lineSum, rows, columns int) {
	for row := range size.Rows {
		t.empty[row] = int32(len(t.cost))
	}
	t.cost = appendCosts(t.cost, size.Cols, rows, sum.row)
	for col := range size.Cols {
		t.empty[size.Rows+col] = int32(len(t.cost))
	}
	t.cost = appendCosts(t.cost, size.Rows, columns, sum.column)

	cells := size.Cells()
	for tile, target := range sum.goalCells {
		if tile == 0 {
			continue
		}
		goalRow, goalCol := int(target)/size.Cols, int(target)%size.Cols
		for cell := range cells {
			row, col := cell/size.Cols, cell%size.Cols
			if row == goalRow {
				t.codes[tile*cells+cell].row = digit(size.Cols, col, goalCol)
			}
			if col == goalCol {
				t.codes[tile*cells+cell].column = digit(size.Rows, row, goalRow)
			}
		}
	}
}

// lineCodesOf returns the number of codes of a line: each place holds no tile
// of the line's own or one of as many as there are places.
func lineCodesOf(length int) int {
	codes := 1
	for range length {
		codes = min(codes*(length+1), mostLineCodes+1)
	}
	return codes
}

// digit returns what the tile of a goal place adds to the code of its line
// when it stands in a place.
func digit(length, place, goalPlace int) int32 {
	d := int32(goalPlace + 1)
	for range place {
		d *= int32(length + 1)
	}
	return d
}

// appendCosts appends the cost of a line for each of its codes. Codes that no
// board has, since they name a tile twice, are left at 0.
func appendCosts(costs []uint8, length, codes int, cost func(places []uint8) puzzle.Cost) []uint8 {
	first := len(costs)
	costs = append(costs, make([]uint8, codes)...)
	places := make([]uint8, 0, length)
	var fill func(place, code, used int)
	fill = func(place, code, used int) {
		if place == length {
			costs[first+code] = uint8(cost(places))
			return
		}
		fill(place+1, code, used)
		for goal := range length {
			if used>>goal&1 == 0 {
				places = append(places, uint8(goal))
				fill(place+1, code+int(digit(length, place, goal)), used|1<<goal)
				places = places[:len(places)-1]
			}
		}
	}
	fill(0, 0, 0)
	return costs
}

// shiftOf puts together what the move of a tile between two cells changes in
// the lines, given what the tile adds to the codes of each cell's.
func (t *lineTables) shiftOf(size puzzle.Size, blank puzzle.Move, from, to int, was, is code) shift {
	s := shift{orderLine: noLine}
	fromRow, toRow := from/size.Cols, to/size.Cols
	fromCol, toCol := size.Rows+from%size.Cols, size.Rows+to%size.Cols
	change := func(leaves, enters int, was, is int32) {
		switch {
		case was != 0:
			s.order, s.orderLine = -was, uint8(leaves)
		case is != 0:
			s.order, s.orderLine = is, uint8(enters)
		}
	}
	if blank == puzzle.Up || blank == puzzle.Down {
		change(fromRow, toRow, was.row, is.row)
		s.along, s.alongLine = is.column-was.column, uint8(toCol)
	} else {
		change(fromCol, toCol, was.column, is.column)
		s.along, s.alongLine = is.row-was.row, uint8(toRow)
	}
	return s
}

// linesOf returns the codes of a board's lines.
func (t *lineTables) linesOf(size puzzle.Size, tiles []uint8) lineCodes {
	lines := t.empty
	for cell, tile := range tiles {
		c := t.codes[int(tile)*len(tiles)+cell]
		lines[cell/size.Cols] += c.row
		lines[size.Rows+cell%size.Cols] += c.column
	}
	return lines
}

// scoreLines scores under sums over tiles and lines. It decodes 2.5 times as
// many genes a second as the plain way. Where the guide has a focus, the blank
// is drawn to it.
func (s *scorer) scoreLines(from *origin, genes []float64, kept *checkpoints) score {
	now := s.resume(from, kept)
	tiles, lines := &s.tiles, &s.codes
	table, shifts, cost, keys := s.decoding.table, s.lines.shifts, s.lines.cost, s.keys
	perTile, perStep := s.cells*4, s.perStep
	estimate, blank, key, context, best := now.estimate, now.blank, now.key, now.context, now.best
	focus, focusCell := s.focus, now.focus
	i := kept.moves()
	length := s.perMove * int64(i)
	for {
		for end := part(i, len(genes), kept); i < end; i++ {
			var step decoded
			if s.byRank {
				step = s.rankedByLines(context, genes[i])
			} else {
				step = table[int(context)+int(genes[i]*ranges)]
			}
			to := step.to()
			tile := tiles[to]
			tiles[blank], tiles[to] = tile, 0
			was := blank
			blank, context = to, step.context

			shift := &shifts[int(tile)*perTile+int(step.at)]
			order := &lines[shift.orderLine&lineMask]
			before := *order
			after := before + shift.order
			*order = after
			lines[shift.alongLine&lineMask] += shift.along
			estimate += int64(shift.estimate) + int64(cost[after]) - int64(cost[before])
			key ^= shift.key

			length += s.perMove
			fitness := perStep*estimate + length
			if focus != 0 {
				if tile == focus {
					focusCell = was
				}
				fitness += s.pull(blank, focusCell)
			}
			if estimate == 0 && string(tiles[:s.cells]) == s.goal {
				return score{fitness, i + 1, i + 1, key ^ keys[blank], true}
			}
			if fitness < best.fitness {
				s.offer(&best, fitness, i+1, key^keys[blank])
			}
		}
		if i == len(genes) {
			break
		}
		s.keep(kept, state{best, estimate, key, context, blank, focusCell})
	}
	estimated := s.perStep * estimate
	if focus != 0 {
		estimated += s.pull(blank, focusCell)
	}
	return s.settle(best, estimated, len(genes), key^keys[blank])
}

// pull is the fitness of the blank's distance from a cell.
func (r *rules) pull(blank, cell uint8) int64 {
	return r.perPull * int64(r.apart(cell, blank))
}
