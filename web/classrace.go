package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"rsc.io/qr"

	"npuzzle/puzzle"
	"npuzzle/web/api"
)

// In a class race, people solve one board, each in their own browser. The host of the race starts
// it for all. The server keeps the races in memory, and measures the times. A client hosts one race
// at a time, so that opening a race again leads back to it. The limits bound the memory: a race that
// nobody has looked at for an hour makes room for a new one.
const (
	maxRaces  = 100
	maxRacers = 200

	idle = time.Hour // time after which a race that nobody looks at may be dropped

	countdown = 3 * time.Second // time from the start by the host to the first move
)

// racing holds the methods of class races, by name.
var racing = map[string]api.Method[*Server]{
	"open-race": api.NewMethod("opens a class race, in which people solve one board",
		keeping((*Server).openRace)),
	"show-race": api.NewMethod("returns the board and the leaderboard of a class race",
		(*Server).showRace),
	"join-race": api.NewMethod("enters a name in a class race", keeping((*Server).joinRace)),
	"dismiss-racer": api.NewMethod("removes a name from a class race",
		keeping((*Server).dismissRacer)),
	"start-race": api.NewMethod("starts a class race for all", keeping((*Server).startRace)),
	"reset-race": api.NewMethod("gives a class race another board and keeps its racers",
		keeping((*Server).resetRace)),
	"finish-race": api.NewMethod("stops the clock, if the moves solve the board",
		keeping((*Server).finishRace)),
}

// classRaces holds the races, the oldest first.
type classRaces struct {
	lock  sync.Mutex
	now   func() time.Time
	races []*classRace
}

// classRace is a board and the people who solve it.
type classRace struct {
	code        string    // of four letters, which people type
	key         string    // of the host
	client      string    // that opened the race
	seen        time.Time // when somebody looked at it last
	start, goal puzzle.Board
	round       int       // number of boards so far
	begins      time.Time // zero until the host starts the race
	racers      []*racer  // in the order in which they joined
}

// racer is a person in a class race.
type racer struct {
	key    string // with which the person sends the moves
	name   string
	client string    // that joined under this name
	place  racePlace // without seconds until the board is solved
}

// openRequest opens a class race.
type openRequest struct {
	Board string `json:"board" about:"a board that can be solved, in any text form"`
	Goal  string `json:"goal,omitempty" about:"a name or a board; blank-last if missing"`
}

// showRequest asks for a class race.
type showRequest struct {
	Race  string `json:"race" about:"code of the race"`
	Known string `json:"known,omitempty" about:"version from the last answer"`
	Link  bool   `json:"link,omitempty" about:"whether to answer with the link and its QR code, too"`
	Key   string `json:"key,omitempty" about:"key from open-race, to see who is connected"`
}

// startRaceRequest starts a class race.
type startRaceRequest struct {
	Race string `json:"race" about:"code of the race"`
	Key  string `json:"key" about:"key from open-race"`
}

// resetRequest gives a class race another board.
type resetRequest struct {
	Race  string `json:"race" about:"code of the race"`
	Key   string `json:"key" about:"key from open-race"`
	Board string `json:"board" about:"a board that can be solved, in any text form"`
	Goal  string `json:"goal,omitempty" about:"a name or a board; blank-last if missing"`
}

// dismissRequest removes a name from a class race.
type dismissRequest struct {
	Race string `json:"race" about:"code of the race"`
	Key  string `json:"key" about:"key from open-race"`
	Name string `json:"name" about:"a name of the race"`
}

// joinRequest enters a name in a class race.
type joinRequest struct {
	Race string `json:"race" about:"code of the race"`
	Name string `json:"name" about:"name for the leaderboard, at most 30 letters"`
}

// finishRequest says how a person solved the board.
type finishRequest struct {
	Race  string `json:"race" about:"code of the race"`
	Key   string `json:"key" about:"key from join-race"`
	Moves string `json:"moves" about:"moves of the blank, such as U L D R"`
}

// joinAnswer is the answer of join-race.
type joinAnswer struct {
	Key string `json:"key" about:"needed for finish-race"`
}

