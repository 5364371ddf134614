//go:build !linux && !darwin && !freebsd

package pdb

import (
	"io"
	"os"
)

// mapFile reads a file whole, where it cannot be mapped.
func mapFile(file *os.File, length int) ([]byte, func() error, error) {
	data := make([]byte, length)
	_, err := io.ReadFull(io.NewSectionReader(file, 0, int64(length)), data)
	return data, func() error { return nil }, err
}

// freeBytes does not know how much a directory's disk can still take.
func freeBytes(string) (uint64, bool) { return 0, false }

// syncDir has nothing to do: a renaming lasts by itself.
func syncDir(string) error { return nil }
