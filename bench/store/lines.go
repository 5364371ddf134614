package store

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Lines keeps records in a file of JSON Lines, each in the file the moment it
// is appended.
type Lines struct{ file *os.File }

// CreateLines creates the file, with the folders that lead to it. It never
// writes over a file that exists; the error then wraps fs.ErrExist.
func CreateLines(name string) (*Lines, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, plain(err)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o666)
	if err != nil {
		return nil, plain(err)
	}
	return &Lines{file}, nil
}

// Append writes a record as one line, in one write.
func (l *Lines) Append(record any) error {
	line, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = l.file.Write(append(line, '\n'))
	return plain(err)
}

// Name returns the file's name.
func (l *Lines) Name() string { return l.file.Name() }

// Close closes the file.
func (l *Lines) Close() error { return plain(l.file.Close()) }

// plain leaves the name of the system call out of an error.
func plain(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return &fileError{path.Path, path.Err}
	}
	return err
}

type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string { return e.name + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }
