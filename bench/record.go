package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"npuzzle/ga"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Record is a trial as one flat JSON object: seconds and bytes, costs in the
// units in which the move costs were given, null where there is no figure.
type Record struct {
	Puzzle              int           `json:"puzzle"`
	Board               puzzle.Board  `json:"board"`
	Goal                puzzle.Board  `json:"goal"`
	Rows                int           `json:"rows"`
	Cols                int           `json:"cols"`
	MoveCosts           string        `json:"move_costs"`
	Solver              string        `json:"solver,omitempty"` // its name within the experiment
	Algorithm           string        `json:"algorithm"`
	Heuristic           string        `json:"heuristic"`
	Weight              *float64      `json:"weight,omitempty"`      // of weighted A*
	DepthLimit          *Figure       `json:"depth_limit,omitempty"` // of the iterative searches
	Prune               bool          `json:"prune,omitempty"`       // repeated states, likewise
	Evolution           *evolution    `json:"ga,omitempty"`          // settings of the genetic solver
	Order               string        `json:"order"`
	Seed                uint64        `json:"seed"`
	Status              search.Status `json:"status"`
	Moves               *string       `json:"moves"`
	Notation            string        `json:"notation"`
	Length              *int          `json:"length"`
	Cost                Figure        `json:"cost"`
	Optimal             bool          `json:"optimal"`
	LowerBound          Figure        `json:"lower_bound"`
	Expanded            uint64        `json:"expanded"`
	ExpandedBeforeLastF uint64        `json:"expanded_before_last_f"`
	Generated           uint64        `json:"generated"`
	Evaluated           uint64        `json:"evaluated"`
	Reopened            uint64        `json:"reopened"`
	Duplicates          uint64        `json:"duplicates"`
	Open                uint64        `json:"open"`
	PeakOpen            uint64        `json:"peak_open"`
	PeakStored          uint64        `json:"peak_stored"`
	Discarded           uint64        `json:"discarded,omitempty"` // by parallel workers
	MaxDepth            Figure        `json:"max_depth"`
	Bytes               uint64        `json:"bytes"`
	Seconds             float64       `json:"seconds"`
	CPUSeconds          float64       `json:"cpu_seconds"`
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
		Puzzle:    t.Number,
		Board:     t.Start,
		Goal:      t.Goal,
		Rows:      size.Rows,
		Cols:      size.Cols,
		MoveCosts: costs.String(),

		Solver:    t.Name,
		Algorithm: t.Settings.Algorithm,
		Heuristic: t.Settings.HeuristicName(),
		Order:     t.Settings.Order.String(),
		Seed:      t.Settings.Seed,

		Status:     t.Status,
		Notation:   notation,
		Cost:       Figure(math.NaN()),
		Optimal:    t.Optimal,
		LowerBound: Figure(costs.Float(t.LowerBound)),

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

		Seconds:    t.Seconds,
		CPUSeconds: t.CPUSeconds,
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
		settings := evolution(t.Settings.GA)
		r.Evolution = &settings
	}
	return r
}

// evolution writes the settings of the genetic solver in the order of its table.
type evolution ga.Settings

// MarshalJSON writes an object whose keys are the settings' names with "_" for
// "-".
func (e evolution) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	separator := byte('{')
	for _, name := range ga.SettingNames() {
		value, err := json.Marshal(ga.Settings(e).Value(name))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%c%q:%s", separator, strings.ReplaceAll(name, "-", "_"), value)
		separator = ','
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Figure is a number that may be unknown: NaN, which is null in JSON.
type Figure float64

// Known tells whether there is a number.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) }

// MarshalJSON writes the number, or null.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}
