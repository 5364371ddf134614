package search_test

import (
	"context"
	"encoding/csv"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

func TestTmp(t *testing.T) {
	f, err := os.Open("../puzzle/testdata/korf15.csv")
	require.NoError(t, err)
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	for _, w := range []int{1, 2} {
		for _, i := range []int{12, 42, 1} {
			b, err := puzzle.Parse(rows[i][1], puzzle.Size{})
			require.NoError(t, err)
			goal, _ := puzzle.Goal("blank-first", b.Size())
			o, _ := puzzle.ParseOrder("ULRD")
			t0 := time.Now()
			r, err := (&search.IDAStar{Heuristic: heuristics.Manhattan, Order: o, Workers: w}).Solve(context.Background(), search.Problem{Start: b, Goal: goal}, search.Limits{})
			require.NoError(t, err)
			d := time.Since(t0)
			t.Log(w, rows[i][0], r.Status, r.Cost, rows[i][3], r.Generated, rows[i][4], d, float64(r.Generated)/d.Seconds()/1e6)
		}
	}
}
