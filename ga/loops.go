package ga

import (
	"context"
	"slices"

	"npuzzle/puzzle"
)

// withoutLoops returns a plan that leads from a board to the same board as
// another, and visits no board twice: from each board it goes on as the plan
// did after its last visit. It takes O(moves) time and memory, plus O(cells). If
// the context ends first, the plan is returned as it is.
func withoutLoops(ctx context.Context, a *arena, tiles []uint8, plan []puzzle.Move) []puzzle.Move {
	tiles = slices.Clone(tiles)
	blank := blankOf(tiles)
	key := a.keys.of(tiles)
	left := make(map[uint64]int, len(plan)+1) // moves made when the board was left for good
	visited := make([]uint64, 1, len(plan)+1)
	visited[0] = key
	left[key] = 0
	for i, move := range plan {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return plan
		}
		to := a.graph.To(blank, move)
		key ^= a.moved(tiles[to], to, blank)
		tiles[blank], tiles[to] = tiles[to], 0
		blank = to
		left[key] = i + 1
		visited = append(visited, key)
	}
	var direct []puzzle.Move
	for i := left[visited[0]]; i < len(plan); i = left[visited[i+1]] {
		direct = append(direct, plan[i])
	}
	return direct
}
