package quality

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// tally counts the boards by distance and estimate, and keeps the first board,
// the nearest first, that refutes each claim.
type tally struct {
	joint [][]uint64 // [distance][estimate]
	over  evidence
	drop  evidence
}

// evidence is a board that refutes a claim.
type evidence struct {
	found    bool
	distance int // unknown distances are the farthest
	number   uint64
	estimate puzzle.Cost
	move     puzzle.Move // of a drop
	after    puzzle.Cost // of a drop
}

// before tells which of two to keep.
func (e evidence) before(other evidence) bool {
	if !e.found || !other.found {
		return e.found
	}
	if e.distance != other.distance {
		return e.distance < other.distance
	}
	return e.number < other.number
}

// portion is how many boards a worker takes at a time.
const portion = 4096

// examine estimates every board and every board a move away. Once the context
// has ended, it leaves boards out.
func (b *space) examine(ctx context.Context, estimator heuristics.Estimator, workers int) *tally {
	graph := puzzle.NewGraph(b.goal.Size(), puzzle.DefaultOrder)
	tallies := make([]tally, workers)
	var next atomic.Uint64
	var all sync.WaitGroup
	for w := range tallies {
		all.Go(func() {
			tiles, tracker := make([]uint8, b.goal.Size().Cells()), estimator.Track()
			for ctx.Err() == nil {
				end := next.Add(portion)
				if end-portion >= b.len() {
					return
				}
				for number := end - portion; number < min(end, b.len()); number++ {
					tallies[w].look(b, number, graph, tiles, estimator, tracker)
				}
			}
		})
	}
	all.Wait()
	sum := &tallies[0]
	for _, t := range tallies[1:] {
		sum.merge(t)
	}
	return sum
}

// look takes in one board.
func (t *tally) look(b *space, number uint64, graph *puzzle.Graph, tiles []uint8, estimator heuristics.Estimator, tracker heuristics.Tracker) {
	distance, counts, ok := b.at(number, tiles)
	if !ok {
		return
	}
	estimate := estimator.Estimate(tiles)
	if counts {
		t.count(distance, int(estimate), 1)
	}
	if distance == unknown {
		distance = math.MaxInt
	}
	if int(estimate) > distance {
		t.over.keep(evidence{found: true, distance: distance, number: number, estimate: estimate})
	}
	tracker.Reset(tiles)
	blank := uint8(slices.Index(tiles, 0))
	for _, step := range graph.Steps(blank) {
		tiles[blank], tiles[step.To] = tiles[step.To], 0
		after := tracker.Move(tiles, step.To, blank)
		if estimate-after > 1 {
			t.drop.keep(evidence{true, distance, number, estimate, step.Move, after})
		}
		tiles[step.To], tiles[blank] = tiles[blank], 0
		tracker.Move(tiles, blank, step.To)
	}
}

// keep takes in what refutes a claim unless something before it does.
func (e *evidence) keep(other evidence) {
	if other.before(*e) {
		*e = other
	}
}

func (t *tally) count(distance, estimate int, boards uint64) {
	for distance >= len(t.joint) {
		t.joint = append(t.joint, nil)
	}
	for estimate >= len(t.joint[distance]) {
		t.joint[distance] = append(t.joint[distance], 0)
	}
	t.joint[distance][estimate] += boards
}

func (t *tally) merge(other tally) {
	t.over.keep(other.over)
	t.drop.keep(other.drop)
	for distance, estimates := range other.joint {
		for estimate, boards := range estimates {
			if boards > 0 {
				t.count(distance, estimate, boards)
			}
		}
	}
}

// describe writes what was found into a row.
func (t *tally) describe(r *Row, boards *space) {
	tiles := make([]uint8, boards.goal.Size().Cells())
	boardOf := func(e evidence) puzzle.Board {
		boards.at(e.number, tiles)
		return boardFrom(boards.goal.Size(), tiles)
	}
	if t.over.found {
		r.Overestimate = &Overestimate{boardOf(t.over), int(t.over.estimate), t.over.distance}
	}
	if t.drop.found {
		r.Drop = &Drop{boardOf(t.drop), int(t.drop.estimate), t.drop.move.String(), int(t.drop.after)}
	}

	var all, estimates, errors float64
	byError := map[int]uint64{}
	r.Errors, r.Depths = []Errors{}, []Depth{}
	for distance, counts := range t.joint {
		d := Depth{Distance: distance}
		var sum float64
		for estimate, boards := range counts {
			if boards == 0 {
				continue
			}
			if d.Boards == 0 {
				d.Least = estimate
			}
			d.Most = estimate
			d.Boards += boards
			sum += float64(estimate) * float64(boards)
			byError[distance-estimate] += boards
		}
		if d.Boards == 0 {
			continue
		}
		n := float64(d.Boards)
		d.Estimate, d.Error = bench.Figure(sum/n), bench.Figure(float64(distance)-sum/n)
		r.Depths = append(r.Depths, d)
		all, estimates, errors = all+n, estimates+sum, errors+float64(distance)*n-sum
	}
	r.Estimate, r.Error = bench.Figure(estimates/all), bench.Figure(errors/all) // NaN of none
	squares := 0.0
	for e, boards := range byError {
		r.Errors = append(r.Errors, Errors{e, boards})
	}
	slices.SortFunc(r.Errors, func(a, b Errors) int { return a.Error - b.Error })
	for _, e := range r.Errors {
		off := float64(e.Error) - errors/all
		squares += off * off * float64(e.Boards)
	}
	r.Deviation = bench.Figure(math.Sqrt(squares / all))
}

// Quantile returns the least error that at least a share of the boards, above 0
// and at most 1, do not exceed, and false where there are no boards.
func (r Row) Quantile(share float64) (int, bool) {
	var all, sum uint64
	for _, e := range r.Errors {
		all += e.Boards
	}
	for _, e := range r.Errors {
		if sum += e.Boards; float64(sum) >= share*float64(all) {
			return e.Error, true
		}
	}
	return 0, false
}

// boardFrom returns the board of tiles that are known to make one.
func boardFrom(size puzzle.Size, tiles []uint8) puzzle.Board {
	cells := make([]int, len(tiles))
	for i, tile := range tiles {
		cells[i] = int(tile)
	}
	b, err := puzzle.New(size, cells)
	if err != nil {
		panic(err)
	}
	return b
}
