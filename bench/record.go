package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"npuzzle/ga"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Record is a trial as one flat JSON object: the form in which trials are stored,
// analysed and exported. Times are in seconds, memory in bytes, and costs in the units
// in which the move costs were given. A value that is not known is null or left out.
//
// Each field that package bench/store exports has a tag "about", which describes it. The
// tag null:"zero" says that 0 stands for not known.
type Record struct {
	Experiment string `json:"experiment,omitempty" about:"name of the experiment"`
	Position   int    `json:"-" column:"trial" about:"position in the experiment, from 1" null:"zero"`
	Key        string `json:"key,omitempty" about:"digest of everything the result depends on"`
	Group      string `json:"group,omitempty" about:"name of the group of puzzles"`
	Puzzle     int    `json:"puzzle" about:"number of the puzzle within its group, from 1"`
	Repeat     int    `json:"repeat,omitempty" about:"number of the trial on this puzzle, from 1" null:"zero"`

	Board          puzzle.Board `json:"board" about:"rows separated by /, 0 for the blank"`
	Goal           puzzle.Board `json:"goal" about:"the goal, written like the board"`
	Rows           int          `json:"rows" about:"rows of the board"`
	Cols           int          `json:"cols" about:"columns of the board"`
	MoveCosts      puzzle.Costs `json:"move_costs" about:"costs of the blank's moves U,D,L,R"`
	Walk           *int         `json:"walk,omitempty" about:"random moves by which the board was drawn"`
	Misplaced      *float64     `json:"misplaced,omitempty" about:"requested fraction of misplaced tiles"`
	StartMisplaced int          `json:"start_misplaced" about:"tiles that are not on their goal cell"`
	OptimalLength  *int         `json:"optimal_length,omitempty" about:"moves of a shortest plan, under unit costs"`
	OptimalCost    *Figure      `json:"optimal_cost,omitempty" about:"cost of a cheapest plan"`

	Solver     string   `json:"solver,omitempty" about:"name of the solver within the experiment"`
	Algorithm  string   `json:"algorithm" about:"bfs, ucs, iddfs, astar, idastar, wastar, greedy or ga"`
	Heuristic  string   `json:"heuristic" about:"zero if the solver takes none"`
	Weight     *float64 `json:"weight,omitempty" about:"weight of weighted A*"`
	DepthLimit *Figure  `json:"depth_limit,omitempty" about:"cost bound of the last iteration of idastar or iddfs"`
	Engine     string   `json:"engine,omitempty" about:"engine of astar or idastar: fast or textbook"`
	Prune      bool     `json:"prune,omitempty" about:"whether idastar or iddfs skipped duplicate move sequences"`
	GA         Values   `json:"ga,omitempty"` // settings of the genetic solver
	Order      string   `json:"order" column:"move_order" about:"order in which the blank's moves are tried"`
	Seed       uint64   `json:"seed" about:"seed of the genetic solver"`

	Status     search.Status   `json:"status" about:"how the trial ended, see below; null if it failed"`
	Error      string          `json:"error,omitempty" about:"why the trial failed"`
	Moves      *string         `json:"moves" about:"the plan, as moves of the blank"`
	Notation   puzzle.Notation `json:"notation"`
	Length     *int            `json:"length" about:"moves of the plan"`
	LengthMTM  *int            `json:"length_mtm" about:"length of the plan in multi-tile moves"`
	Cost       Figure          `json:"cost" about:"cost of the plan"`
	Optimal    bool            `json:"optimal" about:"whether the plan is proven optimal"`
	LowerBound Figure          `json:"lower_bound" about:"cost that no plan can beat"`
	Found      []search.Found  `json:"found,omitempty" about:"each new shortest plan of ga, as LENGTH@EVALUATIONS"`
	History    []Moment        `json:"history,omitempty"` // generations of the genetic solver, if asked for

	search.Stats
	MaxDepth   Figure  `json:"max_depth" about:"largest number of moves from the start to any generated state"`
	MaxCost    Figure  `json:"max_cost" about:"largest path cost of any generated state"`
	Resident   *uint64 `json:"resident,omitempty" about:"peak resident bytes of the trial's own process"`
	Seconds    float64 `json:"seconds" about:"wall time"`
	CPUSeconds float64 `json:"cpu_seconds" about:"processor time"`

	Workers     int     `json:"workers,omitempty" about:"threads inside the search" null:"zero"`
	Jobs        int     `json:"jobs,omitempty" about:"trials that ran at the same time" null:"zero"`
	TimeLimit   float64 `json:"time_limit,omitempty" about:"time limit in seconds" null:"zero"`
	NodeLimit   uint64  `json:"node_limit,omitempty" about:"limit of states expanded or plans evaluated" null:"zero"`
	MemoryLimit uint64  `json:"memory_limit,omitempty" about:"limit of the solver's memory in bytes" null:"zero"`
	Isolated    bool    `json:"isolated,omitempty" about:"whether the trial had a process of its own"`
	Started     string  `json:"started,omitempty" about:"when the trial started, in UTC" kind:"timestamp"`
	Provenance
}

// Provenance says on what machine and by what program a trial ran.
type Provenance struct {
	Machine   string `json:"machine,omitempty" about:"processor, cores and system"`
	Version   string `json:"version,omitempty" about:"version of the program"`
	Signature string `json:"signature,omitempty" about:"node-count signature of the program"`
	Revision  string `json:"revision,omitempty" about:"revision of the program in version control"`

	ProcessLimit uint64 `json:"process_memory_limit,omitempty" about:"memory limit of the process in bytes" null:"zero"`
}

