package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// Exit statuses.
const (
	exitDone     = 0 // all solved, or done
	exitFailed   = 1 // input, output or the program itself failed
	exitUsage    = 2 // bad usage or input
	exitUnsolved = 3 // done, but something was not solved
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run is the program: it returns the exit status. What people and programs read
// goes to stdout; errors and, where it is a terminal, progress go to stderr.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := dispatch(ctx, args, console{stdin, stdout, stderr})
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errUnsolved):
		return exitUnsolved
	}
	fmt.Fprintf(stderr, "npuzzle: %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
	var usage *usageError
	var parse *puzzle.ParseError
	var mismatch *bench.MismatchError
	if errors.Is(err, pdb.ErrUnreadable) {
		return exitFailed
	}
	if errors.As(err, &usage) || errors.As(err, &parse) || errors.As(err, &mismatch) {
		return exitUsage
	}
	return exitFailed
}

// errUnsolved ends a command that did its work but left something unsolved. It
// is not printed: the results say so.
var errUnsolved = errors.New("something was not solved")

// usageError is an error that the user's flags or input are to blame for.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

// misuse returns a usage error.
func misuse(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// console is what a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// dispatch runs the command that the arguments name.
func dispatch(ctx context.Context, args []string, con console) error {
	app := newApp(con)
	if len(args) < 2 {
		return app.RunContext(ctx, args)
	}
	name := args[1]
	asks := name == "--help" || name == "-h"
	if name == "help" || name == "h" || asks && len(args) > 2 && !isFlag(args[2]) {
		return dispatch(ctx, slices.Concat(args[:1], args[2:], []string{"--help"}), con)
	}
	if name == completeCommand {
		return complete(app, args[2:], con.out)
	}
	if name == trialCommand {
		return serveTrial(ctx, con)
	}
	cmd, called, rest := commandOf(app, args[1:])
	switch {
	case cmd != nil && len(cmd.Subcommands) > 0 && len(rest) > 0 && !isFlag(rest[0]):
		return misuse("%.40q is no command of %s%s; expected one of %s; see npuzzle %s --help",
			rest[0], called, similar(rest[0], namesOf(cmd.Subcommands)), strings.Join(namesOf(cmd.Subcommands), ", "), called)
	case cmd != nil:
		words, err := flagsFirst(cmd, called, rest)
		if err != nil {
			return &usageError{err}
		}
		args = append(append([]string{args[0]}, strings.Fields(called)...), words...)
	case !isFlag(name):
		return misuse("%.40q is no command%s; expected one of %s; see npuzzle --help",
			name, similar(name, commandNames(app)), strings.Join(commandNames(app), ", "))
	}
	return app.RunContext(ctx, args)
}

// newApp makes the command line afresh, so that no run sees another's flags.
func newApp(con console) *cli.App {
	return &cli.App{
		Name:  "npuzzle",
		Usage: "a laboratory for sliding-tile puzzles: a genetic algorithm against heuristic search",
		UsageText: "npuzzle COMMAND [FLAGS] [ARGUMENTS]\n\n" +
			"Flags work before and after the arguments. npuzzle COMMAND --help tells more.",
		Version: version(),
		Commands: []*cli.Command{
			solveCommand(con),
			compareCommand(con),
			generateCommand(con),
			initCommand(con),
			runCommand(con),
			tuneCommand(con),
			listCommand(con),
			showCommand(con),
			exportCommand(con),
			reportCommand(con),
			removeCommand(con),
			heuristicsCommand(con),
			censusCommand(con),
			pdbCommand(con),
			reproduceCommand(con),
			speedCommand(con),
			completionCommand(con),
			versionCommand(con),
		},
		HideHelpCommand: true,
		Reader:          con.in,
		Writer:          con.out,
		ErrWriter:       con.err,
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    usageOf,
	}
}

// usageOf turns the flag package's complaint into ours.
func usageOf(_ *cli.Context, err error, _ bool) error {
	text := strings.ReplaceAll(err.Error(), " for flag -", " for flag --")
	return misuse("%s", text)
}

// commandNames lists the commands.
func commandNames(app *cli.App) []string { return namesOf(app.Commands) }

func namesOf(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}
