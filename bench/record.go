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

// Record is a trial as one flat JSON object, the form in which it is kept:
// seconds and bytes, costs in the units in which the move costs were given, null
// or left out where there is no figure. A record can be read again from what was
// written of it.
type Record struct {
	// Where the trial belongs. Only what is kept has these.
	Experiment string `json:"experiment,omitempty"`
	Position   int    `json:"-"`                // in the experiment, from 1; 0 of what is no longer in it
	Key        string `json:"key,omitempty"`    // see Task.Key
	Group      string `json:"group,omitempty"`  // name of the puzzles that were drawn or read together
	Repeat     int    `json:"repeat,omitempty"` // from 1

	// The puzzle. Its number counts within the group.
	Puzzle         int          `json:"puzzle"`
	Board          puzzle.Board `json:"board"`
	Goal           puzzle.Board `json:"goal"`
	Rows           int          `json:"rows"`
	Cols           int          `json:"cols"`
	MoveCosts      puzzle.Costs `json:"move_costs"`
	Walk           *int         `json:"walk,omitempty"`           // random moves that the board was drawn by
	Misplaced      *float64     `json:"misplaced,omitempty"`      // share of misplaced tiles that was asked for
	StartMisplaced int          `json:"start_misplaced"`          // tiles away from their goal's cell
	OptimalLength  *int         `json:"optimal_length,omitempty"` // of a shortest plan, under unit costs
	OptimalCost    *Figure      `json:"optimal_cost,omitempty"`   // of a cheapest plan, under any

	// The solver with what it takes of the settings.
	Solver     string   `json:"solver,omitempty"` // its name within the experiment
	Algorithm  string   `json:"algorithm"`
	Heuristic  string   `json:"heuristic"`
	Weight     *float64 `json:"weight,omitempty"`      // of weighted A*
	DepthLimit *Figure  `json:"depth_limit,omitempty"` // of the iterative searches
	Prune      bool     `json:"prune,omitempty"`       // repeated states, likewise
	GA         Values   `json:"ga,omitempty"`          // of the genetic solver
	Order      string   `json:"order"`
	Seed       uint64   `json:"seed"`

	// What it found, and the work that it took.
	Status              search.Status  `json:"status"`          // "" of a trial that went wrong
	Error               string         `json:"error,omitempty"` // what went wrong
	Moves               *string        `json:"moves"`
	Notation            string         `json:"notation"`
	Length              *int           `json:"length"`
	Cost                Figure         `json:"cost"`
	Optimal             bool           `json:"optimal"`
	LowerBound          Figure         `json:"lower_bound"`
	Found               []search.Found `json:"found,omitempty"`   // the plans of the genetic solver, each shorter than the one before
	History             []Moment       `json:"history,omitempty"` // of the genetic solver's populations, where it was asked for
	Expanded            uint64         `json:"expanded"`
	ExpandedBeforeLastF uint64         `json:"expanded_before_last_f"`
	Generated           uint64         `json:"generated"`
	Evaluated           uint64         `json:"evaluated"`
	Reopened            uint64         `json:"reopened"`
	Duplicates          uint64         `json:"duplicates"`
	Open                uint64         `json:"open"`
	PeakOpen            uint64         `json:"peak_open"`
	PeakStored          uint64         `json:"peak_stored"`
	Discarded           uint64         `json:"discarded,omitempty"` // by parallel workers
	MaxDepth            Figure         `json:"max_depth"`
	Bytes               uint64         `json:"bytes"`
	Resident            *uint64        `json:"resident,omitempty"` // peak of the trial's own process
	Seconds             float64        `json:"seconds"`
	CPUSeconds          float64        `json:"cpu_seconds"`

	// The circumstances.
	Workers     int     `json:"workers,omitempty"`      // threads inside the search or evolution
	Jobs        int     `json:"jobs,omitempty"`         // trials that ran at a time
	TimeLimit   float64 `json:"time_limit,omitempty"`   // seconds
	NodeLimit   uint64  `json:"node_limit,omitempty"`   // states expanded, or plans evaluated
	MemoryLimit uint64  `json:"memory_limit,omitempty"` // bytes for the solver's own structures
	Isolated    bool    `json:"isolated,omitempty"`
	Started     string  `json:"started,omitempty"` // RFC 3339
	Provenance
}

// Provenance says on what a trial ran.
type Provenance struct {
	Machine   string `json:"machine,omitempty"`   // processor, cores and system in a line
	Version   string `json:"version,omitempty"`   // of the program
	Signature string `json:"signature,omitempty"` // of its node counts
	Revision  string `json:"revision,omitempty"`  // from version control, where known
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

// The two notations of moves.
const (
	BlankNotation = "blank" // the direction in which the blank moves
	TileNotation  = "tile"  // the direction in which the tile moves
)

// Record returns the trial as a flat object, with its moves in one of the two
// notations.
func (t Trial) Record(notation string) Record {
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

		Expanded:            result.Expanded,
		ExpandedBeforeLastF: result.ExpandedBeforeLastF,
		Generated:           result.Generated,
		Evaluated:           result.Evaluated,
		Reopened:            result.Reopened,
		Duplicates:          result.Duplicates,
		Open:                result.Open,
		PeakOpen:            result.PeakOpen,
		PeakStored:          result.PeakStored,
		Discarded:           result.Discarded,
		MaxDepth:            Figure(costs.Float(result.MaxDepth)),
		Bytes:               result.Bytes,
		Seconds:             t.Seconds,
		CPUSeconds:          t.CPUSeconds,

		Workers:  settings.Workers,
		Isolated: t.Isolated,
	}
	if t.Resident > 0 {
		r.Resident = &t.Resident
	}
	if result.Status == search.Solved {
		moves, length := puzzle.FormatMoves(result.Moves, notation == TileNotation), len(result.Moves)
		r.Moves, r.Length = &moves, &length
		r.Cost = Figure(costs.Float(result.Cost))
	}
	if settings.Takes("weight") {
		r.Weight = &settings.Weight
	}
	if settings.DepthLimit > 0 && settings.Takes("depth-limit") {
		limit := Figure(costs.Float(settings.DepthLimit))
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

// Kept returns the trial in the form in which an experiment keeps it.
func (t Trial) Kept(experiment string, jobs int, p Provenance) Record {
	r := t.Record(BlankNotation)
	r.Experiment, r.Jobs, r.Provenance = experiment, jobs, p
	r.TimeLimit, r.NodeLimit, r.MemoryLimit = t.TimeLimit.Seconds(), t.Limits.Expanded, t.Limits.Bytes
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

// Unknown is the figure that is none.
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
