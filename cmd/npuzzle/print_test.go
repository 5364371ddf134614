package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench"
	"npuzzle/bench/lab"
)

// A failed trial is named, so that people can look at it and run it again.
func TestTextOfKeptTrials(t *testing.T) {
	o := lab.Outcome{Name: "mine", Total: 2, Records: []bench.Record{
		{Solver: "ga", Puzzle: 2, Group: "3x3", Key: "0123abcd", Error: "out of luck"},
		{Solver: "ga", Puzzle: 3, Group: "3x3", Key: "4567abcd", Error: "out of luck"},
	}}
	assert.Equal(t, "2 trials failed, the first ga on board 2 of 3x3: out of luck; npuzzle show mine/0123abcd"+
		" prints it; npuzzle remove mine/0123abcd lets the same command run it again\n"+
		"trials kept in lab.sqlite as mine\nnext: npuzzle report mine (plots and paired comparisons)\n",
		textOf("kept", keptTrials{o, "lab.sqlite", "npuzzle report mine"}))
}
