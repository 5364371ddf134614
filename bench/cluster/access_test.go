package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/require"
)

// Connections are encrypted if the coordinator has a certificate, and workers check it.
func TestTLS(t *testing.T) {
	folder := t.TempDir()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		NotAfter:              time.Now().Add(time.Hour),
		IsCA:                  true,
		BasicConstraintsValid: true,
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	write := func(name, kind string, content []byte) string {
		name = filepath.Join(folder, name)
		text := pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
		require.NoError(t, os.WriteFile(name, text, 0o600))
		return name
	}
	l := newLab(t, folder, 0)
	c, err := Start(t.Context(), Options{
		Listen: "127.0.0.1:0",
		Folder: filepath.Join(folder, "nats"),
		Lab:    l,
		Notify: func(string) {},
		wait:   time.Second,

		HandsOutOnly: true,
		Access: Access{TLSCert: write("cert.pem", "CERTIFICATE", der),
			TLSKey: write("key.pem", "PRIVATE KEY", secret)},
	})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	l.Elsewhere = c.Run
	o := Options{Lab: newLab(t, t.TempDir(), 1), Notify: func(string) {}, Idle: time.Second}
	require.Contains(t, c.URL, "tls://")
	o.URL = c.URL
	require.ErrorContains(t, Work(t.Context(), o), "failed to verify certificate")
	leave := join(t, Access{URL: c.URL, TLSCA: c.TLSCert}, Options{Lab: o.Lab})
	outcome, err := l.Run(t.Context(), small(3, 3, 10, "astar"))
	require.NoError(t, err)
	require.False(t, outcome.Partial())
	require.NoError(t, leave())
}

// served starts a NATS server beside the coordinator.
func served(t *testing.T, options server.Options) (url string) {
	t.Helper()
	options.Host = "127.0.0.1"
	options.Port = server.RANDOM_PORT
	options.NoSigs = true
	options.JetStream = true
	options.StoreDir = t.TempDir()
	s, err := server.NewServer(&options)
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(time.Minute))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s.ClientURL()
}

// operated returns the options of a server whose users have credentials, and the file of those of a
// user.
func operated(t *testing.T) (server.Options, string) {
	t.Helper()
	pair := func(make func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		key, err := make()
		require.NoError(t, err)
		public, err := key.PublicKey()
		require.NoError(t, err)
		return key, public
	}
	operator, operatorID := pair(nkeys.CreateOperator)
	system, systemID := pair(nkeys.CreateAccount)
	account, accountID := pair(nkeys.CreateAccount)
	user, userID := pair(nkeys.CreateUser)
	claims := jwt.NewOperatorClaims(operatorID)
	claims.SystemAccount = systemID
	resolver := &server.MemAccResolver{}
	for id, key := range map[string]nkeys.KeyPair{systemID: system, accountID: account} {
		claims := jwt.NewAccountClaims(id)
		if key == account {
			claims.Limits.JetStreamLimits = jwt.JetStreamLimits{
				MemoryStorage: jwt.NoLimit,
				DiskStorage:   jwt.NoLimit,
				Streams:       jwt.NoLimit,
				Consumer:      jwt.NoLimit,
			}
		}
		text, err := claims.Encode(operator)
		require.NoError(t, err)
		require.NoError(t, resolver.Store(id, text))
	}
	text, err := jwt.NewUserClaims(userID).Encode(account)
	require.NoError(t, err)
	seed, err := user.Seed()
	require.NoError(t, err)
	file, err := jwt.FormatUserConfig(text, seed)
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "user.creds")
	require.NoError(t, os.WriteFile(name, file, 0o600))
	return server.Options{TrustedOperators: []*jwt.OperatorClaims{claims}, SystemAccount: systemID,
		AccountResolver: resolver}, name
}

// A run uses a server of another process, with a token or with credentials.
func TestExternalServers(t *testing.T) {
	withCredentials, credentials := operated(t)
	_, others := operated(t)
	for name, c := range map[string]struct {
		options     server.Options
		good, wrong Access
	}{
		"token": {server.Options{Authorization: "good"}, Access{Token: "good"},
			Access{Token: "wrong"}},
		"credentials": {withCredentials, Access{Credentials: credentials},
			Access{Credentials: others}},
	} {
		t.Run(name, func(t *testing.T) {
			good := c.good
			wrong := c.wrong
			folder := t.TempDir()
			good.URL = served(t, c.options)
			wrong.URL = good.URL
			o := Options{Lab: newLab(t, t.TempDir(), 1), Notify: func(string) {}, Idle: time.Minute}
			o.Access = wrong
			require.ErrorContains(t, Work(t.Context(), o), "refuses the token or the credentials")
			l := newLab(t, folder, 0)
			c, err := Start(t.Context(), Options{
				Access: good, Lab: l, Notify: func(string) {}, HandsOutOnly: true,
			})
			require.NoError(t, err)
			defer c.Close()
			l.Elsewhere = c.Run
			leave := join(t, good, Options{Lab: o.Lab})
			outcome, err := l.Run(t.Context(), small(3, 3, 10, "astar"))
			require.NoError(t, err)
			require.False(t, outcome.Partial())
			s, err := Ask(t.Context(), good)
			require.NoError(t, err)
			require.EqualValues(t, 10, s.Trials)
			require.NoError(t, leave())
		})
	}
	_, err := Ask(t.Context(), Access{URL: served(t, server.Options{}), Credentials: "missing"})
	require.ErrorContains(t, err, "open missing: no such file")
}

// A negative number of jobs is an error of the coordinator, of a worker and of a lab.
func TestNegativeJobs(t *testing.T) {
	const want = "-1 jobs; expected 1 or more, or 0 for one a core"
	l := newLab(t, t.TempDir(), -1)
	o := Options{Lab: l, Listen: "127.0.0.1:0", Notify: func(string) {}}
	_, err := Start(t.Context(), o)
	require.EqualError(t, err, "cluster: "+want)
	require.EqualError(t, Work(t.Context(), o), "cluster: "+want)
	_, err = l.Run(t.Context(), small(2, 2, 1, "astar"))
	require.EqualError(t, err, "lab: "+want)
}
