package puzzle

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// NewRand returns the random source of a seed and a stream. Different streams of a seed
// are independent. The same seed and stream give the same numbers on every machine.
func NewRand(seed, stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, stream))
}

// Uniform draws a board uniformly from all boards that can reach the goal.
func Uniform(rng *rand.Rand, goal Board) Board {
	cells := goal.Tiles()
	if goal.size.Rows == 1 || goal.size.Cols == 1 {
		blank := rng.IntN(len(cells))
		rest := withoutBlank(goal)
		return Board{size: goal.size, cells: rest[:blank] + "\x00" + rest[blank:]}
	}
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	b := fromCells(goal.size, cells)
	if !Solvable(b, goal) {
		// Exchanging two tiles maps the unsolvable boards one to one onto the solvable
		// ones, so the draw stays uniform. Every board here has at least three tiles.
		i := 0
		j := 1
		if blank := b.Blank(); blank <= 1 {
			i = 2
			j = 3
		}
		cells[i], cells[j] = cells[j], cells[i]
		b = fromCells(goal.size, cells)
	}
	return b
}

// Walk returns the board after n random moves from the goal. Each move is drawn uniformly
// from the legal moves. A move may undo the previous one.
func Walk(rng *rand.Rand, goal Board, n int) Board {
	graph := NewGraph(goal.size, DefaultOrder)
	tiles := goal.Tiles()
	blank := uint8(goal.Blank())
	for range n {
		steps := graph.Steps(blank)
		blank = graph.Play(tiles, blank, []Move{steps[rng.IntN(len(steps))].Move})
	}
	return fromCells(goal.size, tiles)
}

// misplacedTries is the maximum number of draws of Misplaced. About one draw in 2e is
// accepted. If boards with the wanted share exist, the probability that Misplaced finds
// none is about (1-1/2e)^10000.
const misplacedTries = 10000

// Misplaced draws a board uniformly from the boards that can reach the goal and have the
// given share of misplaced tiles. The number of misplaced tiles is rounded to a whole
// number. A tile is misplaced if it is not on its goal cell. If Misplaced finds no such
// board, it returns an error.
func Misplaced(rng *rand.Rand, goal Board, share float64) (Board, error) {
	if !(share >= 0 && share <= 1) {
		return Board{}, fmt.Errorf("share %v of misplaced tiles is out of range; expected 0 to 1",
			share)
	}
	tiles := goal.size.Cells() - 1
	want := int(math.Round(share * float64(tiles)))
	for range misplacedTries {
		if b, ok := displace(rng, goal, want); ok {
			return b, nil
		}
	}
	return Board{}, fmt.Errorf(
		"found no solvable board of %v with exactly %d of its %d tiles misplaced; try "+
			"another share", goal.size, want, tiles)
}

// displace draws want tiles and shuffles them and the blank on their cells. It reports
// whether all drawn tiles are misplaced and the board is solvable. On a single row or
// column, it draws a cell of the blank, which at distance d from its goal cell displaces d
// tiles.
func displace(rng *rand.Rand, goal Board, want int) (Board, bool) {
	if goal.size.Rows == 1 || goal.size.Cols == 1 {
		b := Uniform(rng, goal)
		return b, b.size.Distance(b.Blank(), goal.Blank()) == want
	}
	cells := goal.Tiles()
	positions := goal.Positions()
	chosen := rng.Perm(len(cells) - 1)[:want]
	places := []uint8{positions[0]}
	for _, t := range chosen {
		places = append(places, positions[t+1])
	}
	rng.Shuffle(len(places), func(i, j int) {
		a := places[i]
		b := places[j]
		cells[a], cells[b] = cells[b], cells[a]
	})
	for _, t := range chosen {
		if cells[positions[t+1]] == uint8(t+1) {
			return Board{}, false
		}
	}
	b := fromCells(goal.size, cells)
	return b, Solvable(b, goal)
}
