// Package format writes figures for people: numbers in groups, times, amounts
// and shares in the unit that suits them.
package format
