package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/analysis"
	"npuzzle/bench/plot"
	"npuzzle/bench/report"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
	"npuzzle/solvers"
)

// leftovers match what a template, a format or a division by zero leaves in a text.
var leftovers = regexp.MustCompile(
	`%!|\bNaN\b|[+-]?\bInf\b|<no value>|<nil>|&lt;nil&gt;|\bmap\[|\{\{|\}\}|\b0 of 0\b|-0\.0+\b|\(-\)`)

// unitInHead matches heads of columns that say what their numbers count or measure. Other numbers
// have their unit in the cell.
var unitInHead = regexp.MustCompile(`(?i)trials|boards|states|plans|expanded|generated|evaluated|` +
	`length|moves|cost|gap|ratio|times|\bp\b|\bn\b|puzzles|runs|solved|effect|combinations|` +
	`same results|better|worse|wins|reached|both|only|neither|points`)

// withUnit matches numbers with their unit, and unknown ones.
var withUnit = regexp.MustCompile(`(%|s|min|h|days|B)( on \d+)?$|^-$|%[) :]|s\)$|\d [kMG]?B\)$`)

// everySection are experiments whose reports have, together, all sections.
var everySection = []struct {
	name string
	args []string
	file string // YAML of an experiment; empty for none
}{
	{name: "limited", args: []string{"compare", "--puzzles", "5", "--algorithm", "bfs,astar",
		"--node-limit", "300", "--name", "limited"}},
	{name: "single", args: []string{"compare", "--puzzles", "1", "--algorithm", "astar", "--name",
		"single"}},
	{name: "compare-1", args: []string{"compare", "--puzzles", "6", "--seed", "3"}},
	{name: "unsolved", args: []string{"compare", "--puzzles", "4", "--algorithm", "bfs,iddfs",
		"--node-limit", "2", "--name", "unsolved"}},
	{name: "repeats", args: []string{"compare", "--puzzles", "1", "--repeats", "6", "--algorithm",
		"astar,ga", "--preset", "evolve,study", "--name", "repeats"}},
	{name: "files", args: []string{"run", "files.yaml"}, file: `
name: files
seed: 4
history: true
puzzles:
  - {name: near, size: 3x3, count: 5, walk: 6}
  - {name: far, size: 3x3, count: 5, walk: 30}
  - {name: few, size: 3x3, count: 5, misplaced: 0.5}
solvers:
  - {algorithm: astar}
  - {algorithm: wastar, weight: [1.5, 2, 3]}
  - {algorithm: ga, preset: study, population: [20, 40], generations: [10, 20]}
`},
	{name: "many", args: []string{"run", "many.yaml"}, file: `
name: many
puzzles:
  - {size: 2x2, count: 2}
solvers:
  - {algorithm: ga, preset: study, population: [10, 20, 30, 40, 50, 60, 70],
     generations: [2, 4, 6, 8, 10, 12]}
`},
	{name: "race", args: []string{"tune", "--size", "2x3", "--space",
		"population=4..40:log, decoding=ranked|ordered", "--budget", "2Mstates", "--puzzles", "10",
		"--name", "race"}},
	{name: "grid", args: []string{"tune", "--size", "2x2,2x3", "--method", "grid", "--preset",
		"study", "--objective", "accuracy", "--population", "6,12", "--generations", "4,8",
		"--phases", "1,3", "--budget", "3Mstates", "--puzzles", "10", "--name", "grid"}},
}

// fewSections is the number of experiments that run unless slow tests are asked for.
const fewSections = 2

// Whatever an experiment consists of, its report has in each format no leftovers of a template or
// of a division by zero, no empty cells, and a unit for each number. The experiments together have
// all sections of a report.
func TestReportsHaveNoLeftovers(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	headings := map[string]bool{}
	experiments := everySection
	if !slow.Asked() {
		experiments = everySection[:fewSections]
	}
	for _, c := range experiments {
		if c.file != "" {
			here.write(c.name+".yaml", c.file)
		}
		ran := here.npuzzle("", c.args...)
		require.Zero(t, ran.status, "%s: %s", c.name, ran.errors)
		for _, args := range [][]string{c.args, {"show", c.name}, {"show", c.name, "--explain"}} {
			got := here.npuzzle("", args...)
			require.Zero(t, got.status, "%s: %s", c.name, got.errors)
			assert.Empty(t, leftovers.FindString(got.out), "%v\n%s", args, got.out)
		}
		for _, format := range []string{"csv", "jsonl"} {
			got := here.npuzzle("", "export", c.name, "--format", format)
			require.Zero(t, got.status, got.errors)
			assert.Empty(t, leftovers.FindString(got.out), "%s as %s", c.name, format)
		}
		checkDocument(t, documentOf(here, c.name), headings)
	}
	for _, title := range sectionTitles(t) {
		if !slow.Asked() {
			break
		}
		assert.True(t, headings[title], "no experiment of this test has the section %s", title)
	}
}

