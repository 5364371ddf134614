package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"npuzzle/web/api"
)

// asText are the types that are a text in JSON, whatever they are in Go.
var asText = []string{"puzzle.Board", "puzzle.Costs", "puzzle.Notation", "search.Status"}

// schemas collects the schemas of types as OpenAPI describes them, by the names of the types.
type schemas map[string]map[string]any

// of returns the schema of a type. That of a struct with a name is a reference.
func (all schemas) of(t reflect.Type) map[string]any {
	object := func(values reflect.Type) map[string]any {
		return map[string]any{"type": "object", "additionalProperties": all.of(values)}
	}
	switch {
	case slices.Contains(asText, t.String()):
		return map[string]any{"type": "string"}
	case t.String() == "bench.Figure":
		return map[string]any{"type": []any{"number", "null"}}
	case t.String() == "bench.Values":
		values := map[string]any{"type": []any{"string", "number", "boolean"}}
		return map[string]any{"type": "object", "additionalProperties": values}
	case t.Kind() == reflect.Pointer:
		s := all.of(t.Elem())
		if kind, ok := s["type"].(string); ok {
			s["type"] = []any{kind, "null"}
		}
		return s
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return map[string]any{"type": "string", "contentEncoding": "base64"}
	case t.Kind() == reflect.Slice:
		return map[string]any{"type": "array", "items": all.of(t.Elem())}
	case t.Kind() == reflect.Map:
		return object(t.Elem())
	case t.Kind() != reflect.Struct:
		kinds := map[reflect.Kind]string{
			reflect.String: "string", reflect.Bool: "boolean", reflect.Float64: "number",
			reflect.Int: "integer", reflect.Int32: "integer", reflect.Int64: "integer", reflect.Uint64: "integer",
		}
		if kinds[t.Kind()] == "" {
			panic("no schema of " + t.String())
		}
		return map[string]any{"type": kinds[t.Kind()]}
	case t.Name() == "":
		return map[string]any{"type": "object"}
	}
	if _, ok := all[t.Name()]; !ok {
		all[t.Name()] = nil // in case that the struct contains itself
		properties, required := map[string]any{}, []any{}
		for _, f := range reflect.VisibleFields(t) {
			key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			shown, ok := t.FieldByName(f.Name)
			if !ok || len(shown.Index) < len(f.Index) || key == "" || key == "-" {
				continue
			}
			properties[key] = all.of(f.Type)
			if options != "omitempty" {
				required = append(required, key)
			}
		}
		all[t.Name()] = map[string]any{"type": "object", "properties": properties, "required": required}
	}
	return map[string]any{"$ref": "#/components/schemas/" + t.Name()}
}

// bare returns a part of the description without the texts for people.
func bare(part any) any {
	switch part := part.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, value := range part {
			if _, text := value.(string); key == "description" && text {
				continue
			}
			out[key] = bare(value)
		}
		return out
	case []any:
		out := []any{}
		for _, value := range part {
			out = append(out, bare(value))
		}
		return out
	}
	return part
}

// at returns the value under keys.
func at(t *testing.T, part any, keys ...string) any {
	for _, key := range keys {
		object, ok := part.(map[string]any)
		require.True(t, ok, keys)
		part = object[key]
	}
	return part
}

// described returns the description.
var described = sync.OnceValue(func() (spec map[string]any) {
	if err := yaml.Unmarshal(openAPIText, &spec); err != nil {
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

// The description has every route with the types of its messages, each key of every message with
// its type, and nothing else.
func TestOpenAPI(t *testing.T) {
	spec := described()
	s := newServer(t, Options{})
	want, routes := schemas{}, map[string]bool{"/api/v1/openapi.yaml": true, "/api/v1/report": true}
	want.of(reflect.TypeFor[Fault]())
	for name, r := range s.routes {
		path := "/api/v1/" + name
		routes[path] = true
		operation := at(t, spec, "paths", path, "post")
		require.NotNil(t, operation, "openapi.yaml lacks %s", path)
		assert.NotEmpty(t, at(t, operation, "summary"), path)
		schema := func(message any, kind string) any { return at(t, message, "content", kind, "schema") }
		assert.Equal(t, any(want.of(r.params)), schema(at(t, operation, "requestBody"), "application/json"), path)
		response := at(t, operation, "responses", "200")
		assert.Equal(t, any(want.of(r.answer)), schema(response, "application/json"), path)
		if r.event == nil {
			assert.NotContains(t, at(t, response, "content"), "text/event-stream", path)
		} else {
			stream := schema(response, "text/event-stream")
			assert.Equal(t, any(want.of(r.event)), at(t, stream, "contentSchema"), path)
		}
		assert.Equal(t, map[string]any{"$ref": "#/components/responses/Fault"},
			at(t, operation, "responses", "default"))
		assert.Equal(t, r.params.NumField() == 0 && name == "describe",
			at(t, spec, "paths", path, "get") != nil, path)
	}
	paths := at(t, spec, "paths").(map[string]any)
	assert.ElementsMatch(t, slices.Collect(maps.Keys(routes)), slices.Collect(maps.Keys(paths)))

	got := at(t, spec, "components", "schemas").(map[string]any)
	assert.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(got)))
	for name, schema := range want {
		described := bare(got[name]) // without the texts
		for _, key := range []string{"properties", "required"} {
			if of := reflect.ValueOf(schema[key]); of.Len() == 0 {
				delete(schema, key)
			}
		}
		if schema["required"] != nil && described != nil {
			assert.ElementsMatch(t, schema["required"], at(t, described, "required"), "required keys of %s", name)
		}
		of, _ := at(t, described, "properties").(map[string]any)
		properties, _ := schema["properties"].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			assert.Equal(t, properties[key], of[key], "%s.%s: openapi.yaml has %v", name, key, of[key])
		}
		for key := range of {
			assert.Contains(t, properties, key, fmt.Sprintf("openapi.yaml: %s has no key %s", name, key))
		}
	}
}

// What the methods of package web/api answer, and the events that they send, conform to the
// description. Those of the store are checked wherever tests call them.
func TestAnswersConform(t *testing.T) {
	s := newServer(t, Options{Jobs: 1})
	ref := func(t reflect.Type) map[string]any { return map[string]any{"$ref": "#/components/schemas/" + t.Name()} }
	requests := map[string][]string{
		"describe": {`{}`},
		"board":    {`{"text": "123456780"}`, `{"text": "1 2 3/4 5 6/8 7 0", "goal": "snail"}`},
		"shuffle":  {`{"size": "4x4", "seed": 1}`, `{"size": "2x2", "seed": 1, "walk": 0}`},
		"estimate": {`{"boards": ["1 2/3 0"]}`},
		"space":    {`{"size": "2x2"}`},
		"solve": {`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "ga", "history": true, "settings": {"patience": "1"}}`,
			`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "wastar"}`,
			`{"board": "8 6 7/2 5 4/3 0 1", "algorithm": "idastar", "settings": {"depth-limit": "20"}}`,
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
				conforms(t, name+" "+event, ref(to.event), value)
			})
			require.NoError(t, err)
			assert.Empty(t, slices.DeleteFunc(seen, func(event string) bool { return event == "progress" }))
		}
	}
}
