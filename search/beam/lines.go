package beam

import (
	"math"
	"slices"
	"sync/atomic"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search/subgoals"
)

// Parameters of the stages. docs/performance.md says how they were chosen.
const (
	linePower    = 1.5 // exponent of the distance
	lineConflict = 2   // factor of the conflicts
	lineFactor   = 2   // added to the factor of the tiles of the current line
	lineDecay    = 0.3 // factor of lineFactor from one line to the next
	lineScale    = 8   // factor of all, so that rounding loses little
	lineWait     = 20  // layers from the first board with a complete line to the next stage
	lineCarry    = 100 // boards that are carried to the next stage, or a part of the width if that is more

	// lineLayers is the number of layers per cell after which a stage without a complete line gives
	// up. On 16x16, the first line takes 8 to 24 layers per cell, because the other tiles come near
	// their goal cells meanwhile.
	lineLayers = 24
)

// lineScore is the score of a stage. Each tile adds a power of its Manhattan distance, times a
// weight. The weight is largest for the tiles of the current line, and falls from line to line. Two
// tiles on their goal row or column in the wrong order add the smaller one of their weights, times
// a factor.
type lineScore struct {
	size   puzzle.Size
	cells  [][2]uint8 // row and column of each cell
	goals  [][2]uint8 // row and column of each tile's goal cell; outside the board for the blank
	values []int32    // [tile*cells + cell]
	weight []int32    // of conflicts, by tile
}

// newLineScore returns the score for lines from a stage on.
func newLineScore(lines *subgoals.Lines, stage int) *lineScore {
	size, cells := lines.Goal.Size(), lines.Goal.Size().Cells()
	s := &lineScore{size, size.Places(), make([][2]uint8, cells), make([]int32, cells*cells), make([]int32, cells)}
	powers := make([]float64, size.Rows+size.Cols)
	for d := range powers {
		powers[d] = math.Pow(float64(d), linePower)
	}
	for tile, at := range lines.Goal.Positions() {
		if s.goals[tile] = s.cells[at]; tile == 0 {
			s.goals[tile] = [2]uint8{puzzle.MaxSide, puzzle.MaxSide}
			continue
		}
		weight := float64(lineScale)
		if line := lines.Stage[at]; line >= stage && line < len(lines.Order) {
			weight *= 1 + lineFactor*math.Pow(lineDecay, float64(line-stage))
		}
		s.weight[tile] = int32(weight * lineConflict)
		for cell := range cells {
			s.values[tile*cells+cell] = int32(math.Round(weight * powers[size.Distance(cell, int(at))]))
		}
	}
	return s
}

// Change implements heuristics.Differ.
func (s *lineScore) Change(tiles []uint8, from, blank uint8) puzzle.Cost {
	tile, axis := tiles[from], 0 // a row, or else a column, that the tile leaves
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
	first, step, end := int(line)*s.size.Cols, 1, (int(line)+1)*s.size.Cols
	if axis == 1 {
		first, step, end = int(line), s.size.Cols, len(tiles)
	}
	for i := first; i < end; i += step {
		other := tiles[i]
		if goal := s.goals[other]; goal[axis] == line && (i < int(cell)) != (goal[1-axis] < s.goals[tile][1-axis]) {
			sum += min(s.weight[tile], s.weight[other])
		}
	}
	return sum
}

