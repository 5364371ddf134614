package bench

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Record is a trial as one flat JSON object: the form in which trials are stored,
// analysed and exported. Times are in seconds, memory in bytes, and costs in the units
// in which the move costs were given. A value that is not known is null or left out.
//
// Settings and counters are keys of the object like all others, although they are not fields
// with a tag: their rows are in solvers.Table and in search.Statistics.
//
// Each other field that package bench/store exports has a tag "about", which describes it. A field
// that is a row of Statistics has a tag "unit", too.
type Record struct {
	Schema     int    `json:"schema,omitempty"` // RecordSchema of the program that made the record; 0 up to version 1
	Experiment string `json:"experiment,omitempty" about:"name of the experiment"`
	Position   int    `json:"-" column:"trial" about:"position in the experiment, from 1"`
	Key        string `json:"key,omitempty" about:"digest of everything the result depends on"`
	Group      string `json:"group,omitempty" about:"name of the group of puzzles"`
	Puzzle     int    `json:"puzzle" about:"number of the puzzle within its group, from 1"`
	Repeat     int    `json:"repeat,omitempty" about:"number of the trial on this puzzle, from 1"`

	Board          puzzle.Board `json:"board" about:"rows separated by /, 0 for the blank"`
	Goal           puzzle.Board `json:"goal" about:"the goal, written like the board"`
	Rows           int          `json:"rows" about:"rows of the board"`
	Cols           int          `json:"cols" about:"columns of the board"`
	MoveCosts      puzzle.Costs `json:"move_costs" about:"costs of the blank's moves U,D,L,R"`
	Walk           *int         `json:"walk,omitempty" about:"number of random moves from the goal"`
	Misplaced      *float64     `json:"misplaced,omitempty" about:"requested fraction of misplaced tiles"`
	StartMisplaced int          `json:"start_misplaced" about:"tiles that are not on their goal cell"`
	OptimalLength  *int         `json:"optimal_length,omitempty" about:"moves of a shortest plan if every move costs 1"`
	OptimalCost    *Figure      `json:"optimal_cost,omitempty" about:"cost of a cheapest plan"`

	Solver    string `json:"solver,omitempty" about:"name of the solver within the experiment"`
	Algorithm string `json:"algorithm" about:"name of the algorithm, such as astar"`
	Heuristic string `json:"heuristic" about:"name of the heuristic; \"zero\" if the solver takes none"`
	Settings  Values `json:"-"` // of the solver, by name; without algorithm and heuristic

	Status     search.Status   `json:"status" about:"how the trial ended, see below; null if it failed"`
	Error      string          `json:"error,omitempty" about:"why the trial failed"`
	Moves      *string         `json:"moves" about:"the plan, as moves of the blank"`
	Notation   puzzle.Notation `json:"notation"`
	Length     *int            `json:"length" about:"moves of the plan" unit:"moves"`
	LengthMTM  *int            `json:"length_mtm" about:"length of the plan in multi-tile moves" unit:"moves"`
	Cost       Figure          `json:"cost" about:"cost of the plan" unit:"cost"`
	Optimal    bool            `json:"optimal" about:"whether the plan is proven optimal"`
	LowerBound Figure          `json:"lower_bound" about:"cost that no plan can beat" unit:"cost"`
	Found      []search.Found  `json:"found,omitempty" about:"plans of ga and beam in order, as LENGTH@EVALUATIONS"`
	History    []Moment        `json:"history,omitempty"` // of the genetic solver, if Experiment.History is set

	search.Stats `json:"-"`
	missing      uint64 // bit i is set if the object read lacks row i of search.Statistics

	MaxDepth   Figure  `json:"max_depth" about:"moves from the start to the deepest generated state" unit:"moves"`
	MaxCost    Figure  `json:"max_cost" about:"largest path cost of any generated state" unit:"cost"`
	Resident   *uint64 `json:"resident,omitempty" about:"peak resident bytes of the trial's own process" unit:"bytes"`
	Seconds    float64 `json:"seconds" about:"wall time" unit:"seconds"`
	CPUSeconds Figure  `json:"cpu_seconds" about:"processor time; null if it could not be measured" unit:"seconds"`

	Jobs            int     `json:"jobs,omitempty" about:"number of trials that could run at the same time"`
	TimeLimit       float64 `json:"time_limit,omitempty" about:"time limit in seconds"`
	CPULimit        float64 `json:"cpu_limit,omitempty" about:"limit of processor time in seconds"`
	NodeLimit       uint64  `json:"node_limit,omitempty" about:"limit of states generated"`
	EvaluationLimit uint64  `json:"evaluation_limit,omitempty" about:"limit of plans evaluated"`
	MemoryLimit     uint64  `json:"memory_limit,omitempty" about:"limit of the solver's memory in bytes"`
	Isolated        bool    `json:"isolated,omitempty" about:"whether the trial had a process of its own"`
	Started         string  `json:"started,omitempty" about:"when the trial started, in UTC" kind:"timestamp"`
	Source          Source  `json:"source,omitempty"` // since version 3 of the form
	Provenance
}

