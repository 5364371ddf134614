package main

import (
	"npuzzle/bench"
	"npuzzle/internal/units"
)

// unknown stands in tables where a value is not known.
const unknown = units.Unknown

// The formats that all commands share.
var (
	grouped = units.Grouped
	seconds = units.Seconds.Format
	rate    = units.Rate.Format
	digits3 = units.Number.Format
	about   = units.Number.Format
	plural  = units.Plural
)

// amount writes a number of bytes.
func amount(n uint64) string { return units.Bytes.Format(float64(n)) }

// figure writes a number with a fixed number of decimals.
func figure(f bench.Figure, decimals int) string { return units.Decimals(float64(f), decimals) }

// percent writes a fraction in percent.
func percent(f bench.Figure) string { return units.Share.Format(float64(f)) }
