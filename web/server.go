package web

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"npuzzle/bench/cluster"
	"npuzzle/bench/lab"
	"npuzzle/docs/studies"
	"npuzzle/search"
	"npuzzle/solvers"
	"npuzzle/web/api"
)

// Options are the parameters of a server. A limit of 0 means no limit, unless stated otherwise.
type Options struct {
	Files fs.FS // files of the page

	// InBrowser lets pages solve in the browser where they can, if Files has the solvers as
	// WebAssembly.
	InBrowser bool

	Library *solvers.Library // finds the tables of pattern databases; nil for none

	// Lab runs the experiments that the page starts. The server replaces its Store, Jobs, Bytes
	// and observers.
	Lab   lab.Lab
	Store string // name of the file of the store; the file need not exist

	// StoreFlag has the words that name the store in the commands that the page shows. It is empty
	// if commands use the store without them.
	StoreFlag []string

	// Workers returns the workers on other machines. It is nil if the experiments run in this
	// process.
	Workers func() cluster.Status

	Names []string // names of this machine that browsers may use, besides localhost
	Token string   // token that each request must have; "" for none
	Class *Class   // guests who have a token of their own; nil for none

	// Public is the address of the page behind a reverse proxy, from ParsePublicURL. It is nil if
	// there is no proxy.
	Public *url.URL

	// Address is the address of the page for other machines, with the token unless guests have a
	// code. It is "" if they cannot reach it.
	Address string

	Jobs      int           // maximum number of large searches that run at the same time; 0: one for each core
	Memory    uint64        // memory limit of all searches together, in bytes
	TimeLimit time.Duration // time limit of each search
	Log       *slog.Logger  // receives the faults of the server itself; nil for none
}

// Limits of a request.
const (
	maxCells = 64      // cells of a board
	maxBody  = 1 << 18 // bytes of the body
	maxHead  = 1 << 16 // bytes of the headers
)

// Limits of small searches, which do not wait for large ones.
const (
	smallJobs = 8 // maximum number of small searches that run at the same time
	// maximum memory of each, in bytes; all together have at most a quarter of the memory
	smallMemory = 16 << 20
)

// Limits of time.
const (
	largeTurn = 30 * time.Second // see queue.turn
	smallTurn = 5 * time.Second

	usualReadTime  = 10 * time.Second // see Server.readTime
	usualWriteTime = 20 * time.Second // see Server.writeTime

	idleTime = 2 * time.Minute // maximum time between two requests of a connection
	endTime  = 2 * time.Second // time that running requests have to end when the server ends
)

// Server answers the requests of browsers. New makes a Server.
type Server struct {
	Options
	api     *api.API         // for large searches and everything else
	small   *api.API         // for small searches
	routes  map[string]route // by name of the method
	mux     *http.ServeMux
	base    string // path of the page for browsers, which begins and ends with a slash
	running runs
	tried   tried
	headers map[string]string // headers of every answer

	classRaces classRaces
	guesses    guesses // of codes
	clients    clients
	ending     atomic.Bool // whether the server of a class ends

	largeQueue, smallQueue *queue

	readTime  time.Duration // time that a browser has to send a request
	writeTime time.Duration // time that a browser has to read a piece of an answer
	beat      time.Duration // see usualBeat

	reading  sync.Mutex   // held by the request that reads the store
	requests sync.RWMutex // read-locked by each running request
}

// route is the method that answers "POST /api/v1/NAME".
type route struct {
	about                 string       // what the method does, in a sentence
	params, answer, event reflect.Type // event is nil if the method sends no events
	work                  work         // how much the method can take
	run                   runner
	small                 runner // runs the method within the limits of small searches
	guest                 runner // runs the method within the limits of a guest; nil for no other limits
}

// runner runs a method.
type runner = func(ctx context.Context, params []byte, emit api.Emit) (any, error)

// work is the amount of work that a method can take.
type work int

const (
	noWork    work = iota // answered at once
	smallWork             // waits for small searches only
	anyWork               // depends on the parameters
)

// works maps the methods of package api to their work. Other methods take none.
var works = map[string]work{
	"estimate": smallWork, "space": smallWork, "solve": anyWork, "watch": anyWork,
}

