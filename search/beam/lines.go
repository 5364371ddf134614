package beam

import (
	"math"
	"slices"
	"sync/atomic"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search/subgoals"
)

const (
	lineScale = 8 // factor of all scores of stages, so that rounding loses little

	// lineCarry is the number of boards that may be carried to the next stage, whatever the width.
	lineCarry = 100
)

// lineScore is the score of a stage; see LineParameters.
type lineScore struct {
	size   puzzle.Size
	cells  [][2]uint8 // row and column of each cell
	goals  [][2]uint8 // row and column of each tile's goal cell; outside the board for the blank
	values []int32    // [tile*cells + cell]
	weight []int32    // of conflicts, by tile
}

// newLineScore returns the score for lines from a stage on.
func newLineScore(lines *subgoals.Lines, stage int, p LineParameters) *lineScore {
	size := lines.Goal.Size()
	cells := size.Cells()
	s := &lineScore{
		size:   size,
		cells:  size.Places(),
		goals:  make([][2]uint8, cells),
		values: make([]int32, cells*cells),
		weight: make([]int32, cells),
	}
	corePowers := p.powersOf(size, 0)
	linePowers := corePowers
	if p.Along != 0 {
		linePowers = p.powersOf(size, p.Along)
	}
	for tile, goal := range lines.Goal.Positions() {
		if tile == 0 {
			s.goals[tile] = [2]uint8{puzzle.MaxSide, puzzle.MaxSide}
			continue
		}
		s.goals[tile] = s.cells[goal]
		weight := lineScale * p.weight(lines, goal, stage)
		s.weight[tile] = int32(weight * p.Conflict)
		powers := corePowers
		across := 0 // the axis that counts the rows or columns from a line on
		miss := 0.0
		if line := lines.Stage[goal]; line < len(lines.Order) {
			powers = linePowers
			miss = p.Miss
			if !s.isRow(lines.Order[line]) {
				across = 1
			}
		}
		for cell, place := range s.cells {
			if cell == int(goal) {
				continue
			}
			off := apart(place[across], s.cells[goal][across])
			along := apart(place[1-across], s.cells[goal][1-across])
			value := weight * (powers[off][along] + miss)
			s.values[tile*cells+cell] = int32(math.Round(value))
		}
	}
	return s
}

// newWindowScore returns the score of a window, whose whole board is the core.
func newWindowScore(whole *subgoals.Lines, p LineParameters) *lineScore {
	return newLineScore(whole, 0, LineParameters{
		Power:    p.WindowPower,
		Conflict: p.WindowConflict,
		Core:     1,
	})
}

// weight returns the weight of the tile of a goal cell.
func (p LineParameters) weight(lines *subgoals.Lines, goal uint8, stage int) float64 {
	line := lines.Stage[goal]
	if line == len(lines.Order) {
		return p.Core
	}
	weight := 1.0
	if line >= stage {
		weight += p.Factor * math.Pow(p.Decay, float64(line-stage))
	}
	cells := lines.Order[line]
	isEnd := goal == cells[0] || goal == cells[len(cells)-1]
	if isEnd {
		weight *= 1 + p.End
	}
	return weight
}

// powers are powers of the distances of two cells, by the number of rows and of columns between
// them.
type powers [puzzle.MaxSide][puzzle.MaxSide]float64

// powersOf returns the powers of the distances on a board. A row or column of the second direction
// counts 1 + more.
func (p LineParameters) powersOf(size puzzle.Size, more float64) *powers {
	var table powers
	side := max(size.Rows, size.Cols)
	for first := range side {
		for second := range side {
			distance := float64(first+second) + more*float64(second)
			table[first][second] = math.Pow(distance, p.Power)
		}
	}
	return &table
}

// isRow reports whether the cells of a line are in one row.
func (s *lineScore) isRow(line []uint8) bool {
	return s.cells[line[0]][0] == s.cells[line[len(line)-1]][0]
}

