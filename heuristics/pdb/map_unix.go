//go:build linux || darwin || freebsd

package pdb

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory, read-only.
func mapFile(file *os.File, length int) ([]byte, error) {
	data, err := unix.Mmap(int(file.Fd()), 0, length, unix.PROT_READ, unix.MAP_SHARED)
	return data, os.NewSyscallError("mmap", err)
}
