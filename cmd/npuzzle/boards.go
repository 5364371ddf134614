package main

import (
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// boardSource is where a command reads boards: its arguments, a file ("-" is standard
// input) or, without either, standard input. Boards are read one at a time, so that a pipe
// sees the first result before the last board is written, and memory does not grow with the
// number of boards.
type boardSource struct {
	arguments []string
	file      string
	in        io.Reader
	size      puzzle.Size // of every board, or zero
}

// check refuses boards from two places.
func (s boardSource) check() error {
	if len(s.arguments) > 0 && s.file != "" {
		return misuse("boards as arguments and in %s; expected only one of them", s.file)
	}
	return nil
}

// reads tells whether boards are read from standard input.
func (s boardSource) reads() bool { return len(s.arguments) == 0 && (s.file == "" || s.file == "-") }

// terminal tells whether boards are read from a terminal.
func (s boardSource) terminal() bool { return s.reads() && isTerminal(s.in) }

// puzzles yields a puzzle for each board, numbered from 1. The goal is a name or a board, and
// must fit the size of each board. The sequence ends at the first error, which it yields with
// the place in the input.
func (s boardSource) puzzles(goal string, costs puzzle.Costs) iter.Seq2[bench.Puzzle, error] {
	return func(yield func(bench.Puzzle, error) bool) {
		number := 0
		s.read(func(start puzzle.Board, err error) bool {
			number++
			p := bench.Puzzle{Number: number, Problem: search.Problem{Start: start, Costs: costs}}
			if err == nil {
				if p.Goal, err = puzzle.Goal(goal, start.Size()); err != nil {
					err = misuse("board %d: %w", number, err)
				}
			}
			return yield(p, err) && err == nil
		})
	}
}

// read yields the boards in their order, and the error that ends them, if any.
func (s boardSource) read(yield func(puzzle.Board, error) bool) {
	switch {
	case len(s.arguments) > 0:
		s.readArguments(yield)
	case s.file != "" && s.file != "-":
		f, err := openInput(s.file)
		if err != nil {
			yield(puzzle.Board{}, err)
			return
		}
		defer f.Close()
		s.readText(f, s.file, yield)
	default:
		s.readText(s.in, "", yield)
	}
}

// readText yields the boards of a text. Errors begin with the name of its file.
func (s boardSource) readText(r io.Reader, name string, yield func(puzzle.Board, error) bool) {
	reader := puzzle.NewReader(r, s.size)
	for first := true; ; first = false {
		b, err := reader.Next()
		if err == io.EOF {
			if first {
				none := errors.New("no board; expected one such as 1 2 3/4 5 6/7 8 0")
				yield(puzzle.Board{}, &usageError{inFile(name, none)})
			}
			return
		}
		if err != nil {
			err = inFile(name, err)
		}
		if !yield(b, err) || err != nil {
			return
		}
	}
}

// readArguments yields the board of each argument. The number of a tile alone is no board:
// several of them are one board that the shell has split, because the user left out the quotes.
// Errors name the board by its position among the arguments, and a line only if the argument
// has several. The error for the name of a file says how to read boards from it.
func (s boardSource) readArguments(yield func(puzzle.Board, error) bool) {
	arguments := s.arguments
	alone := func(text string) bool { return len(text) < len("1230") && !strings.ContainsAny(text, " \t\n,/") }
	if len(arguments) > 1 && slices.ContainsFunc(arguments, alone) &&
		!strings.ContainsAny(strings.Join(arguments, ""), " \t\n,") {
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
			if isFileName(text) {
				err = misuse("board %d: %q is not a board; expected -f %s to read boards from it", i+1, text, text)
			}
		}
		if !yield(b, err) || err != nil {
			return
		}
	}
}

// isFileName tells whether an argument that is no board is the name of a file: one that exists,
// "-" for standard input, or a word with an ending, which may be mistyped.
func isFileName(text string) bool {
	_, missing := os.Stat(text)
	word := !strings.ContainsAny(text, " \t\n")
	return missing == nil || text == "-" || word && filepath.Ext(text) != ""
}
