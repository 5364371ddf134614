package store

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkReadTrial measures what a command takes to read and check a stored record. The target is
// at most 40 µs.
func BenchmarkReadTrial(b *testing.B) {
	text, err := json.Marshal(record(1))
	require.NoError(b, err)
	row := seal("key", string(text))
	b.ReportAllocs()
	for b.Loop() {
		_, err := readTrial(row)
		require.NoError(b, err)
	}
}
