package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEscaped(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"größe 4×4\u00a0– 日本\tx\n", "größe 4×4\u00a0– 日本\tx\n"},
		{"a\x1b[31mb\r", `a\x1b[31mb\x0d`},
		{"a\u202eb\u2066\u200b\u2028", `a\u202eb\u2066\u200b\u2028`},
		{"\u009b2J\x7f\x00", `\u009b2J\x7f\x00`},
		{"a\x9b2J\xff", `a\x9b2J\xff`},
		{"\U000e0041\ufffd", `\U000e0041` + "\ufffd"},
	} {
		assert.Equal(t, c.want, escaped(c.text), "%q", c.text)
	}
}

// Escaping changes no value in JSON, and leaves nothing that a terminal obeys.
func TestEscapedJSONKeepsItsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.String().Draw(t, "key")
		content := rapid.String().Draw(t, "text")
		value := map[string]string{key: content + "\x1b\u202e\U000e0041"}
		text, err := json.Marshal(value)
		require.NoError(t, err)
		printed := escapedJSON(text)
		assert.False(t, strings.ContainsFunc(string(printed), Obeyed), "%q", printed)
		var got, want map[string]string
		require.NoError(t, json.Unmarshal(printed, &got))
		require.NoError(t, json.Unmarshal(text, &want))
		assert.Equal(t, want, got)
	})
}
