package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
)

// An input without an end, or one of 10 GB, ends with one line and little memory.
func TestEndlessInputs(t *testing.T) {
	slow.Only(t, "it reads inputs of 64 MB in processes of their own")
	if raceDetector {
		t.Skip("the race detector multiplies the memory that a process takes")
	}
	here := newFolder(t)
	require.NoError(t, syscall.Mkfifo(here.path("pipe"), 0o666))
	here.write("large", "#")
	require.NoError(t, os.Truncate(here.path("large"), 10<<30))
	lines, err := os.Create(here.path("lines"))
	require.NoError(t, err)
	defer lines.Close()
	_, err = lines.Write(bytes.Repeat([]byte("1 2 3/4 5 6/7 8 0\n"), 64_000_000/18+1))
	require.NoError(t, err)
	experiment := func(file string) string {
		return "puzzles:\n  - file: " + file + "\nsolvers:\n  - algorithm: astar\n"
	}
	here.write("lines.yaml", experiment("lines"))
	board := "1 2 3/4 5 6/7 0 8"
	o := here.npuzzle("", "compare", "--puzzles", "1", "--node-limit", "1000", "--store",
		"lab.sqlite")
	require.Contains(t, []int{cli.ExitDone, cli.ExitUnsolved}, o.status, o.errors)
	for _, source := range []string{"/dev/zero", "pipe", "large", "."} {
		name := strings.ReplaceAll(source, "/", "_") + ".yaml"
		here.write(name, experiment(source))
		for _, args := range [][]string{
			{"solve", "--file", source},
			{"solve", "--algorithm", "ga", "--preset", source, board},
			{"run", source},
			{"run", name},
		} {
			_, errors, status, peak := measured(t, here.name, args...)
			assert.Equal(t, cli.ExitUsage, status, "%v: %s", args, errors)
			assert.Equal(t, 1, strings.Count(errors, "\n"), "%v: %s", args, errors)
			assert.Contains(t, errors, source, args)
			assert.Less(t, peak, int64(500e6), args)
		}
	}
	_, errors, status, peak := measured(t, here.name, "run", "lines.yaml")
	assert.Equal(t, cli.ExitUsage, status)
	assert.Equal(t, "npuzzle: lines: longer than 64 MB\n", errors)
	assert.Less(t, peak, int64(1e9))
}

// A pipe among the pattern databases is reported as damaged, and no command waits for a writer.
func TestPipeAmongPatternDatabases(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	require.NoError(t, syscall.Mkfifo(here.path("pipe.pdb"), 0o666))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	listed := here.npuzzleUntil(ctx, "pdb", "list", "--pdb-dir", ".")
	assert.Equal(t, cli.ExitDone, listed.status, listed.errors)
	assert.Contains(t, listed.out, "pipe.pdb: not a regular file; remove it and build it again\n")
	verified := here.npuzzleUntil(ctx, "pdb", "verify", "--pdb-dir", ".")
	assert.Equal(t, cli.ExitFailed, verified.status, verified.errors)
	solved := here.npuzzleUntil(ctx, "solve", "--heuristic", "pdb", "--pdb-dir", ".",
		"1 2 3/4 5 6/7 0 8")
	assert.Equal(t, cli.ExitDone, solved.status, solved.errors)
}

// What cannot be written is a failure, also for help.
func TestFullOutput(t *testing.T) {
	parallel(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer full.Close()
	for _, args := range [][]string{{"--help"}, {"solve", "--help"}, {"pdb"}, {}, {"--version"},
		{"version"}} {
		c := exec.Command(self, args...)
		c.Stdout = full
		assert.Error(t, c.Run(), args)
		assert.Equal(t, cli.ExitFailed, c.ProcessState.ExitCode(), args)
	}
}

// A write beyond the limit on the size of files fails with one line and leaves no file, as on
// a full disk.
func TestFileSizeLimit(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	board := "8 6 7/2 5 4/3 0 1"
	for _, args := range [][]string{
		{"init", "experiment.yaml"},
		{"census", "2x3", "--plot", "census.svg"},
		{"solve", "--algorithm", "ga", board, "--trace", "trace.csv"},
		{"solve", "--algorithm", "ga", board, "--plot", "trace.svg"},
		{"pdb", "build", "--size", "3x3", "4-4", "--pdb-dir", "."},
	} {
		c := exec.Command("sh",
			append([]string{"-c", `ulimit -f 0; exec "$0" "$@"`, self}, args...)...)
		c.Dir = here.name
		var errors strings.Builder
		c.Stderr = &errors
		assert.Error(t, c.Run(), args)
		assert.Equal(t, cli.ExitFailed, c.ProcessState.ExitCode(), args)
		assert.Regexp(t, `^npuzzle: .*file too large\n$`, errors.String())
		left, err := os.ReadDir(here.name)
		require.NoError(t, err)
		assert.Empty(t, left, args)
	}
}
