package main

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"

	"github.com/urfave/cli/v2"

	"npuzzle/internal/units"
	"npuzzle/web"
	"npuzzle/web/page"
)

// leastSlots is the minimum of the default number of parallel searches. A race on the
// page has up to four searches.
const leastSlots = 4

// serveCommand serves the web page until an interrupt, which is not an error. It prints the
// addresses of the page first. Package web implements the server.
func serveCommand(con console) *cli.Command {
	var o labOptions
	var host string
	var port int
	var browse bool
	flags := append(o.cluster.flags(),
		flagOf("host", loopback, &host, asGiven), flagOf("port", "8080", &port, units.Whole(0, 65535)),
		boolFlag("open", &browse), textFlag("store", &o.store), textFlag("pdb-dir", &o.pdbDir),
		flagOf("time-limit", "10m", &o.trials.TimeLimit, units.ParseDuration), memoryFlag(&o.memory),
		jobsFlag(1, max(runtime.NumCPU(), leastSlots), &o.jobs))
	return command("serve", flags, func(c *cli.Context) (err error) {
		listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err != nil {
			return misuse("%w; expected another --host, or another --port (0: any free one)", err)
		}
		defer listener.Close()
		l := newLaboratory(o, con)
		defer func() { err = errors.Join(err, l.close()) }()
		l.tables.Memory = l.Bytes / uint64(o.jobs)
		l.Prepare = l.tables.Prepare
		if err := l.share(c.Context, o.cluster, con); err != nil {
			return err
		}
		options := web.Options{
			Files: page.Files(), Library: l.tables, Lab: l.Lab, Store: l.store, Names: []string{host},
			Jobs: o.jobs, Memory: l.Bytes, TimeLimit: o.trials.TimeLimit,
			Log: slog.New(slog.NewTextHandler(con.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
		}
		if l.remote != nil {
			options.Workers = l.remote.Status
		}
		hosts := []string{host}
		if web.NeedsToken(listener.Addr()) {
			options.Token, options.InBrowser = rand.Text(), true
			name, _ := os.Hostname()
			options.Names = append(options.Names, name)
			hosts = reachable(host)
		}
		var addresses []string
		for _, host := range hosts {
			port := listener.Addr().(*net.TCPAddr).Port
			u := url.URL{Scheme: "http", Host: net.JoinHostPort(host, strconv.Itoa(port)), Path: "/"}
			if options.Token != "" {
				u.RawQuery = "token=" + options.Token
				if host != loopback {
					options.Address = cmp.Or(options.Address, u.String())
				}
			}
			addresses = append(addresses, u.String())
		}
		server, err := web.New(options)
		if err != nil {
			return err
		}
		for _, address := range addresses {
			fmt.Fprintln(con.out, address)
		}
		if err := con.out.Flush(); err != nil {
			return err
		}
		con.notice("serving the page; Ctrl-C ends")
		if browse {
			if err := openBrowser(addresses[0]); err != nil {
				con.notice(fmt.Sprintf("no browser opened: %v", err))
			}
		}
		return server.Serve(c.Context, listener)
	})
}

// loopback is the address that only this machine reaches.
const loopback = "127.0.0.1"

// reachable returns the hosts under which the server can be reached. If it listens on a
// single address, this is the address itself. If it listens on all addresses, these are
// loopback and the IPv4 addresses of the network interfaces.
func reachable(host string) []string {
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{host}
	}
	hosts := []string{loopback}
	addresses, _ := net.InterfaceAddrs() // on an error, only loopback is listed
	for _, a := range addresses {
		if network, ok := a.(*net.IPNet); ok && network.IP.To4() != nil && !network.IP.IsLoopback() {
			hosts = append(hosts, network.IP.String())
		}
	}
	return hosts
}

// openBrowser opens an address in the user's browser. Tests replace it.
var openBrowser = func(address string) error {
	switch runtime.GOOS {
	case "darwin":
		return exec.Command("open", address).Start()
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start()
	}
	return exec.Command("xdg-open", address).Start()
}
