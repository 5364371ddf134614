package survey

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/solvers"
)

// boards has the boards on which heuristics are compared. They are numbered from 0.
type boards struct {
	size      puzzle.Size
	tiles     []uint8 // of all boards, one board after another
	distances []int   // of each board, or unknown
	counted   int     // boards with smaller numbers are used for the statistics
	random    []int   // distance of each random board of the survey, or unknown
}

// unknown is the distance of a board that took too long to solve. It is larger than
// every estimate, so such a board refutes no claim.
const unknown = math.MaxInt

// locate finds the boards and their distances. On small sizes, these are all boards. On
// larger sizes, they are a sample: first the random boards, then the boards on the plans
// of the random boards. Boards on plans are closer to the goal than most boards. So they
// are used to check the claims of a heuristic, but not for the statistics.
func (r *run) locate(ctx context.Context) error {
	r.next = "exact distances"
	r.step(0)
	r.boards.size = r.Goal.Size()
	if r.boards.size.Cells() <= WholeCells {
		return r.locateAll(ctx)
	}
	return r.locateSample(ctx)
}

// locateAll finds all boards of the size.
func (r *run) locateAll(ctx context.Context) error {
	table, err := exact.Distances(ctx, r.Goal, puzzle.Costs{})
	if err != nil {
		return err
	}
	b := &r.boards
	for tiles, distance := range table.All() {
		b.add(tiles, int(distance))
	}
	for _, p := range r.puzzles {
		distance, _ := table.Distance(p.Start)
		b.random = append(b.random, int(distance))
	}
	b.counted = len(b.distances)
	return nil
}

// locateSample finds the boards of a sample.
func (r *run) locateSample(ctx context.Context) error {
	b := &r.boards
	settings := solvers.Default("idastar").With("prune", "true")
	var onPlans boards
	err := r.solve(ctx, settings, knownFactor*r.NodeLimit, func(t bench.Trial) {
		board := t.Puzzle.Start
		distance := len(t.Result.Moves)
		if t.Result.Status != search.Solved {
			distance = unknown
		}
		b.add(board.Tiles(), distance)
		b.random = append(b.random, distance)
		for _, move := range t.Result.Moves {
			board, _ = board.Move(move)
			distance--
			onPlans.add(board.Tiles(), distance)
		}
	})
	b.counted = len(b.random)
	b.tiles = append(b.tiles, onPlans.tiles...)
	b.distances = append(b.distances, onPlans.distances...)
	return err
}

// add appends a board.
func (b *boards) add(tiles []uint8, distance int) {
	b.tiles = append(b.tiles, tiles...)
	b.distances = append(b.distances, distance)
}

// tilesOf returns the tiles of the board with the given number.
func (b *boards) tilesOf(number int) []uint8 {
	cells := b.size.Cells()
	return b.tiles[number*cells : (number+1)*cells]
}

// board returns the board with the given number. It panics if the board is invalid.
func (b *boards) board(number int) puzzle.Board {
	board, err := puzzle.New(b.size, b.tilesOf(number))
	if err != nil {
		panic(err) // an exact table and a plan have valid boards only
	}
	return board
}

// counts reports whether a board is used for the statistics.
func (b *boards) counts(number int) bool {
	return number < b.counted && b.distances[number] != unknown
}

// known returns the number of boards that are used for the statistics, and their mean distance.
func (b *boards) known() (n uint64, mean bench.Figure) {
	sum := 0
	for number, distance := range b.distances {
		if b.counts(number) {
			n++
			sum += distance
		}
	}
	return n, bench.Figure(float64(sum) / float64(n)) // NaN if n is 0
}

// solve solves the random boards, and passes the trials to done in the order of the boards.
// It runs up to Survey.Workers searches at the same time. Each search uses one thread.
func (r *run) solve(
	ctx context.Context, settings solvers.Settings, limit uint64, done func(bench.Trial),
) error {
	settings = settings.With("workers", "1")
	trials := func(yield func(bench.Trial, error) bool) {
		for _, p := range r.puzzles {
			t := bench.Trial{Puzzle: p, Solver: bench.Solver{Settings: settings}}
			t.Limits.Generated = limit
			if !yield(t, nil) {
				return
			}
		}
	}
	runner := bench.Runner{Jobs: r.Workers, Bytes: r.Bytes, InOrder: true}
	return runner.Run(ctx, trials, func(t bench.Trial) error {
		done(t)
		r.step(1)
		return nil
	})
}

// tally is the result of examining boards.
type tally struct {
	joint map[estimated]uint64 // number of boards with each pair of distance and estimate

	// Each of the following is the board closest to the goal of its kind, or nil if there is none.
	over *evidence // a board that is overestimated
	drop *evidence // a board where a move lowers the estimate by more than 1
}

// estimated is a distance and an estimate of it.
type estimated struct{ distance, estimate int }

// evidence is a board that refutes a claim. A report shows one board for each claim. This is
// the board closest to the goal, because it is the easiest to check by hand.
type evidence struct {
	distance int // may be unknown
	number   int // of the board
	estimate int
	move     puzzle.Move // the move that lowers the estimate; only in tally.drop
	after    int         // the estimate after the move; only in tally.drop
}

// nearest returns the board with the smaller distance. If the distances are equal, it returns
// the board with the smaller number. An argument may be nil.
func nearest(a, b *evidence) *evidence {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case b.distance < a.distance, b.distance == a.distance && b.number < a.number:
		return b
	}
	return a
}

