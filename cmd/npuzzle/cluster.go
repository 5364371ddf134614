package main

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/cluster"
	"npuzzle/internal/units"
)

// clusterOptions are the flags with which a command shares its trials with other machines.
type clusterOptions struct {
	listen string // address of a server in this process; "" for none
	access cluster.Access
}

// tokenVariable is the environment variable that holds the token if there is no --token. The
// command line of a process can be read by other users, and its environment cannot.
const tokenVariable = "NPUZZLE_TOKEN"

// flags returns the flags of a coordinator.
func (o *clusterOptions) flags() []cli.Flag {
	return append(o.accessFlags(), textFlag("listen", &o.listen))
}

// accessFlags returns the flags of every process that connects to a server.
func (o *clusterOptions) accessFlags() []cli.Flag {
	a := &o.access
	return []cli.Flag{
		textFlag("connect", &a.URL), textFlag("token", &a.Token), textFlag("creds", &a.Credentials),
		textFlag("tls-cert", &a.TLSCert), textFlag("tls-key", &a.TLSKey), textFlag("tls-ca", &a.TLSCA),
	}
}

// check completes the options, or returns a usage error if they contradict each other. A worker
// must have a server.
func (o *clusterOptions) check(worker bool) error {
	o.access.Token = cmp.Or(o.access.Token, os.Getenv(tokenVariable))
	switch a := o.access; {
	case o.listen != "" && a.URL != "":
		return misuse("--listen and --connect; expected only one of them")
	case worker && a.URL == "":
		return misuse("no server; expected --connect URL, as the coordinator prints it")
	case (a.TLSCert == "") != (a.TLSKey == ""):
		return misuse("--tls-cert and --tls-key; expected both or none")
	}
	return nil
}

// open opens the store, and starts to share the work with other machines if the flags say so.
func (l *laboratory) open(ctx context.Context, o labOptions, con console) (err error) {
	if err := o.cluster.check(false); err != nil {
		return err
	}
	if l.Jobs == 0 && !o.cluster.shares() {
		return misuse("--jobs 0 without other machines; expected --jobs 1 or more, --listen or --connect")
	}
	if l.Store, err = openToWrite(ctx, l.store, con); err != nil {
		return err
	}
	return l.share(ctx, o.cluster, con)
}

// shares reports whether the flags ask for other machines.
func (o *clusterOptions) shares() bool { return o.listen != "" || o.access.URL != "" }

// share starts to share the work with other machines if the flags say so.
func (l *laboratory) share(ctx context.Context, o clusterOptions, con console) (err error) {
	if err := o.check(false); err != nil || !o.shares() {
		return err
	}
	if l.Provenance.Program, err = bench.Program(); err != nil {
		return err
	}
	own := l.Lab
	l.remote, err = cluster.Start(ctx, cluster.Options{Access: o.access, Listen: o.listen, Folder: l.store + ".nats",
		Lab: &own, Notify: con.notice})
	if err != nil {
		return err
	}
	l.Elsewhere = l.remote.Run
	con.notice("other machines join with:")
	if o.listen == "" {
		fmt.Fprintln(con.err, o.workerLine(o.access.URL))
		return nil
	}
	if !l.remote.FindsToken() {
		o.access.Token = l.remote.Token
	}
	u, err := url.Parse(l.remote.URL)
	if err != nil {
		return err
	}
	host, _, _ := net.SplitHostPort(o.listen) // the coordinator has checked it
	for _, name := range reachable(host) {
		u.Host = net.JoinHostPort(name, u.Port())
		fmt.Fprintln(con.err, o.workerLine(u.String()))
	}
	return nil
}

// workerLine returns the command line of a worker that connects to a server.
func (o *clusterOptions) workerLine(server string) string {
	words := []string{"npuzzle", "worker", "--connect", server}
	values := []string{"--token", o.access.Token}
	if o.listen == "" { // the files of this side suit workers, too
		values = append(values, "--creds", o.access.Credentials, "--tls-cert", o.access.TLSCert,
			"--tls-key", o.access.TLSKey, "--tls-ca", o.access.TLSCA)
	}
	for pair := range slices.Chunk(values, 2) {
		if pair[1] != "" {
			words = append(words, pair...)
		}
	}
	return shellLine(words)
}

// workersText describes the workers, for a line of progress. It returns "" if the work is not
// shared.
func (l *laboratory) workersText() string {
	if l.remote == nil {
		return ""
	}
	s := l.remote.Status()
	return fmt.Sprintf(", %s, %.1f trials/s", units.Plural(len(s.Workers), "worker", "workers"), s.Rate)
}

// workerCommand runs trials for a command on another machine.
func workerCommand(con console) *cli.Command {
	var o labOptions
	var idle time.Duration
	flags := append(slices.Concat(o.cluster.accessFlags(), o.processFlags(0)),
		flagOf("idle", "", &idle, units.ParseDuration), textFlag("pdb-dir", &o.pdbDir))
	return command("worker", flags, func(c *cli.Context) error { return work(c.Context, o, idle, con) })
}

// work runs a worker until an interrupt, which is not an error.
func work(ctx context.Context, o labOptions, idle time.Duration, con console) (err error) {
	if err := o.cluster.check(true); err != nil {
		return err
	}
	if o.jobs == 0 {
		return misuse("--jobs 0; expected at least 1")
	}
	l := newLaboratory(o, con)
	if l.Provenance.Program, err = bench.Program(); err != nil {
		return err
	}
	worker := cluster.Options{Access: o.cluster.access, Lab: &l.Lab, Idle: idle, Notify: con.notice}
	return cmp.Or(cluster.Work(ctx, worker), l.close())
}

// workersCommand lists the workers of a running command.
func workersCommand(con console) *cli.Command {
	var o clusterOptions
	flags := append(o.accessFlags(), boolFlag("json", &con.json))
	return command("workers", flags, func(c *cli.Context) error {
		if err := o.check(true); err != nil {
			return err
		}
		s, err := cluster.Ask(c.Context, o.access)
		if err != nil {
			return err
		}
		return con.result(s, func() {
			con.tabulate("workers", s.Workers)
			con.say("cluster", s)
		})
	})
}
