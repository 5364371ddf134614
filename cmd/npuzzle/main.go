package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/cluster"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/lists"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// trialCommand is the hidden command with which the program starts itself to run an
// isolated trial. The trial is read from standard input.
const trialCommand = "run-trial"

// Exit statuses.
const (
	exitDone     = 0 // everything was done
	exitFailed   = 1 // input, output or the program itself failed
	exitUsage    = 2 // bad usage or input
	exitUnsolved = 3 // solve left a board unsolved, or work was left undone
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
// exitError. It does not replace other errors, because they happened first. A pattern database
// that cannot be read is a failure, even if a usage error wraps the error.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	con := newConsole(stdin, stdout, stderr)
	con.signature = strings.TrimSpace(signature)
	err := dispatch(ctx, args, con)
	status, silent := errors.AsType[exitError](err)
	if failed := con.out.Flush(); failed != nil && (silent || err == nil) {
		err, silent = failed, false
	}
	switch {
	case err == nil:
		return exitDone
	case silent:
		return int(status)
	}
	con.notice(err.Error())
	if blamesInput(err) && !errors.Is(err, heuristics.ErrUnreadable) {
		return exitUsage
	}
	return exitFailed
}

// blamesInput reports whether the flags or the input caused an error: the error is a
// usageError, or has a type with which a library reports bad input.
func blamesInput(err error) bool {
	return is[*usageError](err) || is[*puzzle.ParseError](err) || is[*bench.MismatchError](err) ||
		is[*bench.ExperimentError](err) || is[*store.MissingError](err) || is[*pdb.RequestError](err) ||
		is[*pdb.NoRoomError](err) || is[*exact.MemoryError](err) || is[*cluster.Error](err) ||
		is[*store.TakenError](err)
}

// is reports whether an error has the type T or wraps an error of this type.
func is[T error](err error) bool {
	_, found := errors.AsType[T](err)
	return found
}

// exitError is an error that is not printed, because the output already shows what is
// missing or wrong. It is the exit status.
type exitError int

// Error implements error.
func (e exitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

const (
	// errUnsolved is the error of solve if it left a board unsolved, and of any command that
	// left work undone: trials that failed, or the rest after an interrupt.
	errUnsolved exitError = exitUnsolved

	// errRefused is the error of a command that has already printed what is wrong with its
	// input.
	errRefused exitError = exitUsage
)

// unfinished returns errUnsolved if work was left undone.
func unfinished(left bool) error {
	if left {
		return errUnsolved
	}
	return nil
}

// usageError is an error in the flags or the input. It sets the exit status to 2. Its
// text names the place and says what was expected.
type usageError struct{ error }

// Unwrap returns the wrapped error, so that errors.As finds errors of libraries.
func (e *usageError) Unwrap() error { return e.error }

// asUsage makes a usage error of an error.
func asUsage(err error) error { return &usageError{err} }

// misuse returns a usage error with a text.
func misuse(format string, args ...any) error {
	return asUsage(fmt.Errorf(format, args...))
}

// console holds the streams of a command. Commands may ignore errors of writing to out:
// Flush returns the first one again when the command has ended.
type console struct {
	in       io.Reader
	out      textWriter // text for people; see data for other output
	err      io.Writer  // errors, notices and progress
	terminal bool       // out is a terminal
	columns  int        // maximum width of the lines of tables
	json     bool       // the flag --json is given

	signature string // of the searches of the program, for the provenance of trials
}

// newConsole returns the console of a process with the given streams. If stderr is a terminal, it
// shows progress.
func newConsole(stdin io.Reader, stdout, stderr io.Writer) console {
	con := console{in: stdin, out: newTextWriter(stdout), err: stderr}
	if isTerminal(stderr) {
		con.err = &screen{terminal: stderr.(*os.File)}
	}
	con.terminal = isTerminal(stdout)
	con.columns = columnsOf(stdout)
	return con
}

// notice prints an error or a remark as one line on stderr. It shortens long values.
func (con console) notice(text string) { fmt.Fprintf(con.err, "npuzzle: %s\n", shortened(text)) }

const (
	// longValue is the maximum number of characters of a value in a notice.
	longValue = 200

	// longNotice is the maximum number of characters of a notice. It is large because a
	// notice may list many expected names.
	longNotice = 1000
)

// values matches words and quoted texts, which may come from the input.
var values = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)