// New returns a server. It reads the files of the page into memory.
func New(o Options) (*Server, error) {
	if err := search.CheckWorkers("jobs", o.Jobs); err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	o.Jobs = search.Workers(o.Jobs)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		Options: o, routes: map[string]route{}, mux: http.NewServeMux(),
		largeQueue: newQueue(o.Jobs, largeTurn), smallQueue: newQueue(smallJobs, smallTurn),
		readTime: usualReadTime, writeTime: usualWriteTime, beat: usualBeat, base: "/",
	}
	if o.Public != nil {
		s.base = o.Public.Path
	}
	s.largeQueue.large = true
	s.running.queue = newQueue(1, largeTurn)
	small := min(smallMemory, o.Memory/4/smallJobs)
	s.api = &api.API{
		MaxCells:  maxCells,
		MaxTime:   o.TimeLimit,
		MaxMemory: (o.Memory - smallJobs*small) / uint64(o.Jobs),
		MaxThread: runtime.GOMAXPROCS(0),
	}
	if o.Library != nil {
		s.api.Library = o.Library
	}
	s.small = new(*s.api)
	s.small.MaxMemory = small
	s.small.MaxThread = 1
	forGuests := *s.api
	forGuests.MaxTime = atMost(s.api.MaxTime, guestTime)
	forGuests.MaxMemory = atMost(s.api.MaxMemory, guestMemory)
	forGuests.MaxThread = 1
	for name, m := range api.Methods() {
		to := routeOf(s.api, m)
		to.work = works[name]
		to.small = routeOf(s.small, m).run
		to.guest = routeOf(&forGuests, m).run
		s.routes[name] = to
	}
	s.classRaces.now = time.Now
	if o.Class != nil {
		s.classRaces.races = o.Class.races
		s.keepClass()
	}
	for name, m := range racing {
		s.routes[name] = routeOf(s, m)
	}
	for name, m := range teaching {
		s.routes[name] = routeOf(s, m)
	}
	for name, m := range browsing {
		s.routes[name] = routeOf(s, m)
	}
	for name, m := range configuring {
		s.routes[name] = routeOf(s, m)
	}
	page, err := newAssets(o.Files)
	if err != nil {
		return nil, err
	}
	if err := page.add(studies.Files(), "/studies/"); err != nil {
		return nil, err
	}
	s.headers = headers
	if o.InBrowser && page["/"+solversFolder+"/npuzzle.bin"] != nil {
		page.solveInBrowser()
		s.headers = maps.Clone(headers)
		s.headers[policy] = strings.Replace(headers[policy], "script-src",
			"script-src 'wasm-unsafe-eval'", 1)
	}
	description, err := openAPI(s.routes, o.Public)
	if err != nil {
		return nil, err
	}
	s.mux.HandleFunc(s.base+"api/v1/{name}", s.call)
	s.mux.HandleFunc("GET "+s.base+"api/v1/openapi.yaml",
		newAsset("openapi.yaml", description).serve)
	s.mux.HandleFunc("GET "+s.base+"api/v1/report", s.report)
	s.mux.Handle(s.base, http.StripPrefix(strings.TrimSuffix(s.base, "/"), page))
	return s, nil
}

// atMost returns a limit that is at most bound. A limit of 0 means no limit.
func atMost[T time.Duration | uint64](limit, bound T) T {
	if limit == 0 {
		return bound
	}
	return min(limit, bound)
}

// routeOf makes the route for a method of t.
func routeOf[T any](t T, m api.Method[T]) route {
	run := func(ctx context.Context, params []byte, emit api.Emit) (any, error) {
		return m.Run(ctx, t, params, emit)
	}
	return route{about: m.About, params: m.Params, answer: m.Answer, event: m.Event, run: run}
}

// readable reports whether the method has no parameters, so that GET may call it.
func (r route) readable() bool { return r.params.NumField() == 0 }

// ServeHTTP answers a request. It refuses requests from foreign pages and requests without the
// token (see admit). A panic ends only its request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.RLock()
	defer s.requests.RUnlock()
	defer func() {
		if fault := recover(); fault != nil {
			s.fail(w, s.panicked(r.URL.Path, fault))
		}
	}()
	for name, value := range s.headers {
		w.Header().Set(name, value)
	}
	s.mayWrite(w)
	r = s.asSeen(r)
	if s.admit(w, r) {
		s.mux.ServeHTTP(w, r)
	}
}

// asSeen returns the request with the path that the browser asked for. It adds the path of the
// page if a proxy has removed it.
func (s *Server) asSeen(r *http.Request) *http.Request {
	if s.base == "/" || strings.HasPrefix(r.URL.Path+"/", s.base) {
		return r
	}
	address := *r.URL
	address.Path = s.base + strings.TrimPrefix(r.URL.Path, "/")
	if r.URL.RawPath != "" {
		address.RawPath = s.base + strings.TrimPrefix(r.URL.RawPath, "/")
	}
	seen := r.WithContext(r.Context())
	seen.URL = &address
	return seen
}

// Serve answers the requests to a listener until the context ends. Then it cancels running
// searches and experiments, waits a short time for them to end, and returns nil. The guests of a
// class are told that the server ends.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := http.Server{
		Handler: s, BaseContext: func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: s.readTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
	}
	if s.Class != nil {
		// Answers to the pages must not wait until a search yields its processor, which takes up to
		// 10 ms at each step.
		processors := runtime.GOMAXPROCS(0)
		runtime.GOMAXPROCS(processors + s.Jobs + 2)
		defer runtime.GOMAXPROCS(processors)
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.sayFarewell()
	l.Close()
	s.running.end()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.requests.Lock()
		defer s.requests.Unlock()
	}()
	select {
	case <-ended:
	case <-time.After(endTime):
	}
	// Now only idle connections and connections that are still sending answers are left.
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime/20)
	defer cancel()
	if server.Shutdown(last) != nil {
		server.Close()
	}
	s.forgetClass()
	return nil
}
