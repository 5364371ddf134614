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

// words is the first document of a study's file. It holds the texts of the report. The
// keys of Tables, Figures and Claims are names, which the session's methods show, figure
// and claim take.
type words struct {
	Title         string
	Source        string
	Setup         []string
	NotComparable []string `yaml:"not-comparable"`
	Tables        map[string]string
	Figures       map[string]struct{ Title, Caption string }
	Claims        map[string]string
}

// readStudy reads the file of a study. If the file is wrong, readStudy panics, because the
// files are part of the program.
func readStudy(name string) (w words, experiments []bench.Experiment) {
	text, err := files.ReadFile("files/" + name + ".yaml")
	must(name, err)
	documents := strings.Split(string(text), "\n---\n")
	decoder := yaml.NewDecoder(strings.NewReader(documents[0]))
	decoder.KnownFields(true)
	must(name, decoder.Decode(&w))
	for _, document := range documents[1:] {
		e, _, err := config.Read(strings.NewReader(document), name+".yaml")
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

// number returns the number in the named column, or unknown if the line has no such
// column.
func (l line) number(column string) float64 {
	text, ok := l[column]
	switch {
	case !ok:
		return unknown
	case text == tookTooLong:
		return TooLong
	}
	x, err := strconv.ParseFloat(text, 64)
	must(column, err)
	return x
}

func must(what string, err error) {
	if err != nil {
		panic(fmt.Sprintf("studies: %s: %v", what, err))
	}
}
