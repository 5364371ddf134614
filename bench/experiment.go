package bench

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Experiment says what is to be tried: every solver on every puzzle of its groups.
type Experiment struct {
	Name        string // "" lets the store choose a name
	Kind        string // command that the experiment belongs to
	Description string // for people
	Text        string // experiment file that it was read from; "" if there is none

	Groups  []Group  // with different names
	Solvers []Solver // with different names
	Repeats int      // trials of each solver on each puzzle; 0 stands for 1
	Seed    uint64   // from which the seeds of the trials follow

	Limits    search.Limits // of each trial
	TimeLimit time.Duration // of each trial; 0 for none
	Isolate   bool          // run each trial in a process of its own
	History   bool          // keep the generations of the genetic solver
}

// Group is a number of puzzles of one size with one goal, drawn or given.
type Group struct {
	Name  string
	Goal  puzzle.Board
	Costs puzzle.Costs

	NodeLimit uint64 // of each trial on these puzzles; 0 stands for that of the experiment

	Boards []puzzle.Board // given boards, with
	Known  []puzzle.Cost  // their published optimal costs, or nil

	// Where Boards is nil, the boards are drawn:
	Count    int
	Seed     uint64
	Scramble Scramble
}

// Puzzles returns how many puzzles there are in the group.
func (g Group) Puzzles() int {
	if g.Boards != nil {
		return len(g.Boards)
	}
	return g.Count
}

// Draw yields the puzzles of the group.
func (g Group) Draw() iter.Seq2[Puzzle, error] {
	puzzles := g.given()
	if g.Boards == nil {
		puzzles = g.Scramble.Draw(g.Goal, g.Count, g.Seed)
	}
	return func(yield func(Puzzle, error) bool) {
		for p, err := range puzzles {
			p.Group, p.Costs = g.Name, g.Costs
			if !yield(p, err) {
				return
			}
		}
	}
}

// given yields the puzzles whose boards are given, in their order.
func (g Group) given() iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for i, board := range g.Boards {
			p := Puzzle{Problem: search.Problem{Start: board, Goal: g.Goal}, Number: i + 1}
			if !yield(p, nil) {
				return
			}
		}
	}
}

// Puzzles returns how many puzzles there are in all groups.
func (e Experiment) Puzzles() int {
	n := 0
	for _, g := range e.Groups {
		n += g.Puzzles()
	}
	return n
}

// MaxTrials bounds the number of trials of an experiment. More would take years and
// more room than a store is made for.
const MaxTrials = 100_000_000

// Trials returns the number of trials of the experiment, or MaxTrials+1 if there are
// more than MaxTrials.
func (e Experiment) Trials() int {
	n, all := 0, e.Puzzles()
	for _, s := range e.Solvers {
		puzzles := all
		if s.Groups != nil {
			puzzles = 0
			for _, g := range e.Groups {
				if s.Tries(g.Name) {
					puzzles += g.Puzzles()
				}
			}
		}
		if n += puzzles; n > MaxTrials/max(e.Repeats, 1) {
			return MaxTrials + 1
		}
	}
	return n * max(e.Repeats, 1)
}

// ExperimentError says what is wrong with an experiment.
type ExperimentError struct{ Err error }

func (e *ExperimentError) Error() string { return e.Err.Error() }
func (e *ExperimentError) Unwrap() error { return e.Err }

// Fault returns an *ExperimentError.
func Fault(format string, args ...any) error { return &ExperimentError{fmt.Errorf(format, args...)} }

// CheckSize returns an *ExperimentError if there are more trials than MaxTrials.
func (e Experiment) CheckSize() error {
	if e.Trials() <= MaxTrials {
		return nil
	}
	return Fault("puzzles %d x solvers %d x repeats %d are too many trials; expected at most %d",
		e.Puzzles(), len(e.Solvers), max(e.Repeats, 1), MaxTrials)
}

// Prepare finds what a heuristic needs for a goal, as solvers.Library does.
type Prepare func(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error)

// Plan yields the trials of the experiment in their order: all solvers and repeats
// on a puzzle before the next puzzle, so that an interrupted experiment still
// compares like with like. A trial has one worker unless its solver asks for more,
// so that one search does not get more cores than another. Plan ends at the first error, and with the context,
// whose error it yields.
func (e Experiment) Plan(ctx context.Context, prepare Prepare, p Provenance) iter.Seq2[Trial, error] {
	return func(yield func(Trial, error) bool) {
		position := 0
		keys := newKeys()
		for _, group := range e.Groups {
			list, err := e.prepared(ctx, prepare, group)
			if err != nil {
				yield(Trial{}, err)
				return
			}
			keys.group(e, group, list, p)
			for puzzle, err := range group.Draw() {
				if err != nil {
					yield(Trial{}, err)
					return
				}
				puzzleKey := keys.puzzle(puzzle)
				for i, solver := range list {
					for repeat := 1; repeat <= max(e.Repeats, 1); repeat++ {
						if err := ctx.Err(); err != nil {
							yield(Trial{}, err)
							return
						}
						position++
						solver.Settings.Seed = TrialSeed(e.Seed, puzzle.Number, repeat)
						t := Trial{Puzzle: puzzle, Solver: solver, Position: position, Repeat: repeat,
							NodeLimit: group.NodeLimit}
						t.Key = keys.of(i, puzzleKey, t)
						if solver.Settings.Takes("workers") {
							t.Solver.Settings.Workers = max(solver.Settings.Workers, 1)
						}
						if e.History && solver.Settings.Evolving() {
							t.History = &History{}
						}
						if !yield(t, nil) {
							return
						}
					}
				}
			}
		}
	}
}

// prepared returns the solvers of a group with what their heuristics need for its goal.
func (e Experiment) prepared(ctx context.Context, prepare Prepare, g Group) ([]Solver, error) {
	list := slices.DeleteFunc(slices.Clone(e.Solvers), func(s Solver) bool { return !s.Tries(g.Name) })
	for i := range list {
		s := &list[i].Settings
		if s.Informed() {
			var err error
			if s.Heuristic, err = prepare(ctx, s.Heuristic, g.Goal); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// Check returns an *ExperimentError if the experiment cannot run: nothing to try, too
// many trials, a name that appears twice, or settings that do not go together.
func (e Experiment) Check() error {
	if len(e.Solvers) == 0 || e.Puzzles() == 0 {
		return Fault("%d solvers and %d puzzles; expected at least one of each", len(e.Solvers), e.Puzzles())
	}
	if err := e.CheckSize(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, s := range e.Solvers {
		if seen[s.Name] {
			return Fault("solver %q appears twice; expected a name for each", s.Name)
		}
		seen[s.Name] = true
		if err := s.Settings.Check(); err != nil {
			return &ExperimentError{err}
		}
	}
	clear(seen)
	for _, g := range e.Groups {
		if seen[g.Name] {
			return Fault("puzzles %q appear twice; expected a name for each", g.Name)
		}
		seen[g.Name] = true
	}
	return nil
}
