package ga

import (
	"unsafe"

	"npuzzle/puzzle"
)

// between is how many moves lie between two check-points, a power of two. From 12
// to 24 make no difference that could be told; see BenchmarkPresets.
const between = 16

// checkpoints are the states of a scorer after every so many moves of a plan. A
// plan that begins like one that was scored is decoded from the last of them
// that the two have in common. They hold for one origin under one set of rules.
type checkpoints struct {
	states []state
	tiles  []uint8 // of each state, one after another
	lines  []int32 // of each state, where the guide is one over lines
}

// state is a scorer's after some moves, the tiles and the codes of lines aside.
type state struct {
	best     score // of the boards so far
	estimate int64
	key      uint64
	context  uint16
	blank    uint8
	focus    uint8 // cell of the rules' focus
}

// checkpointBytes returns the memory of the check-points of a plan.
func checkpointBytes(size puzzle.Size, genes int) int {
	return genes / between * (int(unsafe.Sizeof(state{})) + size.Cells() + 4*(size.Rows+size.Cols))
}

// newCheckpoints makes storage for the check-points of so many plans.
func (r *run) newCheckpoints(genes, plans int) []checkpoints {
	n, size := genes/between, r.problem.Start.Size()
	states := slab[state](r, plans*n)
	tiles := slab[uint8](r, plans*n*size.Cells())
	lines := slab[int32](r, plans*n*(size.Rows+size.Cols))
	all := make([]checkpoints, plans)
	for i := range all {
		all[i] = checkpoints{room(states, i, plans), room(tiles, i, plans), room(lines, i, plans)}
	}
	return all
}

// room returns one of so many equal parts of a slice, as yet empty.
func room[T any](all []T, i, parts int) []T {
	each := len(all) / parts
	return all[i*each : i*each : (i+1)*each]
}

// moves returns how many moves the last check-point is behind; 0 where there is
// none.
func (k *checkpoints) moves() int {
	if k == nil {
		return 0
	}
	return len(k.states) * between
}

// cut forgets what lies behind so many moves.
func (k *checkpoints) cut(moves int) {
	if moves >= k.moves() {
		return
	}
	n := moves / between
	tiles, lines := len(k.tiles)/len(k.states), len(k.lines)/len(k.states)
	k.states, k.tiles, k.lines = k.states[:n], k.tiles[:n*tiles], k.lines[:n*lines]
}

// take makes k the check-points of another plan that lie within so many moves.
func (k *checkpoints) take(of *checkpoints, moves int) {
	head := *of
	head.cut(moves)
	k.states = append(k.states[:0], head.states...)
	k.tiles = append(k.tiles[:0], head.tiles...)
	k.lines = append(k.lines[:0], head.lines...)
}

// resume sets the state of a plan from an origin that its scoring begins with, with
// the tiles and, where the guide is one over lines, their codes.
func (s *scorer) resume(from *origin, kept *checkpoints) {
	s.now = state{s.before(), from.estimate, from.key, contextOf(from.blank, anyMove), from.blank, from.focus}
	if kept.moves() > 0 {
		n := len(kept.states)
		s.now = kept.states[n-1]
		copy(s.tiles[:], kept.tiles[(n-1)*s.cells:])
		if lines := s.size.Rows + s.size.Cols; s.lines != nil {
			copy(s.codes[:], kept.lines[(n-1)*lines:])
		}
	} else {
		copy(s.tiles[:], from.tiles)
		s.codes = from.lines
	}
	switch {
	case s.sums != nil:
		s.sums.putAll(&s.rises, s.tiles[:s.cells])
	case s.lines == nil:
		s.track()
	}
}

// keep adds a check-point.
func (s *scorer) keep(kept *checkpoints) {
	kept.states = append(kept.states, s.now)
	kept.tiles = append(kept.tiles, s.tiles[:s.cells]...)
	if s.lines != nil {
		kept.lines = append(kept.lines, s.codes[:s.size.Rows+s.size.Cols]...)
	}
}
