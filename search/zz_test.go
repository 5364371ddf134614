package search

import (
	"os"
	"strconv"
	"testing"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

func TestZZ(t *testing.T) {
	w, _ := strconv.Atoi(os.Getenv("W"))
	h := heuristics.Manhattan
	if os.Getenv("H") == "lc" {
		h = heuristics.LinearConflict
	}
	o, _ := puzzle.ParseOrder("ULRD")
	var gen uint64
	t0 := time.Now()
	lim, _ := strconv.ParseFloat(os.Getenv("L"), 64)
	for i, p := range easyKorf(t, uint64(lim)) {
		if os.Getenv("ONE") != "" && i > 0 {
			break
		}
		r, _ := (&IDAStar{Heuristic: h, Order: o, Workers: w, Prune: os.Getenv("P") != ""}).Solve(t.Context(), p, Limits{})
		gen += r.Generated
	}
	d := time.Since(t0).Seconds()
	t.Log(gen, d, float64(gen)/d/1e6)
}