// documentOf returns the report of a stored experiment.
func documentOf(here *folder, name string) report.Document {
	store := here.path(cli.DefaultStore)
	e, records, err := cli.Find(here.t.Context(), store, name, cli.Console{Err: &bytes.Buffer{}})
	require.NoError(here.t, err)
	require.NotNil(here.t, e)
	return report.Of(*e, analysis.Stored(e.Definition, records))
}

// sectionTitles returns the titles of the sections of reports, as the source of package report has
// them.
func sectionTitles(t *testing.T) []string {
	var titles []string
	files, err := filepath.Glob(filepath.Join(sourceFolder, "../../bench/report/*.go"))
	require.NoError(t, err)
	section := regexp.MustCompile(`w\.(?:section|unlessEmpty)\("([^"]+)"`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, match := range section.FindAllStringSubmatch(string(text), -1) {
			titles = append(titles, match[1])
		}
	}
	require.Greater(t, len(titles), 10)
	return titles
}

// checkDocument checks a report in each format, and notes the titles of its sections.
func checkDocument(t *testing.T, d report.Document, headings map[string]bool) {
	formats := map[string]func(*bytes.Buffer) error{
		"HTML":     func(w *bytes.Buffer) error { return d.HTML(w) },
		"Markdown": func(w *bytes.Buffer) error { return d.Markdown(w) },
		"handout":  func(w *bytes.Buffer) error { return d.Handout().Markdown(w) },
		"terminal": func(w *bytes.Buffer) error {
			con := cli.Console{Out: cli.NewTextWriter(w), Columns: cli.FileColumns}
			cli.PrintDocument(con, d)
			return con.Out.Flush()
		},
	}
	for format, write := range formats {
		var text bytes.Buffer
		require.NoError(t, write(&text), "%s as %s", d.Title, format)
		found := leftovers.FindString(withoutData(text.String()))
		assert.Empty(t, found, "%s as %s", d.Title, format)
	}
	for _, block := range d.Blocks {
		switch block := block.(type) {
		case report.Heading:
			headings[block.Text] = true
			assert.NotEmpty(t, block.Text, d.Title)
		case report.Table:
			checkTable(t, d.Title, block)
		case report.Figure:
			checkFigure(t, d.Title, block)
		}
	}
}

// withoutData returns a page without what is not text: scripts, and data in links.
func withoutData(page string) string {
	page = regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>`).ReplaceAllString(page, "")
	return regexp.MustCompile(`base64,[A-Za-z0-9+/=]*`).ReplaceAllString(page, "")
}

// checkTable checks the cells of a table, and its CSV and JSON.
func checkTable(t *testing.T, title string, table report.Table) {
	where := title + ", table " + table.Name
	assert.NotEmpty(t, table.Caption, where)
	for i, column := range table.Columns {
		assert.NotEmpty(t, column.Head, where)
		for _, row := range table.Rows {
			text := strings.ReplaceAll(row[i].Text, "\u00a0", " ")
			assert.NotEmpty(t, strings.TrimSpace(text), "%s, column %s", where, column.Head)
			setting := slices.Contains(solvers.SettingNames(), column.Head)
			noUnit := !column.Number || setting // a setting stands for its own unit
			unit := noUnit || unitInHead.MatchString(column.Head) || withUnit.MatchString(text)
			if !assert.True(t, unit, "%s, column %s has no unit: %s", where, column.Head, text) {
				break
			}
		}
	}
	assert.Empty(t, leftovers.FindString(table.CSV()), where)
	object, err := json.Marshal(table)
	require.NoError(t, err, where)
	assert.Empty(t, leftovers.FindString(string(object)), where)
}

// checkFigure checks the axes of a figure and its SVG.
func checkFigure(t *testing.T, title string, figure report.Figure) {
	where := title + ", figure " + figure.Name
	assert.NotEmpty(t, figure.Plot.Title, where)
	for _, panel := range figure.Plot.Panels {
		for _, axis := range []plot.Axis{panel.X, panel.Y} {
			assert.True(t, axis.Label != "" || axis.Names != nil, where)
		}
	}
	var svg bytes.Buffer
	require.NoError(t, figure.Plot.Write(&svg, "svg"), where)
	assert.Empty(t, leftovers.FindString(svg.String()), where)
}
