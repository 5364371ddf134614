package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/puzzle"
)

// pupil is a browser of a class: that of the host, or that of a student who entered the code.
type pupil struct {
	client *http.Client
	base   string // address of the page
	name   string
	key    string // in the class race
}

// enter opens an address as a browser does.
func enter(address, name string) (*pupil, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	p := &pupil{client: &http.Client{Jar: jar, Transport: &http.Transport{}}, name: name}
	p.base, _, _ = strings.Cut(address, "?")
	request, err := http.NewRequest("GET", address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/html")
	answer, err := p.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the page answered %s", answer.Status)
	}
	return p, nil
}

// call calls a method of the page and decodes its answer.
func (p *pupil) call(method string, params, into any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return err
	}
	request, err := http.NewRequest("POST", p.base+"api/v1/"+method, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Npuzzle-Client", "browser of "+p.name)
	answer, err := p.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s: %s", method, answer.Status, text)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

// params are the parameters of a method.
type params = map[string]any

// classOf returns the address for students that a running serve --class tells its host.
func classOf(t *testing.T, host *pupil) (address string) {
	t.Helper()
	var class struct{ Code string }
	require.NoError(t, host.call("class", params{}, &class))
	return host.base + "?code=" + class.Code
}

// hint asks for a plan as the button Hint of the page does in a class (web/page/js/hint.js).
func (p *pupil) hint(board string) error {
	const few = 100_000
	for _, search := range []params{
		{"board": board, "node_limit": few, "time_limit": 1},
		{"board": board, "node_limit": few, "time_limit": 1, "algorithm": "beam"},
		{"board": board, "time_limit": 10, "algorithm": "ga", "settings": params{"improve": "false"}},
	} {
		var answer struct{ Moves *string }
		if err := p.call("solve", search, &answer); err != nil {
			return err
		}
		if answer.Moves != nil {
			return nil
		}
	}
	return fmt.Errorf("no plan for %s", board)
}

// times collects how long requests of one kind took.
type times struct {
	name   string
	target time.Duration // for 95 of 100 requests; 0 for none

	lock   sync.Mutex
	took   []time.Duration
	failed []error
}

// measure runs a request.
func (m *times) measure(request func() error) {
	began := time.Now()
	err := request()
	took := time.Since(began)
	m.lock.Lock()
	defer m.lock.Unlock()
	if err != nil {
		m.failed = append(m.failed, err)
		return
	}
	m.took = append(m.took, took)
}

// share returns the time within which a share of the requests was answered.
func (m *times) share(share float64) time.Duration {
	if len(m.took) == 0 {
		return 0
	}
	slices.Sort(m.took)
	return m.took[int(share*float64(len(m.took)-1))]
}

// String returns the figures beside the target.
func (m *times) String() string {
	target := "no target"
	if m.target > 0 {
		target = fmt.Sprintf("target %v", m.target)
	}
	return fmt.Sprintf("%-10s %5d requests, median %6.0f ms, 95%% within %6.0f ms (%s), at most %6.0f ms, %d refused",
		m.name, len(m.took), milliseconds(m.share(0.5)), milliseconds(m.share(0.95)), target,
		milliseconds(m.share(1)), len(m.failed))
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Sixty students use the server at once for half a minute. Each page polls the class race and asks
// for the session each second, takes a hint on a random 4x4 board every ten seconds, and solves a
// 3x3 board every five. Six students solve 4x4 boards with A* and no heuristic, again and again. The
// test prints its figures beside the targets, which a quiet machine reaches.
func TestClassOfSixty(t *testing.T) {
	slow.Only(t, "sixty clients for half a minute")
	if raceDetector {
		t.Skip("the race detector takes memory and time of its own")
	}
	const (
		clients  = 60
		duration = 30 * time.Second
		resident = 300_000_000
	)
	p := startProgram(t, "--class")
	host, err := enter(p.address, "the host")
	require.NoError(t, err)
	address := classOf(t, host)
	var race struct{ Race, Key string }
	require.NoError(t, host.call("open-race", params{"board": "8 6 7/2 5 4/3 0 1"}, &race))
	polls := &times{name: "race poll", target: 100 * time.Millisecond}
	sessions := &times{name: "session"}
	hints := &times{name: "4x4 hint", target: time.Second}
	small := &times{name: "3x3 solve"}
	long := &times{name: "4x4 solve"}
	end := time.Now().Add(duration)
	var running sync.WaitGroup
	// every repeats a request until the end, at first after a part of the interval.
	every := func(interval time.Duration, rng *rand.Rand, m *times, request func() error) {
		running.Go(func() {
			<-time.After(time.Duration(rng.Float64() * float64(interval)))
			tick := time.NewTicker(interval)
			defer tick.Stop()
			for time.Now().Before(end) {
				m.measure(request)
				<-tick.C
			}
		})
	}
	for n := range clients {
		student, err := enter(address, fmt.Sprintf("student %d", n))
		require.NoError(t, err)
		require.NoError(t, student.call("join-race", params{"race": race.Race, "name": student.name}, nil))
		rng := rand.New(rand.NewPCG(uint64(n), 0))
		draw := func(side int) string {
			goal, err := puzzle.Goal(puzzle.BlankLast, puzzle.Size{Rows: side, Cols: side})
			require.NoError(t, err)
			return puzzle.Uniform(rng, goal).String()
		}
		var boards []string
		for range 10 {
			boards = append(boards, draw(4))
		}
		next := 0
		easy := draw(3)
		var seen struct{ Version string }
		every(time.Second, rng, polls, func() error {
			return student.call("show-race", params{"race": race.Race, "known": seen.Version}, &seen)
		})
		every(time.Second, rng, sessions, func() error {
			return student.call("session", params{}, nil)
		})
		every(10*time.Second, rng, hints, func() error {
			next++
			return student.hint(boards[next%len(boards)])
		})
		every(5*time.Second, rng, small, func() error {
			return student.call("solve", params{"board": easy}, nil)
		})
		if n%10 == 0 {
			every(time.Second, rng, long, func() error {
				return student.call("solve", params{
					"board": boards[0], "algorithm": "astar", "settings": params{"heuristic": "zero"},
					"time_limit": 5,
				}, nil)
			})
		}
	}
	running.Wait()
	_, most := p.memory(t)
	for _, m := range []*times{polls, sessions, hints, small, long} {
		t.Log(m)
		assert.Empty(t, m.failed, "nothing is refused")
		assert.NotEmpty(t, m.took)
	}
	t.Logf("at most %d MB resident (target %d MB)", most/1_000_000, resident/1_000_000)
	assert.Less(t, most, int64(resident))
	status, _ := p.interrupt(t)
	assert.Zero(t, status)
}

// classRaceState is what the pages of a class race get.
type classRaceState struct {
	Race, Key string
	Round     int
	Started   bool
	Seconds   float64
	Board     *struct{ Board string }
	Places    []struct {
		Name    string
		Seconds float64
		Moves   int
	}
	Playing, Away []string
}

// lesson is a class with its host and its students, who use the page as docs/teaching.md says.
type lesson struct {
	t        *testing.T
	args     []string // of serve
	server   program
	host     *pupil
	students []*pupil
	race     classRaceState // as the host got it; it has the key of the host
}

// all calls a function for all students at the same time.
func (l *lesson) all(students []*pupil, do func(*pupil) error) {
	l.t.Helper()
	var running sync.WaitGroup
	for _, student := range students {
		running.Go(func() { assert.NoError(l.t, do(student), student.name) })
	}
	running.Wait()
}

// hosting calls a method of the class race as its host.
func (l *lesson) hosting(method string, more params) {
	l.t.Helper()
	all := params{"race": l.race.Race, "key": l.race.Key}
	for name, value := range more {
		all[name] = value
	}
	require.NoError(l.t, l.host.call(method, all, nil))
}

// show returns the class race as a student sees it.
func (l *lesson) show() (state classRaceState) {
	l.t.Helper()
	require.NoError(l.t, l.students[0].call("show-race", params{"race": l.race.Race}, &state))
	return state
}

// start starts the race, and waits for the end of the countdown.
func (l *lesson) start() {
	l.t.Helper()
	l.hosting("start-race", nil)
	eventually(l.t, time.Minute, func() bool { return l.show().Board != nil })
}

// solve sends the moves that solve the board of the race.
func (l *lesson) solve(p *pupil) error {
	return p.call("finish-race", params{"race": l.race.Race, "key": p.key, "moves": "R R"}, nil)
}

// A class of thirty has the lesson of docs/teaching.md. In the middle, the server is killed and
// started again. Nothing is lost but what the document announces.
func TestLesson(t *testing.T) {
	slow.Only(t, "thirty students have a lesson")
	const board = "1 2 3/4 5 6/0 7 8"
	store := filepath.Join(t.TempDir(), "lab.sqlite")
	l := &lesson{t: t, args: []string{"--class", "--store", store, "--port", freePort(t)}}
	l.server = startProgram(t, l.args...)
	host, err := enter(l.server.address, "the teacher")
	require.NoError(t, err)
	l.host = host
	entrance := classOf(t, host)
	for n := range 30 {
		student, err := enter(entrance, fmt.Sprintf("Student %d", n+1))
		require.NoError(t, err)
		l.students = append(l.students, student)
	}

	// Play, with hints, and Solve.
	l.all(l.students, func(p *pupil) error { return p.hint("8 6 7/2 5 4/3 0 1") })
	l.all(l.students, func(p *pupil) error {
		return p.call("solve", params{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "astar"}, nil)
	})
	assert.Error(t, l.students[0].call("start", params{"definition": ""}, nil), "guests start no experiments")

	// The teacher starts an experiment.
	experiment := params{"definition": "name: lesson\npuzzles: [{size: 3x3, count: 20000}]\n" +
		"solvers: [{algorithm: bfs}]\ntime-limit: 9s"}
	require.NoError(t, host.call("start", experiment, nil))

	// The class race, as far as the first half has solved the board.
	require.NoError(t, host.call("open-race", params{"board": board}, &l.race))
	l.all(l.students, func(p *pupil) error {
		var joined struct{ Key string }
		err := p.call("join-race", params{"race": l.race.Race, "name": p.name}, &joined)
		p.key = joined.Key
		return err
	})
	var class struct{ Guests []struct{ Name string } }
	require.NoError(t, host.call("class", params{}, &class))
	assert.Len(t, class.Guests, 30, "the teacher sees who is connected")
	l.start()
	half := l.students[:15]
	l.all(half, l.solve)
	before := l.show()
	require.Len(t, before.Places, 15)
	var run struct{ Done int }
	eventually(t, time.Minute, func() bool {
		require.NoError(t, host.call("experiment", params{"experiment": "lesson"}, &run))
		return run.Done > 0
	})

	// The server is killed, and started again with the same command.
	require.NoError(t, l.server.Process.Kill())
	l.server.Wait()
	assert.Error(t, l.students[0].call("session", params{}, nil))
	l.server = startProgram(t, l.args...)
	assert.Equal(t, entrance, classOf(t, host), "the address and the code, with the cookie of before")
	after := l.show()
	assert.Equal(t, before.Places, after.Places, "the leaderboard")
	assert.Equal(t, before.Playing, after.Playing, "the names")
	assert.Equal(t, before.Board, after.Board)
	assert.Equal(t, before.Round, after.Round)
	assert.Greater(t, after.Seconds, before.Seconds, "the clock runs on")
	l.all(l.students[15:], l.solve)
	assert.Len(t, l.show().Places, 30)
	var again struct{ Done, Trials int }
	require.NoError(t, host.call("experiment", params{"experiment": "lesson"}, &again))
	assert.GreaterOrEqual(t, again.Done, run.Done, "the trials that had ended")
	require.NoError(t, host.call("start", experiment, &again), "the experiment goes on")
	assert.GreaterOrEqual(t, again.Done, run.Done)
	require.NoError(t, host.call("stop", params{"experiment": "lesson"}, nil))

	// Another board, for all.
	l.hosting("reset-race", params{"board": board})
	l.start()
	l.all(l.students, l.solve)
	last := l.show()
	assert.Len(t, last.Places, 30)
	assert.Equal(t, before.Round+1, last.Round)

	// At the end, all are told. The next class is another one.
	require.NoError(t, l.server.Process.Signal(os.Interrupt))
	var session struct{ Ended bool }
	eventually(t, 10*time.Second, func() bool {
		return l.students[0].call("session", params{}, &session) == nil && session.Ended
	})
	l.server.Wait()
	assert.Zero(t, l.server.ProcessState.ExitCode())
	l.server = startProgram(t, l.args...)
	assert.ErrorContains(t, l.students[0].call("session", params{}, nil), "401")
	l.server.interrupt(t)
}

// freePort returns a port on which nothing listens.
func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	return port
}
