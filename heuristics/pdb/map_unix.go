//go:build linux || darwin || freebsd

package pdb

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory for reading.
func mapFile(file *os.File, length int) ([]byte, error) {
	data, err := unix.Mmap(int(file.Fd()), 0, length, unix.PROT_READ, unix.MAP_SHARED)
	return data, os.NewSyscallError("mmap", err)
}

// freeBytes returns how much a directory's disk can still take, and whether
// that is known.
func freeBytes(dir string) (uint64, bool) {
	var stat unix.Statfs_t
	if unix.Statfs(dir, &stat) != nil {
		return 0, false
	}
	return uint64(stat.Bavail) * uint64(stat.Bsize), true
}
