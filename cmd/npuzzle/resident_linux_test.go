package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
)

// A search that runs into its memory limit says so, and the process has stayed
// within it, a third more being allowed for.
func TestResidentMemory(t *testing.T) {
	slow.Only(t, "it runs large searches in processes of their own")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	for _, c := range []struct {
		algorithm, board string
		limit            int64
	}{
		{"bfs", "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0", 200_000_000},
		// Too large for a board to fit a word.
		{"astar", "8 17 18 21 16/9 13 3 11 24/15 23 22 14 2/20 1 10 0 12/19 7 5 6 4", 100_000_000},
	} {
		out, status, peak := resident(t, "", "solve", "--json", "--goal", "blank-first",
			"--algorithm", c.algorithm, "--memory-limit", strconv.FormatInt(c.limit, 10), c.board)
		require.Equal(t, cli.ExitUnsolved, status, c.algorithm)
		object := objectsOf(t, out)[0]
		assert.Equal(t, "memory-limit", object["status"], c.algorithm)
		assert.LessOrEqual(t, object["bytes"], float64(c.limit), c.algorithm)
		assert.Less(t, peak, c.limit*132/100, c.algorithm)
		assert.Greater(t, peak, c.limit/2, "%s made use of it", c.algorithm)
	}
}

// Evolution on 4x4 takes less than 40 MB beside the program with a population of 1,000 and as many
// genes as the study had, however long it goes on: 30 million states are enough for the collector
// to let the heap grow as far as it ever does. It takes 5 to 20 MB on an idle machine. On a busy
// machine, the collector is late.
func TestResidentMemoryOfEvolution(t *testing.T) {
	slow.Only(t, "it runs large searches in processes of their own")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	if testing.Short() {
		t.Skip("takes many seconds")
	}
	for _, more := range [][]string{{"--preset", "study"}, {"--preset", "pure"},
		{"--preset", "memetic"}} {
		args := append([]string{"solve", "--json", "--goal", "blank-first", "--algorithm", "ga",
			"--population", "1000",
			"--set", "genes=120", "--set", "patience=0", "--node-limit", "30000000"}, more...)
		out, _, peak := resident(t, "", append(args, "15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0")...)
		assert.Greater(t, objectsOf(t, out)[0]["generated"], 29_000_000.0, more)
		assert.Less(t, peak, idle(t)+40_000_000, more)
	}
}

// mostResident is the most memory that a process may have resident under a limit. The limit may
// be exceeded by a tenth, and it does not cover the pages of the program's file; docs/reference.md
// says so.
func mostResident(t testing.TB, limit int64) int64 { return limit*11/10 + idle(t) }

// idle is the memory in bytes that a process has resident if it only prints its version. Nearly
// all of it is pages of the program's file.
func idle(t testing.TB) int64 {
	_, _, _, peak := measured(t, "", "--version")
	return peak
}

// Evolution on the largest boards keeps to its limit, though its tables and its archive then take
// nearly all of it.
func TestResidentMemoryOfLargeBoards(t *testing.T) {
	slow.Only(t, "it runs large searches in processes of their own")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	if testing.Short() {
		t.Skip("takes many seconds")
	}
	const limit = 200_000_000
	board := npuzzle("", "generate", "--size", "16x16", "--puzzles", "1", "--seed", "3").out
	for _, preset := range []string{"pure", "memetic"} {
		got := npuzzle(board, "solve", "--json", "--algorithm", "ga", "--preset", preset,
			"--isolate",
			"--workers", "2", "--memory-limit", strconv.Itoa(limit), "--node-limit", "90000000")
		require.Equal(t, cli.ExitDone, got.status, got.errors)
		object := objectsOf(t, got.out)[0]
		assert.Greater(t, object["bytes"], 0.75*limit, "%s made use of it", preset)
		assert.Less(t, object["resident"], float64(mostResident(t, limit)), preset)
	}
}

