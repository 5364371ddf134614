//go:build race

package pdb

// raceDetector says that the race detector slows tests down ten times.
const raceDetector = true
