package web

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// small is a configuration that is tried in a moment.
const small = `{"size": "2x2", "heuristic": "manhattan", "population": 10, "generations": 10,
	"phases": 2, "boards": %d, "seed": 3}`

// startConfiguration starts the experiment of a configuration and returns its plan.
func startConfiguration(t *testing.T, s *Server, settings string) map[string]any {
	t.Helper()
	status, plan := call(t, s, "configuration", settings)
	require.Equal(t, 200, status, plan)
	status, run := call(t, s, "start", toStart(t, plan["definition"].(string)))
	require.Equal(t, 200, status, run)
	assert.Equal(t, plan["experiment"], run["experiment"])
	assert.Equal(t, plan["trials"], run["trials"])
	assert.Empty(t, run["warnings"])
	return plan
}

// A configuration is tried. Its row has the numbers of the analysis, and those of the study.
func TestConfigurations(t *testing.T) {
	s := newServer(t, Options{Jobs: 2, Memory: 64 << 20, TimeLimit: 20 * time.Second})
	status, list := call(t, s, "configurations", "{}")
	require.Equal(t, 200, status, "a store that does not exist yet is no error")
	assert.Empty(t, list["tried"])
	assert.Len(t, list["printed"], 14)
	conforms(t, "configurations", schemaOf("ConfigurationList"), any(list))

	plan := startConfiguration(t, s, fmt.Sprintf(small, 40))
	conforms(t, "configuration", schemaOf("ConfigurationPlan"), any(plan))
	assert.Equal(t, "ga-2x2-manhattan-10-10-2-boards40-seed3", plan["experiment"])
	assert.Equal(t, 200.0, plan["plans"])
	assert.Equal(t, 80.0, plan["trials"])
	assert.Equal(t, "npuzzle compare --size 2x2 --puzzles 40 --seed 3 --algorithm astar,ga "+
		"--heuristic manhattan --preset study --population 10 --generations 10 --phases 2 "+
		"--baseline astar --time-limit 20s --name ga-2x2-manhattan-10-10-2-boards40-seed3",
		plan["command"], "the limit is that of the server")
	request(s, "POST", "/api/v1/follow", fmt.Sprintf(`{"experiment": %q}`, plan["experiment"]),
		"Accept", "text/event-stream").Body.Close()
	waitFor(t, "the experiment has ended", func() bool { return s.running.name() == "" })

	_, list = call(t, s, "configurations", "{}")
	conforms(t, "configurations", schemaOf("ConfigurationList"), any(list))
	require.Len(t, list["tried"], 1)
	row := list["tried"].([]any)[0].(map[string]any)
	assert.Equal(t, []any{plan["experiment"], 80.0, 80.0, 200.0, 40.0, plan["command"]}, []any{
		row["experiment"], row["trials"], row["done"], row["plans"], row["boards"], row["command"]})
	assert.Contains(t, []any{"differ", "agree", "too few boards"}, row["agreement"])

	_, results := call(t, s, "experiment", "{}")
	solvers := results["groups"].([]any)[0].(map[string]any)["solvers"].([]any)
	genetic := solvers[1].(map[string]any)
	require.Equal(t, "ga study", genetic["name"])
	solved := row["solved"].(map[string]any)
	assert.Equal(t, genetic["accuracy"], solved["value"])
	assert.InDelta(t, genetic["accuracy_low"].(float64), solved["low"].(float64), 1e-12)
	assert.InDelta(t, genetic["accuracy_high"].(float64), solved["high"].(float64), 1e-12)
	assert.Equal(t, 40.0, solved["n"])
	assert.InDelta(t, genetic["gap"].(float64), row["length"].(map[string]any)["value"].(float64),
		0.3, "A* finds shortest plans; a board that is solved at once counts one move more")
	assert.GreaterOrEqual(t, row["length"].(map[string]any)["value"].(float64), 1.0)
	assert.Positive(t, row["time"].(map[string]any)["value"])
	assert.Equal(t, genetic["mean_evaluated"], row["evaluated"])

	// Other experiments are not rows, and do not disturb.
	_, run := call(t, s, "start", toStart(t, definition))
	request(s, "POST", "/api/v1/follow", fmt.Sprintf(`{"experiment": %q}`, run["experiment"]),
		"Accept", "text/event-stream").Body.Close()
	waitFor(t, "the experiment has ended", func() bool { return s.running.name() == "" })
	_, list = call(t, s, "configurations", "{}")
	require.Len(t, list["tried"], 1)
}