// Beam search counts its learned values in the limit. If they would take most of it, beam search
// does without them.
func TestResidentMemoryOfBeam(t *testing.T) {
	slow.Only(t, "it runs large searches in processes of their own")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	if testing.Short() {
		t.Skip("takes many seconds")
	}
	for _, c := range []struct {
		size  string
		limit int64
	}{{"7x7", 200_000_000}, {"8x8", 64_000_000}, {"8x8", 400_000_000}, {"16x16", 200_000_000}} {
		board := npuzzle("", "generate", "--size", c.size, "--puzzles", "1", "--seed", "3").out
		out, status, peak := resident(t, "", "solve", "--json", "--algorithm", "beam",
			"--node-limit",
			"16000000", "--memory-limit", strconv.FormatInt(c.limit, 10), strings.TrimSpace(board))
		require.Equal(t, cli.ExitDone, status, c)
		assert.LessOrEqual(t, objectsOf(t, out)[0]["bytes"], float64(c.limit), c)
		assert.Less(t, peak, mostResident(t, c.limit), c)
	}
}

// The searches of a study share the memory limit of the process as other trials do.
func TestResidentMemoryOfStudies(t *testing.T) {
	slow.Only(t, "it runs large searches in processes of their own")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	if testing.Short() {
		t.Skip("takes many seconds")
	}
	here := newFolder(t)
	_, status, peak := resident(t, here.name, "reproduce", "tutorial", "--quick", "--memory-limit",
		"64MB")
	assert.Equal(t, cli.ExitDone, status)
	assert.Less(t, peak, mostResident(t, 64_000_000))
}

// manyTrials is an experiment of 200,000 short trials.
const manyTrials = `name: many
seed: 1
puzzles:
  - size: 3x3
    count: 50000
solvers:
  - algorithm: astar
    heuristic: linear-conflict
  - algorithm: idastar
    heuristic: linear-conflict
  - algorithm: greedy
    heuristic: manhattan
  - algorithm: wastar
    weight: 3
`

// The results of 200,000 trials are shown and reported within 500 MB.
func TestResidentMemoryOfManyTrials(t *testing.T) {
	slow.Only(t, "it runs 200,000 trials")
	if raceDetector {
		t.Skip("the race detector takes memory of its own")
	}
	here := newFolder(t)
	here.write("many.yaml", manyTrials)
	require.Equal(t, cli.ExitDone, here.npuzzle("", "run", "many.yaml").status)
	const most = 500_000_000
	for _, args := range [][]string{
		{"show", "many"}, {"report", "many", "--out", "report", "--force"},
	} {
		_, status, peak := resident(t, here.name, args...)
		assert.Equal(t, cli.ExitDone, status, args)
		if peak >= most { // other tests may have kept the machine busy, so the collector lagged behind
			t.Logf("%v took %d bytes; it is run once more", args, peak)
			_, _, peak = resident(t, here.name, args...)
		}
		assert.Less(t, peak, int64(most), args)
	}
}

// resident runs the program in a folder, or in that of the tests if the name is empty. It returns
// its output, its exit status, and the most memory in bytes that it had resident.
func resident(t *testing.T, folder string, args ...string) (out string, status int, peak int64) {
	out, _, status, peak = measured(t, folder, args...)
	return out, status, peak
}

// measured runs the program in a folder, or in that of the tests if the name is empty. It returns
// what the program wrote, its exit status, and the most memory in bytes that it had resident.
func measured(t testing.TB, folder string, args ...string) (out, errors string, status int,
	peak int64) {
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), asProgram+"="+tellPeak)
	var messages strings.Builder
	cmd.Stderr = &messages
	written, _ := cmd.Output()
	errors, told, found := strings.Cut(messages.String(), "peak ")
	require.True(t, found, messages.String())
	peak, err := strconv.ParseInt(strings.TrimSpace(told), 10, 64)
	require.NoError(t, err)
	return string(written), errors, cmd.ProcessState.ExitCode(), peak
}
