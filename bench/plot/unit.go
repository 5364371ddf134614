package plot

import "npuzzle/internal/units"

// Unit says what the numbers of an axis measure, which determines how its marks are written.
type Unit = units.Unit

// The units of axes. Values are in SI base units. A Share is a fraction from 0 to 1.
const (
	Number      = units.Number      // three digits with a prefix: 1.50 k
	Count       = units.Count       // a whole number in groups of three digits: 1,500
	Moves       = units.Moves       // a mean number of moves, two decimals: 22.15
	Ratio       = units.Ratio       // a quotient of two values, three digits: 0.0123
	Gap         = units.Gap         // a quotient near 1, three decimals: 1.023
	Share       = units.Share       // a fraction of a whole, in percent: 97.5 %
	Probability = units.Probability // p-value of a statistical test, three decimals: <0.001
	Seconds     = units.Seconds     // a time: 12.3 ms
	Bytes       = units.Bytes       // an amount of memory with decimal prefixes: 2.50 MB
	Rate        = units.Rate        // a number per second: 1.50 M/s
)
