package quality

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/heuristics"
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

func newTally() *tally { return &tally{joint: map[estimated]uint64{}} }

// evidence is a board that refutes a claim. A report shows one for each claim. It is the
// nearest to the goal, since small examples are easiest to check by hand.
type evidence struct {
	distance int // an unknown distance is the farthest
	number   uint64
	estimate puzzle.Cost
	move     puzzle.Move // of a drop
	after    puzzle.Cost // of a drop
}

// nearest returns the board that is nearer to the goal, among equals that of the
// smaller number.
func nearest(a, b *evidence) *evidence {
	switch {
	case a == nil:
		return b
	case b != nil && cmp.Or(cmp.Compare(b.distance, a.distance), cmp.Compare(b.number, a.number)) < 0:
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
func (b *boards) examine(ctx context.Context, estimator heuristics.Estimator, workers int) *tally {
	graph := puzzle.NewGraph(b.size, puzzle.DefaultOrder)
	total := newTally()
	var adding sync.Mutex
	var group errgroup.Group
	group.SetLimit(workers)
	for start := uint64(0); start < b.len() && ctx.Err() == nil; start += portion {
		group.Go(func() error {
			t := newTally()
			tiles, tracker := make([]uint8, b.size.Cells()), estimator.Track()
			for number := start; number < min(start+portion, b.len()); number++ {
				t.examine(b, number, graph, tiles, estimator, tracker)
			}
			adding.Lock()
			defer adding.Unlock()
			total.add(t)
			return nil
		})
	}
	_ = group.Wait() // no function returns an error
	return total
}

// examine takes in one board: it counts the board, compares the estimate with the
// distance, and compares it with the estimates after each move. An estimate that exceeds
// the distance refutes that the heuristic is admissible. An estimate that a move lowers
// by more than 1 refutes that it is consistent.
func (t *tally) examine(b *boards, number uint64, graph *puzzle.Graph, tiles []uint8,
	estimator heuristics.Estimator, tracker heuristics.Tracker) {
	distance, counts, ok := b.at(number, tiles)
	if !ok {
		return
	}
	estimate := estimator.Estimate(tiles)
	if counts {
		t.joint[estimated{distance, int(estimate)}]++
	}
	if int(estimate) > distance {
		t.over = nearest(t.over, &evidence{distance: distance, number: number, estimate: estimate})
	}
	tracker.Reset(tiles)
	blank := uint8(slices.Index(tiles, 0))
	for _, step := range graph.Steps(blank) {
		tiles[blank], tiles[step.To] = tiles[step.To], 0
		after := tracker.Move(tiles, step.To, blank)
		if estimate-after > 1 {
			t.drop = nearest(t.drop, &evidence{distance, number, estimate, step.Move, after})
		}
		tiles[step.To], tiles[blank] = tiles[blank], 0
		tracker.Move(tiles, blank, step.To)
	}
}

// add takes in another tally.
func (t *tally) add(other *tally) {
	t.over, t.drop = nearest(t.over, other.over), nearest(t.drop, other.drop)
	for e, boards := range other.joint {
		t.joint[e] += boards
	}
}

// describe writes the result into a row.
func (t *tally) describe(r *Row, b *boards) {
	if e := t.over; e != nil {
		r.Overestimate = &Overestimate{b.board(e.number), int(e.estimate), e.distance}
	}
	if e := t.drop; e != nil {
		r.Drop = &Drop{b.board(e.number), int(e.estimate), e.move.String(), int(e.after)}
	}
	var boards, estimates, errors, squares float64
	byError := map[int]uint64{}
	for _, e := range slices.SortedFunc(maps.Keys(t.joint), func(a, b estimated) int {
		return cmp.Or(a.distance-b.distance, a.estimate-b.estimate)
	}) {
		n := t.joint[e]
		if last := len(r.Depths) - 1; last < 0 || r.Depths[last].Distance != e.distance {
			r.Depths = append(r.Depths, Depth{Distance: e.distance, Least: e.estimate})
		}
		d := &r.Depths[len(r.Depths)-1]
		d.Boards += n
		d.Most = e.estimate
		d.Estimate += bench.Figure(n) * bench.Figure(e.estimate) // the sum, divided below
		byError[e.distance-e.estimate] += n
	}
	for i := range r.Depths {
		d := &r.Depths[i]
		boards += float64(d.Boards)
		estimates += float64(d.Estimate)
		d.Estimate /= bench.Figure(d.Boards)
		d.Error = bench.Figure(d.Distance) - d.Estimate
	}
	for _, e := range slices.Sorted(maps.Keys(byError)) {
		r.Errors = append(r.Errors, Errors{e, byError[e]})
		errors += float64(e) * float64(byError[e])
	}
	for _, e := range r.Errors {
		off := float64(e.Error) - errors/boards
		squares += off * off * float64(e.Boards)
	}
	r.Estimate, r.Error = bench.Figure(estimates/boards), bench.Figure(errors/boards) // NaN of none
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
