package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// SolveRequest asks for a plan. Fields that the answer also has, have the same keys.
type SolveRequest struct {
	Board     string `json:"board" about:"a board in any text form"`
	Goal      string `json:"goal,omitempty" about:"a name or a board; if missing, the text's or blank-last"`
	MoveCosts string `json:"move_costs,omitempty" about:"costs of the blank's moves U,D,L,R; 1,1,1,1 if missing"`
	Algorithm string `json:"algorithm,omitempty" about:"name; chosen by the size if missing"`

	// Settings maps names of settings to the texts of their values: for example, "heuristic" to
	// "manhattan", or "population" to "100". The preset is set first.
	Settings map[string]string `json:"settings,omitempty" about:"values by name, as in experiment files"`

	Notation        puzzle.Notation `json:"notation,omitempty" about:"of the plan: blank, tile, slidysim or numbers"`
	TimeLimit       float64         `json:"time_limit,omitempty" about:"in seconds; the server's limit if missing"`
	NodeLimit       uint64          `json:"node_limit,omitempty" about:"number of states generated"`
	EvaluationLimit uint64          `json:"evaluation_limit,omitempty" about:"number of plans evaluated by ga"`
	MemoryLimit     uint64          `json:"memory_limit,omitempty" about:"in bytes; the server's limit if missing"`
	History         bool            `json:"history,omitempty" about:"answer with the generations of ga"`

	// A server starts the searches of a race together. Without a server, the fields do nothing.
	Race  string `json:"race,omitempty" about:"name for searches of a client that start together"`
	Lanes int    `json:"lanes,omitempty" about:"number of searches of the race"`
}

// Progress is the event "progress": the state of a running search. It is sent whenever a
// shorter plan is found, and otherwise at intervals of at least progressEvery.
type Progress struct {
	Seconds float64 `json:"seconds" about:"time since the search began"`
	search.Stats
	MaxDepth   bench.Figure `json:"max_depth" about:"moves to the deepest generated state; null if it is not known"`
	MaxCost    bench.Figure `json:"max_cost" about:"largest path cost of any generated state"`
	Bound      bench.Figure `json:"bound" about:"f of the layer or iteration, or the lower bound of ga"`
	Generation *Generation  `json:"generation,omitempty"`
	Course     []Fitness    `json:"course,omitempty" about:"generations since the last event, improvement included"`
	Moves      string       `json:"moves,omitempty" about:"a plan shorter than all before"`
	Length     int          `json:"length,omitempty" about:"moves of the shortest plan so far"`
	algorithm  string       // the solver; the statistics that it does not report are null
}