// Source says who vouches for the outcome of a trial. Plans of all sources are replayed. That a
// plan is optimal, and the counters and times, cannot be checked.
type Source string

// The sources of trials.
const (
	Here        Source = ""        // a solver of package solvers, which this program ran on this machine
	FromWorker  Source = "worker"  // a worker of package cluster
	FromProgram Source = "program" // a solver or a heuristic of another Go program
	FromImport  Source = "import"  // a store from which the trial was imported
)

// Proves reports whether the record proves the optimal cost of its puzzle: a solver of this program
// claims it, which this program ran here. What others claim is not a proof.
func (r *Record) Proves() bool {
	if r.Status != search.Solved || !r.Optimal || r.Source != Here {
		return false
	}
	if r.Schema < 3 { // only trials of workers were calibrated
		return r.Calibration == 0 && solvers.Builtin(r.Algorithm)
	}
	return true
}

// Provenance describes the machine and the version of the program that ran a trial.
type Provenance struct {
	Machine   string `json:"machine,omitempty" about:"processor, cores and system, and the host of a worker"`
	Version   string `json:"version,omitempty" about:"version of the program"`
	Signature string `json:"signature,omitempty" about:"signature of the program, as npuzzle speed prints it"`
	Revision  string `json:"revision,omitempty" about:"revision of the program in version control"`
	Program   string `json:"program,omitempty" about:"revision, build ID or digest of the program"`

	ProcessLimit uint64 `json:"process_memory_limit,omitempty" about:"memory limit of the process in bytes"`

	Calibration float64 `json:"calibration,omitempty" about:"seconds of a fixed search on the worker's machine"`
}

// RecordSchema is the version of the form of a record. Since version 4, the processor time of a
// trial is that of all goroutines of the solver.
const RecordSchema = 4

// OtherCPU reports whether the processor time cannot be compared with that of other records. Up to
// version 3, the program measured only one goroutine of the genetic solver. It divided the time of
// other trials with several workers evenly among all trials that ran at the same time.
func (r Record) OtherCPU() bool {
	if r.Schema >= 4 || r.Isolated {
		return false
	}
	workers, several := r.Setting("workers")
	switch {
	case !several:
		return false
	case workers == "1":
		return r.Algorithm == "ga"
	default:
		return r.Jobs > 1
	}
}

// Setting returns the value of a setting as text. It also reports whether the trial
// has a value of this setting.
func (r Record) Setting(name string) (string, bool) {
	switch name {
	case "algorithm":
		return r.Algorithm, true
	case "heuristic":
		return r.Heuristic, true
	}
	text, isSet := r.Settings[name]
	return text, isSet
}

