package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/internal/files"
	"npuzzle/internal/units"
)

const (
	// maxSolvers bounds what the lists of settings may multiply to.
	maxSolvers = 10_000

	// maxGroups bounds what the lists of one entry of puzzles may multiply to.
	maxGroups = 10_000
)

// reader reads one experiment file.
type reader struct {
	file     string           // that errors name
	alone    bool             // the text is in no file, and names none
	e        bench.Experiment // as far as it has been read
	warnings []*Error         // in the order of the lines
}

// Open reads the experiment file of a name. Files that the experiment names are looked
// for beside it. An error is an *Error if the file is at fault, or else an error of the
// file system. Warnings name what is allowed but seldom meant.
func Open(name string) (e bench.Experiment, warnings []*Error, err error) {
	f, err := files.Open(name)
	if err != nil {
		return e, nil, err
	}
	defer f.Close()
	return Read(f, name)
}

// Read reads an experiment file like Open. The name of the file stands in errors, and
// gives the experiment its name if the text has none. An experiment without solvers only
// describes boards.
func Read(in io.Reader, file string) (e bench.Experiment, warnings []*Error, err error) {
	return (&reader{file: file}).from(in)
}

// ReadText reads the text of an experiment that is in no file, such as one that came from
// another machine. It may not name files of boards. The experiment has no name if the text
// has none. Errors call the text "experiment".
func ReadText(text string) (e bench.Experiment, warnings []*Error, err error) {
	return (&reader{file: "experiment", alone: true}).from(strings.NewReader(text))
}

// from reads an experiment from a stream.
func (r *reader) from(in io.Reader) (e bench.Experiment, warnings []*Error, err error) {
	n, text, err := r.document(in, "an experiment, with puzzles and solvers")
	if long, ok := errors.AsType[*files.TooLongError](err); ok {
		return e, nil, &Error{r.file, 0, fmt.Sprintf("%v; expected many boards in a file of their own", long)}
	}
	if err != nil {
		return e, nil, err
	}
	r.e = bench.Experiment{Kind: "run", Repeats: 1, Seed: 1, Text: string(text)}
	if !r.alone {
		r.e.Name = stem(r.file)
	}
	err = r.experiment(n)
	return r.e, r.warnings, err
}

// ReadPreset reads a file with a line for each setting of the genetic solver to change, such as
// "population: 500". A line "preset: NAME" names the built-in preset that the other lines change;
// without it they change the default. An error is an *Error if the file is at fault.
func ReadPreset(in io.Reader, file string) (ga.Settings, error) {
	r := &reader{file: file}
	s, given := ga.Default(), ga.Settings{}
	n, _, err := r.document(in, "settings such as population: 500")
	if err != nil {
		return s, err
	}
	fields := map[string]field{"preset": value(r, "preset", &s, ga.Preset)}
	var names []string
	for _, row := range ga.Table() {
		fields[row.Name] = value(r, row.Name, new(string), func(text string) (string, error) {
			names = append(names, row.Name)
			return text, row.Set(&given, text)
		})
	}
	if err := r.mapping(n, "a preset", fields); err != nil {
		return s, err
	}
	for _, name := range names {
		if err := s.Set(name, given.Get(name)); err != nil {
			panic(err) // the value is valid
		}
	}
	return s, nil
}

// document reads the one document of a stream. It also returns the text. The error for an empty
// file says what was expected.
func (r *reader) document(in io.Reader, expected string) (n *yaml.Node, text []byte, err error) {
	if text, err = io.ReadAll(files.Limit(in, files.MaxText)); err != nil {
		return nil, nil, err
	}
	var document, another yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(text))
	if err := documents.Decode(&document); err != nil && err != io.EOF {
		return nil, nil, r.syntaxFault(err)
	}
	switch err := documents.Decode(&another); {
	case err == nil:
		return nil, nil, r.fault(&another, "a second document; expected one in a file, without a line of ---")
	case err != io.EOF:
		return nil, nil, r.syntaxFault(err)
	}
	if len(document.Content) == 0 {
		return nil, nil, &Error{r.file, 1, "empty; expected " + expected}
	}
	return document.Content[0], text, nil
}

// stem returns a file's name without folder and ending.
func stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// experiment reads the keys of an experiment: first those with one value, then the
// puzzles, which follow from the seed, then the solvers, which are checked against them.
func (r *reader) experiment(n *yaml.Node) error {
	var puzzles, solvers *yaml.Node
	later := func(to **yaml.Node) field {
		return func(n *yaml.Node) error { *to = n; return nil }
	}
	e := &r.e
	err := r.mapping(n, "an experiment", map[string]field{
		"name":         value(r, "name", &e.Name, ParseName),
		"description":  value(r, "description", &e.Description, lines),
		"seed":         value(r, "seed", &e.Seed, units.ParseCount),
		"repeats":      value(r, "repeats", &e.Repeats, units.Whole(1, 1_000_000)),
		"time-limit":   value(r, "time-limit", &e.TimeLimit, units.ParseDuration),
		"node-limit":   value(r, "node-limit", &e.Limits.Expanded, units.ParseCount),
		"memory-limit": value(r, "memory-limit", &e.Limits.Bytes, units.ParseBytes),
		"isolate":      value(r, "isolate", &e.Isolate, units.ParseBool),
		"history":      value(r, "history", &e.History, units.ParseBool),
		"puzzles":      later(&puzzles), // after the seed that they follow from
		"solvers":      later(&solvers),
	})
	if err != nil {
		return err
	}
	if _, err := ParseName(e.Name); err != nil && !(r.alone && e.Name == "") {
		return r.fault(n, "no name, and that of the file does not do: %v", err)
	}
	if puzzles == nil {
		return r.fault(n, "no puzzles; expected puzzles: with a list of what to draw or read")
	}
	if err := r.groups(puzzles); err != nil {
		return err
	}
	if solvers == nil {
		return nil
	}
	if err := r.solvers(solvers); err != nil {
		return err
	}
	if err := e.CheckSize(); err != nil {
		return r.fault(puzzles, "%v", err)
	}
	return nil
}

// ParseName reads the name of an experiment. Reports and exports make names of files
// from it, so that it cannot hold a slash.
func ParseName(text string) (string, error) {
	if _, err := word(text); err != nil || strings.ContainsAny(text, `/\`) || text[0] == '.' {
		return "", errors.New("expected a name of 1 to 100 letters in a line, without / and \\, without control and " +
			"format characters, and not beginning with a point")
	}
	return text, nil
}

// word reads a name. Names are printed in tables, so all their characters can be seen: a
// line break or a change of the direction of writing would garble a line. The length is
// counted in bytes.
func word(text string) (string, error) {
	if text == "" || len(text) > 100 || !units.Printable(text) {
		return "", errors.New("expected a name of 1 to 100 letters in a line, without control and format characters")
	}
	return text, nil
}

// lines reads a text of any length. Terminals show it, too.
func lines(text string) (string, error) {
	if !units.Printable(strings.NewReplacer("\n", "", "\t", "").Replace(text)) {
		return "", errors.New("expected a text without control and format characters")
	}
	return text, nil
}

// anything is the parser of a value that may be any text.
func anything(text string) (string, error) { return text, nil }
