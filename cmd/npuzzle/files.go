package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/plot"
	"npuzzle/internal/files"
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

// forceFlag lets a command replace files that exist.
func forceFlag(to *bool) *cli.BoolFlag {
	return &cli.BoolFlag{Name: "force", Usage: "replace files that exist", Destination: to}
}

// output is a file or folder that a command writes, named by a flag or, for flag "", by an
// argument. Without a name, the command does not write it. Package files makes it appear under
// its name whole or not at all.
type output struct {
	flag, name    string
	folder, force bool
}

// check refuses the name if the file exists, unless it may be replaced, or if its folder does
// not accept new files. Commands call it before they begin, so that a long run does not fail
// at its end.
func (o output) check() error {
	if o.name == "" {
		return nil
	}
	err := named(o.name, files.Check(o.name, o.folder, o.force))
	if err != nil && o.flag != "" {
		return fmt.Errorf("--%s %w", o.flag, err)
	}
	return err
}

// write writes the file through a buffer.
func (o output) write(write func(io.Writer) error) error {
	return named(o.name, files.Write(o.name, o.force, func(file *os.File) error {
		b := bufio.NewWriter(file)
		return cmp.Or(write(b), b.Flush())
	}))
}

// fill writes the folder.
func (o output) fill(fill func(folder string) error) error {
	return named(o.name, files.WriteFolder(o.name, o.force, fill))
}

// plot draws a figure into the file, as SVG or PNG by the ending of its name.
func (o output) plot(figure plot.Figure) error {
	format, err := plot.FormatOf(o.name)
	if err != nil {
		return err
	}
	return o.write(func(w io.Writer) error { return figure.Write(w, format) })
}

// named puts the name of an output before an error. That the file exists, or is not of the kind that
// can be replaced, is a mistake of usage.
func named(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return misuse("%s already exists; expected a new name, or --force", name)
	case errors.Is(err, files.ErrNotFolder), errors.Is(err, files.ErrNotRegular):
		return misuse("%w; expected a new name", inFile(name, err))
	}
	return inFile(name, err)
}

// openInput opens a file to read. That it cannot be opened is a mistake of usage.
func openInput(name string) (*os.File, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, &usageError{inFile(name, err)}
	}
	return file, nil
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