// shortened turns a text into one printable line. It cuts out the middle of long values,
// and then the middle of the line if it is still too long. It replaces line breaks and tabs
// by spaces, and escapes other control and format characters.
func shortened(text string) string {
	cut := func(text string, most int) string {
		letters := []rune(text)
		if len(letters) <= most {
			return text
		}
		return string(letters[:most*3/4]) + "..." + string(letters[len(letters)-most/4:])
	}
	text = escaped(lineBreaks.Replace(text))
	return cut(values.ReplaceAllStringFunc(text, func(v string) string { return cut(v, longValue) }), longNotice)
}

// compute runs a function that may compute for some seconds. After an interrupt, compute returns
// errUnsolved at once, and the command ends without the results.
func (con console) compute(ctx context.Context, work func() error) error {
	err := analysis.Interruptible(ctx, work)
	if err != nil && ctx.Err() != nil {
		return errUnsolved
	}
	return err
}

// compose runs a function that computes and prints on the console that it is given. The output
// appears when the function has ended. After an interrupt, there is none; see compute.
func (con console) compose(ctx context.Context, print func(console) error) error {
	var text bytes.Buffer
	within := con
	within.out = newTextWriter(&text)
	err := con.compute(ctx, func() error {
		err := print(within)
		return errors.Join(err, within.out.Flush())
	})
	if err != nil {
		return err
	}
	_, err = text.WriteTo(con.out.raw)
	return err
}

// object prints a value as one line of JSON.
func (con console) object(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.out.raw, "%s\n", escapedJSON(text))
	return err
}

// result prints a value: with --json as one line of JSON, and otherwise with the function print.
func (con console) result(v any, print func()) error {
	if con.json {
		return con.object(v)
	}
	print()
	_, err := con.out.Write(nil) // the first error of writing so far
	return err
}

// objects prints each value as one line of JSON.
func objects[T any](con console, values []T) error {
	for _, v := range values {
		if err := con.object(v); err != nil {
			return err
		}
	}
	return nil
}

// dispatch runs the command that the arguments name. It handles all forms of requests for
// help, the two hidden commands, and unknown commands. It passes all other commands to
// urfave/cli, with the flags before the arguments.
//
// The hidden commands are not part of newApp, so help and completion do not show them. An
// unknown command or flag is a usage error, which suggests a similar name if there is
// one.
func dispatch(ctx context.Context, args []string, con console) error {
	app := newApp(con)
	if len(args) < 2 {
		return app.RunContext(ctx, args)
	}
	name := args[1]
	asks := isFlag(name) && slices.Contains(cli.HelpFlag.Names(), strings.TrimLeft(name, "-"))
	if name == "help" || name == "h" || asks && len(args) > 2 && !isFlag(args[2]) {
		return dispatch(ctx, slices.Concat(args[:1], args[2:], []string{"--help"}), con)
	}
	if name == completeCommand {
		complete(app, args[2:], con.out)
		return nil
	}
	if name == trialCommand {
		return lab.Serve(ctx, con.in, con.out.raw, func() { os.Exit(exitFailed) })
	}
	cmd, called, rest := commandOf(app, args[1:])
	switch {
	case cmd != nil && len(cmd.Subcommands) > 0 && len(rest) > 0 && !isFlag(rest[0]):
		err := units.UnknownName("command of "+called, rest[0], namesOf(cmd.Subcommands))
		return misuse("%w; see npuzzle %s --help", err, called)
	case cmd != nil:
		words, err := flagsFirst(cmd, called, rest)
		if err != nil {
			return asUsage(err)
		}
		args = append(append([]string{args[0]}, strings.Fields(called)...), words...)
	case !isFlag(name):
		return misuse("%w; see npuzzle --help", units.UnknownName("command", name, namesOf(app.Commands)))
	case asks, slices.Contains(cli.VersionFlag.Names(), strings.TrimLeft(name, "-")):
		args = args[:2] // what follows has no meaning
	default:
		return misuse("npuzzle has no flag %.40s before the command; expected npuzzle COMMAND [FLAGS] "+
			"[ARGUMENTS]; see npuzzle --help", name)
	}
	return app.RunContext(ctx, args)
}

