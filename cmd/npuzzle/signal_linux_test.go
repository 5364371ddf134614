package main

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A program that cannot come to its end after a signal, here since nobody reads
// what it writes, is ended by the next.
func TestSecondSignal(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
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
