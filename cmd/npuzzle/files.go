package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/plot"
)

// fileFlag makes a flag that names a file or folder. Shells complete its value with the names
// of files. Whether the file exists is checked when it is used.
func fileFlag(name, usage string, to *string) *cli.GenericFlag {
	return flagOf(name, usage, "", to, asGiven)
}

// plotFlag makes a flag that names the file of a plot. The ending of the name chooses
// the format.
func plotFlag(name, usage string, to *string) *cli.GenericFlag {
	return flagOf(name, usage, "", to, func(text string) (string, error) {
		_, err := plot.FormatOf(text)
		return text, err
	})
}

// checkNew refuses the name of a new file, given by a flag, if the file exists or if its folder
// does not accept new files. Commands call it before they begin, so that a long run does not
// fail at its end. An empty name means that the flag was not given.
func checkNew(flag, name string) error {
	if name == "" {
		return nil
	}
	if err := checkFree(name); err != nil {
		return fmt.Errorf("--%s %w", flag, err)
	}
	attempt, err := os.CreateTemp(filepath.Dir(name), ".npuzzle-*")
	if err != nil {
		return fmt.Errorf("--%s %w", flag, inFile(name, err))
	}
	return errors.Join(attempt.Close(), os.Remove(attempt.Name()))
}

// checkFree refuses a name that exists.
func checkFree(name string) error {
	_, err := os.Lstat(name)
	if err == nil {
		return misuse("%s: the file exists; expected a new name", name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// writeNew writes a new file through a buffer. The file exists whole or not at all: it is
// written under another name, which includes the process so that two programs do not write
// the same file, and renamed once it is complete. Errors use the name that the user gave.
func writeNew(name string, write func(io.Writer) error) error {
	if err := checkFree(name); err != nil {
		return err
	}
	part := fmt.Sprintf("%s.part%d", name, os.Getpid())
	file, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return inFile(name, err)
	}
	defer os.Remove(part) // nothing to remove after the rename
	b := bufio.NewWriter(file)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(part, name)
	}
	if err != nil {
		return inFile(name, err)
	}
	return nil
}

// writePlot draws a figure into a new file, as SVG or PNG by the ending of its name.
func writePlot(name string, figure plot.Figure) error {
	format, err := plot.FormatOf(name)
	if err != nil {
		return err
	}
	return writeNew(name, func(w io.Writer) error { return figure.Write(w, format) })
}

// inFile puts the name of a file before an error; standard input has the name "". The error
// loses the name of the system call, and the name that the file has until it is whole.
func inFile(name string, err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	} else if link, ok := errors.AsType[*os.LinkError](err); ok {
		err = link.Err
	}
	if name == "" {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
