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

// plotFlag makes a flag that names the file of a plot. The extension of the name
// determines the format.
func plotFlag(name string, to *string) *cli.GenericFlag {
	return flagOf(name, "", to, func(text string) (string, error) {
		_, err := plot.FormatOf(text)
		return text, err
	})
}

// output is a file or folder that a command writes. A flag names it or, if the field flag
// is "", an argument. If name is "", nothing is written. Package files makes the complete
// file or folder appear at once.
type output struct {
	flag, name    string
	folder, force bool
}

// check returns an error if write or fill would fail at once: the file exists and may not
// be replaced, or new files cannot be created in its folder. Commands call check before
// they begin, so that a long run does not fail at its end.
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
	if o.name == "" {
		return nil
	}
	return named(o.name, files.Write(o.name, o.force, func(file *os.File) error {
		b := bufio.NewWriter(file)
		return cmp.Or(write(b), b.Flush())
	}))
}

// fill writes the folder.
func (o output) fill(fill func(folder string) error) error {
	return named(o.name, files.WriteFolder(o.name, o.force, fill))
}

// plot draws a figure into the file. The extension of the name selects SVG, PDF or PNG.
func (o output) plot(figure plot.Figure) error {
	format, _ := plot.FormatOf(o.name) // plotFlag has checked the name
	return o.write(func(w io.Writer) error { return figure.Write(w, format) })
}

// named puts the name of an output before an error. It is a usage error if the name
// exists without --force, or if it exists and is not of the kind to be written.
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

// openInput opens a file for reading. A failure is a usage error.
func openInput(name string) (*os.File, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, asUsage(inFile(name, err))
	}
	return file, nil
}

// inFile puts the name of a file before an error. The name of standard input is "".
// inFile drops the name of the system call and the temporary name of the file from the
// error.
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
