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

// boardSource says where a command reads boards: from its arguments, from a file ("-" is
// standard input) or, without either, from standard input. It reads one board at a time.
// So the first result can be printed before the last board is read, and memory does not
// grow with the number of boards.
type boardSource struct {
	arguments []string
	file      string
	in        io.Reader
	size      puzzle.Size // required size of each board; zero for any
}

// reads reports whether boards are read from standard input.
func (s boardSource) reads() bool { return len(s.arguments) == 0 && (s.file == "" || s.file == "-") }

// puzzles yields a puzzle for each board, numbered from 1. The goal is a name or a board,
// and must fit the size of each board. In place of a board with a mistake, puzzles yields a
// *puzzle.ParseError. The caller may go on to the next board. Any other error ends the boards.
func (s boardSource) puzzles(goal string, costs puzzle.Costs) iter.Seq2[bench.Puzzle, error] {
	return func(yield func(bench.Puzzle, error) bool) {
		number := 0
		for start, err := range s.read {
			number++
			p := bench.Puzzle{Number: number, Problem: search.Problem{Start: start, Costs: costs}}
			if err == nil {
				if p.Goal, err = puzzle.Goal(goal, start.Size()); err != nil {
					err = misuse("board %d: %v", number, err) // not a mistake of the board
				}
			}
			if !yield(p, err) || err != nil && !is[*puzzle.ParseError](err) {
				return
			}
		}
	}
}

// read yields the boards in order, and *puzzle.ParseError in place of boards with a
// mistake. The caller stops at any other error. The name of the file begins each error.
func (s boardSource) read(yield func(puzzle.Board, error) bool) {
	if len(s.arguments) > 0 {
		s.readArguments(yield)
		return
	}
	in, name := s.in, ""
	if !s.reads() {
		f, err := openInput(s.file)
		if err != nil {
			yield(puzzle.Board{}, err)
			return
		}
		defer f.Close()
		in, name = f, s.file
	}
	reader := puzzle.NewReader(in, s.size)
	for first := true; ; first = false {
		b, err := reader.Next()
		if err == io.EOF && first {
			err = misuse("no board; expected one such as 1 2 3/4 5 6/7 8 0")
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			err = inFile(name, err)
		}
		if !yield(b, err) {
			return
		}
	}
}

// readArguments yields the board of each argument. Arguments that are single tiles form
// one board: the shell has split it, because the user left out the quotes. Errors name
// the board by its position among the arguments. They name a line only if the argument
// has several lines. If the argument is the name of a file, the error says how to read
// boards from this file.
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
		if !yield(b, err) {
			return
		}
	}
}

// isFileName reports whether an argument that is not a board looks like the name of a
// file: an existing file, "-", or a single word with an extension, which may be mistyped.
func isFileName(text string) bool {
	_, missing := os.Stat(text)
	word := !strings.ContainsAny(text, " \t\n")
	return missing == nil || text == "-" || word && filepath.Ext(text) != ""
}
