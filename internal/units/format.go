package units

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unknown is the text of an unknown value.
const Unknown = "-"

// Unit says what a number measures, which determines how the number is written. Tables,
// axes and lines of text format all numbers with [Unit.Format].
type Unit int

// The units. Values are in SI base units. A Share is a fraction from 0 to 1.
const (
	Number      Unit = iota // three digits with a prefix: 1.50 k
	Count                   // a whole number in groups of three digits: 1,500
	Moves                   // a mean number of moves, two decimals: 22.15
	Ratio                   // a quotient of two values, three digits: 0.0123
	Gap                     // a quotient near 1, three decimals: 1.023
	Share                   // a fraction of a whole, in percent: 97.5 %
	Probability             // p-value of a statistical test, three decimals: <0.001
	Seconds                 // a time: 12.3 ms
	Bytes                   // an amount of memory with decimal prefixes: 2.50 MB
	Rate                    // a number per second: 1.50 M/s
)

// named has the units by their names in tables of statistics, such as search.Statistics.
var named = map[string]Unit{
	"moves": Moves, "seconds": Seconds, "bytes": Bytes, "share": Share, "gap": Gap,
	"states": Count, "plans": Count, "cost": Count, "count": Count,
}

// Of returns the unit with the given name in tables of statistics.
func Of(name string) Unit { return named[name] }

// prefix is a named multiple of a unit.
type prefix struct {
	factor float64
	name   string
}

var numberPrefixes = []prefix{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}, {1, ""}}

// prefixes holds the prefixes of each unit, the largest first. Units that are not listed
// use numberPrefixes.
var prefixes = map[Unit][]prefix{
	Seconds: {{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}},
	Bytes:   {{1e12, " TB"}, {1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}, {1, " B"}},
	Share:   {{0.01, " %"}},
}

// Prefix returns the factor and the name of the prefix for a value. This is the largest
// prefix that does not exceed the value, or else the smallest prefix. For example, 0.002
// with unit Seconds has 1e-3 and " ms". All marks of an axis share one prefix.
func (u Unit) Prefix(value float64) (factor float64, name string) {
	choices, found := prefixes[u]
	if !found {
		choices = numberPrefixes
	}
	for _, p := range choices {
		if math.Abs(value) >= p.factor*(1-1e-9) {
			return p.factor, p.name
		}
	}
	last := choices[len(choices)-1]
	return last.factor, last.name
}

// Format writes a value for people. NaN is [Unknown].
func (u Unit) Format(x float64) string {
	switch {
	case math.IsNaN(x):
		return Unknown
	case u == Count && x != math.Trunc(x) && x < 9.95:
		return Decimals(x, 1)
	case u == Count:
		return Grouped(uint64(math.Round(x)))
	case u == Moves:
		return Decimals(x, 2)
	case u == Ratio:
		return threeDigits(x)
	case u == Share:
		return Decimals(100*x, 1) + " %"
	case u == Probability && x < 0.001:
		return "<0.001"
	case u == Gap, u == Probability:
		return Decimals(x, 3)
	case u == Seconds && x >= 48*3600:
		return Count.Format(x/(24*3600)) + " days"
	case u == Seconds && x >= 2*3600:
		return Decimals(x/3600, 1) + " h"
	case u == Seconds && x >= 120:
		return Decimals(x/60, 1) + " min"
	case u == Rate:
		return Number.Format(x) + "/s"
	}
	factor, name := u.Prefix(x / rounded)
	y := x / factor
	// Times show three digits even if they are round, so that times beside one another have the
	// same precision.
	if u == Seconds || y != math.Trunc(y) {
		return threeDigits(y) + name
	}
	return Decimals(y, 0) + name
}

// rounded is the smallest fraction of a prefix that is rounded up to this prefix. For
// example, 999.5 kB is written as 1.00 MB.
const rounded = 0.9995

// slack corrects the logarithm of numbers from 99.95 to 100, which are rounded to 100 and
// so have three digits before the point.
var slack = math.Log10(100 / 99.95)

// threeDigits writes a number of at least 0 with three significant digits, including
// trailing zeros. Digits before the point are never dropped. 0 is written as "0".
func threeDigits(x float64) string {
	if x == 0 {
		return "0"
	}
	return Decimals(x, max(2-int(math.Floor(math.Log10(math.Abs(x))+slack)), 0))
}

// Decimals writes a number with a fixed number of decimals. NaN is [Unknown]. A number that is
// rounded to 0 has no sign.
func Decimals(x float64, decimals int) string {
	if math.IsNaN(x) {
		return Unknown
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if number, negative := strings.CutPrefix(text, "-"); negative && strings.Trim(number, "0.") == "" {
		return number
	}
	return text
}

// Grouped writes a whole number with a comma between groups of three digits. Use it for
// exact counts, and [Number] where three digits suffice.
func Grouped(n uint64) string {
	text := strconv.FormatUint(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Range writes an interval, such as 1.10–2.30 ms. It formats both ends with a function
// such as Seconds.Format. If both ends have the same suffix, only the second end shows
// it. If either end is NaN, the result is [Unknown].
func Range(low, high float64, format func(float64) string) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return Unknown
	}
	from := format(low)
	to := format(high)
	if number, suffix, found := strings.Cut(from, " "); found && strings.HasSuffix(to, " "+suffix) {
		from = number
	}
	return from + "–" + to
}

// Plural writes a number with its noun: "1 board", or "2,000 boards". The noun may
// include a verb, as in "1 trial is".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%s %s", Grouped(uint64(n)), many)
}

// noBreak is a space at which Wrap does not break a text.
const noBreak = "\u00a0"

// Unbroken returns the text with spaces at which [Wrap] does not break it.
func Unbroken(text string) string { return strings.ReplaceAll(text, " ", noBreak) }

// Plain returns the text with the spaces of Unbroken as usual ones.
func Plain(text string) string { return strings.ReplaceAll(text, noBreak, " ") }

// Words returns the parts of a text between which [Wrap] may break it.
func Words(text string) []string {
	breaks := func(c rune) bool { return unicode.IsSpace(c) && string(c) != noBreak }
	return strings.FieldsFunc(text, breaks)
}

// Wrap breaks a text at spaces into lines of at most the given number of letters, if possible. It
// does not break parts that are [Unbroken].
func Wrap(text string, length int) []string {
	var lines []string
	for _, word := range Words(text) {
		last := len(lines) - 1
		if last < 0 || utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) > length {
			lines = append(lines, word)
			continue
		}
		lines[last] += " " + word
	}
	return lines
}
