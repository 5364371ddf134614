package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/internal/cli"
	"npuzzle/search/beam"
)

// learn lines and learn convex write a file once. A training that is interrupted and goes on writes
// the same file.
func TestLearnParameters(t *testing.T) {
	parallel(t)
	for kind, boards := range map[string]string{"lines": "9x2:20000:1", "convex": "3x4:w30:2"} {
		dir := t.TempDir()
		whole := filepath.Join(dir, "whole.json")
		parts := filepath.Join(dir, "parts.json")
		learn := func(file, generations string, more ...string) outcome {
			args := []string{"learn", kind, "--boards", boards, "--seed", "3", "--output",
				file, "--generations", generations}
			return npuzzle("", append(args, more...)...)
		}
		got := learn(whole, "3", "--json")
		require.Zero(t, got.status, got.errors)
		object := objectsOf(t, got.out)[0]
		assert.Equal(t, []any{whole, 3.0, false},
			[]any{object["file"], object["generations"], object["partial"]})
		text, err := os.ReadFile(whole)
		require.NoError(t, err)
		assert.Contains(t, string(text), `"command": "npuzzle learn `+kind+` --boards `+boards+
			` --seed 3 --generations 3",`)

		got = learn(whole, "3")
		assert.Equal(t, cli.ExitUsage, got.status)
		assert.Contains(t, got.errors, "--force")
		require.Zero(t, learn(parts, "1").status)
		got = learn(parts, "3", "--resume", "--boards", "9x3:1000:7", "--workers", "2")
		require.Zero(t, got.status, got.errors)
		assert.Contains(t, got.out, "wrote "+parts+": 3 generations, the last with plans ")
		resumed, err := os.ReadFile(parts)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(resumed))

		random := filepath.Join(dir, "random.json")
		require.Zero(t, learn(random, "1", "--random").status)
		text, err = os.ReadFile(random)
		require.NoError(t, err)
		assert.Contains(t, string(text), "--generations 1 --random\"")
	}
}

// An interrupt before the end of the first generation leaves no file.
func TestInterruptedLearnParameters(t *testing.T) {
	parallel(t)
	for _, kind := range []string{"lines", "convex"} {
		file := filepath.Join(t.TempDir(), "file.json")
		got := npuzzleIn(cancelled(context.Background()), nil, "learn", kind, "--output", file)
		assert.Equal(t, cli.ExitUnsolved, got.status)
		assert.Empty(t, got.out)
		assert.NoFileExists(t, file)
	}
}

// parametersFile writes a file of parameters, and returns its name.
func parametersFile(t *testing.T, kind string, parameters any) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), kind+".json")
	text, err := json.Marshal(map[string]any{"kind": kind, "parameters": parameters})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, text, 0o600))
	return name
}

// learn compare compares a file with the parameters of the program.
func TestLearnCompare(t *testing.T) {
	parallel(t)
	shipped := beam.ShippedLines()
	same := parametersFile(t, "lines", shipped)
	got := npuzzle("", "learn", "compare", "--boards", "3x9:100000:6,9x2:20000:1", "--json", same)
	require.Zero(t, got.status, got.errors)
	objects := objectsOf(t, got.out)
	require.Len(t, objects, 2)
	assert.Equal(t, []any{"3x9", 100000.0, 6.0, 1.0, 0.0, 0.0, 0.0}, []any{objects[0]["size"],
		objects[0]["states"], objects[0]["boards"], objects[0]["ratio"], objects[0]["moves"],
		objects[0]["moves_low"], objects[0]["moves_high"]})
	assert.Nil(t, objects[1]["ratio_low"], "one board has no interval")
	got = npuzzle("", "learn", "compare", "--plain", "--boards", "3x9:100000:2", "--json", same)
	require.Zero(t, got.status, got.errors)
	assert.NotEqual(t, 1.0, objectsOf(t, got.out)[0]["ratio"])

	poor := shipped
	poor.Power = 0.5
	poor.Conflict = 0
	poor.WindowPower = 0.5
	poor.WindowConflict = 0
	got = npuzzle("", "learn", "compare", "--boards", "3x9:100000:6",
		parametersFile(t, "lines", poor))
	require.Zero(t, got.status, got.errors)
	assert.Regexp(t, `^3x9, 6 boards, 100,000 states each
  mean length \d+\.\d -> \d+\.\d \(\+\d+\.\d, 95 % interval \+\d+\.\d to \+\d+\.\d\)
  ratio of the lengths 1\.\d{4} \(95 % interval 1\.\d{4} to \d\.\d{4}\)
  stuck \d -> \d
$`, got.out)
}

