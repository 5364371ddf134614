package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Experiment describes trials: every solver runs on every puzzle of the groups,
// unless Solver.Groups restricts the solver to some groups.
type Experiment struct {
	Name        string // "" lets the store choose a name
	Kind        string // name of the command that runs the experiment
	Description string // for people
	Text        string // content of the experiment file; "" if there is no file

	Groups   []Group  // with different names
	Solvers  []Solver // with different names
	Repeats  int      // trials of each solver that takes a seed on each puzzle; 0 means 1
	Baseline string   // name of the solver that reports compare the others with; "" for the best
	Seed     uint64   // determines the seeds of the trials

	Limits    search.Limits // of each trial
	TimeLimit time.Duration // of each trial; 0 for none
	CPULimit  time.Duration // limit of the processor time of each trial; 0 for none
	Isolate   bool          // run each trial in its own process
	History   bool          // record a History of each run of the genetic solver

	// Tune is not nil if the experiment describes a tuning, for package bench/tune. It has values
	// by one of TuneKeys.
	Tune map[string]string

	// Before is the number of trials of earlier parts. A tuning runs in parts, one after another,
	// that share the name and the text. The trials of the earlier parts stay listed, and positions
	// go on from theirs.
	Before int
}

// TuneKeys are the keys of Experiment.Tune.
var TuneKeys = []string{"space", "objective", "method", "budget", "blocks"}

// Group is a set of puzzles of the same size with the same goal. The boards are
// either given or drawn at random.
type Group struct {
	Name  string
	Goal  puzzle.Board
	Costs puzzle.Costs

	// Limits of each trial on these puzzles; 0 for Limits.Generated and CPULimit of the experiment.
	NodeLimit uint64
	CPULimit  time.Duration

	Boards []puzzle.Board // given boards; nil if the boards are drawn
	Known  []puzzle.Cost  // published optimal costs of Boards; nil if not known

	// The following fields describe how boards are drawn. They are used if Boards is nil.
	Count    int      // number of boards
	Seed     uint64   // of the random numbers
	Scramble Scramble // way of drawing
}

// Puzzles returns the number of puzzles in the group.
func (g Group) Puzzles() int {
	if g.Boards != nil {
		return len(g.Boards)
	}
	return g.Count
}