// apart returns the difference of two rows or columns.
func apart(a, b uint8) int { return int(max(a, b) - min(a, b)) }

// Change implements heuristics.Differ.
func (s *lineScore) Change(tiles []uint8, from, blank uint8) puzzle.Cost {
	tile := tiles[from]
	axis := 0 // a row, or else a column, that the tile leaves
	if s.cells[from][axis] == s.cells[blank][axis] {
		axis = 1
	}
	values := s.values[int(tile)*len(s.cells):][:len(s.cells)]
	change := values[blank] - values[from]
	switch s.goals[tile][axis] {
	case s.cells[from][axis]:
		change -= s.conflicts(tiles, tile, from, axis)
	case s.cells[blank][axis]:
		change += s.conflicts(tiles, tile, blank, axis)
	}
	return puzzle.Cost(change)
}

// conflicts returns the conflicts of a tile on a cell of its goal row or, if axis is 1, of its goal
// column.
func (s *lineScore) conflicts(tiles []uint8, tile, cell uint8, axis int) (sum int32) {
	line := s.goals[tile][axis]
	place := s.goals[tile][1-axis] // in the line
	first := int(line) * s.size.Cols
	end := first + s.size.Cols
	step := 1
	if axis == 1 {
		first = int(line)
		end = len(tiles)
		step = s.size.Cols
	}
	for i := first; i < end; i += step {
		other := tiles[i]
		goal := s.goals[other]
		if goal[axis] != line {
			continue
		}
		isBefore := i < int(cell)
		belongsBefore := goal[1-axis] < place
		if isBefore != belongsBefore {
			sum += min(s.weight[tile], s.weight[other])
		}
	}
	return sum
}

// Estimate implements heuristics.Estimator.
func (s *lineScore) Estimate(tiles []uint8) puzzle.Cost {
	sum := int32(0)
	twice := int32(0) // each conflict is counted from both of its tiles
	for cell, tile := range tiles {
		sum += s.values[int(tile)*len(tiles)+cell]
		for axis := range 2 {
			if s.goals[tile][axis] == s.cells[cell][axis] {
				twice += s.conflicts(tiles, tile, uint8(cell), axis)
			}
		}
	}
	return puzzle.Cost(sum + twice/2)
}

// Track implements heuristics.Estimator.
func (s *lineScore) Track() heuristics.Tracker { return heuristics.Follow(s) }

// coreScore is the score of the last stage: that of a heuristic for the core as a board of its own.
type coreScore struct {
	changes heuristics.Changes
	lines   *subgoals.Lines
	cell    []uint8 // in the core, by cell of the board
	core    []uint8 // tiles of the core
}

func newCoreScore(changes heuristics.Changes, lines *subgoals.Lines) *coreScore {
	s := &coreScore{
		changes: changes,
		lines:   lines,
		cell:    make([]uint8, len(lines.Stage)),
		core:    make([]uint8, len(lines.Cells)),
	}
	for i, cell := range lines.Cells {
		s.cell[cell] = uint8(i)
	}
	return s
}

// Begin implements heuristics.Changes.
func (s *coreScore) Begin(tiles []uint8) {
	s.lines.CopyCore(s.core, tiles)
	s.changes.Begin(s.core)
}

// Change implements heuristics.Changes.
func (s *coreScore) Change(_ []uint8, from, blank uint8) puzzle.Cost {
	return s.changes.Change(s.core, s.cell[from], s.cell[blank])
}

