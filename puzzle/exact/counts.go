package exact

import "math"

// Counts holds the number of boards at each distance from a goal, indexed by distance.
type Counts []uint64

// States returns the total number of boards.
func (c Counts) States() uint64 {
	var states uint64
	for _, count := range c {
		states += count
	}
	return states
}

// Mean returns the mean distance of a board.
func (c Counts) Mean() float64 {
	var sum float64
	for distance, count := range c {
		sum += float64(distance) * float64(count)
	}
	return sum / float64(c.States())
}

// Deviation returns the standard deviation of the distance. It is that of the whole
// population, without a correction for samples.
func (c Counts) Deviation() float64 {
	mean := c.Mean()
	sum := 0.0
	for distance, count := range c {
		sum += (float64(distance) - mean) * (float64(distance) - mean) * float64(count)
	}
	return math.Sqrt(sum / float64(c.States()))
}
