//go:build !race

package pdb_test

const raceDetector = false