// Estimate implements heuristics.Estimator.
func (s *lineScore) Estimate(tiles []uint8) puzzle.Cost {
	sum, twice := int32(0), int32(0)
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
	cells, core := make([]uint8, len(lines.Stage)), make([]uint8, len(lines.Cells))
	for i, cell := range lines.Cells {
		cells[cell] = uint8(i)
	}
	return &coreScore{changes, lines, cells, core}
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

// stage is what a stage leaves.
type stage struct {
	base    int        // depth of the first layer
	history [][]uint32 // from of each layer
	carried []carried  // boards with a complete line, by depth
}

// carried is a board with a complete line. It was set aside in one stage, and joins the layer of
// its depth in the next one. So that layer has boards whose lines were completed at different
// depths.
type carried struct {
	tiles      []uint8
	blank      uint8
	back       puzzle.Move
	cost, left int32
	hash       uint64
	from       uint32
	depth      int
}

// inherited marks a state without a parent in its stage. The other bits of layer.from are then the
// index of the carried board.
const inherited = 1 << 31

// enter makes a stage the current one.
func (l *layers) enter(number int) {
	s := &l.stages
	s.past[number].history = l.history
	s.stage, s.last, s.wait, s.joined, s.done = number, number == len(l.lines.Order), 0, 0, 0
	if s.score = l.core; !s.last {
		s.score = newLineScore(l.lines, number)
	}
	l.scores = nil
	for range l.workers {
		changes := heuristics.ChangesOf(s.score)
		if s.last && number > 0 {
			changes = newCoreScore(changes, l.lines)
		}
		l.scores = append(l.scores, changes)
	}
	l.graph = puzzle.NewGraph(l.lines.Goal.Size(), l.order).Within(func(cell int) bool {
		return l.lines.Stage[cell] >= number
	})
	s.current, s.after = make([]uint64, l.cells), make([]uint64, l.cells)
	for tile, at := range l.lines.Goal.Positions() {
		switch stage := l.lines.Stage[at]; {
		case tile == 0:
		case stage == number:
			s.current[tile] = math.MaxUint64
			s.done ^= l.keys[tile*l.cells+int(at)]
		case stage == number+1:
			s.after[tile] = math.MaxUint64
		}
	}
	l.history, l.now.n = [][]uint32{nil}, 0
	s.past = append(s.past, stage{base: s.before()[0].depth})
	clear(l.boards.entries)
	clear(l.boards.used[:])
}

// before returns the boards that join the current stage.
func (s *stages) before() []carried { return s.past[s.stage].carried }

// depth returns the number of moves to the boards of the current layer.
func (l *layers) depth() int { return l.stages.past[l.stages.stage+1].base + len(l.history) - 1 }

// offer enters a candidate into its slot, or drops the candidate if its board is known.
func (l *layers) offer(c *candidates, n int, tile uint8, was, is int) {
	s := &l.stages
	if l.boards.has(c.hash[n]) {
		c.score[n] = pruned
		return
	}
	parent, change := c.from[n]>>2, l.keys[was]^l.keys[is]
	alike := l.now.line[parent] ^ change&s.current[tile]
	if alike == s.done { // the line is complete, so the next one matters
		alike ^= l.now.after[parent] ^ change&s.after[tile]
	}
	alike ^= l.keys[was%l.cells] // the blank
	mask := uint32(len(s.alike) - 1)
	slot := uint32(alike*randomFactor>>32) & mask
	for atomic.LoadUint64(&s.alike[slot]) != alike && !atomic.CompareAndSwapUint64(&s.alike[slot], 0, alike) {
		if atomic.LoadUint64(&s.alike[slot]) != alike {
			slot = (slot + 1) & mask
		}
	}
	c.slot[n] = slot
	for own := rank(c.score[n], c.hash[n]); ; {
		best := atomic.LoadUint64(&s.best[slot])
		if best <= own || atomic.CompareAndSwapUint64(&s.best[slot], best, own) {
			return
		}
	}
}

// rank orders candidates by score.
func rank(score int32, hash uint64) uint64 { return uint64(score)<<32 | hash>>32 }

// drop drops the candidates of a chunk that are not the best ones of their slots, and counts the
// others by score.
func (l *layers) drop(worker, chunk int, base int32) {
	c, counts := &l.chunks[chunk], l.counts[worker]
	for i, value := range c.score[:c.n] {
		switch {
		case value == pruned:
		case l.stages.best[c.slot[i]] != rank(value, c.hash[i]):
			c.score[i] = pruned
		default:
			counts[min(max(value-base, 0), scores-1)]++
		}
	}
}

// turn ends a layer. It sets the boards with a complete line aside, and adds those of the stage
// before that were set aside at this depth. Some layers after the first complete line, it begins
// the next stage.
func (l *layers) turn() {
	s := &l.stages
	complete := func(i int) bool { return l.now.line[i] == s.done }
	aside := &s.past[s.stage+1].carried
	for i := 0; i < l.now.n && !s.last; i++ {
		if complete(i) && len(*aside) < s.carry {
			*aside = append(*aside, l.aside(i))
		}
	}
	if len(*aside) > 0 {
		l.keep(func(i int) bool { return !complete(i) })
		none := l.now.n == 0 && s.joined == len(s.before())
		if s.wait++; s.wait > lineWait || len(*aside) == s.carry || none {
			l.enter(s.stage + 1)
		}
	}
	for l.join(); l.now.n == 0 && s.joined < len(s.before()); l.join() {
		l.history = append(l.history, nil)
	}
	if s.wait == 0 && len(l.history) > lineLayers*l.cells && l.lined() > 0 {
		l.now.n = 0
	}
	clear(s.alike)
	for i := range s.best {
		s.best[i] = math.MaxUint64
	}
}

// aside returns a copy of a state.
func (l *layers) aside(i int) carried {
	now := &l.now
	return carried{
		slices.Clone(now.tiles[i*l.cells:][:l.cells]), now.blank[i], now.back[i], now.cost[i], now.left[i], now.hash[i],
		now.from[i], l.depth(),
	}
}

// join adds the carried boards of the current depth to the layer.
func (l *layers) join() {
	s, now := &l.stages, &l.now
	for before := s.before(); s.joined < len(before) && before[s.joined].depth == l.depth(); s.joined++ {
		c, n := before[s.joined], now.n
		if n == cap(now.blank) || !l.boards.add(l.boards.region(c.hash), c.hash) {
			continue
		}
		copy(now.tiles[n*l.cells:], c.tiles)
		now.blank[n], now.back[n], now.cost[n], now.left[n], now.hash[n] = c.blank, c.back, c.cost, c.left, c.hash
		now.from[n] = inherited | uint32(s.joined)
		if s.last {
			now.score[n] = int32(s.score.Estimate(l.lines.Core(c.tiles).Tiles()))
		} else {
			now.score[n], now.line[n], now.after[n] = int32(s.score.Estimate(c.tiles)), 0, 0
			for cell, tile := range c.tiles {
				key := l.keys[int(tile)*l.cells+cell]
				now.line[n] ^= key & s.current[tile]
				now.after[n] ^= key & s.after[tile]
			}
		}
		layer := &l.history[len(l.history)-1]
		*layer = append(*layer, now.from[n])
		now.n++
	}
}

// keep keeps some states of the layer.
func (l *layers) keep(wanted func(i int) bool) {
	now, n := &l.now, 0
	last := l.history[len(l.history)-1]
	for i := range now.n {
		if !wanted(i) {
			continue
		}
		copy(now.tiles[n*l.cells:][:l.cells], now.tiles[i*l.cells:][:l.cells])
		now.blank[n], now.back[n], now.cost[n], now.left[n] = now.blank[i], now.back[i], now.cost[i], now.left[i]
		now.score[n], now.line[n], now.after[n] = now.score[i], now.line[i], now.after[i]
		now.hash[n], now.from[n], last[n] = now.hash[i], now.from[i], last[i]
		n++
	}
	l.stored -= uint64(now.n - n)
	now.n, l.history[len(l.history)-1] = n, last[:n]
}

// trace returns the moves to a successor of the current layer.
func (l *layers) trace(from uint32) (moves []puzzle.Move) {
	s := &l.stages
	s.past[s.stage+1].history = l.history
	depth := len(l.history)
	for stage := s.stage + 1; ; {
		if from&inherited == 0 {
			moves = append(moves, puzzle.Move(from&3))
			depth--
			from = s.past[stage].history[depth][from>>2]
			continue
		}
		if stage--; stage == 0 {
			slices.Reverse(moves)
			return moves
		}
		c := s.past[stage].carried[from&^inherited]
		from, depth = c.from, c.depth-s.past[stage].base
	}
}
