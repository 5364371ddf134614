package bench

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/setting"
	"npuzzle/solvers"
)

// Answer is what a run sets in a trial. Another process that runs a trial sends its Answer, with
// times in seconds. An Answer has no field that describes the trial, so it cannot change what was
// asked for.
type Answer struct {
	Result     search.Result `json:",omitzero"`
	History    []Moment      `json:",omitempty"` // of the genetic solver
	Seconds    float64       // wall time
	CPUSeconds Figure        // processor time
	Started    time.Time     // when the run began
	Resident   uint64        `json:",omitempty"` // peak resident memory of the trial's own process in bytes
	Fault      string        `json:",omitempty"` // why the trial has no result
}

// Answer returns the outcome of a trial that has ended.
func (t Trial) Answer() Answer {
	a := Answer{
		Result:     t.Result,
		Seconds:    t.Wall.Seconds(),
		CPUSeconds: secondsOf(t.CPU),
		Started:    t.Started,
		Resident:   t.Resident,
		Fault:      t.Fault,
	}
	if t.History != nil {
		a.History = t.History.Moments
	}
	return a
}

// WrongAnswerError reports that a trial cannot have the outcome that its solver, or another
// process, reports.
type WrongAnswerError struct{ Err error }

func (e *WrongAnswerError) Error() string {
	return "the answer of the solver is wrong: " + e.Err.Error()
}
func (e *WrongAnswerError) Unwrap() error { return e.Err }

// Accept returns the trial with an answer of another process. It returns a *WrongAnswerError if the
// trial cannot have this answer. Passed is the time since the process got the trial; 0 if not
// known.
//
// Every outcome passes the same check before it can be stored: Run checks those of this process,
// Accept those of other processes, and Record.Check with Record.CheckPlan those of other stores.
func (t Trial) Accept(a Answer, passed time.Duration) (Trial, error) {
	err := t.checkForeign(a, passed)
	if err == nil && a.Fault == "" {
		err = t.check(a)
	}
	if err != nil {
		return t, &WrongAnswerError{err}
	}
	if t.History != nil {
		t.History = &History{Moments: a.History}
	}
	t.Result = a.Result
	t.Wall = durationOf(Figure(a.Seconds))
	t.CPU = durationOf(a.CPUSeconds)
	t.Started = a.Started
	t.Resident = a.Resident
	t.Fault = a.Fault
	return t, nil
}

// mostFault is the length in bytes of the longest fault that is stored.
const mostFault = 2000

// FaultText returns the text of an error as a trial stores it: one line that can be shown without
// side effects.
func FaultText(err error) string {
	text := strings.ToValidUTF8(err.Error(), "?")
	text = strings.Map(func(r rune) rune {
		if !units.Printable(string(r)) {
			return ' '
		}
		return r
	}, text)
	if len(text) > mostFault {
		text = strings.ToValidUTF8(text[:mostFault-3], "") + "..."
	}
	return text
}

const (
	// mostSeconds is longer than any time that a program can have measured: some 30 years.
	mostSeconds = 1e9

	// mostCores is more than the number of processors that a process can use.
	mostCores = 1 << 10

	// mostBytes is more than the memory of any machine.
	mostBytes = 1 << 46

	// mostMoves is more than the moves of any plan.
	mostMoves = 1 << 30

	// mostRate is more than a program can count in a second: states, or anything else.
	mostRate = 1e12

	// slack is how much longer than the time that has passed a trial may have taken. Clocks of two
	// machines differ a little.
	slack = 2 * time.Second

	// clockError is the most by which clocks of two machines differ.
	clockError = 24 * time.Hour
)

// checkForeign checks what only an answer of another process can have wrong.
func (t Trial) checkForeign(a Answer, passed time.Duration) error {
	switch {
	case !within(a.Seconds, mostSeconds):
		return fmt.Errorf("%g s", a.Seconds)
	case a.CPUSeconds.Known() && !within(float64(a.CPUSeconds), (a.Seconds+slack.Seconds())*mostCores):
		return fmt.Errorf("%g s, and %g s of processor time", a.Seconds, a.CPUSeconds)
	case passed > 0 && a.Seconds > (passed+slack).Seconds():
		return fmt.Errorf("%g s, of a trial that was handed out %g s ago", a.Seconds, passed.Seconds())
	case a.Started.Year() < 2000 || a.Started.After(time.Now().Add(clockError)):
		return fmt.Errorf("it began at %s", a.Started.UTC().Format(time.RFC3339))
	case a.Resident >= mostBytes:
		return fmt.Errorf("%d bytes", a.Resident)
	case t.History == nil && a.History != nil || len(a.History) > mostMoments+1:
		return fmt.Errorf("a history of %d moments, which was not asked for", len(a.History))
	}
	switch status := a.Result.Status; {
	case a.Fault != "" && (status != "" || len(a.Result.Moves) > 0 || a.Result.Stats != search.Stats{}):
		return errors.New("a result and a fault")
	case len(a.Fault) > mostFault || !units.Printable(a.Fault):
		return errors.New("a fault that is not one line")
	case status == search.Cancelled:
		return errors.New("the status of an interrupt")
	}
	return nil
}

