package ga

import (
	"unsafe"

	"npuzzle/puzzle"
)

// between is the number of moves between two checkpoints, a power of two. From 12 to
// 24 make no measurable difference; see BenchmarkPresets.
const between = 16

// checkpoints are the states of a scorer after every so many moves of a plan. A plan
// that begins like one that was scored is decoded from the last of them that both have
// in common. They are valid for one origin under one set of rules.
type checkpoints struct {
	states []state
	tiles  []uint8 // of each state, one after another
	lines  []int32 // codes of lines of each state, under sums over lines
}

// state is a scorer's state after some moves, except the tiles and the codes of lines.
type state struct {
	best     score // of the boards so far
	estimate int64
	key      uint64
	context  uint16
	blank    uint8
	missing  uint8 // cell of the rules' missing tile
}

// checkpointBytes returns the memory of the checkpoints of a plan.
func checkpointBytes(size puzzle.Size, genes int) int {
	return genes / between * (int(unsafe.Sizeof(state{})) + size.Cells() + 4*(size.Rows+size.Cols))
}

// moves returns the number of moves before the last checkpoint; 0 where there is none.
func (k *checkpoints) moves() int {
	if k == nil {
		return 0
	}
	return len(k.states) * between
}

// cut discards the checkpoints behind so many moves.
func (k *checkpoints) cut(moves int) {
	if moves >= k.moves() {
		return
	}
	n := moves / between
	tiles, lines := len(k.tiles)/len(k.states), len(k.lines)/len(k.states)
	k.states, k.tiles, k.lines = k.states[:n], k.tiles[:n*tiles], k.lines[:n*lines]
}

// take copies the checkpoints of another plan that lie within so many moves.
func (k *checkpoints) take(of *checkpoints, moves int) {
	head := *of
	head.cut(moves)
	k.states = append(k.states[:0], head.states...)
	k.tiles = append(k.tiles[:0], head.tiles...)
	k.lines = append(k.lines[:0], head.lines...)
}

// resume sets the scorer to the last checkpoint of a plan, or else to its origin.
func (s *scorer) resume(from, kept *checkpoints) {
	t, o, last := s.rules.tables, s.rules.objective, 0
	if kept.moves() > 0 {
		from, last = kept, len(kept.states)-1
	}
	s.now = from.states[last]
	copy(s.tiles[:], from.tiles[last*t.cells:])
	if o.lines != nil {
		copy(s.codes[:], from.lines[last*(t.size.Rows+t.size.Cols):])
	}
	switch {
	case o.sums != nil:
		o.sums.putAll(&s.deltas, s.tiles[:t.cells])
	case o.lines == nil:
		s.track()
	}
}

// keep adds a checkpoint.
func (s *scorer) keep(kept *checkpoints) {
	t := s.rules.tables
	kept.states = append(kept.states, s.now)
	kept.tiles = append(kept.tiles, s.tiles[:t.cells]...)
	if s.rules.objective.lines != nil {
		kept.lines = append(kept.lines, s.codes[:t.size.Rows+t.size.Cols]...)
	}
}
