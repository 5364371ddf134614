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
	held, free := flock.New(path, flock.SetFlag(os.O_RDONLY|nonblock)), true
	switch runtime.GOOS {
	case "linux", "darwin", "freebsd":
		if wait {
			return held, held.Lock()
		}
		free, err = held.TryLock()
	default:
		var info os.FileInfo
		if info, err = os.Lstat(path); err == nil {
			free = wait || time.Since(info.ModTime()) >= abandoned
		}
	}
	if err == nil && !free {
		err = errors.New("in use")
	}
	return held, err
}
