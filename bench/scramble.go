package bench

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Scramble says how random boards are drawn. The zero Scramble draws uniformly
// from all boards that can reach the goal.
type Scramble struct {
	Walk      *int     // this many random legal moves from the goal
	Misplaced *float64 // this fraction of the tiles, 0 to 1, on a wrong cell
}

// Draw yields count random puzzles. Each comes from a random stream of its own,
// so puzzle n of a seed is the same however many are drawn. Each way of drawing
// has its own streams too. From a shared stream, a walk of 6 moves would be a
// walk of 5 and one move more, and the groups of an experiment would depend on
// each other. A board that cannot be drawn is an *ExperimentError.
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

// String names the way of drawing. The keys of trials depend on the text.
func (s Scramble) String() string {
	switch {
	case s.Walk != nil:
		return fmt.Sprintf("walk %d", *s.Walk)
	case s.Misplaced != nil:
		return fmt.Sprintf("misplaced %v", *s.Misplaced)
	}
	return "uniform"
}

// mark is a number that tells the ways of drawing apart, 0 for uniform draws.
func (s Scramble) mark() uint64 {
	if s == (Scramble{}) {
		return 0
	}
	sum := digestOf(s.String())
	return binary.BigEndian.Uint64(sum[:])
}

func (s Scramble) board(goal puzzle.Board, seed, stream uint64) (puzzle.Board, error) {
	rng := puzzle.NewRand(seed, stream)
	switch {
	case s.Walk != nil && s.Misplaced != nil:
		return puzzle.Board{}, errors.New("a random walk and a fraction of misplaced tiles; expected one of them")
	case s.Walk != nil:
		return puzzle.Walk(rng, goal, *s.Walk), nil
	case s.Misplaced != nil:
		return puzzle.Misplaced(rng, goal, *s.Misplaced)
	}
	return puzzle.Uniform(rng, goal), nil
}

const (
	// seedStreams sets the streams that the seeds of trials are drawn from apart
	// from the streams of the boards.
	seedStreams = 1 << 63

	// repeatShift sets the streams of repeats apart. It leaves room for 2^40 puzzles.
	repeatShift = 40
)

// TrialSeed returns the seed of the trials on puzzle n of a group, for each repeat
// from 1. All solvers get the same seed. A seed has 53 bits, so that programs that
// read numbers as float64 lose nothing.
func TrialSeed(seed uint64, n, repeat int) uint64 {
	return puzzle.NewRand(seed, seedStreams|uint64(repeat-1)<<repeatShift|uint64(n)).Uint64() >> 11
}