// check returns an error if the trial cannot have a result.
func (t Trial) check(a Answer) error {
	result, costs := a.Result, t.Puzzle.Costs
	o := outcome{
		problem: t.Puzzle.Problem, status: result.Status, planned: len(result.Moves) > 0 || result.Cost != 0,
		moves: result.Moves, cost: Figure(costs.Float(result.Cost)), optimal: result.Optimal,
		lowerBound: Figure(costs.Float(result.LowerBound)), found: result.Found, history: a.History,
	}
	if !plausible(a.Seconds) || a.CPUSeconds.Known() && !plausible(float64(a.CPUSeconds)) {
		return fmt.Errorf("%g s, and %g s of processor time", a.Seconds, a.CPUSeconds)
	}
	if err := t.checkStats(result.Stats); err != nil {
		return err
	}
	if err := checkRates(a); err != nil {
		return err
	}
	if err := t.checkStatus(result.Status); err != nil {
		return err
	}
	if err := t.checkLowerBound(result); err != nil {
		return err
	}
	if result.Status == search.Cancelled { // it is not stored
		o.status = search.Exhausted
		if len(result.Moves) > 0 {
			o.status = search.Solved
		}
	}
	if err := o.check(); err != nil {
		return err
	}
	if err := o.checkPlan(); err != nil {
		return err
	}
	return o.checkShort()
}

// checkStatus returns an error if the trial cannot end with a status. Under move costs, a complete
// search may be exhausted: it drops paths whose cost is too large to be counted.
func (t Trial) checkStatus(status search.Status) error {
	switch {
	case status == search.TimeLimit && t.TimeLimit == 0 && t.CPULimit == 0,
		status == search.NodeLimit && t.Limits.Generated == 0,
		status == search.EvaluationLimit && t.Limits.Evaluated == 0:
		return fmt.Errorf("the status %s, but the trial has no such limit", status)
	case status == search.Exhausted && t.Puzzle.Costs.Unit() && t.stated() &&
		!t.Solver.Settings.Capabilities().Incomplete:
		return fmt.Errorf("the status %s of %s, which ends with a plan or at a limit", status,
			t.Solver.Settings.Algorithm)
	}
	return nil
}

// checkLowerBound returns an error if the lower bound of a result is above the cost of a plan that
// exists.
func (t Trial) checkLowerBound(result search.Result) error {
	if result.Status == search.Unsolvable {
		return nil
	}
	dearest := puzzle.Cost(0)
	for _, move := range puzzle.DefaultOrder {
		dearest = max(dearest, t.Puzzle.Costs.Of(move))
	}
	// Placing one tile after another takes fewer moves.
	size := t.Puzzle.Start.Size()
	most := puzzle.Cost(10*size.Cells()*(size.Rows+size.Cols)) * dearest
	if result.LowerBound > most {
		return fmt.Errorf("a lower bound of %s, but there is a plan that costs at most %s",
			t.Puzzle.Costs.Format(result.LowerBound), t.Puzzle.Costs.Format(most))
	}
	return nil
}

// checkRates returns an error if a run cannot count as much as it does in its time, or if its plans
// were not found in the order in which they are listed.
func checkRates(a Answer) error {
	stats := a.Result.Stats
	most := (a.Seconds + slack.Seconds()) * mostRate
	values := reflect.ValueOf(stats)
	for _, row := range search.Statistics {
		count := values.FieldByIndex(counters[row.Name]).Uint()
		if float64(count) > most {
			return fmt.Errorf("%s %d in %g s", row.Name, count, a.Seconds)
		}
	}
	before := search.Found{}
	for i, f := range a.Result.Found {
		lessWork := f.Generated < before.Generated || f.Evaluated < before.Evaluated
		earlier := f.Seconds < before.Seconds
		if f.CPUSeconds > 0 && f.CPUSeconds < before.CPUSeconds {
			earlier = true
		}
		switch {
		case lessWork || earlier:
			return fmt.Errorf("plan %d was found before plan %d", i+1, i)
		case f.Generated > stats.Generated || f.Evaluated > stats.Evaluated:
			return fmt.Errorf("plan %d was found after more work than the run did", i+1)
		case f.Seconds > a.Seconds+slack.Seconds():
			return fmt.Errorf("plan %d was found after %g s of a run of %g s", i+1, f.Seconds, a.Seconds)
		}
		before = f
	}
	return nil
}

