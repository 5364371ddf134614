package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Places are compared by time alone.
func TestPlacesAreComparedByTime(t *testing.T) {
	early := racePlace{Name: "Ann", Seconds: 5, Moves: 4}
	tied := racePlace{Name: "Bob", Seconds: 5, Moves: 2}
	late := racePlace{Name: "Cy", Seconds: 6, Moves: 2}
	assert.Negative(t, byTime(early, late))
	assert.Positive(t, byTime(late, early))
	assert.Zero(t, byTime(early, tied))
	assert.Zero(t, byTime(tied, early))
}

// A class races on one board. The leaderboard is sorted by time, and races and names are bounded.
func TestClassRace(t *testing.T) {
	s, err := New(Options{Files: fstest.MapFS{"index.html": {}},
		Address: "http://192.0.2.1:8080/?token=t"})
	require.NoError(t, err)
	clock := time.Unix(0, 0)
	s.classRaces.now = func() time.Time { return clock }
	call := func(method, params string, into any) (status int) {
		t.Helper()
		answer := request(s, "POST", "/api/v1/"+method, params)
		if answer.StatusCode == 200 && into != nil {
			require.NoError(t, json.NewDecoder(answer.Body).Decode(into))
		}
		return answer.StatusCode
	}
	var race raceState
	require.Equal(t, 200, call("open-race", `{"board": "1 2 3/4 5 6/0 7 8"}`, &race))
	assert.Equal(t, "http://192.0.2.1:8080/?token=t#/race?class="+race.Race, race.Link)
	assert.Contains(t, race.Code, "<svg ")
	host := race.Key
	keys := map[string]string{}
	for _, name := range []string{"Ann", "Bob", "Cy"} {
		var joined joinAnswer
		require.Equal(t, 200,
			call("join-race", fmt.Sprintf(`{"race": %q, "name": " %s "}`, race.Race, name),
				&joined))
		keys[name] = joined.Key
	}
	finish := func(name, moves string) int {
		plan := fmt.Sprintf(`{"race": %q, "key": %q, "moves": %q}`, race.Race, keys[name], moves)
		return call("finish-race", plan, &race)
	}
	start := func(key string) int {
		return call("start-race", fmt.Sprintf(`{"race": %q, "key": %q}`, race.Race, key), &race)
	}
	assert.Equal(t, 400, finish("Bob", "R R"), "the race has not started")
	assert.Equal(t, 403, start("another"))
	assert.Equal(t, 200, start(host))
	assert.Equal(t, -countdown.Seconds(), race.Seconds)
	assert.Nil(t, race.Board, "the board is hidden in the countdown")
	assert.Equal(t, 400, finish("Bob", "R R"), "the countdown runs")
	clock = clock.Add(countdown + 5*time.Second)
	assert.Equal(t, 400, finish("Bob", "R"), "not solved")
	assert.Equal(t, 200, finish("Bob", "R R"))
	clock = clock.Add(time.Second)
	assert.Equal(t, 200, finish("Ann", "R L R R"))
	assert.Equal(t, 200, finish("Bob", "R L R R"), "the first solution counts")
	assert.Equal(t, []racePlace{{"Bob", 5, 2}, {"Ann", 6, 4}}, race.Places)
	assert.Equal(t, []string{"Cy"}, race.Playing)
	assert.NotNil(t, race.Board)
	var late joinAnswer
	require.Equal(t, 200,
		call("join-race", fmt.Sprintf(`{"race": %q, "name": "Dee"}`, race.Race), &late))
	keys["Dee"] = late.Key
	clock = clock.Add(2 * time.Second)
	assert.Equal(t, 200, finish("Dee", "R R"))
	assert.Equal(t, racePlace{"Dee", 8, 2}, race.Places[2], "one clock runs for all")

	// The host gives the same people another board.
	reset := func(key, board string) int {
		return call("reset-race",
			fmt.Sprintf(`{"race": %q, "key": %q, "board": %q}`, race.Race, key, board), &race)
	}
	assert.Equal(t, 403, reset("another", "1 2/0 3"))
	assert.Equal(t, 400, reset(host, "2 1 3/4 5 6/7 8 0"))
	assert.Equal(t, []any{1, "3x3"}, []any{race.Round, race.Size})
	require.Equal(t, 200, reset(host, "1 2/0 3"))
	assert.Equal(t, []any{2, "2x2", false}, []any{race.Round, race.Size, race.Started})
	assert.Equal(t, []string{"Ann", "Bob", "Cy", "Dee"}, race.Playing)
	assert.Empty(t, race.Places)
	assert.Equal(t, 400, finish("Cy", "R"), "the race has not started")
	assert.Equal(t, 200, start(host))
	clock = clock.Add(countdown + 4*time.Second)
	assert.Equal(t, 200, finish("Cy", "R"))
	assert.Equal(t, []racePlace{{"Cy", 4, 1}}, race.Places)

	// Only the host removes a name, and the person can come back.
	dismiss := func(key, name string) int {
		params := fmt.Sprintf(`{"race": %q, "key": %q, "name": %q}`, race.Race, key, name)
		return call("dismiss-racer", params, &race)
	}
	assert.Equal(t, 403, dismiss("another", "Cy"))
	assert.Equal(t, 400, dismiss(host, "Nobody"))
	assert.Equal(t, 200, dismiss(host, "Cy"))
	assert.Empty(t, race.Places)
	assert.Equal(t, 400, finish("Cy", "R"), "the name was removed")
	assert.Equal(t, 200, call("join-race", fmt.Sprintf(`{"race": %q, "name": "Cy"}`, race.Race), nil))

	for params, want := range map[string]int{
		`{"race": "` + race.Race + `", "name": "bob"}`:                                400,
		`{"race": "` + race.Race + `", "name": ""}`:                                   400,
		`{"race": "` + race.Race + `", "name": "0123456789012345678901234567890123"}`: 400,
		`{"race": "none", "name": "Eve"}`:                                             404,
	} {
		assert.Equal(t, want, call("join-race", params, nil), params)
	}
	assert.Equal(t, 400, call("open-race", `{"board": "2 1 3/4 5 6/7 8 0"}`, nil))
	for i := range maxRacers - 4 {
		require.Equal(t, 200,
			call("join-race", fmt.Sprintf(`{"race": %q, "name": "n%d"}`, race.Race, i), nil))
	}
	assert.Equal(t, 400,
		call("join-race", fmt.Sprintf(`{"race": %q, "name": "one more"}`, race.Race), nil))
	first := race.Race
	for range maxRaces - 1 {
		require.Equal(t, 200, call("open-race", `{"board": "1 2/0 3"}`, &race))
	}
	assert.Equal(t, 503, call("open-race", `{"board": "1 2/0 3"}`, nil), "all are in use")
	clock = clock.Add(idle)
	assert.Equal(t, 200, call("show-race", fmt.Sprintf(`{"race": %q}`, first), nil))
	clock = clock.Add(time.Second)
	require.Equal(t, 200, call("open-race", `{"board": "1 2/0 3"}`, &race),
		"a race that nobody looks at makes room")
	assert.Equal(t, 200, call("show-race", fmt.Sprintf(`{"race": %q}`, first), nil))
	assert.Equal(t, 200, call("show-race", fmt.Sprintf(`{"race": %q}`, race.Race), nil))
}

