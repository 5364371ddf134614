package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"npuzzle/solvers"
)

// API answers requests. The zero API has no limits and finds pattern databases in their
// default directory. An API is safe for concurrent use.
type API struct {
	Library *solvers.Library // finds the tables of pattern databases; nil for none

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

// Emit receives the events of a running request. An error ends the request.
type Emit func(event string, data any)

// methods has a row for each method, by its name.
var methods = map[string]func(ctx context.Context, a *API, params []byte, emit Emit) (any, error){
	"describe": func(_ context.Context, a *API, _ []byte, _ Emit) (any, error) { return a.Describe(), nil },
	"board":    plain((*API).Board),
	"shuffle":  plain((*API).Shuffle),
	"estimate": method((*API).Estimate),
	"solve":    streaming((*API).Solve),
}

// Call runs the method of a name with parameters in JSON and returns its answer. The
// events of a search go to emit, from one goroutine at a time.
func (a *API) Call(ctx context.Context, name string, params []byte, emit Emit) (any, error) {
	run, ok := methods[name]
	if !ok {
		return nil, wrong("method %.40q is unknown", name)
	}
	return run(ctx, a, params, emit)
}

// Streams tells whether the method of a name sends events.
func Streams(name string) bool { return name == "solve" || name == "watch" }

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

func streaming[P, R any](f func(*API, context.Context, P, Emit) (R, error)) func(
	context.Context, *API, []byte, Emit) (any, error) {
	return func(ctx context.Context, a *API, params []byte, emit Emit) (any, error) {
		var p P
		if err := decode(params, &p); err != nil {
			return nil, err
		}
		return f(a, ctx, p, emit)
	}
}

func method[P, R any](f func(*API, context.Context, P) (R, error)) func(
	context.Context, *API, []byte, Emit) (any, error) {
	return streaming(func(a *API, ctx context.Context, p P, _ Emit) (R, error) { return f(a, ctx, p) })
}

func plain[P, R any](f func(*API, P) (R, error)) func(context.Context, *API, []byte, Emit) (any, error) {
	return streaming(func(a *API, _ context.Context, p P, _ Emit) (R, error) { return f(a, p) })
}