// raceState is a class race with its leaderboard.
type raceState struct {
	Race    string      `json:"race" about:"code of the race"`
	Key     string      `json:"key,omitempty" about:"from open-race: the key of the host"`
	Round   int         `json:"round" about:"number of the board; reset-race adds 1"`
	Size    string      `json:"size" about:"size of the board, such as 3x3"`
	Started bool        `json:"started" about:"whether the host has started the race"`
	Seconds float64     `json:"seconds" about:"time since the first move was allowed; negative in the countdown"`
	Board   *api.Board  `json:"board,omitempty" about:"hidden until the countdown ends"`
	Places  []racePlace `json:"places" about:"who has solved the board, the fastest first"`
	Playing []string    `json:"playing" about:"names of those who have not solved the board yet"`
	Away    []string    `json:"away,omitempty" about:"for the host: names whose pages are not connected"`
	Version string      `json:"version,omitempty" about:"from show-race: changes with all of this but the seconds"`
	Same    bool        `json:"same,omitempty" about:"whether the version is the known one; names are left out"`
	Link    string      `json:"link,omitempty" about:"address of the race for other machines, if they reach the server"`
	Code    string      `json:"code,omitempty" about:"the link as a QR code, an SVG picture"`
}

// racePlace is a place on a leaderboard.
type racePlace struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds" about:"time from the start of the race to the solved board"`
	Moves   int     `json:"moves" about:"number of moves"`
}

// openRace opens a race. If the client hosts a race already, openRace returns that race. A class has
// one race, and openRace returns it to every browser of the host: to a browser, the printed
// addresses are different sites, so one browser can be several clients.
func (s *Server) openRace(ctx context.Context, r openRequest) (raceState, error) {
	start, goal, err := s.raceBoard(r.Board, r.Goal)
	if err != nil {
		return raceState{}, err
	}
	c := &s.classRaces
	c.lock.Lock()
	defer c.lock.Unlock()
	host := callerOf(ctx)
	var race *classRace
	if s.Class != nil { // guests may not open a race, so this client is the host
		race = c.withCode(s.Class.Code)
	} else {
		race = c.hostedBy(host)
	}
	if race == nil {
		if err := c.makeRoom(); err != nil {
			return raceState{}, err
		}
		race = &classRace{code: c.newCode(s.Class), key: rand.Text(), client: host.client}
		race.deal(start, goal)
		c.races = append(c.races, race)
	}
	race.seen = c.now()
	state, err := s.stateOf(race)
	if err != nil {
		return raceState{}, err
	}
	state.Key = race.key
	return s.withLink(state)
}

// hostedBy returns the race that a client hosts, or nil. A client without a name of its own hosts
// none, because other clients can have its address.
func (c *classRaces) hostedBy(host caller) *classRace {
	if !host.named {
		return nil
	}
	return c.first(func(race *classRace) bool { return race.client == host.client })
}

// withCode returns the race that has a code, or nil.
func (c *classRaces) withCode(code string) *classRace {
	return c.first(func(race *classRace) bool { return strings.EqualFold(race.code, code) })
}

// first returns the oldest race of a kind, or nil.
func (c *classRaces) first(ofKind func(*classRace) bool) *classRace {
	i := slices.IndexFunc(c.races, ofKind)
	if i < 0 {
		return nil
	}
	return c.races[i]
}

// makeRoom drops a race that nobody looks at, if there are too many races.
func (c *classRaces) makeRoom() error {
	if len(c.races) < maxRaces {
		return nil
	}
	i := slices.IndexFunc(c.races, func(race *classRace) bool { return c.now().Sub(race.seen) > idle })
	if i < 0 {
		return fault(http.StatusServiceUnavailable, "%d class races are open; try again later", maxRaces)
	}
	c.races = slices.Delete(c.races, i, i+1)
	return nil
}

// has reports whether a race has a code.
func (c *classRaces) has(code string) bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.withCode(code) != nil
}

// names returns the names of the clients that have joined a race.
func (c *classRaces) names() map[string]string {
	c.lock.Lock()
	defer c.lock.Unlock()
	names := map[string]string{}
	for _, race := range c.races {
		for _, racer := range race.racers {
			names[racer.client] = racer.name
		}
	}
	return names
}

// newCode returns a code that no race has. The race of a class has the code of the class.
func (c *classRaces) newCode(class *Class) string {
	if class != nil && c.withCode(class.Code) == nil {
		return class.Code
	}
	code := randomCode()
	for c.withCode(code) != nil {
		code = randomCode()
	}
	return code
}

