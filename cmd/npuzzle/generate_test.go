package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/internal/cli"
	"npuzzle/puzzle"
)

func TestGenerateGolden(t *testing.T) {
	parallel(t)
	for name, args := range map[string][]string{
		"generate": {"--puzzles", "5"},
		"generate-walk": {"--puzzles", "3", "--size", "2x5", "--walk", "7", "--goal", "snail",
			"--seed", "9"},
		"generate-json":      {"--puzzles", "2", "--size", "4x4", "--json", "--misplaced", "0.4"},
		"generate-walk-json": {"--json", "--walk", "0"},
	} {
		got := npuzzle("", append([]string{"generate"}, args...)...)
		assert.Zero(t, got.status, name)
		assert.Empty(t, got.errors, name)
		golden(t, name+".txt", got.out)
	}
}

func TestGenerateSet(t *testing.T) {
	parallel(t)
	got := npuzzle("", "generate", "--set", "uniform-9x9", "--json")
	require.Zero(t, got.status, got.errors)
	boards := objectsOf(t, got.out)
	require.Len(t, boards, 50)
	assert.Equal(t, []any{9.0, "uniform-9x9"}, []any{boards[49]["rows"], boards[49]["group"]})
	got = npuzzle("", "generate", "--set", "uniform-9x9", "--puzzles", "3")
	assert.Equal(t, outcome{cli.ExitUsage, "",
		"npuzzle: --puzzles with --set; expected only one of them\n"}, got)
}

func TestGeneratedBoardsAreSolvable(t *testing.T) {
	parallel(t)
	for _, size := range []string{"1x6", "2x2", "3x2", "4x4", "5x3", "16x16"} {
		shape, err := puzzle.ParseSize(size)
		require.NoError(t, err)
		for _, goalName := range []string{puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail} {
			got := npuzzle("", "generate", "--size", size, "--goal", goalName, "--puzzles", "20")
			require.Zero(t, got.status, got.errors)
			lines := strings.Split(strings.TrimSpace(got.out), "\n")
			assert.Len(t, lines, 20)
			for _, line := range lines {
				board, err := puzzle.Parse(line, shape)
				require.NoError(t, err)
				goal, err := puzzle.Goal(goalName, board.Size())
				require.NoError(t, err)
				assert.True(t, puzzle.Solvable(board, goal), line)
			}
		}
	}
}

// Boards of every shape, one row included, are read as they are printed.
func TestGeneratedBoardsPipe(t *testing.T) {
	parallel(t)
	for _, size := range []string{"1x4", "1x6", "1x9", "3x1", "2x3"} {
		boards := npuzzle("", "generate", "--size", size, "--puzzles", "3", "--seed", "2")
		for i, solved := range objectsOf(t, npuzzle(boards.out, "solve", "--json").out) {
			assert.Equal(t, size, fmt.Sprintf("%vx%v", solved["rows"], solved["cols"]), "board %d",
				i+1)
		}
	}
}

// Every set and every goal comes back from the text that generate prints, also from a part of
// it, and from JSON lines.
func TestGeneratedGoalsPipe(t *testing.T) {
	parallel(t)
	cases := [][]string{
		{"--goal", "snail", "--size", "3x4"},
		{"--goal", "3 2/1 0", "--size", "2x2"},
		{"--goal", "blank-first", "--size", "1x5"},
		{"--goal", "snail", "--size", "16x16", "--walk", "3"},
		{"--size", "2x3"},
	}
	for _, set := range bench.SetNames() {
		cases = append(cases, []string{"--set", set})
	}
	for _, args := range cases {
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			args := append([]string{"generate"}, args...)
			objects := npuzzle("", append(args, "--json")...).out
			last := func(text string) string {
				lines := strings.SplitAfter(strings.TrimSpace(text), "\n")
				return lines[len(lines)-1]
			}
			want := goalsOf(t, last(objects))
			for _, text := range []string{last(npuzzle("", args...).out), last(objects)} {
				got := npuzzle(text, "solve", "--json", "--algorithm", "greedy", "--node-limit",
					"1")
				assert.Equal(t, want, goalsOf(t, got.out), text)
				assert.NotContains(t, got.out, "unsolvable")
			}
		})
	}
}

func TestInterruptedGenerate(t *testing.T) {
	parallel(t)
	ctx := t.Context()
	got := npuzzleIn(cancelled(ctx), nil, "generate", "--puzzles", "1000000000")
	assert.Equal(t, cli.ExitUnsolved, got.status)
	assert.Empty(t, got.out)
}
