package survey

import (
	"context"
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Survey describes the heuristics to examine, and the boards on which to examine them. Every
// move costs 1.
type Survey struct {
	Goal       puzzle.Board
	Heuristics []heuristics.Heuristic

	// The following fields describe random boards. IDA* solves them with each heuristic. On
	// sizes of more than WholeCells cells, they are also a part of the sample on which
	// estimates are compared with distances.
	Puzzles  int            // number of boards
	Scramble bench.Scramble // way of drawing
	Seed     uint64         // determines the boards

	// NodeLimit is the maximum number of states that a search by IDA* expands; 0 for no
	// limit. The search for the exact distance of a board in the sample has a limit that
	// is knownFactor times as large.
	NodeLimit uint64

	Workers int    // number of threads; 0 for all cores
	Bytes   uint64 // maximum memory of all searches that run at the same time; 0 for no limit

	// Prepare loads or builds the tables of heuristics. It may be nil if no heuristic needs
	// tables.
	Prepare bench.Prepare

	// Observer receives the number of steps done, the number of all steps, and a name for
	// the next step. It may be nil.
	Observer func(done, all int, next string)
}

// WholeCells is the largest number of cells for which every board of a size is examined.
// For example, there are 1,814,400 boards of 2x5.
const WholeCells = 10

// knownFactor is the limit of generated states in a search for an exact distance, divided by
// Survey.NodeLimit.
const knownFactor = 20

// Report is the result of a survey. Except for the times, it is the same for any
// number of workers.
type Report struct {
	Size string       `json:"size"`
	Rows int          `json:"rows"`
	Cols int          `json:"cols"`
	Goal puzzle.Board `json:"goal"`

	// Whole is true if every board was examined, and false if only a sample was examined.
	// Boards is the number of boards that the statistics include: all boards, or the random
	// boards with known distances. Distance is their mean distance.
	Whole    bool         `json:"whole"`
	Boards   uint64       `json:"boards"`
	Distance bench.Figure `json:"distance"`

	// The following fields describe the random boards. They are copied from the Survey.
	Puzzles   int      `json:"puzzles"`
	Seed      uint64   `json:"seed"`
	Walk      *int     `json:"walk,omitempty"`
	Misplaced *float64 `json:"misplaced,omitempty"`
	NodeLimit uint64   `json:"node_limit"`

	// Common is the number of random boards that IDA* solved with every heuristic. It
	// ignores heuristics with which IDA* solved no board.
	Common     int   `json:"common"`
	Partial    bool  `json:"partial"` // the survey was cancelled, and heuristics are missing
	Heuristics []Row `json:"heuristics"`
}

// Row is the result of one heuristic.
type Row struct {
	Heuristic string `json:"heuristic"`

	// Problem is the reason why the heuristic cannot be examined, or "". If there is a
	// reason, there are no results in the other fields.
	Problem string `json:"problem,omitempty"`
	Err     error  `json:"-"` // the error whose text is Problem

	// ClaimsAdmissible and ClaimsConsistent are what the heuristic claims. Overestimate and Drop are
	// boards that refute the claims, or null. Of several such boards, the board closest to the goal
	// is reported.
	ClaimsAdmissible bool          `json:"claims_admissible"`
	ClaimsConsistent bool          `json:"claims_consistent"`
	Overestimate     *Overestimate `json:"overestimate"`
	Drop             *Drop         `json:"drop"`

	// The error of an estimate is distance - estimate.
	Estimate  bench.Figure `json:"estimate"`  // mean estimate
	Error     bench.Figure `json:"error"`     // mean error
	Deviation bench.Figure `json:"deviation"` // standard deviation of the error
	Errors    []Errors     `json:"errors"`    // sorted by error
	Depths    []Depth      `json:"depths"`    // sorted by distance

	// FullSeconds is the time of an estimate that reads the whole board. StepSeconds is the time of
	// an estimate that is updated after a move. Effort is the work of IDA* with the heuristic.
	FullSeconds bench.Figure `json:"full_seconds"`
	StepSeconds bench.Figure `json:"step_seconds"`
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
	After    int          `json:"after"` // the estimate after the move
}

// Errors is the number of boards whose estimates have the same error.
type Errors struct {
	Error  int    `json:"error"` // distance - estimate
	Boards uint64 `json:"boards"`
}

// Depth is the result for all boards with the same distance.
type Depth struct {
	Distance int          `json:"distance"`
	Boards   uint64       `json:"boards"`
	Estimate bench.Figure `json:"estimate"` // mean estimate
	Least    int          `json:"least"`    // smallest estimate
	Most     int          `json:"most"`     // largest estimate
	Error    bench.Figure `json:"error"`    // mean error
}

// Run makes the survey. If the context is cancelled, Run returns a report with the
// heuristics that it has finished, and no error.
//
// Examining a heuristic takes O(boards · cells) time. The boards take O(boards · cells)
// memory. The time and memory of the searches by IDA* are not included.
func (s Survey) Run(ctx context.Context) (Report, error) {
	if err := search.CheckWorkers("workers", s.Workers); err != nil {
		return Report{}, fmt.Errorf("survey: %w", err)
	}
	for _, h := range s.Heuristics {
		if err := heuristics.Check(h); err != nil {
			return Report{}, fmt.Errorf("survey: %w", err)
		}
	}
	s.Workers = search.Workers(s.Workers)
	size := s.Goal.Size()
	report := Report{
		Size:       size.String(),
		Rows:       size.Rows,
		Cols:       size.Cols,
		Goal:       s.Goal,
		Whole:      size.Cells() <= WholeCells,
		Distance:   bench.Unknown,
		Puzzles:    s.Puzzles,
		Seed:       s.Seed,
		Walk:       s.Scramble.Walk,
		Misplaced:  s.Scramble.Misplaced,
		NodeLimit:  s.NodeLimit,
		Heuristics: []Row{},
	}
	r := &run{Survey: s, all: len(s.Heuristics) * (s.Puzzles + 1)}
	if !report.Whole {
		r.all += s.Puzzles
	}
	group := bench.Group{Goal: s.Goal, Count: s.Puzzles, Seed: s.Seed, Scramble: s.Scramble}
	for p, err := range group.Draw() {
		if err != nil {
			return Report{}, err
		}
		r.puzzles = append(r.puzzles, p)
	}
	err := r.locate(ctx)
	if ctx.Err() != nil {
		report.Partial = true
		return report, nil
	}
	if err != nil {
		return Report{}, err
	}
	report.Boards, report.Distance = r.boards.known()
	for _, h := range s.Heuristics {
		row := r.row(ctx, h)
		if ctx.Err() != nil {
			report.Partial = true
			break
		}
		report.Heuristics = append(report.Heuristics, row)
	}
	report.Common = compareEfforts(report.Heuristics)
	return report, nil
}

// run is a survey in progress. Its progress is measured in steps: each search for a random
// board is a step, and so is each examination of a heuristic.
type run struct {
	Survey
	puzzles   []bench.Puzzle // the random boards
	boards    boards
	done, all int    // number of steps
	next      string // name of the next step
}

// step adds n to the number of steps done, and calls the observer.
func (r *run) step(n int) {
	r.done += n
	if r.Observer != nil {
		r.Observer(r.done, r.all, r.next)
	}
}

// row returns the row of one heuristic. If the heuristic cannot be examined, the row has the
// reason.
func (r *run) row(ctx context.Context, h heuristics.Heuristic) Row {
	r.next = h.Name()
	r.step(0)
	end := r.done + r.Puzzles + 1
	empty := Row{
		Heuristic:        h.Name(),
		ClaimsAdmissible: h.Admissible(),
		ClaimsConsistent: h.Consistent(),
		Estimate:         bench.Unknown,
		Error:            bench.Unknown,
		Deviation:        bench.Unknown,
		FullSeconds:      bench.Unknown,
		StepSeconds:      bench.Unknown,
		Errors:           []Errors{},
		Depths:           []Depth{},
	}
	row := empty
	err := heuristics.Guard(func() error { return r.describe(ctx, h, &row) })
	if err != nil {
		empty.Heuristic = row.Heuristic
		empty.Problem = err.Error()
		empty.Err = err
		row = empty
	}
	r.step(end - r.done)
	return row
}

// describe examines a heuristic and sets the fields of its row.
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
	r.boards.examine(ctx, estimator, r.Workers).describe(row, &r.boards)
	row.FullSeconds, row.StepSeconds = timesOf(estimator, r.Goal, r.Seed)
	r.step(1)
	row.Effort, err = r.effort(ctx, h)
	return err
}