// stages is a search that completes one line after another; see the package documentation.
//
// A layer must not fill with boards that differ only far from the current line. Boards are alike if
// the tiles of the line and the blank are on the same cells. Of alike boards, only the best one
// joins a layer.
type stages struct {
	stage int                  // number of the current line; len(lines.Order) for the core
	last  bool                 // the core is left, so boards are no longer compared with alike ones
	past  []stage              // the start, the stages before, and the current one
	carry int                  // maximum number of carried boards
	score heuristics.Estimator // of boards or, in the last stage, of cores

	// parameters are those of the search or, after a stage has given up, PlainLines.
	parameters LineParameters

	layers  int    // after which the stage gives up if it has not completed its line
	counted uint64 // bytes of the history of the stage

	current []uint64 // by tile: a mask, all ones for the tiles of the current line
	after   []uint64 // the same for the line after it
	done    uint64   // sum of the keys of the current line's tiles on their goal cells
	wait    int      // layers since the first board with a complete line
	joined  int      // number of boards from the stage before that have joined

	// A hash table of the candidates of a layer. A slot has what alike boards share, and the rank
	// of the best one.
	alike []uint64
	best  []uint64
}

// stage is the record of a stage.
type stage struct {
	base    int        // depth of the first layer
	history [][]uint32 // from of each layer
	carried []carried  // boards with a complete line, by depth
}

// carried is a board with a complete line. It was set aside in one stage, and joins the layer of
// its depth in the next one. So that layer has boards whose lines were completed at different
// depths.
type carried struct {
	tiles []uint8
	blank uint8
	back  puzzle.Move
	cost  int32
	left  int32
	hash  uint64
	from  uint32
	depth int
}

// inherited marks a state without a parent in its stage. The other bits of layer.from are then the
// index of the carried board.
const inherited = 1 << 31

// enter makes a stage the current one.
func (l *layers) enter(number int) {
	l.stages.past[number].history = l.history
	l.begin(number, l.parameters)
}

// enterAgain begins the current stage again, with PlainLines.
func (l *layers) enterAgain() {
	s := &l.stages
	s.past = s.past[:s.stage+1]
	l.memory.bytes -= s.counted
	l.begin(s.stage, PlainLines())
}

// begin begins a stage. The boards carried from the stage before are to join it.
func (l *layers) begin(number int, p LineParameters) {
	s := &l.stages
	s.stage = number
	s.parameters = p
	s.carry = max(lineCarry, int(p.Carry*float64(l.width)))
	s.counted = 0
	s.last = number == len(l.lines.Order)
	s.wait = 0
	s.joined = 0
	if s.last {
		s.score = l.core
		s.layers = int(PlainLines().Layers * float64(l.cells))
	} else {
		s.score = newLineScore(l.lines, number, p)
		s.layers = int(p.Layers * float64(l.cells))
	}
	l.scores = nil
	for range l.workers {
		changes := heuristics.ChangesOf(s.score)
		if s.last && number > 0 {
			changes = newCoreScore(changes, l.lines)
		}
		l.scores = append(l.scores, changes)
	}
	graph := puzzle.NewGraph(l.lines.Goal.Size(), l.order)
	l.graph = graph.Within(func(cell int) bool { return l.lines.Stage[cell] >= number })
	l.setMasks()
	l.history = [][]uint32{nil}
	l.now.n = 0
	s.past = append(s.past, stage{base: s.before()[0].depth})
	clear(l.boards.entries)
	clear(l.boards.used[:])
}

// setMasks sets the masks of the current line and the line after it, and the sum of the keys of
// the current line when it is complete.
func (l *layers) setMasks() {
	s := &l.stages
	s.current = make([]uint64, l.cells)
	s.after = make([]uint64, l.cells)
	s.done = 0
	for tile, goal := range l.lines.Goal.Positions() {
		if tile == 0 {
			continue
		}
		switch l.lines.Stage[goal] {
		case s.stage:
			s.current[tile] = math.MaxUint64
			s.done ^= l.keys[tile*l.cells+int(goal)]
		case s.stage + 1:
			s.after[tile] = math.MaxUint64
		}
	}
}

// before returns the boards that join the current stage.
func (s *stages) before() []carried { return s.past[s.stage].carried }

// depth returns the number of moves to the boards of the current layer.
func (l *layers) depth() int { return l.stages.past[l.stages.stage+1].base + len(l.history) - 1 }

