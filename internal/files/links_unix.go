//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// Links returns the number of names of a file (hard links). It is 1 if the system does not tell.
func Links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
