package decode

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/heuristics"
	"npuzzle/internal/random"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Sums over tiles and lines are decoded by a table, unless the lines are too long for it.
func TestDecoderOfEachStructure(t *testing.T) {
	linesOf := func(h heuristics.Heuristic, rows, cols int) *heuristics.MoveTable {
		goal := goalOf(t, puzzle.BlankLast, rows, cols)
		rules, err := RulesOf(search.Problem{Start: goal, Goal: goal}, h, puzzle.Order{}, 1)
		require.NoError(t, err)
		return rules.Objective.lines
	}
	for _, h := range sums {
		assert.NotNil(t, linesOf(h, 2, 16), h.Name())
	}
	for _, h := range conflicts {
		assert.NotNil(t, linesOf(h, 1, 6), h.Name())
		assert.NotNil(t, linesOf(h, 7, 2), h.Name())
		assert.Nil(t, linesOf(h, 2, 8), h.Name())
		assert.Nil(t, linesOf(h, 16, 1), h.Name())
	}
	for _, h := range others {
		assert.Nil(t, linesOf(h, 3, 3), h.Name())
	}
}

// plainPath is what genes stand for, move by move, in full estimates.
func plainPath(r *Rules, start puzzle.Board, genes []float64) []puzzle.Move {
	tiles := start.Tiles()
	blank := BlankOf(tiles)
	last := puzzle.Move(AnyMove)
	var path []puzzle.Move
	for _, gene := range genes {
		var legal []puzzle.Move
		estimates := map[puzzle.Move]int64{}
		for _, step := range r.Tables.decoding.steps[ContextOf(blank, last)] {
			move := step.Move()
			legal = append(legal, move)
			after := slices.Clone(tiles)
			r.Tables.Graph.Play(after, blank, []puzzle.Move{move})
			estimates[move] = r.Objective.Estimate(r.Objective.Relevant(after))
		}
		if r.ByRank {
			slices.SortStableFunc(legal, func(a, b puzzle.Move) int {
				return cmp.Compare(estimates[a], estimates[b])
			})
		}
		last = legal[r.Bounds.rank(len(legal), gene)]
		path = append(path, last)
		blank = r.Tables.Graph.Play(tiles, blank, []puzzle.Move{last})
		if r.Objective.Estimate(r.Objective.Relevant(tiles)) == 0 {
			break // as Decode does, at a board that may be the goal
		}
	}
	return path
}

// Genes select the moves that full estimates say, by any heuristic, and Decode returns the
// estimates of the boards on the way.
func TestPathsAreThoseOfFullEstimates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(5).Draw(t, "problem")
		h := rapid.SampledFrom(every).Draw(t, "heuristic")
		greed := rapid.SampledFrom([]float64{0.5, 1, 3}).Draw(t, "greed")
		r, err := RulesOf(p, h, puzzle.Order{}, greed)
		require.NoError(t, err)
		r.ByRank = rapid.Bool().Draw(t, "by rank")
		chromosome := genes(60).Draw(t, "genes")
		want := plainPath(r, p.Start, chromosome)

		origin := r.OriginOf(p.Start.Tiles())
		w := Walker{Rules: r}
		require.Equal(t, want, w.Path(&origin, chromosome[:len(want)]))

		w.Start(&origin)
		board := p.Start
		for made := 0; made < len(want); {
			n := w.Decode(chromosome[made:min(made+Batch, len(want))])
			for _, m := range w.Trail[:n] {
				board, _ = board.Move(m.Step.Move())
				require.EqualValues(t, board.Blank(), m.Step.To())
				named := r.Objective.Relevant(r.Objective.Crop(board.Tiles()))
				require.Equal(t, r.Objective.Estimate(named), m.Estimate)
			}
			made += n
		}
		require.Equal(t, board == p.Goal, w.Reached())
	})
}

// An error of a heuristic is that of the rules.
func TestRulesOfHeuristicsThatDoNotFit(t *testing.T) {
	goal := goalOf(t, puzzle.BlankLast, 9, 9)
	p := search.Problem{Start: goal, Goal: goal}
	_, err := RulesOf(p, heuristics.WalkingDistance, puzzle.Order{}, 1)
	assert.ErrorContains(t, err, "decode: ")
}

// The loop with the table makes the moves of the plain loop, and gives its estimates.
func TestDecodingLoopsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(5).Draw(t, "problem")
		h := rapid.SampledFrom(slices.Concat(sums, conflicts)).Draw(t, "heuristic")
		r, err := RulesOf(p, h, puzzle.Order{}, 3)
		require.NoError(t, err)
		r.ByRank = rapid.Bool().Draw(t, "by rank")
		plain := plainRules(r)
		origin := r.OriginOf(p.Start.Tiles())
		fast := Walker{Rules: r}
		slow := Walker{Rules: plain}
		fast.Start(&origin)
		slow.Start(&origin)
		chromosome := genes(60).Draw(t, "genes")
		for made := 0; made < len(chromosome); {
			n := fast.Decode(chromosome[made:min(made+Batch, len(chromosome))])
			for i := range n {
				slow.Decode(chromosome[made+i : made+i+1])
				require.Equal(t, slow.Trail[0], fast.Trail[i])
			}
			require.Equal(t, slow.Tiles(), fast.Tiles())
			made += n
		}
	})
}

// plainRules returns rules that decode by the Tracker of the heuristic, whatever its structure.
func plainRules(r *Rules) *Rules {
	objective := *r.Objective
	objective.lines = nil
	objective.decode = (*Walker).decodeByTracker
	plain := *r
	plain.Objective = &objective
	return &plain
}

// BenchmarkDecode decodes many lists of genes, because the processor would learn the branches of a
// few.
func BenchmarkDecode(b *testing.B) {
	const lists, each = 128, 200
	goal := goalOf(b, puzzle.BlankLast, 4, 4)
	p := search.Problem{Start: puzzle.Uniform(puzzle.NewRand(1, 0), goal), Goal: goal}
	all := make([]float64, lists*each)
	random.Genes(all, random.Stream(1, 0))
	for _, h := range []heuristics.Heuristic{heuristics.Manhattan, heuristics.LinearConflict} {
		for _, byRank := range []bool{false, true} {
			r, err := RulesOf(p, h, puzzle.Order{}, 3)
			require.NoError(b, err)
			r.ByRank = byRank
			for name, rules := range map[string]*Rules{"table": r, "plain": plainRules(r)} {
				origin := rules.OriginOf(p.Start.Tiles())
				w := Walker{Rules: rules}
				b.Run(fmt.Sprintf("%s/rank=%t/%s", h.Name(), byRank, name), func(b *testing.B) {
					for i := range b.N {
						w.Start(&origin)
						from := i % lists * each
						for made := 0; made < each; {
							made += w.Decode(all[from+made : from+min(made+Batch, each)])
						}
					}
					b.ReportMetric(float64(b.N*each)/b.Elapsed().Seconds(), "genes/s")
				})
			}
		}
	}
}
