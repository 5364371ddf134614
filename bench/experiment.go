package bench

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/big"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Experiment says what is to be tried: every solver on every puzzle, each so
// many times.
type Experiment struct {
	Name        string // "" leaves it to whoever keeps the trials
	Kind        string // of experiment: the command that it belongs to
	Description string // for people
	Text        string // of the experiment file that says the same

	Groups     []Group     // their names differ
	Contenders []Contender // likewise
	Repeats    int         // of every trial; 0 stands for 1
	Seed       uint64      // that the seeds of the trials follow from

	Limits    search.Limits // of each trial
	TimeLimit time.Duration // of each trial; 0 for none
	Isolate   bool          // run each trial in a process of its own
	History   bool          // keep the histories of evolutions
}

// Group is a number of puzzles of one size with one goal, drawn or given.
type Group struct {
	Name  string
	Goal  puzzle.Board
	Costs puzzle.Costs

	Boards []puzzle.Board // given, or else:
	Count  int            // boards drawn
	Seed   uint64         // that they follow from
	Scramble

	Known []puzzle.Cost // published costs of cheapest plans, one a board given, or nil
}

// Puzzles returns how many puzzles there are in the group.
func (g Group) Puzzles() int {
	if g.Boards != nil {
		return len(g.Boards)
	}
	return g.Count
}

// Instances yields the puzzles.
func (g Group) Instances() iter.Seq2[Instance, error] {
	instances := g.given()
	if g.Boards == nil {
		instances = g.Scramble.Instances(g.Goal, g.Count, g.Seed)
	}
	return func(yield func(Instance, error) bool) {
		for instance, err := range instances {
			instance.Group, instance.Costs = g.Name, g.Costs
			if !yield(instance, err) {
				return
			}
		}
	}
}

func (g Group) given() iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
		for i, board := range g.Boards {
			instance := Instance{Number: i + 1, Problem: search.Problem{Start: board, Goal: g.Goal}}
			if !yield(instance, nil) {
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

// Trials returns how many trials the experiment takes, math.MaxInt of more.
func (e Experiment) Trials() int {
	n := e.product()
	if !n.IsInt64() || n.Int64() > math.MaxInt {
		return math.MaxInt
	}
	return int(n.Int64())
}

// product returns how many trials there are, however many.
func (e Experiment) product() *big.Int {
	n := big.NewInt(int64(e.Puzzles()))
	n.Mul(n, big.NewInt(int64(len(e.Contenders))))
	return n.Mul(n, big.NewInt(int64(max(e.Repeats, 1))))
}

// MaxTrials bounds an experiment: more would take years and more room than a
// store is made for.
const MaxTrials = 100_000_000

// SizeError says that an experiment is too large.
type SizeError struct {
	Puzzles, Solvers, Repeats int
	Trials                    string // their product
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("puzzles %d x solvers %d x repeats %d are %s trials; expected at most %d", e.Puzzles, e.Solvers, e.Repeats, e.Trials, MaxTrials)
}

// CheckSize returns a *SizeError if there are more trials than MaxTrials.
func (e Experiment) CheckSize() error {
	if e.Trials() <= MaxTrials {
		return nil
	}
	return &SizeError{e.Puzzles(), len(e.Contenders), max(e.Repeats, 1), e.product().String()}
}

// Prepare finds what a heuristic needs for a goal, as solvers.Library does.
type Prepare func(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error)

// Tasks yields the trials of the experiment in their order: all solvers and
// repeats on a puzzle before the next puzzle, so that what is cut short still
// compares like with like. The tasks have no Solver yet, since most may not have
// to run. It ends at the first error, and with the context, whose error it yields.
func (e Experiment) Tasks(ctx context.Context, prepare Prepare, p Provenance) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		position := 0
		keys := newKeys()
		for _, group := range e.Groups {
			contenders, err := e.contenders(ctx, prepare, group)
			if err != nil {
				yield(Task{}, err)
				return
			}
			keys.group(e, group, contenders, p)
			for instance, err := range group.Instances() {
				if err != nil {
					yield(Task{}, &GroupError{group.Name, err})
					return
				}
				puzzle := keys.puzzle(instance)
				for i, c := range contenders {
					for repeat := 1; repeat <= max(e.Repeats, 1); repeat++ {
						if err := ctx.Err(); err != nil {
							yield(Task{}, err)
							return
						}
						position++
						c.Settings.Seed = TrialSeed(e.Seed, instance.Number, repeat)
						task := Task{Instance: instance, Contender: c, Position: position, Repeat: repeat}
						task.Key = keys.of(i, puzzle, task)
						if e.History && c.Settings.Evolving() {
							task.History = &History{}
						}
						if !yield(task, nil) {
							return
						}
					}
				}
			}
		}
	}
}

// contenders returns the solvers with what their heuristics need for the goal of a
// group, and with their depth limits in the scaled units of its move costs.
func (e Experiment) contenders(ctx context.Context, prepare Prepare, g Group) ([]Contender, error) {
	list := make([]Contender, len(e.Contenders))
	for i, c := range e.Contenders {
		if c.Settings.Informed() {
			var err error
			if c.Settings.Heuristic, err = prepare(ctx, c.Settings.Heuristic, g.Goal); err != nil {
				return nil, err
			}
		}
		c.Settings.DepthLimit *= g.Costs.Scale()
		list[i] = c
	}
	return list, nil
}

// GroupError says what is wrong with a group of puzzles.
type GroupError struct {
	Group string
	Err   error
}

func (e *GroupError) Error() string { return e.Err.Error() }
func (e *GroupError) Unwrap() error { return e.Err }

// Check returns an error that says why the experiment makes none: names that
// stand twice, settings that make no solver, nothing to try.
func (e Experiment) Check() error {
	if len(e.Contenders) == 0 || e.Puzzles() == 0 {
		return fmt.Errorf("%d solvers and %d puzzles; expected at least one of each", len(e.Contenders), e.Puzzles())
	}
	if err := e.CheckSize(); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, c := range e.Contenders {
		if seen[c.Name] {
			return fmt.Errorf("solver %q appears twice; expected a name for each", c.Name)
		}
		seen[c.Name] = true
		if _, err := solvers.New(c.Settings, nil); err != nil {
			return err
		}
	}
	clear(seen)
	for _, g := range e.Groups {
		if seen[g.Name] {
			return fmt.Errorf("puzzles %q appear twice; expected a name for each", g.Name)
		}
		seen[g.Name] = true
	}
	return nil
}
