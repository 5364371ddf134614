package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	mathrand "math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"npuzzle/puzzle"
	"npuzzle/web/api"
)

// Class is a class of guests. They get in by a code, which is shorter than the token of the host.
// Guests cannot start experiments or class races, and their searches are short.
type Class struct {
	Code  string // that guests enter
	Token string // of the guests, which their browsers keep in the cookie
	Host  string // token of the host, for Options.Token

	file   string       // in which the class is kept; "" for none
	lock   *flock.Flock // says to other servers that the file has an owner
	saving sync.Mutex   // held while the file is written
	races  []*classRace
}

// newClass makes a class with a code and tokens of its own.
func newClass(file string) *Class {
	return &Class{Code: randomCode(), Token: rand.Text(), Host: rand.Text(), file: file}
}

// Limits of a guest.
const (
	guestTime   = 10 * time.Second // of a search
	guestMemory = 32 << 20         // of a search, in bytes
)

const (
	// present is the time after its last request for which a client counts as connected. Pages that
	// are seen send a request each second.
	present = 4 * time.Second

	maxClients = 1000 // that are remembered

	many = 5 // clients, for which short searches are better than long ones
)

// role says what a client may do.
type role int

const (
	stranger role = iota // nothing
	guest                // everything but what is for hosts
	host                 // everything
)

// forHosts are the methods that guests of a class may not call.
var forHosts = map[string]bool{"class": true, "end-search": true, "open-race": true, "start": true,
	"stop": true}

// teaching holds the methods of a class, by name.
var teaching = map[string]api.Method[*Server]{
	"session": api.NewMethod("tells what the client is, and that the server is there",
		(*Server).session),
	"class":      api.NewMethod("lists who is connected and which searches run", (*Server).showClass),
	"end-search": api.NewMethod("ends a search that waits or runs", (*Server).endSearch),
}

// sessionState says what a client is.
type sessionState struct {
	Class  bool   `json:"class,omitempty" about:"whether the server serves a class"`
	Guest  bool   `json:"guest,omitempty" about:"whether the client is a guest of the class"`
	Race   string `json:"race,omitempty" about:"code of the class race, if the host has opened one"`
	Shared bool   `json:"shared,omitempty" about:"whether many clients are connected, so that searches should be short"`
	Ended  bool   `json:"ended,omitempty" about:"whether the host has ended the server, which answers nothing else now"`

	Running string `json:"running,omitempty" about:"name of the running experiment"`
	Begun   int    `json:"begun,omitempty" about:"number of experiments that the server has started"`
}

// classState is what the host of a class sees.
type classState struct {
	Address    string        `json:"address" about:"of the page, for guests; empty if other machines cannot reach it"`
	Code       string        `json:"code" about:"that guests enter"`
	Picture    string        `json:"picture,omitempty" about:"the address with the code as a QR code, an SVG picture"`
	Race       string        `json:"race,omitempty" about:"code of the class race, if one is open"`
	Guests     []guestState  `json:"guests" about:"the guests that are connected, named ones first"`
	Searches   []searchState `json:"searches" about:"large searches that run or wait, in this order"`
	Experiment *runState     `json:"experiment,omitempty" about:"the experiment that runs"`
}

// guestState is a guest that is connected.
type guestState struct {
	Name string `json:"name,omitempty" about:"in the class race; empty for one that has not joined"`
}

// searchState is a search that waits or runs.
type searchState struct {
	ID        int     `json:"id" about:"for end-search"`
	Client    string  `json:"client" about:"name in the class race, or empty"`
	Host      bool    `json:"host" about:"whether the host asked for it"`
	Method    string  `json:"method" about:"such as solve"`
	Size      string  `json:"size" about:"of the board, such as 4x4"`
	Algorithm string  `json:"algorithm" about:"empty for the best one for the size"`
	Waiting   bool    `json:"waiting" about:"whether it waits for a slot"`
	Seconds   float64 `json:"seconds" about:"time since it began to run or to wait"`

	race  string // see api.SolveRequest
	lanes int
}

// searchRequest names a search.
type searchRequest struct {
	ID int `json:"id" about:"from the method class"`
}

// farewell is the time for which the server of a class tells the pages that it ends. Pages ask each
// second.
const farewell = 1500 * time.Millisecond

// errFarewell is the answer to every request while the server of a class ends.
var errFarewell = fault(http.StatusServiceUnavailable, "the host has ended the server")

// sayFarewell tells the guests who are connected that the server ends. It returns at once if there
// are none.
func (s *Server) sayFarewell() {
	if s.Class == nil || len(s.clients.guests(s.classRaces.now())) == 0 {
		return
	}
	s.ending.Store(true)
	<-time.After(farewell)
}

// errEnded is the reason why a search ends that the host of the class has ended.
var errEnded = errors.New("the host of the class has ended this search")

// clients remembers when clients were seen last.
type clients struct {
	lock sync.Mutex
	seen map[string]sighting
}

// sighting is the last request of a client.
type sighting struct {
	when  time.Time
	guest bool
}

