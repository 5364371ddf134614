package stats_test

import (
	"fmt"

	"npuzzle/bench/stats"
)

// Two solvers took these times on the same eight boards. The second solver is faster.
func ExamplePairedMean() {
	first := []float64{2.1, 3.4, 1.9, 5.0, 4.2, 2.8, 3.3, 4.9}
	second := []float64{1.7, 3.0, 1.8, 4.1, 3.9, 2.2, 3.4, 4.0}
	differences := make([]float64, len(first))
	for i := range first {
		differences[i] = second[i] - first[i]
	}
	interval, test := stats.PairedMean(differences)
	fmt.Printf("%.2f (%.2f to %.2f), p = %.3f\n", interval.Value, interval.Low, interval.High,
		test.P)
	// Output: -0.44 (-0.75 to -0.13), p = 0.023
}

// A solver has solved 98 of 100 boards.
func ExampleShareOf() {
	share := stats.ShareOf(98, 100)
	fmt.Printf("%.0f %% (%.1f to %.1f)\n", 100*share.Value, 100*share.Low, 100*share.High)
	// Output: 98 % (93.0 to 99.4)
}
