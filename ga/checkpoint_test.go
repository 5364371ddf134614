package ga

import (
	"math/rand"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// A score that resumes behind a check-point equals one in full, whatever was
// crossed and mutated since, and whether it was scored in between or not.
func TestResumedScoresEqualFullOnes(t *testing.T) {
	resumed := 0
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings"), Heuristic: rapid.SampledFrom(every).Draw(t, "heuristic")}
		s.Islands, s.Genes, s.MaxGenes = 1, rapid.IntRange(1, 80).Draw(t, "genes"), 100
		p := problem(6).Draw(t, "problem")
		e := start(t, s, p)
		if rapid.Bool().Draw(t, "subgoal") {
			tables := e.run.tables
			cell := (p.Goal.Blank() + 1) % tables.cells
			o := tables.objective(p.Goal, wholeOf(p.Goal), []int{cell})
			e = begin(e.run, o, o.crop(p.Start.Tiles()))
		}
		e.resetIslands()
		in := e.islands[0]
		scorer, rng := in.workers[0], rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		parents, children := in.members[:2], in.spare[:2]
		for _, c := range parents {
			c.draw(e.firstGenes, rng)
			if s.Record && rapid.Bool().Draw(t, "on record") {
				e.recordBoards(p.Start.Tiles(), scorer.plan(&e.origin, c.genes))
			}
		}
		for range 20 {
			cross(children[0], children[1], parents[0], parents[1], rng)
			if rapid.Bool().Draw(t, "mutate") {
				children[0].Mutate(rng)
			}
			if rapid.Bool().Draw(t, "copy") {
				children[1].become(children[0])
			}
			for _, c := range children {
				if c.score.decoded == 0 && rapid.Bool().Draw(t, "score") {
					resumed += c.kept.moves()
					c.score = scorer.score(&e.origin, c.genes, &c.kept)
					require.Equal(t, scorer.score(&e.origin, c.genes, nil), c.score)
				}
			}
			parents, children = children, parents
		}
	})
	assert.Positive(t, resumed)
}

// The storage that a plan is given is enough for its check-points, and all that
// evolutionBytes counts.
func TestCheckpointsDoNotGrow(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 16, Cols: 16}} {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict}
		goal := goalOf(t, puzzle.BlankLast, size.Rows, size.Cols)
		e := start(t, s, search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal})
		c := &e.islands[0].storage[1]
		c.draw(e.maxGenes, e.rng)
		kept := c.kept
		e.islands[0].workers[0].score(&e.origin, c.genes, &c.kept)
		assert.Equal(t, (e.maxGenes-1)/between, len(c.kept.states))
		capacities := func(k checkpoints) [3]int { return [3]int{cap(k.states), cap(k.tiles), cap(k.lines)} }
		assert.Equal(t, capacities(kept), capacities(c.kept))
		assert.Equal(t, checkpointBytes(size, e.maxGenes),
			cap(kept.states)*int(unsafe.Sizeof(state{}))+cap(kept.tiles)+cap(kept.lines)*4)
	}
}
