package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/internal/cli"
)

// folder is an empty folder in which a test runs npuzzle, each command line as a process of its
// own. Tests of commands that read and write the files of their working folder run beside each
// other in this way.
type folder struct {
	t           *testing.T
	name        string
	environment []string // variables of its commands beside those of the test, as NAME=VALUE
}

func newFolder(t *testing.T) *folder {
	t.Helper()
	return &folder{t: t, name: t.TempDir()}
}

// set gives a variable of the environment of all later commands a value.
func (f *folder) set(variable, value string) {
	f.environment = append(f.environment, variable+"="+value)
}

// get returns the value that a variable of the environment has in commands.
func (f *folder) get(variable string) string {
	for _, setting := range slices.Backward(f.environment) {
		name, value, _ := strings.Cut(setting, "=")
		if name == variable {
			return value
		}
	}
	return os.Getenv(variable)
}

// path returns the path of a file in the folder.
func (f *folder) path(name string) string { return filepath.Join(f.name, filepath.FromSlash(name)) }

// write writes a file of the folder.
func (f *folder) write(name, text string) {
	f.t.Helper()
	require.NoError(f.t, os.WriteFile(f.path(name), []byte(text), 0o666))
}

// read returns the text of a file of the folder.
func (f *folder) read(name string) string {
	f.t.Helper()
	text, err := os.ReadFile(f.path(name))
	require.NoError(f.t, err)
	return string(text)
}

// npuzzle runs a command line.
func (f *folder) npuzzle(stdin string, args ...string) outcome {
	f.t.Helper()
	return f.run(f.t.Context(), asItself, stdin, args)
}

// npuzzleInterrupted runs a command line that is interrupted before it begins.
func (f *folder) npuzzleInterrupted(args ...string) outcome {
	f.t.Helper()
	return f.run(f.t.Context(), asInterrupted, "", args)
}

// npuzzleUntil runs a command line, and interrupts it when a context ends. The context must not end
// before the command has begun, because an interrupt would kill it then.
func (f *folder) npuzzleUntil(ctx context.Context, args ...string) outcome {
	f.t.Helper()
	return f.run(ctx, asItself, "", args)
}

// broken matches what a program writes if it breaks down, or if the race detector finds a race.
var broken = regexp.MustCompile(`(?m)^(panic: |fatal error: |WARNING: DATA RACE)`)

// run runs a command line. The mode is a value of the variable asProgram. The test fails if the
// program breaks down.
func (f *folder) run(ctx context.Context, mode, stdin string, args []string) outcome {
	f.t.Helper()
	command := f.command(ctx, args...)
	command.Env = append(command.Env, asProgram+"="+mode)
	command.Stdin = strings.NewReader(stdin)
	var out, messages strings.Builder
	command.Stdout = &out
	command.Stderr = &messages
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		require.NoError(f.t, err)
	}
	require.NotRegexp(f.t, broken, messages.String())
	return outcome{command.ProcessState.ExitCode(), out.String(), messages.String()}
}

// command returns a command line that is not started yet. It is interrupted when a context ends,
// and killed if it goes on for a minute after that.
func (f *folder) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, self, args...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = time.Minute
	command.Dir = f.name
	command.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0") // or each takes a second longer
	command.Env = append(command.Env, f.environment...)
	return command
}

// whenKept returns a context that ends once a number of trials of an experiment are in the default
// store.
func (f *folder) whenKept(experiment string, trials int) context.Context {
	ctx, cancel := context.WithCancel(f.t.Context())
	go func() {
		defer cancel()
		for ctx.Err() == nil && len(f.kept(experiment)) < trials {
			<-time.After(5 * time.Millisecond)
		}
	}()
	return ctx
}

// kept returns the trials of an experiment that are in the default store so far.
func (f *folder) kept(experiment string) []bench.Record {
	s, err := store.OpenToRead(f.t.Context(), f.path(cli.DefaultStore))
	if err != nil {
		return nil // not made yet
	}
	defer s.Close()
	records, err := s.Records(f.t.Context(), experiment)
	assert.NoError(f.t, err)
	return records
}
