package config

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/internal/files"
	"npuzzle/internal/units"
	"npuzzle/solvers"
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
	stored   bool             // leave out the parts that cannot be read, see ReadStored
	unread   []*Error         // parts that were left out, but for files of boards
	e        bench.Experiment // the parts that have been read so far
	warnings []*Error         // in the order in which they were found
	merging  []*yaml.Node     // mappings whose merge keys are being read, the outermost first
	merges   int              // number of keys and mappings that were merged
}

// Read reads the text of an experiment file. The parameter file is the name of the file. Errors
// contain it, and the paths of files of boards are relative to its directory. Without the key
// "name", it is the name of the experiment, without directory and extension. An experiment file
// without solvers describes only boards. An error is an *Error. Warnings report input that is
// allowed but rarely intended.
func Read(text, file string) (e bench.Experiment, warnings []*Error, err error) {
	return (&reader{file: file}).read(text)
}

// ReadText reads an experiment from a text that does not come from a file, but for example
// from another machine. The text may not refer to files of boards. Without the key "name",
// the experiment has no name. Errors contain "experiment" instead of the name of a file.
func ReadText(text string) (e bench.Experiment, warnings []*Error, err error) {
	return (&reader{file: "experiment", alone: true}).read(text)
}

// ReadStored reads the definition of a stored experiment, for the analysis of its trials. It leaves
// out the entries that it cannot read: solvers whose algorithm, heuristic or settings this program
// does not know, and puzzles. It returns why, but for puzzles in files, which a definition never
// holds. An error means that nothing can be read.
func ReadStored(text string) (e bench.Experiment, unread []*Error, err error) {
	r := &reader{file: "experiment", alone: true, stored: true}
	e, _, err = r.read(text)
	return e, r.unread, err
}

// part reads an entry of a list by a function. If an entry of a stored definition cannot be read,
// part returns the error. Any other error ends the reading.
func (r *reader) part(read func()) (err error) {
	if r.stored {
		defer caught(&err)
	}
	read()
	return nil
}

// leaveOut notes that an entry was left out, if there is an error.
func (r *reader) leaveOut(err error) {
	if reason, ok := errors.AsType[*Error](err); ok {
		r.unread = append(r.unread, reason)
	}
}

// ReadAll reads a file of one or more experiments, as Read does. Lines of --- separate the
// experiments, which must have different names. An error of the stream is returned as it is.
func ReadAll(in io.Reader, file string) (all []bench.Experiment, warnings []*Error, err error) {
	text, err := io.ReadAll(files.Limit(in, files.MaxText))
	if long, ok := errors.AsType[*files.TooLongError](err); ok {
		err = &Error{file, 0, fmt.Sprintf("%v; expected many boards in a file of their own", long)}
	}
	if err != nil {
		return nil, nil, err
	}
	names := map[string]bool{}
	for _, part := range documents(string(text)) {
		e, more, err := Read(part, file)
		if err != nil {
			return nil, nil, err
		}
		e.Text = strings.TrimLeft(e.Text, "\n")
		if names[e.Name] {
			line := 1 + strings.Count(part, "\n") - strings.Count(e.Text, "\n")
			reason := fmt.Sprintf("a second experiment with the name %.60q; expected a line name: "+
				"with another name", e.Name)
			return nil, nil, &Error{file, line, reason}
		}
		names[e.Name] = true
		all = append(all, e)
		warnings = append(warnings, more...)
	}
	return all, warnings, nil
}

var (
	// separator matches a line that separates two YAML documents.
	separator = regexp.MustCompile(`(?m)^---[ \t]*(?:#.*)?(?:\r?\n|\z)`)

	// version matches a line that gives the version of YAML. The library refuses version 1.2,
	// although it reads all that experiment files need.
	version = regexp.MustCompile(`(?m)^%(YAML[ \t]+1\.[0-9]+[ \t]*(?:#.*)?\r?)$`)

	// content matches a line that is neither empty nor a comment.
	content = regexp.MustCompile(`(?m)^[ \t]*[^#\s]`)
)

// documents splits a text at the separators of YAML documents. Each part begins with as many empty
// lines as the parts before it have lines, so that errors name the right lines. Parts without
// content are left out. If only one part has content, documents returns the whole text.
func documents(text string) (parts []string) {
	text = withoutVersion(text)
	from := 0
	for _, at := range append(separator.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		if part := text[from:at[0]]; content.MatchString(part) {
			parts = append(parts, strings.Repeat("\n", strings.Count(text[:from], "\n"))+part)
		}
		from = at[1]
	}
	if len(parts) < 2 {
		return []string{text}
	}
	return parts
}

// withoutVersion returns a text without a byte order mark, and with a comment in place of each line
// that gives the version of YAML.
func withoutVersion(text string) string {
	text = strings.TrimPrefix(text, "\ufeff")
	return version.ReplaceAllString(text, "#$1")
}

// read reads an experiment.
func (r *reader) read(text string) (e bench.Experiment, warnings []*Error, err error) {
	defer caught(&err)
	n := r.document(text, "an experiment, with puzzles and solvers")
	r.e = bench.Experiment{Kind: "run", Repeats: 1, Seed: 1, Text: text}
	if !r.alone {
		r.e.Name = stem(r.file)
	}
	r.experiment(n)
	return r.e, r.warnings, nil
}

