package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench/config"
)

// ask calls a method of a server.
func ask(t *testing.T, address, method string, params, answer any) {
	t.Helper()
	body, err := json.Marshal(params)
	require.NoError(t, err)
	response, err := http.Post(address+"api/v1/"+method, "application/json", bytes.NewReader(body))
	require.NoError(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.Equal(t, 200, response.StatusCode, string(text))
	require.NoError(t, json.Unmarshal(text, answer))
}

// keysOf returns the keys of the trials of an experiment, in order. The flags name its store.
func keysOf(t *testing.T, name string, flags ...string) []any {
	t.Helper()
	var keys []any
	shown := npuzzle("", append([]string{"show", name, "--json"}, flags...)...)
	for _, trial := range objectsOf(t, shown.out) {
		keys = append(keys, trial["key"])
	}
	return keys
}

// The command that the view Tune shows runs the same trials as the page: in the store of the server
// it finds them all, and in an empty store its trials have the same keys. Both experiments have the
// same definition.
func TestCommandOfConfiguration(t *testing.T) {
	parallel(t)
	s := startServing(t, "--port", "0")
	store := []string{"--store", s.store}
	var plan struct{ Experiment, Definition, Command string }
	ask(t, s.addresses[0], "configuration", map[string]any{"size": "2x3",
		"heuristic": "linear-conflict-pairs", "population": 20, "generations": 10, "phases": 2,
		"boards": 5, "seed": 9}, &plan)
	var run map[string]any
	ask(t, s.addresses[0], "start", map[string]any{"definition": plan.Definition}, &run)
	ask(t, s.addresses[0], "follow", map[string]any{"experiment": plan.Experiment}, &run)
	require.Equal(t, 10.0, run["done"])
	var list struct {
		Tried []struct{ Experiment, Command string }
	}
	ask(t, s.addresses[0], "configurations", struct{}{}, &list)
	require.Len(t, list.Tried, 1)
	assert.Equal(t, plan.Command, list.Tried[0].Command)
	s.interrupt()
	keys := keysOf(t, plan.Experiment, store...)
	require.Len(t, keys, 10)

	words := strings.Fields(plan.Command)
	require.Equal(t, "npuzzle", words[0])
	again := npuzzle("", append(words[1:], "--json")...)
	require.Zero(t, again.status, again.errors)
	summary := objectsOf(t, again.out)[0]
	assert.Equal(t, []any{plan.Experiment, 10.0, 10.0},
		[]any{summary["experiment"], summary["trials"], summary["before"]}, "all are found")
	assert.Equal(t, keys, keysOf(t, plan.Experiment, store...))

	other := []string{"--store", filepath.Join(t.TempDir(), "other.sqlite")}
	require.Equal(t, store, words[len(words)-2:], "the command names the store of the server")
	fresh := npuzzle("", slices.Concat(words[1:len(words)-2], other, []string{"--json"})...)
	require.Zero(t, fresh.status, fresh.errors)
	assert.Equal(t, 0.0, objectsOf(t, fresh.out)[0]["before"])
	assert.Equal(t, keys, keysOf(t, plan.Experiment, other...))

	// The definition of the command's experiment is that of the page's, but for texts for people.
	definition := npuzzle("", "show", plan.Experiment, "--definition", "--store", s.store).out
	assert.NotContains(t, definition, "beside A*", "this is the definition that compare wrote")
	ofCommand, _, err := config.ReadText(definition)
	require.NoError(t, err)
	ofPage, _, err := config.ReadText(plan.Definition)
	require.NoError(t, err)
	for _, e := range []*string{&ofCommand.Name, &ofCommand.Description, &ofCommand.Text,
		&ofPage.Name, &ofPage.Description, &ofPage.Text} {
		*e = ""
	}
	assert.Equal(t, config.Write(ofPage), config.Write(ofCommand))
}
