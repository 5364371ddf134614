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
		{units.Count.Format(nan), "-"}, {units.Count.Format(2.5), "2.5"},
		{units.Count.Format(9.96), "10"},
		{units.Count.Format(1234.6), "1,235"}, {units.Count.Format(7), "7"},
		{units.Seconds.Format(nan), "-"}, {units.Seconds.Format(0), "0 µs"},
		{units.Seconds.Format(1.234e-5), "12.3 µs"}, {units.Seconds.Format(0.0123), "12.3 ms"},
		{units.Seconds.Format(2), "2.00 s"}, {units.Seconds.Format(150), "2.5 min"},
		{units.Seconds.Format(9000), "2.5 h"}, {units.Seconds.Format(216_000), "2.5 days"},
		{units.Seconds.Format(1e9), "11,574 days"},
		{units.Bytes.Format(nan), "-"}, {units.Bytes.Format(999), "999 B"},
		{units.Bytes.Format(999.9), "1.00 kB"},
		{units.Bytes.Format(2e9), "2 GB"},
		{units.Rate.Format(1500), "1.50 k/s"}, {units.Number.Format(7e6), "7 M"},
		{units.Number.Format(999.6), "1.00 k"}, {units.Seconds.Format(999.6e-6), "1.00 ms"},
		{units.Seconds.Format(999.4e-6), "999 µs"}, {units.Number.Format(0), "0"},
		{units.Moves.Format(22.146), "22.15"}, {units.Ratio.Format(99.96), "100"},
		{units.Decimals(nan, 2), "-"}, {units.Decimals(1.005, 1), "1.0"},
		{units.Share.Format(nan), "-"}, {units.Share.Format(0.5), "50.0 %"},
		{units.Ratio.Format(nan), "-"}, {units.Ratio.Format(0), "0"},
		{units.Ratio.Format(12.34), "12.3"},
		{units.Ratio.Format(1), "1.00"}, {units.Ratio.Format(1234.5), "1234"},
		{units.Ratio.Format(0.5), "0.500"},
		{units.Ratio.Format(0.01234), "0.0123"},
		{units.Probability.Format(nan), "-"}, {units.Probability.Format(0.0004), "<0.001"},
		{units.Probability.Format(0.04), "0.040"}, {units.Probability.Format(1), "1.000"},
		{units.Plural(1, "board", "boards"), "1 board"},
		{units.Plural(2000, "board", "boards"), "2,000 boards"},
		{units.Range(0.0011, 0.0023, units.Seconds.Format), "1.10–2.30 ms"},
		{units.Range(0.0009, 0.0023, units.Seconds.Format), "900 µs–2.30 ms"},
		{units.Range(nan, 1, units.Seconds.Format), "-"},
	} {
		assert.Equal(t, c.want, c.got)
	}
}

// Wrap breaks a text at spaces, except for those that must not be breaks.
func TestUnbroken(t *testing.T) {
	text := "about " + units.Unbroken("1.13 ***") + " times"
	assert.Equal(t, []string{"about", units.Unbroken("1.13 ***"), "times"}, units.Wrap(text, 6))
	assert.Equal(t, units.Words(text), units.Wrap(text, 1))
	assert.Equal(t, "about 1.13 *** times", units.Plain(text))
}

// Zero has no sign, whatever was rounded to it.
func TestDecimalsOfZero(t *testing.T) {
	for x, want := range map[float64]string{-0.004: "0.00", 0: "0.00", -0.006: "-0.01"} {
		assert.Equal(t, want, units.Decimals(x, 2))
	}
	assert.Equal(t, "0", units.Decimals(-0.4, 0))
}
