package web

import (
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"
)

// codeKey is the key of a class race's code in the address of the page.
const codeKey = "code"

const (
	maxGuesses    = 20          // wrong codes from all clients in guessInterval
	guessInterval = time.Minute // so a code of four letters cannot be found by trying
)

// doorway is the page for a browser that has no token. It asks for the code of a class race, which
// is shorter than the token.
var doorway = template.Must(template.New("doorway").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>npuzzle</title>
<h1>Class race</h1>
<p>{{.}}</p>
<form>
<label>Code <input name="` + codeKey + `" size="4" maxlength="4" required autofocus
autocapitalize="none" autocomplete="off" spellcheck="false"></label>
<button>Join</button>
</form>
<p>To use the whole page, open the complete address that npuzzle serve printed.</p>
</html>
`))

// guesses counts wrong codes.
type guesses struct {
	lock  sync.Mutex
	since time.Time
	wrong int
}

// tooMany reports whether too many codes were wrong in the current interval.
func (g *guesses) tooMany(now time.Time) bool {
	g.lock.Lock()
	defer g.lock.Unlock()
	if now.Sub(g.since) > guessInterval {
		g.since = now
		g.wrong = 0
	}
	return g.wrong >= maxGuesses
}

// count counts a wrong code.
func (g *guesses) count() {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.wrong++
}

// askForCode answers a browser that asks for the page without the token. The code of a class race
// lets it in, and leads to the race.
func (s *Server) askForCode(w http.ResponseWriter, r *http.Request) {
	code := strings.ToLower(strings.TrimSpace(r.URL.Query().Get(codeKey)))
	status := http.StatusUnauthorized
	said := "Enter the code of four letters that the host of the race shows."
	switch {
	case code == "": // the first visit
	case s.guesses.tooMany(s.classRaces.now()):
		status = http.StatusTooManyRequests
		said = "Too many codes were wrong. Try again in a minute."
	case s.classRaces.has(code):
		s.keepToken(w, r, "#/race?class="+code)
		return
	default:
		s.guesses.count()
		said = "No class race has the code " + code + "."
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	s.mayWrite(w)
	w.WriteHeader(status)
	if err := doorway.Execute(w, said); err != nil {
		s.Log.Error("a page was not sent", "error", err)
	}
}