// Draw yields the puzzles of the group. Puzzle n of a seed does not depend on Count. If a board
// cannot be drawn, Draw yields an *ExperimentError and ends.
func (g Group) Draw() iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		for n := 1; n <= g.Puzzles(); n++ {
			p := Puzzle{
				Problem: search.Problem{Goal: g.Goal, Costs: g.Costs},
				Number:  n,
				Group:   g.Name,
			}
			var err error
			if g.Boards != nil {
				p.Start = g.Boards[n-1]
			} else {
				p.Walk = g.Scramble.Walk
				p.Misplaced = g.Scramble.Misplaced
				p.Start, err = g.Scramble.board(g.Goal, g.Seed, n)
			}
			if err != nil {
				err = &ExperimentError{err}
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// Scramble describes how random boards are drawn. The zero Scramble draws uniformly
// from all boards that can reach the goal. At most one field may be set.
type Scramble struct {
	Walk      *int     // number of random legal moves from the goal
	Misplaced *float64 // fraction of the tiles that are not on their goal cell, 0 to 1
}

// String returns a text that identifies the way of drawing. The random numbers depend on it.
func (s Scramble) String() string {
	switch {
	case s.Walk != nil:
		return fmt.Sprintf("walk %d", *s.Walk)
	case s.Misplaced != nil:
		return fmt.Sprintf("misplaced %v", *s.Misplaced)
	}
	return "uniform"
}

// mark returns a number that identifies the way of drawing. It is 0 for uniform draws.
func (s Scramble) mark() uint64 {
	if s == (Scramble{}) {
		return 0
	}
	n, _ := strconv.ParseUint(digestOf(s.String())[:16], 16, 64) // hexadecimal digits
	return n
}

// board draws board n of a seed. Each board has its own stream of random numbers, so it does not
// depend on how many are drawn. Each way of drawing has its own streams, too. Otherwise a walk of 6
// moves would repeat the walk of 5 moves and add one move, and the groups of an experiment would
// depend on each other.
func (s Scramble) board(goal puzzle.Board, seed uint64, n int) (puzzle.Board, error) {
	rng := puzzle.NewRand(seed^s.mark(), uint64(n))
	switch {
	case s.Walk != nil && s.Misplaced != nil:
		err := errors.New("both walk and misplaced are set; expected only one of them")
		return puzzle.Board{}, err
	case s.Walk != nil:
		return puzzle.Walk(rng, goal, *s.Walk), nil
	case s.Misplaced != nil:
		return puzzle.Misplaced(rng, goal, *s.Misplaced)
	}
	return puzzle.Uniform(rng, goal), nil
}

// Puzzles returns the number of puzzles in all groups.
func (e Experiment) Puzzles() int {
	n := 0
	for _, g := range e.Groups {
		n += g.Puzzles()
	}
	return n
}

// MaxTrials is the largest allowed number of trials of an experiment. More trials
// would run for years, and a store is not designed for more records.
const MaxTrials = 100_000_000

// Trials returns the number of trials of the experiment, or MaxTrials+1 if there are
// more than MaxTrials.
func (e Experiment) Trials() int {
	n := 0.0
	for _, s := range e.Solvers {
		for _, g := range e.Groups {
			if s.Tries(g.Name) {
				n += float64(g.Puzzles()) * float64(e.repeats(s))
			}
		}
	}
	return int(min(n, MaxTrials+1))
}

// repeats returns the number of trials of a solver on each puzzle: 1 if all of them would be the
// same.
func (e Experiment) repeats(s Solver) int {
	if solvers.Deterministic(s.Settings.Algorithm) {
		return 1
	}
	return max(e.Repeats, 1)
}

// Registered reports whether all solvers and heuristics of the experiment are in the registry, so
// that another process of this program can run its trials.
func (e Experiment) Registered() bool {
	return !slices.ContainsFunc(e.Solvers, func(s Solver) bool { return !s.Settings.Registered() })
}

// ExperimentError reports an invalid experiment.
type ExperimentError struct{ Err error }

func (e *ExperimentError) Error() string { return e.Err.Error() }
func (e *ExperimentError) Unwrap() error { return e.Err }

// Fault returns an *ExperimentError with a formatted message.
func Fault(format string, args ...any) error {
	return &ExperimentError{fmt.Errorf(format, args...)}
}

// CheckSize returns an *ExperimentError if there are more trials than MaxTrials.
func (e Experiment) CheckSize() error {
	if e.Trials() <= MaxTrials {
		return nil
	}
	return Fault("puzzles %d x solvers %d x repeats %d are too many trials; expected at most %d",
		e.Puzzles(), len(e.Solvers), max(e.Repeats, 1), MaxTrials)
}

// Prepare returns the heuristic with the tables that it needs for a goal.
// The method Prepare of solvers.Library is such a function.
type Prepare func(
	ctx context.Context, h heuristics.Heuristic, goal puzzle.Board,
) (heuristics.Heuristic, error)

// Plan yields the trials of the experiment in order. All solvers and repeats on one
// puzzle come before the next puzzle. So after an interrupt, all solvers have trials
// on about the same puzzles.
//
// A search uses one worker unless the settings of its solver set another number, so
// that no search gets more cores than another by default. Trials have a Key only if
// Provenance.Program is set. If prepare is nil, heuristics are used as they are. Plan yields
// the first error and ends. If the context is cancelled, this is the error of the context.
func (e Experiment) Plan(
	ctx context.Context, prepare Prepare, p Provenance,
) iter.Seq2[Trial, error] {
	return func(yield func(Trial, error) bool) {
		position := e.Before
		for _, group := range e.Groups {
			list, err := e.prepared(ctx, prepare, group, p)
			if err != nil {
				yield(Trial{}, err)
				return
			}
			for puzzle, err := range group.Draw() {
				if err != nil {
					yield(Trial{}, err)
					return
				}
				for _, solver := range list {
					for repeat := 1; repeat <= e.repeats(solver); repeat++ {
						if err := ctx.Err(); err != nil {
							yield(Trial{}, err)
							return
						}
						position++
						if solver.Settings.Takes("seed") {
							seed := TrialSeed(e.Seed, puzzle.Number, repeat)
							text := strconv.FormatUint(seed, 10)
							solver.Settings = solver.Settings.With("seed", text)
						}
						t := Trial{
							Puzzle:    puzzle,
							Solver:    solver,
							Position:  position,
							Repeat:    repeat,
							Limits:    e.limitsOf(group, solver),
							TimeLimit: e.TimeLimit,
							CPULimit:  cmp.Or(group.CPULimit, e.CPULimit),
						}
						if p.Program != "" {
							t.Key = t.key()
						}
						if e.History && solver.Settings.Capabilities().Generations {
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

// limitsOf returns the limits of the trials of a solver on a group. A solver that evaluates no
// plans has no limit of evaluations, so its trials do not depend on it.
func (e Experiment) limitsOf(g Group, s Solver) search.Limits {
	limits := e.Limits
	limits.Generated = cmp.Or(g.NodeLimit, e.Limits.Generated)
	if !solvers.Reports(s.Settings.Algorithm, "evaluated") {
		limits.Evaluated = 0
	}
	return limits
}

// prepared returns the solvers that run on a group. Their heuristics are prepared for
// the group's goal, and their number of workers and their part of the keys are set.
func (e Experiment) prepared(
	ctx context.Context, prepare Prepare, g Group, p Provenance,
) ([]Solver, error) {
	var list []Solver
	for _, s := range e.Solvers {
		if s.Tries(g.Name) {
			list = append(list, s)
		}
	}
	for i := range list {
		var err error
		list[i].foreign = !list[i].Settings.Builtin()
		s := &list[i].Settings
		if s.Takes("workers") && s.Get("workers") == "0" {
			*s = s.With("workers", "1")
		}
		if prepare != nil {
			if err = list[i].Prepare(ctx, prepare, g.Goal); err != nil {
				return nil, err
			}
		}
		if list[i].key, err = e.solverKey(g, list[i], p); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Check returns an *ExperimentError if the experiment cannot run: it has no trials or
// too many, a name appears twice, or settings contradict each other.
func (e Experiment) Check() error {
	if e.Tune != nil {
		return Fault("experiment %q describes a tuning; expected it to be run by tune", e.Name)
	}
	if len(e.Solvers) == 0 || e.Puzzles() == 0 {
		return Fault("%d solvers and %d puzzles; expected at least one of each", len(e.Solvers),
			e.Puzzles())
	}
	if err := e.CheckSize(); err != nil {
		return err
	}
	if err := e.CheckEvaluations(); err != nil {
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

// CheckEvaluations returns an *ExperimentError if the experiment limits evaluations, and no solver
// evaluates plans.
func (e Experiment) CheckEvaluations() error {
	if e.Limits.Evaluated == 0 || len(e.Solvers) == 0 {
		return nil
	}
	var algorithms []string
	for _, s := range e.Solvers {
		if !slices.Contains(algorithms, s.Settings.Algorithm) {
			algorithms = append(algorithms, s.Settings.Algorithm)
		}
	}
	if err := solvers.CheckEvaluations(algorithms...); err != nil {
		return &ExperimentError{err}
	}
	return nil
}

const (
	// seedStreams is a bit that is set in the streams for the seeds of trials, and not
	// set in the streams for boards. So no stream is used for both.
	seedStreams = 1 << 63

	// repeatShift is the position of the repeat's number in a stream's number. The bits
	// below it are enough for 2^40 puzzles.
	repeatShift = 40
)

// TrialSeed returns the seed of the trials on puzzle n of a group. Each repeat, counted
// from 1, has a different seed. All solvers get the same seed. A seed has 53 bits, so
// a float64 represents it exactly.
func TrialSeed(seed uint64, n, repeat int) uint64 {
	return puzzle.NewRand(seed, seedStreams|uint64(repeat-1)<<repeatShift|uint64(n)).Uint64() >> 11
}
