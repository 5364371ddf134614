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

	"github.com/stretchr/testify/require"
)

// Connections are encrypted if the coordinator has a certificate, and workers check it.
func TestTLS(t *testing.T) {
	folder := t.TempDir()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
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
	c, err := Start(t.Context(), Options{Listen: "127.0.0.1:0", Folder: filepath.Join(folder, "nats"), Lab: l,
		Notify: func(string) {}, wait: time.Second, Access: Access{TLSCert: write("cert.pem", "CERTIFICATE", der),
			TLSKey: write("key.pem", "PRIVATE KEY", secret)}})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	l.Elsewhere = c.Run
	o := WorkerOptions{Lab: newLab(t, t.TempDir(), 1), Notify: func(string) {}, Idle: time.Second}
	require.Contains(t, c.URL, "tls://")
	require.ErrorContains(t, Work(t.Context(), Access{URL: c.URL}, o), "failed to verify certificate")
	ended := make(chan error, 1)
	o.Idle = time.Minute
	go func() { ended <- Work(t.Context(), Access{URL: c.URL, TLSCA: c.TLSCert}, o) }()
	outcome, err := l.Run(t.Context(), small(3, 3, 10, "astar"))
	require.NoError(t, err)
	require.False(t, outcome.Partial())
}
