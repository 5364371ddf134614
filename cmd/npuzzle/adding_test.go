package main

import (
	"encoding/csv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/slow"
	"npuzzle/solvers"
)

// exercise is what a setting of weighted A*, a setting of the genetic solver, and a statistic of
// each take: a field and a row each, and a line that counts.
var exercise = []edit{
	{"astar/astar.go", "	Weight ", "Bias int `setting:\"bias\"` // has no effect on plans"},
	{"solvers/settings.txt", "# setting.Row describes",
		"\nname: bias\nhigh: 9\n" +
			"usage: use bias `N`\nmeaning: The bias has no effect."},
	{"ga/settings.go", "	Stagnation ", "Luck float64 `setting:\"luck\"` // has no effect"},
	{"ga/table.txt", "# setting is a field", "\nname: luck\nhigh: 1\nmeaning: Luck has no effect."},
	{"search/contract.go", "	Duplicates ", "Sighs uint64 `json:\"sighs\" add:\"sum\"`"},
	{"search/statistics.txt", "# fields.", "\nname: sighs\nlabel: sighs heard\nunit: states\n" +
		"about: states that sigh\ncompared: true\nby: best-first"},
	{"astar/astar.go", "	if r.Status == search.Solved {", "r.Sighs = uint64(7 + s.Bias)"},
	{"search/contract.go", "	Duplicates ", "Wishes uint64 `json:\"wishes\" add:\"max\"`"},
	{"search/statistics.txt", "# fields.", "\nname: wishes\nlabel: wishes\nunit: plans\n" +
		"about: plans wished for\nby: evolution"},
	{"ga/solver.go", "func (r *run) collect(", "e.stats.Wishes = 3"},
}

// The edits of the exercise are all that the help, the list of settings, experiment files, --set,
// keys, records, exports, the page and its API need: see "Adding a setting" in
// docs/architecture.md.
func TestAddingSettingsAndAStatistic(t *testing.T) {
	slow.Only(t, "it builds the program")
	program := buildChanged(t, exercise)
	run := program.run

	assert.Contains(t, run("solve", "--help"),
		"--bias N              use bias N, in ucs, astar, wastar, greedy")
	all := run("settings")
	assert.Contains(t, all, "The bias has no effect.")
	assert.Contains(t, all, "Luck has no effect.")
	const board = "1 2 3/4 5 6/0 7 8"
	record := run("solve", "--algorithm", "wastar", "--bias", "3", "--json", board)
	assert.Contains(t, record, `"bias":3,`)
	assert.Contains(t, record, `"sighs":10,`)
	record = run("solve", "--algorithm", "ga", "--set", "luck=0.5", "--json", board)
	assert.Contains(t, record, `"luck":0.5,`)
	assert.Contains(t, record, `"sighs":null,`)
	assert.Contains(t, record, `"wishes":3,`)
	assert.Contains(t, run("solve", "--algorithm", "wastar", board),
		"sighs heard                   7")
	out, err := exec.Command(program.name, "solve", "--algorithm", "astar", "--bias", "10",
		board).CombinedOutput()
	assert.Error(t, err)
	assert.Contains(t, string(out), "expected a whole number from 0 to 9")

	few := "time-limit: 10s\npuzzles: [{boards: [" + board + "]}]\nsolvers:\n" +
		"  - {algorithm: wastar, bias: [1, 2]}\n  - {algorithm: ga, luck: 0.25}\n"
	program.write("few.yaml", few)
	run("run", "few.yaml")
	rows, err := csv.NewReader(strings.NewReader(run("export", "few"))).ReadAll()
	require.NoError(t, err)
	column := func(name string) (values []string) {
		at := slices.Index(rows[0], name)
		require.NotEqual(t, -1, at, name)
		for _, row := range rows[1:] {
			values = append(values, row[at])
		}
		return values
	}
	assert.Equal(t, []string{"1", "2", ""}, column("bias"))
	assert.Equal(t, []string{"", "", "0.25"}, column("luck"))
	assert.Equal(t, []string{"8", "9", ""}, column("sighs"))
	keys := column("key")
	assert.NotEqual(t, keys[0], keys[1])

	compare := []string{"compare", "--size", "3x3", "--puzzles", "6", "--algorithm", "wastar,ga",
		"--preset", "pure", "--bias", "1,2", "--baseline", "wastar bias=1"}
	assert.Regexp(t, `(?s)sighs\s+heard.*sighs\s+heard`, run(compare...),
		"in the table, and in that of the baseline")
	summaries := run(append(compare, "--json")...)
	assert.Contains(t, summaries, `"mean_sighs":8`)
	assert.Contains(t, summaries, `"mean_sighs":null`)
	assert.Contains(t, run("diff", "compare-1/wastar bias=1", "compare-1/wastar bias=2"),
		"sighs heard")
	run("report", "compare-1", "--out", "report.html")
	report, err := os.ReadFile(filepath.Join(program.dir, "report.html"))
	require.NoError(t, err)
	for _, part := range []string{"sighs heard, mean (median)", "Ratio of sighs heard"} {
		assert.Contains(t, string(report), part)
	}

	get := program.serve()
	described := get("api/v1/describe") // the form of the page is made from this answer
	for _, part := range []string{`"name":"bias"`, `"name":"luck"`, "The bias has no effect.",
		`"sighs"`} {
		assert.Contains(t, described, part)
	}
	form := get("js/settings.js")
	require.Contains(t, form, "'heuristic'")
	for _, row := range solvers.Table() {
		assert.NotContains(t, form, "'"+row.Name+"'")
	}
	assert.Contains(t, described, `"name":"sighs","label":"sighs heard"`)
	// The tables of results are made from the answer, too. The chapters have their own words.
	scripts := filepath.Join(program.root, "web", "page", "js")
	read := 0
	err = filepath.WalkDir(scripts, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "learn" {
			return filepath.SkipDir
		}
		path, err := filepath.Rel(scripts, name)
		if err != nil || filepath.Ext(name) != ".js" {
			return err
		}
		read++
		assert.NotRegexp(t, `'Expanded|'Evaluated`, get("js/"+filepath.ToSlash(path)), path)
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, read, 20, "scripts of the page")
	for _, part := range []string{"states that sigh", "mean_sighs"} {
		assert.Contains(t, get("api/v1/openapi.yaml"), part)
	}
}
