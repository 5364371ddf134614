package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"npuzzle/internal/files"
	"npuzzle/internal/units"
	"npuzzle/web/page"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "standalone:", strings.ReplaceAll(err.Error(), "\n", " "))
		os.Exit(1)
	}
}

const usage = `Usage: go run ./web/standalone [--out FILE | --site FOLDER [--url URL] | --solvers FOLDER]

Writes the web page with the solvers to one HTML file that works from disk, offline.

  --out FILE        write to FILE, which is replaced if it exists (default npuzzle.html)
  --site FOLDER     write the page as static files to FOLDER, for any web host
  --url URL         the address of these files, which other sites need to show a picture beside a link
  --solvers FOLDER  write only the solvers to FOLDER; with web/page/solvers, the pages of
                    "npuzzle serve" solve in the browser
  --help            print this text
`

// run reads the arguments and writes the files.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("standalone", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	name := flags.String("out", "npuzzle.html", "")
	site := flags.String("site", "", "")
	solvers := flags.String("solvers", "", "")
	address := flags.String("url", "", "")
	const expected = "expected --out FILE, --site FOLDER or --solvers FOLDER"
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err = io.WriteString(out, usage)
		return err
	case err != nil:
		return fmt.Errorf("%w; %s", err, expected)
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %.40q; %s", flags.Arg(0), expected)
	case *address != "" && *site == "":
		return errors.New("--url without --site; expected --site FOLDER --url URL")
	case flags.NFlag() > 1 && *address == "" || flags.NFlag() > 2:
		return fmt.Errorf("%d flags; %s", flags.NFlag(), expected)
	case *name == "":
		return errors.New("--out is empty; expected the name of a file")
	case *site != "":
		return writeFolder(ctx, *site, true, *address, out)
	case *solvers != "":
		return writeFolder(ctx, *solvers, false, "", out)
	}
	if err := files.Check(*name, false, true); err != nil {
		return err
	}
	program, err := build(ctx)
	if err != nil {
		return err
	}
	text, err := assemble(page.Files(), program)
	if err != nil {
		return err
	}
	if err := write(*name, []byte(text)); err != nil {
		return err
	}
	return report(out, *name, len(text), program)
}

// write writes a file, which is replaced if it exists.
func write(name string, text []byte) error {
	return files.Write(name, true, func(file *os.File) error {
		_, err := file.Write(text)
		return err
	})
}

// report says what was written.
func report(out io.Writer, name string, size int, p program) error {
	_, err := fmt.Fprintf(out, "%s: %s, with WebAssembly that is %s compressed\n", name,
		units.Bytes.Format(float64(size)), units.Bytes.Format(float64(len(p.wasm))))
	return err
}