// offer enters a candidate into its slot, or drops the candidate if its board is known. The move of
// the candidate takes a tile from one cell to another. The indices of the tile's keys on these cells
// are oldIndex and newIndex.
func (l *layers) offer(c *candidates, n int, tile uint8, oldIndex, newIndex int) {
	s := &l.stages
	if l.boards.has(c.hash[n]) {
		c.score[n] = pruned
		return
	}
	parent := c.from[n] >> 2
	change := l.keys[oldIndex] ^ l.keys[newIndex]
	alike := l.now.line[parent] ^ change&s.current[tile]
	if alike == s.done { // the line is complete, so the next one matters
		alike ^= l.now.after[parent] ^ change&s.after[tile]
	}
	alike ^= l.keys[oldIndex%l.cells] // the blank
	slot := s.slotOf(alike)
	c.slot[n] = slot
	candidate := rank(c.score[n], c.hash[n])
	best := atomic.LoadUint64(&s.best[slot])
	for candidate < best && !atomic.CompareAndSwapUint64(&s.best[slot], best, candidate) {
		best = atomic.LoadUint64(&s.best[slot])
	}
}

// slotOf returns the slot of alike boards, given the number that they share. The first of these boards
// takes a free slot. Other workers may look for slots at the same time.
func (s *stages) slotOf(alike uint64) uint32 {
	mask := uint32(len(s.alike) - 1)
	slot := uint32(alike*randomFactor>>32) & mask
	for {
		if atomic.LoadUint64(&s.alike[slot]) == alike {
			return slot
		}
		if atomic.CompareAndSwapUint64(&s.alike[slot], 0, alike) {
			return slot
		}
		// Another worker may have entered the same boards meanwhile.
		if atomic.LoadUint64(&s.alike[slot]) == alike {
			return slot
		}
		slot = (slot + 1) & mask
	}
}

// rank orders candidates by score.
func rank(score int32, hash uint64) uint64 { return uint64(score)<<32 | hash>>32 }

// drop drops the candidates of a chunk that are not the best ones of their slots, and counts the
// others by score.
func (l *layers) drop(worker, chunk int, base int32) {
	c := &l.chunks[chunk]
	counts := l.counts[worker]
	for i, value := range c.score[:c.n] {
		if value == pruned {
			continue
		}
		if l.stages.best[c.slot[i]] != rank(value, c.hash[i]) {
			c.score[i] = pruned
			continue
		}
		counts[min(max(value-base, 0), scores-1)]++
	}
}

// turn ends a layer. It sets the boards with a complete line aside, and adds those of the stage
// before that were set aside at this depth. Some layers after the first complete line, it begins
// the next stage.
func (l *layers) turn() {
	s := &l.stages
	if !s.last {
		l.setAside()
	}
	if len(s.past[s.stage+1].carried) > 0 {
		l.dropComplete()
		s.wait++
		if l.stageEnds() {
			l.enter(s.stage + 1)
		}
	}
	l.joinNext()
	if l.givesUp() {
		if !s.last && s.parameters != PlainLines() {
			l.enterAgain()
			l.joinNext()
		} else {
			l.now.n = 0
		}
	}
	clear(s.alike)
	for i := range s.best {
		s.best[i] = math.MaxUint64
	}
}

// givesUp reports whether the stage has taken too many layers without a complete line.
func (l *layers) givesUp() bool {
	s := &l.stages
	return len(l.lines.Order) > 0 && s.wait == 0 && len(l.history) > s.layers
}

// stageEnds reports whether the next stage begins: some layers after the first complete line, or
// when there are enough boards with a complete line, or no others.
func (l *layers) stageEnds() bool {
	s := &l.stages
	if float64(s.wait) > s.parameters.Wait || len(s.past[s.stage+1].carried) == s.carry {
		return true
	}
	return l.now.n == 0 && s.joined == len(s.before())
}

// lineComplete reports whether the current line is complete in a state of the layer.
func (l *layers) lineComplete(i int) bool { return l.now.line[i] == l.stages.done }

