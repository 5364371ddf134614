package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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
	environment []string // what it adds to that of the test, such as "NPUZZLE_STORE=lab.sqlite"
}

func newFolder(t *testing.T) *folder {
	t.Helper()
	return &folder{t: t, name: t.TempDir()}
}

// set gives a variable of the environment of all later commands a value.
func (f *folder) set(variable, value string) {
	f.environment = append(f.environment, variable+"="+value)
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
	return f.run(f.t.Context(), "1", stdin, args)
}

// interrupted runs a command line that is interrupted before it begins.
func (f *folder) interrupted(args ...string) outcome {
	f.t.Helper()
	return f.run(f.t.Context(), asInterrupted, "", args)
}

// until runs a command line, and interrupts it when a context ends.
func (f *folder) until(ctx context.Context, args ...string) outcome {
	f.t.Helper()
	return f.run(ctx, "1", "", args)
}

// run runs a command line. The way is a value of the variable asProgram.
func (f *folder) run(ctx context.Context, way, stdin string, args []string) outcome {
	f.t.Helper()
	command := f.command(ctx, args...)
	command.Env = append(command.Env, asProgram+"="+way)
	command.Stdin = strings.NewReader(stdin)
	var out, messages strings.Builder
	command.Stdout = &out
	command.Stderr = &messages
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		require.NoError(f.t, err)
	}
	return outcome{command.ProcessState.ExitCode(), out.String(), messages.String()}
}

// command returns a command line that is not started yet. It is interrupted when a context ends, and
// killed if it goes on for a minute after that.
func (f *folder) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, os.Args[0], args...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = time.Minute
	command.Dir = f.name
	command.Env = append(os.Environ(), f.environment...)
	return command
}

// untilKept returns a context that ends once a trial of an experiment is in the default store.
func (f *folder) untilKept(experiment string) context.Context {
	ctx, cancel := context.WithCancel(f.t.Context())
	go func() {
		defer cancel()
		for ctx.Err() == nil && len(f.kept(experiment)) == 0 {
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
