package solvers_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/astar"
	"npuzzle/search/beam"
	"npuzzle/solvers"
)

// Every setting's text sets it again.
func TestSettingsByName(t *testing.T) {
	for _, algorithm := range solvers.Names() {
		want := solvers.Default(algorithm)
		for name, text := range map[string]string{
			"weight": "2.5", "seed": "7", "depth-limit": "12", "prune": "true", "workers": "3",
			"population": "40", "crossover": "0.25", "windows": "false",
		} {
			want = want.With(name, text)
			if want.Takes(name) {
				require.Equal(t, text, want.Get(name))
			}
		}
		got := solvers.Default("bfs")
		for _, name := range solvers.SettingNames() {
			require.NoError(t, got.Set(name, want.Get(name)), name)
		}
		assert.Equal(t, texts(want), texts(got))
	}
}

// texts returns all settings by name; heuristics cannot be compared otherwise.
func texts(s solvers.Settings) map[string]string {
	all := map[string]string{}
	for _, name := range solvers.SettingNames() {
		all[name] = s.Get(name)
	}
	return all
}

func TestSettingsByNameThatMakeNoSense(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"colour", "red", `"colour" is not a setting; expected one of algorithm, heuristic, ` +
			`weight, width, order, depth-limit, engine, prune, workers, seed, population`},
		{"algorithm", "dfs",
			`algorithm "dfs": "dfs" is not an algorithm (did you mean bfs?); expected one of bfs`},
		{"heuristic", "best", `"best" is not a heuristic; expected one of zero`},
		{"weight", "0.5", `weight "0.5": expected a number from 1 to 1000`},
		{"order", "UDL", `"UDL" is not an order of successors; expected each of U, D, L, R once`},
		{"depth-limit", "-1", `depth-limit "-1": expected a number from 0 to 1000000000`},
		{"workers", "1025", `workers "1025": expected a whole number from 0 to 1024`},
		{"prune", "often", `prune "often": expected true or false`},
		{"engine", "slow", `engine "slow": expected one of fast, textbook`},
		{"seed", "x", `seed "x": expected a whole number from 0 to 18446744073709551615`},
		{"population", "1", `expected a whole number from 2 to`},
		{"phase-mode", "stop", `expected one of continue, restart`},
		{"crossover", "1.5", `expected a number from 0 to 1`},
		{"cut", "two", `"cut" is not a setting; expected one of algorithm, `},
		{"preset", "best", `"best" is not a preset; expected one of study, evolve, pure, memetic`},
	} {
		settings := solvers.Default("ga")
		before := texts(settings)
		assert.ErrorContains(t, settings.Set(c.name, c.text), c.want, c.name)
		assert.Equal(t, before, texts(settings), "left as it was")
	}
}

func TestWhichSolverTakesWhat(t *testing.T) {
	for _, c := range []struct {
		algorithm, name string
		takes           bool
	}{
		{"bfs", "heuristic", false},
		{"astar", "heuristic", true},
		{"astar", "weight", false},
		{"wastar", "weight", true},
		{"iddfs", "depth-limit", true},
		{"astar", "prune", false},
		{"astar", "seed", false},
		{"ga", "seed", true},
		{"astar", "engine", true},
		{"idastar", "engine", true},
		{"wastar", "engine", true},
		{"bfs", "engine", false},
		{"iddfs", "engine", false},
		{"ga", "population", true},
		{"idastar", "population", false},
		{"bfs", "order", true},
		{"ga", "colour", false},
	} {
		assert.Equal(t, c.takes, solvers.Default(c.algorithm).Takes(c.name), "%s %s", c.algorithm,
			c.name)
	}
}

// The largest numbers in the table are those of the solvers.
func TestLargestNumbers(t *testing.T) {
	largest := map[string]float64{}
	for _, row := range solvers.Table() {
		largest[row.Name] = row.High
	}
	assert.EqualValues(t, astar.MaxWeight, largest["weight"])
	assert.EqualValues(t, beam.MaxWidth, largest["width"])
}
