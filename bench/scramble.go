package bench

import (
	"errors"
	"fmt"
	"strconv"

	"npuzzle/puzzle"
)

// Scramble describes how random boards are drawn. The zero Scramble draws uniformly
// from all boards that can reach the goal. At most one field may be set.
type Scramble struct {
	Walk      *int     // number of random legal moves from the goal
	Misplaced *float64 // fraction of the tiles that are not on their goal cell, 0 to 1
}

// String returns a text that identifies the way of drawing. The random numbers depend on it.
func (s Scramble) String() string {
	switch {
	case s.Walk != nil:
		return fmt.Sprintf("walk %d", *s.Walk)
	case s.Misplaced != nil:
		return fmt.Sprintf("misplaced %v", *s.Misplaced)
	}
	return "uniform"
}

// mark returns a number that identifies the way of drawing. It is 0 for uniform draws.
func (s Scramble) mark() uint64 {
	if s == (Scramble{}) {
		return 0
	}
	n, _ := strconv.ParseUint(digestOf(s.String())[:16], 16, 64) // hexadecimal digits
	return n
}

// board draws board n of a seed. Each board has its own stream of random numbers, so it does not depend
// on how many are drawn. Each way of drawing has its own streams, too. Otherwise a walk of 6 moves
// would repeat the walk of 5 moves and add one move, and the groups of an experiment would depend on
// each other.
func (s Scramble) board(goal puzzle.Board, seed uint64, n int) (puzzle.Board, error) {
	rng := puzzle.NewRand(seed^s.mark(), uint64(n))
	switch {
	case s.Walk != nil && s.Misplaced != nil:
		return puzzle.Board{}, errors.New("both walk and misplaced are set; expected only one of them")
	case s.Walk != nil:
		return puzzle.Walk(rng, goal, *s.Walk), nil
	case s.Misplaced != nil:
		return puzzle.Misplaced(rng, goal, *s.Misplaced)
	}
	return puzzle.Uniform(rng, goal), nil
}

const (
	// seedStreams is a bit that is set in the streams for the seeds of trials, and not
	// set in the streams for boards. So no stream is used for both.
	seedStreams = 1 << 63

	// repeatShift is the position of the repeat's number in a stream's number. The bits
	// below it are enough for 2^40 puzzles.
	repeatShift = 40
)

// TrialSeed returns the seed of the trials on puzzle n of a group. Each repeat, counted
// from 1, has a different seed. All solvers get the same seed. A seed has 53 bits, so
// a float64 represents it exactly.
func TrialSeed(seed uint64, n, repeat int) uint64 {
	return puzzle.NewRand(seed, seedStreams|uint64(repeat-1)<<repeatShift|uint64(n)).Uint64() >> 11
}
