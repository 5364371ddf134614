package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// newClassServer returns a server of a class. The function ask sends a request with a token, and
// reads the answer.
func newClassServer(t *testing.T) (s *Server, ask func(token, method, params string, into any) int) {
	t.Helper()
	s = newServer(t, Options{
		Token: "host", Class: &Class{Code: "bcdf", Token: "guest"}, Jobs: 2, TimeLimit: time.Minute,
		Address: "http://192.0.2.1:8080/",
	})
	ask = func(token, method, params string, into any) int {
		t.Helper()
		answer := request(s, "POST", "/api/v1/"+method, params,
			"Authorization", "Bearer "+token, clientHeader, token+"'s browser")
		if into != nil {
			assert.NoError(t, json.NewDecoder(answer.Body).Decode(into))
		}
		return answer.StatusCode
	}
	return s, ask
}

// Guests of a class may not do what is for the host, and their searches are short.
func TestGuests(t *testing.T) {
	_, ask := newClassServer(t)
	for method, params := range map[string]string{
		"class":      "{}",
		"end-search": `{"id": 1}`,
		"open-race":  `{"board": "1 2 3/4 5 6/0 7 8"}`,
		"start":      `{"definition": ""}`,
		"stop":       `{"experiment": "a"}`,
	} {
		var answer faultAnswer
		assert.Equal(t, 403, ask("guest", method, params, &answer), method)
		assert.Equal(t, "only the host of the class can do this", answer.Error)
		assert.NotEqual(t, 403, ask("host", method, params, nil), method)
	}
	for token, most := range map[string]time.Duration{"guest": guestTime, "host": time.Minute} {
		var described struct {
			MaxTime float64 `json:"max_time"`
		}
		assert.Equal(t, 200, ask(token, "describe", "{}", &described))
		assert.Equal(t, most.Seconds(), described.MaxTime)
	}
	var session sessionState
	assert.Equal(t, 200, ask("guest", "session", "{}", &session))
	assert.Equal(t, sessionState{Class: true, Guest: true, Race: "bcdf"}, session)
	assert.Equal(t, 401, ask("nobody", "session", "{}", nil))
}

// The time limit of a guest's search is that of guests, even if the request asks for more.
func TestGuestsSearchShortly(t *testing.T) {
	s, ask := newClassServer(t)
	var described struct {
		MaxTime float64 `json:"max_time"`
	}
	ask("guest", "describe", "{}", &described)
	large := s.routes["solve"]
	assert.NotNil(t, large.guest)
	var record struct {
		TimeLimit float64 `json:"time_limit"`
	}
	board := `{"board": "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15", "time_limit": 60}`
	assert.Equal(t, 200, ask("guest", "solve", board, &record))
	answer, err := large.guest(t.Context(), []byte(board), func(string, any) {})
	require.NoError(t, err)
	text, err := json.Marshal(answer)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &record))
	assert.Equal(t, described.MaxTime, record.TimeLimit)
}

// The host sees who is connected and which searches run, and ends a search.
func TestHostOfClass(t *testing.T) {
	s, ask := newClassServer(t)
	clock := time.Now()
	s.classRaces.now = func() time.Time { return clock }
	ask("guest", "session", "{}", nil)
	var class classState
	require.Equal(t, 200, ask("host", "class", "{}", &class))
	assert.Equal(t, []guestState{{}}, class.Guests, "connected, without a name; the host is no guest")
	assert.Equal(t, "http://192.0.2.1:8080/", class.Address)
	assert.Contains(t, class.Picture, "<svg ")
	assert.Empty(t, class.Race)

	var race raceState
	require.Equal(t, 200, ask("host", "open-race", `{"board": "1 2 3/4 5 6/0 7 8"}`, &race))
	assert.Equal(t, "bcdf", race.Race, "the race has the code of the class")
	assert.Equal(t, "http://192.0.2.1:8080/?code=bcdf", race.Link)
	require.Equal(t, 200, ask("guest", "join-race", `{"race": "bcdf", "name": "Ada"}`, nil))

	ended := make(chan faultAnswer, 1)
	go func() {
		var answer faultAnswer
		assert.Equal(t, 503, ask("guest", "solve", strings.Replace(heavy, "%v", "9", 1), &answer))
		ended <- answer
	}()
	waitFor(t, "the search is listed", func() bool {
		ask("host", "class", "{}", &class)
		return len(class.Searches) == 1
	})
	assert.Equal(t, []guestState{{Name: "Ada"}}, class.Guests)
	assert.Equal(t, "bcdf", class.Race)
	search := class.Searches[0]
	assert.Equal(t, searchState{
		ID: search.ID, Seconds: search.Seconds, Client: "Ada", Method: "solve", Size: "4x4",
		Algorithm: "bfs",
	}, search)
	require.Equal(t, 200, ask("host", "end-search", `{"id": 1}`, nil))
	assert.Equal(t, "the host of the class has ended this search", (<-ended).Error)
	waitFor(t, "the slot is free", s.largeQueue.idle)
	assert.Equal(t, 404, ask("host", "end-search", `{"id": 1}`, nil))

	shown := fmt.Sprintf(`{"race": "bcdf", "key": %q}`, race.Key)
	require.Equal(t, 200, ask("host", "show-race", shown, &race))
	assert.Empty(t, race.Away)
	clock = clock.Add(present + time.Second)
	require.Equal(t, 200, ask("host", "show-race", shown, &race))
	assert.Equal(t, []string{"Ada"}, race.Away)
	class = classState{}
	ask("host", "class", "{}", &class)
	assert.Empty(t, class.Guests, "who has gone")
	assert.Empty(t, class.Searches)
}