// Record returns the trial as a flat object. The moves of the plan are written in the
// given notation.
func (t Trial) Record(notation puzzle.Notation) Record {
	problem, settings, result := t.Puzzle.Problem, t.Solver.Settings, t.Result
	costs, size := problem.Costs, problem.Start.Size()
	r := Record{
		Schema:   RecordSchema,
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
		Heuristic: settings.HeuristicOn(size),
		Settings:  settings.Texts(),

		Status:     result.Status,
		Error:      t.Fault,
		Notation:   notation,
		Cost:       Unknown,
		Optimal:    result.Optimal,
		LowerBound: Figure(costs.Float(result.LowerBound)),
		Found:      result.Found,

		Stats:      result.Stats,
		MaxDepth:   Unknown,
		MaxCost:    Figure(costs.Float(result.MaxCost)),
		Seconds:    t.Wall.Seconds(),
		CPUSeconds: secondsOf(t.CPU),

		TimeLimit:       t.TimeLimit.Seconds(),
		CPULimit:        t.CPULimit.Seconds(),
		NodeLimit:       t.Limits.Generated,
		EvaluationLimit: t.Limits.Evaluated,
		Isolated:        t.Isolated,
	}
	if t.History != nil {
		r.History = t.History.Moments
	}
	if moves, known := result.Depth(costs); known {
		r.MaxDepth = Figure(moves)
	}
	if result.Status == search.Unsolvable { // there was no search
		r.LowerBound, r.MaxDepth, r.MaxCost = Unknown, Unknown, Unknown
	}
	r.Stats.MaxCost, r.Stats.MaxMoves = 0, 0 // Record.MaxCost and Record.MaxDepth replace them
	if t.Resident > 0 {
		r.Resident = &t.Resident
	}
	if result.Status == search.Solved {
		moves := puzzle.FormatPlan(t.Puzzle.Start, result.Moves, notation)
		r.Moves, r.Length, r.LengthMTM = &moves, new(len(result.Moves)), new(puzzle.MultiTileMoves(result.Moves))
		r.Cost = Figure(costs.Float(result.Cost))
	}
	delete(r.Settings, "algorithm")
	delete(r.Settings, "heuristic")
	return r
}

// StoredRecord returns the record of a trial with the fields that only the store needs:
// the name of the experiment, the number of jobs, the memory limit, the start time and
// the provenance.
func (t Trial) StoredRecord(experiment string, jobs int, p Provenance) Record {
	r := t.Record(puzzle.BlankNotation)
	r.Experiment, r.Jobs, r.Provenance = experiment, cmp.Or(t.Jobs, jobs), cmp.Or(t.Provenance, p)
	r.MemoryLimit, r.Source = t.Limits.Bytes, t.Source
	if r.Source == Here && (t.replaced || t.Solver.foreign || !t.Solver.Settings.Builtin()) {
		r.Source = FromProgram
	}
	r.Started = t.Started.UTC().Format(time.RFC3339)
	return r
}

// At returns the record with the place of a trial in an experiment: its position, the names of the
// experiment, the group and the solver, the number of the puzzle, and how its board was drawn.
// Experiments that list the same trial have it at different places.
func (r Record) At(t Trial, experiment string) Record {
	r.Experiment, r.Position, r.Key, r.Group, r.Puzzle = experiment, t.Position, t.Key, t.Puzzle.Group, t.Puzzle.Number
	r.Solver, r.Walk, r.Misplaced = t.Solver.Name, t.Puzzle.Walk, t.Puzzle.Misplaced
	return r
}

// CostOf returns the cost of a plan that the trial found. It is Unknown in records of older
// versions, which lack the costs of plans under move costs other than 1.
func (r Record) CostOf(f search.Found) Figure {
	switch {
	case r.MoveCosts.Unit():
		return Figure(f.Length)
	case f.Cost > 0:
		return Figure(r.MoveCosts.Float(f.Cost))
	}
	return Unknown
}

// Plans returns the plans that the trial found, each cheaper than those before it. A solver that
// does not record its plans has one, at the end of the trial.
func (r Record) Plans() []search.Found {
	switch {
	case r.Status != search.Solved || r.Length == nil:
		return nil
	case len(r.Found) > 0:
		return r.Found
	}
	plan := search.Found{Length: *r.Length, Evaluated: r.Evaluated, Generated: r.Generated, Seconds: r.Seconds}
	if r.CPUSeconds.Known() {
		plan.CPUSeconds = float64(r.CPUSeconds)
	}
	return []search.Found{plan}
}

// Problem returns the problem of the trial.
func (r Record) Problem() search.Problem {
	return search.Problem{Start: r.Board, Goal: r.Goal, Costs: r.MoveCosts}
}

// SetOptimal sets the optimal cost of the record's puzzle. If every move costs 1, it
// also sets the optimal length.
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

