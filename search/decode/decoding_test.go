package decode

import (
	"cmp"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"npuzzle/puzzle"
)

// next returns the move that a gene stands for in the order of successors.
func (d *decoding) next(context uint16, gene float64) Step {
	steps, equal := d.steps[context], BoundsOf(1)
	return steps[equal.rank(len(steps), gene)]
}

// plan returns the moves that genes stand for on a board whose blank stands in
// the given cell.
func (d *decoding) plan(blank uint8, genes []float64) []puzzle.Move {
	plan := make([]puzzle.Move, len(genes))
	context := ContextOf(blank, AnyMove)
	for i, gene := range genes {
		step := d.next(context, gene)
		plan[i], context = step.Move(), step.Context()
	}
	return plan
}

// Every chromosome is a legal plan, and each gene names the move that its
// range stands for among those that are legal where it is decoded.
func TestDecodesIntoLegalMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := problem(5).Draw(t, "problem")
		order := puzzle.DefaultOrder
		if rapid.Bool().Draw(t, "other order") {
			order = puzzle.Order{puzzle.Right, puzzle.Up, puzzle.Left, puzzle.Down}
		}
		chromosome := genes(60).Draw(t, "genes")
		plan := newDecoding(p.Start.Size(), order).plan(uint8(p.Start.Blank()), chromosome)
		require.Len(t, plan, len(chromosome))

		b := p.Start
		for i, gene := range chromosome {
			var legal []puzzle.Move
			for _, move := range order {
				if _, ok := b.Move(move); ok && (i == 0 || move != plan[i-1].Opposite()) {
					legal = append(legal, move)
				}
			}
			if len(legal) == 0 {
				legal = []puzzle.Move{plan[i-1].Opposite()} // the end of a row
			}
			require.Equal(t, legal[int((gene+0.5/(1<<32))*float64(len(legal)))], plan[i], "gene %d", i)
			b, _ = b.Move(plan[i])
		}
	})
}

func TestRangesAreEqual(t *testing.T) {
	size := puzzle.Size{Rows: 3, Cols: 3}
	d := newDecoding(size, puzzle.Order{})
	graph := puzzle.NewGraph(size, puzzle.DefaultOrder)
	for cell := range uint8(9) {
		steps := graph.Steps(cell)
		for i, step := range steps {
			from, to := float64(i)/float64(len(steps)), float64(i+1)/float64(len(steps))
			for _, gene := range []float64{from + 1e-9, (from + to) / 2, to - 1e-9} {
				got := d.next(ContextOf(cell, AnyMove), gene)
				assert.Equal(t, []any{step.Move, step.To}, []any{got.Move(), got.To()}, "cell %d, gene %v", cell, gene)
			}
		}
	}
}

// The places of three moves, and of fewer, follow from sorting.
func TestPlaces(t *testing.T) {
	b := BoundsOf(3)
	first, second, third := b.cuts()
	for n := 1; n <= 3; n++ {
		steps := []Step{5, 6, 7}[:n]
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

// A gene stands for the rank that its power says.
func TestBoundsOfRanks(t *testing.T) {
	for _, greed := range []float64{0.5, 1, 2, 3.7} {
		b := BoundsOf(greed)
		rng := rand.New(rand.NewSource(1))
		for range 2000 {
			gene, n := float64(rng.Uint32())/(1<<32), 1+rng.Intn(AnyMove)
			exact := float64(n) * math.Pow(gene, greed)
			assert.InDelta(t, float64(b.rank(n, gene))+0.5, exact, 0.5+1e-6,
				"gene %v of %d moves, greed %v", gene, n, greed)
		}
	}
}
