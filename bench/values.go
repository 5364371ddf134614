package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Values maps the names of settings to their values as text. A record keeps settings in
// this form, because later versions of the program may have other settings. In JSON,
// numbers and booleans have no quotes, and names have "_" instead of "-".
type Values map[string]string

// MarshalJSON writes an object with its keys sorted.
func (v Values) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, name := range slices.Sorted(maps.Keys(v)) {
		if i > 0 {
			text = append(text, ',')
		}
		key, _ := json.Marshal(strings.ReplaceAll(name, "-", "_")) // cannot fail for a string
		value := []byte(v[name])
		if !literal(v[name]) {
			value, _ = json.Marshal(v[name])
		}
		text = append(append(append(text, key...), ':'), value...)
	}
	return append(text, '}'), nil
}

// literal reports whether a text is written without quotes: a number, true, false or null.
func literal(text string) bool {
	switch text {
	case "true", "false", "null":
		return true
	}
	return text != "" && (text[0] == '-' || '0' <= text[0] && text[0] <= '9') && json.Valid([]byte(text))
}

// UnmarshalJSON reads an object of strings, numbers and booleans.
func (v *Values) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '{' || !json.Valid(text) {
		return fmt.Errorf("settings %.40q; expected an object", text)
	}
	*v = Values{}
	for key, value := range members(text) {
		v.put(key, value)
	}
	return nil
}

// put stores the value of a key of a JSON object. Both are part of valid JSON.
func (v Values) put(key, raw []byte) {
	value := string(raw)
	if raw[0] == '"' {
		value = unquoted(raw)
	}
	v[settingName(unquoted(key))] = value
}

// unquoted returns the text of a JSON string.
func unquoted(raw []byte) string {
	if !bytes.ContainsRune(raw, '\\') {
		return string(raw[1 : len(raw)-1])
	}
	var text string
	json.Unmarshal(raw, &text) // cannot fail
	return text
}

// settingName returns the name of a setting, given its key in JSON.
func settingName(key string) string { return strings.ReplaceAll(key, "_", "-") }

// members yields the keys, as JSON strings, and the values of a valid JSON object. It is several times faster than
// decoding into a map.
func members(object []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		var key []byte
		begin, depth := 0, 0 // of the value or key; depth counts the open brackets
		for i := 0; i < len(object); i++ {
			switch c := object[i]; c {
			case '"':
				for i++; object[i] != '"'; i++ {
					if object[i] == '\\' {
						i++
					}
				}
			case '{', '[':
				if depth++; depth == 1 {
					begin = i + 1
				}
			case ':':
				if depth == 1 {
					key, begin = bytes.TrimSpace(object[begin:i]), i+1
				}
			case ',', '}', ']':
				if value := bytes.TrimSpace(object[begin:i]); depth == 1 && len(value) > 0 {
					if !yield(key, value) {
						return
					}
					begin = i + 1
				}
				if c != ',' {
					depth--
				}
			}
		}
	}
}
