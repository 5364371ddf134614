package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"

	"golang.org/x/term"

	"npuzzle/bench/analysis"
)

// Data returns standard output for data that another program reads, such as CSV. A file or
// a pipe gets the data as they are. A terminal gets them as text for people.
func (con Console) Data() io.Writer {
	if con.Terminal {
		return con.Out
	}
	return con.Out.Raw
}

// Console holds the streams of a command. Commands may ignore errors of writing to Out:
// Flush returns the first one again when the command has ended.
type Console struct {
	In       io.Reader
	Out      TextWriter // text for people; see Data for other output
	Err      io.Writer  // errors, notices and progress
	Terminal bool       // Out is a terminal
	Columns  int        // maximum width of the lines of tables
	JSON     bool       // the flag --json is given

	Signature string // of the searches of the program, for the provenance of trials
}

// NewConsole returns the console of a process with the given streams. If stderr is a terminal, it
// shows progress.
func NewConsole(stdin io.Reader, stdout, stderr io.Writer) Console {
	con := Console{In: stdin, Out: NewTextWriter(stdout), Err: stderr}
	if IsTerminal(stderr) {
		con.Err = &Screen{Terminal: stderr.(*os.File)}
	}
	con.Terminal = IsTerminal(stdout)
	con.Columns = ColumnsOf(stdout)
	return con
}

// Notice prints an error or a remark as one line on stderr. It shortens long values.
func (con Console) Notice(text string) { fmt.Fprintf(con.Err, "npuzzle: %s\n", shortened(text)) }

const (
	// longValue is the maximum number of characters of a value in a notice.
	longValue = 200

	// longNotice is the maximum number of characters of a notice. It is large because a
	// notice may list many expected names.
	longNotice = 1000
)

// values matches words and quoted texts, which may come from the input.
var values = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\S+`)

// shortened turns a text into one printable line. It cuts out the middle of long values,
// and then the middle of the line if it is still too long. It replaces line breaks and tabs
// by spaces, and escapes other control and format characters.
func shortened(text string) string {
	line := escaped(lineBreaks.Replace(text))
	line = values.ReplaceAllStringFunc(line, func(value string) string {
		return withoutMiddle(value, longValue)
	})
	return withoutMiddle(line, longNotice)
}

// withoutMiddle cuts out the middle of a text that has more characters than a maximum.
func withoutMiddle(text string, most int) string {
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most*3/4]) + "..." + string(letters[len(letters)-most/4:])
}

// Compute runs a function that may compute for some seconds. After an interrupt, Compute returns
// ErrUnsolved at once, and the command ends without the results.
func (con Console) Compute(ctx context.Context, work func() error) error {
	err := analysis.Interruptible(ctx, work)
	if err != nil && ctx.Err() != nil {
		return ErrUnsolved
	}
	return err
}

// Compose runs a function that computes and prints on the console that it is given. The output
// appears when the function has ended. After an interrupt, there is none; see Compute.
func (con Console) Compose(ctx context.Context, print func(Console) error) error {
	var text bytes.Buffer
	within := con
	within.Out = NewTextWriter(&text)
	err := con.Compute(ctx, func() error {
		err := print(within)
		return errors.Join(err, within.Out.Flush())
	})
	if err != nil {
		return err
	}
	_, err = text.WriteTo(con.Out.Raw)
	return err
}

// Object prints a value as one line of JSON.
func (con Console) Object(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(con.Out.Raw, "%s\n", escapedJSON(text))
	return err
}

// Result prints a value: with --json as one line of JSON, and otherwise with the function print.
func (con Console) Result(v any, print func()) error {
	if con.JSON {
		return con.Object(v)
	}
	print()
	_, err := con.Out.Write(nil) // the first error of writing so far
	return err
}

// Objects prints each value as one line of JSON.
func Objects[T any](con Console, values []T) error {
	for _, v := range values {
		if err := con.Object(v); err != nil {
			return err
		}
	}
	return nil
}

const (
	// MinColumns and maxColumns bound the width of output on a terminal. A terminal
	// narrower than MinColumns wraps the lines. Lines longer than maxColumns are hard to
	// read.
	MinColumns = 80
	maxColumns = 120

	// FileColumns is the width of output to a file or pipe.
	FileColumns = 100
)

// ColumnsOf returns the width of the lines for a stream. For a terminal, this is its
// width, but at least MinColumns and at most maxColumns.
func ColumnsOf(stream any) int {
	f, ok := stream.(*os.File)
	if !ok || !IsTerminal(f) {
		return FileColumns
	}
	return min(max(widthOf(f), MinColumns), maxColumns)
}

// widthOf returns the width of a terminal.
func widthOf(terminal *os.File) int {
	width, _, err := term.GetSize(int(terminal.Fd()))
	if err != nil || width == 0 {
		return UnknownWidth
	}
	return width
}

// IsTerminal reports whether a stream is a terminal. Commands show progress, draw
// animations in place, and say that they wait for input only on a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

const (
	// drawEvery is the time between two updates of the progress line, and before the
	// first one. Tasks that end sooner show nothing.
	drawEvery = 100 * time.Millisecond

	// barWidth is the number of columns inside a bar.
	barWidth = 20

	// UnknownWidth is the assumed width of a terminal that reports none, such as in some
	// containers.
	UnknownWidth = 80

	// ClearLine is the code that moves the cursor to the start of its line and clears the
	// line.
	ClearLine = "\r\x1b[K"
)
