package ga

import (
	"cmp"
	"context"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/decode"
)

// slowScore is what a score means, board by board, in full estimates.
func slowScore(e *evolution, tiles []uint8, genes []float64) score {
	var best, last score
	r := &e.rules
	tiles = slices.Clone(tiles)
	blank := decode.BlankOf(tiles)
	for i, move := range slowPlan(e, tiles, genes) {
		blank = r.Tables.Graph.Play(tiles, blank, []puzzle.Move{move})
		named := r.Objective.Relevant(tiles)
		last = score{
			fitness: 900*r.Objective.Estimate(named) + 100*int64(i+1),
			moves:   i + 1,
			decoded: i + 1,
			board:   keyOf(r, named, blank),
		}
		for cell, name := range named {
			if name != 0 && name == r.missing {
				last.fitness += 225 * int64(r.Tables.Windows.Distance(uint8(cell), blank))
			}
		}
		if string(named) == r.Objective.Target && e.settings.Target == BestBoard {
			last.solved = true
			return last
		}
		known := r.record[last.board]
		if !known && e.settings.Target == BestBoard && (best.moves == 0 || last.fitness < best.fitness) {
			best = last
		}
		if known && i == len(genes)-1 {
			size := r.Tables.Size
			last.fitness += 900 * 2 * int64(size.Cells()*(size.Rows+size.Cols))
		}
	}
	if best.moves == 0 {
		best = last
	}
	best.decoded = len(genes)
	return best
}

// slowPlan is what genes stand for, move by move, in full estimates.
func slowPlan(e *evolution, tiles []uint8, genes []float64) []puzzle.Move {
	return slowMoves(e, tiles, genes, e.settings.Decoding == Ranked)
}

// slowMoves returns the moves that genes select from a board, by the ranks of their estimates or by
// the order of successors.
func slowMoves(
	e *evolution, tiles []uint8, genes []float64, byRank bool,
) (plan []puzzle.Move) {
	r := &e.rules
	graph := puzzle.NewGraph(r.Tables.Size, e.run.solver.Order)
	bounds := decode.BoundsOf(1)
	if byRank {
		bounds = r.Bounds
	}
	tiles = slices.Clone(tiles)
	blank := decode.BlankOf(tiles)
	for _, gene := range genes {
		steps := graph.Steps(blank)
		var legal []puzzle.Move
		estimates := map[puzzle.Move]int64{}
		for _, step := range steps {
			goesBack := len(plan) > 0 && step.Move == plan[len(plan)-1].Opposite()
			if goesBack && len(steps) > 1 {
				continue
			}
			legal = append(legal, step.Move)
			after := slices.Clone(tiles)
			r.Tables.Graph.Play(after, blank, []puzzle.Move{step.Move})
			estimates[step.Move] = r.Objective.Estimate(r.Objective.Relevant(after))
		}
		if byRank {
			slices.SortStableFunc(legal, func(a, b puzzle.Move) int {
				return cmp.Compare(estimates[a], estimates[b])
			})
		}
		rank := 0
		for rank < len(legal)-1 && gene >= bounds[len(legal)][rank] {
			rank++
		}
		plan = append(plan, legal[rank])
		blank = r.Tables.Graph.Play(tiles, blank, []puzzle.Move{legal[rank]})
	}
	return plan
}

// keyOf computes a key without the changes by moves: each tile but the blank has a word.
func keyOf(r *rules, named []uint8, blank uint8) (key uint64) {
	for cell, name := range named {
		if cell != int(blank) {
			key ^= r.Tables.Keys[int(name)*len(named)+cell]
		}
	}
	return key
}

// A score depends on nothing but the rules, the origin and the genes.
func TestScorersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings")}
		s.Heuristic = rapid.SampledFrom(every).Draw(t, "heuristic")
		p := problem(5).Draw(t, "problem")
		e := start(t, s, p)
		agree(t, e, p.Start.Tiles())
	})
}

// So it is on the way to any board, and to the places of any tiles, by every heuristic that can be
// restricted to these tiles.
func TestScoresOfOtherTargets(t *testing.T) {
	restrictable := slices.DeleteFunc(slices.Clone(every), func(h heuristics.Heuristic) bool {
		return !heuristics.Restrictable(h)
	})
	restrictable = append(restrictable, heuristics.Max(heuristics.Misplaced, heuristics.Manhattan))
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings"), Heuristic: heuristics.Manhattan}
		p := problem(9).Draw(t, "problem")
		e := start(t, s, p)
		tables, whole := e.run.tables, wholeOf(p.Goal)
		var line []int
		if rapid.Bool().Draw(t, "subgoal") {
			cells := rapid.SliceOfNDistinct(rapid.IntRange(0, tables.Cells-1), 1, 5, rapid.ID[int])
			withoutBlank := func(cells []int) bool { return !slices.Contains(cells, p.Goal.Blank()) }
			line = cells.Filter(withoutBlank).Draw(t, "cells")
		}
		o := tables.Objective(p.Goal, whole.cells(p.Goal.Size().Cols), line, nil)
		if line != nil && rapid.Bool().Draw(t, "restricted") {
			e.run.solver.Heuristic = rapid.SampledFrom(restrictable).Draw(t, "heuristic")
			var err error
			o, err = e.run.subgoal(whole, line)
			require.NoError(t, err)
		}
		tiles := o.Crop(p.Start.Tiles())
		agree(t, begin(e.run, o, tiles), tiles)
	})
}

