//go:build linux || darwin || freebsd

package files

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks an open file or folder against other processes and other open files.
func lockFile(file *os.File, wait bool) error {
	operation := syscall.LOCK_EX
	if !wait {
		operation |= syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(file.Fd()), operation)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
