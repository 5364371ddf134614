package heuristics

import (
	"fmt"
	"math/big"
	"math/bits"
	"sync"

	"npuzzle/puzzle"
)

// walk is one of the two problems that the walking distance solves: of every
// tile only the line is known in which it stands, and the line it belongs to.
type walk struct {
	lines, width int // rows and their cells, or columns and theirs
	blank        int // the blank's goal line
}

// WalkTable holds the exact distances of one walk. A state is the number of
// tiles in each line that belong to each line, and the blank's line. States are
// numbered from the goal, 0, on. A board that cannot reach the goal may have
// none: that is -1, at distance 0.
type WalkTable struct {
	walk
	distance []uint16
	steps    []int32 // [(state*2 + higher)*lines + target]: the state after it, or -1
	number   map[walkKey]int32
}

// mostWalkStates bounds a table: 4x4 needs 24,964 states.
const mostWalkStates = 1_000_000

// walkTables holds every table ever asked for: many searches share one.
var walkTables struct {
	sync.Mutex
	of map[walk]*WalkTable
}

// walkTableOf returns the table of a walk, or an error that gives the states it
// would need.
func walkTableOf(w walk) (*WalkTable, error) {
	walkTables.Lock()
	defer walkTables.Unlock()
	if t := walkTables.of[w]; t != nil {
		return t, nil
	}
	if states, exact := w.states(); states.Cmp(big.NewInt(mostWalkStates)) > 0 {
		return nil, fmt.Errorf("%d lines of %d cells have %s states; at most 1,000,000 are possible, use linear-conflict or a pattern database", w.lines, w.width, statesText(states, exact))
	}
	t := newWalkTable(w)
	if walkTables.of == nil {
		walkTables.of = map[walk]*WalkTable{}
	}
	walkTables.of[w] = t
	return t, nil
}

// Len returns how many states there are.
func (t *WalkTable) Len() int { return len(t.distance) }

// Lines returns how many lines there are.
func (t *WalkTable) Lines() int { return t.lines }

// Distance returns the least number of moves from a state to the goal.
func (t *WalkTable) Distance(state int32) uint16 {
	if state < 0 {
		return 0
	}
	return t.distance[state]
}

// Step returns the state after the blank has gone to the next line, the higher
// one or the lower one, and changed places with a tile that belongs to the
// target line. There must be such a tile.
func (t *WalkTable) Step(state int32, higher bool, target uint8) int32 {
	if state < 0 {
		return state
	}
	turn := 0
	if higher {
		turn = 1
	}
	return t.steps[(int(state)*2+turn)*t.lines+int(target)]
}

// walkKey packs a state into a word: the blank's line, plus the weight of every
// tile.
type walkKey uint64

// weight returns what a tile adds to a state's key by the line it stands in and
// the line it belongs to. The count of each pair of lines has its own bits; of
// the last line and the last target it follows from the others. In lines of one
// cell each line but the last has four bits for the tile that stands there.
// All walks that are not too large fit: 6 lines of 2 cells take 54 bits.
func (w walk) weight(line, target int) walkKey {
	const blankBits = 4
	switch {
	case line == w.lines-1:
		return 0
	case w.width == 1:
		return walkKey(target) << (blankBits + 4*line)
	case target == w.lines-1:
		return 0
	}
	return 1 << (blankBits + bits.Len(uint(w.width))*(line*(w.lines-1)+target))
}

// state returns the number of a state, or -1.
func (t *WalkTable) state(key walkKey) int32 {
	if n, known := t.number[key]; known {
		return n
	}
	return -1
}

// walkState is a state that is being searched from.
type walkState struct {
	count [puzzle.MaxSide][puzzle.MaxSide]uint8 // tiles in each line that belong to each line
	blank int                                   // its line
	key   walkKey
}

// goal returns the state in which every tile stands in its line.
func (w walk) goal() walkState {
	s := walkState{blank: w.blank, key: walkKey(w.blank)}
	for line := range w.lines {
		n := w.places(line, w.blank)
		s.count[line][line] = uint8(n)
		s.key += walkKey(n) * w.weight(line, line)
	}
	return s
}

// newWalkTable searches breadth first from the goal. It takes O(states · lines)
// time and about 40 + 8·lines bytes a state.
func newWalkTable(w walk) *WalkTable {
	t := &WalkTable{walk: w, number: map[walkKey]int32{}}
	var layer, next []walkState // the states of one distance, in the order of their numbers
	goal := w.goal()
	t.number[goal.key], t.distance, next = 0, []uint16{0}, []walkState{goal}
	for distance := 1; len(next) > 0; distance++ {
		layer, next = next, layer[:0]
		for _, s := range layer {
			for _, line := range [2]int{s.blank - 1, s.blank + 1} {
				for target := range w.lines {
					if line < 0 || line >= w.lines || s.count[line][target] == 0 {
						t.steps = append(t.steps, -1)
						continue
					}
					key := s.key + walkKey(line) - walkKey(s.blank) + w.weight(s.blank, target) - w.weight(line, target)
					n, known := t.number[key]
					if !known {
						n = int32(len(t.distance))
						t.number[key], t.distance = n, append(t.distance, uint16(distance))
						after := s
						after.count[line][target]--
						after.count[s.blank][target]++
						after.blank, after.key = line, key
						next = append(next, after)
					}
					t.steps = append(t.steps, n)
				}
			}
		}
	}
	return t
}

// places returns how many tiles a line has, given the blank's line.
func (w walk) places(line, blank int) int {
	if line == blank {
		return w.width - 1
	}
	return w.width
}