// raceBoard reads a board that can be solved, and its goal.
func (s *Server) raceBoard(board, goal string) (start, target puzzle.Board, err error) {
	info, err := s.api.Board(api.BoardRequest{Text: board, Goal: goal})
	if err != nil {
		return start, target, err
	}
	if !info.Solvable {
		return start, target, fault(http.StatusBadRequest,
			"the board cannot be solved; expected one that can")
	}
	return info.Board, info.Goal, nil
}

// deal gives the race a board. The racers wait for the start again.
func (race *classRace) deal(start, goal puzzle.Board) {
	race.start = start
	race.goal = goal
	race.round++
	race.begins = time.Time{}
	for _, racer := range race.racers {
		racer.place = racePlace{}
	}
}

func (s *Server) startRace(_ context.Context, r startRaceRequest) (raceState, error) {
	return hosting(&s.classRaces, r.Race, r.Key, func(race *classRace) (raceState, error) {
		if race.begins.IsZero() {
			race.begins = s.classRaces.now().Add(countdown)
		}
		return s.stateOf(race)
	})
}

func (s *Server) resetRace(_ context.Context, r resetRequest) (raceState, error) {
	start, goal, err := s.raceBoard(r.Board, r.Goal)
	if err != nil {
		return raceState{}, err
	}
	return hosting(&s.classRaces, r.Race, r.Key, func(race *classRace) (raceState, error) {
		race.deal(start, goal)
		return s.stateOf(race)
	})
}

func (s *Server) showRace(_ context.Context, r showRequest) (raceState, error) {
	return inRace(&s.classRaces, r.Race, func(race *classRace) (raceState, error) {
		state, err := s.stateOf(race)
		if err != nil {
			return state, err
		}
		if r.Key == race.key {
			state.Away = s.awayFrom(race)
		}
		state.Version, err = versionOf(state)
		if err != nil {
			return state, err
		}
		if state.Version == r.Known {
			state = withoutNames(state)
		}
		if !r.Link {
			return state, nil
		}
		return s.withLink(state)
	})
}

// versionOf returns a short text that changes whenever anything but the clock changes in a race. A
// page that sends the text back gets a short answer until then: in a class of sixty, the names alone
// take a kilobyte, and each page asks each second.
func versionOf(state raceState) (string, error) {
	state.Seconds = 0
	text, err := json.Marshal(state)
	if err != nil {
		return "", err
	}
	hash := fnv.New64a()
	hash.Write(text)
	return strconv.FormatUint(hash.Sum64(), 36), nil
}

// withoutNames returns a race for a page that knows its board, its places and its names already.
func withoutNames(state raceState) raceState {
	state.Same = true
	state.Board = nil
	state.Places = []racePlace{}
	state.Playing = []string{}
	state.Away = nil
	return state
}

// awayFrom returns the names in a race whose pages are not connected.
func (s *Server) awayFrom(race *classRace) []string {
	var away []string
	for _, racer := range race.racers {
		if !s.clients.isPresent(racer.client, s.classRaces.now()) {
			away = append(away, racer.name)
		}
	}
	return away
}

// dismissRacer removes a name from a race. The person can join again, under this name or another.
func (s *Server) dismissRacer(_ context.Context, r dismissRequest) (raceState, error) {
	return hosting(&s.classRaces, r.Race, r.Key, func(race *classRace) (raceState, error) {
		i := slices.IndexFunc(race.racers, func(other *racer) bool { return other.name == r.Name })
		if i < 0 {
			return raceState{}, fault(http.StatusBadRequest, "nobody in race %s has the name %s",
				race.code, r.Name)
		}
		race.racers = slices.Delete(race.racers, i, i+1)
		return s.stateOf(race)
	})
}

func (s *Server) joinRace(ctx context.Context, r joinRequest) (joinAnswer, error) {
	client := callerOf(ctx).client
	return inRace(&s.classRaces, r.Race, func(race *classRace) (joinAnswer, error) {
		name, err := racerName(r.Name)
		if err != nil {
			return joinAnswer{}, err
		}
		for _, other := range race.racers {
			if sameName(other.name, name) {
				return joinAnswer{}, fault(http.StatusBadRequest,
					"the name %s is taken; choose another one", other.name)
			}
		}
		if len(race.racers) == maxRacers {
			return joinAnswer{},
				fault(http.StatusBadRequest, "the race is full: it has %d names", maxRacers)
		}
		joined := &racer{key: rand.Text(), name: name, client: client}
		race.racers = append(race.racers, joined)
		return joinAnswer{Key: joined.key}, nil
	})
}

