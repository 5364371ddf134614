package cli

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/cluster"
	"npuzzle/internal/units"
)

// ClusterOptions are the flags with which a command shares its trials with other machines.
type ClusterOptions struct {
	listen string // address of a server in this process; "" for none
	Access cluster.Access
}

// tokenVariable is the environment variable that holds the token if there is no --token. The
// command line of a process can be read by other users, and its environment cannot.
const tokenVariable = "NPUZZLE_TOKEN"

// Flags returns the flags of a coordinator.
func (o *ClusterOptions) Flags() []urfave.Flag {
	listen := &urfave.StringFlag{
		Name: "listen", Category: "other machines", Destination: &o.listen,
		Usage: "share the work: listen on `HOST:PORT` for workers, such as 0.0.0.0:4222; " +
			"with --jobs 0, run no trials here",
	}
	access := o.AccessFlags("share the work through the NATS server at `URL`")
	return append([]urfave.Flag{listen}, access...)
}

// AccessFlags returns the flags of every process that connects to a server. The parameter connect
// is the usage of --connect.
func (o *ClusterOptions) AccessFlags(connect string) []urfave.Flag {
	flag := func(name, usage string, to *string) *urfave.StringFlag {
		return &urfave.StringFlag{
			Name: name, Category: "other machines", Usage: usage, Destination: to,
		}
	}
	token := flag("token", "use the access token `TEXT`", &o.Access.Token)
	token.EnvVars = []string{tokenVariable}
	token.DefaultText = "$" + tokenVariable
	return []urfave.Flag{
		flag("connect", connect, &o.Access.URL),
		token,
		flag("creds", "use the NATS credentials in `FILE`", &o.Access.Credentials),
		flag("tls-cert", "show the TLS certificate in `FILE`", &o.Access.TLSCert),
		flag("tls-key", "use the key of the certificate in `FILE`", &o.Access.TLSKey),
		flag("tls-ca", "trust the TLS certificates signed by those in `FILE`", &o.Access.TLSCA),
	}
}

// Check returns a usage error if they contradict each other. A worker
// must have a server.
func (o *ClusterOptions) Check(worker bool) error {
	switch a := o.Access; {
	case o.listen != "" && a.URL != "":
		return Misuse("--listen and --connect; expected only one of them")
	case worker && a.URL == "":
		return Misuse("no server; expected --connect URL, as the coordinator prints it")
	case (a.TLSCert == "") != (a.TLSKey == ""):
		return Misuse("--tls-cert and --tls-key; expected both or none")
	}
	return nil
}

// Open opens the store, and starts to share the work with other machines if the flags say so.
func (l *Laboratory) Open(ctx context.Context, o LabOptions, con Console) (err error) {
	if err := o.Cluster.Check(false); err != nil {
		return err
	}
	if o.Jobs == 0 && !o.Cluster.shares() {
		return Misuse("--jobs 0 without other machines; expected --jobs 1 or more, --listen or " +
			"--connect")
	}
	if l.Store, err = OpenToWrite(ctx, l.StoreFile, con); err != nil {
		return err
	}
	return l.Share(ctx, o, con)
}

// shares reports whether the flags ask for other machines.
func (o *ClusterOptions) shares() bool { return o.listen != "" || o.Access.URL != "" }

// Share starts to share the work with other machines if the flags say so.
func (l *Laboratory) Share(ctx context.Context, options LabOptions, con Console) (err error) {
	o := options.Cluster
	if err := o.Check(false); err != nil || !o.shares() {
		return err
	}
	if l.Provenance.Program, err = bench.Program(); err != nil {
		return err
	}
	lab := l.Lab
	l.Remote, err = cluster.Start(ctx, cluster.Options{Access: o.Access, Listen: o.listen,
		Folder: l.StoreFile + ".nats",
		Lab:    &lab, Notify: con.Notice, HandsOutOnly: options.Jobs == 0})
	if err != nil {
		return err
	}
	l.Elsewhere = l.Remote.Run
	con.Notice("other machines join with:")
	if o.listen == "" {
		fmt.Fprintln(con.Err, o.workerLine(o.Access.URL))
		return nil
	}
	if !l.Remote.FindsToken() {
		o.Access.Token = l.Remote.Token
	}
	u, err := url.Parse(l.Remote.URL)
	if err != nil {
		return err
	}
	host, _, _ := net.SplitHostPort(o.listen) // the coordinator has checked it
	for _, name := range Reachable(host) {
		u.Host = net.JoinHostPort(name, u.Port())
		fmt.Fprintln(con.Err, o.workerLine(u.String()))
	}
	return nil
}

// workerLine returns the command line of a worker that connects to a server.
func (o *ClusterOptions) workerLine(server string) string {
	words := []string{"npuzzle", "worker", "--connect", server}
	values := []string{"--token", o.Access.Token}
	if o.listen == "" { // the files of this side suit workers, too
		values = append(values, "--creds", o.Access.Credentials, "--tls-cert", o.Access.TLSCert,
			"--tls-key", o.Access.TLSKey, "--tls-ca", o.Access.TLSCA)
	}
	for pair := range slices.Chunk(values, 2) {
		if pair[1] != "" {
			words = append(words, pair...)
		}
	}
	return units.ShellLine(words)
}

// WorkersText describes the workers, for a line of progress. It returns "" if the work is not
// shared.
func (l *Laboratory) WorkersText() string {
	if l.Remote == nil {
		return ""
	}
	s := l.Remote.Status()
	return fmt.Sprintf(", %s, %.1f trials/s", units.Plural(len(s.Workers), "worker", "workers"),
		s.Rate)
}

// Loopback is the address that only this machine reaches.
const Loopback = "127.0.0.1"

// Reachable returns the hosts under which the server can be reached. If it listens on a
// single address, this is the address itself. If it listens on all addresses, these are
// loopback and the IPv4 addresses of the network interfaces.
func Reachable(host string) []string {
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{host}
	}
	hosts := []string{Loopback}
	addresses, _ := net.InterfaceAddrs() // on an error, only loopback is listed
	for _, a := range addresses {
		network, ok := a.(*net.IPNet)
		if ok && network.IP.To4() != nil && !network.IP.IsLoopback() {
			hosts = append(hosts, network.IP.String())
		}
	}
	return hosts
}
