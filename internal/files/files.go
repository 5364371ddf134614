package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Files and folders are written in temporary folders, whose names match this pattern.
const pattern = ".npuzzle-*.part"

// Write writes a file. If the file exists and replace is not set, Write returns
// fs.ErrExist. With replace, it replaces a regular file or the target of a link, and
// refuses everything else. If anything fails, an existing file stays as it was.
func Write(name string, replace bool, write func(*os.File) error) error {
	name, part, release, err := claim(name, false, replace)
	if err != nil {
		return err
	}
	defer release()
	file, err := os.Create(part)
	if err != nil {
		return err
	}
	if err = write(file); err == nil {
		err = file.Sync() // some file systems notice a full disk only here
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if replace {
		return os.Rename(part, name)
	}
	if err = os.Link(part, name); err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// The file system does not support links. Create an empty file to reserve the name,
	// then replace it.
	if file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
		return err
	}
	err = file.Close()
	if err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}

// WriteFolder writes a folder, which the function fill fills with files. If the folder
// exists and replace is not set, WriteFolder returns fs.ErrExist. With replace, it moves
// the new files into the existing folder one by one, and keeps files of other names. If
// fill fails, an existing folder stays as it was.
func WriteFolder(name string, replace bool, fill func(folder string) error) error {
	name, part, release, err := claim(name, true, replace)
	if err != nil {
		return err
	}
	defer release()
	if err = os.Mkdir(part, 0o777); err == nil {
		err = fill(part)
	}
	if err != nil {
		return err
	}
	if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) || !replace {
		return os.Rename(part, name) // fails if there is a folder with files
	}
	return filepath.WalkDir(part, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(name, strings.TrimPrefix(path, part))
		if entry.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		return os.Rename(path, to)
	})
}

// Check returns the error with which Write or WriteFolder would refuse a name. A
// long-running command calls Check before it begins.
func Check(name string, folder, replace bool) error {
	_, _, release, err := claim(name, folder, replace)
	if err == nil {
		release()
	}
	return err
}

// Write replaces only regular files, and WriteFolder only folders.
var (
	ErrNotFolder  = errors.New("not a folder")
	ErrNotRegular = errors.New("not a regular file")
)

// target returns the name to write to. It refuses a name that exists and may not be
// replaced. If the name may be replaced, target resolves links.
func target(name string, folder, replace bool) (string, error) {
	name = filepath.Clean(name)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, nil
	case err != nil:
		return name, err
	case !replace:
		// A process that was killed just after naming the file has left its temporary file.
		Sweep(filepath.Dir(name))
		return name, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	resolved, err := filepath.EvalSymlinks(name)
	if err == nil {
		info, err = os.Stat(resolved)
	}
	switch {
	case err != nil:
		return name, err
	case folder && !info.IsDir():
		return name, &fs.PathError{Op: "replace", Path: name, Err: ErrNotFolder}
	case !folder && !info.Mode().IsRegular():
		return name, &fs.PathError{Op: "replace", Path: name, Err: ErrNotRegular}
	}
	return resolved, nil
}

// claim creates a temporary folder beside the name to write to, and locks it. It returns the name
// of target and a name in the folder. The caller calls release, which removes the folder.
//
// Before the lock is held, another process may remove the folder in Sweep. If the folder is
// gone when the lock is held, claim creates another one.
func claim(name string, folder, replace bool) (to, part string, release func(), err error) {
	if to, err = target(name, folder, replace); err != nil {
		return "", "", nil, err
	}
	Sweep(filepath.Dir(to))
	for {
		temporary, err := os.MkdirTemp(filepath.Dir(to), pattern)
		if err != nil {
			return "", "", nil, err
		}
		held := hold(temporary)
		if _, err := os.Lstat(temporary); !errors.Is(err, fs.ErrNotExist) {
			return to, filepath.Join(temporary, "new"), func() {
				os.RemoveAll(temporary)
				held.release()
			}, nil
		}
		held.release()
	}
}

// Sweep removes the temporary folders, and the temporary files of earlier versions, that
// killed processes have left in a folder. Those of running processes are locked, and Sweep
// keeps them. On systems without suitable locks, Sweep removes nothing.
func Sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		kind := entry.Type()
		ours, _ := filepath.Match(pattern, entry.Name())
		if !ours || !kind.IsRegular() && !kind.IsDir() {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if held, free := tryHold(path); free {
			os.RemoveAll(path)
			held.release()
		}
	}
}

// Open opens a file for reading. It does not wait for the writer of a pipe: a pipe
// without a writer reads as empty. It refuses folders.
func Open(name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, &fs.PathError{
			Op:   "open",
			Path: name,
			Err:  errors.New("a folder; expected a file"),
		}
	}
	return file, nil
}

// Maximum sizes, in bytes, of files that are read into memory. All other files are read
// piece by piece.
const (
	MaxText = 16_000_000 // experiment files and presets
	MaxData = 64_000_000 // traces, and files of boards that experiments name
)

// TooLongError says that a file is longer than allowed.
type TooLongError struct{ Max int64 }

// Error names the limit in megabytes.
func (e *TooLongError) Error() string { return fmt.Sprintf("longer than %d MB", e.Max/1e6) }

// Limit returns a reader that fails with a *TooLongError after most bytes.
func Limit(r io.Reader, most int64) io.Reader { return &limited{r, most, most} }

type limited struct {
	io.Reader
	left, most int64
}

// Read reads up to one byte more than is left, to find out whether the text ends at the
// limit.
func (l *limited) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p[:min(int64(len(p)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		l.left = 0
		return n, &TooLongError{l.most}
	}
	return n, err
}
