package main

import (
	"database/sql"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/store"
	"npuzzle/internal/cli"
)

// hostile is a name that changes the colours, the direction of writing and the title of a
// terminal, and begins new lines and cells.
const hostile = "evil\x1b[31m\u202e\x1b]0;title\x07\u009b2J\nnext\tcell<script>alert(1)</script>"

// What a store holds reaches a terminal only as text. Exports and JSON keep it as it is.
func TestNamesInAStoreDoNotReachTheTerminal(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.set(cli.StoreVariable, "lab.sqlite")
	here.write("two.yaml", twoSolvers)
	require.Zero(t, here.npuzzle("", "run", "two.yaml").status)
	spoilNames(t, here.path("lab.sqlite"), hostile)

	for _, line := range []string{"list", "show", "show " + hostile, "check", "report --out r",
		"diff",
		"show nothing", "show " + keyOf(t, here.path("lab.sqlite"))[:8], "remove nothing",
		"import lab.sqlite --store b.sqlite"} {
		command, name, _ := strings.Cut(line, " ")
		words := append([]string{command}, strings.Fields(name)...)
		if name == hostile {
			words = []string{command, name}
		}
		if command == "diff" {
			words = []string{command, hostile, "nothing"}
		}
		got := here.npuzzle("", words...)
		for _, text := range []string{got.out, got.errors} {
			shown := strings.NewReplacer("\n", "", "\t", "").Replace(text)
			assert.False(t, strings.ContainsFunc(shown, cli.Obeyed), "%q: %q", words, text)
		}
		assert.NotEmpty(t, got.out+got.errors, "%q", words)
	}
	var row struct{ Experiment, Solver string }
	got := here.npuzzle("", "show", "--json")
	assert.False(t, strings.ContainsFunc(strings.ReplaceAll(got.out, "\n", ""), cli.Obeyed),
		got.out)
	require.NoError(t, json.Unmarshal([]byte(strings.SplitN(got.out, "\n", 2)[0]), &row))
	assert.Equal(t, hostile, row.Experiment)
	assert.Equal(t, hostile, row.Solver)
	assert.Contains(t, here.npuzzle("", "export").out, hostile,
		"a file or a pipe gets the data as they are")

	page := here.read("r/report.md")
	assert.NotContains(t, page, "<script>")
	assert.NotContains(t, page, `\<script`)
	assert.False(t, strings.ContainsFunc(strings.NewReplacer("\n", "", "\t",
		"").Replace(page), cli.Obeyed))
}

// A report without --out gets its place from the name of the experiment, which does not lead
// out of the folder of the store.
func TestTheNameOfAnExperimentDoesNotChooseAnotherFolder(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("two.yaml", twoSolvers)
	require.Zero(t, here.npuzzle("", "run", "two.yaml").status)
	spoilNames(t, here.path("results/lab.sqlite"), "../outside")
	got := here.npuzzle("", "report")
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Equal(t, "npuzzle: \"../outside\" is not a name for a folder; expected --out NAME\n",
		got.errors)
	assert.NoDirExists(t, here.path("outside-report"))
}

// spoilNames gives the experiment two, its groups and its solvers another name.
func spoilNames(t *testing.T, file, name string) {
	t.Helper()
	e, _, err := config.ReadText(twoSolvers)
	require.NoError(t, err)
	e.Name = name
	e.Description = name
	s, err := store.Open(t.Context(), file)
	require.NoError(t, err)
	defer s.Close()
	records, err := s.Records(t.Context(), "two")
	require.NoError(t, err)
	for i := range records {
		records[i].Solver = name
		records[i].Group = name
	}
	_, err = s.Begin(t.Context(), e, bench.Provenance{}, nil)
	require.NoError(t, err)
	require.NoError(t, s.Keep(t.Context(), name, records))
	_, err = s.Remove(t.Context(), "two")
	require.NoError(t, err)
}

// keyOf returns the key of the first trial of a store.
func keyOf(t *testing.T, file string) (key string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.QueryRow("SELECT key FROM trial").Scan(&key))
	return key
}
