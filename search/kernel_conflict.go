package search

import (
	"slices"
	"unsafe"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// conflictKernel searches under a linear conflict: a sum over tiles, and the
// cost of each row and column, looked up by all that stands in it.
//
// A tile that moves leaves one line and enters another. Only one of the two
// can be a line of its own, so at most one line's cost changes: which one, and
// which of its cells, is part of the step's effect. Rows are read from the
// board, columns from the board turned over its diagonal, which is kept beside.
type conflictKernel struct {
	blocks
	turned      [stackNodes]uint64
	turnedBlock [blockNodes]uint64
	*conflictTables
}

// conflictTables are what the workers share.
type conflictTables struct {
	moves   [][3]wordMove          // by state
	effects [maxEffects]lineEffect // by step and tile
	costs   [maxLines << lineBits]uint8
}

const (
	lineBits = 16 // four cells
	noLine   = 8  // a line that costs nothing whatever it holds
	maxLines = 16 // a power of two
)

// lineEffect is what a step changes when a certain tile moves.
type lineEffect struct {
	board, turned uint64 // exchange tile and blank
	label         int64  // one deeper, less slack, as far as the sum goes
	column        uint64 // all bits if the line is to be read from the turned board
	line          uint32 // where its costs begin
	mask          uint16 // of its cells, once shifted down
	tile          uint16 // the tile's bits in it
	shift         uint8  // of the line in its board
}

// conflictKernels returns nil where the problem is of another kind. Of the
// linear conflicts it takes the consistent one, under which f rises by 0 or 2.
func conflictKernels(t *tree, workers int) []kernel {
	sum, ok := t.estimator.(*heuristics.ConflictSum)
	size := t.problem.Goal.Size()
	if !ok || !t.consistent || len(t.goal) > puzzle.WordCells || max(size.Rows, size.Cols)*4 > lineBits {
		return nil
	}
	s := newStepTables(t)
	if s == nil {
		return nil
	}
	tables := &conflictTables{moves: s.wordMoves()}
	tables.fillEffects(s, sum)
	tables.fillCosts(s, sum)
	kernels := make([]kernel, workers)
	for i := range kernels {
		kernels[i] = &conflictKernel{blocks: blocks{stepTables: s, goalWord: puzzle.PackWord(t.goal)}, conflictTables: tables}
	}
	return kernels
}

func (c *conflictTables) fillEffects(s *stepTables, sum *heuristics.ConflictSum) {
	size := s.problem.Goal.Size()
	effects, _ := s.wordEffects(sum.Manhattan())
	for i, e := range effects {
		c.effects[i] = lineEffect{board: e.board, label: e.label, line: noLine << lineBits}
	}
	home := sum.GoalCells()
	for cell := range len(s.goal) {
		for _, step := range s.graph.Steps(uint8(cell)) {
			for tile := 1; tile < len(s.goal); tile++ {
				e := &c.effects[16*s.step(uint8(cell), step)+tile]
				from, to := int(step.To), cell // the way of the tile
				e.turned = uint64(tile)<<(4*turnedCell(size, from)) ^ uint64(tile)<<(4*turnedCell(size, to))
				for _, at := range [2]int{from, to} {
					row, col := at/size.Cols, at%size.Cols
					switch vertical := step.Move == puzzle.Up || step.Move == puzzle.Down; {
					case vertical && int(home[tile])/size.Cols == row:
						e.line, e.shift = uint32(row)<<lineBits, uint8(4*size.Cols*row)
						e.mask, e.tile = uint16(1<<(4*size.Cols)-1), uint16(tile)<<(4*col)
					case !vertical && int(home[tile])%size.Cols == col:
						e.line, e.shift = uint32(size.Rows+col)<<lineBits, uint8(4*size.Rows*col)
						e.mask, e.tile, e.column = uint16(1<<(4*size.Rows)-1), uint16(tile)<<(4*row), ^uint64(0)
					}
				}
			}
		}
	}
}

// turnedCell returns where a cell comes to lie when rows and columns are
// exchanged.
func turnedCell(size puzzle.Size, cell int) int {
	return cell%size.Cols*size.Rows + cell/size.Cols
}

// fillCosts looks up what each line costs with each content.
func (c *conflictTables) fillCosts(s *stepTables, sum *heuristics.ConflictSum) {
	size := s.problem.Goal.Size()
	home := s.problem.Goal.Tiles() // the tile that belongs in each cell
	for row := range size.Rows {
		c.fillLine(row, home[row*size.Cols:][:size.Cols], sum.RowCost)
	}
	for col := range size.Cols {
		var tiles []uint8
		for row := range size.Rows {
			tiles = append(tiles, home[row*size.Cols+col])
		}
		c.fillLine(size.Rows+col, tiles, sum.ColumnCost)
	}
}

// fillLine fills in the costs of one line, given the tiles that belong there.
func (c *conflictTables) fillLine(line int, tiles []uint8, cost func([]uint8) puzzle.Cost) {
	// Other tiles count as little as the blank: a content costs what it costs
	// without them, which stands further down in the table.
	var own [256]int // two cells
	for _, tile := range tiles {
		for other := range 16 {
			own[int(tile)|other<<4] |= int(tile)
			own[other|int(tile)<<4] |= int(tile) << 4
		}
	}
	costs := c.costs[line<<lineBits:][:1<<(4*len(tiles))]
	for content := range costs {
		if stripped := own[content&255] | own[content>>8]<<8; stripped != content {
			costs[content] = costs[stripped]
			continue
		}
		var places []uint8
		for cell := range tiles {
			if tile := uint8(content >> (4 * cell) & 15); tile != 0 {
				places = append(places, uint8(slices.Index(tiles, tile)))
			}
		}
		costs[content] = uint8(cost(places))
	}
}

func (k *conflictKernel) bytes() uint64 {
	return uint64(unsafe.Sizeof(*k)) + uint64(unsafe.Sizeof(*k.conflictTables)) + uint64(len(k.moves))*uint64(unsafe.Sizeof(k.moves[0])) + k.stepTables.bytes()
}

func (k *conflictKernel) count(prefix []puzzle.Move, bound puzzle.Cost, poll func(uint64) bool) tally {
	tiles, label := k.root(prefix, bound)
	k.boards[0], k.labels[0], k.turned[0] = puzzle.PackWord(tiles), label, k.turn(tiles)
	return k.search(k.expand, bound, poll)
}

// turn packs a board with rows and columns exchanged.
func (k *conflictKernel) turn(tiles []uint8) uint64 {
	var w uint64
	for cell, tile := range tiles {
		w |= uint64(tile) << (4 * turnedCell(k.problem.Goal.Size(), cell))
	}
	return w
}

func (k *conflictKernel) expand(top, n uint) uint {
	copy(k.turnedBlock[:n], k.turned[top:top+n])
	states := k.moves
	for i := range n {
		board, label := k.block[i&(blockNodes-1)].board, k.block[i&(blockNodes-1)].label
		turned := k.turnedBlock[i&(blockNodes-1)]
		moves := &states[uint64(label)&stateMask&uint64(len(states)-1)]
		label &^= 1<<depthShift - 1
		for j := range moves {
			move := &moves[j]
			effect := &k.effects[(uint64(move.effect)+board>>(move.shift&63)&15)%maxEffects]
			child := label + effect.label + int64(move.label) - k.rise(effect, board, turned)<<slackShift
			k.boards[top%stackNodes], k.labels[top%stackNodes] = board^effect.board, child
			k.turned[top%stackNodes] = turned ^ effect.turned
			top += 1 - uint(uint64(child)>>63)
		}
	}
	return top
}

// rise is the change of the one line's cost.
func (c *conflictTables) rise(effect *lineEffect, board, turned uint64) int64 {
	content := (board ^ (board^turned)&effect.column) >> (effect.shift & 63) & uint64(effect.mask)
	before := c.costs[(uint64(effect.line)+content)%uint64(len(c.costs))]
	after := c.costs[(uint64(effect.line)+content^uint64(effect.tile))%uint64(len(c.costs))]
	return int64(after) - int64(before)
}
