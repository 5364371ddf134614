//go:build !linux && !darwin && !freebsd

package pdb

import (
	"io"
	"os"
)

// mapFile reads the whole file into memory. On this system, files are not mapped.
func mapFile(file *os.File, length int) ([]byte, error) {
	data := make([]byte, length)
	_, err := io.ReadFull(file, data)
	return data, err
}
