package ga

import "math"

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

// strides are how many ranges stand for one move where so many are legal.
var strides = [anyMove + 1]int{0, ranges, ranges / 2, ranges / 3, ranges / 4}

// gains are what the legal moves of a context make of the estimate, less the
// same for all: four times as much, and the move's place in the order of
// successors.
type gains [anyMove]int64

// legal returns the moves of a context, the k-th of n at k times the stride.
func (d *decoding) legal(context uint16) (steps []decoded, n, stride int) {
	n = int(d.moves[context/ranges])
	return d.table[context : context+ranges], n, strides[n]
}

// place returns the place of the move, of n, that a gene stands for by rank: of
// the k-th least gain for the k-th part of its range, in the order of successors
// where gains are equal.
func (s *scorer) place(g *gains, n int, gene float64) int {
	rank := 0
	for bounds := &s.bounds[n]; rank < n-1 && gene >= bounds[rank]; {
		rank++
	}
	switch {
	case n == 1:
		return 0
	case n == 2:
		g[0], g[1] = min(g[0], g[1]), max(g[0], g[1])
	default:
		if n == 3 {
			g[3] = math.MaxInt64
		}
		// The least network for four (Knuth, The Art of Computer Programming 3,
		// section 5.3.4), without a branch.
		a, b, c, d := min(g[0], g[1]), max(g[0], g[1]), min(g[2], g[3]), max(g[2], g[3])
		low, high := max(a, c), min(b, d)
		g[0], g[1], g[2], g[3] = min(a, c), min(low, high), max(low, high), max(b, d)
	}
	return int(g[rank] & (anyMove - 1))
}

// rankedBySum returns the move that a gene stands for by rank under sums over
// tiles.
func (s *scorer) rankedBySum(context uint16, gene float64) decoded {
	steps, n, stride := s.decoding.legal(context)
	var g gains
	for k := range n {
		step := steps[k*stride]
		change := &s.sums[int(s.tiles[step.to()])*s.cells*4+int(step.at)]
		g[k] = change.estimate<<2 | int64(k)
	}
	step := steps[s.place(&g, n, gene)*stride]
	s.way = append(s.way, step.move())
	return step
}

// rankedByLines does so under sums over tiles and lines.
func (s *scorer) rankedByLines(context uint16, gene float64) decoded {
	steps, n, stride := s.decoding.legal(context)
	shifts, cost, perTile := s.lines.shifts, s.lines.cost, s.cells*4
	var g gains
	for k := range n {
		step := steps[k*stride]
		shift := &shifts[int(s.tiles[step.to()])*perTile+int(step.at)]
		before := s.codes[shift.orderLine&lineMask]
		estimate := int64(shift.estimate) + int64(cost[before+shift.order]) - int64(cost[before])
		g[k&(anyMove-1)] = estimate<<2 | int64(k)
	}
	step := steps[s.place(&g, n, gene)*stride]
	s.way = append(s.way, step.move())
	return step
}

// rankedByTracker does so under any heuristic: each move is made and taken back.
func (s *scorer) rankedByTracker(context uint16, blank uint8, gene float64) decoded {
	steps, n, stride := s.decoding.legal(context)
	tiles := s.tiles[:s.cells]
	var g gains
	for k := range n {
		to := steps[k*stride].to()
		tile := tiles[to]
		tiles[blank], tiles[to] = tile, 0
		g[k] = int64(s.tracker.Move(tiles, to, blank))<<2 | int64(k)
		tiles[blank], tiles[to] = 0, tile
		s.tracker.Move(tiles, blank, to)
	}
	step := steps[s.place(&g, n, gene)*stride]
	s.way = append(s.way, step.move())
	return step
}
