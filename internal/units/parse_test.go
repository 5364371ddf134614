package units_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"npuzzle/internal/units"
)

func TestBytes(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1": 1, "1500000000": 1_500_000_000, "7b": 7,
		"200MB": 200_000_000, "200 mb": 200_000_000, "2GiB": 2 << 30, "1.5kB": 1500, "0.5KiB": 512,
		"3TB":  3e12,
		"1TiB": 1 << 40, "1,500": 1500, "2k": 2000, "2Ki": 2048, "1eb": 1e18,
	} {
		got, err := units.ParseBytes(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{
		"", "MB", "-1MB", "0.5", "1e30", "NaN", "inf", "5 apples", "1e3", "1.5.2", "2i", "2ii",
		"2gm", "9EiB",
	} {
		_, err := units.ParseBytes(text)
		assert.Error(t, err, text)
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"0": 0, "10": 10 * time.Second, "0.5": time.Second / 2, "10s": 10 * time.Second,
		"1m30s": 90 * time.Second,
		"5ms":   5 * time.Millisecond,
	} {
		got, err := units.ParseDuration(text)
		assert.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "-1", "-5s", "soon", "NaN", "inf", "1e300", "10 s"} {
		_, err := units.ParseDuration(text)
		assert.Error(t, err, text)
	}
}

func TestRanges(t *testing.T) {
	for text, ok := range map[string]bool{"1": true, "9": true, "0": false, "10": false,
		"-1": false, "+2": false,
		"1.5": false, "": false, "99999999999999999999": false} {
		_, err := units.Whole(1, 9)(text)
		assert.Equal(t, ok, err == nil, text)
	}
	for text, ok := range map[string]bool{"0": true, "0.5": true, "1": true, "1.01": false,
		"-0.1": false,
		"NaN":  false, "x": false} {
		_, err := units.Decimal(0, 1)(text)
		assert.Equal(t, ok, err == nil, text)
	}
	word, err := units.OneOf("blank", "tile")("TILE")
	assert.NoError(t, err)
	assert.Equal(t, "tile", word)
	_, err = units.OneOf("blank", "tile")("board")
	assert.EqualError(t, err, "expected one of blank, tile")
	_, err = units.ParseBool("perhaps")
	assert.EqualError(t, err, "expected true or false")
	_, err = units.ParseCount("-1")
	assert.EqualError(t, err, "expected a whole number from 0 to 18446744073709551615")
}
