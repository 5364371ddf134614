package decode

import (
	"math"
	"slices"

	"npuzzle/puzzle"
)

// AnyMove as the last move of a context means that there is no last move.
const AnyMove = 4

// decoding has the legal moves of every context. A context is the blank's cell and the last
// move. The move that undoes the last one is left out, unless it is the only legal move. The
// decoding is read-only.
type decoding struct {
	steps    [][]Step  // legal moves in the order of successors, by context
	rankings []ranking // by context
}

// Step is a legal move in some context. Bits 0 to 15 are the next context, and the bits from
// 16 on are 4 * the cell that the blank goes to + the move.
type Step uint32

func (d Step) Context() uint16   { return uint16(d) }
func (d Step) cellAndMove() int  { return int(d >> 16) }
func (d Step) To() uint8         { return uint8(d >> 18) }
func (d Step) Move() puzzle.Move { return puzzle.Move(d >> 16 & 3) }

// ContextOf returns the number of a context.
func ContextOf(blank uint8, last puzzle.Move) uint16 {
	return uint16(blank)*(AnyMove+1) + uint16(last)
}

// newDecoding makes the tables, about 1 kB for each cell.
func newDecoding(size puzzle.Size, order puzzle.Order) *decoding {
	graph := puzzle.NewGraph(size, order)
	d := &decoding{}
	for cell := range size.Cells() {
		neighbours := graph.Steps(uint8(cell))
		for last := range puzzle.Move(AnyMove + 1) {
			var steps []Step
			for _, step := range neighbours {
				goesBack := last != AnyMove && step.Move == last.Opposite()
				if goesBack && len(neighbours) > 1 {
					continue
				}
				next := Step(ContextOf(step.To, step.Move))
				steps = append(steps, next|Step(step.To)<<18|Step(step.Move)<<16)
			}
			d.steps = append(d.steps, steps)
			d.rankings = append(d.rankings, rankingOf(steps))
		}
	}
	return d
}

// Bounds divide the range of a gene into parts: bounds[n][k] is the upper end of the part of
// rank k if n moves are legal.
type Bounds [AnyMove + 1][AnyMove]float64

// BoundsOf returns the bounds for a value of greed: of n moves, gene g selects the move of
// rank floor(n·g^greed).
func BoundsOf(greed float64) (b Bounds) {
	const unit = 1 << 32 // genes have 32 bits
	for n := 1; n <= AnyMove; n++ {
		for k := range n {
			share := float64(k+1) / float64(n)
			b[n][k] = math.Round(math.Pow(share, 1/greed)*unit) / unit
		}
	}
	return b
}

// rank returns the rank that a gene selects if n moves are legal.
func (b *Bounds) rank(n int, gene float64) int {
	rank := 0
	for rank < n-1 && gene >= b[n][rank] {
		rank++
	}
	return rank
}

// ranked returns the move that a gene selects in a context. The function estimate returns the
// estimate after a move, or that estimate less a constant. Moves of equal estimates are in the
// order of successors, and so are all moves if genes are not decoded by rank. The tests compare
// the look-up of decodeByLines (walker.go) with ranked.
func (w *Walker) ranked(context uint16, gene float64, estimate func(Step) int64) Step {
	steps := w.Rules.Tables.decoding.steps[context]
	var estimates [AnyMove]int64
	if w.Rules.ByRank {
		for k, step := range steps {
			estimates[k] = estimate(step)
		}
	}
	return nth(steps, w.Rules.Bounds.rank(len(steps), gene), estimates[:])
}

// nth returns the move of a rank by the estimates, and among equals by the order of the moves.
func nth(steps []Step, rank int, estimates []int64) Step {
	var sorted [AnyMove]int64 // 4 * the estimate + the index
	for k := range steps {
		sorted[k] = estimates[k]<<2 + int64(k)
	}
	slices.Sort(sorted[:len(steps)])
	return steps[sorted[rank]&(AnyMove-1)]
}

// At most three moves are legal, except at the start of a path. The move that a gene selects is
// looked up by the context, the order of the estimates and the gene's part. The look-up has no
// branch, because the processor could not predict it. For genes that are not decoded by rank,
// the order is 0, which is that of equal estimates.
const (
	orders = 8 // number of results of orderOf
	parts  = 4 // number of results of partOf
)

// ranking has the legal moves of a context, if there are at most three, and the move to make for
// each part and order.
type ranking struct {
	moves   [3]uint16            // for each move, 4 * the cell that the blank goes to + the move
	many    bool                 // more than three moves are legal
	choices [parts * orders]Step // [part*orders + order]
}

// orderOf returns the order of three estimates as three bits. Bit 0 is set if b < a, bit 1 if
// c < a, and bit 2 if c < b.
func orderOf(a, b, c int64) int {
	return int(uint64(b-a)>>63 + uint64(c-a)>>63*2 + uint64(c-b)>>63*4)
}

// cuts returns the bounds of two and of three moves, in ascending order.
func (b *Bounds) cuts() (first, second, third float64) { return b[3][0], b[2][0], b[3][1] }

// partOf returns the number of cuts that are at most the gene. This number determines the gene's
// rank of two moves as well as of three.
func partOf(gene, first, second, third float64) int {
	return intOf(gene >= first) + intOf(gene >= second) + intOf(gene >= third)
}

// intOf returns 1 for true and 0 for false.
func intOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rankingOf returns the ranking of the legal moves of a context.
func rankingOf(steps []Step) (r ranking) {
	if len(steps) > len(r.moves) {
		return ranking{many: true}
	}
	for k, step := range steps {
		r.moves[k] = uint16(step.cellAndMove())
	}
	for code := range int64(27) { // three estimates from 0 to 2 have every order
		estimates := [...]int64{code % 3, code / 3 % 3, code / 9}
		order := orderOf(estimates[0], estimates[1], estimates[2])
		for part := range parts {
			rank := rankOfPart(part, len(steps))
			r.choices[part*orders+order] = nth(steps, rank, estimates[:])
		}
	}
	return r
}

// rankOfPart returns the rank that genes of a part select if at most three moves are legal.
func rankOfPart(part, moves int) int {
	switch moves {
	case 2:
		return part / 2
	case 3:
		return (part + 1) / 2
	}
	return 0
}
