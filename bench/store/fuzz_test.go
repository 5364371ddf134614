package store

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

// A record that passes the check of a row can be exported in every format, and is read again
// as it was. Other texts are errors.
func FuzzRecord(f *testing.F) {
	for _, r := range trials(f) {
		text, err := json.Marshal(r)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add([]byte(`{"status":"solved","cost":1e308}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := readTrial(seal("key", string(text)))
		if err != nil {
			return
		}
		for _, format := range Formats {
			require.NoError(t, Export(&bytes.Buffer{}, format, []bench.Record{r}), format)
		}
		text, err = json.Marshal(r)
		require.NoError(t, err)
		again, err := readTrial(seal("key", string(text)))
		require.NoError(t, err)
		second, err := json.Marshal(again)
		require.NoError(t, err)
		require.JSONEq(t, string(text), string(second))
	})
}
