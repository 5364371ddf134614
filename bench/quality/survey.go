package quality

import (
	"context"
	"runtime"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// Survey says which heuristics to examine, and on which boards. Move costs are 1.
type Survey struct {
	Goal       puzzle.Board
	Heuristics []heuristics.Heuristic

	// Random boards: IDA* solves them with each heuristic. On sizes of more than
	// WholeCells cells they are also the sample that estimates are compared on.
	Puzzles  int            // number of boards
	Scramble bench.Scramble // how they are drawn
	Seed     uint64         // determines the boards

	// NodeLimit is the maximum number of expansions of an IDA*; 0 for no limit. The
	// search for the exact distance of a sample board may take knownFactor times as
	// many.
	NodeLimit uint64

	Workers int    // threads; 0 for all cores
	Bytes   uint64 // maximum memory of all searches that run at the same time; 0 for no limit

	// Prepare finds the tables that a heuristic needs. It may be nil if none needs any.
	Prepare bench.Prepare

	// Observer receives how many of the steps of the survey are done, and what the
	// next step is about. It may be nil.
	Observer func(done, all int, next string)
}

// WholeCells is the largest number of cells of a size of which every board is
// examined. 2x5 has 1,814,400 boards.
const WholeCells = 10

// knownFactor is how many times as many expansions as an IDA* of the survey the
// search for an exact distance may take.
const knownFactor = 20

// Report is the result of a survey. Except for the times, it is the same for any
// number of workers.
type Report struct {
	Size string       `json:"size"`
	Rows int          `json:"rows"`
	Cols int          `json:"cols"`
	Goal puzzle.Board `json:"goal"`

	// Whole reports whether every board was examined, and not a sample. Boards is the
	// number of boards with known distances, and Distance is their mean distance.
	Whole    bool         `json:"whole"`
	Boards   uint64       `json:"boards"`
	Distance bench.Figure `json:"distance"`

	// The random boards, as the Survey has them.
	Puzzles   int      `json:"puzzles"`
	Seed      uint64   `json:"seed"`
	Walk      *int     `json:"walk,omitempty"`
	Misplaced *float64 `json:"misplaced,omitempty"`
	NodeLimit uint64   `json:"node_limit"`

	// Common is the number of random boards that IDA* solved with every heuristic that
	// solved any.
	Common     int   `json:"common"`
	Partial    bool  `json:"partial"` // cut short: heuristics are missing
	Heuristics []Row `json:"heuristics"`
}

// Row is the result of one heuristic.
type Row struct {
	Heuristic string `json:"heuristic"`

	// Problem says why the heuristic cannot be had. The other fields are then empty.
	Problem string `json:"problem,omitempty"`
	Err     error  `json:"-"` // the error behind Problem

	// What the heuristic claims, and the board nearest to the goal that refutes the
	// claim, or null.
	ClaimsAdmissible bool          `json:"claims_admissible"`
	ClaimsConsistent bool          `json:"claims_consistent"`
	Overestimate     *Overestimate `json:"overestimate"`
	Drop             *Drop         `json:"drop"`

	// The error of an estimate is distance - estimate.
	Estimate  bench.Figure `json:"estimate"`  // mean
	Error     bench.Figure `json:"error"`     // mean
	Deviation bench.Figure `json:"deviation"` // of the error
	Errors    []Errors     `json:"errors"`    // the smallest error first
	Depths    []Depth      `json:"depths"`    // the smallest distance first

	FullSeconds bench.Figure `json:"full_seconds"` // of an estimate of a whole board
	StepSeconds bench.Figure `json:"step_seconds"` // of an estimate after a move
	Effort      *Effort      `json:"idastar"`
}

// Overestimate is a board whose estimate exceeds its distance. It shows that a
// heuristic is not admissible.
type Overestimate struct {
	Board    puzzle.Board `json:"board"`
	Estimate int          `json:"estimate"`
	Distance int          `json:"distance"`
}

// Drop is a move of cost 1 that lowers the estimate by more than 1. It shows that a
// heuristic is not consistent.
type Drop struct {
	Board    puzzle.Board `json:"board"`
	Estimate int          `json:"estimate"`
	Move     string       `json:"move"`
	After    int          `json:"after"` // the estimate of the next board
}

// Errors is the number of boards whose estimates have the same error.
type Errors struct {
	Error  int    `json:"error"` // distance - estimate
	Boards uint64 `json:"boards"`
}

// Depth is the result on the boards at one distance.
type Depth struct {
	Distance int          `json:"distance"`
	Boards   uint64       `json:"boards"`
	Estimate bench.Figure `json:"estimate"` // mean
	Least    int          `json:"least"`    // estimate
	Most     int          `json:"most"`     // estimate
	Error    bench.Figure `json:"error"`    // mean
}

// Run makes the survey. When the context ends, it returns the heuristics that it
// has finished. Time and memory are O(boards · cells) for each heuristic, and those of
// the searches.
func (s Survey) Run(ctx context.Context) (Report, error) {
	if s.Workers <= 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	size := s.Goal.Size()
	report := Report{
		Size: size.String(), Rows: size.Rows, Cols: size.Cols, Goal: s.Goal,
		Whole: size.Cells() <= WholeCells, Distance: bench.Unknown,
		Puzzles: s.Puzzles, Seed: s.Seed, Walk: s.Scramble.Walk, Misplaced: s.Scramble.Misplaced,
		NodeLimit: s.NodeLimit, Heuristics: []Row{},
	}
	r := &run{Survey: s, all: len(s.Heuristics) * (s.Puzzles + 1)}
	if !report.Whole {
		r.all += s.Puzzles
	}
	for p, err := range s.Scramble.Draw(s.Goal, s.Puzzles, s.Seed) {
		if err != nil {
			return Report{}, err
		}
		r.puzzles = append(r.puzzles, p)
	}
	err := r.locate(ctx)
	if report.Partial = ctx.Err() != nil; report.Partial {
		return report, nil
	}
	if err != nil {
		return Report{}, err
	}
	report.Boards, report.Distance = r.boards.known()
	for _, h := range s.Heuristics {
		row := r.row(ctx, h)
		if report.Partial = ctx.Err() != nil; report.Partial {
			break
		}
		report.Heuristics = append(report.Heuristics, row)
	}
	report.Common = compareEfforts(report.Heuristics)
	return report, nil
}

// run is a survey in progress: its boards, and how many of its steps are done. The
// steps are the random boards that are solved, for the sample and for each heuristic,
// and the examination of each heuristic.
type run struct {
	Survey
	puzzles   []bench.Puzzle // the random boards
	boards    boards
	done, all int
	next      string // what the next step is about
}

// step counts steps as done.
func (r *run) step(n int) {
	r.done += n
	if r.Observer != nil {
		r.Observer(r.done, r.all, r.next)
	}
}

// row examines one heuristic. A heuristic that cannot be had gets a row that says why.
func (r *run) row(ctx context.Context, h heuristics.Heuristic) Row {
	r.next = h.Name()
	r.step(0)
	end := r.done + r.Puzzles + 1
	empty := Row{
		Heuristic: h.Name(), ClaimsAdmissible: h.Admissible(), ClaimsConsistent: h.Consistent(),
		Estimate: bench.Unknown, Error: bench.Unknown, Deviation: bench.Unknown,
		FullSeconds: bench.Unknown, StepSeconds: bench.Unknown, Errors: []Errors{}, Depths: []Depth{},
	}
	row := empty
	if err := pdb.Guard(func() error { return r.describe(ctx, h, &row) }); err != nil {
		empty.Heuristic, empty.Problem, empty.Err = row.Heuristic, err.Error(), err
		row = empty
	}
	r.step(end - r.done)
	return row
}

// describe fills in the row of a heuristic.
func (r *run) describe(ctx context.Context, h heuristics.Heuristic, row *Row) (err error) {
	if r.Prepare != nil {
		if h, err = r.Prepare(ctx, h, r.Goal); err != nil {
			return err
		}
	}
	row.Heuristic = h.Name()
	estimator, err := h.For(r.Goal, puzzle.Costs{})
	if err != nil {
		return err
	}
	t, err := r.boards.examine(ctx, estimator, r.Workers)
	if err != nil {
		return err
	}
	t.describe(row, &r.boards)
	row.FullSeconds, row.StepSeconds = timesOf(estimator, r.Goal, r.Seed)
	r.step(1)
	row.Effort, err = r.effort(ctx, h)
	return err
}
