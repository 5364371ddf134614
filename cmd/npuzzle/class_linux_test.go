package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
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
		every(time.Second, rng, polls, func() error {
			return student.call("show-race", params{"race": race.Race}, nil)
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
