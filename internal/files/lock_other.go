//go:build !linux && !darwin && !freebsd

package files

import (
	"errors"
	"os"
	"time"
)

const nonblock = 0

// abandoned is the age from which Sweep removes a temporary file. This system has no lock
// that ends with the process, so the age decides.
const abandoned = 24 * time.Hour

// lock returns an error if the file may be in use by another process. The caller sets own
// for a file of its own. No lock is taken.
func lock(path string, own bool) (*os.File, error) {
	info, err := os.Lstat(path)
	if err == nil && !own && time.Since(info.ModTime()) < abandoned {
		err = errors.New("in use")
	}
	return nil, err
}
