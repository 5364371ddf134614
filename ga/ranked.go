package ga

import (
	"math"
	"slices"
)

// bounds are where the range of a gene is cut: [moves][rank] is the end of a
// rank's part where so many moves are legal.
type bounds [anyMove + 1][anyMove]float64

// boundsOf returns the bounds of a greed, which make the rank of n that a gene g
// stands for the whole part of n·g^greed.
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

// ranked returns the move that a gene stands for by rank, given the estimate that
// each move leads to, or that less the same for all: of the k-th least estimate for
// the k-th part of the gene's range, in the order of successors where estimates are
// equal. It is the oracle of the faster way below.
func (s *scorer) ranked(context uint16, gene float64, estimate func(decoded) int64) decoded {
	steps := s.decoding.steps[context]
	var sorted [anyMove]int64 // four times the estimate, and the place in the order of successors
	for k, step := range steps {
		sorted[k] = estimate(step)<<2 | int64(k)
	}
	slices.Sort(sorted[:len(steps)])
	return steps[sorted[s.bounds.rank(len(steps), gene)]&(anyMove-1)]
}

// No more than three moves are legal but where a plan begins. They
// are ranked without a branch, since which one a gene stands for cannot be foretold:
// it is looked up by the context, the order of the estimates and the gene's part.
const (
	orders = 8 // see orderOf
	parts  = 4 // see partOf
)

// contenders are up to three legal moves, in the order of successors.
type contenders struct {
	at   [3]uint16 // 4 * the cell the blank goes to + its move
	many bool      // there are more
}

// outcomes are the moves to make: [part*orders + order].
type outcomes [parts * orders]decoded

// orderOf returns which of three estimates are less than others: bit 0 is set where
// the second is less than the first, bit 1 where the third is, and bit 2 where the
// third is less than the second.
func orderOf(a, b, c int64) int {
	return int(uint64(b-a)>>63 + uint64(c-a)>>63*2 + uint64(c-b)>>63*4)
}

// cuts returns the bounds of two and of three moves, which lie between one another.
func (b *bounds) cuts() (first, second, third float64) { return b[3][0], b[2][0], b[3][1] }

// partOf returns how many of the cuts a gene reaches. This tells its rank of two as
// well as of three.
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

// rank adds the legal moves of a context to the tables of decoding by rank.
func (d *decoding) rank(steps []decoded) {
	var c contenders
	var moves outcomes
	if c.many = len(steps) > len(c.at); !c.many {
		for k, step := range steps {
			c.at[k] = uint16(step.at())
		}
		for i := range moves {
			moves[i] = steps[placeOf(len(steps), i/orders, i%orders)]
		}
	}
	d.contenders, d.outcomes = append(d.contenders, c), append(d.outcomes, moves)
}

// placeOf returns which of up to three moves a part of a gene stands for where
// their estimates are in an order.
func placeOf(n, part, order int) int {
	rank := 0
	switch n {
	case 2:
		rank = part / 2
	case 3:
		rank = (part + 1) / 2
	}
	for k := range n {
		lesser := 0 // moves that rank before k
		for i := range k {
			lesser += 1 - order>>(i+k-1)&1
		}
		for i := k + 1; i < n; i++ {
			lesser += order >> (i + k - 1) & 1
		}
		if lesser == rank {
			return k
		}
	}
	return 0 // no three estimates are in this order
}

// contest returns the contenders of a context and the outcomes. Where there are too
// many, what the gene stands for is found here, and is the only outcome.
func (s *scorer) contest(context uint16, gene float64, estimate func(decoded) int64) (*contenders, *outcomes) {
	c := &s.decoding.contenders[context]
	if !c.many {
		return c, &s.decoding.outcomes[context]
	}
	step := s.ranked(context, gene, estimate)
	for i := range s.only {
		s.only[i] = step
	}
	return c, &s.only
}

// estimateByTracker returns the estimate that a move leads to under any heuristic:
// it is made and taken back.
func (s *scorer) estimateByTracker(step decoded) int64 {
	tiles, blank, to := s.tiles[:s.cells], s.now.blank, step.to()
	tile := tiles[to]
	tiles[blank], tiles[to] = tile, 0
	estimate := int64(s.tracker.Move(tiles, to, blank))
	tiles[blank], tiles[to] = 0, tile
	s.tracker.Move(tiles, blank, to)
	return estimate
}