// setAside copies states with a complete line for the next stage.
func (l *layers) setAside() {
	now := &l.now
	stage := &l.stages.past[l.stages.stage+1]
	for i := range now.n {
		if !l.lineComplete(i) || len(stage.carried) >= l.stages.carry {
			continue
		}
		stage.carried = append(stage.carried, carried{
			tiles: slices.Clone(now.tiles[i*l.cells:][:l.cells]),
			blank: now.blank[i],
			back:  now.back[i],
			cost:  now.cost[i],
			left:  now.left[i],
			hash:  now.hash[i],
			from:  now.from[i],
			depth: l.depth(),
		})
	}
}

// joinNext adds the carried boards of the current depth to the layer. If the layer is then empty,
// it goes on to the next depth that has carried boards.
func (l *layers) joinNext() {
	s := &l.stages
	l.join()
	for l.now.n == 0 && s.joined < len(s.before()) {
		l.history = append(l.history, nil)
		l.join()
	}
}

// join adds the carried boards of the current depth to the layer.
func (l *layers) join() {
	s := &l.stages
	before := s.before()
	for s.joined < len(before) && before[s.joined].depth == l.depth() {
		board := before[s.joined]
		hasRoom := l.now.n < cap(l.now.blank)
		if hasRoom && l.boards.add(l.boards.region(board.hash), board.hash) {
			l.appendCarried(board, inherited|uint32(s.joined))
		}
		s.joined++
	}
}

// appendCarried appends a carried board to the layer.
func (l *layers) appendCarried(board carried, from uint32) {
	s := &l.stages
	now := &l.now
	n := now.n
	copy(now.tiles[n*l.cells:], board.tiles)
	now.blank[n] = board.blank
	now.back[n] = board.back
	now.cost[n] = board.cost
	now.left[n] = board.left
	now.hash[n] = board.hash
	now.from[n] = from
	if s.last {
		now.score[n] = int32(s.score.Estimate(l.lines.Core(board.tiles).Tiles()))
	} else {
		now.score[n] = int32(s.score.Estimate(board.tiles))
		now.line[n] = 0
		now.after[n] = 0
		for cell, tile := range board.tiles {
			key := l.keys[int(tile)*l.cells+cell]
			now.line[n] ^= key & s.current[tile]
			now.after[n] ^= key & s.after[tile]
		}
	}
	layer := &l.history[len(l.history)-1]
	*layer = append(*layer, from)
	now.n++
}

// dropComplete drops the states with a complete line from the layer.
func (l *layers) dropComplete() {
	now := &l.now
	last := l.history[len(l.history)-1]
	n := 0
	for i := range now.n {
		if l.lineComplete(i) {
			continue
		}
		copy(now.tiles[n*l.cells:][:l.cells], now.tiles[i*l.cells:][:l.cells])
		now.blank[n] = now.blank[i]
		now.back[n] = now.back[i]
		now.cost[n] = now.cost[i]
		now.left[n] = now.left[i]
		now.score[n] = now.score[i]
		now.line[n] = now.line[i]
		now.after[n] = now.after[i]
		now.hash[n] = now.hash[i]
		now.from[n] = now.from[i]
		last[n] = last[i]
		n++
	}
	l.stored -= uint64(now.n - n)
	now.n = n
	l.history[len(l.history)-1] = last[:n]
}

// trace returns the moves to a successor of the current layer.
func (l *layers) trace(from uint32) (moves []puzzle.Move) {
	s := &l.stages
	s.past[s.stage+1].history = l.history
	depth := len(l.history)
	stage := s.stage + 1
	for {
		if from&inherited == 0 {
			moves = append(moves, puzzle.Move(from&3))
			depth--
			from = s.past[stage].history[depth][from>>2]
			continue
		}
		stage--
		if stage == 0 {
			slices.Reverse(moves)
			return moves
		}
		board := s.past[stage].carried[from&^inherited]
		from = board.from
		depth = board.depth - s.past[stage].base
	}
}
