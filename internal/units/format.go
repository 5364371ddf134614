package units

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Unknown stands where there is no figure.
const Unknown = "-"

// Grouped writes a whole number with a comma between groups of three digits.
func Grouped(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	var text strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteByte(',')
		}
		text.WriteRune(d)
	}
	return text.String()
}

// Count writes a number of at least 0 of which the fraction does not matter, in
// groups.
func Count(x float64) string {
	switch {
	case math.IsNaN(x):
		return Unknown
	case x != math.Trunc(x) && x < 9.95:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return Grouped(uint64(math.Round(x)))
}

// Seconds writes a time in the unit that suits it and in three digits, so that
// times beside one another are given to the same precision.
func Seconds(s float64) string {
	switch {
	case math.IsNaN(s):
		return Unknown
	case s >= 48*3600:
		return Count(s/(24*3600)) + " days"
	case s >= 2*3600:
		return fmt.Sprintf("%.1f h", s/3600)
	case s >= 120:
		return fmt.Sprintf("%.1f min", s/60)
	case s >= 1:
		return digits3(s) + " s"
	case s >= 1e-3:
		return digits3(s*1e3) + " ms"
	case s == 0:
		return "0 µs"
	}
	return digits3(s*1e6) + " µs"
}

// Bytes writes an amount in powers of 1000.
func Bytes(n float64) string {
	if math.IsNaN(n) {
		return Unknown
	}
	return scaled(n, []string{" B", " kB", " MB", " GB", " TB"})
}

// About writes a large number in three digits.
func About(n float64) string { return scaled(n, []string{"", " k", " M", " G", " T"}) }

// Rate writes a number a second.
func Rate(perSecond float64) string { return About(perSecond) + "/s" }

func scaled(x float64, units []string) string {
	for len(units) > 1 && x >= 999.5 {
		x, units = x/1000, units[1:]
	}
	return Digits3(x) + units[0]
}

// Digits3 writes a number of at least 0 in three digits, or as a whole number
// above 100.
func Digits3(x float64) string {
	if x == math.Trunc(x) {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return digits3(x)
}

// digits3 writes the noughts of whole numbers too.
func digits3(x float64) string {
	switch {
	case x >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// Figure writes a number with some decimals.
func Figure(x float64, decimals int) string {
	if math.IsNaN(x) {
		return Unknown
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// Percent writes a share.
func Percent(share float64, decimals int) string {
	if math.IsNaN(share) {
		return Unknown
	}
	return Figure(100*share, decimals) + " %"
}

// Range writes two ends, each as write does; the unit that they share stands
// once.
func Range(low, high float64, write func(float64) string) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return Unknown
	}
	from, to := write(low), write(high)
	if number, unit, found := strings.Cut(from, " "); found && strings.HasSuffix(to, " "+unit) {
		from = number
	}
	return from + "–" + to
}

// Ratio writes how many times one figure is another, in three digits however
// small.
func Ratio(x float64) string {
	switch {
	case math.IsNaN(x):
		return Unknown
	case x >= 99.95 || x == 0:
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'f', max(2-int(math.Floor(math.Log10(x))), 0), 64)
}

// P writes a probability of a test.
func P(p float64) string {
	switch {
	case math.IsNaN(p):
		return Unknown
	case p < 0.001:
		return "<0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// Plural writes a number with its noun.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Grouped(uint64(n)) + " " + many
}
