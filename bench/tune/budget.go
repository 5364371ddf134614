package tune

import (
	"fmt"
	"math"
	"time"

	"npuzzle/bench"
	"npuzzle/internal/units"
)

// fewestSampled is the number of configurations, besides the default, without which random search
// or a grid tells nothing.
const fewestSampled = 10

// leastTrials returns the number of trials without which a tuning tells nothing: those of the first
// race, of a few configurations of random search, or of the cells of a small grid. The trials of
// the final comparison, the path and the test come on top.
func (t *Tuner) leastTrials() int {
	configurations := 1 + fewestSampled
	switch t.Method {
	case Race:
		configurations = 1 + t.Space.raceSize(1)
	case Grid:
		cells := t.Space.combinations(2)
		configurations = 1 + int(min(cells, fewestSampled))
	}
	return configurations * t.Blocks * len(t.Kinds)
}

// searchShare is the share of the budget that the search for configurations gets, if the test takes
// all that it may.
const searchShare = raceShare * (1 - testShare)

// pilotSize is the number of configurations, besides the default, from which the work of a trial is
// estimated.
const pilotSize = 3

// pilot runs the default configuration on the first blocks, and a few other ones on the first
// block. It returns a *bench.ExperimentError if the budget cannot suffice. The search needs these
// trials in any case.
func (t *tuning) pilot() error {
	if err := t.checkBudget(t.atLimit() / float64(len(t.Kinds))); err != nil {
		return err
	}
	for block := range t.Blocks {
		records, err := t.run(t.all[:1], t.block(block), block*len(t.Kinds))
		if err != nil {
			return err
		}
		t.pilots = append(t.pilots, records)
	}
	each := t.used() / float64(t.outcome.Trials)
	if t.Objective.capped() { // other configurations are stopped soon after the default
		return t.checkBudget(each)
	}
	t.first = t.candidates(pilotSize)
	if len(t.first) > 0 {
		before := t.used()
		if _, err := t.run(t.first, t.block(0), 0); err != nil {
			return err
		}
		each = (t.used() - before) / float64(len(t.first)*len(t.Kinds))
	}
	return t.checkBudget(each)
}

// candidates returns the first configurations, besides the default, that the method looks at.
func (t *tuning) candidates(n int) (list []*Configuration) {
	if t.Method == Race {
		t.racers = t.fresh(1)
		return t.racers[:min(n, len(t.racers))]
	}
	t.points = t.samplePoints()
	for len(list) < n && len(t.points) > 0 {
		if c := t.add(t.points[0]); c != nil {
			list = append(list, c)
		}
		t.points = t.points[1:]
	}
	return list
}

// checkBudget returns a *bench.ExperimentError if the budget does not suffice for the least number
// of trials, given the share of the budget that one trial uses.
func (t *tuning) checkBudget(each float64) error {
	trials := t.leastTrials()
	needed := each * float64(trials) / searchShare // as a multiple of the budget
	if needed <= 1 {
		return nil
	}
	budget := fmt.Sprintf("%v", t.Budget.Time)
	perTrial := units.Of("seconds").Format(each * t.Budget.Time.Seconds())
	seconds := math.Ceil(needed * t.Budget.Time.Seconds())
	enough := time.Duration(seconds * float64(time.Second)).String()
	if t.Budget.States > 0 {
		budget = units.Grouped(t.Budget.States) + " states"
		perTrial = units.Grouped(uint64(each*float64(t.Budget.States))) + " states"
		enough = fmt.Sprintf("%dkstates", roundedUp(needed*float64(t.Budget.States)/1000))
	}
	return bench.Fault("the budget of %s is too small: %s needs at least %s trials besides its "+
		"test, and a trial takes about %s; expected a budget of %s or more, fewer settings, or a "+
		"smaller limit of each trial",
		budget, methodNames[t.Method], units.Grouped(uint64(trials)), perTrial, enough)
}

// methodNames has the names of the methods in sentences.
var methodNames = map[string]string{Race: "a race", Grid: "a grid", Random: "random search"}
