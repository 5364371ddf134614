package files

import (
	"errors"
	"os"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// abandoned is the age from which Sweep removes a temporary file on systems without a lock that ends
// with the process and allows renaming.
const abandoned = 24 * time.Hour

// lock locks a file or folder until the lock is closed or the process ends. If another process has the
// lock, lock waits if wait is true, and returns an error otherwise. On systems without such locks, it
// returns an error if wait is false and the file may be in use.
func lock(path string, wait bool) (held *flock.Flock, err error) {
	held = flock.New(path, flock.SetFlag(os.O_RDONLY|nonblock))
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd":
		if wait {
			return held, held.Lock()
		}
		if free, err := held.TryLock(); free || err != nil {
			return held, err
		}
	default:
		info, err := os.Lstat(path)
		if err != nil || wait || time.Since(info.ModTime()) >= abandoned {
			return held, err
		}
	}
	return held, errors.New("in use")
}
