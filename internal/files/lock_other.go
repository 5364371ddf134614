//go:build !linux && !darwin && !freebsd

package files

import (
	"errors"
	"os"
	"time"
)

const nonblock = 0

// abandoned is the age from which a temporary file belongs to no living process, where the
// system has no lock that ends with the process.
const abandoned = 24 * time.Hour

// lock fails for a file that may be in use, unless it is the caller's own.
func lock(path string, own bool) (*os.File, error) {
	info, err := os.Lstat(path)
	if err == nil && !own && time.Since(info.ModTime()) < abandoned {
		err = errors.New("in use")
	}
	return nil, err
}
