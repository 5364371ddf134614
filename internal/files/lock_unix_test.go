//go:build linux || darwin || freebsd

package files

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What nobody holds is removed at once, and what is being written stays, however old it is.
func TestSweep(t *testing.T) {
	folder := t.TempDir()
	dead := filepath.Join(folder, ".npuzzle-dead.part")
	require.NoError(t, os.MkdirAll(filepath.Join(dead, "figures"), 0o777))
	require.NoError(t, os.WriteFile(dead+".part", nil, 0o666))
	require.NoError(t, os.Symlink(folder, filepath.Join(folder, ".npuzzle-link.part")))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "mine.part"), nil, 0o666))
	require.NoError(t, Write(filepath.Join(folder, "name"), false, func(*os.File) error {
		Sweep(folder)
		assert.Len(t, names(t, folder), 3, "the file being written, the link and mine")
		return nil
	}))
	left := []string{".npuzzle-link.part", "mine.part", "name"}
	assert.ElementsMatch(t, left, names(t, folder))

	// A process may be killed after its file has the final name, but before the temporary one is
	// gone.
	require.NoError(t, os.WriteFile(dead, nil, 0o666))
	assert.ErrorIs(t, Write(filepath.Join(folder, "name"), false, text("")), fs.ErrExist)
	assert.ElementsMatch(t, left, names(t, folder))
}

// Writers that clean up while others begin take nothing away from them.
func TestSweepAgainstWriters(t *testing.T) {
	folder := t.TempDir()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 50 {
				name := filepath.Join(folder, string(rune('a'+i)))
				assert.NoError(t, Write(name, true, text("whole")))
			}
		})
	}
	all.Wait()
	assert.Len(t, names(t, folder), 8)
}

// A pipe that nobody writes to is empty, and a pipe with a writer is read to its end.
func TestOpenPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o666))
	file, err := Open(pipe)
	require.NoError(t, err)
	all, err := io.ReadAll(file)
	require.NoError(t, err)
	assert.Empty(t, all)
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	require.NoError(t, err)
	go func() {
		writer.WriteString("board")
		writer.Close()
	}()
	second, err := Open(pipe)
	require.NoError(t, err)
	all, err = io.ReadAll(second)
	require.NoError(t, err)
	assert.Equal(t, "board", string(all))
}
