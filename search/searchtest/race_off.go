//go:build !race

package searchtest

// RaceDetector tells whether the race detector is on, which makes a search
// ten times as slow: tests then take a sample.
const RaceDetector = false
