package parameters

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type weights struct {
	Near float64 `json:"near"`
	Far  float64 `json:"far"`
}

var set = &Set[weights]{
	Kind:  "weights",
	Plain: weights{Near: 2, Far: 1},
	Rows: []Row[weights]{
		{
			Name: "near", Of: func(w *weights) *float64 { return &w.Near },
			Low: 1, High: 8, Step: math.Ln2, Factor: true,
		},
		{
			Name: "far", Of: func(w *weights) *float64 { return &w.Far },
			Low: 0, High: 3, Step: 0.5,
		},
	},
}

// A vector counts in steps from the plain parameters, and parameters stay within their limits.
func TestChanged(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   weights
	}{
		{[]float64{0, 0}, weights{Near: 2, Far: 1}},
		{[]float64{1, 1}, weights{Near: 4, Far: 1.5}},
		{[]float64{-1, -1}, weights{Near: 1, Far: 0.5}},
		{[]float64{1000, 1000}, weights{Near: 8, Far: 3}},
		{[]float64{-1000, -1000}, weights{Near: 1, Far: 0}},
	} {
		got := set.Changed(c.values)
		assert.InDelta(t, c.want.Near, got.Near, 1e-12)
		assert.InDelta(t, c.want.Far, got.Far, 1e-12)
		assert.NoError(t, set.Check(got))
	}
	assert.Equal(t, weights{Near: 2, Far: 1}, set.Plain, "is not changed")
	assert.EqualError(t, set.Check(weights{Near: math.NaN()}), "near NaN; expected 1 to 8")
	assert.EqualError(t, set.Check(weights{Near: 1, Far: 4}), "far 4; expected 0 to 3")
}

// A file that is written and read is the same.
func TestFile(t *testing.T) {
	file := File[weights]{
		Kind:       "weights",
		Command:    "npuzzle",
		Parameters: weights{Near: 3, Far: 2},
		Training:   json.RawMessage(`7`),
	}
	var text bytes.Buffer
	require.NoError(t, file.Write(&text))
	again, err := set.Read(text.Bytes())
	require.NoError(t, err)
	assert.Equal(t, file, again)
	assert.Equal(t, file, set.MustRead(text.Bytes()))
}

func TestFileRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"kind": "lines"}`, `a file of the kind "lines"; expected "weights"`},
		{`{}`, `a file of the kind ""; expected "weights"`},
		{`{"kind": "weights", "parameters": {"near": 9}}`, "near 9; expected 1 to 8"},
		{`{"kind": "weights", "parameters": {"nearer": 2}}`, `unknown field "nearer"`},
		{"1.5", "not a file of parameters"},
		{"", "not a file of parameters"},
	} {
		_, err := set.Read([]byte(c.text))
		assert.ErrorContains(t, err, c.want)
	}
	assert.Panics(t, func() { set.MustRead([]byte("{}")) })
}
