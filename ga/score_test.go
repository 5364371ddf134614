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

// slowScore is what a score means, board by board, in full estimates.
func slowScore(r *run, genes []float64) score {
	var best, last score
	b := r.start
	for i, move := range r.plan(uint8(b.Blank()), genes) {
		b, _ = b.Move(move)
		estimate := int64(r.estimator.Estimate(b.Tiles()))
		last = score{
			fitness: units(r.HeuristicWeight)*estimate + units(r.LengthWeight)*int64(i+1),
			moves:   i + 1,
			decoded: i + 1,
			board:   r.keys.of(b.Tiles()),
		}
		if b == r.problem.Goal {
			last.solved = true
			return last
		}
		_, known := r.record[last.board]
		if !known && r.Target == BestBoard && (best.moves == 0 || last.fitness < best.fitness) {
			best = last
		}
		if known && i == len(genes)-1 {
			last.fitness += r.penalty
		}
	}
	if best.moves == 0 {
		best = last
	}
	best.decoded = len(genes)
	return best
}

// A score depends on nothing but the origin and the genes, by whichever scorer.
func TestScorersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings")}
		s.Heuristic = rapid.SampledFrom(every).Draw(t, "heuristic")
		r := start(t, s, problem(5).Draw(t, "problem"))
		plain := &plainScorer{rules: &r.rules, tracker: r.estimator.Track()}
		fast := r.newScorer()
		for range 5 {
			genes := genes(60).Draw(t, "genes")
			want := slowScore(r, genes)
			require.Equal(t, want, plain.score(&r.origin, genes))
			require.Equal(t, want, fast.score(&r.origin, genes))

			// What follows starts elsewhere, with boards on record.
			if r.start == r.problem.Goal || want.solved {
				return
			}
			plan := r.plan(r.origin.blank, genes[:rapid.IntRange(0, len(genes)).Draw(t, "moves")])
			if s.Record {
				r.record.add(r.start, plan, r.keys)
			}
			r.start, _ = r.start.Replay(plan)
			r.setOrigin()
		}
	})
}

func TestScorerOfEachStructure(t *testing.T) {
	scorerOf := func(h heuristics.Heuristic, rows, cols int) scorer {
		goal := goalOf(t, puzzle.BlankLast, rows, cols)
		return start(t, &Solver{Settings: Default(), Heuristic: h}, search.Problem{Start: goal, Goal: goal}).newScorer()
	}
	for _, h := range sums {
		assert.IsType(t, &sumScorer{}, scorerOf(h, 2, 16), h.Name())
	}
	for _, h := range conflicts {
		assert.IsType(t, &lineScorer{}, scorerOf(h, 1, 6), h.Name())
		assert.IsType(t, &lineScorer{}, scorerOf(h, 7, 2), h.Name())
		assert.IsType(t, &plainScorer{}, scorerOf(h, 2, 8), h.Name())
		assert.IsType(t, &plainScorer{}, scorerOf(h, 16, 1), h.Name())
	}
	for _, h := range others {
		assert.IsType(t, &plainScorer{}, scorerOf(h, 3, 3), h.Name())
	}
}

// A plan that passes through the goal solves, however it goes on.
func TestGoalOnTheWaySolves(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	for _, target := range []Target{BestBoard, EndBoard} {
		s := &Solver{Settings: Default(), Heuristic: heuristics.Manhattan}
		s.Target, s.Order = target, puzzle.Order{puzzle.Down, puzzle.Right, puzzle.Up, puzzle.Left}
		r := start(t, s, search.Problem{Start: boardOf(t, "1 2 3/4 0 5/7 8 6"), Goal: goal})
		// Right, then down into the goal, then on.
		genes := []float64{0.3, 0, 0.9, 0.9, 0.9}
		require.Equal(t, "R D L L U", puzzle.FormatMoves(r.plan(r.origin.blank, genes), false))
		got := r.newScorer().score(&r.origin, genes)
		assert.Equal(t, score{fitness: 200, moves: 2, decoded: 2, board: r.keys.of(goal.Tiles()), solved: true}, got)
	}
}

// Two boards of an estimate of 0 are not both the goal.
func TestEstimateOfZeroIsNotTheGoal(t *testing.T) {
	s := &Solver{Settings: Default(), Heuristic: heuristics.Zero}
	r := start(t, s, search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)})
	assert.False(t, r.newScorer().score(&r.origin, []float64{0.5, 0.5, 0.5}).solved)
}

func TestScoringDoesNotAllocate(t *testing.T) {
	for _, h := range every {
		s := &Solver{Settings: Default(), Heuristic: h}
		r := start(t, s, search.Problem{Start: boardOf(t, "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"), Goal: goalOf(t, puzzle.BlankLast, 4, 4)})
		scorers := []scorer{r.newScorer(), &plainScorer{rules: &r.rules, tracker: r.estimator.Track()}}
		genes := randomGenes(100)
		for _, scorer := range scorers {
			assert.Zero(t, testing.AllocsPerRun(10, func() { scorer.score(&r.origin, genes) }), h.Name())
		}
	}
}

func randomGenes(n int) []float64 {
	rng := rand.New(rand.NewSource(1))
	genes := make([]float64, n)
	for i := range genes {
		genes[i] = rng.Float64()
	}
	return genes
}

func BenchmarkScore(b *testing.B) {
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
		s := &Solver{Settings: Default(), Heuristic: h}
		r := start(b, s, search.Problem{Start: boardOf(b, "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"), Goal: goalOf(b, puzzle.BlankLast, 4, 4)})
		genes := randomGenes(200)
		for name, scorer := range map[string]scorer{"table": r.newScorer(), "plain": &plainScorer{rules: &r.rules, tracker: r.estimator.Track()}} {
			b.Run(h.Name()+"/"+name, func(b *testing.B) {
				for range b.N {
					scorer.score(&r.origin, genes)
				}
				b.ReportMetric(float64(b.N)*float64(len(genes))/b.Elapsed().Seconds(), "genes/s")
			})
		}
	}
}
