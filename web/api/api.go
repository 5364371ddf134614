package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// API answers requests. The zero API has no limits and finds pattern databases in their
// default directory. An API is safe for concurrent use.
type API struct {
	// Library finds the tables of pattern databases, as a [solvers.Library] does; nil for
	// none. A program that sets none does not contain the code that builds them.
	Library interface {
		Prepare(context.Context, heuristics.Heuristic, puzzle.Board) (heuristics.Heuristic, error)
	}

	// Bounds of a search. A request may ask for less. 0 stands for no bound.
	MaxCells  int           // of a board
	MaxTime   time.Duration // of a search
	MaxMemory uint64        // of a search, in bytes
	MaxThread int           // of a search
}

// RequestError says what is wrong with a request.
type RequestError struct{ Err error }

func (e *RequestError) Error() string { return e.Err.Error() }
func (e *RequestError) Unwrap() error { return e.Err }

// wrong returns a RequestError of a text.
func wrong(format string, args ...any) error { return &RequestError{fmt.Errorf(format, args...)} }

// Emit receives the events of a running request, from one goroutine at a time.
type Emit func(event string, data any)

// Method answers the requests of one name to a T, such as *API. The types describe its
// messages for documentation.
type Method[T any] struct {
	Params, Answer reflect.Type
	Event          reflect.Type // of the data of its events "progress"; nil if it sends none

	// Run decodes parameters in JSON and returns the answer.
	Run func(ctx context.Context, t T, params []byte, emit Emit) (any, error)
}

// NewMethod makes a method that sends no events.
func NewMethod[T, P, R any](f func(T, context.Context, P) (R, error)) Method[T] {
	m := NewStream[struct{}](func(t T, ctx context.Context, p P, _ Emit) (R, error) { return f(t, ctx, p) })
	m.Event = nil
	return m
}

// NewStream makes a method that sends events "progress" with data of type E.
func NewStream[E, T, P, R any](f func(T, context.Context, P, Emit) (R, error)) Method[T] {
	return Method[T]{
		Params: reflect.TypeFor[P](), Answer: reflect.TypeFor[R](), Event: reflect.TypeFor[E](),
		Run: func(ctx context.Context, t T, params []byte, emit Emit) (any, error) {
			var p P
			if err := decode(params, &p); err != nil {
				return nil, err
			}
			return f(t, ctx, p, emit)
		},
	}
}

// plain makes a method that needs no context.
func plain[P, R any](f func(*API, P) (R, error)) Method[*API] {
	return NewMethod(func(a *API, _ context.Context, p P) (R, error) { return f(a, p) })
}

// methods has a row for each method, by its name.
var methods = map[string]Method[*API]{
	"describe": plain(func(a *API, _ struct{}) (Description, error) { return a.Describe(), nil }),
	"board":    plain((*API).Board),
	"shuffle":  plain((*API).Shuffle),
	"estimate": NewMethod((*API).Estimate),
	"solve":    NewStream[Progress]((*API).Solve),
	"space":    plain((*API).Space),
	"watch":    NewStream[WatchProgress]((*API).Watch),
}

// Methods returns the methods by their names.
func Methods() map[string]Method[*API] { return maps.Clone(methods) }

// Call runs the method of a name with parameters in JSON and returns its answer.
func (a *API) Call(ctx context.Context, name string, params []byte, emit Emit) (any, error) {
	m, ok := methods[name]
	if !ok {
		return nil, wrong("method %.40q is unknown", name)
	}
	return m.Run(ctx, a, params, emit)
}

// decode reads parameters strictly: unknown keys are errors.
func decode(params []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(params))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = errors.New("more than one value")
	}
	switch {
	case errors.Is(err, io.EOF):
		return wrong("the request has no parameters; expected a JSON object")
	case err != nil:
		return wrong("parameters: %w; expected a JSON object", err)
	}
	return nil
}
