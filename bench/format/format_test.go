package format_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/bench/format"
)

var nan = math.NaN()

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{format.Grouped(0), "0"}, {format.Grouped(999), "999"}, {format.Grouped(1234567), "1,234,567"},
		{format.Count(nan), "-"}, {format.Count(2.5), "2.5"}, {format.Count(9.96), "10"}, {format.Count(1234.6), "1,235"}, {format.Count(7), "7"},
		{format.Seconds(nan), "-"}, {format.Seconds(0), "0 µs"}, {format.Seconds(1.234e-5), "12.3 µs"}, {format.Seconds(0.0123), "12.3 ms"}, {format.Seconds(2), "2.00 s"}, {format.Seconds(150), "2.5 min"}, {format.Seconds(9000), "2.5 h"}, {format.Seconds(216_000), "2.5 days"}, {format.Seconds(1e9), "11,574 days"},
		{format.Bytes(nan), "-"}, {format.Bytes(999), "999 B"}, {format.Bytes(999.9), "1.00 kB"}, {format.Bytes(2e9), "2 GB"},
		{format.Rate(1500), "1.50 k/s"},
		{format.Figure(nan, 2), "-"}, {format.Figure(1.005, 1), "1.0"},
		{format.Percent(nan, 1), "-"}, {format.Percent(0.5, 1), "50.0 %"},
		{format.Ratio(nan), "-"}, {format.Ratio(0), "0"}, {format.Ratio(12.34), "12.3"}, {format.Ratio(1), "1.00"}, {format.Ratio(1234.5), "1234"}, {format.Ratio(0.5), "0.500"}, {format.Ratio(0.01234), "0.0123"},
		{format.P(nan), "-"}, {format.P(0.0004), "<0.001"}, {format.P(0.04), "0.040"}, {format.P(1), "1.000"},
		{format.Plural(1, "board", "boards"), "1 board"}, {format.Plural(2000, "board", "boards"), "2,000 boards"},
		{format.Range(0.0011, 0.0023, format.Seconds), "1.10–2.30 ms"}, {format.Range(0.0009, 0.0023, format.Seconds), "900 µs–2.30 ms"}, {format.Range(nan, 1, format.Seconds), "-"},
	} {
		assert.Equal(t, c.want, c.got)
	}
}
