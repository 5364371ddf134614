package api

import (
	"bytes"
	"cmp"
	"context"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/puzzle/exact"
	"npuzzle/search"
	"npuzzle/search/beam"
	"npuzzle/search/bfs"
	"npuzzle/solvers"
)

// WatchProgress is the event "progress" of watch. At least one of its fields is set.
type WatchProgress struct {
	Progress *Progress `json:"progress,omitempty"`

	// Reached lists the states that the search generated for the first time since the last
	// event, in the order in which it generated them. The first state is the start. States
	// are listed only for the sizes that [API.Space] supports.
	Reached Ranks `json:"reached,omitempty" about:"ranks of the next states, 4 bytes each"`

	Population *Population `json:"population,omitempty"`
}

// Population describes a generation of the genetic solver. Watch sends every generation
// before the first plan, up to generationsMost generations. It sends none for boards that are
// solved in several stages.
type Population struct {
	Generation
	Reached int     `json:"reached" about:"number of states reached so far"`
	Members int     `json:"members" about:"size of the population"`
	Fitness []int64 `json:"fitness" about:"of the fittest members, at most 500; less is better"`
	Boards  []byte  `json:"boards" about:"where the plans of these members end, a byte for each cell"`
}

const (
	reachedMost     = 1 << 14 // maximum number of states in an event
	membersMost     = 500     // maximum number of members in an event
	generationsMost = 2000    // maximum number of generations that are sent
)

// Watch solves a board as Solve does, on one thread, and sends the states that the search
// generates. Its events are WatchProgress.
//
// Watch wraps the heuristic, and sends every state that the search estimates. For ucs and
// iddfs, it uses the heuristic zero. A search generates the same states with a wrapped
// heuristic, so the answer is that of Solve, except for times and memory. Four kinds of
// search need a remark:
//
//   - bfs has no heuristic. After the search, a second breadth-first search lists the same
//     number of states. Other solvers without a heuristic list none.
//   - An iteration of IDA* with more than a few thousand expansions lists its first levels
//     before it searches below them.
//   - ga with decoding "ranked" estimates all neighbours of the boards on its plans, so they
//     are listed, too.
//   - The windows of ga use another heuristic, so their states are missing.
func (a *API) Watch(ctx context.Context, r SolveRequest, emit Emit) (bench.Record, error) {
	t, err := a.trial(ctx, r)
	if err != nil {
		return bench.Record{}, err
	}
	settings := &t.Solver.Settings
	problem := t.Puzzle.Problem
	*settings = settings.With("workers", "1")
	w := &watcher{emit: emit}
	if hasSpace(problem.Start.Size()) && puzzle.Solvable(problem.Start, problem.Goal) {
		w.ranking = puzzle.NewRanking(problem.Goal)
		w.seen = make([]bool, w.ranking.Len())
	}
	notation := cmp.Or(r.Notation, puzzle.BlankNotation)
	sender := newProgressSender(t, notation, func(_ string, data any) {
		progress := data.(Progress)
		w.send(WatchProgress{Progress: &progress})
	})
	t.Observer = sender.observe
	solver, err := w.solver(*settings)
	if err != nil {
		return bench.Record{}, &RequestError{Err: err}
	}
	w.reach(problem.Start.Tiles())
	t, err = t.RunWith(ctx, solver)
	sender.end()
	if err != nil {
		return bench.Record{}, err
	}
	record := recordOf(t, notation)
	_, isBFS := solver.(*bfs.Solver)
	if isBFS && w.ranking != nil {
		err := w.addNearest(problem.Start, settings.Get("order"), record.PeakStored)
		if err != nil {
			return record, err
		}
	}
	if len(w.batch) > 0 {
		w.send(WatchProgress{})
	}
	return record, nil
}

// addNearest records the states that breadth-first search reaches, in its order.
func (w *watcher) addNearest(start puzzle.Board, orderText string, states uint64) error {
	var order puzzle.Order
	if err := order.UnmarshalText([]byte(orderText)); err != nil {
		return err
	}
	for rank := range exact.BreadthFirst(w.ranking, start, order) {
		if states == 0 {
			break
		}
		states--
		w.add(rank)
	}
	return nil
}