// newApp returns the application of urfave/cli. Every run needs a new one, because
// commands keep the values of their flags. The help lists the commands in this order:
// solving and comparing, experiments, tools.
func newApp(con console) *cli.App {
	commands := lists.Map([]func(console) *cli.Command{
		solveCommand, compareCommand, generateCommand,
		initCommand, runCommand, tuneCommand, settingsCommand, listCommand, showCommand, diffCommand,
		exportCommand, importCommand, reportCommand, removeCommand, checkCommand, workerCommand, workersCommand,
		heuristicsCommand, censusCommand, pdbCommand, learnCommand, reproduceCommand, serveCommand, speedCommand,
		completionCommand, versionCommand,
	}, func(command func(console) *cli.Command) *cli.Command { return command(con) })
	return &cli.App{
		Name:  "npuzzle",
		Usage: "a laboratory that compares solvers of sliding-tile puzzles",
		UsageText: "npuzzle COMMAND [FLAGS] [ARGUMENTS]\n\n" +
			"Flags work before and after the arguments. npuzzle COMMAND --help shows the flags of a command.\n" +
			"npuzzle settings explains the settings of the solvers.",
		Version:         version(),
		Commands:        commands,
		HideHelpCommand: true,
		Writer:          con.out,
		ErrWriter:       con.err,
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    usageOf,
	}
}

// oneDash finds the names of flags in errors of the flag package.
var oneDash = strings.NewReplacer(" for flag -", " for flag --", "boolean value", "value", " for -", " for flag --")

// usageOf converts an error of the flag package to a usage error. It adds a dash to the
// names of flags, which the flag package writes with one dash.
func usageOf(_ *cli.Context, err error, _ bool) error {
	return misuse("%s", oneDash.Replace(err.Error()))
}

// namesOf returns the names of commands.
func namesOf(commands []*cli.Command) []string {
	return lists.Map(commands, func(c *cli.Command) string { return c.Name })
}

// command makes a command with the texts of its section in help.txt. The name of a subcommand
// includes that of the command above it. The command checks the number of its arguments.
func command(name string, flags []cli.Flag, action cli.ActionFunc, subcommands ...*cli.Command) *cli.Command {
	h, words := helps[name], strings.Fields(name)
	c := &cli.Command{
		Name: words[len(words)-1], Aliases: h.aliases,
		Usage: h.usage, ArgsUsage: h.arguments, Description: h.description,
		Flags: explained(name, flags), Subcommands: subcommands, HideHelpCommand: true, OnUsageError: usageOf,
		Action: func(ctx *cli.Context) error {
			if err := checkArguments(ctx); err != nil {
				return err
			}
			return action(ctx)
		},
	}
	c.CustomHelpTemplate = helpText(c, h.examples)
	return c
}

// checkArguments returns a usage error if the number of arguments does not fit ArgsUsage.
// In ArgsUsage, brackets mean optional, and "..." means any number. An empty argument is a
// usage error, too. A shell passes one for a variable that is not set, and a command would
// take it for a missing argument.
func checkArguments(c *cli.Context) error {
	called, shown, given := strings.TrimPrefix(c.Command.HelpName, "npuzzle "), c.Command.ArgsUsage, c.NArg()
	many := strings.Contains(shown, "...")
	optional := strings.HasPrefix(shown, "[")
	empty := slices.Index(c.Args().Slice(), "")
	switch {
	case shown != "" && empty >= 0:
		return misuse("%s: argument %d is empty; expected %s; see %s --help", called, empty+1, shown,
			c.Command.HelpName)
	case shown == "" && given > 0:
		return misuse("%s takes no arguments, but was given %.40q; see %s --help", called, c.Args().First(),
			c.Command.HelpName)
	case shown == "", optional && many, optional && given <= 1, many && given > 0, given == len(strings.Fields(shown)):
		return nil
	}
	return misuse("%s takes %s, but was given %s; see %s --help", called, shown,
		units.Plural(given, "argument", "arguments"), c.Command.HelpName)
}

// version returns the version of the program, the Go version, and the platform.
func version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", versionNumber(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionNumber returns the tag or revision from which the program was built, or
// "development" if go build did not record one.
func versionNumber() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}

// versionCommand prints the same text as --version.
func versionCommand(con console) *cli.Command {
	return command("version", nil, func(c *cli.Context) error {
		_, err := fmt.Fprintln(con.out, "npuzzle", c.App.Version)
		return err
	})
}
