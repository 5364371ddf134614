package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"npuzzle/web/api"
)

// at returns the value under keys.
func at(t *testing.T, part any, keys ...string) any {
	for _, key := range keys {
		object, ok := part.(map[string]any)
		require.True(t, ok, keys)
		part = object[key]
	}
	return part
}

// described returns the description that a server sends.
var described = sync.OnceValue(func() (spec map[string]any) {
	s, err := New(Options{Files: fstest.MapFS{"index.html": {}}})
	if err != nil {
		panic(err)
	}
	answer := request(s, "GET", "/api/v1/openapi.yaml", "")
	if err := yaml.NewDecoder(answer.Body).Decode(&spec); err != nil {
		panic(err)
	}
	return spec
})

// conforms checks a value from JSON against a schema of the description.
func conforms(t testing.TB, where string, schema map[string]any, value any) {
	t.Helper()
	if name, ok := schema["$ref"].(string); ok {
		name = strings.TrimPrefix(name, "#/components/schemas/")
		schema = described()["components"].(map[string]any)["schemas"].(map[string]any)[name].(map[string]any)
	}
	kinds, ok := schema["type"].([]any)
	if !ok {
		kinds = []any{schema["type"]}
	}
	is := func(kind string) bool { return assert.Contains(t, kinds, kind, where) }
	switch value := value.(type) {
	case nil:
		is("null")
	case string:
		is("string")
	case bool:
		is("boolean")
	case float64:
		if value != math.Trunc(value) || !slices.Contains(kinds, any("integer")) {
			is("number")
		}
	case []any:
		for i, item := range value {
			conforms(t, fmt.Sprintf("%s[%d]", where, i), schema["items"].(map[string]any), item)
		}
		is("array")
	case map[string]any:
		is("object")
		properties, _ := schema["properties"].(map[string]any)
		values, _ := schema["additionalProperties"].(map[string]any)
		for key, item := range value {
			of, ok := properties[key].(map[string]any)
			if !ok {
				of = values
			}
			if assert.NotNil(t, of, "%s has an unknown key %s", where, key) {
				conforms(t, where+"."+key, of, item)
			}
		}
		required, _ := schema["required"].([]any)
		for _, key := range required {
			assert.Contains(t, value, key, where)
		}
	}
}

// The description has each method with a sentence and the types of its messages, and all types to
// which it refers.
func TestOpenAPI(t *testing.T) {
	spec := described()
	s := newServer(t, Options{})
	paths := at(t, spec, "paths").(map[string]any)
	assert.Len(t, paths, len(s.routes)+2, "the methods, the report and the description itself")
	for name, r := range s.routes {
		operation := at(t, paths, "/api/v1/"+name, "post")
		assert.NotEmpty(t, at(t, operation, "summary"), name)
		response := at(t, operation, "responses", "200", "content").(map[string]any)
		assert.NotEmpty(t, at(t, response, "application/json", "schema", "$ref"), name)
		assert.Equal(t, r.event != nil, response["text/event-stream"] != nil, name)
		method := at(t, paths, "/api/v1/"+name).(map[string]any)
		readable := slices.Contains([]string{"class", "configurations", "describe",
			"experiments", "session"}, name)
		assert.Equal(t, readable, method["get"] != nil, name)
	}

	solve := at(t, spec, "components", "schemas", "SolveRequest")
	assert.Equal(t, []any{"board"}, at(t, solve, "required"))
	assert.Equal(t, map[string]any{"type": "number",
		"description": "in seconds; the server's limit if missing"},
		at(t, solve, "properties", "time_limit"))
	record := at(t, spec, "components", "schemas", "Record", "properties")
	assert.Equal(t, map[string]any{
		"expanded": map[string]any{"type": []any{"integer", "null"},
			"description": "states whose successors were generated"},
		"cost": map[string]any{"type": []any{"number", "null"},
			"description": "cost of the plan"},
		"length": map[string]any{"type": []any{"integer", "null"},
			"description": "moves of the plan"},
		"board": map[string]any{"type": "string",
			"description": "rows separated by /, 0 for the blank"},
		"found": map[string]any{"type": "array",
			"items":       map[string]any{"$ref": "#/components/schemas/Found"},
			"description": "plans of ga and beam in order, as LENGTH@EVALUATIONS"},
	}, only(record.(map[string]any), "expanded", "cost", "length", "board", "found"))
	population := at(t, spec, "components", "schemas", "Population", "properties").(map[string]any)
	assert.Contains(t, population, "subgoal", "a field of an embedded struct")
	assert.Equal(t, "base64", at(t, population, "boards", "contentEncoding"))

	var follow func(part any)
	follow = func(part any) {
		switch part := part.(type) {
		case map[string]any:
			if to, ok := part["$ref"].(string); ok {
				assert.NotNil(t, at(t, spec, strings.Split(to, "/")[1:]...), to)
			}
			for _, value := range part {
				follow(value)
			}
		case []any:
			for _, value := range part {
				follow(value)
			}
		}
	}
	follow(spec)
}

// only returns the named keys of an object.
func only(part map[string]any, keys ...string) map[string]any {
	some := maps.Clone(part)
	maps.DeleteFunc(some, func(key string, _ any) bool { return !slices.Contains(keys, key) })
	return some
}

// What the methods of package web/api answer, and the events that they send, conform to the
// description. Those of the store are checked wherever tests call them.
func TestAnswersConform(t *testing.T) {
	s := newServer(t, Options{Jobs: 1})
	requests := map[string][]string{
		"describe": {`{}`},
		"board":    {`{"text": "123456780"}`, `{"text": "1 2 3/4 5 6/8 7 0", "goal": "snail"}`},
		"shuffle":  {`{"size": "4x4", "seed": 1}`, `{"size": "2x2", "seed": 1, "walk": 0}`},
		"estimate": {`{"boards": ["1 2/3 0"]}`},
		"space":    {`{"size": "2x2"}`},
		"solve": {`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ga", "history": true, ` +
			`"settings": {"patience": "1"}}`,
			`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "wastar"}`,
			`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "idastar", "settings": {"depth-limit": ` +
				`"20"}}`,
			`{"board": "1 2 3/4 5 6/8 7 0"}`},
		"watch": {`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "astar"}`,
			`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ga", "settings": {"patience": "1"}}`},
	}
	for name := range api.Methods() {
		require.NotEmpty(t, requests[name], name)
		for _, params := range requests[name] {
			status, answer := call(t, s, name, params)
			assert.Equal(t, 200, status, "%s %v", params, answer)
			to := s.routes[name]
			if to.event == nil {
				continue
			}
			var seen []string
			_, err := to.run(t.Context(), []byte(params), func(event string, data any) {
				seen = append(seen, event)
				text, err := json.Marshal(data)
				require.NoError(t, err)
				var value any
				require.NoError(t, json.Unmarshal(text, &value))
				conforms(t, name+" "+event, schemas{}.of(to.event), value)
			})
			require.NoError(t, err)
			assert.Empty(t, slices.DeleteFunc(seen, func(event string) bool {
				return event == "progress"
			}))
		}
	}
}