func agree(t *rapid.T, e *evolution, tiles []uint8) {
	tiles = slices.Clone(tiles)
	scorer := e.scorers[0]
	for range 5 {
		genes := genes(60).Draw(t, "genes")
		want := slowScore(e, tiles, genes)
		require.Equal(t, want, scorer.score(&e.origin, genes))
		require.Equal(t, slowPlan(e, tiles, genes[:want.decoded]), scorer.Path(&e.origin.Origin, genes[:want.decoded]))

		// What follows starts elsewhere, with boards on record.
		if want.solved || e.rules.Objective.Reached(e.rules.Objective.Relevant(tiles)) {
			return
		}
		moves := rapid.IntRange(0, len(genes)).Draw(t, "moves")
		plan := slowMoves(e, tiles, genes[:moves], false)
		e.recordBoards(tiles, plan)
		e.rules.Tables.Graph.Play(tiles, e.origin.Blank, plan)
		e.origin = e.rules.originOf(tiles)
	}
}

// A plan that passes through the goal solves, however it goes on, unless only its end counts.
func TestGoalOnTheWaySolves(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 3, 3)
	for _, target := range []string{BestBoard, EndBoard} {
		s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Manhattan}
		s.Target, s.Order = target, puzzle.Order{puzzle.Down, puzzle.Right, puzzle.Up, puzzle.Left}
		r := start(t, s, search.Problem{Start: boardOf(t, "1 2 3/4 0 5/7 8 6"), Goal: goal})
		// Right, then down into the goal, then on.
		genes := []float64{0.3, 0, 0.9, 0.9, 0.9}
		plan := slowMoves(r, r.origin.Tiles, genes, false)
		require.Equal(t, "R D L L U", puzzle.FormatMoves(plan, puzzle.BlankNotation))
		got := r.scorers[0].score(&r.origin, genes)
		key := r.rules.Tables.KeyOf(goal.Tiles(), uint8(goal.Blank()))
		if target == EndBoard {
			assert.Equal(t, []any{int64(900*3 + 500), 5, false}, []any{got.fitness, got.moves, got.solved})
			continue
		}
		assert.Equal(t, score{fitness: 200, moves: 2, decoded: 2, board: key, solved: true}, got)
	}
}

// Two boards of an estimate of 0 are not both the goal.
func TestEstimateOfZeroIsNotTheGoal(t *testing.T) {
	s := &Solver{Settings: firstPlan(), Heuristic: heuristics.Zero}
	r := start(t, s, search.Problem{Start: boardOf(t, "8 6 7/2 5 4/3 0 1"), Goal: goalOf(t, puzzle.BlankLast, 3, 3)})
	assert.False(t, r.scorers[0].score(&r.origin, []float64{0.5, 0.5, 0.5}).solved)
}

func TestScoringDoesNotAllocate(t *testing.T) {
	for _, h := range every {
		s := &Solver{Settings: firstPlan(), Heuristic: h}
		r := start(t, s, hard(t))
		genes := randomGenes(100)
		scorer := r.scorers[0]
		scorer.score(&r.origin, genes) // makes the tracker
		assert.Zero(t, testing.AllocsPerRun(10, func() { scorer.score(&r.origin, genes) }), h.Name())
	}
}

// An interrupt ends the decoding of a long plan, too.
func TestLongPlansAreNotDecodedToTheEnd(t *testing.T) {
	for _, h := range every {
		s := &Solver{Settings: firstPlan(), Heuristic: h}
		r := start(t, s, hard(t))
		scorer := r.scorers[0]
		ctx, cancel := context.WithCancel(t.Context())
		scorer.ctx = ctx
		cancel()
		assert.Zero(t, scorer.score(&r.origin, randomGenes(pollEvery)), h.Name())
		assert.NotZero(t, scorer.score(&r.origin, randomGenes(100)), h.Name())
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

// BenchmarkScore decodes and scores plans in full: many, since of a few the
// processor would learn every branch by heart.
func BenchmarkScore(b *testing.B) {
	for _, by := range []string{Ordered, Ranked} {
		benchmarkScore(b, by)
	}
}

func benchmarkScore(b *testing.B, by string) {
	const plans, each = 128, 200
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
		s := &Solver{Settings: firstPlan(), Heuristic: h}
		s.Decoding = by
		r := start(b, s, hard(b))
		genes := randomGenes(plans * each)
		scorer := r.scorers[0]
		b.Run(by+"/"+h.Name(), func(b *testing.B) {
			decoded := 0
			for i := range b.N {
				from := i % plans * each
				decoded += scorer.score(&r.origin, genes[from:from+each]).decoded
			}
			b.ReportMetric(float64(decoded)/b.Elapsed().Seconds(), "genes/s")
		})
	}
}