// schemaOf returns the schema of a type in the description.
func schemaOf(name string) map[string]any {
	return described()["components"].(map[string]any)["schemas"].(map[string]any)[name].(map[string]any)
}

// While an experiment runs, its row has the trials so far. Its end is told at once, however new the
// last answer is.
func TestConfigurationsWhileOneRuns(t *testing.T) {
	s := newServer(t, Options{Jobs: 1, Memory: 64 << 20, TimeLimit: time.Minute})
	const long = `{"size": "3x3", "heuristic": "manhattan", "population": 200, "generations": 100,
		"phases": 20, "boards": 2000, "seed": 1}`
	plan := startConfiguration(t, s, long)
	waitFor(t, "some trials have ended", func() bool { return s.running.last.get().Done > 4 })
	status, session := call(t, s, "session", "{}")
	assert.Equal(t, 200, status)
	assert.Equal(t, []any{plan["experiment"], 1.0}, []any{session["running"], session["begun"]})
	_, list := call(t, s, "configurations", "{}")
	assert.Equal(t, plan["experiment"], list["running"])
	require.Len(t, list["tried"], 1)
	row := list["tried"].([]any)[0].(map[string]any)
	assert.Greater(t, row["done"], 0.0)
	assert.Less(t, row["done"], 4000.0)
	assert.Positive(t, row["solved"].(map[string]any)["n"])

	s.running.end()
	_, list = call(t, s, "configurations", "{}")
	assert.Nil(t, list["running"])
	assert.Equal(t, plan["experiment"], list["last"])
	row = list["tried"].([]any)[0].(map[string]any)
	assert.EqualValues(t, s.running.last.get().Done, row["done"])
}

// Answers are shared for a short time.
func TestConfigurationsAreShared(t *testing.T) {
	s := newServer(t, Options{Jobs: 1, Memory: 64 << 20})
	_, err := s.configurations(t.Context(), struct{}{})
	require.NoError(t, err)
	first := s.tried.when
	_, err = s.configurations(t.Context(), struct{}{})
	require.NoError(t, err)
	if time.Since(first) < configurationsEvery {
		assert.Equal(t, first, s.tried.when)
	}
	s.tried.when = time.Now().Add(-configurationsEvery)
	_, err = s.configurations(t.Context(), struct{}{})
	require.NoError(t, err)
	assert.NotEqual(t, first, s.tried.when)
}

// Settings that cannot be tried are refused, and so is a guest.
func TestConfigurationErrors(t *testing.T) {
	s := newServer(t, Options{Token: "host", Class: &Class{Code: "bcdf", Token: "guest"}})
	ask := func(token, method, params string) (status int, answer map[string]any) {
		response := request(s, "POST", "/api/v1/"+method, params, "Authorization", "Bearer "+token)
		require.NoError(t, json.NewDecoder(response.Body).Decode(&answer))
		return response.StatusCode, answer
	}
	change := func(key string, value any) string {
		settings := map[string]any{"size": "3x3", "heuristic": "manhattan", "population": 10,
			"generations": 10, "phases": 1, "boards": 5, "seed": 1, key: value}
		text, err := json.Marshal(settings)
		require.NoError(t, err)
		return string(text)
	}
	for _, c := range []struct {
		key   string
		value any
		want  string
	}{
		{"size", "9x9", `size "9x9"; expected one of 2x2, 2x3, 3x3, 3x4`},
		{"heuristic", "zero", `heuristic "zero"; expected one of manhattan`},
		{"population", 1, "population 1; expected 2 to 1000"},
		{"generations", 1001, "generations 1001; expected 1 to 1000"},
		{"phases", 0, "phases 0; expected 1 to 20"},
		{"boards", -5, "boards -5; expected 1 to 2000"},
	} {
		status, answer := ask("host", "configuration", change(c.key, c.value))
		assert.Equal(t, 400, status, c.key)
		assert.Contains(t, answer["error"], c.want)
	}
	status, plan := ask("guest", "configuration", change("seed", 2))
	assert.Equal(t, 200, status, "guests see the command")
	status, _ = ask("guest", "configurations", "{}")
	assert.Equal(t, 200, status)
	status, _ = ask("guest", "start", toStart(t, plan["definition"].(string)))
	assert.Equal(t, 403, status)
}
