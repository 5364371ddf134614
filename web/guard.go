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

// headers are the headers of every answer. With them, the page loads scripts, styles and pictures
// from this server only, and other pages can neither show nor read the answers.
var headers = map[string]string{
	policy: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: " +
		"blob:; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'none'; frame-src 'self'",
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
//
// Behind a proxy, the host is that of the public address or, if the proxy rewrites it, that of this
// server. The origin is that of the public address in both cases.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) bool {
	if !s.isOwn(r.Host) {
		expected := "its address or localhost"
		if s.Public != nil {
			expected = s.Public.Host + ", " + expected
		}
		s.fail(w, fault(http.StatusForbidden,
			"host %.60q is not this server; expected %s", r.Host, expected))
		return false
	}
	for _, origin := range r.Header.Values("Origin") {
		expected := s.origin(r)
		if expected == "" || originOf(origin) != expected {
			s.fail(w, fault(http.StatusForbidden,
				"origin %.60q is not this server; expected %s", origin, expected))
			return false
		}
	}
	isPage := r.Method == http.MethodGet && (r.URL.Path == s.base || r.URL.Path+"/" == s.base)
	if s.roleOf(r) != stranger {
		if isPage && r.URL.Query().Has(codeKey) {
			return !s.followCode(w, r)
		}
		return true
	}
	if isPage && isToken(r.URL.Query().Get(tokenKey), s.Token) {
		s.keepToken(w, r, s.Token, "")
		return false
	}
	if isPage && strings.Contains(r.Header.Get("Accept"), "text/html") {
		s.askForCode(w, r)
		return false
	}
	s.fail(w, fault(http.StatusUnauthorized,
		"the token is missing or wrong; expected the whole address that npuzzle serve printed"))
	return false
}

// roleOf returns what the client that sent a request may do. Without a token, all are hosts.
func (s *Server) roleOf(r *http.Request) role {
	tokens := []string{bearer(r)}
	// A server at another path or port of the same host can have set a cookie with this name, too.
	for _, cookie := range r.CookiesNamed(tokenCookie) {
		tokens = append(tokens, cookie.Value)
	}
	hasToken := func(token string) bool {
		return slices.ContainsFunc(tokens, func(text string) bool { return isToken(text, token) })
	}
	switch {
	case s.Token == "" || hasToken(s.Token):
		return host
	case s.Class != nil && hasToken(s.Class.Token):
		return guest
	}
	return stranger
}

// keepToken sets the cookie with a token, and removes the token from the address in the browser.
// The address then ends with a fragment.
func (s *Server) keepToken(w http.ResponseWriter, r *http.Request, token, fragment string) {
	http.SetCookie(w, &http.Cookie{
		Name:     tokenCookie,
		Value:    token,
		Path:     s.base,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   s.Public != nil && s.Public.Scheme == "https",
	})
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, s.base+fragment, http.StatusSeeOther)
}

// origin returns the origin of the page for the browser that sent a request. It is "" if the
// request has a wrong port.
func (s *Server) origin(r *http.Request) string {
	if s.Public != nil {
		return originOf(s.Public.Scheme + "://" + s.Public.Host)
	}
	return originOf("http://" + r.Host)
}

// isOwn reports whether the host of a request is this server. It ignores the port, because a
// forwarded port may differ. If the server has a token, every IP address is accepted: network
// address translation changes addresses, and pages of other servers do not have the token.
func (s *Server) isOwn(host string) bool {
	u, err := url.Parse("http://" + host)
	if err != nil || u.Host != host {
		return false
	}
	name := strings.TrimSuffix(u.Hostname(), ".")
	if name == "" {
		return false
	}
	if s.Public != nil && strings.EqualFold(name, s.Public.Hostname()) {
		return true
	}
	if ip, err := netip.ParseAddr(name); err == nil {
		return ip.IsLoopback() || s.Token != ""
	}
	isName := func(own string) bool { return strings.EqualFold(own, name) }
	return isName("localhost") || slices.ContainsFunc(s.Names, isName)
}

// isToken compares a text with a token in constant time.
func isToken(text, token string) bool {
	got := sha256.Sum256([]byte(text))
	want := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(got[:], want[:]) == 1
}

// bearer returns the token in the header Authorization, which programs use. It is "" for other
// schemes, such as the Basic of a proxy that asks for a password.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// NeedsToken reports whether other machines can reach a server that listens at the given address,
// or that has a public address.
func NeedsToken(at net.Addr, public *url.URL) bool {
	tcp, ok := at.(*net.TCPAddr)
	return public != nil || !ok || !tcp.IP.IsLoopback()
}
