package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/bench/lab"
	"npuzzle/bench/store"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
)

// trialCommand is the hidden command by which the program calls itself to run one
// isolated trial, which it reads from standard input.
const trialCommand = "run-trial"

// Exit statuses.
const (
	exitDone     = 0 // all solved, or done
	exitFailed   = 1 // input, output or the program itself failed
	exitUsage    = 2 // bad usage or input
	exitUnsolved = 3 // done, but something was not solved
)

// main runs the command line on the streams of the process. The first interrupt or SIGTERM
// cancels the context, so that the command can print what it has. Signals then have their
// default effect again.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs a command line and returns the exit status. Results go to stdout; errors and
// progress go to stderr.
//
// The function dispatch runs the command. Then run flushes the output and turns the error into
// one line on stderr. A failed write replaces success and errUnsolved, but no other error,
// since that one happened first. A pattern database that cannot be read is a failure, even
// where a usage error wraps it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if isTerminal(stderr) {
		stderr = &screen{terminal: stderr.(*os.File)}
	}
	con := console{stdin, bufio.NewWriter(stdout), stderr, isTerminal(stdout), columnsOf(stdout)}
	err := dispatch(ctx, args, con)
	if failed := con.out.Flush(); failed != nil && (err == nil || errors.Is(err, errUnsolved)) {
		err = failed
	}
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errUnsolved):
		return exitUnsolved
	}
	con.notice(err.Error())
	if blamesInput(err) && !errors.Is(err, pdb.ErrUnreadable) {
		return exitUsage
	}
	return exitFailed
}

// blamesInput tells whether an error is the fault of the flags or of the input: a usageError,
// or an error of a library that says so by its type.
func blamesInput(err error) bool {
	var usage *usageError
	var parse *puzzle.ParseError
	var mismatch *bench.MismatchError
	var experiment *bench.ExperimentError
	var missing *store.MissingError
	var request *pdb.RequestError
	var room *pdb.NoRoomError
	var memory *exact.MemoryError
	return errors.As(err, &usage) || errors.As(err, &parse) || errors.As(err, &mismatch) ||
		errors.As(err, &experiment) || errors.As(err, &missing) || errors.As(err, &request) || errors.As(err, &room) ||
		errors.As(err, &memory)
}

// errUnsolved ends a command that did its work but left something unsolved: a board, a trial,
// or the rest after an interrupt. The error is not printed, since the results say so. It only
// sets the exit status.
var errUnsolved = errors.New("something was not solved")

// usageError is an error in the flags or the input. Its text names the place and says what was
// expected. It sets the exit status to 2.
type usageError struct{ error }

// Unwrap returns the error inside, so that errors.As finds the error of a library in it.
func (e *usageError) Unwrap() error { return e.error }

// misuse returns a usage error.
func misuse(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// console is what a command reads and writes. Errors of out can be ignored: the first
// one is returned again when the command has ended.
type console struct {
	in       io.Reader
	out      *bufio.Writer
	err      io.Writer // errors, notices and progress
	terminal bool      // out is a terminal
	columns  int       // of the lines of tables
}

// notice prints an error or a remark as one line on stderr. Long values are shortened.
func (con console) notice(text string) { fmt.Fprintf(con.err, "npuzzle: %s\n", shortened(text)) }

const (
	// longValue is the number of letters of the longest value that a notice shows whole.
	longValue = 200

	// longNotice is the same of a notice. A list of expected names may have many.
	longNotice = 1000
)

// values matches what a notice may take from the input: words and quoted texts.
var values = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)

