package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/search"
	"npuzzle/solvers"
)

// The table of algorithms in docs/algorithms.md has a row for each solver of the registry. The
// cells but plans, memory and source follow from the registry. With -update, these cells are
// written anew, and a solver without a row gets one, whose empty cells are to be filled in.
func TestAlgorithmsTable(t *testing.T) {
	parallel(t)
	const header = "| algorithm | complete | optimal | anytime | plans | memory | source | package |\n" +
		"|---|---|---|---|---|---|---|---|\n"
	file := filepath.Join(sourceFolder, "../../docs/algorithms.md")
	text := document(t, "docs/algorithms.md")
	before, rest, found := strings.Cut(text, header)
	require.True(t, found)
	table, after, _ := strings.Cut(rest, "\n\n")
	written := map[string][]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		require.Len(t, cells, 8, line)
		written[strings.Trim(cells[0], "|` ")] = cells[4:7]
	}
	want := before + header
	for _, name := range solvers.Names() {
		cells, known := written[name]
		if !known {
			cells = []string{"", "", ""}
		}
		for _, cell := range cells {
			assert.NotEmpty(t, cell, "%s: fill in plans, memory and source", name)
		}
		capabilities := solvers.Default(name).Capabilities()
		folder := folderOf(t, name)
		want += fmt.Sprintf("| `%s` | %s | %s | %s | %s | [%s](../%s) |\n", name,
			yesOrNo(!capabilities.Incomplete), yesOrNo(capabilities.Optimal),
			yesOrNo(capabilities.Anytime), strings.Join(cells, " | "), folder, folder)
	}
	want += "\n" + after
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o666))
	}
	assert.Equal(t, want, text, "run go test ./cmd/npuzzle -run Algorithms -update")
}

// folderOf returns the folder of the package of a solver.
func folderOf(t *testing.T, name string) string {
	solver, err := solvers.New(solvers.Default(name), nil)
	require.NoError(t, err)
	path := reflect.TypeOf(solver).Elem().PkgPath()
	module, _, _ := strings.Cut(reflect.TypeFor[search.Problem]().PkgPath(), "/")
	return strings.TrimPrefix(path, module+"/")
}

func yesOrNo(holds bool) string {
	if holds {
		return "yes"
	}
	return "no"
}

// The experiment that the document of all algorithms shows runs every algorithm, and the document
// ranks each of its solvers.
func TestAlgorithmsExperiment(t *testing.T) {
	parallel(t)
	experiment, _, _ := strings.Cut(document(t, "examples/algorithms.yaml"), "\n---\n")
	for _, name := range solvers.Names() {
		assert.Regexp(t, `(?m)^  - \{?algorithm: `+name+`\b`, experiment)
	}
	ranking := section(t, "docs/algorithms.md", "## Ranking")
	for _, name := range solvers.Names() {
		assert.Regexp(t, `(?m)^\| [^|]+ \| `+name+`\b`, ranking)
	}
}
