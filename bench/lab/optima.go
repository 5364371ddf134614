package lab

import (
	"context"
	"fmt"
	"math/rand/v2"

	"npuzzle/bench"
	"npuzzle/bench/store"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

const (
	// optimumLimit is the maximum number of states that a search for an optimal cost
	// generates. Such a search takes about half a second at most. With the small pattern
	// databases, the limit was enough for each of 200 random 15-puzzles.
	optimumLimit = 10_000_000

	// Optimal costs are searched only for boards of at most optimumCells cells, or with
	// at most optimumWalk random moves. For most other boards, the search would reach its
	// limit.
	optimumCells = 16
	optimumWalk  = 60

	// mostConfirmed is the maximum number of searches of a run for optimal costs that are claimed,
	// but not proven.
	mostConfirmed = 1000

	// plainCells is the largest number of cells for which the search uses a heuristic
	// without pattern databases.
	plainCells = 12
)

// findOptima sets the optimal costs in the records. It searches for the optimal costs of solved
// puzzles whose optimal cost is not known or only claimed, and writes the results to the store. It
// removes stored costs that a trial refutes. It runs up to Lab.Jobs searches at the same time. It
// searches each puzzle once, and skips puzzles that an earlier run has searched. If a search
// reaches its limit, the store notes it. A search that fails or is cancelled has no result, so a
// later run repeats it. If the context is cancelled, findOptima ends without an error.
func (l *Lab) findOptima(ctx context.Context, records []bench.Record) error {
	uncancelled := context.WithoutCancel(ctx)
	optima, err := l.Store.FillOptima(uncancelled, records)
	if err != nil {
		return err
	}
	var refuted []search.Problem
	for problem, o := range optima {
		if o.Refuted {
			refuted = append(refuted, problem)
		}
	}
	if err := l.Store.RemoveOptima(uncancelled, refuted); err != nil {
		return err
	}
	searches := l.searchesFor(ctx, records, optima)
	done := 0
	progress := func() {
		if l.Proving != nil && len(searches) > 0 {
			l.Proving(done, len(searches))
		}
	}
	progress()
	runner := bench.Runner{Jobs: l.Jobs, KeepFaults: true}
	err = runner.Run(ctx, sequence(searches), func(t bench.Trial) error {
		done++
		defer progress()
		if t.Fault != "" || t.Result.Status == search.Cancelled {
			return nil // the heuristic does not support the board, or an interrupt
		}
		found := map[search.Problem]store.Optimum{t.Puzzle.Problem: optimumOf(t)}
		return l.Store.KeepOptima(uncancelled, found)
	})
	_, failed := l.Store.FillOptima(uncancelled, records)
	if err == nil {
		err = failed
	}
	return err
}

// searchesFor returns the searches for the optimal costs of solved puzzles: first those whose cost
// is not known, then those whose cost is only claimed.
func (l *Lab) searchesFor(
	ctx context.Context, records []bench.Record, optima map[search.Problem]store.Optimum,
) []bench.Trial {
	var searches, confirmations []bench.Trial
	seen := map[search.Problem]bool{}
	for _, r := range records {
		problem := r.Problem()
		o := optima[problem]
		if r.Status != search.Solved || o.Certain() || seen[problem] || !searchable(r) {
			continue
		}
		seen[problem] = true
		if o.Searched >= optimumLimit {
			continue
		}
		t := bench.Trial{
			Puzzle: bench.Puzzle{Problem: problem},
			Solver: bench.Solver{Settings: l.strongest(ctx, problem.Goal)},
			Limits: search.Limits{Generated: optimumLimit},
		}
		if o.Cost.Known() {
			confirmations = append(confirmations, t)
		} else {
			searches = append(searches, t)
		}
	}
	// The confirmations are chosen at random, so that those who make false claims cannot know
	// which are searched.
	if len(confirmations) > mostConfirmed {
		rand.Shuffle(len(confirmations), func(i, j int) {
			confirmations[i], confirmations[j] = confirmations[j], confirmations[i]
		})
		confirmations = confirmations[:mostConfirmed]
	}
	return append(searches, confirmations...)
}

// optimumOf returns what a search for an optimal cost found.
func optimumOf(t bench.Trial) store.Optimum {
	o := store.Optimum{Cost: bench.Unknown, Searched: optimumLimit}
	if t.Result.Optimal {
		o.Cost = bench.Figure(t.Puzzle.Costs.Float(t.Result.Cost))
		o.Proof = store.ProvedBySearch
		o.Moves = puzzle.FormatMoves(t.Result.Moves, puzzle.BlankNotation)
	}
	return o
}

// WhyUnknown returns the reason why the optimal cost of a solved trial's puzzle may be
// unknown.
func WhyUnknown(r bench.Record) string {
	if !searchable(r) {
		return fmt.Sprintf("boards of more than %d cells and %d random moves are not searched "+
			"for it", optimumCells, optimumWalk)
	}
	return fmt.Sprintf("the search for it ends after %d million states generated",
		optimumLimit/1_000_000)
}

// searchable reports whether findOptima searches for the optimal cost of a record's puzzle.
func searchable(r bench.Record) bool {
	near := r.Walk != nil && *r.Walk <= optimumWalk
	return near || r.Rows*r.Cols <= optimumCells
}

// strongest returns IDA* with the best available heuristic for a goal. If pattern databases cannot
// be used, this is linear conflict.
func (l *Lab) strongest(ctx context.Context, goal puzzle.Board) solvers.Settings {
	settings := solvers.Default("idastar")
	if search.Workers(l.Jobs) > 1 {
		settings = settings.With("workers", "1") // the other cores search for other puzzles
	}
	if goal.Size().Cells() <= plainCells {
		settings.Heuristic = heuristics.Max(heuristics.LinearConflict, heuristics.WalkingDistance)
		return settings
	}
	h, err := l.Prepare(ctx, pdb.Heuristic{}, goal)
	if err == nil { // otherwise, there is no directory for tables, or no table for the size
		settings.Heuristic = h
	}
	return settings
}
