package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// boardSource yields the boards that a command is given: from its arguments,
// a file ("-" is standard input) or, without either, standard input.
type boardSource struct {
	arguments []string
	file      string
	in        io.Reader
	size      puzzle.Size // of every board, or zero
}

// check refuses boards from two places.
func (s boardSource) check() error {
	if len(s.arguments) > 0 && s.file != "" {
		return misuse("boards as arguments and in %s; expected one of them", s.file)
	}
	return nil
}

// boards yields the boards in their order, and at last the error that ended
// them, if any.
func (s boardSource) boards() iter.Seq2[puzzle.Board, error] {
	return func(yield func(puzzle.Board, error) bool) {
		switch {
		case len(s.arguments) > 0:
			s.ofArguments(yield)
		case s.file != "" && s.file != "-":
			f, err := os.Open(s.file)
			if err != nil {
				yield(puzzle.Board{}, placed("", err))
				return
			}
			defer f.Close()
			s.ofReader(f, s.file+": ", yield)
		default:
			s.ofReader(s.in, "", yield)
		}
	}
}

// ofReader yields the boards of a text. Errors begin with the place.
func (s boardSource) ofReader(r io.Reader, place string, yield func(puzzle.Board, error) bool) {
	reader := puzzle.NewReader(r, s.size)
	for none := true; ; none = false {
		b, err := reader.Next()
		if err == io.EOF {
			if none {
				yield(puzzle.Board{}, misuse("%sno board; expected one such as 1 2 3/4 5 6/7 8 0", place))
			}
			return
		}
		if err != nil {
			err = placed(place, err)
		}
		if !yield(b, err) || err != nil {
			return
		}
	}
}

// ofArguments yields the board of each argument. Numbers that the shell has
// taken apart are one board: a number alone is none.
func (s boardSource) ofArguments(yield func(puzzle.Board, error) bool) {
	arguments := s.arguments
	alone := func(text string) bool { return !strings.ContainsAny(text, " \t\n,/") }
	if len(arguments) > 1 && slices.ContainsFunc(arguments, alone) && !strings.ContainsAny(strings.Join(arguments, ""), " \t\n,") {
		arguments = []string{strings.Join(arguments, " ")}
	}
	for i, text := range arguments {
		b, err := puzzle.Parse(text, s.size)
		if parse, ok := errors.AsType[*puzzle.ParseError](err); ok {
			at := *parse
			at.Board = i + 1
			if !strings.Contains(text, "\n") {
				at.Line = 0
			}
			err = &at
		}
		if !yield(b, err) || err != nil {
			return
		}
	}
}

// placed puts the place before an error of a text. One of a file names the file
// itself; the name of the system call is left out.
func placed(place string, err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return fmt.Errorf("%s%w", place, err)
}

// instances sets each board its goal.
func instances(boards iter.Seq2[puzzle.Board, error], goal string, costs puzzle.Costs) iter.Seq2[bench.Puzzle, error] {
	return func(yield func(bench.Puzzle, error) bool) {
		number := 0
		for start, err := range boards {
			number++
			instance := bench.Puzzle{Number: number, Problem: search.Problem{Start: start, Costs: costs}}
			if err == nil {
				if instance.Goal, err = puzzle.Goal(goal, start.Size()); err != nil {
					err = misuse("board %d: %w", number, err)
				}
			}
			if !yield(instance, err) || err != nil {
				return
			}
		}
	}
}
