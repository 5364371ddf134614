//go:build linux || darwin || freebsd

package files

import (
	"errors"
	"os"
	"syscall"
)

// nonblock opens a pipe without waiting for a writer.
const nonblock = syscall.O_NONBLOCK

// lock locks a file or folder until the returned file is closed or the process ends. If
// another process has the lock, lock waits if wait is true, and returns an error
// otherwise.
func lock(path string, wait bool) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(file.Fd()), how)
		if err == nil {
			return file, nil
		}
		if !errors.Is(err, syscall.EINTR) {
			file.Close()
			return nil, err
		}
	}
}
