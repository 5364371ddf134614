package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	urfave "github.com/urfave/cli/v2"

	"npuzzle/bench/plot"
	"npuzzle/internal/files"
)

// PlotFlag adds to a flag that names the file of a plot a check of the format, which the extension
// of the name determines.
func PlotFlag(f *urfave.StringFlag, to *string) urfave.Flag {
	return Parsed(f, to, func(text string) (string, error) {
		_, err := plot.FormatOf(text)
		return text, err
	})
}

// Output is a file or folder that a command writes. A flag names it or, if the field flag
// is "", an argument. If name is "", nothing is written. Package files makes the complete
// file or folder appear at once.
type Output struct {
	Flag, Name    string
	Folder, Force bool
}

// Check returns an error if write or fill would fail at once: the file exists and may not
// be replaced, or new files cannot be created in its folder. Commands call check before
// they begin, so that a long run does not fail at its end.
func (o Output) Check() error {
	if o.Name == "" {
		return nil
	}
	err := Named(o.Name, files.Check(o.Name, o.Folder, o.Force))
	if err != nil && o.Flag != "" {
		return fmt.Errorf("--%s %w", o.Flag, err)
	}
	return err
}

// Write writes the file through a buffer.
func (o Output) Write(write func(io.Writer) error) error {
	if o.Name == "" {
		return nil
	}
	return Named(o.Name, files.Write(o.Name, o.Force, func(file *os.File) error {
		b := bufio.NewWriter(file)
		if err := write(b); err != nil {
			return err
		}
		return b.Flush()
	}))
}

// Fill writes the folder.
func (o Output) Fill(fill func(folder string) error) error {
	return Named(o.Name, files.WriteFolder(o.Name, o.Force, fill))
}

// Plot draws a figure into the file. The extension of the name selects SVG, PDF or PNG.
func (o Output) Plot(figure plot.Figure) error {
	format, _ := plot.FormatOf(o.Name) // PlotFlag has checked the name
	return o.Write(func(w io.Writer) error { return figure.Write(w, format) })
}

// Named puts the name of an output before an error. It is a usage error if the name
// exists without --force, or if it exists and is not of the kind to be written.
func Named(name string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return Misuse("%s already exists; expected a new name, or --force", name)
	case errors.Is(err, files.ErrNotFolder), errors.Is(err, files.ErrNotRegular):
		return Misuse("%w; expected a new name", InFile(name, err))
	}
	return InFile(name, err)
}

// openInput opens a file for reading. A failure is a usage error.
func openInput(name string) (*os.File, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, AsUsage(InFile(name, err))
	}
	return file, nil
}

// InFile puts the name of a file before an error. The name of standard input is "".
// InFile drops the name of the system call and the temporary name of the file from the
// error.
func InFile(name string, err error) error {
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
