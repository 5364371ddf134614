// Package export writes records of trials in formats that other programs read.
package export
