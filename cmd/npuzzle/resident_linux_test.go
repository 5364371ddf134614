package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A search that runs into its memory limit says so, and the process has stayed
// within it, a third more being allowed for.
func TestResidentMemory(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	program, err := os.Executable()
	require.NoError(t, err)
	for _, c := range []struct {
		algorithm, board string
		limit            int64
	}{
		{"bfs", "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", 200_000_000},
		// Too large for a board to fit a word.
		{"astar", "8 17 18 21 16/9 13 3 11 24/15 23 22 14 2/20 1 10 0 12/19 7 5 6 4", 100_000_000},
	} {
		cmd := exec.Command(program, "solve", "--json", "--goal", "blank-first",
			"--algorithm", c.algorithm, "--memory-limit", strconv.FormatInt(c.limit, 10), c.board)
		cmd.Env = append(os.Environ(), asProgram+"="+tellPeak)
		var messages strings.Builder
		cmd.Stderr = &messages
		out, _ := cmd.Output()
		require.Equal(t, exitUnsolved, cmd.ProcessState.ExitCode(), c.algorithm)
		object := objects(t, string(out))[0]
		assert.Equal(t, "memory-limit", object["status"], c.algorithm)
		assert.LessOrEqual(t, object["bytes"], float64(c.limit), c.algorithm)
		var peak int64
		_, err := fmt.Sscanf(messages.String(), "peak %d\n", &peak)
		require.NoError(t, err, messages.String())
		assert.Less(t, peak, c.limit*132/100, c.algorithm)
		assert.Greater(t, peak, c.limit/2, "%s made use of it", c.algorithm)
	}
}
