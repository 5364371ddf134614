package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
)

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
