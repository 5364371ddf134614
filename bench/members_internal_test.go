package bench

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMembers(t *testing.T) {
	object := jsonValue(` { "a" : 1 ,"b\"}" : {"c": ["}", {}]}, "d":"x\\","" : null,` + "\n\t" +
		`"e":-2e3}`)
	type member struct {
		key   string
		value jsonValue
	}
	var got []member
	for key, value := range trimSpace(object).members() {
		got = append(got, member{key, value})
	}
	require.Equal(t, []member{
		{"a", "1"},
		{`b"}`, `{"c": ["}", {}]}`},
		{"d", `"x\\"`},
		{"", "null"},
		{"e", "-2e3"},
	}, got)
	for range jsonValue(`{ }`).members() {
		t.Fatal("an empty object has a member")
	}
}

func TestTextOfValues(t *testing.T) {
	for value, want := range map[jsonValue]string{
		`"x"`:           "x",
		`""`:            "",
		`"a\u00e9\n\""`: "aé\n\"",
		`12`:            "12",
		`{"a":1}`:       `{"a":1}`,
	} {
		assert.Equal(t, want, value.text())
	}
}

// The members of every object are those that encoding/json reads.
func FuzzMembers(f *testing.F) {
	for _, text := range []string{
		`{}`, ` {"a":1,"b":"\\\"","a":[{}, "]"]} `, `{"\ud800":true}`,
		`{"x":{"y":"}"} , "z" : false}`, `[]`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		object := trimSpace(jsonValue(text))
		if !json.Valid([]byte(text)) || !object.isObject() || !utf8.ValidString(text) {
			return
		}
		var want map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(text), &want))
		got := map[string]json.RawMessage{}
		for key, value := range object.members() {
			got[key] = json.RawMessage(value)
		}
		require.Equal(t, want, got)
	})
}
