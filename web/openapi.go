package web

import (
	"cmp"
	"encoding"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/search"
	"npuzzle/solvers"
	"npuzzle/web/api"
)

// aboutAPI introduces the description of the methods.
const aboutAPI = `The interface of npuzzle serve. A method is a POST with a JSON object; its answer is a JSON object.
Keys that a request may leave out are not required, and unknown keys are errors.
Boards are written as rows separated by /, cells separated by spaces, with 0 for the blank.
Every method answers with server-sent events if the request accepts text/event-stream. The last event
is result, with the answer, or error, with a FaultAnswer; the status is then 200. The events before it are
called progress. Methods without text/event-stream below send none of them. A search that waits for others
sends the event queue with its place, as in {"place": 1}, whenever the place changes. The header
Npuzzle-Client names the client; without it, the address is the name. Clients share the server equally.
A search ends when its connection is closed.
`

// aboutFaults describes the answer to a request that failed.
const aboutFaults = "400 for wrong parameters, 401 without the token, 403 from a foreign page, " +
	"404, 405, 406 if Accept-Encoding refuses both gzip and identity, 413 for a long body, 503 " +
	"if too much is waiting (Retry-After says when to try again), 500 for a fault of the server"

// object is a part of an OpenAPI description.
type object = map[string]any

// openAPI returns the OpenAPI description of the server, in YAML. It is made from the routes and
// the Go types of their messages. The tag "about" of a field is its description. Without a public
// address, programs find the methods at the root of the address of the description.
func openAPI(routes map[string]route, public *url.URL) ([]byte, error) {
	var servers []object
	if public != nil {
		servers = []object{{"url": strings.TrimSuffix(public.String(), "/")}}
	}
	found := schemas{}
	fault := object{"$ref": "#/components/responses/Fault"}
	paths := object{
		"/api/v1/openapi.yaml": object{"get": object{
			"summary":   "returns this description",
			"responses": object{"200": answer("this file", "application/yaml", object{})},
		}},
		"/api/v1/report": object{"get": object{
			"summary": "returns the report of an experiment as a page",
			"parameters": []object{{"name": "experiment", "in": "query",
				"description": "name; the newest if missing", "schema": object{"type": "string"}}},
			"responses": object{
				"200":     answer("a page that needs no other files", "text/html", object{}),
				"default": fault,
			},
		}},
	}
	for name, r := range routes {
		result := answer("the answer", "application/json", object{"schema": found.of(r.answer)})
		if r.event != nil {
			result["content"].(object)["text/event-stream"] = object{
				"schema": object{"type": "string", "contentSchema": found.of(r.event)},
			}
		}
		responses := object{"200": result, "default": fault}
		path := object{"post": object{
			"summary": r.about, "responses": responses,
			"requestBody": object{
				"required": true,
				"content":  object{"application/json": object{"schema": found.of(r.params)}},
			},
		}}
		if r.readable() {
			path["get"] = object{"summary": r.about, "responses": responses}
		}
		paths["/api/v1/"+name] = path
	}
	return yaml.Marshal(struct {
		OpenAPI           string
		Info              object
		Servers           []object `yaml:",omitempty"`
		Security          []object
		Paths, Components object
	}{
		OpenAPI:  "3.1.0",
		Info:     object{"title": "npuzzle", "version": "1", "description": aboutAPI},
		Servers:  servers,
		Security: []object{{}, {"cookie": []string{}}, {"bearer": []string{}}},
		Paths:    paths,
		Components: object{
			"securitySchemes": object{
				"cookie": object{"type": "apiKey", "in": "cookie", "name": tokenCookie,
					"description": "set by opening the printed address"},
				"bearer": object{"type": "http", "scheme": "bearer",
					"description": "the token of the printed address"},
			},
			"responses": object{"Fault": answer(aboutFaults, "application/json",
				object{"schema": found.of(reflect.TypeFor[faultAnswer]())})},
			"schemas": found,
		},
	})
}

// answer returns the description of an answer.
func answer(about, contentType string, content object) object {
	return object{"description": about, "content": object{contentType: content}}
}

