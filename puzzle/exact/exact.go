package exact

import (
	"context"
	"fmt"
	"iter"

	"npuzzle/puzzle"
)

// maxCells is the maximum number of cells. On 2x5, the table of 10!/2 boards takes 7.3
// MB.
const maxCells = 10

// Table holds the cost of a cheapest plan from every board of one size to a goal.
type Table struct {
	goal    puzzle.Board
	ranking *puzzle.Ranking
	cost    []int32 // indexed by rank; -1 if there is no plan
}

// Distances computes the table of a goal of at most 10 cells. If the context ends first,
// Distances returns its error. It takes O(cells! · cells) time and 4 bytes per board.
func Distances(ctx context.Context, goal puzzle.Board, costs puzzle.Costs) (*Table, error) {
	if goal.Size().Cells() > maxCells {
		return nil, fmt.Errorf("exact: size %v has more than %d cells", goal.Size(), maxCells)
	}
	ranking := puzzle.NewRanking(goal)
	t := &Table{goal: goal, ranking: ranking, cost: make([]int32, ranking.Len())}
	visited := 0
	dijkstra(ranking, goal, costs, puzzle.DefaultOrder, t.cost, func(int32) bool {
		visited++
		return visited%4096 != 0 || ctx.Err() == nil
	})
	if ctx.Err() != nil {
		return nil, fmt.Errorf("exact: distances of %v: %w", goal.Size(), ctx.Err())
	}
	return t, nil
}

// BreadthFirst yields the rank and the distance of every board that can reach the given one,
// in the order in which a breadth-first search from this board generates them. The board
// must have at most 10 cells, and the ranking must be one of boards that can reach it.
func BreadthFirst(
	ranking *puzzle.Ranking, from puzzle.Board, order puzzle.Order,
) iter.Seq2[uint32, int] {
	return func(yield func(uint32, int) bool) {
		distance := make([]int32, ranking.Len())
		dijkstra(ranking, from, puzzle.Costs{}, order, distance, func(rank int32) bool {
			return yield(uint32(rank), int(distance[rank]))
		})
	}
}

// dijkstra is Dijkstra's algorithm backwards from a board, with one bucket for each cost (Dial
// 1969). Under unit costs, a bucket is a level of breadth-first search. It writes the
// costs of all boards by rank, or -1 if there is no plan. It calls visit after it has found
// the cost of a board, and ends early if visit returns false.
func dijkstra(ranking *puzzle.Ranking, from puzzle.Board, costs puzzle.Costs, order puzzle.Order,
	found []int32, visit func(rank int32) bool) {
	for i := range found {
		found[i] = -1
	}
	graph := puzzle.NewGraph(from.Size(), order)
	layer := int32(ranking.Len()) / int32(from.Size().Cells()) // boards with the blank in one cell
	tiles := from.Tiles()
	buckets := [][]int32{{int32(ranking.Rank(tiles))}}
	for cost := 0; cost < len(buckets); cost++ {
		for i := 0; i < len(buckets[cost]); i++ { // the loop may append to this bucket
			r := buckets[cost][i]
			if found[r] >= 0 {
				continue
			}
			found[r] = int32(cost)
			if !visit(r) {
				return
			}
			blank := ranking.Unrank(uint64(r), tiles)
			for _, step := range graph.Steps(blank) {
				var next int32
				if step.Move == puzzle.Left || step.Move == puzzle.Right {
					// A move along a row keeps the order of the tiles.
					next = r + (int32(step.To)-int32(blank))*layer
				} else {
					tiles[blank] = tiles[step.To]
					tiles[step.To] = 0
					next = int32(ranking.Rank(tiles))
					tiles[step.To] = tiles[blank]
					tiles[blank] = 0
				}
				if found[next] < 0 {
					// A plan from next to the goal makes the opposite move.
					total := cost + int(costs.Of(step.Move.Opposite()))
					for total >= len(buckets) {
						buckets = append(buckets, nil)
					}
					buckets[total] = append(buckets[total], next)
				}
			}
		}
		buckets[cost] = nil
	}
}

// Distance returns the cost of a cheapest plan from b, in scaled units, and reports
// whether there is a plan. The size of b must be that of the goal.
func (t *Table) Distance(b puzzle.Board) (puzzle.Cost, bool) {
	if !puzzle.Solvable(b, t.goal) {
		return 0, false
	}
	return puzzle.Cost(t.cost[t.ranking.Rank(b.Tiles())]), true
}

// All yields the tiles and the distance of every board that can reach the goal. Each
// iteration overwrites the slice of the previous one.
func (t *Table) All() iter.Seq2[[]uint8, puzzle.Cost] {
	return func(yield func([]uint8, puzzle.Cost) bool) {
		tiles := make([]uint8, t.goal.Size().Cells())
		for number, cost := range t.cost {
			if cost < 0 {
				continue
			}
			t.ranking.Unrank(uint64(number), tiles)
			if !yield(tiles, puzzle.Cost(cost)) {
				return
			}
		}
	}
}
