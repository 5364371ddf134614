package tune

import (
	"fmt"
	"math"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Limits are the limits of each trial of a tuning.
type Limits struct {
	search.Limits
	Time time.Duration
	CPU  time.Duration

	// Needed says that no limit was given, and that the limit of states is what the space needs: no
	// trial reaches it.
	Needed bool
	// Default says that no limit was given, and that the limit of states is that of
	// DefaultNodeLimit.
	Default bool
}

// DefaultNodeLimit returns the limit of states of each trial on boards of a size, if no limit is
// given and the space does not need another one.
func DefaultNodeLimit(size puzzle.Size) uint64 {
	cells := size.Cells()
	switch {
	case cells <= 9:
		return 10_000
	case cells <= 16:
		return 1_000_000
	}
	return 3_000_000
}

// setLimits sets the limits of the trials of an experiment. If it has none, trials of solvers that
// give up by themselves may generate as many states as any configuration needs to give up. Other
// trials have the default limit.
func (t *Tuner) setLimits(e bench.Experiment) {
	t.Limits = Limits{Limits: e.Limits, Time: e.TimeLimit, CPU: e.CPULimit}
	given := e.Limits.Generated > 0 || e.Limits.Evaluated > 0 || e.CPULimit > 0 || e.TimeLimit > 0
	if given {
		return
	}
	for i, kind := range t.Kinds {
		if kind.NodeLimit > 0 {
			continue
		}
		size := kind.Goal.Size()
		needed, ends := t.Space.statesNeeded(size)
		limit := DefaultNodeLimit(size)
		if ends {
			t.Limits.Needed = true
			limit = needed
		} else {
			t.Limits.Default = true
			limit = max(limit, needed)
		}
		t.Kinds[i].NodeLimit = limit
	}
}

// mostStates is the largest limit of states that a space can ask for.
const mostStates = 1e15

// statesNeeded returns the number of states after which each configuration of the space that does
// not improve its plans has given up, on boards of a size. It also reports whether all
// configurations give up.
func (s Space) statesNeeded(size puzzle.Size) (states uint64, ends bool) {
	most := 0.0
	ends = true
	for _, settings := range s.spread() {
		evolution, evolving := settings.Evolution()
		if !evolving || evolution.Improve {
			ends = false
			continue
		}
		most = max(most, evolution.MostStates(size))
	}
	return roundedUp(min(most, mostStates)), ends
}

// spread returns settings all over the space: those of random points, and of the same points with
// all ranges at their high ends.
func (s Space) spread() (list []solvers.Settings) {
	for _, point := range s.uniform(spreadPoints, puzzle.NewRand(0, 0)) {
		list = append(list, s.settingsAt(point))
		for i, d := range s.Dimensions {
			if d.Values == nil {
				point[i] = 1
			}
		}
		list = append(list, s.settingsAt(point))
	}
	return list
}

// spreadPoints is the number of points of a space that are looked at before a tuning.
const spreadPoints = 50

// roundedUp returns the next number with two digits that are not 0.
func roundedUp(x float64) uint64 {
	if x < 100 {
		return uint64(math.Ceil(x))
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return uint64(math.Ceil(x/unit) * unit)
}

// Limit says in a sentence when a trial ends.
func (t *Tuner) Limit() string {
	var ends []string
	for _, kind := range t.Kinds {
		states := t.statesOf(kind)
		if states == 0 {
			continue
		}
		text := units.Grouped(states) + " generated states"
		if len(t.Kinds) > 1 {
			text += " on " + kind.Name
		}
		ends = append(ends, text)
	}
	if t.Limits.Evaluated > 0 {
		ends = append(ends, units.Grouped(t.Limits.Evaluated)+" evaluated plans")
	}
	if t.Limits.CPU > 0 {
		ends = append(ends, units.Of("seconds").Format(t.Limits.CPU.Seconds())+" of processor time")
	}
	if t.Limits.Time > 0 {
		ends = append(ends, units.Of("seconds").Format(t.Limits.Time.Seconds()))
	}
	if len(ends) == 0 {
		return "A trial has no limit."
	}
	text := "A trial ends after at most " + strings.Join(ends, ", or ")
	switch {
	case t.Limits.Needed:
		text += ": no configuration of the space needs more to use up its generations"
	case t.Limits.Default:
		text += ", the default limit"
	}
	return text + "."
}

// notes returns what is worth knowing before a tuning: for each kind of boards, how many
// configurations have a first population that alone uses up the limit, and which limit would do.
func (t *Tuner) notes() (notes []string) {
	for _, kind := range t.Kinds {
		states := t.statesOf(kind)
		short := 0             // settings whose first population is too large
		largest := 0.0         // number of states of a first population
		mostPlans := uint64(0) // of a first population
		tooManyStates := false
		spread := t.Space.spread()
		for _, settings := range spread {
			evolution, evolving := settings.Evolution()
			if !evolving {
				return nil
			}
			first := evolution.FirstStates(kind.Goal.Size())
			evaluated := uint64(evolution.Islands) * uint64(evolution.Population)
			beyondStates := states > 0 && first > float64(states)
			beyondPlans := t.Limits.Evaluated > 0 && evaluated > t.Limits.Evaluated
			if beyondStates || beyondPlans {
				short++
			}
			tooManyStates = tooManyStates || beyondStates
			largest = max(largest, first)
			mostPlans = max(mostPlans, evaluated)
		}
		if short == 0 {
			continue
		}
		limit := units.Grouped(states) + " states"
		advice := fmt.Sprintf("--node-limit %d", roundedUp(largest))
		if !tooManyStates {
			limit = units.Grouped(t.Limits.Evaluated) + " evaluations"
			advice = fmt.Sprintf("--evaluations %d", mostPlans)
		}
		share := float64(short) / float64(len(spread))
		notes = append(notes, fmt.Sprintf(
			"warning: on %s, %s of the space cannot evaluate its first population within %s; "+
				"use %s or more",
			kind.Name, units.Share.Format(share), limit, advice))
	}
	return notes
}

// statesOf returns the limit of states of each trial on a kind of boards, or 0 if there is none.
func (t *Tuner) statesOf(kind bench.Group) uint64 {
	if kind.NodeLimit > 0 {
		return kind.NodeLimit
	}
	return t.Limits.Generated
}

// notify passes the notes to Notice.
func (t *Tuner) notify() {
	if t.Notice == nil {
		return
	}
	for _, note := range t.notes() {
		t.Notice(note)
	}
}

// CeilingError says that no trial can tell configurations apart, because all trials had the same
// worst or best result.
type CeilingError struct {
	Trials int
	text   string
}

func (e *CeilingError) Error() string { return e.text }

// ceilingTrials is the number of trials after which a tuning ends if all had the same worst or best
// result.
const ceilingTrials = 200

// checkCeiling returns a *CeilingError if all trials so far are unsolved, or if the objective is
// accuracy and all are solved.
func (t *tuning) checkCeiling() error {
	trials := t.outcome.Trials
	objective := t.Objective
	switch {
	case trials == 0:
		return nil
	case t.solved == 0:
		text := fmt.Sprintf(
			"all %s trials are unsolved, so no configuration is better than another; %s; "+
				"expected %s",
			units.Grouped(uint64(trials)), t.endings(), t.proposal())
		return &CeilingError{Trials: trials, text: text}
	case t.solved == trials && objective == Accuracy:
		text := fmt.Sprintf("all %s trials are solved, so no configuration has a better accuracy "+
			"than another; expected another objective, such as length-ratio or states, or harder "+
			"boards",
			units.Grouped(uint64(trials)))
		return &CeilingError{Trials: trials, text: text}
	}
	return nil
}

// endings says how the unsolved trials ended.
func (t *tuning) endings() string {
	var texts []string
	statuses := []search.Status{
		search.NodeLimit, search.EvaluationLimit, search.TimeLimit, search.MemoryLimit,
		search.Exhausted,
	}
	for _, status := range statuses {
		if n := t.statuses[status]; n > 0 {
			texts = append(texts, fmt.Sprintf("%s ended with %s", units.Grouped(uint64(n)), status))
		}
	}
	if texts == nil {
		return "all failed"
	}
	return strings.Join(texts, ", ")
}

// moreOfLimit is the factor by which a proposed limit is larger than one that no trial solves a
// board within.
const moreOfLimit = 10

// proposal says what may solve boards.
func (t *tuning) proposal() string {
	exhausted := t.statuses[search.Exhausted]
	if 2*exhausted >= t.outcome.Trials {
		return "more generations or phases, a larger population, or easier boards"
	}
	limits := t.Limits
	switch {
	case t.statuses[search.EvaluationLimit] > 0:
		return fmt.Sprintf("evaluations %d or more", moreOfLimit*limits.Evaluated)
	case t.statuses[search.NodeLimit] > 0:
		largest := limits.Generated
		for _, kind := range t.Kinds {
			largest = max(largest, kind.NodeLimit)
		}
		return fmt.Sprintf("node-limit %d or more", moreOfLimit*largest)
	case limits.CPU > 0:
		return fmt.Sprintf("cpu-limit %v or more", moreOfLimit*limits.CPU)
	case limits.Time > 0:
		return fmt.Sprintf("time-limit %v or more", moreOfLimit*limits.Time)
	}
	return "easier boards"
}
