package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/store"
	"npuzzle/web/api"
)

// faultAnswer is the JSON answer to a request that failed.
type faultAnswer struct {
	Error string `json:"error" about:"what was wrong and what was expected, in one line"`
}

// statusError is an error with the HTTP status of its answer.
type statusError struct {
	error
	status int
}

func (e *statusError) Unwrap() error { return e.error }

func fault(status int, format string, args ...any) error {
	return &statusError{error: fmt.Errorf(format, args...), status: status}
}

// statusOf returns the HTTP status of the answer for an error.
func statusOf(err error) int {
	if withStatus, ok := errors.AsType[*statusError](err); ok {
		return withStatus.status
	}
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, new(*store.MissingError)):
		return http.StatusNotFound
	case errors.As(err, new(*store.InUseError)):
		return http.StatusServiceUnavailable
	case errors.As(err, new(*api.RequestError)), errors.As(err, new(*config.Error)),
		errors.As(err, new(*bench.ExperimentError)), errors.As(err, new(*bench.MismatchError)):
		return http.StatusBadRequest
	case errors.Is(err, context.Canceled): // the server ends, or the browser is gone
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// fail answers a request with an error.
func (s *Server) fail(w http.ResponseWriter, err error) {
	status := statusOf(err)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	s.mayWrite(w)
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(faultAnswer{Error: oneLine(err)})
}

// oneLine returns the text of an error as one line.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// panicked logs a panic and returns the error with which the request is answered.
func (s *Server) panicked(where string, value any) error {
	s.Log.Error("a request failed", "request", where, "panic", value, "stack",
		string(debug.Stack()))
	return fault(http.StatusInternalServerError, "internal error: %v", value)
}

// call answers "POST /api/v1/NAME", and GET for methods without parameters.
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	called, ok := s.routes[name]
	switch {
	case !ok:
		s.fail(w, fault(http.StatusNotFound, "method %.40q is unknown; see %sapi/v1/openapi.yaml",
			name, s.base))
		return
	case !called.allows(r.Method):
		w.Header().Set("Allow", "POST")
		s.fail(w, fault(http.StatusMethodNotAllowed, "%s of %s; expected POST", r.Method, name))
		return
	}
	params := []byte("{}")
	if r.Method == http.MethodPost {
		body, err := s.body(w, r)
		if err != nil {
			s.fail(w, err)
			return
		}
		params = body
	}
	if wantsEvents(r) {
		s.stream(w, r, called, params)
		return
	}
	value, err := s.answer(r, called, params, func(string, any) {})
	if err != nil {
		s.fail(w, err)
		return
	}
	text, err := json.Marshal(value)
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.write(w, r, "application/json", append(text, '\n'))
}

// allows reports whether a request with an HTTP method may call the method of a route.
func (called route) allows(method string) bool {
	switch method {
	case http.MethodPost:
		return true
	case http.MethodGet, http.MethodHead:
		return called.readable()
	}
	return false
}

// queuePlace is the event "queue", which a search that waits sends when its place changes.
type queuePlace struct {
	Place int `json:"place" about:"1 for the next search"`
}

