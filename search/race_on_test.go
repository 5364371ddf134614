//go:build race

package search

// raceDetector makes searches ten times as slow: tests then take a sample.
const raceDetector = true
