package ga

import (
	"context"

	"npuzzle/puzzle"
)

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
// them, as long as the context has not ended.
func (r record) add(ctx context.Context, rules *rules, tiles []uint8, plan []puzzle.Move) {
	o := rules.originOf(tiles)
	key, blank := o.key, o.blank
	r[key] = struct{}{}
	for i, move := range plan {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return
		}
		to := rules.graph.To(blank, move)
		key ^= rules.turns[(int(to)*4+int(move))*(rules.cells+1)+int(o.tiles[to])]
		o.tiles[blank], o.tiles[to] = o.tiles[to], 0
		blank = to
		r[key] = struct{}{}
	}
}

// turns tabulates what moves change in keys, as tables by move and name do.
func (k keys) turns(graph *puzzle.Graph) []uint64 {
	cells := graph.Size().Cells()
	turns := make([]uint64, 4*cells*(cells+1))
	for blank := range cells {
		for _, step := range graph.Steps(uint8(blank)) {
			to := int(step.To)
			for name := range cells + 1 {
				turn := k[blank] ^ k[to]
				if name != 0 {
					turn ^= k[name*cells+blank] ^ k[name*cells+to]
				}
				turns[(to*4+int(step.Move))*(cells+1)+name] = turn
			}
		}
	}
	return turns
}