// Setting returns the text of a setting by its name, and whether the trial's
// solver took one of that name.
func (r Record) Setting(name string) (string, bool) {
	switch name {
	case "algorithm":
		return r.Algorithm, true
	case "heuristic":
		return r.Heuristic, true
	case "order":
		return r.Order, true
	case "weight":
		if r.Weight != nil {
			return fmt.Sprint(*r.Weight), true
		}
		return "", false
	case "depth-limit":
		if r.DepthLimit != nil {
			return fmt.Sprint(float64(*r.DepthLimit)), true
		}
		return "", false
	case "engine":
		return r.Engine, r.Engine != ""
	case "prune":
		return fmt.Sprint(r.Prune), r.Takes(name)
	}
	text, ok := r.GA[name]
	return text, ok
}

// Takes tells whether the trial's solver takes a setting.
func (r Record) Takes(setting string) bool {
	return solvers.Settings{Algorithm: r.Algorithm}.Takes(setting)
}

// Reports tells whether the trial's solver reports a statistic, which is named by
// its key in JSON. Statistics that every solver reports, such as seconds, are true.
func (r Record) Reports(statistic string) bool { return solvers.Reports(r.Algorithm, statistic) }

// Record returns the trial as a flat object, with its moves in a notation.
func (t Trial) Record(notation puzzle.Notation) Record {
	problem, settings, result := t.Puzzle.Problem, t.Solver.Settings, t.Result
	costs, size := problem.Costs, problem.Start.Size()
	r := Record{
		Position: t.Position,
		Key:      t.Key,
		Group:    t.Puzzle.Group,
		Repeat:   t.Repeat,

		Puzzle:         t.Puzzle.Number,
		Board:          problem.Start,
		Goal:           problem.Goal,
		Rows:           size.Rows,
		Cols:           size.Cols,
		MoveCosts:      costs,
		Walk:           t.Puzzle.Walk,
		Misplaced:      t.Puzzle.Misplaced,
		StartMisplaced: misplacedTiles(problem),

		Solver:    t.Solver.Name,
		Algorithm: settings.Algorithm,
		Heuristic: settings.HeuristicName(),
		Order:     settings.Order.String(),
		Seed:      settings.Seed,
		Prune:     settings.Prune,

		Status:     result.Status,
		Error:      t.Fault,
		Notation:   notation,
		Cost:       Unknown,
		Optimal:    result.Optimal,
		LowerBound: Figure(costs.Float(result.LowerBound)),
		Found:      result.Found,
		History:    t.History.Moments(),

		Stats:      result.Stats,
		MaxDepth:   Unknown,
		MaxCost:    Figure(costs.Float(result.MaxCost)),
		Seconds:    t.Seconds,
		CPUSeconds: t.CPUSeconds,

		Workers:   settings.Workers,
		TimeLimit: t.TimeLimit.Seconds(),
		NodeLimit: t.Limits.Expanded,
		Isolated:  t.Isolated,
	}
	if moves, known := result.Depth(costs); known {
		r.MaxDepth = Figure(moves)
	}
	r.Stats.MaxCost, r.Stats.MaxMoves = 0, 0 // Record.MaxCost and Record.MaxDepth say it
	if t.Resident > 0 {
		r.Resident = &t.Resident
	}
	if result.Status == search.Solved {
		moves := puzzle.FormatMoves(result.Moves, notation)
		r.Moves, r.Length, r.LengthMTM = &moves, new(len(result.Moves)), new(puzzle.MultiTileMoves(result.Moves))
		r.Cost = Figure(costs.Float(result.Cost))
	}
	if settings.Takes("weight") {
		r.Weight = &settings.Weight
	}
	if settings.Takes("engine") {
		r.Engine = settings.Engine
	}
	if settings.DepthLimit > 0 && settings.Takes("depth-limit") {
		limit := Figure(settings.DepthLimit)
		r.DepthLimit = &limit
	}
	if settings.Evolving() {
		r.GA = Values{}
		for _, name := range ga.SettingNames() {
			r.GA[name] = settings.GA.Get(name)
		}
	}
	return r
}

// StoredRecord returns the record of a trial with what only the store needs: the
// name of the experiment, the number of jobs and the provenance.
func (t Trial) StoredRecord(experiment string, jobs int, p Provenance) Record {
	r := t.Record(puzzle.BlankNotation)
	r.Experiment, r.Jobs, r.Provenance = experiment, jobs, p
	r.MemoryLimit = t.Limits.Bytes
	r.Started = t.Started.UTC().Format(time.RFC3339)
	return r
}

// Problem returns the problem that the trial was to solve.
func (r Record) Problem() search.Problem {
	return search.Problem{Start: r.Board, Goal: r.Goal, Costs: r.MoveCosts}
}

// SetOptimal sets the optimal cost of the record's puzzle, and with it the optimal
// length where every move costs 1.
func (r *Record) SetOptimal(cost Figure) {
	r.OptimalCost, r.OptimalLength = nil, nil
	if !cost.Known() {
		return
	}
	r.OptimalCost = &cost
	if r.MoveCosts.Unit() {
		r.OptimalLength = new(int(cost))
	}
}

// misplacedTiles counts the tiles that are on another cell than in the goal.
func misplacedTiles(p search.Problem) int {
	n := 0
	for cell := range p.Goal.Size().Cells() {
		if tile := p.Start.At(cell); tile != 0 && tile != p.Goal.At(cell) {
			n++
		}
	}
	return n
}

// Figure is a number that may be unknown: NaN, which is null in JSON.
type Figure float64

// Unknown is the Figure without a value.
var Unknown = Figure(math.NaN())

// Known tells whether there is a number.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) }

// MarshalJSON writes the number, or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads a number, or null.
func (f *Figure) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = Unknown
		return nil
	}
	return json.Unmarshal(text, (*float64)(f))
}
