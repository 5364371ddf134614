package learn

import (
	"encoding/gob"
	"fmt"
	"os"
	"testing"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pairs"
	"npuzzle/puzzle"
)

type planRec struct {
	Start []uint8
	Moves []puzzle.Move
}

func TestDbg(t *testing.T) {
	if os.Getenv("IN") == "" {
		t.Skip()
	}
	f, _ := os.Open(os.Getenv("IN"))
	var plans []planRec
	gob.NewDecoder(f).Decode(&plans)
	size := puzzle.Size{Rows: 5, Cols: 5}
	goal, _ := puzzle.Goal(puzzle.BlankLast, size)
	tr := &trainer{Config: Config{Size: size, Seed: 1, Workers: 1}, goal: goal, cells: 25, done: pairs.Training{Size: size}}
	tr.convex, _ = heuristics.Convex.For(goal, puzzle.Costs{})
	tr.values = make([]float32, 625*625)
	var all []sample
	for i, p := range plans {
		b, _ := puzzle.New(size, p.Start)
		all = append(all, samplesOf(b, p.Moves, puzzle.NewRand(uint64(i), 3).IntN)...)
	}
	tr.samples = [][]sample{all}
	tr.fit(t.Context(), 0, 20, 0.01)
	var mse float64
	for _, s := range all {
		e := float64(s.left - float32(tr.convex.Estimate(s.tiles))/16 - tr.sum(s.tiles))
		mse += e * e
	}
	fmt.Println("mse", mse/float64(len(all)), len(all))
	for _, n := range []int{20, 100} {
		a, _ := Validate(t.Context(), pairs.With(tr.table, goal), size, 300, n, 1)
		fmt.Printf("n=%d pairs %.2f\n", n, a)
	}
}
