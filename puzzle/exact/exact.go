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

// Distances computes the table of a goal of at most 10 cells. It is Dijkstra's algorithm
// backwards from the goal, with one bucket for each cost (Dial 1969). If the context ends
// first, Distances returns its error. It takes O(cells! · cells) time and 4 bytes per
// board.
func Distances(ctx context.Context, goal puzzle.Board, costs puzzle.Costs) (*Table, error) {
	if goal.Size().Cells() > maxCells {
		return nil, fmt.Errorf("exact: size %v has more than %d cells", goal.Size(), maxCells)
	}
	ranking := puzzle.NewRanking(goal)
	t := &Table{goal, ranking, make([]int32, ranking.Len())}
	for i := range t.cost {
		t.cost[i] = -1
	}
	graph := puzzle.NewGraph(goal.Size(), puzzle.DefaultOrder)
	buckets := [][]int32{{int32(ranking.Rank(goal.Tiles()))}}
	tiles := make([]uint8, goal.Size().Cells())
	for cost := 0; cost < len(buckets); cost++ {
		for i := 0; i < len(buckets[cost]); i++ { // the loop may append to this bucket
			if i%4096 == 0 && ctx.Err() != nil {
				return nil, fmt.Errorf("exact: distances of %v: %w", goal.Size(), ctx.Err())
			}
			r := buckets[cost][i]
			if t.cost[r] >= 0 {
				continue
			}
			t.cost[r] = int32(cost)
			blank := ranking.Unrank(uint64(r), tiles)
			for _, step := range graph.Steps(blank) {
				tiles[blank], tiles[step.To] = tiles[step.To], 0
				if next := int32(ranking.Rank(tiles)); t.cost[next] < 0 {
					// A plan from next to the goal makes the opposite move.
					at := cost + int(costs.Of(step.Move.Opposite()))
					for at >= len(buckets) {
						buckets = append(buckets, nil)
					}
					buckets[at] = append(buckets[at], next)
				}
				tiles[step.To], tiles[blank] = tiles[blank], 0
			}
		}
		buckets[cost] = nil
	}
	return t, nil
}

// Distance returns the cost of a cheapest plan from b, in scaled units, and reports
// whether there is a plan. The size of b must be that of the goal.
func (t *Table) Distance(b puzzle.Board) (puzzle.Cost, bool) {
	if !puzzle.Solvable(b, t.goal) {
		return 0, false
	}
	return puzzle.Cost(t.cost[t.ranking.Rank(b.Tiles())]), true
}

// Len returns the number of entries of the table. On boards of one row or column, most
// entries belong to no board.
func (t *Table) Len() uint64 { return uint64(len(t.cost)) }

// At writes the tiles of the board with the given number, which is below Len, and returns
// its distance. If no board has this number, At returns false. At is safe for concurrent
// use.
func (t *Table) At(number uint64, tiles []uint8) (puzzle.Cost, bool) {
	if t.cost[number] < 0 {
		return 0, false
	}
	t.ranking.Unrank(number, tiles)
	return puzzle.Cost(t.cost[number]), true
}

// All yields the tiles and the distance of every board that can reach the goal. Each
// iteration overwrites the slice of the previous one.
func (t *Table) All() iter.Seq2[[]uint8, puzzle.Cost] {
	return func(yield func([]uint8, puzzle.Cost) bool) {
		tiles := make([]uint8, t.goal.Size().Cells())
		for number := range t.Len() {
			if d, ok := t.At(number, tiles); ok && !yield(tiles, d) {
				return
			}
		}
	}
}