// Every browser of the host opens the same class race, with the key of its host.
func TestHostHasSeveralBrowsers(t *testing.T) {
	s, _ := newClassServer(t)
	open := func(browser string) (race raceState) {
		t.Helper()
		answer := request(s, "POST", "/api/v1/open-race", `{"board": "1 2 3/4 5 6/0 7 8"}`,
			"Authorization", "Bearer host", clientHeader, browser)
		require.Equal(t, 200, answer.StatusCode)
		require.NoError(t, json.NewDecoder(answer.Body).Decode(&race))
		return race
	}
	first := open("the laptop")
	assert.Equal(t, "bcdf", first.Race)
	assert.NotEmpty(t, first.Key)
	assert.Equal(t, first, open("the computer of the projector"))
	assert.Equal(t, first, open("the laptop"))
}

// Pages are told when many clients share the server, with a class and without.
func TestManyClients(t *testing.T) {
	s := newServer(t, Options{})
	clock := time.Now()
	s.classRaces.now = func() time.Time { return clock }
	var state sessionState
	for n := range many {
		assert.False(t, state.Shared)
		answer := request(s, "POST", "/api/v1/session", "{}", clientHeader, fmt.Sprint(n))
		require.NoError(t, json.NewDecoder(answer.Body).Decode(&state))
	}
	assert.True(t, state.Shared)
	clock = clock.Add(present + time.Second)
	state = sessionState{}
	answer := request(s, "POST", "/api/v1/session", "{}", clientHeader, "0")
	require.NoError(t, json.NewDecoder(answer.Body).Decode(&state))
	assert.False(t, state.Shared, "the others have gone")
}

// A search that waits can be ended, too.
func TestEndWaitingSearch(t *testing.T) {
	q := newQueue(1, time.Minute)
	_, release, err := q.take(t.Context(), searchState{Client: "a", Method: "solve"}, func(int) {})
	require.NoError(t, err)
	failed := make(chan error)
	go func() {
		_, _, err := q.take(t.Context(), searchState{Client: "b", Method: "watch"}, func(int) {})
		failed <- err
	}()
	waitFor(t, "two searches", func() bool { return len(q.list()) == 2 })
	list := q.list()
	assert.False(t, list[0].Waiting)
	assert.True(t, list[1].Waiting)
	require.True(t, q.end(list[1].ID, errEnded))
	assert.ErrorIs(t, <-failed, errEnded)
	release()
	assert.True(t, q.idle())
}

// The code of a class lets a browser in as a guest, with and without a class race.
func TestCodeOfClass(t *testing.T) {
	s, ask := newClassServer(t)
	const browser = "text/html,application/xhtml+xml"
	enter := func(code, cookie string) *http.Response {
		return request(s, "GET", "/?code="+code, "", "Accept", browser, "Cookie", cookie)
	}
	assert.Equal(t, 401, enter("xxxx", "").StatusCode)
	in := enter("BCDF", "")
	assert.Equal(t, 303, in.StatusCode)
	assert.Equal(t, "/", in.Header.Get("Location"))
	cookie := in.Cookies()[0]
	assert.Equal(t, "guest", cookie.Value)
	assert.Equal(t, 200, enter("bcdf", "npuzzle-token=guest").StatusCode, "the page")
	ask("host", "open-race", `{"board": "1 2 3/4 5 6/0 7 8"}`, nil)
	for _, cookie := range []string{"", "npuzzle-token=guest", "npuzzle-token=host"} {
		in := enter("bcdf", cookie)
		assert.Equal(t, 303, in.StatusCode)
		assert.Equal(t, "/#/race?class=bcdf", in.Header.Get("Location"))
	}
}

