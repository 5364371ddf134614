package learn

import (
	"fmt"
	"os"
	"testing"
	"time"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/puzzle"
)

func TestProto(t *testing.T) {
	if os.Getenv("SIZE") == "" {
		t.Skip()
	}
	size, _ := puzzle.ParseSize(os.Getenv("SIZE"))
	var boards int
	fmt.Sscan(os.Getenv("BOARDS"), &boards)
	began := time.Now()
	table, err := Train(t.Context(), Config{Size: size, Seed: 1, Workers: 1, More: func(b int) bool { return b < boards }, Observe: func(p Progress) {
		fmt.Printf("%+v %.0fs\n", p, time.Since(began).Seconds())
	}})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := os.Create(os.Getenv("OUT"))
	table.Write(f)
	f.Close()
	goal, _ := puzzle.Goal(puzzle.BlankLast, size)
	for _, w := range []int{100, 300, 1000} {
		a, _ := Validate(t.Context(), pairs.With(table, goal), size, w, 100, 1)
		b, _ := Validate(t.Context(), heuristics.Convex, size, w, 100, 1)
		fmt.Printf("w=%d pairs %.2f convex %.2f %.0fs\n", w, a, b, time.Since(began).Seconds())
	}
}
