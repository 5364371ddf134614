package ga

import (
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// lineTables are a sum over tiles and lines, move by move: linear conflict. They are
// read-only.
type lineTables struct {
	shifts []shift           // [(4*cell the tile leaves + blank's move)*(cells+1) + tile]
	cost   []uint8           // of a line, by its code
	lines  *heuristics.Lines // nil where lines cost nothing
	empty  lineCodes
}

// shift is what one move of a tile changes. The tile changes the order of at most one
// line; of the line that it moves along, it changes only the code.
type shift struct {
	estimate  int32 // of the tile alone
	order     int32 // added to the code of the line whose order changes
	along     int32 // added to the code of the line moved along
	orderLine uint8
	alongLine uint8
}

// lineCodes encode, for each line, its own tiles (those whose goal cell lies in it) and
// their places. Row r is line r, column c is line rows+c; noLine has no tiles. A code is
// an index of lineTables.cost.
type lineCodes [lineMask + 1]int32

const (
	noLine   = 2 * puzzle.MaxSide
	lineMask = 63
)

// newLineTables makes the tables of a sum over tiles, and over lines unless these are nil, given the number of
// tiles, including the blank, and the summand of each tile on a cell. They take 64 bytes
// for each tile on each cell and a byte for each code. Where lines have no tables, lines
// cost nothing.
func newLineTables(
	size puzzle.Size, lines *heuristics.Lines, tiles int, value func(tile, cell int) puzzle.Cost,
) *lineTables {
	cells := size.Cells()
	t := &lineTables{cost: []uint8{0}, shifts: make([]shift, 4*cells*(cells+1))}
	if lines != nil && lines.Tabulated() {
		t.addCosts(size, lines)
	}
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for tile := 1; tile < tiles; tile++ {
		for to := range cells {
			for _, step := range graph.Steps(uint8(to)) {
				from := int(step.To) // the tile moves from there, the blank to there
				s := shift{orderLine: noLine, alongLine: noLine, estimate: int32(value(tile, to) - value(tile, from))}
				if t.lines != nil {
					move := lines.Move(uint8(tile), uint8(from), uint8(to))
					s.along, s.alongLine = move.AlongMore, uint8(move.Along)
					if move.Changed >= 0 {
						s.order, s.orderLine = move.Change, uint8(move.Changed)
					}
				}
				t.shifts[(from*4+int(step.Move))*(cells+1)+tile] = s
			}
		}
	}
	return t
}

// addCosts adds the costs of lines, which are those of unit move costs.
func (t *lineTables) addCosts(size puzzle.Size, lines *heuristics.Lines) {
	t.lines = lines
	for axis, first := range []int{0, size.Rows} {
		count := []int{size.Rows, size.Cols}[axis]
		for line := range count {
			t.empty[first+line] = int32(len(t.cost))
		}
		for _, conflicts := range lines.Conflicts(heuristics.Axis(axis)) {
			t.cost = append(t.cost, conflicts*uint8(lines.Cost(heuristics.Axis(axis))))
		}
	}
}

// bytes returns the memory of the tables.
func (t *lineTables) bytes() uint64 {
	return uint64(len(t.shifts)*int(unsafe.Sizeof(t.shifts[0])) + len(t.cost))
}

// linesOf returns the codes of a board's lines.
func linesOf[T uint8 | uint16](t *lineTables, size puzzle.Size, tiles []T) lineCodes {
	codes := t.empty
	if t.lines == nil {
		return codes
	}
	for cell, tile := range tiles {
		row, column := t.lines.Weight(int(tile), cell)
		codes[cell/size.Cols] += row
		codes[size.Rows+cell%size.Cols] += column
	}
	return codes
}

// move makes a move of a tile: it brings the codes up to date and returns
// what the move adds to the estimate.
func (t *lineTables) move(codes *lineCodes, shift *shift) int64 {
	order := &codes[shift.orderLine&lineMask]
	before := *order
	after := before + shift.order
	*order = after
	codes[shift.alongLine&lineMask] += shift.along
	return int64(shift.estimate) + int64(t.cost[after]) - int64(t.cost[before])
}

// delta returns what the move of a tile would add to the estimate.
func (t *lineTables) delta(codes *lineCodes, shift *shift) int64 {
	before := codes[shift.orderLine&lineMask]
	return int64(shift.estimate) + int64(t.cost[before+shift.order]) - int64(t.cost[before])
}

// undo brings the codes back to what they were before the move.
func (s *shift) undo(codes *lineCodes) {
	codes[s.orderLine&lineMask] -= s.order
	codes[s.alongLine&lineMask] -= s.along
}

// deltaByLines returns what a move adds to the estimate under sums over tiles and
// lines.
func (s *scorer) deltaByLines(step decoded) int64 {
	lines := s.rules.objective.lines
	return lines.delta(&s.codes, &lines.shifts[step.at()*(s.rules.tables.cells+1)+int(s.tiles[step.to()])])
}

// decodeByLines decodes under sums over tiles and lines.
func (s *scorer) decodeByLines(genes []float64) int {
	rankings, lines, perMove := s.rules.tables.decoding.rankings, s.rules.objective.lines, s.rules.tables.cells+1
	byRank := s.rules.byRank
	first, second, third := s.rules.bounds.cuts()
	estimate, blank, context := s.now.estimate, s.now.blank, s.now.context
	r := s.ranking(context, genes[0], s.deltaByLines)
	n := 0
	for n < len(genes) {
		part := partOf(genes[n], first, second, third)
		order := 0
		if byRank {
			a, b, d := int(r.at[0]), int(r.at[1]), int(r.at[2])
			order = orderOf(
				lines.delta(&s.codes, &lines.shifts[a*perMove+int(s.tiles[uint8(a>>2)])]),
				lines.delta(&s.codes, &lines.shifts[b*perMove+int(s.tiles[uint8(b>>2)])]),
				lines.delta(&s.codes, &lines.shifts[d*perMove+int(s.tiles[uint8(d>>2)])]))
		}
		step := r.choices[part*orders+order]
		to := step.to()
		tile := s.tiles[to]
		s.tiles[blank], s.tiles[to] = tile, 0
		estimate += lines.move(&s.codes, &lines.shifts[step.at()*perMove+int(tile)])
		s.trail[n&(batch-1)] = madeMove{estimate, step, tile, blank}
		n++
		blank, context = to, step.context()
		r = &rankings[context]
		if estimate == 0 || r.many {
			break
		}
	}
	s.now.estimate, s.now.blank, s.now.context = estimate, blank, context
	return n
}
