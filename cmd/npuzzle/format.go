package main

import (
	"npuzzle/bench"
	"npuzzle/bench/format"
)

// unknown stands in tables where there is no figure.
const unknown = format.Unknown

// The ways to write figures that all commands share.
var (
	grouped = format.Grouped
	seconds = format.Seconds
	rate    = format.Rate
	digits3 = format.Digits3
	about   = format.About
	plural  = format.Plural
)

// amount writes a number of bytes.
func amount(n uint64) string { return format.Bytes(float64(n)) }

// figure writes a figure with some decimals.
func figure(f bench.Figure, decimals int) string { return format.Figure(float64(f), decimals) }

// percent writes a share.
func percent(f bench.Figure, decimals int) string { return format.Percent(float64(f), decimals) }