// portion is the number of boards that a worker examines at a time.
const portion = 1 << 14

// examine examines all boards with several workers, and adds up their tallies. The sum does
// not depend on the order in which the workers end, so the result is the same for any number
// of workers. If the context is cancelled, examine starts no further portion, and the result
// is incomplete.
func (b *boards) examine(ctx context.Context, estimator heuristics.Estimator, workers int) tally {
	total := tally{joint: map[estimated]uint64{}}
	var adding sync.Mutex
	portions := (len(b.distances) + portion - 1) / portion
	search.Parallel(workers, portions, func(_, i int) bool {
		end := min((i+1)*portion, len(b.distances))
		t := b.tally(i*portion, end, estimator)
		adding.Lock()
		defer adding.Unlock()
		total.over = nearest(total.over, t.over)
		total.drop = nearest(total.drop, t.drop)
		for e, boards := range t.joint {
			total.joint[e] += boards
		}
		return ctx.Err() == nil
	})
	return total
}

// tally examines the boards with numbers from start to end-1. It compares the estimate of
// each board with the distance of the board, and with the estimate after each move. If an
// estimate exceeds the distance, the heuristic is not admissible. If a move lowers the
// estimate by more than 1, the heuristic is not consistent.
func (b *boards) tally(start, end int, estimator heuristics.Estimator) tally {
	t := tally{joint: map[estimated]uint64{}}
	graph := puzzle.NewGraph(b.size, puzzle.DefaultOrder)
	tracker := estimator.Track()
	tiles := make([]uint8, b.size.Cells())
	for number := start; number < end; number++ {
		copy(tiles, b.tilesOf(number))
		distance := b.distances[number]
		estimate := int(estimator.Estimate(tiles))
		if b.counts(number) {
			t.joint[estimated{distance: distance, estimate: estimate}]++
		}
		if estimate > distance {
			t.over = nearest(t.over, &evidence{
				distance: distance,
				number:   number,
				estimate: estimate,
			})
		}
		tracker.Reset(tiles)
		blank := uint8(slices.Index(tiles, 0))
		for _, step := range graph.Steps(blank) {
			tiles[blank] = tiles[step.To]
			tiles[step.To] = 0
			after := int(tracker.Move(tiles, step.To, blank))
			if estimate-after > 1 {
				t.drop = nearest(t.drop, &evidence{
					distance: distance,
					number:   number,
					estimate: estimate,
					move:     step.Move,
					after:    after,
				})
			}
			tiles[step.To] = tiles[blank]
			tiles[blank] = 0
			tracker.Move(tiles, blank, step.To)
		}
	}
	return t
}

// describe sets the fields of a row that follow from the tally.
func (t tally) describe(r *Row, b *boards) {
	if e := t.over; e != nil {
		r.Overestimate = &Overestimate{
			Board:    b.board(e.number),
			Estimate: e.estimate,
			Distance: e.distance,
		}
	}
	if e := t.drop; e != nil {
		r.Drop = &Drop{
			Board:    b.board(e.number),
			Estimate: e.estimate,
			Move:     e.move.String(),
			After:    e.after,
		}
	}
	byError := map[int]uint64{}
	var estimates, errors, boards []float64
	for _, e := range slices.SortedFunc(maps.Keys(t.joint), estimated.compare) {
		n := t.joint[e]
		miss := e.distance - e.estimate
		byError[miss] += n
		estimates = append(estimates, float64(e.estimate))
		errors = append(errors, float64(miss))
		boards = append(boards, float64(n))
		r.addDepth(e, n)
	}
	for i := range r.Depths {
		d := &r.Depths[i]
		d.Estimate /= bench.Figure(d.Boards)
		d.Error = bench.Figure(d.Distance) - d.Estimate
	}
	for _, miss := range slices.Sorted(maps.Keys(byError)) {
		r.Errors = append(r.Errors, Errors{Error: miss, Boards: byError[miss]})
	}
	mean, deviation := stat.PopMeanStdDev(errors, boards) // NaN without boards
	r.Estimate = bench.Figure(stat.Mean(estimates, boards))
	r.Error = bench.Figure(mean)
	r.Deviation = bench.Figure(deviation)
}

// compare orders by distance, then by estimate.
func (e estimated) compare(other estimated) int {
	return cmp.Or(e.distance-other.distance, e.estimate-other.estimate)
}

// addDepth adds n boards with a distance and an estimate to the depths. It is called in the order of
// estimated.compare. The field Estimate holds the sum of the estimates, until describe divides it.
func (r *Row) addDepth(e estimated, n uint64) {
	last := len(r.Depths) - 1
	if last < 0 || r.Depths[last].Distance != e.distance {
		r.Depths = append(r.Depths, Depth{Distance: e.distance, Least: e.estimate})
		last++
	}
	d := &r.Depths[last]
	d.Boards += n
	d.Most = e.estimate
	d.Estimate += bench.Figure(n) * bench.Figure(e.estimate)
}

// Quantile returns the error that the given share of the boards do not exceed, as stats.Quantile
// does. The share is from 0 to 1. Quantile returns NaN if there are no boards.
func (r Row) Quantile(share float64) float64 {
	var errors []float64
	for _, e := range r.Errors {
		for range e.Boards {
			errors = append(errors, float64(e.Error))
		}
	}
	return stats.Quantile(errors, share)
}
