package bench

import (
	"encoding/json"
	"iter"
	"strings"
)

// jsonValue is the text of a valid JSON value, without white space before it.
type jsonValue string

func (v jsonValue) isNull() bool   { return v == "null" }
func (v jsonValue) isText() bool   { return v[0] == '"' }
func (v jsonValue) isObject() bool { return v[0] == '{' }
func (v jsonValue) isNumber() bool { return v[0] == '-' || '0' <= v[0] && v[0] <= '9' }

// text returns the characters of a JSON string. Of another value, it returns the JSON text. The
// result may share the memory of the value.
func (v jsonValue) text() string {
	if !v.isText() {
		return string(v)
	}
	inner := string(v[1 : len(v)-1])
	if !strings.Contains(inner, `\`) {
		return inner
	}
	var text string
	if err := json.Unmarshal([]byte(v), &text); err != nil {
		return inner // a valid string has no error
	}
	return text
}

// members returns the keys and the values of an object, in their order. Neither is copied, so that
// reading a record costs little memory.
func (v jsonValue) members() iter.Seq2[string, jsonValue] {
	return func(yield func(string, jsonValue) bool) {
		rest := trimSpace(v[1:])
		for rest[0] != '}' {
			key := rest.first()
			rest = trimSpace(rest[len(key):])
			rest = trimSpace(rest[len(":"):])
			value := rest.first()
			rest = trimSpace(rest[len(value):])
			if rest[0] == ',' {
				rest = trimSpace(rest[len(","):])
			}
			if !yield(key.text(), value) {
				return
			}
		}
	}
}

const jsonSpace = " \t\r\n"

func trimSpace(v jsonValue) jsonValue {
	return jsonValue(strings.TrimLeft(string(v), jsonSpace))
}

// first returns the value at the beginning of a text.
func (v jsonValue) first() jsonValue {
	switch v[0] {
	case '"':
		return v[:v.textEnd(0)]
	case '{', '[':
		return v[:v.nestedEnd()]
	}
	end := strings.IndexAny(string(v), ",}]"+jsonSpace)
	return v[:end]
}

// textEnd returns the index behind the JSON string that begins at an index.
func (v jsonValue) textEnd(start int) int {
	i := start + 1
	for v[i] != '"' {
		if v[i] == '\\' {
			i++
		}
		i++
	}
	return i + 1
}

// nestedEnd returns the index behind the object or array at the beginning of a text.
func (v jsonValue) nestedEnd() int {
	depth := 0
	i := 0
	for {
		switch v[i] {
		case '"':
			i = v.textEnd(i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		i++
		if depth == 0 {
			return i
		}
	}
}
