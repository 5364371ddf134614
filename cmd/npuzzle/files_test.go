package main

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A file that could not be written to its end is not there, neither under its name
// nor another, and one that is there stays as it is.
func TestWriteNew(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "trials.csv")
	text := make([]byte, 1<<20)
	half := func(w io.Writer) error {
		if _, err := w.Write(text); err != nil {
			return err
		}
		files, err := os.ReadDir(folder)
		require.NoError(t, err)
		assert.Len(t, files, 1, "it is being written")
		assert.NoFileExists(t, name, "but not yet under its name")
		return io.ErrShortWrite
	}
	assert.ErrorIs(t, writeNew(name, half), io.ErrShortWrite)
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, files)

	whole := func(w io.Writer) error { _, err := io.WriteString(w, "whole"); return err }
	require.NoError(t, writeNew(name, whole))
	assert.EqualError(t, writeNew(name, half), name+": the file exists; expected a new name")
	kept, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "whole", string(kept))
}

// An error names the file by the name that the user gave.
func TestInFile(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&os.PathError{Op: "open", Path: "a.csv.part7", Err: syscall.EACCES}, "a.csv: permission denied"},
		{&os.LinkError{Op: "rename", Old: "a.csv.part7", New: "a.csv", Err: syscall.ENOTDIR}, "a.csv: not a directory"},
		{io.ErrShortWrite, "a.csv: short write"},
	} {
		assert.EqualError(t, inFile("a.csv", c.err), c.want)
	}
}
