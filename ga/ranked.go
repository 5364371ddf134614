package ga

// ranking turns genes that stand for ranks into genes that stand for the same
// moves in the order of successors, so that all else is decoded and scored in
// one way. It is for the use of one goroutine.
type ranking struct {
	*scorer
	blank uint8
	lines lineCodes
	genes []float64 // the last result
}

// ordered returns the moves that ranked genes stand for on the way from an
// origin, as genes under Ordered: where n moves are legal, the k-th n-th of
// [0,1) stands for the move that leads to the k-th least estimate, in the order
// of successors where estimates are equal. The result is good until the next
// call.
func (r *ranking) ordered(from *origin, genes []float64) []float64 {
	tiles := r.tiles[:r.cells]
	copy(tiles, from.tiles)
	r.blank, r.lines, r.genes = from.blank, from.lines, r.genes[:0]
	if r.tracked() {
		r.track().Reset(tiles)
	}
	context := contextOf(r.blank, anyMove)
	for _, gene := range genes {
		steps := r.decoding.table[context : context+ranges]
		var ranked, gains [anyMove]int64 // places of the moves in steps, and what they change
		n := 0
		for at := range steps {
			if at > 0 && steps[at] == steps[at-1] {
				continue
			}
			gain := r.gain(steps[at])
			i := n
			for ; i > 0 && gains[i-1] > gain; i-- {
				ranked[i], gains[i] = ranked[i-1], gains[i-1]
			}
			ranked[i], gains[i] = int64(at), gain
			n++
		}
		at := ranked[int(gene*ranges)*n/ranges]
		r.genes = append(r.genes, (float64(at)+0.5)/ranges)
		r.move(steps[at])
		context = steps[at].context
	}
	return r.genes
}

// gain returns an estimate of the board that a move leads to, less the same for
// all moves from a board.
func (r *ranking) gain(step decoded) int64 {
	to := step.to()
	tile := r.tiles[to]
	at := int(tile)*r.cells*4 + int(step.at)
	switch {
	case r.sums != nil:
		return r.sums[at].estimate
	case !r.tracked():
		shift, cost := &r.guide.lines.shifts[at], r.guide.lines.cost
		before := r.lines[shift.orderLine&lineMask]
		return int64(shift.estimate) + int64(cost[before+shift.order]) - int64(cost[before])
	}
	tiles, blank := r.tiles[:r.cells], r.blank
	tiles[blank], tiles[to] = tile, 0
	estimate := r.tracker.Move(tiles, to, blank)
	tiles[blank], tiles[to] = 0, tile
	r.tracker.Move(tiles, blank, to)
	return int64(estimate)
}

// move makes a move.
func (r *ranking) move(step decoded) {
	to := step.to()
	tile := r.tiles[to]
	if r.guide.lines != nil {
		shift := &r.guide.lines.shifts[int(tile)*r.cells*4+int(step.at)]
		r.lines[shift.orderLine&lineMask] += shift.order
		r.lines[shift.alongLine&lineMask] += shift.along
	}
	r.tiles[r.blank], r.tiles[to] = tile, 0
	if r.tracked() {
		r.tracker.Move(r.tiles[:r.cells], to, r.blank)
	}
	r.blank = to
}
