package units

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Whole returns a parser of whole numbers from low to high.
func Whole[T ~int | ~uint64](low, high T) func(string) (T, error) {
	return func(text string) (T, error) {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil || n > uint64(high) || T(n) < low {
			return 0, fmt.Errorf("expected a whole number from %d to %d", low, high)
		}
		return T(n), nil
	}
}

// ParseCount reads a whole number from 0 to 2^64-1.
var ParseCount = Whole[uint64](0, math.MaxUint64)

// Decimal returns a parser of numbers from low to high.
func Decimal(low, high float64) func(string) (float64, error) {
	return func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= low && x <= high) {
			return 0, fmt.Errorf("expected a number from %s to %s", Decimals(low, -1),
				Decimals(high, -1))
		}
		return x, nil
	}
}

// OneOf returns a parser of the given words. It compares words as [FindName] does.
func OneOf(words ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		word, ok := FindName(text, words)
		if !ok {
			return "", fmt.Errorf("expected one of %s%s", strings.Join(words, ", "),
				DidYouMean(text, words))
		}
		return word, nil
	}
}

// ParseDuration reads a time of at least 0: a number of seconds such as 0.5, or numbers
// with units such as 1m30s.
func ParseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if seconds, noUnit := strconv.ParseFloat(text, 64); noUnit == nil {
		d = time.Duration(seconds * float64(time.Second))
		err = nil
		if !(seconds < math.MaxInt64/float64(time.Second)) {
			d = -1
		}
	}
	if err != nil || d < 0 {
		return 0, errors.New("expected a time such as 10s, 1m30s or 0.5, a number of seconds")
	}
	return d, nil
}

// ParseBytes reads an amount of memory. The unit is B, kB to EB (powers of 1000), or KiB
// to EiB (powers of 1024). The unit or its letter B may be left out, and case is ignored.
func ParseBytes(text string) (uint64, error) {
	rest := strings.TrimLeft(text, "0123456789.,")
	number := strings.ReplaceAll(strings.TrimSuffix(text, rest), ",", "")
	amount, err := strconv.ParseFloat(number, 64)
	unit := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(rest)), "b")
	prefix, binary := strings.CutSuffix(unit, "i")
	power := 1 + strings.Index("kmgtpe", prefix)
	switch {
	case unit == "":
		power = 0
	case len(prefix) != 1 || power == 0:
		err = strconv.ErrSyntax
	}
	base := 1000.0
	if binary {
		base = 1024
	}
	bytes := amount * math.Pow(base, float64(power))
	// An amount below one byte must not become 0, which means no limit.
	lost := bytes < 1 && amount != 0
	if err != nil || lost || !(bytes >= 0 && bytes < math.MaxInt64) {
		return 0, errors.New("expected an amount of memory such as 200MB, 2GiB or 1500000000")
	}
	return uint64(bytes), nil
}

// ParseBool reads true or false in any form that strconv.ParseBool accepts, ignoring
// case.
func ParseBool(text string) (bool, error) {
	yes, err := strconv.ParseBool(strings.ToLower(text))
	if err != nil {
		return false, fmt.Errorf("expected true or false%s",
			DidYouMean(text, []string{"true", "false"}))
	}
	return yes, nil
}
