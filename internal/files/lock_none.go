//go:build !(linux || darwin || freebsd)

package files

import (
	"errors"
	"os"
)

// lockFile fails, because the system has no locks on folders that end with the process.
func lockFile(*os.File, bool) error { return errors.ErrUnsupported }
