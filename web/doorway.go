package web

import (
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"
)

// codeKey is the key of the code of a class or a class race in the address of the page.
const codeKey = "code"

// These limits keep a code of four letters from being found by trying. A client that tries codes
// shuts out itself, and not the class.
const (
	guessInterval    = time.Minute
	guessesOfAddress = 20 // wrong codes from one network address in guessInterval
	guessesOfAll     = 60 // wrong codes from all addresses in guessInterval
)

// doorway is the page for a browser that has no token. It asks for the code of a class or a class
// race, which is shorter than the token.
var doorway = template.Must(template.New("doorway").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>npuzzle</title>
<h1>npuzzle</h1>
<p>{{.}}</p>
<form>
<label>Code <input name="` + codeKey + `" size="4" maxlength="4" required autofocus
autocapitalize="none" autocomplete="off" spellcheck="false"></label>
<button>Enter</button>
</form>
<p>Are you the host? Open the complete address that npuzzle serve printed.</p>
</html>
`))

// guesses counts wrong codes.
type guesses struct {
	lock  sync.Mutex
	since time.Time
	wrong map[string]int // by network address; at most guessesOfAll addresses
	all   int
}

// tooMany reports whether too many codes from an address, or from all, were wrong in the current
// interval.
func (g *guesses) tooMany(address string, now time.Time) bool {
	g.lock.Lock()
	defer g.lock.Unlock()
	if now.Sub(g.since) > guessInterval {
		g.since = now
		g.wrong = map[string]int{}
		g.all = 0
	}
	return g.wrong[address] >= guessesOfAddress || g.all >= guessesOfAll
}

// count counts a wrong code from an address. It is called after tooMany.
func (g *guesses) count(address string) {
	g.lock.Lock()
	defer g.lock.Unlock()
	g.wrong[address]++
	g.all++
}

// codeIn returns the code in the address of a request.
func codeIn(r *http.Request) string {
	return strings.ToLower(strings.TrimSpace(r.URL.Query().Get(codeKey)))
}

// placeOf returns the fragment of the address to which a code leads: that of a class race, or "" for
// the page.
func (s *Server) placeOf(code string) string {
	if s.classRaces.has(code) {
		return "#/race?class=" + code
	}
	return ""
}

// followCode leads a browser that has a token already to the class race with the code in the
// address. It returns false if there is none.
func (s *Server) followCode(w http.ResponseWriter, r *http.Request) bool {
	place := s.placeOf(codeIn(r))
	if place == "" {
		return false
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, s.base+place, http.StatusSeeOther)
	return true
}

// askForCode answers a browser that asks for the page without a token. The code of a class lets it
// in as a guest, and the code of a class race leads to the race.
func (s *Server) askForCode(w http.ResponseWriter, r *http.Request) {
	code := codeIn(r)
	address := addressOf(r)
	status := http.StatusUnauthorized
	said := "Enter the code of four letters that the host shows."
	switch {
	case code == "": // the first visit
	case s.guesses.tooMany(address, s.classRaces.now()):
		status = http.StatusTooManyRequests
		said = "Too many codes were wrong. Try again in a minute."
	case s.Class != nil && (code == s.Class.Code || s.classRaces.has(code)):
		s.keepToken(w, r, s.Class.Token, s.placeOf(code))
		return
	case s.classRaces.has(code):
		s.keepToken(w, r, s.Token, s.placeOf(code))
		return
	default:
		s.guesses.count(address)
		said = "The code " + code + " is wrong."
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	// The page sends its form here, and the answer redirects.
	w.Header().Set(policy, strings.Replace(s.headers[policy], "form-action 'none'", "form-action 'self'", 1))
	s.mayWrite(w)
	w.WriteHeader(status)
	if err := doorway.Execute(w, said); err != nil {
		s.Log.Error("a page was not sent", "error", err)
	}
}