// ReadPreset reads a preset file, which has lines such as "population: 500". The lines change
// settings of the built-in preset that a line "preset: NAME" names. Without such a line, they
// change settings of the default preset. An error is an *Error if the content is invalid.
func ReadPreset(in io.Reader, file string) (s solvers.Settings, err error) {
	r := &reader{file: file}
	s = solvers.Default("ga")
	text, err := io.ReadAll(files.Limit(in, files.MaxText))
	if err != nil {
		return s, err
	}
	defer caught(&err)
	n := r.document(string(text), "settings such as population: 500")
	allowed := []string{solvers.PresetSetting} // comes first, because it sets all others
	for _, row := range ga.Table {
		if !row.Hidden {
			allowed = append(allowed, row.Name)
		}
	}
	o := r.object(n, "a preset", allowed...)
	for _, name := range allowed {
		if n := o.values[name]; n != nil {
			if err := s.Set(name, r.scalar(n, name)); err != nil {
				r.fail(n, "%v", err)
			}
		}
	}
	return s, nil
}

// document returns the root node of a text that must hold exactly one YAML document, apart from
// empty ones. The parameter expected is a description of the document for the error about an empty
// text.
func (r *reader) document(text, expected string) *yaml.Node {
	var root *yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(withoutVersion(text)))
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if err == io.EOF {
			break
		}
		if err != nil {
			panic(r.syntaxFault(err))
		}
		node := document.Content[0]
		empty := node.Kind == yaml.ScalarNode && node.Tag == "!!null" && node.Value == ""
		if empty {
			continue // as after a last line ---
		}
		if root != nil {
			r.fail(&document, "a second document; expected one in a file, without a line of ---")
		}
		root = node
	}
	if root == nil {
		panic(&Error{r.file, 1, "empty; expected " + expected})
	}
	return root
}

// stem returns the name of a file without directory and extension.
func stem(file string) string {
	base := filepath.Base(file)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// experiment reads an experiment. It reads the puzzles after the seed, because drawn puzzles
// depend on it, and the solvers last, because they are checked against the puzzles.
func (r *reader) experiment(n *yaml.Node) {
	o := r.object(n, "an experiment", "name", "description", "seed", "repeats", "time-limit",
		"cpu-limit", "node-limit", "evaluations", "memory-limit", "isolate", "history", "puzzles",
		"solvers", "baseline", "tune")
	e := &r.e
	e.Name = one(o, "name", e.Name, ParseName)
	e.Description = one(o, "description", "", lines)
	e.Seed = one(o, "seed", e.Seed, units.ParseCount)
	e.Repeats = one(o, "repeats", e.Repeats, units.Whole(1, 1_000_000))
	e.TimeLimit = one(o, "time-limit", 0, units.ParseDuration)
	e.CPULimit = one(o, "cpu-limit", 0, units.ParseDuration)
	e.Limits.Generated = one(o, "node-limit", 0, units.ParseCount)
	e.Limits.Evaluated = one(o, "evaluations", 0, units.ParseCount)
	e.Limits.Bytes = one(o, "memory-limit", 0, units.ParseBytes)
	e.Isolate = one(o, "isolate", false, units.ParseBool)
	e.History = one(o, "history", false, units.ParseBool)
	if _, err := ParseName(e.Name); err != nil && !(r.alone && e.Name == "") {
		r.fail(n, "no name, and that of the file does not do: %v", err)
	}
	if o.values["puzzles"] == nil {
		r.fail(n, "no puzzles; expected puzzles: with a list of what to draw or read")
	}
	r.groups(o)
	if o.values["solvers"] == nil {
		return
	}
	r.solvers(o)
	var names []string
	for _, s := range e.Solvers {
		names = append(names, s.Name)
	}
	if r.stored { // the baseline may be a solver that was left out
		e.Baseline = one(o, "baseline", "", anything)
		if known, ok := units.FindName(e.Baseline, names); ok {
			e.Baseline = known
		}
		r.leaveOut(r.part(func() { r.tuning(o) }))
		return
	}
	e.Baseline = one(o, "baseline", "", units.OneOf(names...))
	r.tuning(o)
	if err := e.CheckEvaluations(); err != nil {
		r.fail(o.last("evaluations"), "%v", err)
	}
	if err := e.CheckSize(); err != nil {
		r.fail(o.values["puzzles"], "%v", err)
	}
}

// tuning reads what bench/tune has to know. A space is a text such as "population=20..500", or a
// mapping.
func (r *reader) tuning(o object) {
	n := o.values["tune"]
	if n == nil {
		return
	}
	r.e.Tune = map[string]string{}
	for key, value := range r.object(n, "tune", bench.TuneKeys...).values {
		if key != "space" || value.Kind != yaml.MappingNode {
			r.e.Tune[key] = r.scalar(value, key)
			continue
		}
		var parts []string
		content := r.merged(value)
		for i := 0; i+1 < len(content); i += 2 {
			name := content[i].Value
			var values []string
			for _, n := range items(content[i+1]) {
				values = append(values, r.scalar(n, name))
			}
			parts = append(parts, name+"="+strings.Join(values, "|"))
		}
		r.e.Tune[key] = strings.Join(parts, ", ")
	}
}

// ParseName checks the name of an experiment, and returns it unchanged. Reports and exports
// use it in names of files, so it cannot contain a slash.
func ParseName(text string) (string, error) {
	if _, err := word(text); err != nil || strings.ContainsAny(text, `/\`) || text[0] == '.' {
		return "", errors.New(
			"expected a name of 1 to 100 printable characters, without / and \\, and not " +
				"beginning with a point")
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
