package quality

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// tally counts boards by distance and estimate, and keeps the board nearest to the
// goal that refutes each claim, or nil.
type tally struct {
	joint map[estimated]uint64
	over  *evidence
	drop  *evidence
}

// estimated is a distance with an estimate of it.
type estimated struct{ distance, estimate int }

// evidence is a board that refutes a claim. A report shows one for each claim. It is the
// nearest to the goal, since small examples are easiest to check by hand.
type evidence struct {
	distance int // an unknown distance is the farthest
	number   int
	estimate int
	move     puzzle.Move // of a drop
	after    int         // of a drop
}

// nearest returns the board that is nearer to the goal, among equals that of the
// smaller number.
func nearest(a, b *evidence) *evidence {
	if a == nil || b != nil && cmp.Or(cmp.Compare(b.distance, a.distance), cmp.Compare(b.number, a.number)) < 0 {
		return b
	}
	return a
}

// portion is how many boards a worker takes at a time.
const portion = 1 << 14

// examine estimates every board and every board a move away. It divides the boards
// among several workers and adds up their tallies. The sum does not depend on the order
// in which the workers end, so the result is the same for any number of workers. Once
// the context has ended, examine leaves boards out.
func (b *boards) examine(ctx context.Context, estimator heuristics.Estimator, workers int) (tally, error) {
	total := tally{joint: map[estimated]uint64{}}
	var adding sync.Mutex
	var group errgroup.Group
	group.SetLimit(workers)
	for start := 0; start < len(b.distances) && ctx.Err() == nil; start += portion {
		group.Go(func() error {
			return pdb.Guard(func() error {
				t := b.tally(start, min(start+portion, len(b.distances)), estimator)
				adding.Lock()
				defer adding.Unlock()
				total.over, total.drop = nearest(total.over, t.over), nearest(total.drop, t.drop)
				for e, boards := range t.joint {
					total.joint[e] += boards
				}
				return nil
			})
		})
	}
	return total, group.Wait()
}

// tally takes in the boards from one number up to another. It compares the estimate of a
// board with the distance, and with the estimates after each move. An estimate that
// exceeds the distance refutes that the heuristic is admissible. An estimate that a move
// lowers by more than 1 refutes that it is consistent.
func (b *boards) tally(start, end int, estimator heuristics.Estimator) tally {
	t := tally{joint: map[estimated]uint64{}}
	graph, tracker := puzzle.NewGraph(b.size, puzzle.DefaultOrder), estimator.Track()
	tiles := make([]uint8, b.size.Cells())
	for number := start; number < end; number++ {
		copy(tiles, b.at(number))
		distance, estimate := b.distances[number], int(estimator.Estimate(tiles))
		if b.counts(number) {
			t.joint[estimated{distance, estimate}]++
		}
		if estimate > distance {
			t.over = nearest(t.over, &evidence{distance: distance, number: number, estimate: estimate})
		}
		tracker.Reset(tiles)
		blank := uint8(slices.Index(tiles, 0))
		for _, step := range graph.Steps(blank) {
			tiles[blank], tiles[step.To] = tiles[step.To], 0
			if after := int(tracker.Move(tiles, step.To, blank)); estimate-after > 1 {
				t.drop = nearest(t.drop, &evidence{distance, number, estimate, step.Move, after})
			}
			tiles[step.To], tiles[blank] = tiles[blank], 0
			tracker.Move(tiles, blank, step.To)
		}
	}
	return t
}

// describe writes the result into a row.
func (t tally) describe(r *Row, b *boards) {
	if e := t.over; e != nil {
		r.Overestimate = &Overestimate{b.board(e.number), e.estimate, e.distance}
	}
	if e := t.drop; e != nil {
		r.Drop = &Drop{b.board(e.number), e.estimate, e.move.String(), e.after}
	}
	var estimates, errors, weights []float64
	byError := map[int]uint64{}
	for _, e := range slices.SortedFunc(maps.Keys(t.joint), func(a, b estimated) int {
		return cmp.Or(a.distance-b.distance, a.estimate-b.estimate)
	}) {
		n, miss := t.joint[e], e.distance-e.estimate
		estimates, errors = append(estimates, float64(e.estimate)), append(errors, float64(miss))
		weights = append(weights, float64(n))
		byError[miss] += n
		if last := len(r.Depths) - 1; last < 0 || r.Depths[last].Distance != e.distance {
			r.Depths = append(r.Depths, Depth{Distance: e.distance, Least: e.estimate})
		}
		d := &r.Depths[len(r.Depths)-1]
		d.Boards += n
		d.Most = e.estimate
		d.Estimate += bench.Figure(n) * bench.Figure(e.estimate) // the sum, divided below
	}
	for i := range r.Depths {
		d := &r.Depths[i]
		d.Estimate /= bench.Figure(d.Boards)
		d.Error = bench.Figure(d.Distance) - d.Estimate
	}
	boards, mean := floats.Sum(weights), stat.Mean(errors, weights) // NaN of none
	squares := 0.0
	for _, miss := range slices.Sorted(maps.Keys(byError)) {
		r.Errors = append(r.Errors, Errors{miss, byError[miss]})
		off := float64(miss) - mean
		squares += off * off * float64(byError[miss])
	}
	r.Estimate, r.Error = bench.Figure(stat.Mean(estimates, weights)), bench.Figure(mean)
	r.Deviation = bench.Figure(math.Sqrt(squares / boards))
}

// Quantile returns the least error that at least a share of the boards, from 0 to 1, do
// not exceed, and false if there are no boards.
func (r Row) Quantile(share float64) (int, bool) {
	if len(r.Errors) == 0 {
		return 0, false
	}
	var errors, boards []float64
	for _, e := range r.Errors {
		errors, boards = append(errors, float64(e.Error)), append(boards, float64(e.Boards))
	}
	return int(stat.Quantile(share, stat.Empirical, errors, boards)), true
}
