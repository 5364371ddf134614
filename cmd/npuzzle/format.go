package main

import (
	"npuzzle/bench"
	"npuzzle/internal/units"
)

// unknown stands in tables where there is no figure.
const unknown = units.Unknown

// The ways to write figures that all commands share.
var (
	grouped = units.Grouped
	seconds = units.Seconds
	rate    = units.Rate
	digits3 = units.Digits3
	about   = units.About
	plural  = units.Plural
)

// amount writes a number of bytes.
func amount(n uint64) string { return units.Bytes(float64(n)) }

// figure writes a figure with some decimals.
func figure(f bench.Figure, decimals int) string { return units.Figure(float64(f), decimals) }

// percent writes a share.
func percent(f bench.Figure, decimals int) string { return units.Percent(float64(f), decimals) }
