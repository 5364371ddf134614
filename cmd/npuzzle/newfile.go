package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// notWritten says why a file or folder could not be written, by the name that was
// asked for: until all is written it has another one.
func notWritten(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	} else if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s: %w; expected --out in a folder that may be written to", name, err)
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("%s: %w; expected --out on a disk with room", name, err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// writeNew writes a new file, which is there whole or not at all: it has another
// name until all is written.
func writeNew(name string, write func(io.Writer) error) (err error) {
	if _, err := os.Lstat(name); err == nil {
		return &fs.PathError{Op: "open", Path: name, Err: fs.ErrExist}
	}
	part := fmt.Sprintf("%s.part%d", name, os.Getpid())
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close() // of one that failed, the first error tells
			os.Remove(part)
		}
	}()
	b := bufio.NewWriter(file)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(part, name)
}
