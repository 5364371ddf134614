package bench

import (
	"encoding/json"
	"strings"
)

// Values are settings by their names, each as the text that sets it. A record
// keeps them so and not as today's settings, since it may outlive those. In JSON,
// numbers and booleans have no quotes, and names have "_" for "-".
type Values map[string]string

// MarshalJSON writes an object, its keys in order.
func (v Values) MarshalJSON() ([]byte, error) {
	object := make(map[string]any, len(v))
	for name, text := range v {
		object[strings.ReplaceAll(name, "-", "_")] = plain(text)
	}
	return json.Marshal(object)
}

// plain returns a text that is a number, true or false as JSON without quotes.
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
			json.Unmarshal(raw, &value) // cannot fail: the object is valid
		}
		(*v)[strings.ReplaceAll(name, "_", "-")] = value
	}
	return nil
}
