// Package stats says how sure the figures of the laboratory are: averages with
// intervals, paired tests and how large the differences are.
package stats