// watcher collects the states that a search reaches, and sends them.
type watcher struct {
	emit        Emit
	ranking     *puzzle.Ranking // nil if states are not listed
	seen        []bool          // whether a state was reached, by rank
	reached     int             // number of states reached
	batch       Ranks           // states that were not sent yet
	generations int             // number of generations seen
}

// solver returns a solver with the given settings that reports states and generations to the
// watcher.
func (w *watcher) solver(s solvers.Settings) (search.Solver, error) {
	if w.ranking != nil {
		s = s.Guided()
		s.Heuristic = watched{Heuristic: s.Heuristic, watcher: w}
	}
	solver, err := solvers.New(s, nil)
	switch solver := solver.(type) {
	case *ga.Solver:
		solver.Members = w.population
	case *beam.Solver:
		if w.ranking != nil {
			// of boards near the goal
			solver.Bound = watched{Heuristic: heuristics.LinearConflict, watcher: w}
		}
	}
	return solver, err
}

// reach records that the search generated a state.
func (w *watcher) reach(tiles []uint8) {
	if w.ranking != nil {
		w.add(uint32(w.ranking.Rank(tiles)))
	}
}

func (w *watcher) add(rank uint32) {
	if w.seen[rank] {
		return
	}
	w.seen[rank] = true
	w.reached++
	w.batch = w.batch.with(rank)
	if w.reached%reachedMost == 0 {
		w.send(WatchProgress{})
	}
}

// send sends an event with the states that were not sent yet.
func (w *watcher) send(event WatchProgress) {
	event.Reached = w.batch
	w.batch = nil
	w.emit("progress", event)
}

// population sends a generation of the genetic solver.
func (w *watcher) population(g search.Generation, members []ga.Member) {
	if w.generations++; w.generations > generationsMost {
		return
	}
	p := &Population{Generation: generationOf(g), Reached: w.reached, Members: len(members)}
	for _, m := range members[:min(len(members), membersMost)] {
		p.Fitness = append(p.Fitness, m.Fitness)
		p.Boards = append(p.Boards, m.Board...)
	}
	w.send(WatchProgress{Population: p})
}

// watched is a heuristic that reports every estimated board to a watcher. The search must run
// on one thread.
type watched struct {
	heuristics.Heuristic
	watcher *watcher
}

func (h watched) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	e, err := heuristics.EstimatorOf(h.Heuristic, goal, costs)
	return &watchedEstimator{Estimator: e, watcher: h.watcher, goal: goal.Tiles()}, err
}

type watchedEstimator struct {
	heuristics.Estimator
	watcher *watcher
	goal    []uint8
	used    bool
}

// Estimate does not report the goal if it comes first. It is then estimated by
// heuristics.EstimatorOf, and not by a search.
func (e *watchedEstimator) Estimate(tiles []uint8) puzzle.Cost {
	if e.used || !bytes.Equal(tiles, e.goal) {
		e.watcher.reach(tiles)
	}
	e.used = true
	return e.Estimator.Estimate(tiles)
}

func (e *watchedEstimator) Track() heuristics.Tracker {
	return watchedTracker{Tracker: e.Estimator.Track(), watcher: e.watcher}
}

type watchedTracker struct {
	heuristics.Tracker
	watcher *watcher
}

func (t watchedTracker) Reset(tiles []uint8) puzzle.Cost {
	t.watcher.reach(tiles)
	return t.Tracker.Reset(tiles)
}

func (t watchedTracker) Move(tiles []uint8, from, to uint8) puzzle.Cost {
	t.watcher.reach(tiles)
	return t.Tracker.Move(tiles, from, to)
}

func (t watchedTracker) After(tiles []uint8, from, to uint8) puzzle.Cost {
	t.watcher.reach(tiles)
	return t.Tracker.After(tiles, from, to)
}
