//go:build race

package pdb_test

// raceDetector says that the race detector slows tests down ten times.
const raceDetector = true
