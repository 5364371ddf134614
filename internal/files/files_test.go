package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// text returns a function that writes a text.
func text(s string) func(*os.File) error {
	return func(f *os.File) error { _, err := f.WriteString(s); return err }
}

// names lists the files of a folder.
func names(t *testing.T, folder string) []string {
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	all := []string{}
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

// A file that could not be written to its end is not there under any name, and one that is
// there stays as it is.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "trials.csv")
	half := func(f *os.File) error {
		assert.Len(t, names(t, folder), 1, "it is being written")
		assert.NoFileExists(t, name, "but not yet under its name")
		return io.ErrShortWrite
	}
	assert.ErrorIs(t, Write(name, false, half), io.ErrShortWrite)
	assert.ErrorIs(t, Write(name, true, half), io.ErrShortWrite)
	assert.Empty(t, names(t, folder))

	require.NoError(t, Write(name, false, text("first")))
	assert.ErrorIs(t, Write(name, false, text("second")), fs.ErrExist)
	assert.ErrorIs(t, Check(name, false, false), fs.ErrExist)
	kept, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "first", string(kept))

	require.NoError(t, Check(name, false, true))
	require.NoError(t, Write(name, true, text("third")))
	kept, err = os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "third", string(kept))
	assert.Equal(t, []string{"trials.csv"}, names(t, folder))

	assert.ErrorIs(t, Check(filepath.Join(folder, "none", "a"), false, false), fs.ErrNotExist)
	assert.ErrorContains(t, Check(folder, false, true), "not a regular file")
	assert.ErrorContains(t, Check(name, true, true), "not a folder")
	assert.ErrorContains(t, Write(os.DevNull, true, text("")), "not a regular file")
}

// Replacing a link replaces the file that it leads to.
func TestWriteThroughLink(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	link := filepath.Join(folder, "link")
	require.NoError(t, os.WriteFile(file, []byte("old"), 0o600))
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	require.NoError(t, Write(link, true, text("new")))
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "new", string(kept))
}

// Of writers of one name at the same time, one wins, and the others hear that the file exists.
func TestSimultaneousWriters(t *testing.T) {
	for kind, write := range map[string]func(name string, i int) error{
		"file": func(name string, i int) error { return Write(name, false, text("whole")) },
		"folder": func(name string, i int) error {
			return WriteFolder(name, false, func(folder string) error {
				return os.WriteFile(filepath.Join(folder, "a"), nil, 0o600)
			})
		},
	} {
		folder := t.TempDir()
		name := filepath.Join(folder, "name")
		var wins atomic.Int32
		var all sync.WaitGroup
		start := make(chan struct{})
		for i := range 25 {
			all.Go(func() {
				<-start
				if err := write(name, i); err == nil {
					wins.Add(1)
				} else {
					assert.ErrorIs(t, err, fs.ErrExist, kind)
				}
			})
		}
		close(start)
		all.Wait()
		assert.EqualValues(t, 1, wins.Load(), kind)
		assert.Equal(t, []string{"name"}, names(t, folder), kind)
	}
}

func TestWriteFolder(t *testing.T) {
	parent := t.TempDir()
	folder := filepath.Join(parent, "report")
	fill := func(files ...string) func(string) error {
		return func(folder string) error {
			for _, file := range files {
				path := filepath.Join(folder, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
					return err
				}
				if err := os.WriteFile(path, []byte(files[0]), 0o666); err != nil {
					return err
				}
			}
			return nil
		}
	}
	failed := errors.New("failed")
	assert.ErrorIs(t, WriteFolder(folder, false, func(folder string) error {
		return errors.Join(fill("a")(folder), failed)
	}), failed)
	assert.Empty(t, names(t, parent))
	require.NoError(t, WriteFolder(folder+"/", false, fill("a", "sub/b")))
	assert.ErrorIs(t, WriteFolder(folder, false, fill("c")), fs.ErrExist)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "mine"), nil, 0o666))
	require.NoError(t, WriteFolder(folder, true, fill("c", "sub/b")))
	assert.Equal(t, []string{"a", "c", "mine", "sub"}, names(t, folder), "other files stay")
	replaced, err := os.ReadFile(filepath.Join(folder, "sub", "b"))
	require.NoError(t, err)
	assert.Equal(t, "c", string(replaced))
	assert.Equal(t, []string{"report"}, names(t, parent))
}

// What is longer than allowed is an error, however it is read.
func TestLimit(t *testing.T) {
	for _, reader := range []func(string) io.Reader{
		func(s string) io.Reader { return strings.NewReader(s) },
		func(s string) io.Reader { return iotest.OneByteReader(strings.NewReader(s)) },
		func(s string) io.Reader { return iotest.DataErrReader(strings.NewReader(s)) },
	} {
		whole, err := io.ReadAll(Limit(reader("1234"), 4))
		require.NoError(t, err)
		assert.Equal(t, "1234", string(whole))
		var long *TooLongError
		_, err = io.ReadAll(Limit(reader("12345"), 4))
		assert.ErrorAs(t, err, &long)
	}
	assert.EqualError(t, &TooLongError{MaxText}, "longer than 16 MB")
}

func TestOpen(t *testing.T) {
	_, err := Open(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = Open(t.TempDir())
	assert.ErrorContains(t, err, "a folder; expected a file")
}