// The server of a class that ends tells its guests so, before it stops answering.
func TestFarewell(t *testing.T) {
	s, ask := newClassServer(t)
	ask("guest", "session", "{}", nil)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx, listener) }()
	search := make(chan faultAnswer, 1)
	go func() {
		var answer faultAnswer
		ask("guest", "solve", strings.Replace(heavy, "%v", "1", 1), &answer)
		search <- answer
	}()
	waitFor(t, "a search runs", func() bool { return len(s.largeQueue.list()) == 1 })
	end()
	var session sessionState
	waitFor(t, "the end is told", func() bool {
		ask("guest", "session", "{}", &session)
		return session.Ended
	})
	var refused faultAnswer
	assert.Equal(t, 503, ask("guest", "board", `{"text": "1 2/3 0"}`, &refused))
	assert.Equal(t, "the host has ended the server", refused.Error)
	assert.Equal(t, refused, <-search)
	assert.NoError(t, <-ended)
}

// A server that was killed goes on with its class: the code, the tokens, and the class race with its
// board, names and places. One that has ended begins anew.
func TestClassIsKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results", "lab.class.json") // the folder comes with the class
	start := func() (s *Server, ask func(token, method, params string, into any) int) {
		class, _, err := OpenClass(file)
		require.NoError(t, err)
		s = newServer(t, Options{Class: class, Token: class.Host})
		return s, func(token, method, params string, into any) int {
			answer := request(s, "POST", "/api/v1/"+method, params, "Authorization", "Bearer "+token)
			if into != nil {
				require.NoError(t, json.NewDecoder(answer.Body).Decode(into))
			}
			return answer.StatusCode
		}
	}
	first, ask := start()
	var race raceState
	require.Equal(t, 200, ask(first.Token, "open-race", `{"board": "1 2 3/4 5 6/0 7 8"}`, &race))
	var keys []string
	for _, name := range []string{"Ada", "Ben"} {
		var joined joinAnswer
		params := fmt.Sprintf(`{"race": %q, "name": %q}`, race.Race, name)
		require.Equal(t, 200, ask(first.Class.Token, "join-race", params, &joined))
		keys = append(keys, joined.Key)
	}
	hosts := fmt.Sprintf(`{"race": %q, "key": %q}`, race.Race, race.Key)
	require.Equal(t, 200, ask(first.Token, "start-race", hosts, nil))
	later := time.Now().Add(10 * time.Second)
	first.classRaces.now = func() time.Time { return later }
	finish := func(key string) string {
		return fmt.Sprintf(`{"race": %q, "key": %q, "moves": "R R"}`, race.Race, key)
	}
	require.Equal(t, 200, ask(first.Class.Token, "finish-race", finish(keys[0]), &race))
	require.Len(t, race.Places, 1)

	_, _, err := OpenClass(file)
	assert.ErrorContains(t, err, "another server has its class in")
	require.NoError(t, first.Class.lock.Close()) // as if its process was killed
	second, ask := start()
	second.classRaces.now = func() time.Time { return later }
	assert.Equal(t, first.Class.Code, second.Class.Code)
	shown := fmt.Sprintf(`{"race": %q}`, race.Race)
	var after raceState
	require.Equal(t, 200, ask(first.Class.Token, "show-race", shown, &after))
	assert.Equal(t, race.Places, after.Places)
	assert.Equal(t, []string{"Ben"}, after.Playing)
	assert.Equal(t, race.Board, after.Board)
	assert.InDelta(t, race.Seconds, after.Seconds, 0.01, "the clock runs on")
	assert.Equal(t, 200, ask(first.Class.Token, "finish-race", finish(keys[1]), nil))
	assert.Equal(t, 200, ask(first.Token, "reset-race", strings.TrimSuffix(hosts, "}")+
		`, "board": "1 2 3/4 5 6/0 7 8"}`, nil))
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "it has the tokens")

	ctx, end := context.WithCancel(t.Context())
	end()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, second.Serve(ctx, listener))
	third, continued, err := OpenClass(file)
	require.NoError(t, err)
	assert.False(t, continued)
	require.NoError(t, third.lock.Close())

	require.NoError(t, os.WriteFile(file, []byte("{"), 0o600))
	_, _, err = OpenClass(file)
	assert.ErrorContains(t, err, "holds no class")
	old, err := json.Marshal(keptClass{Code: "bcdf", Saved: time.Now().Add(-staleClass - time.Minute)})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, old, 0o600))
	class, continued, err := OpenClass(file)
	require.NoError(t, err)
	assert.False(t, continued)
	assert.NotEqual(t, "bcdf", class.Code)
}
