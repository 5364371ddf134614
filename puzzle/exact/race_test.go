//go:build race

package exact

const raceDetector = true