// A client that opens a class race again comes back to its race, with the key of the host.
func TestClassRaceIsOpenedOnce(t *testing.T) {
	s, err := New(Options{Files: fstest.MapFS{"index.html": {}}})
	require.NoError(t, err)
	open := func(client string) raceState {
		r := httptest.NewRequest("POST", "http://localhost/api/v1/open-race",
			strings.NewReader(`{"board": "1 2/0 3"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set(clientHeader, client)
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, r)
		require.Equal(t, 200, answer.Code, answer.Body)
		var race raceState
		require.NoError(t, json.NewDecoder(answer.Body).Decode(&race))
		return race
	}
	own := open("a browser")
	assert.Regexp(t, `^[bcdfghjkmnpqrstvwxz]{4}$`, own.Race)
	assert.NotEmpty(t, own.Key)
	assert.Equal(t, own, open("a browser"))
	for i := range 60 {
		other := open(fmt.Sprint("browser ", i))
		assert.NotEqual(t, own.Race, other.Race)
	}
	assert.Equal(t, own, open("a browser"))
	nameless := open("")
	assert.NotEqual(t, nameless.Race, open("").Race, "others can have the same address")
}

// A page asks for the race each second. The answer is short in a class of sixty, too: it has the QR
// code only if the page asks for it, and board and names only if they have changed.
func TestClassRacePollsAreShort(t *testing.T) {
	s, err := New(Options{Files: fstest.MapFS{"index.html": {}}, Address: "http://192.0.2.1:8080/"})
	require.NoError(t, err)
	clock := time.Unix(0, 0)
	s.classRaces.now = func() time.Time { return clock }
	var race raceState
	call := func(method, params string, into any) {
		t.Helper()
		answer := request(s, "POST", "/api/v1/"+method, params)
		require.Equal(t, 200, answer.StatusCode)
		require.NoError(t, json.NewDecoder(answer.Body).Decode(into))
	}
	call("open-race", `{"board": "1 2 3/4 5 6/0 7 8"}`, &race)
	host := race.Key
	// show returns the answer to a page that has a version of the race, and its size in bytes.
	show := func(known string, more string) (state raceState, size int) {
		t.Helper()
		params := fmt.Sprintf(`{"race": %q, "known": %q%s}`, race.Race, known, more)
		body, err := io.ReadAll(request(s, "POST", "/api/v1/show-race", params).Body)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(body, &state), string(body))
		return state, len(body)
	}
	const short = 500
	invited, size := show("", `, "link": true`)
	assert.Contains(t, invited.Code, "svg")
	assert.Greater(t, size, short)

	var last joinAnswer
	for n := range 60 {
		call("join-race", fmt.Sprintf(`{"race": %q, "name": "Student %d"}`, race.Race, n), &last)
	}
	// sees checks that a page that has a version gets all once, and then short answers.
	sees := func(known string) (version string) {
		t.Helper()
		state, _ := show(known, "")
		assert.False(t, state.Same)
		assert.Len(t, append(state.Playing, names(state.Places)...), 60)
		assert.NotEqual(t, known, state.Version)
		clock = clock.Add(time.Second)
		again, size := show(state.Version, "")
		assert.Less(t, size, short)
		assert.True(t, again.Same)
		assert.Equal(t, []any{state.Race, state.Round, state.Size, state.Started},
			[]any{again.Race, again.Round, again.Size, again.Started})
		return state.Version
	}
	joined := sees(invited.Version)
	call("start-race", fmt.Sprintf(`{"race": %q, "key": %q}`, race.Race, host), &race)
	started := sees(joined)
	clock = clock.Add(countdown)
	appeared := sees(started)
	call("finish-race", fmt.Sprintf(`{"race": %q, "key": %q, "moves": "R R"}`, race.Race, last.Key), &race)
	sees(appeared)

	// To the host, it is a change when somebody goes away, too.
	hosts := fmt.Sprintf(`, "key": %q`, host)
	here, _ := show("", hosts)
	s.clients.see(s.classRaces.races[0].racers[0].client, sighting{when: clock}) // all have one address
	after, _ := show(here.Version, hosts)
	assert.NotEqual(t, len(here.Away), len(after.Away))
	assert.False(t, after.Same)
}

// names returns the names of places.
func names(places []racePlace) []string {
	var names []string
	for _, place := range places {
		names = append(names, place.Name)
	}
	return names
}

// Names are those that everybody can read and tell apart.
func TestRacerName(t *testing.T) {
	for text, want := range map[string]string{
		"Ann":         "Ann",
		"  Ann   B. ": "Ann B.",
		"Zoë O’Neil":  "Zoë O’Neil",
		"Zoe\u0308":   "Zoe\u0308",
		"Юлия 7":      "Юлия 7",
		"田中さん":        "田中さん",
	} {
		got, err := racerName(text)
		assert.NoError(t, err, "%q", text)
		assert.Equal(t, want, got)
	}
	for _, text := range []string{
		"", " - ", "Ann\u200bB", "Ann\u202eB", "Ann\u0000", "\u0308Ann", "A\u0308\u0308\u0308",
		"\u0410nn", // with a Cyrillic letter
		"<b>", "😀", "0123456789012345678901234567890",
	} {
		_, err := racerName(text)
		assert.Error(t, err, "%q", text)
	}
	for _, pair := range [][2]string{
		{"Ann", "ann"}, {"Bill", "BI11"}, {"Tom", "T0m"}, {"Zoe", "Zoe\u0308"}, {"сор", "cop"},
		{"Ann B", "AnnB"}, {"Zo\u00eb", "Zoe\u0308"},
		{"Ａｎｎ", "Ann"}, {"Anⁿ", "Ann"}, {"ﬁn", "fin"}, {"ԝһо", "who"}, {"ɑnn", "Ann"}, {"ᴀɴɴ", "Ann"},
	} {
		assert.True(t, sameName(pair[0], pair[1]), pair)
	}
	assert.False(t, sameName("Ann", "Anna"))
}