// shortened makes a text one line that can be shown. It cuts the middle out of long values, and
// out of the line if that is not enough. Control and format characters become spaces.
func shortened(text string) string {
	cut := func(text string, most int) string {
		letters := []rune(text)
		if len(letters) <= most {
			return text
		}
		return string(letters[:most*3/4]) + "..." + string(letters[len(letters)-most/4:])
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
	return cut(values.ReplaceAllStringFunc(text, func(v string) string { return cut(v, longValue) }), longNotice)
}

// object prints a value as one line of JSON.
func (con console) object(v any) error { return json.NewEncoder(con.out).Encode(v) }

// line prints a text as one line.
func (con console) line(text string) error {
	_, err := fmt.Fprintln(con.out, text)
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

// dispatch runs the command that the arguments name. It answers requests for help in any
// form, serves the two hidden commands, and reports unknown commands. Everything else goes to
// urfave/cli, with the flags before the arguments.
//
// The hidden commands are not part of newApp, so that neither help nor completion shows them.
// An unknown command or flag is a usage error, which suggests a similar name if there is one.
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
		complete(app, args[2:], con.out)
		return nil
	}
	if name == trialCommand {
		return lab.Serve(ctx, con.in, con.out, func() { os.Exit(exitFailed) })
	}
	cmd, called, rest := commandOf(app, args[1:])
	switch {
	case cmd != nil && len(cmd.Subcommands) > 0 && len(rest) > 0 && !isFlag(rest[0]):
		names := namesOf(cmd.Subcommands)
		return misuse("%.40q is not a command of %s%s; expected one of %s; see npuzzle %s --help",
			rest[0], called, units.DidYouMean(rest[0], names), strings.Join(names, ", "), called)
	case cmd != nil:
		words, err := flagsFirst(cmd, called, rest)
		if err != nil {
			return &usageError{err}
		}
		args = append(append([]string{args[0]}, strings.Fields(called)...), words...)
	case !isFlag(name):
		names := namesOf(app.Commands)
		return misuse("%.40q is not a command%s; expected one of %s; see npuzzle --help",
			name, units.DidYouMean(name, names), strings.Join(names, ", "))
	}
	return app.RunContext(ctx, args)
}

// newApp returns the command line. Every run needs a new one, since commands keep the values of
// their flags. Help lists the commands in this order: solving and comparing, the experiments,
// then the tools.
func newApp(con console) *cli.App {
	return &cli.App{
		Name:  "npuzzle",
		Usage: "a laboratory that compares solvers of sliding-tile puzzles",
		UsageText: "npuzzle COMMAND [FLAGS] [ARGUMENTS]\n\n" +
			"Flags work before and after the arguments. npuzzle COMMAND --help shows the flags of a command.\n" +
			"npuzzle settings lists the settings of the genetic solver.",
		Version: version(),
		Commands: []*cli.Command{
			solveCommand(con),
			compareCommand(con),
			generateCommand(con),
			initCommand(con),
			runCommand(con),
			tuneCommand(con),
			settingsCommand(con),
			listCommand(con),
			showCommand(con),
			diffCommand(con),
			exportCommand(con),
			reportCommand(con),
			removeCommand(con),
			heuristicsCommand(con),
			censusCommand(con),
			pdbCommand(con),
			reproduceCommand(con),
			serveCommand(con),
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

// usageOf turns an error of the flag package into a usage error. The flag package writes
// flags with one dash.
func usageOf(_ *cli.Context, err error, _ bool) error {
	text := strings.ReplaceAll(err.Error(), " for flag -", " for flag --")
	return misuse("%s", text)
}

// namesOf lists commands by their names.
func namesOf(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

// command completes the definition of a command: its help, the form of its errors, and a check
// of the number of arguments. The examples end the help. They are command lines that work as
// they are, and a test runs them.
func command(c cli.Command, examples ...string) *cli.Command {
	c.CustomHelpTemplate = helpText(&c, examples)
	c.OnUsageError = usageOf
	c.HideHelpCommand = true
	action := c.Action
	c.Action = func(ctx *cli.Context) error {
		if err := checkArguments(ctx); err != nil {
			return err
		}
		return action(ctx)
	}
	return &c
}

// checkArguments refuses more or fewer arguments than the help of a command shows: in
// brackets they are optional, and "..." stands for any number.
func checkArguments(c *cli.Context) error {
	called, shown, given := strings.TrimPrefix(c.Command.HelpName, "npuzzle "), c.Command.ArgsUsage, c.NArg()
	many := strings.Contains(shown, "...")
	optional := strings.HasPrefix(shown, "[")
	switch {
	case shown == "" && given > 0:
		return misuse("%s takes no arguments, but was given %.40q; see %s --help", called, c.Args().First(),
			c.Command.HelpName)
	case shown == "", optional && many, optional && given <= 1, many && given > 0, given == len(strings.Fields(shown)):
		return nil
	}
	number := "one argument"
	if len(strings.Fields(shown)) == 2 {
		number = "two arguments"
	}
	if many {
		number = "at least one argument"
	} else if optional {
		number = "at most one argument"
	}
	return misuse("%s takes %s, %s, but was given %d; see %s --help", called, number, shown, given, c.Command.HelpName)
}
