package main

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/internal/cli"
	"npuzzle/internal/machine"
)

func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	assert.EqualValues(t, 200_000_000-machine.ProgramBytes, cli.LimitMemory(200_000_000))
	assert.EqualValues(t, 200_000_000, debug.SetMemoryLimit(-1))
	assert.EqualValues(t, 500, cli.LimitMemory(1000), "some is left however little there is")
	assert.Greater(t, cli.LimitMemory(0), uint64(machine.ProgramBytes), "a share of what is free")
}
