package main

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/internal/slow"
	"npuzzle/solvers"
	"npuzzle/web/api"
)

// The limits of the searches of TestPageSolvesAsCommand.
var (
	sameStates = api.SolveRequest{NodeLimit: 300_000}
	sameTime   = api.SolveRequest{TimeLimit: 0.3}
)

// TestPageSolvesAsCommand solves 200 boards from 2x3 to 8x8, near the goal and far from it, as the
// page does and as the command does, with one thread and one after the other.
//
// With the same solver and the same number of states, both have the same processor time, whatever else
// the machine does. Then the page's plan is never longer. With the same time on the clock, a search
// that uses up its time finds a plan that depends on the moment at which it is stopped. Then the page's
// plans are not longer more often than shorter, apart from chance.
func TestPageSolvesAsCommand(t *testing.T) {
	slow.Only(t, "it solves 200 boards four times, many of them until a limit")
	notUnderRace(t)
	folder := t.TempDir() // of tables, which the first search that needs them builds
	server := &api.API{
		Library:   &solvers.Library{Dir: folder},
		MaxCells:  64,
		MaxMemory: 1 << 30,
		MaxThread: 1,
	}
	longer := 0
	shorter := 0
	boards := boardsForPage(t, server)
	require.Len(t, boards, 200)
	for _, board := range boards {
		page, command := solvedByBoth(t, server, folder, board, sameStates)
		assert.Equal(t, command.Algorithm, page.Algorithm, board)
		assert.Equal(t, command.Heuristic, page.Heuristic, board)
		assert.Equal(t, command.Settings, page.Settings, board)
		asGood, why := noLonger(page, command)
		assert.True(t, asGood, "%s: %s", board, why)

		page, command = solvedByBoth(t, server, folder, board, sameTime)
		if asGood, _ := noLonger(page, command); !asGood {
			longer++
		}
		if asGood, _ := noLonger(command, page); !asGood {
			shorter++
		}
	}
	t.Logf("with the same time, the page's plan is longer %d times and shorter %d times", longer, shorter)
	different := float64(longer + shorter)
	assert.LessOrEqual(t, float64(longer-shorter), 3*math.Sqrt(different),
		"of %v different plans, %d are longer on the page", different, longer)
}

// boardsForPage draws 20 boards of each of ten sizes. Half of them are near the goal.
func boardsForPage(t *testing.T, server *api.API) []string {
	t.Helper()
	var boards []string
	for _, size := range []string{
		"2x3", "3x3", "2x5", "3x4", "2x7", "4x4", "4x5", "5x5", "6x6", "8x8",
	} {
		for i := range 20 {
			shuffle := api.ShuffleRequest{Size: size, Seed: uint64(i)} // far: uniformly drawn
			if i%2 == 0 {
				walk := 2 + 2*i // near: at most 38 moves
				shuffle.Walk = &walk
			}
			drawn, err := server.Shuffle(shuffle)
			require.NoError(t, err)
			boards = append(boards, drawn.Board.String())
		}
	}
	return boards
}

// solvedByBoth solves a board as the page does and as the command does, within the same limits.
func solvedByBoth(
	t *testing.T, server *api.API, folder, board string, limits api.SolveRequest,
) (page, command bench.Record) {
	t.Helper()
	return solvedByPage(t, server, board, limits), solvedByCommand(t, folder, board, limits)
}

// noLonger reports whether a record has a plan that is no longer than that of another record, or why
// not.
func noLonger(record, other bench.Record) (yes bool, why string) {
	if other.Length == nil {
		return true, ""
	}
	if record.Length == nil {
		return false, fmt.Sprintf("no plan (%s, %s); the other has %d moves (%s)",
			record.Algorithm, record.Status, *other.Length, other.Algorithm)
	}
	return *record.Length <= *other.Length, fmt.Sprintf("%d moves by %s with %s; %d by %s with %s",
		*record.Length, record.Algorithm, record.Heuristic,
		*other.Length, other.Algorithm, other.Heuristic)
}

// solvedByCommand returns the record that the command prints for a board.
func solvedByCommand(t *testing.T, folder, board string, limits api.SolveRequest) bench.Record {
	t.Helper()
	args := []string{"solve", "--json", "--pdb-dir", folder, "--workers", "1"}
	if limits.NodeLimit > 0 {
		args = append(args, "--node-limit", fmt.Sprint(limits.NodeLimit))
	}
	if limits.TimeLimit > 0 {
		args = append(args, "--time-limit", fmt.Sprintf("%vs", limits.TimeLimit))
	}
	got := npuzzle("", append(args, board)...)
	var record bench.Record
	require.NoError(t, json.Unmarshal([]byte(got.out), &record), got.out+got.errors)
	return record
}

// solvedByPage returns the answer to the request that the view Solve sends for a board. Like the
// server, it tries a short search first.
func solvedByPage(
	t *testing.T, server *api.API, board string, request api.SolveRequest,
) bench.Record {
	t.Helper()
	request.Board = board
	request.Settings = map[string]string{}
	params, err := json.Marshal(request)
	require.NoError(t, err)
	answer, found, err := server.Try(t.Context(), params)
	require.NoError(t, err, board)
	if found {
		return answer.(bench.Record)
	}
	record, err := server.Solve(t.Context(), request, func(string, any) {})
	require.NoError(t, err, board)
	return record
}
