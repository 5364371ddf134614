package ga

import (
	"cmp"
	"context"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// slowScore is what a score means, board by board, in full estimates.
func slowScore(e *evolution, tiles []uint8, genes []float64) score {
	var best, last score
	r := &e.rules
	tiles = slices.Clone(tiles)
	blank := blankOf(tiles)
	for i, move := range slowPlan(e, tiles, genes) {
		blank = r.tables.graph.Play(tiles, blank, []puzzle.Move{move})
		named := r.objective.relevant(tiles)
		last = score{
			fitness: 900*r.objective.estimate(named) + 100*int64(i+1),
			moves:   i + 1,
			decoded: i + 1,
			board:   keyOf(r, named, blank),
		}
		for cell, name := range named {
			if name != 0 && name == r.missing {
				last.fitness += 225 * int64(r.tables.windows.Distance(uint8(cell), blank))
			}
		}
		if string(named) == r.objective.target && e.settings.Target == BestBoard {
			last.solved = true
			return last
		}
		known := r.record[last.board]
		if !known && e.settings.Target == BestBoard && (best.moves == 0 || last.fitness < best.fitness) {
			best = last
		}
		if known && i == len(genes)-1 {
			size := r.tables.size
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
	r := &e.rules
	plan := r.tables.decoding.plan(blankOf(tiles), genes)
	if e.settings.Decoding == Ordered {
		return plan
	}
	tiles = slices.Clone(tiles)
	blank := blankOf(tiles)
	for i, gene := range genes {
		last := puzzle.Move(anyMove)
		if i > 0 {
			last = plan[i-1]
		}
		var legal []puzzle.Move
		estimates := map[puzzle.Move]int64{}
		for _, step := range r.tables.decoding.steps[contextOf(blank, last)] {
			move := step.move()
			legal = append(legal, move)
			after := slices.Clone(tiles)
			r.tables.graph.Play(after, blank, []puzzle.Move{move})
			estimates[move] = r.objective.estimate(r.objective.relevant(after))
		}
		slices.SortStableFunc(legal, func(a, b puzzle.Move) int { return cmp.Compare(estimates[a], estimates[b]) })
		plan[i] = legal[r.bounds.rank(len(legal), gene)]
		blank = r.tables.graph.Play(tiles, blank, plan[i:i+1])
	}
	return plan
}

// keyOf computes a key without the changes by moves: each tile but the blank has a word.
func keyOf(r *rules, named []uint8, blank uint8) (key uint64) {
	for cell, name := range named {
		if cell != int(blank) {
			key ^= r.tables.keys[int(name)*len(named)+cell]
		}
	}
	return key
}

// A score depends on nothing but the rules, the origin and the genes, by
// whichever way.
func TestScorersAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Solver{Settings: settings().Draw(t, "settings")}
		s.Heuristic = rapid.SampledFrom(every).Draw(t, "heuristic")
		p := problem(5).Draw(t, "problem")
		e := start(t, s, p)
		agree(t, e, p.Start.Tiles(), true)
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
			cells := rapid.SliceOfNDistinct(rapid.IntRange(0, tables.cells-1), 1, 5, rapid.ID[int])
			withoutBlank := func(cells []int) bool { return !slices.Contains(cells, p.Goal.Blank()) }
			line = cells.Filter(withoutBlank).Draw(t, "cells")
		}
		o := tables.objective(p.Goal, whole, line, nil)
		if line != nil && rapid.Bool().Draw(t, "restricted") {
			e.run.solver.Heuristic = rapid.SampledFrom(restrictable).Draw(t, "heuristic")
			var err error
			o, err = e.run.subgoal(whole, line)
			require.NoError(t, err)
		}
		tiles := o.crop(p.Start.Tiles())
		agree(t, begin(e.run, o, tiles), tiles, false)
	})
}

func agree(t *rapid.T, e *evolution, tiles []uint8, plain bool) {
	tiles = slices.Clone(tiles)
	scorer := e.scorers[0]
	for range 5 {
		genes := genes(60).Draw(t, "genes")
		want := slowScore(e, tiles, genes)
		require.Equal(t, want, scorer.score(&e.origin, genes))
		if plain {
			require.Equal(t, want, scorer.plainScore(&e.origin, genes))
		}
		require.Equal(t, slowPlan(e, tiles, genes[:want.decoded]), scorer.path(&e.origin, genes[:want.decoded]))

		// What follows starts elsewhere, with boards on record.
		if want.solved || e.rules.objective.reached(e.rules.objective.relevant(tiles)) {
			return
		}
		moves := rapid.IntRange(0, len(genes)).Draw(t, "moves")
		plan := e.rules.tables.decoding.plan(e.origin.blank, genes[:moves])
		e.recordBoards(tiles, plan)
		e.rules.tables.graph.Play(tiles, e.origin.blank, plan)
		e.origin = e.rules.originOf(tiles)
	}
}