// A comparison of searches of a width counts the boards that they leave unsolved. Lengths are those
// of the boards that both solve.
func TestLearnCompareConvex(t *testing.T) {
	parallel(t)
	poor := heuristics.PlainConvex()
	poor.Power = 0.5
	poor.Conflict = 0
	file := parametersFile(t, "convex", poor)
	compare := func(boards string, more ...string) outcome {
		args := append([]string{"learn", "compare", "--boards", boards}, more...)
		return npuzzle("", append(args, file)...)
	}
	got := compare("4x4:w30:10")
	require.Zero(t, got.status, got.errors)
	assert.Regexp(t, `^4x4, 10 boards, width 30
  mean length \d+\.\d -> \d+\.\d \(\+\d+\.\d, 95 % interval \+\d+\.\d to \+\d+\.\d\)
  ratio of the lengths [1-9]\.\d{4} \(95 % interval [1-9]\.\d{4} to \d\.\d{4}\)
  unsolved \d -> [1-9]
$`, got.out)
	object := objectsOf(t, compare("4x4:w30:10", "--json", "--plain").out)[0]
	assert.Equal(t, []any{30.0, 0.0}, []any{object["width"], object["states"]})
	assert.Greater(t, object["mean_length"], object["mean_length_before"])

	got = compare("4x4:w1:1")
	require.Zero(t, got.status, got.errors)
	assert.Equal(t, "4x4, 1 board, width 1\n  unsolved 1 -> 1\n", got.out)
	object = objectsOf(t, compare("4x4:w1:1", "--json").out)[0]
	for _, figure := range []string{"mean_length_before", "mean_length", "ratio", "moves"} {
		assert.Contains(t, object, figure)
		assert.Nil(t, object[figure], "%s without a plan", figure)
	}
}

func TestLearnParametersRefuses(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	outOfRange := parametersFile(t, "lines", beam.LineParameters{Power: 1, Layers: 9})
	untrained := parametersFile(t, "lines", beam.PlainLines())
	empty := file("empty.json", `{"kind": "lines", "parameters": {"power": 1, "layers": 9,
		"window_power": 1}, "training": {}}`)
	wrong := file("wrong.json", `{"kind": "lines", "parameters": {"power": 7}}`)
	unknown := file("unknown.json", `{"kind": "pairs"}`)
	missing := filepath.Join(dir, "missing.json")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"lines", "--boards", "9x9"}, "expected SIZE:STATES:N"},
		{[]string{"lines", "--boards", "9x9:0:1"}, "expected a number of states"},
		{[]string{"lines", "--boards", "9x9:1000:0"}, "expected 1 to 65535 boards"},
		{[]string{"lines", "--boards", "9y9:1000:1"}, "9y9"},
		{[]string{"convex", "--boards", "9x9:w0:1"}, "expected a width of 1 to 268435456"},
		{[]string{"convex", "--boards", "9x9:w:1"}, "expected a width of 1 to 268435456"},
		{[]string{"lines", "--resume", "--output", missing}, "missing.json"},
		{[]string{"lines", "--resume", "--output", outOfRange}, "window_power 0; expected 0.5 to 2"},
		{[]string{"lines", "--resume", "--output", untrained}, "no training to go on with"},
		{[]string{"lines", "--resume", "--output", empty}, "a training of 0 parameters"},
		{[]string{"convex", "--resume", "--output", empty}, `a file of the kind "lines"`},
		{[]string{"compare"}, "takes FILE"},
		{[]string{"compare", missing}, "missing.json"},
		{[]string{"compare", wrong}, "power 7; expected 0.5 to 2"},
		{[]string{"compare", unknown}, `a file of the kind "pairs"`},
	} {
		got := npuzzle("", append([]string{"learn"}, c.args...)...)
		assert.Equal(t, cli.ExitUsage, got.status, "%s", c.args)
		assert.Contains(t, got.errors, c.want)
	}
	few := []string{"learn", "lines", "--boards", "9x9:10:1", "--output", missing}
	got := npuzzle("", few...)
	assert.Equal(t, cli.ExitFailed, got.status)
	assert.Contains(t, got.errors, "no plan of a board of 9x9 within 10 states")
}
