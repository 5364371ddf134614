package units

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Whole reads whole numbers from low to high.
func Whole[T ~int | ~uint64](low, high T) func(string) (T, error) {
	return func(text string) (T, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil || n > uint64(high) || T(n) < low {
			return 0, fmt.Errorf("expected a whole number from %d to %d", low, high)
		}
		return T(n), nil
	}
}

// ParseCount reads numbers of 64 bits that are not negative.
var ParseCount = Whole[uint64](0, math.MaxUint64)

// Decimal reads decimals from low to high.
func Decimal(low, high float64) func(string) (float64, error) {
	return func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= low && x <= high) {
			return 0, fmt.Errorf("expected a number from %v to %v", low, high)
		}
		return x, nil
	}
}

// OneOf reads one of a few words.
func OneOf(words ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		for _, word := range words {
			if strings.EqualFold(text, word) {
				return word, nil
			}
		}
		return "", fmt.Errorf("expected one of %s", strings.Join(words, ", "))
	}
}

// ParseDuration reads times: a number of seconds such as 0.5, or numbers with units such as 1m30s.
// Times are at least 0.
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if seconds, noUnit := strconv.ParseFloat(text, 64); noUnit == nil {
		d, err = time.Duration(seconds*float64(time.Second)), nil
		if !(seconds < math.MaxInt64/float64(time.Second)) {
			d = -1
		}
	}
	if err != nil || d < 0 {
		return 0, fmt.Errorf("expected a time such as 10s, 1m30s or 0.5, a number of seconds")
	}
	return d, nil
}

// byteUnits are the suffixes of amounts of memory. The longer ones come first.
var byteUnits = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12}, {"b", 1},
}

// ParseBytes reads amounts of memory, with or without a unit.
func ParseBytes(text string) (uint64, error) {
	number, unit := strings.ToLower(strings.ReplaceAll(text, " ", "")), 1.0
	for _, u := range byteUnits {
		if rest, ok := strings.CutSuffix(number, u.suffix); ok {
			number, unit = rest, u.bytes
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x*unit >= 1 && x*unit < math.MaxInt64 || x == 0) {
		return 0, fmt.Errorf("expected an amount of memory such as 200MB, 2GiB or 1500000000")
	}
	return uint64(x * unit), nil
}

// ParseBool reads true or false.
func ParseBool(text string) (bool, error) {
	yes, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("expected true or false")
	}
	return yes, nil
}
