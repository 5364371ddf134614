package main

import (
	"database/sql"
	"encoding/json"
	"os"
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
	t.Chdir(t.TempDir())
	t.Setenv(cli.StoreVariable, "lab.sqlite")
	require.NoError(t, os.WriteFile("two.yaml", []byte(twoSolvers), 0o666))
	require.Zero(t, npuzzle("", "run", "two.yaml").status)
	spoilNames(t, "lab.sqlite", hostile)

	for _, line := range []string{"list", "show", "show " + hostile, "check", "report --out r",
		"diff",
		"show nothing", "show " + keyOf(t, "lab.sqlite")[:8], "remove nothing",
		"import lab.sqlite --store b.sqlite"} {
		command, name, _ := strings.Cut(line, " ")
		words := append([]string{command}, strings.Fields(name)...)
		if name == hostile {
			words = []string{command, name}
		}
		if command == "diff" {
			words = []string{command, hostile, "nothing"}
		}
		got := npuzzle("", words...)
		for _, text := range []string{got.out, got.errors} {
			shown := strings.NewReplacer("\n", "", "\t", "").Replace(text)
			assert.False(t, strings.ContainsFunc(shown, cli.Obeyed), "%q: %q", words, text)
		}
		assert.NotEmpty(t, got.out+got.errors, "%q", words)
	}
	var row struct{ Experiment, Solver string }
	got := npuzzle("", "show", "--json")
	assert.False(t, strings.ContainsFunc(strings.ReplaceAll(got.out, "\n", ""), cli.Obeyed),
		got.out)
	require.NoError(t, json.Unmarshal([]byte(strings.SplitN(got.out, "\n", 2)[0]), &row))
	assert.Equal(t, hostile, row.Experiment)
	assert.Equal(t, hostile, row.Solver)
	assert.Contains(t, npuzzle("", "export").out, hostile,
		"a file or a pipe gets the data as they are")

	page, err := os.ReadFile("r/report.md")
	require.NoError(t, err)
	assert.NotContains(t, string(page), "<script>")
	assert.NotContains(t, string(page), `\<script`)
	assert.False(t, strings.ContainsFunc(strings.NewReplacer("\n", "", "\t",
		"").Replace(string(page)), cli.Obeyed))
}

// A report without --out gets its place from the name of the experiment, which does not lead
// out of the folder of the store.
func TestTheNameOfAnExperimentDoesNotChooseAnotherFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(cli.StoreVariable, "results/lab.sqlite")
	require.NoError(t, os.WriteFile("two.yaml", []byte(twoSolvers), 0o666))
	require.Zero(t, npuzzle("", "run", "two.yaml").status)
	spoilNames(t, "results/lab.sqlite", "../outside")
	got := npuzzle("", "report")
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Equal(t, "npuzzle: \"../outside\" is not a name for a folder; expected --out NAME\n",
		got.errors)
	assert.NoDirExists(t, "outside-report")
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
