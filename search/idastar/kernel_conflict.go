package idastar

import (
	"math/bits"
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// conflictKernel searches under a linear conflict: a sum over tiles, and the
// cost of each row and column, looked up by which of its own tiles stand where.
//
// What stands in a line is a number of as many digits as the line has cells, a
// digit for each of its own tiles and 0 for the rest. The numbers of all rows
// are lanes of one word and those of all columns lanes of another, kept beside
// the board: a move adds to them. A tile that moves leaves one line and enters
// another. Only one of the two can be a line of its own, so at most one line's
// cost changes.
type conflictKernel struct {
	blocks
	lines      [stackNodes]lineWords
	linesBlock [blockNodes]lineWords
	*conflictTables
}

// lineWords is what stands in the lines of a board.
type lineWords struct{ rows, cols uint64 }

// conflictTables are what the workers share.
type conflictTables struct {
	moves   [][3]wordMove          // by state
	effects [maxEffects]lineEffect // by step and tile
	costs   []uint8                // of each line in turn, by what stands in it; as many as a power of two
	lines   []line                 // rows, then columns
}

// line is a row or a column.
type line struct {
	column bool
	cells  []int
	tiles  []uint8 // its own, in the order of their goals
	shift  int     // of its lane
	lane   int     // mask of its lane, once shifted down
	costs  int     // where its costs begin
}

// lineEffect is what a step changes when a certain tile moves.
type lineEffect struct {
	board  uint64    // exchanges tile and blank
	label  int64     // one deeper, less slack, as far as the sum goes
	lines  lineWords // to be added
	column uint64    // all bits if the line whose cost changes is a column
	costs  uint32    // where its costs begin
	lane   uint32    // mask of its lane, once shifted down
	more   int32     // what is added to its lane
	shift  uint8     // of its lane
}

// maxLineCosts is how many costs the lines may have together: those of a board
// of 2x6 or 6x2.
const maxLineCosts = 1 << 18

// conflictKernels returns nil where the problem is of another kind. Of the
// linear conflicts it takes the consistent one, under which f rises by 0 or 2.
func conflictKernels(t *tree, workers int) ([]kernel, uint64) {
	sum, ok := t.estimator.(*heuristics.ConflictSum)
	if !ok || !t.consistent || len(t.goal) > puzzle.WordCells {
		return nil, 0
	}
	lines, costs := linesOf(t.problem.Goal)
	if costs > maxLineCosts {
		return nil, 0
	}
	s := newStepTables(t)
	if s == nil {
		return nil, 0
	}
	tables := &conflictTables{moves: s.wordMoves(), lines: lines, costs: make([]uint8, 1<<bits.Len(uint(costs)))}
	tables.fillEffects(s, sum, costs) // behind them, one of nothing
	tables.fillCosts(sum)
	kernels := make([]kernel, workers)
	for i := range kernels {
		kernels[i] = &conflictKernel{blocks: blocks{stepTables: s, goalWord: puzzle.PackWord(t.goal)}, conflictTables: tables}
	}
	return kernels, s.bytes() + tables.bytes()
}

// linesOf lists the rows and columns of a goal, and how many costs they have
// together: more than maxLineCosts where the lanes would not fit their words.
func linesOf(goal puzzle.Board) (lines []line, costs int) {
	size, home := goal.Size(), goal.Tiles()
	add := func(column bool, count, length int, cell func(line, i int) int) {
		shift := 0
		for n := range count {
			l := line{column: column, shift: shift, costs: costs}
			for i := range length {
				l.cells = append(l.cells, cell(n, i))
				if tile := home[cell(n, i)]; tile != 0 {
					l.tiles = append(l.tiles, tile)
				}
			}
			contents := l.weight(length)
			l.lane = 1<<bits.Len(uint(contents-1)) - 1
			if shift += bits.Len(uint(l.lane)); shift > 64 {
				contents = maxLineCosts
			}
			costs = min(costs+contents, maxLineCosts+1)
			lines = append(lines, l)
		}
	}
	add(false, size.Rows, size.Cols, func(row, col int) int { return row*size.Cols + col })
	add(true, size.Cols, size.Rows, func(col, row int) int { return row*size.Cols + col })
	return lines, costs
}

// weight is what a 1 on the cell of an index counts in the number of a line's
// content, at most maxLineCosts.
func (l *line) weight(index int) int {
	weight := 1
	for range index {
		weight = min(weight*(len(l.tiles)+1), maxLineCosts)
	}
	return weight
}

// digit is what a tile counts in its own line, from 1; 0 stands for any other.
func (l *line) digit(tile int) int { return slices.Index(l.tiles, uint8(tile)) + 1 }

func (c *conflictTables) fillEffects(s *stepTables, sum *heuristics.ConflictSum, nothing int) {
	effects, _ := s.wordEffects(sum.Manhattan().At)
	for i, e := range effects {
		c.effects[i] = lineEffect{board: e.board, label: e.label, costs: uint32(nothing)}
	}
	for cell := range len(s.goal) {
		for _, step := range s.graph.Steps(uint8(cell)) {
			for tile := 1; tile < len(s.goal); tile++ {
				e := &c.effects[16*s.step(uint8(cell), step)+tile]
				for i := range c.lines {
					e.pass(&c.lines[i], tile, int(step.To), cell)
				}
			}
		}
	}
}

// pass adds what a line has to do with a tile that goes from a cell to another.
func (e *lineEffect) pass(l *line, tile, from, to int) {
	digit := l.digit(tile)
	if digit == 0 {
		return
	}
	more, ends := 0, 0
	if i := slices.Index(l.cells, from); i >= 0 {
		more, ends = more-digit*l.weight(i), ends+1
	}
	if i := slices.Index(l.cells, to); i >= 0 {
		more, ends = more+digit*l.weight(i), ends+1
	}
	if l.column {
		e.lines.cols += uint64(more) << l.shift
	} else {
		e.lines.rows += uint64(more) << l.shift
	}
	if ends == 1 { // else it keeps its place among the line's tiles
		e.costs, e.lane, e.more, e.shift = uint32(l.costs), uint32(l.lane), int32(more), uint8(l.shift)
		if l.column {
			e.column = ^uint64(0)
		}
	}
}

// fillCosts looks up what each line costs with each content. Contents in which
// a tile stands twice are never asked for.
func (c *conflictTables) fillCosts(sum *heuristics.ConflictSum) {
	for _, l := range c.lines {
		cost := sum.RowCost
		if l.column {
			cost = sum.ColumnCost
		}
		places := make([]uint8, 0, len(l.cells))
		for content := range l.weight(len(l.cells)) {
			places = places[:0]
			for rest := content; rest > 0; rest /= len(l.tiles) + 1 {
				if digit := rest % (len(l.tiles) + 1); digit > 0 {
					places = append(places, uint8(digit))
				}
			}
			c.costs[l.costs+content] = uint8(cost(places))
		}
	}
}

func (c *conflictTables) bytes() uint64 {
	return uint64(unsafe.Sizeof(*c)) + uint64(len(c.costs)) + uint64(len(c.moves))*uint64(unsafe.Sizeof(c.moves[0]))
}

func (k *conflictKernel) bytes() uint64 { return uint64(unsafe.Sizeof(*k)) }

func (k *conflictKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles, label := k.root(prefix, bound)
	k.boards[0], k.labels[0], k.lines[0] = puzzle.PackWord(tiles), label, k.contents(tiles)
	return k.search(k.expand, bound, poll)
}

// contents returns what stands in the lines of a board.
func (c *conflictTables) contents(tiles []uint8) (w lineWords) {
	for _, l := range c.lines {
		for i, cell := range l.cells {
			content := uint64(l.digit(int(tiles[cell]))*l.weight(i)) << l.shift
			if l.column {
				w.cols += content
			} else {
				w.rows += content
			}
		}
	}
	return w
}

func (k *conflictKernel) expand(top, n uint) uint {
	copy(k.linesBlock[:n], k.lines[top:top+n])
	states := k.moves
	for i := range n {
		board, label := k.block[i&(blockNodes-1)].board, k.block[i&(blockNodes-1)].label
		lines := k.linesBlock[i&(blockNodes-1)]
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1
		for j := range moves {
			move := &moves[j]
			effect := &k.effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
			child := label + effect.label + int64(move.label) - k.rise(effect, lines)<<slackShift
			k.boards[top%stackNodes], k.labels[top%stackNodes] = board^effect.board, child
			k.lines[top%stackNodes] = lineWords{lines.rows + effect.lines.rows, lines.cols + effect.lines.cols}
			top += 1 - uint(uint64(child)>>63)
		}
	}
	return top
}

// rise is the change of the one line's cost.
func (c *conflictTables) rise(effect *lineEffect, lines lineWords) int64 {
	word := lines.rows ^ (lines.rows^lines.cols)&effect.column
	before := effect.costs + uint32(word>>(effect.shift&63))&effect.lane
	costs := c.costs
	return int64(costs[uint64(before+uint32(effect.more))&uint64(len(costs)-1)]) - int64(costs[uint64(before)&uint64(len(costs)-1)])
}
