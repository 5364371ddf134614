package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/internal/machine"
)

func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	solvers, undo := limitMemory(200_000_000)
	assert.EqualValues(t, 200_000_000-machine.ProgramBytes, solvers)
	assert.EqualValues(t, 200_000_000, debug.SetMemoryLimit(-1))
	undo()
	assert.Equal(t, before, debug.SetMemoryLimit(-1))

	solvers, undo = limitMemory(1000)
	undo()
	assert.EqualValues(t, 500, solvers, "some is left however little there is")

	solvers, undo = limitMemory(0)
	undo()
	assert.Greater(t, solvers, uint64(machine.ProgramBytes), "a share of what is free")
}