// ErrorByDepth returns a figure of the mean error of every heuristic against the distance.
// With a lower line, a search usually expands fewer states.
func (r Report) ErrorByDepth() plot.Figure {
	panel := plot.Panel{
		Title: fmt.Sprintf("Mean error by distance, %s", r.about()),
		X:     plot.Axis{Label: "distance", Unit: units.Count},
		Y:     plot.Axis{Label: "distance - estimate"},
	}
	for _, row := range r.Heuristics {
		series := plot.Series{Name: row.Heuristic}
		for _, d := range row.Depths {
			series.X = append(series.X, float64(d.Distance))
			series.Y = append(series.Y, float64(d.Error))
		}
		panel.Series = append(panel.Series, series)
	}
	return plot.Figure{Title: panel.Title, Panels: []plot.Panel{panel}}
}

// EstimateByDistance returns a figure of the estimates against the distance, with a panel for
// each heuristic. A panel shows the mean, the range from the smallest to the largest estimate,
// and the line on which estimates are exact.
func (r Report) EstimateByDistance() plot.Figure {
	figure := plot.Figure{Title: "Estimates by distance, " + r.about()}
	for _, row := range r.Heuristics {
		if len(row.Depths) == 0 {
			continue
		}
		mean := plot.Series{Look: 1}
		last := float64(row.Depths[len(row.Depths)-1].Distance)
		exact := plot.Series{Kind: plot.Guide, X: []float64{0, last}, Y: []float64{0, last}}
		for _, d := range row.Depths {
			mean.Low = append(mean.Low, float64(d.Least))
			mean.High = append(mean.High, float64(d.Most))
			mean.X = append(mean.X, float64(d.Distance))
			mean.Y = append(mean.Y, float64(d.Estimate))
		}
		figure.Panels = append(figure.Panels, plot.Panel{
			Title:  row.Heuristic + ", " + r.about(),
			Series: []plot.Series{exact, mean},
			X:      plot.Axis{Label: "distance", Unit: units.Count},
			Y:      plot.Axis{Label: "estimate", Unit: units.Count},
		})
	}
	return figure
}

// about returns a text for titles that says which boards a figure shows.
func (r Report) about() string {
	if r.Whole {
		return "all boards of " + r.Size
	}
	return fmt.Sprintf("%d boards of %s", r.Boards, r.Size)
}
