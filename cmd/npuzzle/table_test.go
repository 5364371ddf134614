package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A table of results shows nothing twice. Headings take two lines, and rows become blocks, only where
// that is needed.
func TestResultsFit(t *testing.T) {
	some := results{names: 1, header: []string{"solver", "trials", "gap", "mean time", "evaluated"}, rows: [][]string{
		{"astar", "20", "1.000", "1.25 ms", unknown}, {"greedy", "20", "1.333", "3.50 ms", unknown},
	}}
	assert.Equal(t, []string{"trials 20"}, some.shared())
	for _, c := range []struct {
		columns int
		fit     bool
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
			"astar\n" +
			"  gap          1.000\n" +
			"  mean time  1.25 ms\n\n" +
			"greedy\n" +
			"  gap          1.333\n" +
			"  mean time  3.50 ms\n"},
	} {
		text, fit := some.text(c.columns)
		assert.Equal(t, c.want, text)
		assert.Equal(t, c.fit, fit)
	}
	one := results{names: 1, header: []string{"solver", "gap"}, rows: [][]string{{"astar", "1.000"}}}
	assert.Empty(t, one.shared(), "a single row has nothing in common with others")
	assert.Equal(t, fileColumns, columnsOf(&bytes.Buffer{}))
}
