package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/lab"
)

// What went wrong is named so that it can be looked at and run again.
func TestKeptText(t *testing.T) {
	o := lab.Outcome{Name: "mine", Total: 2, Records: []bench.Record{
		{Solver: "ga", Puzzle: 2, Group: "3x3", Key: "0123abcd", Error: "out of luck"},
		{Solver: "ga", Puzzle: 3, Group: "3x3", Key: "4567abcd", Error: "out of luck"},
	}}
	assert.Equal(t, "2 trials went wrong, the first ga on board 2 of 3x3: out of luck; npuzzle show mine/0123abcd"+
		" tells more, and after npuzzle remove mine/0123abcd the same command runs it again\n"+
		"trials kept in lab.sqlite as mine\n", keptText(o, "lab.sqlite"))
}