// schemas collects the schemas of structs by their names.
type schemas map[string]object

// special has the types whose JSON differs from their kind.
var special = map[reflect.Type]object{
	reflect.TypeFor[bench.Figure](): {"type": []string{"number", "null"}},
	reflect.TypeFor[bench.Values](): {
		"type":                 "object",
		"additionalProperties": object{"type": []string{"string", "number", "boolean"}},
	},
}

// kinds maps kinds of Go values to types of JSON values.
var kinds = map[reflect.Kind]string{
	reflect.String: "string", reflect.Bool: "boolean", reflect.Float64: "number",
	reflect.Int: "integer", reflect.Int32: "integer", reflect.Int64: "integer",
	reflect.Uint64: "integer",
}

// of returns the schema of a type. That of a struct with a name is a reference.
func (all schemas) of(t reflect.Type) object {
	switch {
	case special[t] != nil:
		return special[t]
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return object{"type": "string"}
	case t.Kind() == reflect.Pointer:
		s := all.of(t.Elem())
		if kind, ok := s["type"].(string); ok {
			s["type"] = []string{kind, "null"}
		}
		return s
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return object{"type": "string", "contentEncoding": "base64"}
	case t.Kind() == reflect.Slice:
		return object{"type": "array", "items": all.of(t.Elem())}
	case t.Kind() == reflect.Map:
		return object{"type": "object", "additionalProperties": all.of(t.Elem())}
	case t.Kind() == reflect.Struct:
		return all.ofStruct(t)
	}
	if kinds[t.Kind()] == "" {
		// never happens, because a test describes all types
		panic("web: no schema of " + t.String())
	}
	return object{"type": kinds[t.Kind()]}
}

// ofStruct adds the schema of a struct, and returns a reference to it.
func (all schemas) ofStruct(t reflect.Type) object {
	if t.NumField() == 0 {
		return object{"type": "object"}
	}
	name := strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
	if _, ok := all[name]; !ok {
		all[name] = nil // in case that the struct contains itself
		properties := object{}
		required := []string{}
		for _, f := range reflect.VisibleFields(t) {
			key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			shown, _ := t.FieldByName(f.Name)
			if !slices.Equal(shown.Index, f.Index) || key == "" || key == "-" {
				continue // another field hides it, or it is not in the JSON
			}
			property := maps.Clone(all.of(f.Type))
			if about := f.Tag.Get("about"); about != "" {
				property["description"] = about
			}
			properties[key] = property
			if options != "omitempty" {
				required = append(required, key)
			}
		}
		switch t {
		case reflect.TypeFor[bench.Record]():
			addStatistics(properties)
			addSettings(properties)
		case reflect.TypeFor[api.Progress]():
			addStatistics(properties)
		case reflect.TypeFor[analysis.Summary]():
			for _, m := range analysis.Compared {
				figure := all.of(reflect.TypeFor[bench.Figure]())
				description := "mean of " + m.Name
				properties["mean_"+m.Key] = object{
					"type": figure["type"], "description": description,
				}
			}
		}
		all[name] = object{"type": "object", "properties": properties, "required": required}
	}
	return object{"$ref": "#/components/schemas/" + name}
}

// addStatistics adds the statistics to properties. A statistic is null if the solver does not
// report it.
func addStatistics(properties object) {
	for _, row := range search.Statistics {
		properties[row.Name] = object{"type": []string{"integer", "null"}, "description": row.About}
	}
}

// addSettings adds the settings to the properties of a record. The seed is null if the solver does
// not take it; another setting is absent.
func addSettings(properties object) {
	kinds := map[string]string{"bool": "boolean", "float64": "number", "string": "string"}
	for _, row := range solvers.Table() {
		kind := []string{cmp.Or(kinds[row.Kind], "integer")}
		if row.Auto {
			kind = append(kind, "string")
		}
		if row.Name == "seed" {
			kind = append(kind, "null")
		}
		key := strings.ReplaceAll(row.Name, "-", "_")
		properties[key] = object{"type": kind, "description": row.Meaning}
	}
}
