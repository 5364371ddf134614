package bench

import (
	"encoding/json"
	"strings"

	"github.com/parquet-go/jsonlite"
)

// Values maps the names of settings to their values as text. A record keeps settings in
// this form, because later versions of the program may have other settings. In JSON,
// numbers and booleans have no quotes, and names have "_" instead of "-".
type Values map[string]string

// MarshalJSON writes an object with its keys sorted.
func (v Values) MarshalJSON() ([]byte, error) {
	object := map[string]any{}
	v.addTo(object)
	return json.Marshal(object)
}

// addTo adds the values to an object.
func (v Values) addTo(object map[string]any) {
	for name, text := range v {
		name = strings.ReplaceAll(name, "-", "_")
		if object[name] = text; literal(text) {
			object[name] = json.RawMessage(text)
		}
	}
}

// literal reports whether a text is written without quotes: a number, true or false.
func literal(text string) bool {
	switch {
	case text == "true", text == "false":
		return true
	case text == "" || !strings.Contains("-0123456789", text[:1]):
		return false
	}
	return json.Valid([]byte(text))
}

// set sets the value with the given key of an object. The object "ga" has values of its own: earlier
// versions wrote the settings of the genetic solver in this way. A value of null is left out.
func (v Values) set(key string, value *jsonlite.Value) {
	switch {
	case value.Kind() == jsonlite.Null:
	case key == "ga" && value.Kind() == jsonlite.Object:
		for key, value := range value.Object {
			v.set(key, value)
		}
	default:
		v[strings.ReplaceAll(key, "_", "-")] = strings.Clone(value.String()) // the text does not keep the object
	}
}
