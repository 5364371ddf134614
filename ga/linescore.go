package ga

import (
	"unsafe"

	"npuzzle/puzzle"
)

// lineTables are a sum over tiles and lines, move by move: linear conflict. They
// are read-only.
type lineTables struct {
	shifts []shift // [(4*cell the tile leaves + blank's move)*(cells+1) + tile]
	cost   []uint8 // of a line, by its code
	codes  []code  // [tile*cells + cell]
	empty  lineCodes
}

// shift is what one move of a tile changes. The tile changes the order of at
// most one line; of the line that it moves along, it changes the code only.
type shift struct {
	estimate  int32 // of the tile alone
	order     int32 // added to the code of the line whose order changes
	along     int32 // added to the code of the line moved along
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
	row       func(goalColumns []uint8) puzzle.Cost // what a row costs, by its own tiles from left to right; nil where no line costs anything
	column    func(goalRows []uint8) puzzle.Cost
}

// newLineTables makes the tables of a sum, 72 bytes for each tile on each cell
// and a byte for each code, or returns nil where lines are too long for them.
func newLineTables(size puzzle.Size, sum lineSum) *lineTables {
	rows, columns := lineCodesOf(size.Cols), lineCodesOf(size.Rows)
	if sum.row != nil && max(rows, columns) > mostLineCodes {
		return nil
	}
	cells, tiles := size.Cells(), len(sum.goalCells)
	t := &lineTables{cost: []uint8{0}, codes: make([]code, tiles*cells), shifts: make([]shift, 4*cells*(cells+1))}
	if sum.row != nil {
		t.addLines(size, sum, rows, columns)
	}
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < tiles; tile++ {
		of := tile * cells
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				// The blank goes from to to from, the tile the other way.
				from := int(step.To)
				s := t.shiftOf(size, step.Move, from, to, t.codes[of+from], t.codes[of+to])
				s.estimate = int32(sum.tile(tile, to) - sum.tile(tile, from))
				t.shifts[(from*4+int(step.Move))*(cells+1)+tile] = s
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
func linesOf[T uint8 | uint16](t *lineTables, size puzzle.Size, tiles []T) lineCodes {
	lines := t.empty
	for cell, tile := range tiles {
		c := t.codes[int(tile)*len(tiles)+cell]
		lines[cell/size.Cols] += c.row
		lines[size.Rows+cell%size.Cols] += c.column
	}
	return lines
}

// turn makes the move of a tile: it brings the codes up to date and returns what
// the move adds to the estimate.
func (t *lineTables) turn(codes *lineCodes, i int) int64 {
	shift := &t.shifts[i]
	order := &codes[shift.orderLine&lineMask]
	before := *order
	after := before + shift.order
	*order = after
	codes[shift.alongLine&lineMask] += shift.along
	return int64(shift.estimate) + int64(t.cost[after]) - int64(t.cost[before])
}

// rise returns what the move of a tile would add to the estimate.
func (t *lineTables) rise(codes *lineCodes, i int) int64 {
	shift := &t.shifts[i]
	before := codes[shift.orderLine&lineMask]
	return int64(shift.estimate) + int64(t.cost[before+shift.order]) - int64(t.cost[before])
}

// riseByLines returns what a move adds to the estimate under sums over tiles and
// lines.
func (s *scorer) riseByLines(step decoded) int64 {
	return s.lines.rise(&s.codes, step.at()*(s.cells+1)+int(s.tiles[step.to()]))
}

// followLines follows plans under sums over tiles and lines.
func (s *scorer) followLines(genes []float64) int {
	if s.byRank {
		return s.followLinesByRank(genes)
	}
	table, lines, perMove := s.decoding.table, s.lines, s.cells+1
	estimate, blank, context := s.now.estimate, s.now.blank, s.now.context
	n := 0
	for n < len(genes) {
		step := table[int(context)*ranges+int(genes[n]*ranges)]
		to := step.to()
		tile := s.tiles[to]
		s.tiles[blank], s.tiles[to] = tile, 0
		estimate += lines.turn(&s.codes, step.at()*perMove+int(tile))
		s.trail[n&(between-1)] = moved{estimate, step, tile, blank}
		n++
		blank, context = to, step.context()
		if estimate == 0 {
			break
		}
	}
	s.now.estimate, s.now.blank, s.now.context = estimate, blank, context
	return n
}

// followLinesByRank does so where genes are decoded by rank.
func (s *scorer) followLinesByRank(genes []float64) int {
	contenders, all, lines, perMove := s.decoding.contenders, s.decoding.outcomes, s.lines, s.cells+1
	first, second, third := s.bounds.cuts()
	estimate, blank, context := s.now.estimate, s.now.blank, s.now.context
	c, outcomes := s.contest(context, genes[0], s.riseByLines)
	n := 0
	for n < len(genes) {
		part := partOf(genes[n], first, second, third)
		a, b, d := int(c.at[0]), int(c.at[1]), int(c.at[2])
		order := orderOf(
			lines.rise(&s.codes, a*perMove+int(s.tiles[uint8(a>>2)])),
			lines.rise(&s.codes, b*perMove+int(s.tiles[uint8(b>>2)])),
			lines.rise(&s.codes, d*perMove+int(s.tiles[uint8(d>>2)])))
		step := outcomes[part*orders+order]
		to := step.to()
		tile := s.tiles[to]
		s.tiles[blank], s.tiles[to] = tile, 0
		estimate += lines.turn(&s.codes, step.at()*perMove+int(tile))
		s.trail[n&(between-1)] = moved{estimate, step, tile, blank}
		n++
		blank, context = to, step.context()
		c, outcomes = &contenders[context], &all[context]
		if estimate == 0 || c.many {
			break
		}
	}
	s.now.estimate, s.now.blank, s.now.context = estimate, blank, context
	return n
}

// pull is the fitness of the blank's distance from a cell.
func (r *rules) pull(blank, cell uint8) int64 {
	return r.perPull * int64(r.apart(cell, blank))
}
