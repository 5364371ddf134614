package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Access says how to reach a NATS server, and how to prove that one may.
type Access struct {
	// URL is that of an existing server, such as nats://host:4222. Several are separated by commas.
	URL         string
	Token       string
	Credentials string // file of NATS credentials

	// TLSCert is the file of the certificate of this side, or "" for none. TLSCA is the file of the
	// certificates that sign those of the other side, or "" for those of the system.
	TLSCert string
	TLSKey  string
	TLSCA   string
}

// Error means that a server cannot be used. Its text is one line.
type Error struct {
	Text string
	Err  error // cause; may be nil
}

func (e *Error) Error() string { return e.Text }
func (e *Error) Unwrap() error { return e.Err }

func fault(cause error, format string, args ...any) error {
	return &Error{Text: fmt.Sprintf(format, args...), Err: cause}
}

// connect connects to a server. The connection is made again whenever it breaks.
func (a Access) connect(ctx context.Context, options ...nats.Option) (jetstream.JetStream, error) {
	// The server and this side alone know the name. A server in a coordinator lets a worker read
	// what is sent to its own inbox, and nothing else.
	id := rand.Text()
	// Each attempt to connect asks for the token, because a coordinator that is started again may
	// have another one.
	token := func() string {
		if a.Token == "" && a.Credentials == "" {
			return localToken(a.URL)
		}
		return a.Token
	}
	options = append(options,
		nats.Name(id),
		nats.CustomInboxPrefix(inboxOf(id)),
		nats.TokenHandler(token),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.IgnoreAuthErrorAbort(),
	)
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.TLSCA != "" {
		options = append(options, nats.RootCAs(a.TLSCA))
	}
	if a.TLSCert != "" {
		options = append(options, nats.ClientCert(a.TLSCert, a.TLSKey))
	}
	conn, err := nats.Connect(a.URL, options...)
	switch {
	case err != nil && strings.Contains(strings.ToLower(err.Error()), "authorization"):
		return nil, fault(err,
			"%s refuses the token or the credentials; expected those that the coordinator uses",
			a.place())
	case errors.Is(err, nats.ErrNoServers):
		return nil, fault(err, "no NATS server at %s; expected one, or npuzzle run --listen",
			a.place())
	case err != nil:
		return nil, fault(err, "%s: %v", a.place(), err)
	}
	js, err := withJetStream(ctx, conn)
	if err != nil {
		conn.Close()
		return nil, fault(err, "%s has no JetStream: %v; expected a NATS server with it", a.place(),
			err)
	}
	return js, nil
}

// withJetStream returns the streams of a connection, or an error if the server has none.
func withJetStream(ctx context.Context, conn *nats.Conn) (jetstream.JetStream, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	_, err = js.AccountInfo(ctx)
	return js, err
}

// place returns the URL without a password.
func (a Access) place() string {
	if u, err := url.Parse(a.URL); err == nil {
		return u.Redacted()
	}
	return "the server"
}

const (
	reconnectWait = 500 * time.Millisecond
	startTimeout  = 10 * time.Second
)

// sleep waits for a time. It returns false if the context ends before.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// ask asks the other side, and waits at most the given time for the answer.
func ask(
	ctx context.Context, conn *nats.Conn, subject string, data []byte, wait time.Duration,
) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return conn.RequestWithContext(ctx, subject, data)
}

// serve starts a server in this process, and sets URL and, if there is no token, Token. The folder
// keeps the pattern databases for workers. A connection with the token owner may do anything.
func (a *Access) serve(address, folder, owner string) (*server.Server, error) {
	// The port must be known before the server starts, since the file of the token has its number.
	probe, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fault(err,
			"--listen %.60q: %v; expected an unused HOST:PORT, such as 0.0.0.0:4222", address, err)
	}
	used := probe.Addr().(*net.TCPAddr)
	probe.Close()
	if a.Token == "" {
		if a.Token, err = keptToken(used, folder); err != nil {
			return nil, err
		}
	}
	options := &server.Options{
		Host:                       used.IP.String(),
		Port:                       used.Port,
		NoSigs:                     true,
		MaxPayload:                 maxPayload,
		MaxPending:                 8 * maxPayload,
		CustomClientAuthentication: doorkeeper{owner: owner, token: a.Token},
		JetStream:                  true,
		StoreDir:                   folder,
		ServerName:                 "npuzzle",
	}
	if a.TLSCert != "" {
		options.TLSTimeout = startTimeout.Seconds()
		options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{
			CertFile: a.TLSCert,
			KeyFile:  a.TLSKey,
			CaFile:   a.TLSCA,
			Verify:   a.TLSCA != "",
		})
		if err != nil {
			return nil, fault(err, "%v", err)
		}
	}
	if err := os.RemoveAll(filepath.Join(folder, "jetstream")); err != nil {
		return nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, fault(err, "%v", err)
	}
	s.Start()
	if !s.ReadyForConnections(startTimeout) {
		s.Shutdown()
		return nil, fault(nil, "--listen %s: the server did not start", address)
	}
	a.URL = s.ClientURL()
	a.shareToken()
	return s, nil
}

// keptToken returns the token of a server at an address. A coordinator that is started again after
// it was killed has the same token. If only this machine can reach the server, the token is where
// workers of the same user find it. Otherwise, it is in a folder beside the store, and stays there
// for later runs.
func keptToken(address *net.TCPAddr, folder string) (string, error) {
	if file := tokenFile("nats://" + address.String()); file != "" {
		if token, err := keptSecret(file); err == nil {
			return token, nil
		}
	}
	return keptSecret(filepath.Join(folder, "token"))
}

// keptSecret returns the secret in a file. If there is no file, it makes one that only the user can
// read.
func keptSecret(file string) (string, error) {
	text, err := os.ReadFile(file)
	if secret := strings.TrimSpace(string(text)); err == nil && secret != "" {
		return secret, nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", err
	}
	secret := rand.Text()
	return secret, os.WriteFile(file, []byte(secret+"\n"), 0o600)
}
