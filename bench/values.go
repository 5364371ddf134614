package bench

import (
	"encoding/json"
	"strings"
)

// Values maps the names of settings to their values as text. A record keeps settings in
// this form, because later versions of the program may have other settings. In JSON,
// numbers and booleans have no quotes, and names have "_" instead of "-".
type Values map[string]string

// MarshalJSON writes an object with its keys sorted.
func (v Values) MarshalJSON() ([]byte, error) {
	object := make(map[string]any, len(v))
	for name, text := range v {
		object[strings.ReplaceAll(name, "-", "_")] = plain(text)
	}
	return json.Marshal(object)
}

// plain returns the value to encode as JSON: a number, true or false is encoded without
// quotes, any other text as a string.
func plain(text string) any {
	number := text != "" && strings.ContainsRune("-0123456789", rune(text[0]))
	if json.Valid([]byte(text)) && (number || text == "true" || text == "false") {
		return json.RawMessage(text)
	}
	return text
}

// UnmarshalJSON reads an object of strings, numbers and booleans.
func (v *Values) UnmarshalJSON(text []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return err
	}
	*v = make(Values, len(object))
	for name, raw := range object {
		value := string(raw)
		if raw[0] == '"' {
			json.Unmarshal(raw, &value) // cannot fail: raw is part of valid JSON
		}
		(*v)[strings.ReplaceAll(name, "_", "-")] = value
	}
	return nil
}