// answer runs a method when it is its turn. Small searches do not wait for large ones. A search
// whose size is not known is tried first within the limits of a small one.
func (s *Server) answer(r *http.Request, called route, params []byte, emit api.Emit) (any, error) {
	name := r.PathValue("name")
	switch {
	case name != "session" && s.ending.Load():
		return nil, errFarewell
	case forHosts[name] && s.roleOf(r) != host:
		return nil, fault(http.StatusForbidden, "only the host of the class can do this")
	}
	waits := func(place int) { emit("queue", queuePlace{Place: place}) }
	asking := caller{
		client: client(r),
		named:  r.Header.Get(clientHeader) != "",
		here:   s.isHere(r),
		waits:  waits,
	}
	if s.Class != nil {
		asking.guest = s.roleOf(r) == guest
		asking.hosts = !asking.guest
	}
	if asking.named {
		s.clients.see(asking.client, sighting{when: s.classRaces.now(), guest: asking.guest})
	}
	run := called.run
	if asking.guest && called.guest != nil {
		run = called.guest
	}
	about := aboutSearch(name, params, asking)
	in := func(q *queue, run runner) (any, error) {
		ctx, release, err := q.take(r.Context(), about, waits)
		if err != nil {
			return nil, err
		}
		defer release()
		answer, err := run(ctx, params, emit)
		if ended := context.Cause(ctx); ended == errEnded {
			return nil, fault(http.StatusServiceUnavailable, "%w", ended)
		}
		if s.ending.Load() {
			return nil, errFarewell
		}
		return answer, err
	}
	switch {
	case called.work == noWork:
		return run(context.WithValue(r.Context(), callerKey{}, asking), params, emit)
	case called.work == smallWork || api.Small(params, smallTurn):
		return in(s.smallQueue, called.small)
	case about.race != "": // a lane that is tried first would not start with the others
		return in(s.largeQueue, run)
	}
	found := false
	try := func(ctx context.Context, params []byte, _ api.Emit) (any, error) {
		answer, done, err := s.small.Try(ctx, params)
		found = done
		return answer, err
	}
	answer, err := in(s.smallQueue, try)
	if found || err != nil {
		return answer, err
	}
	return in(s.largeQueue, run)
}

// clientHeader names the client that sends a request. Each browser chooses a name for itself.
const clientHeader = "Npuzzle-Client"

// addressOf returns the network address that a request comes from, without the port.
func addressOf(r *http.Request) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return host
}

// client returns the name of the client that sent a request. Without a name, it is the address.
func client(r *http.Request) string {
	if name := r.Header.Get(clientHeader); name != "" {
		return name
	}
	return "at " + addressOf(r)
}

// caller describes the request that a method answers.
type caller struct {
	client string
	named  bool            // whether the client has a name of its own, and not that of its address
	here   bool            // see Server.isHere
	guest  bool            // whether the client is a guest of the class
	hosts  bool            // whether the client is the host of the class
	waits  func(place int) // tells the client its place in a queue
}

// callerKey is the key of the caller in the context of a method that takes no slot of a queue.
type callerKey struct{}

// callerOf returns the caller in a context. Without one, the program itself calls the method.
func callerOf(ctx context.Context) caller {
	if c, ok := ctx.Value(callerKey{}).(caller); ok {
		return c
	}
	return caller{here: true, waits: func(int) {}}
}

// isHere reports whether a request comes from a program on this machine that is no page. Behind a
// proxy no request counts as one, because the proxy can run on this machine and send the requests
// of all.
func (s *Server) isHere(r *http.Request) bool {
	isLocal := net.ParseIP(addressOf(r)).IsLoopback()
	return s.Public == nil && r.Header.Get(clientHeader) == "" && isLocal
}

// body reads the body of a request within the limits of size and time.
func (s *Server) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	// The server removes the deadline at the end of the body.
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.readTime))
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil && statusOf(err) == http.StatusInternalServerError {
		err = &statusError{error: err, status: http.StatusBadRequest}
	}
	return text, err
}

// leastCompressed is the minimum size in bytes of a compressed answer. A smaller answer fits into
// one packet.
const leastCompressed = 1400

// write writes an answer. It compresses the answer if that pays and the request accepts gzip.
func (s *Server) write(w http.ResponseWriter, r *http.Request, contentType string, text []byte) {
	h := w.Header()
	h.Set("Vary", "Accept, Accept-Encoding")
	gzipped, err := usesGzip(r, len(text) >= leastCompressed)
	if err != nil {
		s.fail(w, err)
		return
	}
	h.Set("Content-Type", contentType)
	if gzipped {
		h.Set("Content-Encoding", "gzip")
		text = compressed(text)
	}
	s.mayWrite(w)
	w.Write(text)
}

// mayWrite sets the deadline for writing to the time writeTime from now. If the browser does not
// read the answer until then, the connection is closed.
func (s *Server) mayWrite(w http.ResponseWriter) {
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.writeTime))
}

// compressed returns a text as gzip.
func compressed(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close() // writing to a Buffer never fails
	return b.Bytes()
}
