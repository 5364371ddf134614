package bench

import (
	"encoding/binary"
	"errors"
	"iter"

	"npuzzle/puzzle"
	"npuzzle/search"
)

// Scramble says how random boards are drawn. The zero Scramble draws uniformly
// from all boards that can reach the goal.
type Scramble struct {
	Walk      *int     // this many random legal moves from the goal
	Misplaced *float64 // this share of the tiles, 0 to 1, on a wrong cell
}

// Instance is one puzzle of an experiment.
type Instance struct {
	Number int // within its group, from 1
	search.Problem
	Group     string
	Walk      *int     // as it was drawn, see Scramble
	Misplaced *float64 // likewise
}

// Instances draws count puzzles. Each comes from a stream of its own, so the
// n-th puzzle of a seed is the same however many are drawn. Every way of drawing
// has streams of its own as well: from the same one, a walk of 6 moves would be
// one of 5 and a move more, and puzzles of several groups would not be
// independent.
func (s Scramble) Instances(goal puzzle.Board, count int, seed uint64) iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
		for number := 1; number <= count; number++ {
			start, err := s.board(goal, seed^s.mark(), uint64(number))
			if !yield(Instance{Number: number, Problem: search.Problem{Start: start, Goal: goal}, Walk: s.Walk, Misplaced: s.Misplaced}, err) || err != nil {
				return
			}
		}
	}
}

// mark is a number that tells the ways of drawing apart, 0 for uniformly.
func (s Scramble) mark() uint64 {
	if s == (Scramble{}) {
		return 0
	}
	sum := digestOf(drawing(s))
	return binary.BigEndian.Uint64(sum[:])
}

func (s Scramble) board(goal puzzle.Board, seed, stream uint64) (puzzle.Board, error) {
	rng := puzzle.NewRand(seed, stream)
	switch {
	case s.Walk != nil && s.Misplaced != nil:
		return puzzle.Board{}, errors.New("a random walk or a share of misplaced tiles; expected one of them")
	case s.Walk != nil:
		return puzzle.Walk(rng, goal, *s.Walk), nil
	case s.Misplaced != nil:
		return puzzle.Misplaced(rng, goal, *s.Misplaced)
	}
	return puzzle.Uniform(rng, goal), nil
}