// stated reports whether the capabilities of the settings are those of the solver that ran.
func (t Trial) stated() bool {
	return !t.replaced && slices.Contains(solvers.Names(), t.Solver.Settings.Algorithm)
}

// checkStats returns an error if a run of the solver cannot count so. A solver of the registry
// leaves the counters at 0 that it does not report.
func (t Trial) checkStats(stats search.Stats) error {
	stated := t.stated()
	capabilities := t.Solver.Settings.Capabilities()
	values := reflect.ValueOf(stats)
	for _, row := range search.Statistics {
		count := values.FieldByIndex(counters[row.Name]).Uint()
		switch {
		case count >= tooLarge:
			return fmt.Errorf("%s %d", row.Name, count)
		case count > 0 && stated && !capabilities.Reports(row.Name):
			return fmt.Errorf("%s %d, which %s does not report", row.Name, count,
				t.Solver.Settings.Algorithm)
		}
	}
	switch {
	case !plausible(float64(stats.MaxCost)) || stats.MaxMoves >= tooLarge:
		return fmt.Errorf("a state of cost %d after %d moves", stats.MaxCost, stats.MaxMoves)
	case stats.Windows > stats.Generated:
		return fmt.Errorf("%d states generated, and %d of them in windows", stats.Generated, stats.Windows)
	case stats.ExpandedBeforeLastF > stats.Expanded:
		return fmt.Errorf("%d states expanded, and %d before the last f", stats.Expanded, stats.ExpandedBeforeLastF)
	case stats.Open > stats.PeakOpen && stats.PeakOpen > 0:
		return fmt.Errorf("%d open states, and at most %d", stats.Open, stats.PeakOpen)
	}
	return nil
}

// outcome is what answers and records have in common that can be checked.
type outcome struct {
	problem    search.Problem
	status     search.Status
	planned    bool // whether there is a plan
	moves      []puzzle.Move
	cost       Figure
	lowerBound Figure
	optimal    bool
	found      []search.Found
	history    []Moment
}

// check returns an error if no trial can have the outcome. It does not replay the plan.
func (o outcome) check() error {
	for _, f := range o.found {
		counted := f.Generated < tooLarge && f.Evaluated < tooLarge
		timed := plausible(f.Seconds) && plausible(f.CPUSeconds)
		if f.Length < 0 || f.Length > mostMoves || !timed || !counted {
			return fmt.Errorf("a plan of length %d after %g s", f.Length, f.Seconds)
		}
	}
	for _, m := range o.history {
		if !plausible(math.Abs(float64(m.Best))) || !plausible(math.Abs(m.Mean)) || !plausible(m.Diversity) {
			return fmt.Errorf("a population of mean fitness %g and diversity %g", m.Mean, m.Diversity)
		}
	}
	switch o.status {
	case search.Solved:
	case search.Unsolvable, search.Exhausted, search.TimeLimit, search.NodeLimit,
		search.EvaluationLimit, search.MemoryLimit:
		if o.planned || o.optimal || len(o.found) > 0 {
			return fmt.Errorf("a plan, but status %q", o.status)
		}
	default:
		return fmt.Errorf("the unknown status %.20q", o.status)
	}
	switch bound := float64(o.lowerBound); {
	case o.status == search.Unsolvable && puzzle.Solvable(o.problem.Start, o.problem.Goal):
		return errors.New("status unsolvable for a board that can reach the goal")
	case o.lowerBound.Known() && !plausible(bound):
		return fmt.Errorf("lower bound %g", bound)
	case o.status != search.Solved:
		return nil
	case o.cost.Known() && !plausible(float64(o.cost)):
		return fmt.Errorf("cost %g", o.cost)
	case o.lowerBound > o.cost:
		return fmt.Errorf("cost %g below the lower bound %g", o.cost, o.lowerBound)
	case o.optimal && o.lowerBound < o.cost:
		return fmt.Errorf("an optimal cost of %g with a lower bound of %g", o.cost, o.lowerBound)
	}
	return nil
}

// checkPlan returns an error if the plan of a solved trial does not lead from the board to the
// goal, at the cost that the outcome has.
func (o outcome) checkPlan() error {
	if o.status != search.Solved {
		return nil
	}
	for i, m := range o.moves {
		if m > puzzle.Right {
			return fmt.Errorf("move %d is number %d; expected 0 to %d", i+1, m, puzzle.Right)
		}
	}
	end, err := o.problem.Start.Replay(o.moves)
	switch {
	case err != nil:
		return err
	case end != o.problem.Goal:
		return errors.New("a plan that does not lead to the goal")
	}
	cost := Figure(o.problem.Costs.Float(o.problem.Costs.Total(o.moves)))
	if o.cost != cost {
		return fmt.Errorf("cost %g for a plan of cost %g", o.cost, cost)
	}
	return nil
}

