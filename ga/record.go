package ga

import "npuzzle/puzzle"

// keys are random words, [name*cells+cell], whose exclusive-or over the cells
// of a board is the board's key, in which what has the name 0 is left out but
// for the blank (Zobrist 1970). Two boards share a key with probability 2^-64.
type keys []uint64

// keySeed draws the keys. Any number would do.
const keySeed = 1970

// newKeys draws the keys of names from 0, the blank's, to the number of cells.
func newKeys(cells int) keys {
	rng := puzzle.NewRand(keySeed, 0)
	k := make(keys, (cells+1)*cells)
	for i := range k {
		k[i] = rng.Uint64()
	}
	return k
}

// of returns the key of a board of tiles each of its own name.
func (k keys) of(tiles []uint8) uint64 {
	key := uint64(0)
	for cell, tile := range tiles {
		key ^= k[int(tile)*len(tiles)+cell]
	}
	return key
}

// record holds the keys of the boards that phases went through. No plan is
// scored by one of them, so that a phase that begins in a local minimum leaves
// it, and none walks back into one (the tabu list of Glover 1986).
type record map[uint64]struct{}

// recordSlot is about what a map takes for each of its 8-byte keys.
const recordSlot = 24

// add puts a board and those along a plan from it on record, as the guide knows
// them.
func (r record) add(rules *rules, tiles []uint8, plan []puzzle.Move) {
	o := rules.originOf(tiles)
	key, blank := o.key, o.blank
	r[key^rules.keys[blank]] = struct{}{}
	for _, move := range plan {
		to := rules.graph.To(blank, move)
		if name := o.tiles[to]; name != 0 {
			key ^= rules.keys[int(name)*rules.cells+int(to)] ^ rules.keys[int(name)*rules.cells+int(blank)]
		}
		o.tiles[blank], o.tiles[to] = o.tiles[to], 0
		blank = to
		r[key^rules.keys[blank]] = struct{}{}
	}
}
