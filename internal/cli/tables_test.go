package cli

import (
	"bytes"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/assert"

	"npuzzle/internal/units"
)

// A table of results shows nothing twice. Headings and cells take two lines only where that is
// needed.
func TestResultsFit(t *testing.T) {
	rows := []table.Row{
		{"astar", "20", "1.000", "1.25 ms", unknown}, {"greedy", "20", "1.333", "3.50 ms", unknown},
	}
	header, same, empty := withoutShared(table.Row{"solver", "trials", "gap", "mean time", "evaluated"},
		rows)
	assert.Equal(t, []string{"trials 20"}, same)
	assert.Equal(t, []string{"evaluated"}, empty)
	for _, head := range []string{"mean time", cpuHead, wallHead} {
		_, same, _ = withoutShared(table.Row{"solver", head},
			[]table.Row{{"a", "1 ms"}, {"b", "1 ms"}})
		assert.Empty(t, same, "times are equal by chance")
	}
	for _, c := range []struct {
		columns int
		want    string
	}{
		{26, "" +
			"solver    gap  mean time\n" +
			"--------------------------\n" +
			"astar   1.000    1.25 ms\n" +
			"greedy  1.333    3.50 ms\n"},
		{25, "" +
			"solver    gap      mean\n" +
			"                   time\n" +
			"-------------------------\n" +
			"astar   1.000   1.25 ms\n" +
			"greedy  1.333   3.50 ms\n"},
	} {
		assert.Equal(t, c.want, fittedText(c.columns, header, rows, 1)+"\n")
	}
	narrow := fittedText(10, header, rows, 1)
	assert.Contains(t, narrow, "astar   1.000  1.25\n                 ms\n",
		"as narrow as the words allow")
	_, same, _ = withoutShared(table.Row{"solver", "gap"}, []table.Row{{"astar", "1.000"}})
	assert.Empty(t, same, "a single row has nothing in common with others")
	assert.Equal(t, FileColumns, ColumnsOf(&bytes.Buffer{}))
}

// A long text takes several lines.
func TestFoldedText(t *testing.T) {
	rows := []table.Row{{"a", "it is as fast as the other solver on every puzzle", 7},
		{"b", "no", 12}}
	text := fittedText(40, table.Row{"solver", "claim", "boards"}, rows, 1, 2)
	assert.Equal(t, ""+
		"solver  claim                   boards\n"+
		"----------------------------------------\n"+
		"a       it is as fast as the         7\n"+
		"        other solver on every\n"+
		"        puzzle\n"+
		"b       no                          12", text)
}

// However narrow a table is, a mark stays on the line of its number, and its line has the whole
// number. Marks of other tables stay on the line of the word before.
func TestMarksAreNotTorn(t *testing.T) {
	cells := []string{
		marked("1.035 (1.016–1.054)", "***"), marked("1.000", "~") + " on 39",
		"the long name" + units.Unbroken(" ="), starred.Replace("configuration 25 *"),
	}
	var rows []table.Row
	for _, cell := range cells {
		rows = append(rows, table.Row{"ga evolve", cell, "38.5 % of 39"})
	}
	for columns := 10; columns <= 60; columns++ {
		printed := fittedText(columns, table.Row{"solver", "cost / astar", "optimal"}, rows, 1)
		for _, whole := range []string{"1.035 (1.016–1.054) ***", "1.000 ~", "name =", "25 *"} {
			assert.Contains(t, printed, whole, "%d columns", columns)
		}
	}
	assert.NotContains(t, fittedText(10, nil, rows), units.Unbroken(" "), "only usual spaces")
}

// fits reports whether every line has at most the given number of columns.
func fits(lines string, columns int) bool { return text.LongestLineLen(lines) <= columns }