// MarshalJSON writes the fields, and null for each statistic that the solver does not report.
func (p Progress) MarshalJSON() ([]byte, error) {
	type fields Progress
	text, err := json.Marshal(fields(p))
	if err != nil {
		return nil, err
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	for _, row := range search.Statistics {
		if !solvers.Reports(p.algorithm, row.Name) {
			object[row.Name] = nil
		}
	}
	return json.Marshal(object)
}

// Fitness is the fitness of the chromosomes of a generation.
type Fitness struct {
	Best int64   `json:"best" about:"of the fittest chromosome; less is better"`
	Mean float64 `json:"mean" about:"of all chromosomes"`
}

// Generation describes a generation of the genetic solver. See search.Generation.
type Generation struct {
	Subgoal    int     `json:"subgoal" about:"from 1; 0 for none"`
	Phase      int     `json:"phase" about:"from 1; 0 for the improvement of plans"`
	Number     int     `json:"number" about:"within the phase"`
	Best       int64   `json:"best" about:"smallest fitness; less is better"`
	Median     int64   `json:"median" about:"median fitness"`
	Mean       float64 `json:"mean" about:"mean fitness"`
	Diversity  float64 `json:"diversity" about:"fraction of distinct final boards"`
	BestLength int     `json:"best_length" about:"moves of the best plan so far"`
}

func generationOf(g search.Generation) Generation {
	population := g.Population
	return Generation{
		Subgoal:    g.Subgoal,
		Phase:      g.Phase,
		Number:     g.Number,
		Best:       population.Best(),
		Median:     population.Median(),
		Mean:       population.Mean(),
		Diversity:  population.Diversity(),
		BestLength: g.BestLength,
	}
}

// progressEvery is the minimum time between two events of a search without a new plan. It is
// short enough for smooth charts, and long enough that sending takes a negligible share of
// the time.
const progressEvery = 50 * time.Millisecond

// Solve solves a board. The data of its events is a Progress.
func (a *API) Solve(ctx context.Context, r SolveRequest, emit Emit) (bench.Record, error) {
	t, err := a.trial(ctx, r)
	if err != nil {
		return bench.Record{}, err
	}
	// In a page without a server, each search is a process of its own. The learned values of large
	// boards take it seconds. A short search comes first: near the goal, it needs no values. On
	// other boards, it makes the values, so that they do not take the time of the search.
	if a.Library == nil && heuristics.ReadsFiles(t.Solver.Settings.Heuristic) {
		record, found, err := try(ctx, t, r)
		if found || err != nil {
			return record, err
		}
	}
	notation := cmp.Or(r.Notation, puzzle.BlankNotation)
	sender := newProgressSender(t, notation, emit)
	t.Observer = sender.observe
	defer sender.end()
	return run(ctx, t, notation)
}

// run runs a trial and returns its record.
func run(ctx context.Context, t bench.Trial, n puzzle.Notation) (bench.Record, error) {
	t, err := t.Run(ctx)
	if err != nil {
		return bench.Record{}, err
	}
	return recordOf(t, n), nil
}

// recordOf returns the record of a trial that has ended.
func recordOf(t bench.Trial, n puzzle.Notation) bench.Record {
	record := t.Record(n)
	record.MemoryLimit = t.Limits.Bytes
	return record
}

// trial returns the trial for a request. The limits are at most those of the API.
func (a *API) trial(ctx context.Context, r SolveRequest) (bench.Trial, error) {
	t, err := a.readTrial(ctx, r)
	interrupted := err != nil && ctx.Err() != nil
	if err == nil || interrupted || errors.As(err, new(*RequestError)) {
		return t, err
	}
	return t, &RequestError{Err: err}
}

// readTrial returns what trial returns. Other errors than those of the context are faults of the
// request.
func (a *API) readTrial(ctx context.Context, r SolveRequest) (t bench.Trial, err error) {
	start, goal, err := a.read(r.Board, puzzle.Size{}, r.Goal, "")
	if err != nil {
		return t, err
	}
	costs := puzzle.Costs{}
	if r.MoveCosts != "" {
		costs, err = puzzle.ParseCosts(r.MoveCosts)
		if err != nil {
			return t, err
		}
	}
	if r.Notation != "" {
		if _, err := puzzle.ParseNotation(string(r.Notation)); err != nil {
			return t, err
		}
	}
	problem := search.Problem{Start: start, Goal: goal, Costs: costs}
	settings, err := a.settings(ctx, r, problem)
	if err != nil {
		return t, err
	}
	if !(r.TimeLimit >= 0 && r.TimeLimit <= 1e9) {
		return t, wrong("time_limit %v is out of range; expected seconds, or 0 for no limit",
			r.TimeLimit)
	}
	t.Puzzle = bench.Puzzle{Problem: problem, Number: 1}
	t.Solver = bench.Solver{Settings: settings}
	if r.History && settings.Capabilities().Generations {
		t.History = &bench.History{}
	}
	if r.EvaluationLimit > 0 {
		if err := solvers.CheckEvaluations(settings.Algorithm); err != nil {
			return t, wrong("evaluation_limit: %w", err)
		}
	}
	t.Limits = search.Limits{
		Generated: r.NodeLimit,
		Evaluated: r.EvaluationLimit,
		Bytes:     within(r.MemoryLimit, a.MaxMemory),
	}
	t.TimeLimit = within(time.Duration(r.TimeLimit*float64(time.Second)), a.MaxTime)
	return t, nil
}

// within returns asked, but at most bound. A bound of 0 means no bound, and asked 0 means
// the bound.
func within[T ~int | ~int64 | ~uint64](asked, bound T) T {
	switch {
	case bound == 0:
		return asked
	case asked == 0:
		return bound
	}
	return min(asked, bound)
}

// settings returns the settings for a request, with the tables of the heuristic.
func (a *API) settings(
	ctx context.Context, r SolveRequest, p search.Problem,
) (solvers.Settings, error) {
	s, err := a.base(ctx, r, p)
	if err != nil {
		return s, err
	}
	s = s.With("seed", "1") // the default of the command line
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
	limited := r.TimeLimit > 0 || r.NodeLimit > 0 || r.EvaluationLimit > 0
	if s.Get("patience") == "auto" && !limited { // the user did not ask to use up a.MaxTime
		s = s.With("patience", fmt.Sprint(ga.DefaultPatience))
	}
	if s.Takes("workers") {
		workers, err := strconv.Atoi(s.Get("workers"))
		if err != nil {
			return s, wrong("settings: workers: %w", err)
		}
		s = s.With("workers", fmt.Sprint(within(workers, a.MaxThread)))
	}
	if err := s.Check(); err != nil {
		return s, err
	}
	if err := s.CheckGoal(p.Goal, p.Costs); err != nil {
		return s, err
	}
	if !s.Informed() {
		return s, nil
	}
	s.Heuristic, err = a.prepare(ctx, s.Heuristic, p.Goal)
	return s, err
}

// base returns the default settings of the requested algorithm or, without one, the default
// solver for the problem. Pages opened from disk cannot read tables, and subgoals leave a smaller
// board, for which tables have no values. So their default solvers need none.
func (a *API) base(
	ctx context.Context, r SolveRequest, p search.Problem,
) (solvers.Settings, error) {
	if r.Algorithm != "" {
		name, err := solvers.ParseName(r.Algorithm)
		if err != nil {
			return solvers.Settings{}, err
		}
		return solvers.Default(name), nil
	}
	if name := r.Settings["heuristic"]; name != "" {
		h, err := solvers.ParseHeuristic(name)
		if err != nil {
			return solvers.Settings{}, wrong("settings: heuristic: %w", err)
		}
		return solvers.SuggestWith(p, h), nil
	}
	if a.Library == nil || r.Settings["subgoals"] != "" {
		return solvers.Suggest(p.Goal.Size()), nil
	}
	suggested, err := solvers.SuggestPrepared(ctx, a.prepare, p)
	if err != nil && ctx.Err() != nil {
		return suggested, err
	}
	return suggested, nil // without tables, if they cannot be used
}

// prepare finds the tables of a heuristic. It makes no estimator, because that takes seconds for
// the learned values of large boards, and a board near the goal does not need them.
func (a *API) prepare(
	ctx context.Context, h heuristics.Heuristic, goal puzzle.Board,
) (heuristics.Heuristic, error) {
	if a.Library != nil {
		return a.Library.Prepare(ctx, h, goal)
	}
	// The learned values need no files, because the program has some.
	needsFiles := slices.ContainsFunc(heuristics.Parts(h), func(part heuristics.Heuristic) bool {
		_, isPDB := part.(pdb.Heuristic)
		return isPDB
	})
	if needsFiles {
		return nil, wrong("heuristic %s needs files, which a page opened from disk cannot read",
			h.Name())
	}
	return h, nil
}

// progressSender sends Progress events.
type progressSender struct {
	trial    bench.Trial
	notation puzzle.Notation
	emit     Emit
	began    time.Time
	next     time.Time       // earliest time of the next event without a new plan
	course   []Fitness       // generations that were not sent yet
	last     search.Progress // that was observed
}

func newProgressSender(t bench.Trial, n puzzle.Notation, emit Emit) *progressSender {
	now := time.Now()
	return &progressSender{trial: t, notation: n, emit: emit, began: now, next: now}
}

// observe is the observer of the search.
func (p *progressSender) observe(seen search.Progress) {
	p.last = seen
	// With a plan, the generation was observed before.
	if g := seen.Generation; g != nil && seen.Plan == nil {
		fitness := Fitness{Best: g.Population.Best(), Mean: g.Population.Mean()}
		p.course = append(p.course, fitness)
	}
	if seen.Plan != nil || !time.Now().Before(p.next) {
		p.send(seen)
	}
}

// end is called when the search has ended. If there are generations that were not sent yet, it
// sends a last event.
func (p *progressSender) end() {
	p.last.Plan = nil
	if len(p.course) > 0 {
		p.send(p.last)
	}
}

// send sends an event.
func (p *progressSender) send(seen search.Progress) {
	now := time.Now()
	p.next = now.Add(progressEvery)
	costs := p.trial.Puzzle.Costs
	event := Progress{
		Seconds:   now.Sub(p.began).Seconds(),
		Stats:     seen.Stats,
		MaxDepth:  bench.Unknown,
		MaxCost:   bench.Figure(costs.Float(seen.MaxCost)),
		Bound:     bench.Figure(costs.Float(seen.Bound)),
		Course:    p.course,
		Length:    seen.Length,
		algorithm: p.trial.Solver.Settings.Algorithm,
	}
	p.course = nil
	if moves, known := seen.Depth(costs); known {
		event.MaxDepth = bench.Figure(moves)
	}
	// Progress.MaxCost and Progress.MaxDepth replace these two.
	event.Stats.MaxCost = 0
	event.Stats.MaxMoves = 0
	if seen.Plan != nil {
		event.Moves = puzzle.FormatPlan(p.trial.Puzzle.Start, seen.Plan, p.notation)
	}
	if g := seen.Generation; g != nil {
		generation := generationOf(*g)
		event.Generation = &generation
	}
	p.emit("progress", event)
}

// smallCells is the maximum number of cells of a board whose searches are small.
const smallCells = 9

// Limits of searches that are small on every board.
const (
	// tryNodes is the maximum number of states that Try generates. They take about 50 milliseconds.
	// They are enough for beam search to look for boards near the goal as it does without a limit.
	tryNodes = 100_000

	shortTime = 50 * time.Millisecond
)

// Small reports whether a request to solve or watch a board takes little work and memory. Either
// its limits are low, or its board is small and its time limit is at most most. A wrong request
// takes little work, too.
func Small(params []byte, most time.Duration) bool {
	var r SolveRequest
	if err := decode(params, &r); err != nil {
		return true
	}
	fewNodes := r.NodeLimit > 0 && r.NodeLimit <= tryNodes
	littleTime := r.TimeLimit > 0 && r.TimeLimit <= shortTime.Seconds()
	if fewNodes || littleTime {
		return true
	}
	board, err := puzzle.Parse(r.Board, puzzle.Size{})
	return err != nil || board.Size().Cells() <= smallCells && r.TimeLimit <= most.Seconds()
}

// Try solves a board if a short search is enough, and reports whether it was. Then the answer is
// that of Solve: a solver that goes on after its first plan is done only if its plan is proven to
// be optimal. An error means that the request is wrong. Try sends no events.
func (a *API) Try(ctx context.Context, params []byte) (answer any, found bool, err error) {
	var r SolveRequest
	if err := decode(params, &r); err != nil {
		return nil, false, err
	}
	t, err := a.trial(ctx, r)
	if err != nil {
		return nil, false, err
	}
	return try(ctx, t, r)
}

// try runs the trial of a request within the limits of Try.
func try(
	ctx context.Context, t bench.Trial, r SolveRequest,
) (record bench.Record, found bool, err error) {
	t.Limits.Generated = within(tryNodes, t.Limits.Generated)
	if t.History != nil {
		t.History = &bench.History{} // that of the request is for the search at full length
	}
	record, err = run(ctx, t, cmp.Or(r.Notation, puzzle.BlankNotation))
	switch record.Status {
	case search.Unsolvable:
		found = true
	case search.Solved:
		found = record.Optimal || !t.Solver.Settings.Capabilities().Anytime
	}
	record.NodeLimit = r.NodeLimit
	return record, found, err
}
