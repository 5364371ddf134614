package main

import (
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
	var public *url.URL
	flags := append(o.cluster.flags(),
		flagOf("host", loopback, &host, asGiven), flagOf("port", "8080", &port, units.Whole(0, 65535)),
		flagOf("public-url", "", &public, web.ParsePublicURL),
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
			Files: page.Files(), Library: l.tables, Lab: l.Lab, Store: l.store,
			Names: []string{host}, Public: public,
			Jobs: o.jobs, Memory: l.Bytes, TimeLimit: o.trials.TimeLimit,
			Log: slog.New(slog.NewTextHandler(con.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
		}
		if l.remote != nil {
			options.Workers = l.remote.Status
		}
		if web.NeedsToken(listener.Addr(), public) {
			options.Token = rand.Text()
			options.InBrowser = true
			name, _ := os.Hostname() // on an error, browsers use addresses
			options.Names = append(options.Names, name)
		}
		boundPort := listener.Addr().(*net.TCPAddr).Port // differs from port if that is 0
		pages := pagesAt(host, boundPort, options)
		for _, u := range pages {
			forOthers := options.Token != "" && (public != nil || u.Hostname() != loopback)
			if forOthers {
				options.Address = u.String()
				break
			}
		}
		server, err := web.New(options)
		if err != nil {
			return err
		}
		for _, u := range pages {
			fmt.Fprintln(con.out, u.String())
		}
		if err := con.out.Flush(); err != nil {
			return err
		}
		if public != nil {
			own := net.JoinHostPort(reachable(host)[0], strconv.Itoa(boundPort))
			con.notice(fmt.Sprintf("the proxy must send requests to http://%s/", own))
		}
		con.notice("serving the page; Ctrl-C ends")
		if browse {
			if err := openBrowser(pages[0].String()); err != nil {
				con.notice(fmt.Sprintf("no browser opened: %v", err))
			}
		}
		return server.Serve(c.Context, listener)
	})
}

// pagesAt returns the addresses of the page, with the token. Behind a proxy there is only the
// public address, because the proxy also decides about the scheme and the path.
func pagesAt(host string, port int, options web.Options) []*url.URL {
	var pages []*url.URL
	if options.Public != nil {
		page := *options.Public
		pages = append(pages, &page)
	} else {
		for _, host := range reachable(host) {
			authority := net.JoinHostPort(host, strconv.Itoa(port))
			pages = append(pages, &url.URL{Scheme: "http", Host: authority, Path: "/"})
		}
	}
	for _, page := range pages {
		if options.Token != "" {
			page.RawQuery = "token=" + options.Token
		}
	}
	return pages
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
