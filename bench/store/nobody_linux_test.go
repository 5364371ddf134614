package store

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// asNobody takes from the rest of a test what root may do to files: the thread
// that it runs on looks at them as the user nobody.
func asNobody(t *testing.T) {
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	// The test's folders are in one that testing makes for its user alone.
	require.NoError(t, os.Chmod(filepath.Dir(t.TempDir()), 0o755))
	runtime.LockOSThread() // and never let go, so that nothing else runs on it
	require.NoError(t, syscall.Setfsuid(nobody))
	t.Cleanup(func() { require.NoError(t, syscall.Setfsuid(0)) })
}
