package cluster

import (
	"crypto/subtle"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// doorkeeper decides who may use the server of a coordinator, and what for.
type doorkeeper struct {
	owner string // token of the coordinator
	token string // token of the workers
}

// connectionName is the form of the names that connect makes.
var connectionName = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// Check implements server.Authentication. A connection with the token of the workers may only do
// what a worker does. Above all, it cannot read what others are sent, so it does not get their
// trials.
func (d doorkeeper) Check(c server.ClientAuthentication) bool {
	options := c.GetOpts()
	switch {
	case same(options.Token, d.owner):
		return true
	case !same(options.Token, d.token) || !connectionName.MatchString(options.Name):
		return false
	}
	subscribes := []string{stopSubject, inboxOf(options.Name) + ".>"}
	c.RegisterUser(&server.User{Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: workerPublishes},
		Subscribe: &server.SubjectPermission{Allow: subscribes},
	}})
	return true
}

// same compares secrets in a time that does not depend on them.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// inboxOf returns the subject below which a connection with a name receives what is sent to it.
func inboxOf(name string) string { return "_INBOX." + name }

// workerPublishes are the subjects to which a worker publishes.
var workerPublishes = []string{
	helloSubject, statusSubject, tableSubject, resultsSubject,
	"$JS.API.INFO",
	"$JS.API.CONSUMER.INFO." + workStream + "." + consumer,
	"$JS.API.CONSUMER.MSG.NEXT." + workStream + "." + consumer,
	"$JS.ACK." + workStream + "." + consumer + ".>",
	"$JS.API.STREAM.INFO.OBJ_" + tablesBucket,
	"$JS.API.STREAM.MSG.GET.OBJ_" + tablesBucket,
	"$JS.API.DIRECT.GET.OBJ_" + tablesBucket,
	"$JS.API.DIRECT.GET.OBJ_" + tablesBucket + ".>",
	"$JS.API.CONSUMER.CREATE.OBJ_" + tablesBucket + ".>",
	"$JS.API.CONSUMER.DELETE.OBJ_" + tablesBucket + ".>",
	"$JS.FC.OBJ_" + tablesBucket + ".>",
}

// tokenFile returns the file in which workers of the same user on this machine find the token of a
// server, or "" if the server is on another machine. Only the user can read it.
func tokenFile(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return ""
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "npuzzle", "tokens", "port-"+u.Port())
}

// localToken returns the token of a server on this machine, if the same user started it. Otherwise,
// it returns "".
func localToken(address string) string {
	first, _, _ := strings.Cut(address, ",")
	file := tokenFile(first)
	if file == "" {
		return ""
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// localURL returns the address of the server of this process for workers on this machine.
func (a *Access) localURL() string {
	u, err := url.Parse(a.URL)
	if err != nil {
		return ""
	}
	return "nats://127.0.0.1:" + u.Port()
}

// shareToken writes the token for workers of the same user on this machine. If this fails, these
// workers need the token as others do.
func (a *Access) shareToken() {
	file := tokenFile(a.localURL())
	if file == "" || localToken(a.localURL()) == a.Token {
		return
	}
	if os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	os.Remove(file) // a file of an earlier run may have other rights
	os.WriteFile(file, []byte(a.Token+"\n"), 0o600)
}

// forgetToken removes the file that shareToken wrote, unless another coordinator has written it
// since.
func (a *Access) forgetToken() {
	if a.Token != "" && localToken(a.localURL()) == a.Token {
		os.Remove(tokenFile(a.localURL()))
	}
}

// FindsToken reports whether workers of the same user on this machine find the token by themselves.
func (a *Access) FindsToken() bool { return a.Token != "" && localToken(a.URL) == a.Token }
