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
	// maxSolvers is the largest number of solvers in an experiment. Lists of settings can
	// make many combinations.
	maxSolvers = 10_000

	// maxGroups is the largest number of groups that the lists of one entry may make.
	maxGroups = 10_000
)

// reader reads one experiment file.
type reader struct {
	file     string           // name of the file, for errors
	alone    bool             // the text does not come from a file, and may not refer to files
	e        bench.Experiment // the parts that have been read so far
	warnings []*Error         // in the order in which they were found
}

// Open reads an experiment file. The paths of files of boards are relative to the directory
// of this file. An error is an *Error if the content is invalid, or else an error of the file
// system. Warnings report input that is allowed but rarely intended.
func Open(name string) (e bench.Experiment, warnings []*Error, err error) {
	f, err := files.Open(name)
	if err != nil {
		return e, nil, err
	}
	defer f.Close()
	return Read(f, name)
}

// Read reads an experiment file from a stream, as Open does. The parameter file is the name
// of the file. Errors contain it, and without the key "name" it is the name of the experiment,
// without directory and extension. An experiment file without solvers describes only boards.
func Read(in io.Reader, file string) (e bench.Experiment, warnings []*Error, err error) {
	return (&reader{file: file}).from(in)
}

// ReadText reads an experiment from a text that does not come from a file, but for example
// from another machine. The text may not refer to files of boards. Without the key "name",
// the experiment has no name. Errors contain "experiment" instead of the name of a file.
func ReadText(text string) (e bench.Experiment, warnings []*Error, err error) {
	return (&reader{file: "experiment", alone: true}).from(strings.NewReader(text))
}

// from reads an experiment from a stream. Open, Read and ReadText share it.
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

// ReadPreset reads a preset file, which has lines such as "population: 500". The lines change
// settings of the built-in preset that a line "preset: NAME" names. Without such a line, they
// change settings of the default preset. An error is an *Error if the content is invalid.
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

// document reads a stream that must hold exactly one YAML document. It returns the root node of the
// document, and the text of the stream. The parameter expected is a description of the document
// for the error about an empty file.
func (r *reader) document(in io.Reader, expected string) (n *yaml.Node, text []byte, err error) {
	if text, err = io.ReadAll(files.Limit(in, files.MaxText)); err != nil {
		return nil, nil, err
	}
	var document, another yaml.Node
	documents := yaml.NewDecoder(bytes.NewReader(text))
	if err := documents.Decode(&document); err != nil && err != io.EOF {
		return nil, nil, r.syntaxFault(text, err)
	}
	switch err := documents.Decode(&another); {
	case err == nil:
		return nil, nil, r.fault(&another, "a second document; expected one in a file, without a line of ---")
	case err != io.EOF:
		return nil, nil, r.syntaxFault(text, err)
	}
	if len(document.Content) == 0 {
		return nil, nil, &Error{r.file, 1, "empty; expected " + expected}
	}
	return document.Content[0], text, nil
}

// stem returns the name of a file without directory and extension.
func stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// experiment reads the keys of an experiment. It reads the lists of puzzles and solvers after
// all other keys, because drawn puzzles depend on the seed. It reads the solvers last, because
// they are checked against the puzzles.
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
		"puzzles":      later(&puzzles),
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

// ParseName checks the name of an experiment, and returns it unchanged. Reports and exports
// use it in names of files, so it cannot contain a slash.
func ParseName(text string) (string, error) {
	if _, err := word(text); err != nil || strings.ContainsAny(text, `/\`) || text[0] == '.' {
		return "", errors.New("expected a name of 1 to 100 printable characters, without / and \\, and not beginning " +
			"with a point")
	}
	return text, nil
}

// word checks a name, and returns it unchanged. Names are printed in tables, so all characters
// must be printable: a line break or a change of the writing direction would garble a row. A
// name has at most 100 bytes.
func word(text string) (string, error) {
	if text == "" || len(text) > 100 || !units.Printable(text) {
		return "", errors.New("expected a name of 1 to 100 printable characters")
	}
	return text, nil
}

// lines checks a text of any length, and returns it unchanged. The text may have line breaks
// and tabs. All other characters must be printable, because the text is shown in terminals.
func lines(text string) (string, error) {
	if !units.Printable(strings.NewReplacer("\n", "", "\t", "").Replace(text)) {
		return "", errors.New("expected a text of printable characters")
	}
	return text, nil
}

// anything is a parser that accepts every text.
func anything(text string) (string, error) { return text, nil }
