package studies

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Host is where studies are re-run.
type Host struct {
	// Run runs an experiment and returns the records of its trials: fewer than it
	// takes where the context ended, none where it had ended before.
	Run func(ctx context.Context, e bench.Experiment) ([]bench.Record, error)

	// Step is told what is being measured; may be nil.
	Step func(what string)

	Jobs  int    // replicated searches at a time
	Seed  uint64 // that all boards and trials follow from
	Quick bool   // fewer boards a row
}

// expansions is where a trial stops of which a study would say that it takes too
// long.
const expansions = 100_000

// session is the re-run of one study.
type session struct {
	host Host
	Report
}

// of returns one of two numbers of boards: that of a whole re-run, or of a quick
// one.
func (s *session) of(whole, quick int) int {
	if s.Quick {
		return quick
	}
	return whole
}

// trials are the records of an experiment by group and solver.
type trials map[[2]string][]bench.Record

// run runs an experiment of the study.
func (s *session) run(ctx context.Context, e bench.Experiment) (trials, error) {
	e.Name, e.Kind, e.Description = s.Study+"-"+e.Name, "reproduce", s.Title
	if s.Quick {
		e.Name += "-quick"
	}
	e.Seed = s.host.Seed
	s.step(e.Name)
	records, err := s.host.Run(ctx, e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	found := trials{}
	for _, r := range records {
		key := [2]string{r.Group, r.Solver}
		found[key] = append(found[key], r)
	}
	s.Partial = s.Partial || len(records) < e.Trials()
	return found, nil
}

func (s *session) step(what string) {
	if s.host.Step != nil {
		s.host.Step(what)
	}
}

// group draws boards of a size with the blank last.
func (s *session) group(name string, size puzzle.Size, count int, how bench.Scramble) bench.Group {
	return bench.Group{Name: name, Goal: goalOf(puzzle.BlankLast, size), Count: count, Seed: s.host.Seed, Scramble: how}
}

// walk draws boards by so many random moves from the goal.
func walk(moves int) bench.Scramble { return bench.Scramble{Walk: &moves} }

// misplaced draws boards with a share of the tiles misplaced.
func misplaced(share float64) bench.Scramble { return bench.Scramble{Misplaced: &share} }

// contender makes a solver that takes part, of settings by their names.
func contender(name, algorithm string, settings ...string) bench.Solver {
	c := bench.Solver{Name: name, Settings: solvers.Default(algorithm)}
	for i := 0; i < len(settings); i += 2 {
		if err := c.Settings.Set(settings[i], settings[i+1]); err != nil {
			panic(fmt.Sprintf("studies: %s: %v", name, err))
		}
	}
	return c
}

// informed makes a contender for each heuristic, of the same name.
func informed(algorithm string, names ...string) []bench.Solver {
	var list []bench.Solver
	for _, name := range names {
		list = append(list, contender(name, algorithm, "heuristic", name))
	}
	return list
}

// stopped are the limits of trials that a study would say take too long.
var stopped = search.Limits{Expanded: expansions}

// replicate runs a replicated search on each of some boards, several at a time,
// and returns the counts in the order of the boards; nil if the context ended.
func replicate(ctx context.Context, jobs int, boards []puzzle.Board, search func(from puzzle.Board) counts) []counts {
	all := make([]counts, len(boards))
	var running errgroup.Group
	running.SetLimit(max(jobs, 1))
	for i, board := range boards {
		running.Go(func() error {
			if ctx.Err() == nil {
				all[i] = search(board)
			}
			return nil
		})
	}
	_ = running.Wait() // nothing fails
	if ctx.Err() != nil {
		return nil
	}
	return all
}

// boardsOf draws the boards of a group.
func boardsOf(g bench.Group) ([]puzzle.Board, error) {
	var all []puzzle.Board
	for instance, err := range g.Draw() {
		if err != nil {
			return nil, err
		}
		all = append(all, instance.Start)
	}
	return all, nil
}

// replicated runs a replicated search on the boards of a group.
func (s *session) replicated(ctx context.Context, g bench.Group, search func(from puzzle.Board) counts) ([]counts, error) {
	boards, err := boardsOf(g)
	if err != nil {
		return nil, err
	}
	all := replicate(ctx, s.host.Jobs, boards, search)
	s.Partial = s.Partial || all == nil
	return all, nil
}

// study is one of the five.
type study struct {
	name, title, source string
	run                 func(context.Context, *session) error
}

var studies = []study{
	gaVsAStar, shuffleStudy, fourSearches, fourHeuristics, tutorial,
}

// Names returns the names of the studies.
func Names() []string {
	names := make([]string, len(studies))
	for i, s := range studies {
		names[i] = s.name
	}
	return names
}

// Reproduce re-runs the study of a name. A cancelled context ends it with what
// was found so far, marked as partial.
func Reproduce(ctx context.Context, name string, h Host) (Report, error) {
	at := slices.IndexFunc(studies, func(s study) bool { return s.name == name })
	if at < 0 {
		return Report{}, fmt.Errorf("no study %q; expected one of %v", name, Names())
	}
	chosen := studies[at]
	s := &session{host: h, Report: Report{Study: name, Title: chosen.title, Source: chosen.source, Quick: h.Quick}}
	err := chosen.run(ctx, s)
	return s.Report, err
}