// checkShort returns an error if a plan that checkPlan accepts has detours, or if the last plan
// in found is not this plan. It expects the moves of the plan.
func (o outcome) checkShort() error {
	if o.status != search.Solved {
		return nil
	}
	short, err := search.Shortcut(o.problem, o.moves)
	if err != nil {
		return err
	}
	if len(short) < len(o.moves) {
		return fmt.Errorf("a plan of %d moves with detours; without them it has %d moves",
			len(o.moves), len(short))
	}
	for i := 1; i < len(o.found); i++ {
		if o.foundCost(i) >= o.foundCost(i-1) {
			return fmt.Errorf("plan %d was found after a plan that is not more expensive", i+1)
		}
	}
	if last := len(o.found) - 1; last >= 0 {
		cost := o.problem.Costs.Total(o.moves)
		if o.found[last].Length != len(o.moves) || o.foundCost(last) != cost {
			return fmt.Errorf("the last plan that was found has %d moves; the plan has %d",
				o.found[last].Length, len(o.moves))
		}
	}
	return nil
}

// foundCost returns the cost of a plan that was found, in scaled units.
func (o outcome) foundCost(i int) puzzle.Cost {
	f := o.found[i]
	if o.problem.Costs.Unit() {
		return puzzle.Cost(f.Length)
	}
	return f.Cost
}

// tooLarge is larger than any cost, count, time or share of a real trial. Sums of smaller numbers
// are finite.
const tooLarge = 1e15

// plausible reports whether a number can be a cost, a time or a share.
func plausible(v float64) bool { return within(v, tooLarge) }

// within reports whether a number is at least 0 and below a limit.
func within(v, limit float64) bool { return v >= 0 && v < limit }

// Check returns an error if no trial can have the fields of a record. It does not replay the plan.
func (r *Record) Check() error {
	for _, row := range Statistics {
		if n := row.Of(r); n.Known() && !plausible(float64(n)) {
			return fmt.Errorf("%s %g", row.Name, n)
		}
	}
	for name := range r.Settings {
		if err := setting.CheckName(name); err != nil {
			return err
		}
	}
	if r.Started != "" {
		if _, err := time.Parse(time.RFC3339, r.Started); err != nil {
			return fmt.Errorf("started %.40q; expected a time such as 2026-11-30T12:00:00Z", r.Started)
		}
	}
	size := puzzle.Size{Rows: r.Rows, Cols: r.Cols}
	if r.Board.Size() != size || r.Goal.Size() != size {
		return fmt.Errorf("size %v for a board of %v and a goal of %v", size, r.Board.Size(), r.Goal.Size())
	}
	if r.Error != "" {
		if r.Status != "" || r.Moves != nil {
			return fmt.Errorf("an error, but status %q", r.Status)
		}
		return nil
	}
	if r.Status == search.Solved && (r.Moves == nil || r.Length == nil || !r.Cost.Known()) {
		return errors.New("status solved, but no plan")
	}
	return r.outcome().check()
}

// outcome returns the outcome of a record, without the moves of its plan.
func (r *Record) outcome() outcome {
	return outcome{
		problem: r.Problem(), status: r.Status, planned: r.Moves != nil || r.Length != nil || r.Cost.Known(),
		cost: r.Cost, optimal: r.Optimal, lowerBound: r.LowerBound, found: r.Found, history: r.History,
	}
}

// CheckPlan returns an error if no trial can have the plan of a record that Check accepts. The plan
// must lead to the goal, and the lengths and the cost must be those of the plan.
func (r *Record) CheckPlan() error {
	if r.Status != search.Solved {
		return nil
	}
	moves, err := puzzle.ParseMoves(*r.Moves, r.Notation)
	if err != nil {
		return err
	}
	if *r.Length != len(moves) {
		return fmt.Errorf("length %d for a plan of %d moves", *r.Length, len(moves))
	}
	if mtm := puzzle.MultiTileMoves(moves); r.LengthMTM != nil && *r.LengthMTM != mtm {
		return fmt.Errorf("length_mtm %d for a plan of %d", *r.LengthMTM, mtm)
	}
	o := r.outcome()
	o.moves = moves
	if err := o.checkPlan(); err != nil {
		return err
	}
	if r.Schema < 4 { // solvers of earlier versions returned plans with detours
		return nil
	}
	return o.checkShort()
}
