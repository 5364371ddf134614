package ga

import (
	"slices"

	"npuzzle/puzzle"
)

// follow visits the boards along a plan, the first one included, with their keys. The
// first board is given by the names of its tiles and the blank's cell, and is changed.
func (t *boardTables) follow(named []uint8, blank uint8, plan []puzzle.Move, visit func(key uint64, blank uint8)) {
	key := t.keyOf(named, blank)
	visit(key, blank)
	for _, move := range plan {
		to := t.graph.To(blank, move)
		key ^= t.keyDeltas[t.change(to, move, int(named[to]))]
		named[blank], named[to] = named[to], 0
		blank = to
		visit(key, blank)
	}
}

// record holds the keys of the boards that the phases of a stage went through. No plan
// is scored by one of them, so that a phase that starts in a local minimum leaves it,
// and none walks back into one (the tabu list of Glover 1986).
type record map[uint64]struct{}

// recordSlot is about the number of bytes that the record takes for a board, and
// planSlot the number that removing loops takes for a move of a plan.
const recordSlot, planSlot = 24, 64

// recordBoards records a board and those along a plan from it.
func (e *evolution) recordBoards(tiles []uint8, plan []puzzle.Move) {
	if !e.settings.Record {
		return
	}
	r := &e.rules
	r.tables.follow(r.objective.relevant(tiles), blankOf(tiles), plan, func(key uint64, _ uint8) {
		r.record[key] = struct{}{}
	})
}

// withoutLoops returns a plan that leads from a board to the same board as another
// plan, and visits no board twice: from each board it continues as the plan did after
// its last visit. It takes O(moves) time and memory, plus O(cells).
func (t *boardTables) withoutLoops(tiles []uint8, plan []puzzle.Move) (direct []puzzle.Move) {
	left := make(map[uint64]int, len(plan)+1) // moves made when the board was left for good
	visited := make([]uint64, 0, len(plan)+1)
	t.follow(slices.Clone(tiles), blankOf(tiles), plan, func(key uint64, _ uint8) {
		left[key] = len(visited)
		visited = append(visited, key)
	})
	for i := left[visited[0]]; i < len(plan); i = left[visited[i+1]] {
		direct = append(direct, plan[i])
	}
	return direct
}

// stateGraph is the graph of all boards that some plans between two boards pass
// through, with every move from one of them to another. A shortest path in it is the
// best result of crossing the plans wherever they meet or are one move apart.
type stateGraph struct {
	tables *boardTables
	nodes  map[uint64]int32
	tiles  []uint8  // cells bytes for each node
	keys   []uint64 // of the nodes
	blanks []uint8
}

// add adds the boards of a plan and returns the node of the last one.
func (g *stateGraph) add(tiles []uint8, plan []puzzle.Move) (last int32) {
	board := slices.Clone(tiles)
	g.tables.follow(board, blankOf(board), plan, func(key uint64, blank uint8) {
		node, known := g.nodes[key]
		if !known {
			node = int32(len(g.blanks))
			g.nodes[key] = node
			g.tiles = append(g.tiles, board...)
			g.keys, g.blanks = append(g.keys, key), append(g.blanks, blank)
		}
		last = node
	})
	return last
}

// shortest returns a shortest path in the graph of plans that all lead from the first
// board to the same last one. It takes O(moves · cells).
func (t *boardTables) shortest(tiles []uint8, plans ...[]puzzle.Move) []puzzle.Move {
	g := &stateGraph{tables: t, nodes: map[uint64]int32{}}
	last := int32(0)
	for _, plan := range plans {
		last = g.add(tiles, plan)
	}
	type arrival struct {
		from int32 // node before on a shortest path; -1 where none is known
		move puzzle.Move
	}
	arrivals := slices.Repeat([]arrival{{from: -1}}, len(g.keys))
	arrivals[0].from = 0
	queue := []int32{0}
	for len(queue) > 0 && arrivals[last].from < 0 {
		node := queue[0]
		queue = queue[1:]
		for _, step := range t.graph.Steps(g.blanks[node]) {
			tile := g.tiles[int(node)*t.cells+int(step.To)]
			next, known := g.nodes[g.keys[node]^t.keyDeltas[t.change(step.To, step.Move, int(tile))]]
			if known && arrivals[next].from < 0 {
				arrivals[next] = arrival{node, step.Move}
				queue = append(queue, next)
			}
		}
	}
	var path []puzzle.Move
	for node := last; node != 0; node = arrivals[node].from {
		path = append(path, arrivals[node].move)
	}
	slices.Reverse(path)
	return path
}
