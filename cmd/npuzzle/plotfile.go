package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/plot"
)

// plotFlag names the file of a plot, whose format its ending tells.
func plotFlag(name, usage string, to *string) *cli.GenericFlag {
	f := flagOf(name, usage, "", to, func(text string) (string, error) {
		_, err := plot.FormatOf(text)
		return text, err
	})
	f.TakesFile = true
	return f
}

// newFile refuses a name that a flag gave and that is taken, or in a folder where
// nothing can be created; "" is none.
func newFile(flag, name string) error {
	if name == "" {
		return nil
	}
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			return err
		}
		return misuse("--%s %s: the file exists; expected a new name", flag, name)
	}
	attempt, err := os.CreateTemp(filepath.Dir(name), ".npuzzle-*")
	if err != nil {
		return placed(fmt.Sprintf("--%s %s: ", flag, name), errors.Unwrap(err))
	}
	return errors.Join(attempt.Close(), os.Remove(attempt.Name()))
}

// writePlot draws a figure into a new file.
func writePlot(name string, figure plot.Figure) error {
	format, err := plot.FormatOf(name)
	if err != nil {
		return err
	}
	var drawn bytes.Buffer
	if err := figure.Write(&drawn, format); err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(drawn.Bytes())
	return errors.Join(err, file.Close())
}
