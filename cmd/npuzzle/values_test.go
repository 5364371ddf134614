package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFormats(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 276361932: "276,361,932"} {
		assert.Equal(t, want, grouped(n))
	}
	for s, want := range map[float64]string{
		0: "0 µs", 5e-7: "0.50 µs", 0.000123: "123 µs", 0.00456: "4.56 ms", 0.0789: "78.9 ms", 1: "1.00 s",
		31.44: "31.4 s", 119.97: "120 s", 600: "10.0 min",
		math.NaN(): unknown,
	} {
		assert.Equal(t, want, seconds(s))
	}
	for n, want := range map[uint64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 24576: "24.6 kB",
		999_600: "1.00 MB", 523_000_000: "523 MB"} {
		assert.Equal(t, want, amount(n))
	}
	assert.Equal(t, "190 M/s", rate(1.9e8))
	assert.Equal(t, "5/s", rate(5))
	assert.Equal(t, []string{"1 move", "0 moves", "1,200 moves"}, []string{plural(1, "move", "moves"),
		plural(0, "move", "moves"), plural(1200, "move", "moves")})
}