// see remembers a request of a client.
func (c *clients) see(client string, seen sighting) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.seen == nil {
		c.seen = map[string]sighting{}
	}
	if _, known := c.seen[client]; !known && len(c.seen) >= maxClients {
		c.forget(seen.when)
	}
	if len(c.seen) < maxClients {
		c.seen[client] = seen
	}
}

// forget removes the clients that are not connected.
func (c *clients) forget(now time.Time) {
	for client, last := range c.seen {
		if now.Sub(last.when) > present {
			delete(c.seen, client)
		}
	}
}

// isPresent reports whether a client is connected.
func (c *clients) isPresent(client string, now time.Time) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	last, known := c.seen[client]
	return known && now.Sub(last.when) <= present
}

// count returns the number of clients that are connected.
func (c *clients) count(now time.Time) int {
	c.lock.Lock()
	defer c.lock.Unlock()
	n := 0
	for _, last := range c.seen {
		if now.Sub(last.when) <= present {
			n++
		}
	}
	return n
}

// guests returns the guests that are connected, sorted.
func (c *clients) guests(now time.Time) []string {
	c.lock.Lock()
	defer c.lock.Unlock()
	var names []string
	for client, last := range c.seen {
		if last.guest && now.Sub(last.when) <= present {
			names = append(names, client)
		}
	}
	slices.Sort(names)
	return names
}

// session answers at once, so that pages learn whether the server is there.
func (s *Server) session(ctx context.Context, _ struct{}) (sessionState, error) {
	state := sessionState{
		Shared:  s.clients.count(s.classRaces.now()) >= many,
		Running: s.running.name(),
	}
	state.Begun, _ = s.running.count()
	if s.Class == nil {
		return state, nil
	}
	state.Class = true
	state.Guest = callerOf(ctx).guest
	state.Ended = s.ending.Load()
	if s.classRaces.has(s.Class.Code) {
		state.Race = s.Class.Code
	}
	return state, nil
}

// showClass lists what goes on.
func (s *Server) showClass(_ context.Context, _ struct{}) (classState, error) {
	if s.Class == nil {
		return classState{}, fault(http.StatusBadRequest,
			"there is no class; start the server with npuzzle serve --class")
	}
	names := s.classRaces.names()
	state := classState{
		Code:     s.Class.Code,
		Guests:   []guestState{},
		Searches: []searchState{},
	}
	for _, client := range s.clients.guests(s.classRaces.now()) {
		state.Guests = append(state.Guests, guestState{Name: names[client]})
	}
	slices.SortStableFunc(state.Guests, func(a, b guestState) int {
		if (a.Name == "") != (b.Name == "") {
			return -cmp.Compare(a.Name, b.Name) // who has no name comes last
		}
		return cmp.Compare(a.Name, b.Name)
	})
	for _, search := range s.largeQueue.list() {
		search.Client = names[search.Client]
		state.Searches = append(state.Searches, search)
	}
	if s.classRaces.has(s.Class.Code) {
		state.Race = s.Class.Code
	}
	if run := s.running.now(); run != nil {
		running := run.get()
		state.Experiment = &running
	}
	if s.Address == "" {
		return state, nil
	}
	state.Address = s.Address
	code, err := qrCode(s.guestLink())
	state.Picture = code
	return state, err
}

// guestLink returns the address that lets a guest in, and leads to the class race once it is open.
func (s *Server) guestLink() string { return s.Address + "?" + codeKey + "=" + s.Class.Code }

// endSearch ends a search, and lists what goes on then.
func (s *Server) endSearch(ctx context.Context, r searchRequest) (classState, error) {
	if !s.largeQueue.end(r.ID, errEnded) {
		return classState{}, fault(http.StatusNotFound, "search %d has ended already", r.ID)
	}
	return s.showClass(ctx, struct{}{})
}

// aboutSearch describes a search by its method and its parameters.
func aboutSearch(method string, params []byte, asking caller) searchState {
	var r struct {
		Board     string `json:"board"`
		Algorithm string `json:"algorithm"`
		Race      string `json:"race"`
		Lanes     int    `json:"lanes"`
	}
	about := searchState{Client: asking.client, Host: !asking.guest, Method: method}
	if err := json.Unmarshal(params, &r); err != nil {
		return about // a wrong request, which ends at once
	}
	about.Algorithm = r.Algorithm
	if r.Race != "" && r.Lanes > 1 {
		about.race = asking.client + "/" + r.Race
		about.lanes = r.Lanes
	}
	if board, err := puzzle.Parse(r.Board, puzzle.Size{}); err == nil {
		about.Size = board.Size().String()
	}
	return about
}

// The letters of the codes have no vowel, so that a code is no word.
const (
	codeLetters = "bcdfghjkmnpqrstvwxz"
	codeLength  = 4
)

// randomCode draws a code.
func randomCode() string {
	var code strings.Builder
	for range codeLength {
		code.WriteByte(codeLetters[mathrand.IntN(len(codeLetters))])
	}
	return code.String()
}
