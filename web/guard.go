package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// policy is the name of the header that says what the page may load.
const policy = "Content-Security-Policy"

// headers are the headers of every answer. With them, the page loads scripts, styles and pictures from
// this server only, and other pages can neither show nor read the answers.
var headers = map[string]string{
	policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; worker-src blob:; " +
		"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src 'self'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
}

const (
	// tokenKey is the query parameter with the token, in the address that a user opens first.
	tokenKey = "token"

	// tokenCookie is the name of the cookie that holds the token afterwards. Scripts cannot read
	// the cookie, and browsers do not send it with requests of scripts on other sites.
	tokenCookie = "npuzzle-token"
)

// admit reports whether a request may be answered. If not, it answers the request with an error
// or a redirect.
//
// A browser sends requests from any page to any address, so three checks refuse requests from
// other pages. First, the host in the request must be a name or an address of this machine.
// Otherwise, a foreign name that resolves to this machine would let a foreign page act as a page
// of this server (DNS rebinding). Second, the origin must be this server. Third, if the server
// has a token, the request must have the token.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) bool {
	if !s.isOwn(r.Host) {
		s.fail(w, fault(http.StatusForbidden,
			"host %.60q is not this server; expected its address or localhost", r.Host))
		return false
	}
	if origins := r.Header["Origin"]; len(origins) > 0 && !slices.Equal(origins, []string{"http://" + r.Host}) {
		s.fail(w, fault(http.StatusForbidden,
			"origin %.60q is not this server; expected http://%s", origins[0], r.Host))
		return false
	}
	if s.Token == "" || s.isToken(bearer(r)) {
		return true
	}
	if cookie, err := r.Cookie(tokenCookie); err == nil && s.isToken(cookie.Value) {
		return true
	}
	if r.Method == http.MethodGet && r.URL.Path == "/" && s.isToken(r.URL.Query().Get(tokenKey)) {
		http.SetCookie(w, &http.Cookie{
			Name: tokenCookie, Value: s.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		})
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/", http.StatusSeeOther) // removes the token from the address
		return false
	}
	s.fail(w, fault(http.StatusUnauthorized,
		"the token is missing or wrong; expected the whole address that npuzzle serve printed"))
	return false
}

// isOwn reports whether the host of a request is this server. It ignores the port, because a
// forwarded port may differ. If the server has a token, every IP address is accepted: network
// address translation changes addresses, and pages of other servers do not have the token.
func (s *Server) isOwn(host string) bool {
	u, err := url.Parse("http://" + host)
	if err != nil || u.Host != host {
		return false
	}
	name := u.Hostname()
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.IsLoopback() || s.Token != ""
	}
	isName := func(own string) bool { return strings.EqualFold(own, name) }
	return isName("localhost") || name != "" && slices.ContainsFunc(s.Names, isName)
}

// isToken compares a text with the token in constant time.
func (s *Server) isToken(text string) bool {
	got, want := sha256.Sum256([]byte(text)), sha256.Sum256([]byte(s.Token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// bearer returns the token in the header Authorization, which programs use.
func bearer(r *http.Request) string {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return token
}

// NeedsToken reports whether other machines can reach a server that listens at the given address.
func NeedsToken(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return !ok || !tcp.IP.IsLoopback()
}