func (s *Server) finishRace(_ context.Context, r finishRequest) (raceState, error) {
	return inRace(&s.classRaces, r.Race, func(race *classRace) (raceState, error) {
		i := slices.IndexFunc(race.racers, func(other *racer) bool { return other.key == r.Key })
		if i < 0 {
			return raceState{}, fault(http.StatusBadRequest,
				"the key belongs to nobody in race %s; join again", race.code)
		}
		moves, err := race.solution(r.Moves)
		if err != nil {
			return raceState{}, err
		}
		now := s.classRaces.now()
		if race.begins.IsZero() || now.Before(race.begins) {
			return raceState{}, fault(http.StatusBadRequest, "race %s has not started", race.code)
		}
		finished := race.racers[i]
		if !finished.hasPlace() { // the first solution counts
			finished.place = racePlace{
				Name:    finished.name,
				Seconds: now.Sub(race.begins).Seconds(),
				Moves:   moves,
			}
		}
		return s.stateOf(race)
	})
}

// solution returns the number of moves in a text that solves the board of a race.
func (race *classRace) solution(text string) (moves int, err error) {
	plan, err := puzzle.ParseMoves(text, puzzle.BlankNotation)
	if err != nil {
		return 0, &api.RequestError{Err: err}
	}
	end, err := race.start.Replay(plan)
	if err != nil || end != race.goal {
		return 0, fault(http.StatusBadRequest, "the moves do not solve the board")
	}
	return len(plan), nil
}

// hasPlace reports whether a person has solved the board.
func (r *racer) hasPlace() bool { return r.place.Seconds > 0 }

// hosting calls a function as inRace does, if the key is that of the host of the race.
func hosting[A any](c *classRaces, code, key string, do func(*classRace) (A, error)) (A, error) {
	return inRace(c, code, func(race *classRace) (answer A, err error) {
		if key != race.key {
			return answer, fault(http.StatusForbidden, "only the host of race %s can do this",
				race.code)
		}
		return do(race)
	})
}

// inRace calls a function with the race that has a code. No other request reads or changes the
// races meanwhile.
func inRace[A any](
	c *classRaces, code string, do func(*classRace) (A, error),
) (answer A, err error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	race := c.withCode(code)
	if race == nil {
		return answer, fault(http.StatusNotFound,
			"there is no class race %.20q; ask for a new link", code)
	}
	race.seen = c.now()
	return do(race)
}

// stateOf returns a race with its leaderboard.
func (s *Server) stateOf(race *classRace) (raceState, error) {
	state := raceState{
		Race:    race.code,
		Round:   race.round,
		Size:    race.start.Size().String(),
		Started: !race.begins.IsZero(),
		Places:  []racePlace{},
		Playing: []string{},
	}
	if state.Started {
		state.Seconds = s.classRaces.now().Sub(race.begins).Seconds()
	}
	if state.Started && state.Seconds >= 0 {
		request := api.BoardRequest{Text: race.start.String(), Goal: race.goal.String()}
		board, err := s.api.Board(request)
		if err != nil {
			return state, err
		}
		state.Board = &board
	}
	for _, racer := range race.racers {
		if racer.hasPlace() {
			state.Places = append(state.Places, racer.place)
		} else {
			state.Playing = append(state.Playing, racer.name)
		}
	}
	slices.SortStableFunc(state.Places, byTime)
	return state, nil
}

// withLink adds the link of a race and its QR code, if other machines reach the server.
func (s *Server) withLink(state raceState) (raceState, error) {
	if s.Address == "" {
		return state, nil
	}
	state.Link = s.Address + "#/race?class=" + state.Race
	if s.Class != nil && state.Race == s.Class.Code {
		state.Link = s.guestLink()
	}
	code, err := qrCode(state.Link)
	state.Code = code
	return state, err
}

// qrCode returns a text as a QR code, an SVG picture.
func qrCode(text string) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", err
	}
	return picture(code), nil
}

// byTime compares the times of two places. Places of equal time stay in the order in which their
// racers joined.
func byTime(a, b racePlace) int {
	return cmp.Compare(a.Seconds, b.Seconds)
}

// picture returns a QR code as an SVG picture, with the white margin of four modules that the
// standard asks for.
func picture(code *qr.Code) string {
	const margin = 4
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+margin, y+margin)
			}
		}
	}
	side := code.Size + 2*margin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" `+
		`shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%[1]dv%[2]dH0z"/><path d="%[3]s"/></svg>`, side, side,
		path.String())
}
