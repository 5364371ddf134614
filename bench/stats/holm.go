package stats

import "slices"

// Holm returns the probabilities of a family of tests, in their order, each
// raised so that taking those below a level for real is wrong about any of the
// family no more often than the level says. NaN, a test not made, stays and
// does not count.
//
// Source: S. Holm, "A simple sequentially rejective multiple test procedure",
// Scandinavian Journal of Statistics 6 (1979), pages 65-70.
func Holm(ps []float64) []float64 {
	raised := slices.Clone(ps)
	var order []int
	for i, p := range ps {
		if p == p {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case ps[a] < ps[b]:
			return -1
		case ps[a] > ps[b]:
			return 1
		}
		return 0
	})
	least := 0.0
	for done, i := range order {
		least = max(least, min(float64(len(order)-done)*ps[i], 1))
		raised[i] = least
	}
	return raised
}
