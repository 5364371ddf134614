package api

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// SolveRequest asks for a plan. Keys are those of the answer where both have them.
type SolveRequest struct {
	Board     string `json:"board"`                // in any form that puzzle.Parse reads
	Goal      string `json:"goal,omitempty"`       // a name or a board; blank-last if empty
	MoveCosts string `json:"move_costs,omitempty"` // as U,D,L,R; 1,1,1,1 if empty
	Algorithm string `json:"algorithm,omitempty"`  // chosen by the size if empty

	// Settings are texts by the names that experiment files use, such as
	// "heuristic": "manhattan" or "population": "100". The preset is set first.
	Settings map[string]string `json:"settings,omitempty"`

	Notation    puzzle.Notation `json:"notation,omitempty"`     // of the plan; blank if empty
	TimeLimit   float64         `json:"time_limit,omitempty"`   // in seconds
	NodeLimit   uint64          `json:"node_limit,omitempty"`   // states expanded or plans evaluated
	MemoryLimit uint64          `json:"memory_limit,omitempty"` // in bytes
	History     bool            `json:"history,omitempty"`      // answer with the generations of ga as well
}

// Progress is the event "progress": the state of a running search. It is sent at most
// every progressEvery, and whenever a shorter plan is found.
type Progress struct {
	Seconds float64 `json:"seconds"` // since the search began
	search.Stats
	MaxDepth   bench.Figure `json:"max_depth"` // in moves; null if the search does not know it
	MaxCost    bench.Figure `json:"max_cost"`
	Bound      bench.Figure `json:"bound"` // f of the layer or iteration that is searched
	Generation *Generation  `json:"generation,omitempty"`

	// Course has each generation since the last event. The rounds of improvement are among them.
	Course []Fitness `json:"course,omitempty"`

	Moves  string `json:"moves,omitempty"`  // a new shortest plan
	Length int    `json:"length,omitempty"` // of this plan
}

// Fitness is the fitness of the chromosomes of a generation.
type Fitness struct {
	Best int64   `json:"best"`
	Mean float64 `json:"mean"`
}

// Generation describes a generation of the genetic solver. See search.Generation.
type Generation struct {
	Subgoal    int     `json:"subgoal"`
	Phase      int     `json:"phase"`
	Number     int     `json:"number"`
	Best       int64   `json:"best"`
	Median     int64   `json:"median"`
	Mean       float64 `json:"mean"`
	Diversity  float64 `json:"diversity"`
	BestLength int     `json:"best_length"`
}

func generationOf(g search.Generation) Generation {
	of := g.Population
	return Generation{
		g.Subgoal, g.Phase, g.Number, of.Best(), of.Median(), of.Mean(), of.Diversity(), g.BestLength,
	}
}

// progressEvery is the time between two events of a search. It is short enough for charts
// that seem to move, and long enough that sending costs the search nothing.
const progressEvery = 50 * time.Millisecond

// Solve solves a board. Its events are Progress.
func (a *API) Solve(ctx context.Context, r SolveRequest, emit Emit) (bench.Record, error) {
	t, limits, timeLimit, err := a.trial(ctx, r)
	if err != nil {
		return bench.Record{}, err
	}
	notation := cmp.Or(r.Notation, puzzle.BlankNotation)
	observe, end := progressObserver(t.Puzzle, notation, emit)
	t.Observer = observe
	defer end()
	return run(ctx, t, limits, timeLimit, notation)
}

// run runs a trial and returns its record.
func run(ctx context.Context, t bench.Trial, limits search.Limits, timeLimit time.Duration, n puzzle.Notation) (
	bench.Record, error) {
	t, err := t.Run(ctx, limits, timeLimit)
	if err != nil {
		return bench.Record{}, err
	}
	t.Limits, t.TimeLimit = limits, timeLimit
	record := t.Record(n)
	record.MemoryLimit = limits.Bytes
	return record, nil
}

// trial returns the trial that a request asks for, within the limits of the API.
func (a *API) trial(ctx context.Context, r SolveRequest) (
	t bench.Trial, limits search.Limits, timeLimit time.Duration, err error) {
	fail := func(err error) (bench.Trial, search.Limits, time.Duration, error) {
		if errors.As(err, new(*RequestError)) {
			return t, limits, timeLimit, err
		}
		return t, limits, timeLimit, &RequestError{err}
	}
	start, goal, err := a.read(r.Board, puzzle.Size{}, r.Goal)
	if err != nil {
		return fail(err)
	}
	costs := puzzle.Costs{}
	if r.MoveCosts != "" {
		if costs, err = puzzle.ParseCosts(r.MoveCosts); err != nil {
			return fail(err)
		}
	}
	if r.Notation != "" {
		if r.Notation, err = puzzle.ParseNotation(string(r.Notation)); err != nil {
			return fail(err)
		}
	}
	settings, err := a.settings(ctx, r, goal, costs)
	if err != nil {
		if ctx.Err() != nil {
			return t, limits, timeLimit, err
		}
		return fail(err)
	}
	if !(r.TimeLimit >= 0 && r.TimeLimit <= 1e9) {
		return fail(wrong("time_limit %v is out of range; expected seconds, or 0 for no limit", r.TimeLimit))
	}
	t.Puzzle = bench.Puzzle{Problem: search.Problem{Start: start, Goal: goal, Costs: costs}, Number: 1}
	t.Solver = bench.Solver{Settings: settings}
	if r.History && settings.Evolving() {
		t.History = &bench.History{}
	}
	limits = search.Limits{Expanded: r.NodeLimit, Bytes: within(r.MemoryLimit, a.MaxMemory)}
	timeLimit = within(time.Duration(r.TimeLimit*float64(time.Second)), a.MaxTime)
	return t, limits, timeLimit, nil
}

