package ga

import "npuzzle/puzzle"

// keys are random words, [tile*cells+cell], the blank's 0, whose exclusive-or
// over the tiles of a board names the board (Zobrist 1970). Two boards share a
// name with probability 2^-64.
type keys []uint64

// keySeed draws the keys. Any number would do.
const keySeed = 1970

func newKeys(cells int) keys {
	rng := puzzle.NewRand(keySeed, 0)
	k := make(keys, cells*cells)
	for i := cells; i < len(k); i++ {
		k[i] = rng.Uint64()
	}
	return k
}

// of returns the name of a board.
func (k keys) of(tiles []uint8) uint64 {
	key := uint64(0)
	for cell, tile := range tiles {
		key ^= k[int(tile)*len(tiles)+cell]
	}
	return key
}

// record holds the names of the boards that phases went through. No plan is
// scored by one of them, so that a phase that begins in a local minimum leaves
// it, and none walks back into one (the tabu list of Glover 1986).
type record map[uint64]struct{}

// recordSlot is about what a map takes for each of its 8-byte keys.
const recordSlot = 24

// add puts a board and those along a plan from it on record.
func (r record) add(b puzzle.Board, plan []puzzle.Move, k keys) {
	r[k.of(b.Tiles())] = struct{}{}
	for _, move := range plan {
		b, _ = b.Move(move)
		r[k.of(b.Tiles())] = struct{}{}
	}
}
