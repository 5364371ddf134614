package stats

import "math"

// TwoWay fits values[i][k] by the sum of a number for row i and a number for column k, by least
// squares. Values may be missing: NaN, or beyond the end of a row. So it compares solvers that ran
// on different boards, if the rows are solvers and the columns are boards: the numbers of the rows
// do not depend on how hard the boards of a row were. It also returns the variance of the
// residuals, corrected for the numbers that are fitted.
//
// TwoWay fits rows and columns in turn, which converges by a factor in each round. It takes O(n)
// time for n values of a table, missing ones included.
//
// Source: H. Scheffé, "The analysis of variance", 1959, section 4.4.
func TwoWay(values [][]float64) (rows, columns []float64, variance float64) {
	width := 0
	for _, row := range values {
		width = max(width, len(row))
	}
	rows = make([]float64, len(values))
	columns = make([]float64, width)
	value := func(i, k int) float64 {
		if k < len(values[i]) {
			return values[i][k]
		}
		return math.NaN()
	}
	// mean returns the mean of the numbers that are not NaN, or 0 if there are none.
	mean := func(n int, number func(int) float64) float64 {
		sum := 0.0
		count := 0.0
		for i := range n {
			if x := number(i); !math.IsNaN(x) {
				sum += x
				count++
			}
		}
		return sum / max(count, 1)
	}
	const rounds = 50
	for range rounds {
		for k := range columns {
			columns[k] = mean(len(rows), func(i int) float64 { return value(i, k) - rows[i] })
		}
		for i := range rows {
			rows[i] = mean(len(columns), func(k int) float64 { return value(i, k) - columns[k] })
		}
	}
	squares := 0.0
	free := 1 - len(rows) - len(columns)
	for i := range rows {
		for k := range columns {
			if x := value(i, k); !math.IsNaN(x) {
				off := x - rows[i] - columns[k]
				squares += off * off
				free++
			}
		}
	}
	return rows, columns, squares / float64(max(free, 1))
}