// plainScore scores through the Tracker of the heuristic, whatever its structure.
func (s *scorer) plainScore(from *origin, genes []float64) score {
	s.start(from)
	if s.tracker == nil {
		s.tracker = s.rules.objective.estimator.Track()
	}
	s.tracker.Reset(s.tiles[:s.rules.tables.cells])
	o := s.rules.objective
	fast := o.decode
	o.decode = (*scorer).decodeByTracker
	plain := s.score(from, genes)
	o.decode = fast
	return plain
}

// The places of three moves, and of fewer, follow from sorting.
func TestPlaces(t *testing.T) {
	b := boundsOf(3)
	first, second, third := b.cuts()
	for n := 1; n <= 3; n++ {
		steps := []decoded{5, 6, 7}[:n]
		r := rankingOf(steps)
		for code := range 27 {
			estimates := []int64{int64(code % 3), int64(code / 3 % 3), int64(code / 9)}
			byEstimate := []int{0, 1, 2}[:n]
			slices.SortStableFunc(byEstimate, func(i, j int) int { return cmp.Compare(estimates[i], estimates[j]) })
			order := orderOf(estimates[0], estimates[1], estimates[2])
			for _, cut := range []float64{0, first, second, third, 1} {
				for _, gene := range []float64{math.Nextafter(cut, 0), cut} {
					if gene < 1 {
						got := r.choices[partOf(gene, first, second, third)*orders+order]
						want := steps[byEstimate[b.rank(n, gene)]]
						assert.Equal(t, want, got, "gene %v, estimates %v", gene, estimates[:n])
					}
				}
			}
		}
	}
}

func TestDecoderOfEachStructure(t *testing.T) {
	objectiveOf := func(h heuristics.Heuristic, rows, cols int) *objective {
		goal := goalOf(t, puzzle.BlankLast, rows, cols)
		s := &Solver{Settings: firstPlan(), Heuristic: h}
		return start(t, s, search.Problem{Start: goal, Goal: goal}).rules.objective
	}
	for _, h := range sums {
		o := objectiveOf(h, 2, 16)
		assert.NotNil(t, o.lines, h.Name())
	}
	for _, h := range conflicts {
		assert.NotNil(t, objectiveOf(h, 1, 6).lines, h.Name())
		assert.NotNil(t, objectiveOf(h, 7, 2).lines, h.Name())
		assert.Nil(t, objectiveOf(h, 2, 8).lines, h.Name())
		assert.Nil(t, objectiveOf(h, 16, 1).lines, h.Name())
	}
	for _, h := range others {
		assert.Nil(t, objectiveOf(h, 3, 3).lines, h.Name())
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
		plan := r.rules.tables.decoding.plan(r.origin.blank, genes)
		require.Equal(t, "R D L L U", puzzle.FormatMoves(plan, puzzle.BlankNotation))
		got := r.scorers[0].score(&r.origin, genes)
		key := r.rules.tables.keyOf(goal.Tiles(), uint8(goal.Blank()))
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
		scorer.plainScore(&r.origin, genes) // makes the tracker
		assert.Zero(t, testing.AllocsPerRun(10, func() { scorer.score(&r.origin, genes) }), h.Name())
		assert.Zero(t, testing.AllocsPerRun(10, func() { scorer.plainScore(&r.origin, genes) }), h.Name())
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
		type scoring = func(*origin, []float64) score
		for name, score := range map[string]scoring{"table": scorer.score, "plain": scorer.plainScore} {
			b.Run(by+"/"+h.Name()+"/"+name, func(b *testing.B) {
				decoded := 0
				for i := range b.N {
					from := i % plans * each
					decoded += score(&r.origin, genes[from:from+each]).decoded
				}
				b.ReportMetric(float64(decoded)/b.Elapsed().Seconds(), "genes/s")
			})
		}
	}
}

// A gene stands for the rank that its power says.
func TestBoundsOfRanks(t *testing.T) {
	for _, greed := range []float64{0.5, 1, 2, 3.7} {
		b := boundsOf(greed)
		rng := rand.New(rand.NewSource(1))
		for range 2000 {
			gene, n := float64(rng.Uint32())/(1<<32), 1+rng.Intn(anyMove)
			exact := float64(n) * math.Pow(gene, greed)
			assert.InDelta(t, float64(b.rank(n, gene))+0.5, exact, 0.5+1e-6,
				"gene %v of %d moves, greed %v", gene, n, greed)
		}
	}
}
