package units_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"npuzzle/internal/units"
)

var nan = math.NaN()

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{units.Grouped(0), "0"}, {units.Grouped(999), "999"}, {units.Grouped(1234567), "1,234,567"},
		{units.Count(nan), "-"}, {units.Count(2.5), "2.5"}, {units.Count(9.96), "10"}, {units.Count(1234.6), "1,235"}, {units.Count(7), "7"},
		{units.Seconds(nan), "-"}, {units.Seconds(0), "0 µs"}, {units.Seconds(1.234e-5), "12.3 µs"}, {units.Seconds(0.0123), "12.3 ms"}, {units.Seconds(2), "2.00 s"}, {units.Seconds(150), "2.5 min"}, {units.Seconds(9000), "2.5 h"}, {units.Seconds(216_000), "2.5 days"}, {units.Seconds(1e9), "11,574 days"},
		{units.Bytes(nan), "-"}, {units.Bytes(999), "999 B"}, {units.Bytes(999.9), "1.00 kB"}, {units.Bytes(2e9), "2 GB"},
		{units.Rate(1500), "1.50 k/s"},
		{units.Figure(nan, 2), "-"}, {units.Figure(1.005, 1), "1.0"},
		{units.Percent(nan, 1), "-"}, {units.Percent(0.5, 1), "50.0 %"},
		{units.Ratio(nan), "-"}, {units.Ratio(0), "0"}, {units.Ratio(12.34), "12.3"}, {units.Ratio(1), "1.00"}, {units.Ratio(1234.5), "1234"}, {units.Ratio(0.5), "0.500"}, {units.Ratio(0.01234), "0.0123"},
		{units.P(nan), "-"}, {units.P(0.0004), "<0.001"}, {units.P(0.04), "0.040"}, {units.P(1), "1.000"},
		{units.Plural(1, "board", "boards"), "1 board"}, {units.Plural(2000, "board", "boards"), "2,000 boards"},
		{units.Range(0.0011, 0.0023, units.Seconds), "1.10–2.30 ms"}, {units.Range(0.0009, 0.0023, units.Seconds), "900 µs–2.30 ms"}, {units.Range(nan, 1, units.Seconds), "-"},
	} {
		assert.Equal(t, c.want, c.got)
	}
}
