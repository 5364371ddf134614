package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
)

// value is the value of a flag: it reads the text with a parser whose errors
// say what was expected, and keeps the result where the command finds it.
type value[T any] struct {
	to      *T
	parse   func(string) (T, error)
	text    string   // as given, at first the default
	choices []string // for completion, where there are few
}

// Set implements cli.Generic.
func (v *value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to, v.text = parsed, text
	return nil
}

// String implements cli.Generic.
func (v *value[T]) String() string { return v.text }

// Choices lists what the shell may offer as the value.
func (v *value[T]) Choices() []string { return v.choices }

// flagOf makes a flag whose value goes to the variable. A default other than ""
// is read at once and must be right.
func flagOf[T any](name, usage, byDefault string, to *T, parse func(string) (T, error), choices ...string) *cli.GenericFlag {
	v := &value[T]{to: to, parse: parse, choices: choices}
	if byDefault != "" {
		if err := v.Set(byDefault); err != nil {
			panic(fmt.Sprintf("default of --%s: %v", name, err))
		}
	}
	return &cli.GenericFlag{Name: name, Usage: usage, Value: v}
}

// whole reads whole numbers from low to high.
func whole(low, high int) func(string) (int, error) {
	return func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < low || n > high {
			return 0, fmt.Errorf("expected a whole number from %d to %d", low, high)
		}
		return n, nil
	}
}

// count reads numbers of 64 bits that are not negative.
func count(text string) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("expected a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	return n, nil
}

// decimal reads decimals from low to high.
func decimal(low, high float64) func(string) (float64, error) {
	return func(text string) (float64, error) {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= low && x <= high) {
			return 0, fmt.Errorf("expected a number from %v to %v", low, high)
		}
		return x, nil
	}
}

// oneOf reads one of a few words.
func oneOf(words ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		for _, word := range words {
			if strings.EqualFold(text, word) {
				return word, nil
			}
		}
		return "", fmt.Errorf("expected one of %s", strings.Join(words, ", "))
	}
}

// duration reads times: a number of seconds, or one with its unit.
func duration(text string) (time.Duration, error) {
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

// byteCount reads amounts of memory, with or without a unit.
func byteCount(text string) (uint64, error) {
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
