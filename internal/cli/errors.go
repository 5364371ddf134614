package cli

import (
	"errors"
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/cluster"
	"npuzzle/bench/store"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// Exit statuses.
const (
	ExitDone     = 0 // everything was done
	ExitFailed   = 1 // input, output or the program itself failed
	ExitUsage    = 2 // bad usage or input
	ExitUnsolved = 3 // solve left a board unsolved, or work was left undone
)

// BlamesInput reports whether the flags or the input caused an error: the error is a
// UsageError, or has a type with which a library reports bad input.
func BlamesInput(err error) bool {
	return Is[*UsageError](err) || Is[*puzzle.ParseError](err) || Is[*bench.MismatchError](err) ||
		Is[*bench.ExperimentError](err) || Is[*store.MissingError](err) ||
		Is[*store.TakenError](err) || Is[*pdb.RequestError](err) || Is[*pdb.NoRoomError](err) ||
		Is[*exact.MemoryError](err) || Is[*cluster.Error](err)
}

// Is reports whether an error has the type T or wraps an error of this type.
func Is[T error](err error) bool {
	_, found := errors.AsType[T](err)
	return found
}

// ExitError is an error that is not printed, because the output already shows what is
// missing or wrong. It is the exit status.
type ExitError int

// Error implements error.
func (e ExitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

const (
	// ErrUnsolved is the error of solve if it left a board unsolved, and of any command that
	// left work undone: trials that failed, or the rest after an interrupt.
	ErrUnsolved ExitError = ExitUnsolved

	// ErrRefused is the error of a command that has already printed what is wrong with its
	// input.
	ErrRefused ExitError = ExitUsage
)

// Unfinished returns errUnsolved if work was left undone.
func Unfinished(left bool) error {
	if left {
		return ErrUnsolved
	}
	return nil
}

// UsageError is an error in the flags or the input. It sets the exit status to 2. Its
// text names the place and says what was expected.
type UsageError struct{ error }

// Unwrap returns the wrapped error, so that errors.As finds errors of libraries.
func (e *UsageError) Unwrap() error { return e.error }

// AsUsage makes a usage error of an error.
func AsUsage(err error) error { return &UsageError{error: err} }

// Misuse returns a usage error with a text.
func Misuse(format string, args ...any) error {
	return AsUsage(fmt.Errorf(format, args...))
}
