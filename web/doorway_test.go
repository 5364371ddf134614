package web

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A browser without the token gets a page that asks for the code of a class race. The code lets it
// in. A client with too many wrong codes is not let in for a while, but others are, unless all
// together had too many.
func TestDoorway(t *testing.T) {
	s, err := New(Options{
		Files: fstest.MapFS{"index.html": {Data: []byte("the page")}}, Token: "secret",
	})
	require.NoError(t, err)
	clock := time.Unix(1e9, 0)
	s.classRaces.now = func() time.Time { return clock }
	address := "192.0.2.1:1234"
	get := func(path, accept, cookie string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "http://localhost"+path, nil)
		r.RemoteAddr = address
		r.Header.Set("Accept", accept)
		r.Header.Set("Cookie", cookie)
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, r)
		return answer
	}
	const browser = "text/html,application/xhtml+xml"

	asked := get("/", browser, "")
	assert.Equal(t, 401, asked.Code)
	assert.Contains(t, asked.Header().Get("Content-Type"), "text/html")
	assert.Contains(t, asked.Body.String(), `name="code"`)
	assert.Contains(t, get("/", "*/*", "").Body.String(), `{"error":"the token is missing`)

	open := httptest.NewRequest("POST", "http://localhost/api/v1/open-race",
		strings.NewReader(`{"board": "1 2/0 3"}`))
	open.Header.Set("Content-Type", "application/json")
	open.Header.Set("Authorization", "Bearer secret")
	opened := httptest.NewRecorder()
	s.ServeHTTP(opened, open)
	var race raceState
	require.NoError(t, json.NewDecoder(opened.Body).Decode(&race))

	let := get("/?code="+race.Race, browser, "")
	assert.Equal(t, 303, let.Code)
	assert.Equal(t, "/#/race?class="+race.Race, let.Header().Get("Location"))
	cookie := let.Result().Cookies()[0]
	inside := get("/", browser, cookie.Name+"="+cookie.Value)
	assert.Equal(t, "the page", inside.Body.String())

	wrong := get("/?code=%3Cb%3E", browser, "")
	assert.Equal(t, 401, wrong.Code)
	assert.Contains(t, wrong.Body.String(), "The code &lt;b&gt; is wrong.")
	guess := func(times int) {
		for i := range times {
			require.Equal(t, 401, get(fmt.Sprintf("/?code=%04d", i), browser, "").Code)
		}
	}
	guess(guessesOfAddress - 1)
	assert.Equal(t, 429, get("/?code="+race.Race, browser, "").Code)
	address = "192.0.2.1:5678" // another connection of the same client
	assert.Equal(t, 429, get("/?code="+race.Race, browser, "").Code)
	for client, guesses := 2, guessesOfAddress; guesses < guessesOfAll; client++ {
		address = fmt.Sprintf("192.0.2.%d:1234", client)
		assert.Equal(t, 303, get("/?code="+race.Race, browser, "").Code)
		guess(guessesOfAddress)
		guesses += guessesOfAddress
	}
	address = "192.0.2.99:1234"
	assert.Equal(t, 429, get("/?code="+race.Race, browser, "").Code)
	clock = clock.Add(guessInterval + time.Second)
	assert.Equal(t, 303, get("/?code="+race.Race, browser, "").Code)
}