// within returns what was asked for, but at most a bound. 0 stands for no bound.
func within[T ~int | ~int64 | ~uint64](asked, bound T) T {
	switch {
	case bound == 0:
		return asked
	case asked == 0:
		return bound
	}
	return min(asked, bound)
}

// settings returns the settings that a request asks for, with the tables of the heuristic.
func (a *API) settings(ctx context.Context, r SolveRequest, goal puzzle.Board, costs puzzle.Costs) (
	solvers.Settings, error) {
	s := solvers.Suggest(goal.Size(), costs)
	if r.Algorithm != "" {
		name, err := solvers.ParseName(r.Algorithm)
		if err != nil {
			return s, err
		}
		s = solvers.Default(name)
	} else if r.TimeLimit > 0 || r.NodeLimit > 0 {
		s.GA = ga.Default() // which improves its plan up to the limit
	}
	s.Seed = 1 // as on the command line
	names := slices.Sorted(maps.Keys(r.Settings))
	if i := slices.Index(names, solvers.PresetSetting); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, solvers.PresetSetting)
	}
	for _, name := range names {
		if name == "algorithm" || name == "control" {
			return s, wrong("settings: %q is not a setting of a solver", name)
		}
		if err := s.CheckTaken(name); err != nil {
			return s, err
		}
		if err := s.Set(name, r.Settings[name]); err != nil {
			return s, wrong("settings: %s: %w", name, err)
		}
	}
	if s.GA.Patience == ga.Auto && r.TimeLimit == 0 && r.NodeLimit == 0 {
		s.GA.Patience = ga.DefaultPatience // a.MaxTime is no time that the user wants to be used up
	}
	s.Workers = within(s.Workers, a.MaxThread)
	if err := s.Check(); err != nil {
		return s, err
	}
	if err := s.CheckGoal(goal, costs); err != nil {
		return s, err
	}
	if !s.Informed() {
		return s, nil
	}
	var err error
	s.Heuristic, err = a.prepare(ctx, s.Heuristic, goal)
	return s, err
}

// prepare finds the tables of a heuristic.
func (a *API) prepare(ctx context.Context, h heuristics.Heuristic, goal puzzle.Board) (heuristics.Heuristic, error) {
	if a.Library != nil {
		return a.Library.Prepare(ctx, h, goal)
	}
	return heuristics.Map(h, func(part heuristics.Heuristic) (heuristics.Heuristic, error) {
		if _, tables := part.(pdb.Heuristic); tables {
			return nil, wrong("heuristic %s needs files, which a page opened from disk cannot read", part.Name())
		}
		return part, nil
	})
}

// progressObserver returns an observer that sends Progress events, and a function that
// sends the last one when the search has ended, if generations are left to send.
func progressObserver(p bench.Puzzle, n puzzle.Notation, emit Emit) (observe search.Observer, end func()) {
	began := time.Now()
	next := began
	var course []Fitness
	var last search.Progress
	send := func(seen search.Progress) {
		now := time.Now()
		next = now.Add(progressEvery)
		costs := p.Costs
		event := Progress{
			Seconds:  now.Sub(began).Seconds(),
			Stats:    seen.Stats,
			MaxDepth: bench.Unknown,
			MaxCost:  bench.Figure(costs.Float(seen.MaxCost)),
			Bound:    bench.Figure(costs.Float(seen.Bound)),
			Course:   course,
			Length:   len(seen.Plan),
		}
		course = nil
		if moves, known := seen.Depth(costs); known {
			event.MaxDepth = bench.Figure(moves)
		}
		event.Stats.MaxCost, event.Stats.MaxMoves = 0, 0 // Progress.MaxCost and Progress.MaxDepth say it
		if seen.Plan != nil {
			event.Moves = puzzle.FormatMoves(seen.Plan, n)
		}
		if g := seen.Generation; g != nil {
			generation := generationOf(*g)
			event.Generation = &generation
		}
		emit("progress", event)
	}
	observe = func(seen search.Progress) {
		last = seen
		if g := seen.Generation; g != nil && seen.Plan == nil { // a plan belongs to a generation that was seen
			course = append(course, Fitness{g.Population.Best(), g.Population.Mean()})
		}
		if seen.Plan != nil || !time.Now().Before(next) {
			send(seen)
		}
	}
	end = func() {
		if last.Plan = nil; len(course) > 0 {
			send(last)
		}
	}
	return observe, end
}
