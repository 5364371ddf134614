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
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/internal/cli"
	"npuzzle/internal/units"
	"npuzzle/web"
	"npuzzle/web/page"
)

// leastSlots is the minimum of the default number of parallel searches. A race on the
// page has up to four searches.
const leastSlots = 4

// allAddresses is the host of a server that listens on all addresses of the machine.
const allAddresses = "0.0.0.0"

// serveCommand serves the web page until an interrupt, which is not an error. It prints the
// addresses of the page first. Package web implements the server.
func serveCommand(con cli.Console) *urfave.Command {
	var o cli.LabOptions
	var host string
	var port int
	var browse, class bool
	var public *url.URL
	jobs := cli.JobsFlag(1, max(runtime.NumCPU(), leastSlots), &o.Jobs)
	jobs.DefaultText = fmt.Sprintf("the number of cores, but at least %d", leastSlots)
	flags := slices.Concat(
		[]urfave.Flag{
			&urfave.StringFlag{
				Name: "host", Category: "server", Value: cli.Loopback,
				Usage: "listen on `HOST`; if other machines can reach HOST, the printed address " +
					"contains a token that the page needs",
				Destination: &host,
			},
			&urfave.IntFlag{
				Name: "port", Category: "server", Value: 8080,
				Usage:       "listen on port `N`; 0: any free port",
				Destination: &port,
				Action:      cli.Between("port", 0, 65535),
			},
			cli.Parsed(&urfave.StringFlag{
				Name: "public-url", Category: "server",
				Usage: "address of the page behind a reverse proxy, such as " +
					"https://puzzles.example/lab/; the printed address is this `URL` with a token",
			}, &public, web.ParsePublicURL),
			&urfave.BoolFlag{
				Name: "class", Category: "server",
				Usage: "let a class in by a code: guests cannot start experiments or long " +
					"searches; without --host, listen on all addresses",
				Destination: &class,
			},
			&urfave.BoolFlag{
				Name: "open", Category: "server",
				Usage:       "open the page in the browser",
				Destination: &browse,
			},
			cli.StoreFlag("server", &o.Store),
			cli.TablesFlag("server", &o.PDBDir),
			cli.Parsed(&urfave.StringFlag{
				Name: "time-limit", Category: "limits", Value: "10m",
				Usage: "stop a search after `TIME`, such as 10s, 1m30s or 90 (seconds); 0: no " +
					"limit",
			}, &o.Trials.TimeLimit, units.ParseDuration),
			cli.MemoryFlag(&o.Memory),
			jobs,
		},
		o.Cluster.Flags(),
	)
	action := func(c *urfave.Context) (err error) {
		if class && !c.IsSet("host") {
			host = allAddresses
		}
		listener, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err != nil {
			return cli.Misuse("%w; expected another --host, or another --port (0: any free one)",
				err)
		}
		defer listener.Close()
		l := cli.NewLaboratory(o, con)
		defer func() { err = errors.Join(err, l.Close()) }()
		l.Tables.Memory = l.Bytes / uint64(o.Jobs)
		l.Prepare = l.Tables.Prepare
		if err := l.Share(c.Context, o, con); err != nil {
			return err
		}
		options := web.Options{
			Files: page.Files(), Library: l.Tables, Lab: l.Lab, Store: l.StoreFile,
			Names: []string{host}, Public: public,
			Jobs: o.Jobs, Memory: l.Bytes, TimeLimit: o.Trials.TimeLimit,
			Log: slog.New(slog.NewTextHandler(con.Err,
				&slog.HandlerOptions{Level: slog.LevelWarn})),
		}
		if l.Remote != nil {
			options.Workers = l.Remote.Status
		}
		continued := false
		if class {
			options.Class, continued, err = web.OpenClass(classFile(l.StoreFile))
			if err != nil {
				return err
			}
			options.Token = options.Class.Host
		} else if web.NeedsToken(listener.Addr(), public) {
			options.Token = rand.Text()
		}
		if options.Token != "" {
			options.InBrowser = true
			name, _ := os.Hostname() // on an error, browsers use addresses
			options.Names = append(options.Names, name)
		}
		boundPort := listener.Addr().(*net.TCPAddr).Port // differs from port if that is 0
		pages := pagesAt(host, boundPort, options)
		options.Address = forOthers(pages, options)
		if class {
			options.Address = withoutToken(options.Address)
		}
		server, err := web.New(options)
		if err != nil {
			return err
		}
		for _, u := range pages {
			fmt.Fprintln(con.Out, u.String())
		}
		if err := con.Out.Flush(); err != nil {
			return err
		}
		if public != nil {
			own := net.JoinHostPort(cli.Reachable(host)[0], strconv.Itoa(boundPort))
			con.Notice(fmt.Sprintf("the proxy must send requests to http://%s/", own))
		}
		if continued {
			con.Notice("the class goes on where it was when the server was killed")
		}
		if class {
			con.Notice(fmt.Sprintf("printed addresses are for you alone; students open %s and enter the code %s",
				cmp.Or(options.Address, withoutToken(pages[0].String())),
				strings.ToUpper(options.Class.Code)))
		}
		con.Notice("serving the page; Ctrl-C ends")
		if browse {
			if err := openBrowser(pages[0].String()); err != nil {
				con.Notice(fmt.Sprintf("no browser opened: %v", err))
			}
		}
		return server.Serve(c.Context, listener)
	}
	return &urfave.Command{
		Name:  "serve",
		Usage: "serve a web page to play and solve puzzles, race solvers, and browse experiments",
		Description: `
serve prints the address of the page, and runs until it is interrupted (Ctrl-C).`,
		Flags:  flags,
		Action: action,
		CustomHelpTemplate: cli.Help(
			"npuzzle serve",
			"npuzzle serve --port 0 --open",
		),
	}
}

// pagesAt returns the addresses of the page, with the token. Behind a proxy there is only the
// public address, because the proxy also decides about the scheme and the path.
func pagesAt(host string, port int, options web.Options) []*url.URL {
	var pages []*url.URL
	if options.Public != nil {
		page := *options.Public
		pages = append(pages, &page)
	} else {
		for _, host := range cli.Reachable(host) {
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

// classFile returns the name of the file that keeps a class, which stands beside the store.
func classFile(store string) string {
	return strings.TrimSuffix(store, filepath.Ext(store)) + ".class.json"
}

// forOthers returns the address of the page for other machines, or "" if they cannot reach it.
func forOthers(pages []*url.URL, options web.Options) string {
	if options.Token == "" {
		return ""
	}
	for _, page := range pages {
		if options.Public != nil || page.Hostname() != cli.Loopback {
			return page.String()
		}
	}
	return ""
}

// withoutToken returns an address of the page without the token.
func withoutToken(address string) string {
	bare, _, _ := strings.Cut(address, "?")
	return bare
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
