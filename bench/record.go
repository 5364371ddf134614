package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"npuzzle/ga"
	"npuzzle/puzzle"
	"npuzzle/search"
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
	MoveCosts      string       `json:"move_costs"`
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
		return fmt.Sprint(r.Prune), r.Algorithm == "idastar" || r.Algorithm == "iddfs"
	}
	text, ok := r.GA[name]
	return text, ok
}

// The two notations of moves.
const (
	BlankNotation = "blank" // the way the blank goes
	TileNotation  = "tile"  // the way the tile goes
)

// Record returns the trial as a flat object, its moves in one of the two
// notations.
func (t Trial) Record(notation string) Record {
	costs := t.Problem.Costs
	size := t.Start.Size()
	r := Record{
		Position: t.Position,
		Key:      t.Key,
		Group:    t.Group,
		Repeat:   t.Repeat,

		Puzzle:         t.Number,
		Board:          t.Start,
		Goal:           t.Goal,
		Rows:           size.Rows,
		Cols:           size.Cols,
		MoveCosts:      costs.String(),
		Walk:           t.Walk,
		Misplaced:      t.Misplaced,
		StartMisplaced: astray(t.Start, t.Goal),

		Solver:    t.Name,
		Algorithm: t.Settings.Algorithm,
		Heuristic: t.Settings.HeuristicName(),
		Order:     t.Settings.Order.String(),
		Seed:      t.Settings.Seed,

		Status:     t.Status,
		Error:      t.Fault,
		Notation:   notation,
		Cost:       Unknown,
		Optimal:    t.Optimal,
		LowerBound: Figure(costs.Float(t.LowerBound)),
		Found:      t.Found,

		Expanded:            t.Expanded,
		ExpandedBeforeLastF: t.ExpandedBeforeLastF,
		Generated:           t.Generated,
		Evaluated:           t.Evaluated,
		Reopened:            t.Reopened,
		Duplicates:          t.Duplicates,
		Open:                t.Open,
		PeakOpen:            t.PeakOpen,
		PeakStored:          t.PeakStored,
		Discarded:           t.Discarded,
		MaxDepth:            Figure(costs.Float(t.MaxDepth)),
		Bytes:               t.Bytes,

		History: t.History.Moments(),

		Seconds:    t.Seconds,
		CPUSeconds: t.CPUSeconds,

		Workers:  t.Settings.Workers,
		Isolated: t.Isolated,
	}
	if t.Resident > 0 {
		r.Resident = &t.Resident
	}
	if t.Status == search.Solved {
		moves, length := puzzle.FormatMoves(t.Moves, notation == TileNotation), len(t.Moves)
		r.Moves, r.Length = &moves, &length
		r.Cost = Figure(costs.Float(t.Cost))
	}
	if t.Settings.Weighted() {
		r.Weight = &t.Settings.Weight
	}
	r.Prune = t.Settings.Prune
	if t.Settings.DepthLimit > 0 && t.Settings.Deepening() {
		limit := Figure(costs.Float(t.Settings.DepthLimit))
		r.DepthLimit = &limit
	}
	if t.Settings.Evolving() {
		r.GA = Values{}
		for _, name := range ga.SettingNames() {
			r.GA[name] = t.Settings.GA.Get(name)
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

// SetOptimal sets the optimal cost of the record's puzzle, and with it the optimal
// length where every move costs 1.
func (r *Record) SetOptimal(cost Figure) {
	r.OptimalCost, r.OptimalLength = nil, nil
	if !cost.Known() {
		return
	}
	r.OptimalCost = &cost
	if r.MoveCosts == (puzzle.Costs{}).String() {
		r.OptimalLength = new(int(cost))
	}
}

// astray counts the tiles that are on another cell than in the goal.
func astray(start, goal puzzle.Board) int {
	n := 0
	for cell := range goal.Size().Cells() {
		if tile := start.At(cell); tile != 0 && tile != goal.At(cell) {
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
