package main

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestByteCount(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1": 1, "1500000000": 1_500_000_000, "7b": 7,
		"200MB": 200_000_000, "200 mb": 200_000_000, "2GiB": 2 << 30, "1.5kB": 1500, "0.5KiB": 512, "3TB": 3e12, "1TiB": 1 << 40,
	} {
		got, err := byteCount(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "MB", "-1MB", "0.5", "1e30", "NaN", "inf", "5 apples"} {
		_, err := byteCount(text)
		assert.Error(t, err, text)
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0": 0, "10": 10 * time.Second, "0.5": time.Second / 2, "10s": 10 * time.Second, "1m30s": 90 * time.Second, "5ms": 5 * time.Millisecond,
	} {
		got, err := duration(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "-1", "-5s", "soon", "NaN", "inf", "1e300", "10 s"} {
		_, err := duration(text)
		assert.Error(t, err, text)
	}
}

func TestFormats(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 276361932: "276,361,932"} {
		assert.Equal(t, want, grouped(n))
	}
	for s, want := range map[float64]string{
		0: "0 µs", 5e-7: "0.50 µs", 0.000123: "123 µs", 0.00456: "4.56 ms", 0.0789: "78.9 ms", 1: "1 s", 31.44: "31.4 s", 119.97: "120 s", 600: "10.0 min",
		math.NaN(): unknown,
	} {
		assert.Equal(t, want, seconds(s))
	}
	for n, want := range map[uint64]string{0: "0 B", 999: "999 B", 1000: "1 kB", 24576: "24.6 kB", 999_600: "1.00 MB", 523_000_000: "523 MB"} {
		assert.Equal(t, want, amount(n))
	}
	assert.Equal(t, "190 M/s", rate(1.9e8))
	assert.Equal(t, "5/s", rate(5))
	assert.Equal(t, []string{"1 move", "0 moves", "1,200 moves"}, []string{plural(1, "move", "moves"), plural(0, "move", "moves"), plural(1200, "move", "moves")})
}
