package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strings"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// API answers requests. The zero API has no limits and no pattern databases. An API is safe
// for concurrent use.
type API struct {
	// Library finds the tables of pattern databases. [solvers.Library] implements it. If
	// Library is nil, pattern databases are not available. The field has an interface
	// type, so that a program without a Library does not contain the code that builds
	// tables.
	Library interface {
		Prepare(context.Context, heuristics.Heuristic, puzzle.Board) (heuristics.Heuristic, error)
	}

	// Upper bounds of requests; 0 for no bound. A request may set smaller limits.
	MaxCells  int           // cells of a board
	MaxTime   time.Duration // time of a search
	MaxMemory uint64        // memory of a search, in bytes
	MaxThread int           // threads of a search
}

// RequestError means that a request is wrong.
type RequestError struct{ Err error }

func (e *RequestError) Error() string { return e.Err.Error() }
func (e *RequestError) Unwrap() error { return e.Err }

// wrong returns a RequestError with a formatted text.
func wrong(format string, args ...any) error {
	return &RequestError{Err: fmt.Errorf(format, args...)}
}

// Emit receives the events of a running request. It is called by one goroutine at a time.
type Emit func(event string, data any)

// Method answers the requests with one method name. T is the receiver of the method, such
// as *API. Params, Answer and Event are the types of its messages.
type Method[T any] struct {
	About          string // what the method does, in a sentence
	Params, Answer reflect.Type
	// type of the data of events "progress"; nil for a method without events
	Event reflect.Type

	// Run decodes the parameters from JSON, runs the method and returns the answer.
	Run func(ctx context.Context, t T, params []byte, emit Emit) (any, error)
}

// NewMethod makes a method without events.
func NewMethod[T, P, R any](about string, f func(T, context.Context, P) (R, error)) Method[T] {
	m := NewStream[struct{}](about, func(t T, ctx context.Context, p P, _ Emit) (R, error) {
		return f(t, ctx, p)
	})
	m.Event = nil
	return m
}

// NewStream makes a method that sends events "progress" with data of type E.
func NewStream[E, T, P, R any](
	about string, f func(T, context.Context, P, Emit) (R, error),
) Method[T] {
	return Method[T]{
		About:  about,
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
func plain[P, R any](about string, f func(*API, P) (R, error)) Method[*API] {
	return NewMethod(about, func(a *API, _ context.Context, p P) (R, error) { return f(a, p) })
}

// methods holds the methods by name.
var methods = map[string]Method[*API]{
	"describe": plain("returns the algorithms, heuristics, presets, settings and limits",
		(*API).Describe),
	"board":   plain("reads a board, and tells whether it can be solved", (*API).Board),
	"shuffle": plain("draws a random board", (*API).Shuffle),
	"estimate": NewMethod("computes the estimates of a heuristic for several boards",
		(*API).Estimate),
	"solve": NewStream[Progress]("solves a board", (*API).Solve),
	"space": plain("lists all boards of a small size by their distance from the goal",
		(*API).Space),
	"watch": NewStream[WatchProgress](
		"solves a board on one thread, and sends the boards that the search reaches",
		(*API).Watch),
}

// Methods returns the methods by name.
func Methods() map[string]Method[*API] { return maps.Clone(methods) }

// Call runs the named method with parameters in JSON and returns its answer.
func (a *API) Call(ctx context.Context, name string, params []byte, emit Emit) (any, error) {
	m, ok := methods[name]
	if !ok {
		return nil, wrong("method %.40q is unknown", name)
	}
	return m.Run(ctx, a, params, emit)
}

// decode decodes parameters from JSON. An unknown key is an error.
func decode(params []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(params))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil && d.More() {
		err = errors.New("more than one value")
	}
	if err == nil {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return wrong("the request has no parameters; expected a JSON object")
	}
	if found, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return wrong("%s: found a JSON %s; expected %s", cmp.Or(found.Field, "parameters"),
			found.Value, forPeople(found.Type))
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		known := strings.Join(keys(reflect.TypeOf(into).Elem()), ", ")
		return wrong("key %s is unknown; expected %s", key, cmp.Or(known, "an empty object"))
	}
	return wrong("parameters: %s; expected a JSON object",
		strings.TrimPrefix(err.Error(), "json: "))
}

// forPeople says what JSON value a Go type needs.
func forPeople(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint64:
		return "a whole number, at least 0"
	case reflect.Slice:
		return "a list"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "a text"
}

// keys returns the keys of a struct in JSON.
func keys(t reflect.Type) []string {
	var found []string
	for _, f := range reflect.VisibleFields(t) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		found = append(found, key)
	}
	return found
}
