package files

import "os"

// lock is a lock on a temporary file or folder. It ends with the process.
type lock struct {
	file *os.File // nil if the lock is not held
}

// hold waits for a lock on a path. If locks do not work there, it returns a lock that is not held,
// and Sweep removes nothing.
func hold(path string) lock {
	held, _ := lockPath(path, true)
	return held
}

// tryHold returns a lock on a path, unless somebody else holds it.
func tryHold(path string) (held lock, free bool) { return lockPath(path, false) }

// lockPath locks a path, and may wait for it.
func lockPath(path string, wait bool) (held lock, locked bool) {
	file, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return lock{}, false
	}
	if err := lockFile(file, wait); err != nil {
		file.Close()
		return lock{}, false
	}
	return lock{file: file}, true
}

// release ends the lock, if it is held.
func (l lock) release() {
	if l.file != nil {
		l.file.Close()
	}
}
