package ga

import (
	"math/rand"
	"testing"

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
		is := start(t, s, p)
		if rapid.Bool().Draw(t, "subgoal") {
			a := is.arenaOf(p.Start.Size())
			cell := (p.Goal.Blank() + 1) % a.cells
			is = begin(is.run, a, a.subgoal(p.Goal.Tiles(), []int{cell}), p.Start.Tiles())
		}
		is.share()
		scorer, rng := is.workers[0].scorer, rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		parents, children := is.members[:2], is.spare[:2]
		for _, c := range parents {
			c.draw(is.firstGenes, rng)
		}
		for range 20 {
			is.cross(children[0], children[1], parents[0], parents[1], rng)
			if rapid.Bool().Draw(t, "mutate") {
				children[0].Mutate(rng)
			}
			if rapid.Bool().Draw(t, "copy") {
				children[1].become(children[0])
			}
			for _, c := range children {
				if c.decoded == 0 && rapid.Bool().Draw(t, "score") {
					resumed += c.kept.moves()
					c.score = scorer.score(&is.origin, c.genes, &c.kept)
					require.Equal(t, scorer.score(&is.origin, c.genes, nil), c.score)
				}
			}
			parents, children = children, parents
		}
	})
	assert.Positive(t, resumed)
}

// The storage that a plan is given is enough for its check-points, and all that
// islandBytes counts.
func TestCheckpointsDoNotGrow(t *testing.T) {
	for _, size := range []puzzle.Size{{Rows: 3, Cols: 3}, {Rows: 4, Cols: 4}, {Rows: 16, Cols: 16}} {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.LinearConflict}
		goal := goalOf(t, puzzle.BlankLast, size.Rows, size.Cols)
		is := start(t, s, search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal})
		c := &is.storage[1]
		c.draw(is.maxGenes, is.rng)
		kept := c.kept
		is.workers[0].score(&is.origin, c.genes, &c.kept)
		assert.Equal(t, (is.maxGenes-1)/between, len(c.kept.states))
		assert.Equal(t, [3]int{cap(kept.states), cap(kept.tiles), cap(kept.lines)}, [3]int{cap(c.kept.states), cap(c.kept.tiles), cap(c.kept.lines)})
		assert.Positive(t, checkpointBytes(size, is.maxGenes))
	}
}
