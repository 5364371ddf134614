package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"npuzzle/bench"
)

// unknown stands in tables where there is no figure.
const unknown = "-"

// grouped writes a whole number with a comma between groups of three digits.
func grouped(n uint64) string {
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

// seconds writes a time in three digits and the unit that suits it.
func seconds(s float64) string {
	switch {
	case math.IsNaN(s):
		return unknown
	case s >= 120:
		return fmt.Sprintf("%.1f min", s/60)
	case s >= 1:
		return digits3(s) + " s"
	case s >= 1e-3:
		return digits3(s*1e3) + " ms"
	}
	return digits3(s*1e6) + " µs"
}

// amount writes a number of bytes, in powers of 1000.
func amount(n uint64) string { return scaled(float64(n), []string{" B", " kB", " MB", " GB", " TB"}) }

// rate writes a number a second.
func rate(perSecond float64) string {
	return scaled(perSecond, []string{"", " k", " M", " G"}) + "/s"
}

func scaled(x float64, units []string) string {
	for len(units) > 1 && x >= 999.5 {
		x, units = x/1000, units[1:]
	}
	return digits3(x) + units[0]
}

// digits3 writes a number of at least 0 in three digits, or as a whole number
// above 100.
func digits3(x float64) string {
	switch {
	case x == math.Trunc(x) || x >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// figure writes a figure with some decimals.
func figure(f bench.Figure, decimals int) string {
	if !f.Known() {
		return unknown
	}
	return strconv.FormatFloat(float64(f), 'f', decimals, 64)
}

// percent writes a share.
func percent(f bench.Figure, decimals int) string {
	if !f.Known() {
		return unknown
	}
	return figure(100*f, decimals) + " %"
}

// plural writes a number with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(uint64(n)) + " " + many
}
