package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"npuzzle/internal/cli"
)

// A program that cannot come to its end after a signal, here since nobody reads
// what it writes, is ended by the next.
func TestSecondSignal(t *testing.T) {
	parallel(t)
	program := self
	unread, out, err := os.Pipe()
	require.NoError(t, err)
	defer unread.Close()
	cmd := exec.Command(program, "generate", "--puzzles", "1000000000")
	cmd.Stdout = out
	require.NoError(t, cmd.Start())
	out.Close()
	room, err := unix.FcntlInt(unread.Fd(), unix.F_GETPIPE_SZ, 0)
	require.NoError(t, err)
	for held := 0; held < room; runtime.Gosched() {
		held, err = unix.IoctlGetInt(int(unread.Fd()), unix.TIOCINQ)
		require.NoError(t, err)
	}
	ended := make(chan *os.ProcessState)
	go func() {
		state, _ := cmd.Process.Wait()
		ended <- state
	}()
	for {
		select {
		case state := <-ended:
			status := state.Sys().(syscall.WaitStatus)
			assert.True(t, status.Signaled(), state)
			return
		default:
			cmd.Process.Signal(syscall.SIGTERM)
			runtime.Gosched()
		}
	}
}

// solving starts solve with an easy board and one that takes for ever, and returns when the
// first one is solved. The rest of the output comes from the returned reader.
func solving(t *testing.T, program ...string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	command := append(program, "solve", "--algorithm", "idastar", "--heuristic", "zero",
		"1 2 3/4 5 6/7 0 8", "0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1")
	cmd := exec.Command(command[0], command[1:]...)
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { cmd.Process.Kill() })
	out := bufio.NewReader(pipe)
	for line := ""; !strings.HasPrefix(line, "solved"); {
		line, err = out.ReadString('\n')
		require.NoError(t, err)
	}
	return cmd, out
}

// A terminal that is closed, or a shutdown, ends a search like an interrupt: the command
// prints its results so far.
func TestSignalsThatEndASearch(t *testing.T) {
	t.Parallel()
	program := self
	for _, ending := range []os.Signal{syscall.SIGHUP, syscall.SIGTERM, syscall.SIGINT} {
		if signal.Ignored(ending) { // the tests were started by nohup
			continue
		}
		cmd, out := solving(t, program)
		require.NoError(t, cmd.Process.Signal(ending))
		rest, err := io.ReadAll(out)
		require.NoError(t, err)
		assert.Contains(t, string(rest), "processor time",
			"%v: the whole result of the first board", ending)
		cmd.Wait()
		assert.Equal(t, cli.ExitUnsolved, cmd.ProcessState.ExitCode(), "%v", ending)
	}
}

// The end of a terminal does not reach a program that nohup has started.
func TestSIGHUPStaysIgnored(t *testing.T) {
	parallel(t)
	program := self
	cmd, _ := solving(t, "nohup", program)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	require.NoError(t, err)
	mask := regexp.MustCompile(`(?m)^SigIgn:\s*([0-9a-f]+)$`).FindSubmatch(status)
	require.NotNil(t, mask)
	ignored, err := strconv.ParseUint(string(mask[1]), 16, 64)
	require.NoError(t, err)
	assert.NotZero(t, ignored&(1<<(syscall.SIGHUP-1)))
}