// misplacedTiles returns the number of tiles that are not on their goal cell.
func misplacedTiles(p search.Problem) int {
	n := 0
	for cell := range p.Goal.Size().Cells() {
		if tile := p.Start.At(cell); tile != 0 && tile != p.Goal.At(cell) {
			n++
		}
	}
	return n
}

// Figure is a number that may be unknown. An unknown number is NaN, and null in JSON.
type Figure float64

// Unknown is the value of an unknown Figure.
var Unknown = Figure(math.NaN())

// Known reports whether the number is known.
func (f Figure) Known() bool { return !math.IsNaN(float64(f)) }

// MarshalJSON writes the number, or null if it is unknown.
func (f Figure) MarshalJSON() ([]byte, error) {
	if !f.Known() {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// UnmarshalJSON reads a number, or null for an unknown number.
func (f *Figure) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*f = Unknown
		return nil
	}
	return json.Unmarshal(text, (*float64)(f))
}

// counters and recordFields have the indices of fields by their keys.
var counters, recordFields = fieldsOf[search.Stats](), fieldsOf[Record]()

func fieldsOf[T any]() map[string][]int {
	indices := map[string][]int{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		if key := keyOf(f); key != "" && key != "-" {
			indices[key] = f.Index
		}
	}
	return indices
}

// flatRecord is a Record without its methods, for encoding its fields.
type flatRecord Record

// MarshalJSON writes one flat object: the fields, and a key for each counter and each setting. A
// counter that the solver does not report is null. So is the seed of a solver that draws no random
// numbers.
func (r Record) MarshalJSON() ([]byte, error) {
	counts, settings := map[string]any{}, map[string]any{"seed": nil}
	stats := reflect.ValueOf(r.Stats)
	for i, row := range search.Statistics {
		if !r.counted(i) {
			counts[row.Name] = nil
			continue
		}
		counts[row.Name] = stats.FieldByIndex(counters[row.Name]).Interface()
	}
	r.Settings.addTo(settings)
	return OneObject((*flatRecord)(&r), counts, settings)
}

// OneObject writes values as one JSON object. Each value is an object that is not empty.
func OneObject(values ...any) (text []byte, err error) {
	for i, value := range values {
		object, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text[len(text)-1], object = ',', object[1:]
		}
		text = append(text, object...)
	}
	return text, nil
}

// UnmarshalJSON reads the object that MarshalJSON writes, also that of an earlier version, where
// the settings of the genetic solver are an object of their own; see Decoder.
func (r *Record) UnmarshalJSON(text []byte) error { return new(Decoder).Decode(string(text), r) }

// Values maps the names of settings to their values as text. A record keeps settings in
// this form, because later versions of the program may have other settings. In JSON,
// numbers and booleans have no quotes, and names have "_" instead of "-".
type Values map[string]string

// String returns the values as text, such as "phases=5 population=200", in alphabetical order.
func (v Values) String() string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		texts = append(texts, name+"="+v[name])
	}
	return strings.Join(texts, " ")
}

// MarshalJSON writes an object with its keys sorted.
func (v Values) MarshalJSON() ([]byte, error) {
	object := map[string]any{}
	v.addTo(object)
	return json.Marshal(object)
}

// addTo adds the values to an object.
func (v Values) addTo(object map[string]any) {
	for name, text := range v {
		name = strings.ReplaceAll(name, "-", "_")
		if literal(text) {
			object[name] = json.RawMessage(text)
		} else {
			object[name] = text
		}
	}
}

// literal reports whether a text is written without quotes: a number, true or false.
func literal(text string) bool {
	return json.Valid([]byte(text)) && !strings.ContainsAny(text[:1], " \t\r\n\"[{n")
}

// set sets the value with the given key of an object. The object "ga" has values of its own:
// earlier versions wrote the settings of the genetic solver in this way. A value of null is left
// out.
func (v Values) set(key string, value jsonValue) {
	switch {
	case value.isNull():
	case key == "ga" && value.isObject():
		for key, value := range value.members() {
			v.set(key, value)
		}
	default:
		v[strings.ReplaceAll(key, "_", "-")] = strings.Clone(value.text()) // the text does not keep the object
	}
}
