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

const usage = `Usage: go run ./web/standalone [--out FILE]

Writes the web page with the solvers to one HTML file that works from disk, offline.

  --out FILE  write to FILE, which is replaced if it exists (default npuzzle.html)
  --help      print this text
`

// run reads the arguments and writes the file.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("standalone", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	name := flags.String("out", "npuzzle.html", "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err = io.WriteString(out, usage)
		return err
	case err != nil:
		return fmt.Errorf("%w; expected --out FILE", err)
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %.40q; expected --out FILE", flags.Arg(0))
	case *name == "":
		return errors.New("--out is empty; expected the name of a file")
	}
	if err := files.Check(*name, false, true); err != nil {
		return err
	}
	program, err := buildProgram(ctx)
	if err != nil {
		return err
	}
	text, err := assemble(page.Files(), program)
	if err != nil {
		return err
	}
	if err := files.Write(*name, true, func(file *os.File) error {
		_, err := file.WriteString(text)
		return err
	}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s, with WebAssembly that is %s compressed\n", *name,
		units.Bytes.Format(float64(len(text))), units.Bytes.Format(float64(len(program.wasm))))
	return err
}
