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

// headers are those of every answer. Scripts, styles and pictures come from this server alone, and no
// other page may show or read what it answers.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
		"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src 'self'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
}

const (
	// tokenKey is the key of the token in the address that a user opens first.
	tokenKey = "token"

	// tokenCookie is the cookie that holds the token from then on. Scripts cannot read it, and
	// browsers do not send it with requests of other sites.
	tokenCookie = "npuzzle-token"
)

// admit tells whether a request may be answered. If not, it answers the request itself.
//
// A browser sends any page's requests to any address, so three checks keep other pages out.
// The name of the host must be one of this machine's: a foreign name that leads to this
// machine's address would make a foreign page one of this server's (DNS rebinding). The origin
// must be this server's. On other addresses than loopback, the token must be there.
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
		http.Redirect(w, r, "/", http.StatusSeeOther) // to an address that can be shown and shared
		return false
	}
	s.fail(w, fault(http.StatusUnauthorized,
		"the token is missing or wrong; expected the whole address that npuzzle serve printed"))
	return false
}

// isOwn tells whether the host of a request, with or without a port, is this server. The port may
// differ where it is forwarded. With a token, every address is accepted: a page of another server
// has no token, and network translation changes addresses.
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

// NeedsToken tells whether others than this machine can reach a server that listens at an address.
func NeedsToken(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return !ok || !tcp.IP.IsLoopback()
}
