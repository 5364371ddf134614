package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Access says how to reach a NATS server, and how to prove that one may.
type Access struct {
	URL         string // of an existing server, such as nats://host:4222; several are separated by commas
	Token       string
	Credentials string // file of NATS credentials
	TLSCert     string // file of the certificate of this side; "" for none
	TLSKey      string
	TLSCA       string // file of the certificates that sign those of the other side; "" for those of the system
}

// Error means that a server cannot be used. It is one line.
type Error struct{ Err error }

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

func fault(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// link is a connection to a server.
type link struct {
	conn *nats.Conn
	js   jetstream.JetStream
}

// connect connects to a server. The connection is made again whenever it breaks.
func (a Access) connect(ctx context.Context, options ...nats.Option) (*link, error) {
	options = append(options, nats.Name("npuzzle"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait),
		nats.ReconnectJitter(reconnectWait, reconnectWait), nats.IgnoreAuthErrorAbort())
	for _, file := range []string{a.Credentials, a.TLSCert, a.TLSKey, a.TLSCA} {
		if file == "" {
			continue
		}
		if _, err := os.Stat(file); err != nil {
			return nil, &Error{err}
		}
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
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
	case errors.Is(err, nats.ErrAuthorization), err != nil && strings.Contains(err.Error(), "authorization"):
		return nil, fault("%s refuses this token; expected the one that the coordinator prints", a.place())
	case errors.Is(err, nats.ErrNoServers):
		return nil, &noServer{fault("no NATS server at %s; expected one, or npuzzle run --listen", a.place())}
	case err != nil:
		return nil, fault("%s: %w", a.place(), err)
	}
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncTimeout(publishTimeout),
		jetstream.WithPublishAsyncMaxPending(1<<14))
	if err == nil {
		_, err = js.AccountInfo(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, fault("%s has no JetStream: %w; expected a NATS server with it", a.place(), err)
	}
	return &link{conn, js}, nil
}

// noServer is the error of connect that a server may overcome by starting.
type noServer struct{ error }

func (e *noServer) Unwrap() error { return e.error }

// place returns the URL without a password.
func (a Access) place() string {
	u, err := url.Parse(a.URL)
	if err != nil {
		return "the server"
	}
	return u.Redacted()
}

const (
	reconnectWait  = 500 * time.Millisecond
	publishTimeout = 5 * time.Second
	startTimeout   = 10 * time.Second
)

// logger keeps the first fatal message of a server.
type logger struct{ fatal chan string }

func (l logger) Noticef(string, ...any) {}
func (l logger) Warnf(string, ...any)   {}
func (l logger) Errorf(string, ...any)  {}
func (l logger) Debugf(string, ...any)  {}
func (l logger) Tracef(string, ...any)  {}
func (l logger) Fatalf(format string, args ...any) {
	select {
	case l.fatal <- fmt.Sprintf(format, args...):
	default:
	}
}

// serve starts a server in this process, and sets URL and, if other machines can reach the server and
// there is no token, Token. The folder keeps the pattern databases for workers, and the token, so that
// a coordinator that is started again has the same.
func (a *Access) serve(address, folder string) (*server.Server, error) {
	host, text, err := net.SplitHostPort(address)
	port, wrong := strconv.Atoi(text)
	if err != nil || wrong != nil || port < 0 || port > 65535 {
		return nil, fault("--listen %.60q; expected HOST:PORT, such as 0.0.0.0:4222", address)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	ip := net.ParseIP(host)
	local := host == "localhost" || ip != nil && ip.IsLoopback()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	if !local && a.Token == "" {
		if a.Token, err = keptToken(filepath.Join(folder, "token")); err != nil {
			return nil, err
		}
	}
	options := &server.Options{Host: host, Port: port, NoSigs: true, MaxPayload: maxPayload, MaxPending: 8 * maxPayload,
		Authorization: a.Token, JetStream: true, StoreDir: folder, ServerName: "npuzzle"}
	if a.TLSCert != "" {
		options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{
			CertFile: a.TLSCert, KeyFile: a.TLSKey, CaFile: a.TLSCA, Verify: a.TLSCA != ""})
		if err != nil {
			return nil, &Error{err}
		}
		options.TLSTimeout = startTimeout.Seconds()
	}
	if err := os.RemoveAll(filepath.Join(folder, "jetstream")); err != nil {
		return nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, &Error{err}
	}
	log := logger{make(chan string, 1)}
	s.SetLoggerV2(log, false, false, false)
	s.Start()
	for began := time.Now(); !s.ReadyForConnections(startTimeout / 100); {
		text := ""
		select {
		case text = <-log.fatal:
		default:
		}
		if text != "" || time.Since(began) > startTimeout {
			s.Shutdown()
			os.RemoveAll(filepath.Join(folder, "jetstream"))
			os.Remove(folder)
			return nil, fault("--listen %s: %s", address, cmp.Or(text, "the server did not start"))
		}
	}
	a.URL = s.ClientURL()
	return s, nil
}

// maxPayload is the size of the largest message of a server in this process.
const maxPayload = 8 << 20

// keptToken returns the token in a file. If there is no file, it makes one.
func keptToken(file string) (string, error) {
	text, err := os.ReadFile(file)
	if token := strings.TrimSpace(string(text)); err == nil && token != "" {
		return token, nil
	}
	token := rand.Text()
	return token, os.WriteFile(file, []byte(token+"\n"), 0o600)
}
