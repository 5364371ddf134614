package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/lab"
	"npuzzle/heuristics"
	"npuzzle/internal/cli"
	"npuzzle/internal/units"
)

// main runs the command line on the streams of the process. The first interrupt, SIGTERM
// or SIGHUP cancels the context, so that the command can print its results so far. After
// that, signals have their default effect again. SIGHUP is sent when the terminal is closed.
// It stays ignored if nohup has started the program.
func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs a command line and returns the exit status. Results go to stdout; errors and
// progress go to stderr.
//
// The function dispatch runs the command. Then run flushes the output and prints the
// error as one line on stderr. If the flush fails, its error replaces success and an
// cli.ExitError. It does not replace other errors, because they happened first. A pattern database
// that cannot be read is a failure, even if a usage error wraps the error.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	con := cli.NewConsole(stdin, stdout, stderr)
	con.Signature = strings.TrimSpace(signature)
	err := dispatch(ctx, args, con)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = cli.ErrUnsolved // the interrupt came before the command had anything to print
	}
	status, silent := errors.AsType[cli.ExitError](err)
	if failed := con.Out.Flush(); failed != nil && (silent || err == nil) {
		err = failed
		silent = false
	}
	switch {
	case err == nil:
		return cli.ExitDone
	case silent:
		return int(status)
	}
	con.Notice(err.Error())
	if cli.BlamesInput(err) && !errors.Is(err, heuristics.ErrUnreadable) {
		return cli.ExitUsage
	}
	return cli.ExitFailed
}

// dispatch runs the command that the arguments name. It handles all forms of requests for
// help, the two hidden commands, and unknown commands. It passes all other commands to
// urfave/cli, with the flags before the arguments.
//
// The hidden commands are not part of newApp, so help and completion do not show them. An
// unknown command or flag is a usage error, which suggests a similar name if there is
// one.
func dispatch(ctx context.Context, args []string, con cli.Console) error {
	app := newApp(con)
	if len(args) < 2 {
		return app.RunContext(ctx, args)
	}
	name := args[1]
	flag := strings.TrimLeft(name, "-")
	asks := cli.IsFlag(name) && slices.Contains(urfave.HelpFlag.Names(), flag)
	if name == "help" || name == "h" || asks && len(args) > 2 && !cli.IsFlag(args[2]) {
		return dispatch(ctx, slices.Concat(args[:1], args[2:], []string{"--help"}), con)
	}
	if name == cli.CompleteCommand {
		cli.Complete(app, args[2:], con.Out)
		return nil
	}
	if name == cli.TrialCommand {
		return lab.Serve(ctx, con.In, con.Out.Raw, func() { os.Exit(cli.ExitFailed) })
	}
	cmd, called, rest := cli.CommandOf(app, args[1:])
	switch {
	case cmd != nil && len(cmd.Subcommands) > 0 && len(rest) > 0 && !cli.IsFlag(rest[0]):
		err := units.UnknownName("command of "+called, rest[0], cli.NamesOf(cmd.Subcommands))
		return cli.Misuse("%w; see npuzzle %s --help", err, called)
	case cmd != nil:
		words, err := cli.FlagsFirst(cmd, called, rest)
		if err != nil {
			return cli.AsUsage(err)
		}
		args = append(append([]string{args[0]}, strings.Fields(called)...), words...)
	case !cli.IsFlag(name):
		return cli.Misuse("%w; see npuzzle --help",
			units.UnknownName("command", name, cli.NamesOf(app.Commands)))
	case asks, slices.Contains(urfave.VersionFlag.Names(), flag):
		args = args[:2] // what follows has no meaning
	default:
		return cli.Misuse("npuzzle has no flag %.40s before the command; expected npuzzle "+
			"COMMAND [FLAGS] "+
			"[ARGUMENTS]; see npuzzle --help", name)
	}
	return app.RunContext(ctx, args)
}

// newApp returns the application of urfave/cli. Every run needs a new one, because
// commands keep the values of their flags. The help lists the commands in this order:
// solving and comparing, experiments, tools.
func newApp(con cli.Console) *urfave.App {
	return cli.App(con,
		solveCommand(con), compareCommand(con), generateCommand(con),
		initCommand(con), runCommand(con), tuneCommand(con), settingsCommand(con),
		listCommand(con), showCommand(con), diffCommand(con), exportCommand(con),
		importCommand(con), reportCommand(con), removeCommand(con), checkCommand(con),
		workerCommand(con), workersCommand(con),
		heuristicsCommand(con), censusCommand(con), pdbCommand(con), learnCommand(con),
		reproduceCommand(con), serveCommand(con), speedCommand(con),
		completionCommand(con), versionCommand(con),
	)
}
