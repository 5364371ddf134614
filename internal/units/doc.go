// Package units reads and writes numbers, times, amounts of memory and ratios in
// the form that people use.
package units
