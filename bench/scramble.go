package bench

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Scramble describes how random boards are drawn. The zero Scramble draws uniformly
// from all boards that can reach the goal. At most one field may be set.
type Scramble struct {
	Walk      *int     // number of random legal moves from the goal
	Misplaced *float64 // fraction of the tiles that are not on their goal cell, 0 to 1
}

// Draw yields count random puzzles. Each puzzle has its own stream of random numbers,
// so puzzle n of a seed does not depend on count. Each way of drawing has its own
// streams, too. Otherwise a walk of 6 moves would repeat the walk of 5 moves and add
// one move, and the groups of an experiment would depend on each other. If a board
// cannot be drawn, Draw yields an *ExperimentError and ends.
func (s Scramble) Draw(goal puzzle.Board, count int, seed uint64) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for number := 1; number <= count; number++ {
			start, err := s.board(goal, seed^s.mark(), uint64(number))
			if err != nil {
				err = &ExperimentError{err}
			}
			p := Puzzle{
				Problem: search.Problem{Start: start, Goal: goal},
				Number:  number, Walk: s.Walk, Misplaced: s.Misplaced,
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// String returns a text that identifies the way of drawing. The keys of trials contain
// this text.
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
	sum := digestOf(s.String())
	return binary.BigEndian.Uint64(sum[:])
}

// board draws the board of one stream of a seed.
func (s Scramble) board(goal puzzle.Board, seed, stream uint64) (puzzle.Board, error) {
	rng := puzzle.NewRand(seed, stream)
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
