package main

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A table of results shows nothing twice. Headings take two lines, and columns move to a second table,
// only where that is needed.
func TestResultsFit(t *testing.T) {
	some := results{names: 1, header: []string{"solver", "trials", "gap", "mean time", "evaluated"}, rows: [][]string{
		{"astar", "20", "1.000", "1.25 ms", unknown}, {"greedy", "20", "1.333", "3.50 ms", unknown},
	}}
	assert.Equal(t, []string{"trials 20"}, some.shared())
	timed := results{names: 1, header: []string{"solver", "mean time"}, rows: [][]string{{"a", "1 ms"}, {"b", "1 ms"}}}
	assert.Empty(t, timed.shared(), "times are equal by chance")
	for _, c := range []struct {
		columns int
		whole   bool
		want    string
	}{
		{26, true, "" +
			"solver    gap  mean time\n" +
			"--------------------------\n" +
			"astar   1.000    1.25 ms\n" +
			"greedy  1.333    3.50 ms\n"},
		{25, true, "" +
			"solver    gap     mean\n" +
			"                  time\n" +
			"------------------------\n" +
			"astar   1.000  1.25 ms\n" +
			"greedy  1.333  3.50 ms\n"},
		{23, false, "" +
			"solver    gap\n" +
			"---------------\n" +
			"astar   1.000\n" +
			"greedy  1.333\n\n" +
			"solver  mean time\n" +
			"-------------------\n" +
			"astar     1.25 ms\n" +
			"greedy    3.50 ms\n"},
		{10, false, "" +
			"solver    gap\n" +
			"---------------\n" +
			"astar   1.000\n" +
			"greedy  1.333\n\n" +
			"solver     mean\n" +
			"           time\n" +
			"-----------------\n" +
			"astar   1.25 ms\n" +
			"greedy  3.50 ms\n"},
	} {
		text, whole := some.text(c.columns)
		assert.Equal(t, c.want, text)
		assert.Equal(t, c.whole, whole)
	}
	one := results{names: 1, header: []string{"solver", "gap"}, rows: [][]string{{"astar", "1.000"}}}
	assert.Empty(t, one.shared(), "a single row has nothing in common with others")
	assert.Equal(t, fileColumns, columnsOf(&bytes.Buffer{}))
}

// Columns of words stay on the left of their column when they move to a second table.
func TestFittedWords(t *testing.T) {
	header := table.Row{"board", "size", "moves", "state"}
	rows := []table.Row{{"far", "3x3", 31, "complete"}, {"near", "2x10", 4, "new"}}
	text, whole := fittedText(20, 2, header, rows, 1, 2, 4)
	assert.Equal(t, ""+
		"board  size  moves\n"+
		"--------------------\n"+
		"far    3x3      31\n"+
		"near   2x10      4\n\n"+
		"board  size  state\n"+
		"-----------------------\n"+
		"far    3x3   complete\n"+
		"near   2x10  new\n", text)
	assert.False(t, whole)
}

// A long text takes several lines before a column moves to a second table.
func TestFoldedText(t *testing.T) {
	rows := []table.Row{{"a", "it is as fast as the other solver on every puzzle", 7}, {"b", "no", 12}}
	text, whole := fittedText(40, 1, table.Row{"solver", "claim", "boards"}, rows, 1, 2)
	assert.Equal(t, ""+
		"solver  claim                  boards\n"+
		"---------------------------------------\n"+
		"a       it is as fast as the        7\n"+
		"        other solver on every\n"+
		"        puzzle\n"+
		"b       no                         12\n", text)
	assert.True(t, whole)
}

// The settings and their meanings fit a narrow terminal.
func TestSettingsFit(t *testing.T) {
	var text bytes.Buffer
	con := console{out: bufio.NewWriter(&text), columns: minColumns}
	printSettings(con)
	require.NoError(t, con.out.Flush())
	assert.True(t, fits(text.String(), minColumns), text.String())
	assert.Contains(t, text.String(), "\n    Each phase begins with this number of random chromosomes.\n")
}

// A note names the solvers that do not use the heuristic of all others.
func TestHeuristicOfSome(t *testing.T) {
	t.Chdir(t.TempDir())
	got := npuzzle("", "compare", "--puzzles", "2", "--size", "2x2", "--algorithm", "astar,greedy,bfs,ucs")
	assert.Contains(t, got.out, "all solvers: heuristic linear-conflict (not bfs, ucs), trials 2")
}
