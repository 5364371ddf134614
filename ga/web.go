package ga

import (
	"context"

	"npuzzle/puzzle"
)

// web is the graph of all boards that some plans between two boards pass
// through, with every move that leads from one of them to another. A shortest
// way in it is the best that can be made of the plans by crossing them wherever
// they meet or are a move apart.
type web struct {
	*arena
	nodes map[uint64]int32
	tiles []uint8  // cells bytes a node
	keys  []uint64 // of the nodes
	blank []uint8
	from  []int32 // node before it on a shortest way; -1 where none is known
	by    []puzzle.Move
}

// shortest returns a shortest way in the web of plans that all lead from the
// first board to the same last one. It takes O(moves · cells). If the context ends
// first, it is the first of the plans.
func (a *arena) shortest(ctx context.Context, tiles []uint8, plans ...[]puzzle.Move) []puzzle.Move {
	w := &web{arena: a, nodes: map[uint64]int32{}}
	last := int32(0)
	for _, plan := range plans {
		last = w.spin(ctx, tiles, plan)
	}
	if ctx.Err() != nil {
		return plans[0] // not all boards may be there
	}
	queue := []int32{0}
	w.from[0] = 0
	for len(queue) > 0 && w.from[last] < 0 {
		node := queue[0]
		queue = queue[1:]
		if node%pollEvery == 0 && ctx.Err() != nil {
			return plans[0]
		}
		blank := w.blank[node]
		for _, step := range w.graph.Steps(blank) {
			next, known := w.nodes[w.keys[node]^w.change(node, step.To, blank)]
			if known && w.from[next] < 0 {
				w.from[next], w.by[next] = node, step.Move
				queue = append(queue, next)
			}
		}
	}
	var reversed []puzzle.Move
	for node := last; node != 0; node = w.from[node] {
		reversed = append(reversed, w.by[node])
	}
	way := make([]puzzle.Move, len(reversed))
	for i, move := range reversed {
		way[len(way)-1-i] = move
	}
	return way
}

// spin adds the boards of a plan, unless the context ends first, and returns the
// last one's node.
func (w *web) spin(ctx context.Context, tiles []uint8, plan []puzzle.Move) int32 {
	board := append([]uint8(nil), tiles...)
	blank, key := blankOf(board), w.arena.keys.of(board)
	node := w.add(board, blank, key)
	for i, move := range plan {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return node
		}
		to := w.graph.To(blank, move)
		key ^= w.moved(board[to], to, blank)
		board[blank], board[to] = board[to], 0
		blank = to
		node = w.add(board, blank, key)
	}
	return node
}

func (w *web) add(board []uint8, blank uint8, key uint64) int32 {
	node, known := w.nodes[key]
	if !known {
		node = int32(len(w.blank))
		w.nodes[key] = node
		w.tiles = append(w.tiles, board...)
		w.keys, w.blank = append(w.keys, key), append(w.blank, blank)
		w.from, w.by = append(w.from, -1), append(w.by, 0)
	}
	return node
}

// change returns what a move from a node changes in its key.
func (w *web) change(node int32, to, blank uint8) uint64 {
	return w.moved(w.tiles[int(node)*w.cells+int(to)], to, blank)
}

// moved returns what the move of a tile to the blank's cell changes in a key.
func (a *arena) moved(tile, from, blank uint8) uint64 {
	row := int(tile) * a.cells
	return a.keys[row+int(from)] ^ a.keys[row+int(blank)] ^ a.keys[from] ^ a.keys[blank]
}
