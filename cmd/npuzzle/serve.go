package main

import (
	"cmp"
	"context"
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

// serveOptions are the flags of serve.
type serveOptions struct {
	cli.LabOptions
	host   string
	port   int
	public *url.URL // the page's address behind a proxy, or nil
	class  bool
	browse bool
}

// serveCommand serves the web page until an interrupt, which is not an error. It prints the
// addresses of the page first. Package web implements the server.
func serveCommand(con cli.Console) *urfave.Command {
	var o serveOptions
	return &urfave.Command{
		Name:  "serve",
		Usage: "serve a web page to play and solve puzzles, race solvers, and browse experiments",
		Description: `
serve prints the address of the page, and runs until it is interrupted (Ctrl-C).`,
		Flags: o.flags(),
		Action: func(c *urfave.Context) error {
			if o.class && !c.IsSet("host") {
				o.host = allAddresses
			}
			return o.serve(c.Context, con)
		},
		CustomHelpTemplate: cli.Help(
			"npuzzle serve",
			"npuzzle serve --port 0 --open",
		),
	}
}

func (o *serveOptions) flags() []urfave.Flag {
	jobs := cli.JobsFlag(1, max(runtime.NumCPU(), leastSlots), &o.Jobs)
	jobs.DefaultText = fmt.Sprintf("the number of cores, but at least %d", leastSlots)
	flags := []urfave.Flag{
		&urfave.StringFlag{
			Name: "host", Category: "server", Value: cli.Loopback,
			Usage: "listen on `HOST`; if other machines can reach HOST, the printed address " +
				"contains a token that the page needs",
			Destination: &o.host,
		},
		&urfave.IntFlag{
			Name: "port", Category: "server", Value: 8080,
			Usage:       "listen on port `N`; 0: any free port",
			Destination: &o.port,
			Action:      cli.Between("port", 0, 65535),
		},
		cli.Parsed(&urfave.StringFlag{
			Name: "public-url", Category: "server",
			Usage: "address of the page behind a reverse proxy, such as " +
				"https://puzzles.example/lab/; the printed address is this `URL` with a token",
		}, &o.public, web.ParsePublicURL),
		&urfave.BoolFlag{
			Name: "class", Category: "server",
			Usage: "let a class in by a code: guests cannot start experiments or long " +
				"searches; without --host, listen on all addresses",
			Destination: &o.class,
		},
		&urfave.BoolFlag{
			Name: "open", Category: "server",
			Usage:       "open the page in the browser",
			Destination: &o.browse,
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
	}
	return slices.Concat(flags, o.Cluster.Flags())
}

// serve runs a server until the context ends.
func (o *serveOptions) serve(ctx context.Context, con cli.Console) (err error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(o.host, strconv.Itoa(o.port)))
	if err != nil {
		return cli.Misuse("%w; expected another --host, or another --port (0: any free one)", err)
	}
	defer listener.Close()
	lab := cli.NewLaboratory(o.LabOptions, con)
	defer func() { err = errors.Join(err, lab.Close()) }()
	lab.Tables.Memory = lab.Bytes / uint64(o.Jobs)
	lab.Prepare = lab.Tables.Prepare
	if err := lab.Share(ctx, o.LabOptions, con); err != nil {
		return err
	}

	options := o.serverOptions(lab, con)
	continued := false
	if o.class {
		options.Class, continued, err = web.OpenClass(classFile(lab.StoreFile))
		if err != nil {
			return err
		}
		options.Token = options.Class.Host
	} else if web.NeedsToken(listener.Addr(), o.public) {
		options.Token = rand.Text()
	}
	if options.Token != "" {
		options.InBrowser = true
		name, _ := os.Hostname() // on an error, browsers use addresses
		options.Names = append(options.Names, name)
	}
	boundPort := listener.Addr().(*net.TCPAddr).Port // differs from o.port if that is 0
	pages := pagesAt(o.host, boundPort, options)
	options.Address = forOthers(pages, options)
	if o.class {
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
	o.notify(con, pages, options, boundPort, continued)
	con.Notice("serving the page; Ctrl-C ends")
	if o.browse {
		if err := openBrowser(pages[0].String()); err != nil {
			con.Notice(fmt.Sprintf("no browser opened: %v", err))
		}
	}
	return server.Serve(ctx, listener)
}

// notify tells the person at the terminal who else can use the printed pages, and how.
func (o *serveOptions) notify(
	con cli.Console, pages []*url.URL, options web.Options, boundPort int, continued bool,
) {
	if o.public != nil {
		address := net.JoinHostPort(cli.Reachable(o.host)[0], strconv.Itoa(boundPort))
		con.Notice(fmt.Sprintf("the proxy must send requests to http://%s/", address))
	}
	if continued {
		con.Notice("the class goes on where it was when the server was killed")
	}
	if o.class {
		students := cmp.Or(options.Address, withoutToken(pages[0].String()))
		con.Notice(fmt.Sprintf("printed addresses are for you alone; students open %s and enter the code %s",
			students, strings.ToUpper(options.Class.Code)))
	}
}

// serverOptions returns the options of a server that lets nobody in by a code or a token.
func (o *serveOptions) serverOptions(lab *cli.Laboratory, con cli.Console) web.Options {
	warnings := &slog.HandlerOptions{Level: slog.LevelWarn}
	options := web.Options{
		Files:     page.Files(),
		Library:   lab.Tables,
		Lab:       lab.Lab,
		Store:     lab.StoreFile,
		StoreFlag: cli.StoreWords(lab.StoreFile),
		Names:     []string{o.host},
		Public:    o.public,
		Jobs:      o.Jobs,
		Memory:    lab.Bytes,
		TimeLimit: o.Trials.TimeLimit,
		Log:       slog.New(slog.NewTextHandler(con.Err, warnings)),
	}
	if lab.Remote != nil {
		options.Workers = lab.Remote.Status
	}
	return options
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
