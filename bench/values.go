package bench

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Values are settings by their names, each as the text that sets it. A record
// keeps them so and not as today's settings, since it may outlive those. In JSON,
// numbers and booleans have no quotes, and names have "_" for "-".
type Values map[string]string

// MarshalJSON writes an object, its keys in order.
func (v Values) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(v)) {
		if i > 0 {
			text = append(text, ',')
		}
		value, err := valueJSON(v[name])
		if err != nil {
			return nil, err
		}
		text = fmt.Appendf(text, "%q:%s", strings.ReplaceAll(name, "-", "_"), value)
	}
	return append(text, '}'), nil
}

// valueJSON returns a text as JSON: numbers, true and false without quotes.
func valueJSON(text string) ([]byte, error) {
	number := text != "" && strings.ContainsRune("-0123456789", rune(text[0]))
	if json.Valid([]byte(text)) && (number || text == "true" || text == "false") {
		return []byte(text), nil
	}
	return json.Marshal(text)
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
			if err := json.Unmarshal(raw, &value); err != nil {
				return err
			}
		}
		(*v)[strings.ReplaceAll(name, "_", "-")] = value
	}
	return nil
}
