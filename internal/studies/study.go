package studies

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/bench/config"
)

// files holds the set-up of every study and the figures that the studies published.
// published/README.md describes the CSV files.
//
//go:embed files/*.yaml published/*.csv
var files embed.FS

// study is the first document of a study's file: the texts of the report, and what the tables and
// figures show and how the claims are judged.
type study struct {
	Texts   `yaml:",inline"`
	Tables  []table
	Figures []figure
	Claims  []claim
}

// Texts are what the file of a study says in words.
type Texts struct {
	Title  string   `json:"title"`  // title of the published study
	Source string   `json:"source"` // kind of publication
	Setup  []string `json:"setup"`  // the methods, in sentences
	Names  []string `json:"-"`      // explanations of the names in tables and claims

	// Apart lists the figures that cannot be compared, with reasons.
	Apart []string `yaml:"not-comparable" json:"not_comparable"`
}

// table describes a table: its rows, and the statistics in its columns; see [session.columns].
type table struct {
	Name, Caption string
	Undone        bool // the study did not make this experiment
	Selection     `yaml:",inline"`
	Columns       []string
}

// figure describes a figure. It has a panel for each text of a label (Panels), with a line for each
// text of another label (Lines). If there are several statistics Y, each has its own panel.
type figure struct {
	Name, Title, Caption string
	Selection            `yaml:",inline"`
	Panels, Lines        string
	X                    string
	Y                    []string
}

// Selection selects the rows of a table, of a figure or of a claim.
type Selection struct {
	From      []string          // names of experiments
	Only      map[string]string // labels and their texts
	Without   []string          // names of solvers to leave out
	SolvedAll bool              `yaml:"solved-by-all"` // only boards that all these solvers solved
	Split     string            // split rows by "length" of plans, "% misplaced" (tiles, up to tens) or "budget"
	Against   string            // name of the solver with which relative lengths compare
	By        []string          // labels of the rows; rows with the same texts are merged
	Published string            // file of published figures for the rows
}

// readStudy reads the file of a study. If the file is wrong, readStudy panics, because the
// files are part of the program.
func readStudy(name string) (w study, experiments []bench.Experiment) {
	text, err := files.ReadFile("files/" + name + ".yaml")
	must(name, err)
	documents := strings.Split(string(text), "\n---\n")
	decoder := yaml.NewDecoder(strings.NewReader(documents[0]))
	decoder.KnownFields(true)
	must(name, decoder.Decode(&w))
	for _, document := range documents[1:] {
		e, _, err := config.Read(document, name+".yaml")
		must(name, err)
		experiments = append(experiments, e)
	}
	return w, experiments
}

// line is a line of a CSV file. The keys are the names of the columns.
type line map[string]string

// readPublished reads a file of published figures. If the file is wrong, it panics.
func readPublished(name string) []line {
	text, err := files.ReadFile("published/" + name + ".csv")
	must(name, err)
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	must(name, err)
	lines := make([]line, len(records)-1)
	for i, record := range records[1:] {
		lines[i] = line{}
		for j, column := range records[0] {
			lines[i][column] = record[j]
		}
	}
	return lines
}

// TooLong is the value of an effort or a time beyond the limit. The studies call this
// "takes too long".
var TooLong = math.Inf(1)

// tookTooLong is the text for TooLong in the published figures and in the tables.
const tookTooLong = "TL"

// unknown is the value of a missing number.
var unknown = math.NaN()

// number returns the number in the named column, or unknown if the line has no such column. A
// column whose name ends in "_ms" or "_mb" has milliseconds or megabytes, and number returns seconds
// or bytes.
func (l line) number(column string) float64 {
	text := l[column]
	switch text {
	case "":
		return unknown
	case tookTooLong:
		return TooLong
	}
	x, err := strconv.ParseFloat(text, 64)
	must(column, err)
	switch {
	case strings.HasSuffix(column, "_ms"):
		x *= 1e-3
	case strings.HasSuffix(column, "_mb"):
		x *= 1e6
	}
	return x
}

func must(what string, err error) {
	if err != nil {
		panic(fmt.Sprintf("studies: %s: %v", what, err))
	}
}
