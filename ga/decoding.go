package ga

import (
	"math"
	"slices"
	"unsafe"

	"npuzzle/puzzle"
)

// anyMove, as the last move, stands for none.
const anyMove = 4

// decoding says for every context, the blank's cell and its last move, which move each
// gene stands for. The move that undoes the last one is left out, unless it is the only
// one. The decoding is read-only.
type decoding struct {
	steps    [][]decoded // [context], the legal moves in the order of successors
	rankings []ranking   // [context]
}

// decoded is the move that a gene stands for in its context: the next context, and from
// bit 16 on 4 * the cell that the blank goes to + its move.
type decoded uint32

func (d decoded) context() uint16   { return uint16(d) }
func (d decoded) at() int           { return int(d >> 16) }
func (d decoded) to() uint8         { return uint8(d >> 18) }
func (d decoded) move() puzzle.Move { return puzzle.Move(d >> 16 & 3) }

// contextOf returns the number of a context.
func contextOf(blank uint8, last puzzle.Move) uint16 { return uint16(blank)*(anyMove+1) + uint16(last) }

// newDecoding makes the tables, about 1 kB for each cell.
func newDecoding(size puzzle.Size, order puzzle.Order) *decoding {
	graph := puzzle.NewGraph(size, order)
	d := &decoding{}
	for cell := range size.Cells() {
		for last := range puzzle.Move(anyMove + 1) {
			var steps []decoded
			all := graph.Steps(uint8(cell))
			for _, step := range all {
				if last == anyMove || step.Move != last.Opposite() || len(all) == 1 {
					next := decoded(contextOf(step.To, step.Move))
					steps = append(steps, next|decoded(step.To)<<18|decoded(step.Move)<<16)
				}
			}
			d.steps = append(d.steps, steps)
			d.rankings = append(d.rankings, rankingOf(steps))
		}
	}
	return d
}

// bytes returns the memory of the tables.
func (d *decoding) bytes() uint64 {
	perContext := unsafe.Sizeof(ranking{}) + unsafe.Sizeof(d.steps[0]) + anyMove*unsafe.Sizeof(decoded(0))
	return uint64(len(d.steps)) * uint64(perContext)
}

// bounds are where the range of a gene is cut: [moves][rank] is the end of a rank's
// part where so many moves are legal.
type bounds [anyMove + 1][anyMove]float64

// boundsOf returns the bounds of a greed: of n moves, a gene g stands for the one whose
// rank is the whole part of n·g^greed.
func boundsOf(greed float64) (b bounds) {
	const unit = 1 << 32 // genes have 32 bits
	for n := 1; n <= anyMove; n++ {
		for k := range n {
			b[n][k] = math.Round(math.Pow(float64(k+1)/float64(n), 1/greed)*unit) / unit
		}
	}
	return b
}

// rank returns the rank of n that a gene stands for.
func (b *bounds) rank(n int, gene float64) int {
	rank := 0
	for rank < n-1 && gene >= b[n][rank] {
		rank++
	}
	return rank
}

// ranked returns the move that a gene stands for, given the estimate that each move leads
// to, or that estimate less a constant. Moves of equal estimates are in the order of
// successors; so are all moves if genes are not decoded by rank. The tests compare the
// faster look-up below with it.
func (s *scorer) ranked(context uint16, gene float64, estimate func(decoded) int64) decoded {
	steps := s.rules.tables.decoding.steps[context]
	var sorted [anyMove]int64 // four times the estimate, and the index in the order of successors
	for k, step := range steps {
		if sorted[k] = int64(k); s.rules.byRank {
			sorted[k] += estimate(step) << 2
		}
	}
	slices.Sort(sorted[:len(steps)])
	return steps[sorted[s.rules.bounds.rank(len(steps), gene)]&(anyMove-1)]
}

// At most three moves are legal, except where a plan begins. They are ranked without a
// branch, since the processor cannot predict which one a gene stands for: the move is
// looked up by the context, the order of the estimates and the gene's part. Genes that are
// not decoded by rank take the moves in the order of estimates that are all equal, 0.
const (
	orders = 8 // see orderOf
	parts  = 4 // see partOf
)

// ranking has up to three legal moves, and which of them to make.
type ranking struct {
	at      [3]uint16               // 4 * the cell that the blank goes to + its move
	many    bool                    // there are more than three
	choices [parts * orders]decoded // [part*orders + order]
}

// orderOf returns which of three estimates are less than others: bit 0 is set where the
// second is less than the first, bit 1 where the third is, and bit 2 where the third is
// less than the second.
func orderOf(a, b, c int64) int {
	return int(uint64(b-a)>>63 + uint64(c-a)>>63*2 + uint64(c-b)>>63*4)
}

// cuts returns the bounds of two and of three moves, in ascending order.
func (b *bounds) cuts() (first, second, third float64) { return b[3][0], b[2][0], b[3][1] }

// partOf returns the number of cuts that a gene reaches. It gives the gene's rank of two
// as well as of three.
func partOf(gene, first, second, third float64) int {
	return one(gene >= first) + one(gene >= second) + one(gene >= third)
}

// one returns 1 for true.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// rankingOf returns the ranking of the legal moves of a context.
func rankingOf(steps []decoded) (r ranking) {
	if r.many = len(steps) > len(r.at); r.many {
		return r
	}
	for k, step := range steps {
		r.at[k] = uint16(step.at())
	}
	for i := range r.choices {
		r.choices[i] = steps[placeOf(len(steps), i/orders, i%orders)]
	}
	return r
}

// placeOf returns which of up to three moves a part of a gene stands for where their
// estimates are in an order.
func placeOf(n, part, order int) int {
	rank := [...]int{0, 0, part / 2, (part + 1) / 2}[n]
	for k := range n {
		before := 0 // moves that rank before k
		for i := range n {
			if i != k && (order>>(i+k-1)&1 == 1) == (i > k) {
				before++
			}
		}
		if before == rank {
			return k
		}
	}
	return 0 // no three estimates are in this order
}

// ranking returns the ranking of a context. Where more than three moves are legal, the move
// is found here, and is the only choice.
func (s *scorer) ranking(context uint16, gene float64, estimate func(decoded) int64) *ranking {
	r := &s.rules.tables.decoding.rankings[context]
	if !r.many {
		return r
	}
	step := s.ranked(context, gene, estimate)
	for i := range s.only.choices {
		s.only.choices[i] = step
	}
	return &s.only
}
