package bench_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

const decoded = `{"schema":2,"puzzle":1,"board":"1 2 3/4 5 6/7 0 8","goal":"1 2 3/4 5 6/7 8 ` +
	`0","rows":3,"cols":3,` +
	`"move_costs":"1,1,1,1","start_misplaced":1,"algorithm":"astar","heuristic":"manhattan","status":"solved",` +
	`"moves":"R","notation":"blank","length":1,"length_mtm":1,"cost":1,"optimal":true,"lower_bound":1,` +
	`"max_depth":null,"max_cost":1.5,` +
	`"seconds":2e-3,"cpu_seconds":0.25,"machine":"\u00e9\n","expanded":3,"generated":null,` +
	`"order":"UDLR","seed":null,"more_text":"a \"b\"","found":[{"length":7,"seconds":0.5}]}`

// Records that are read together share what they have in common. They are the same as records that
// are read one by one.
func TestDecoderSharesValues(t *testing.T) {
	var decoder bench.Decoder
	var first, second, alone bench.Record
	require.NoError(t, decoder.Decode(decoded, &first))
	require.NoError(t, decoder.Decode(decoded, &second))
	require.NoError(t, json.Unmarshal([]byte(decoded), &alone))
	want, err := json.Marshal(alone)
	require.NoError(t, err)
	for _, r := range []bench.Record{first, second} {
		got, err := json.Marshal(r)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	}
	assert.Equal(t, "é\n", first.Machine)
	assert.Equal(t, bench.Values{"order": "UDLR", "more-text": `a "b"`}, first.Settings)
	assert.Equal(t, 7, first.Found[0].Length)
	assert.NotSame(t, first.Moves, second.Moves)

	allocations := testing.AllocsPerRun(100, func() {
		var r bench.Record
		require.NoError(t, decoder.Decode(decoded, &r))
	})
	assert.Less(t, allocations, 30.0)
}

// What is not a record is an error, not a panic.
func TestDecoderRefusesOtherTexts(t *testing.T) {
	for _, text := range []string{
		"", "null", "[]", `"x"`, "{", `{"rows":}`, `{"rows":"3"}`, `{"rows":1.5}`, `{"rows":1e3}`,
		`{"board":[1]}`,
		`{"board":"1 1/2 0"}`, `{"rows":99999999999999999999}`, `{"seconds":1e999}`, `{"status":7}`,
		`{"optimal":1}`,
		`{"found":{}}`, `{"found":[{"length":"x"}]}`, `{"length":[]}`, `{"expanded":-1}`,
		`{"moves":3}`, `{} {}`,
		`{"move_costs":"0"}`,
	} {
		var r bench.Record
		assert.Error(t, new(bench.Decoder).Decode(text, &r), text)
	}
	for _, text := range []string{`{}`, `{"":1,"-":2}`,
		`{"rows":null,"moves":null,"status":null}`} {
		var r bench.Record
		assert.NoError(t, new(bench.Decoder).Decode(text, &r), text)
	}
}

func BenchmarkDecode(b *testing.B) {
	var decoder bench.Decoder
	b.SetBytes(int64(len(decoded)))
	for b.Loop() {
		var r bench.Record
		if err := decoder.Decode(decoded, &r); err != nil {
			b.Fatal(err)
		}
	}
}
