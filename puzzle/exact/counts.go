package exact

import "math"

// Counts are how many boards lie at each distance from a goal, from 0 up.
type Counts []uint64

// States returns how many boards there are in all.
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

// Deviation returns the standard deviation of the distance, over all boards:
// there is no sample to correct for.
func (c Counts) Deviation() float64 {
	mean, sum := c.Mean(), 0.0
	for distance, count := range c {
		sum += (float64(distance) - mean) * (float64(distance) - mean) * float64(count)
	}
	return math.Sqrt(sum / float64(c.States()))
}
