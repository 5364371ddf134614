package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/ga"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Trials runs the solvers of an experiment on its groups of boards, and returns the records of all
// trials. The records are in the order of the groups, those of a solver in the order of the boards,
// and those of a board in the order of the solvers. The error [ErrMissing] means that there are no
// such trials, and ends the phase that needs them.
type Trials func(ctx context.Context, e bench.Experiment) ([]bench.Record, error)

// ErrMissing is returned by a source of stored trials for trials that it does not have.
var ErrMissing = errors.New("tune: trials are missing")

// InParts returns Trials that run as parts of an experiment: with the name, the text and the limits
// of e.
func InParts(e bench.Experiment, run Trials) Trials {
	e.Tune = nil // the parts are plain experiments
	return func(ctx context.Context, part bench.Experiment) ([]bench.Record, error) {
		e.Solvers = part.Solvers
		e.Groups = part.Groups
		e.Seed = part.Seed
		records, err := run(ctx, e)
		e.Before += e.Trials()
		return records, err
	}
}

// Replay returns Trials that find the records of a stored tuning. A run of a Tuner with them comes
// to the outcome of the stored tuning.
func Replay(records []bench.Record) Trials {
	stored := map[[2]string][]bench.Record{} // by solver and group
	for _, r := range records {
		key := [2]string{r.Solver, r.Group}
		stored[key] = append(stored[key], r)
	}
	return func(_ context.Context, e bench.Experiment) (found []bench.Record, err error) {
		for _, group := range e.Groups {
			for _, solver := range e.Solvers {
				trials := stored[[2]string{solver.Name, group.Name}]
				if len(trials) == 0 {
					return nil, ErrMissing
				}
				found = append(found, trials...)
			}
		}
		return found, nil
	}
}

// Configuration is a point of the space, with the trials that it has run.
type Configuration struct {
	Name string

	// Settings has the values of the space's settings that differ from the default configuration.
	Settings bench.Values

	Solver bench.Solver // with all settings
	Same   []string     // names of configurations that did the same on all boards

	point []float64

	// These slices have an element for each observation. The number of an observation is the number
	// of its block, times the number of kinds, plus the number of its kind.
	costs  []float64 // NaN if there is no such observation
	solved []bool    // whether the trial found a plan
	states []uint64  // generated
	traces []string  // what the trials did, times aside
}

// Text identifies the configuration by the values of all its settings.
func (c *Configuration) Text() string { return bench.Values(c.Solver.Settings.Texts()).String() }

// ran reports whether the configuration has an observation.
func (c *Configuration) ran(observation int) bool {
	return observation < len(c.costs) && !math.IsNaN(c.costs[observation])
}

// common returns the observations that all configurations have.
func common(list ...*Configuration) (observations []int) {
	for observation := range list[0].costs {
		missing := func(c *Configuration) bool { return !c.ran(observation) }
		if !slices.ContainsFunc(list, missing) {
			observations = append(observations, observation)
		}
	}
	return observations
}

// costsOf returns the costs of observations.
func (c *Configuration) costsOf(observations []int) (costs []float64) {
	for _, observation := range observations {
		costs = append(costs, c.costs[observation])
	}
	return costs
}

// mean returns the mean cost over observations.
func (c *Configuration) mean(observations []int) float64 {
	return stats.Mean(c.costsOf(observations))
}

// Boards returns the number of observations of the configuration, and the number of those that are
// solved.
func (c *Configuration) Boards() (boards, solved int) {
	for _, observation := range common(c) {
		boards++
		if c.solved[observation] {
			solved++
		}
	}
	return boards, solved
}

// sorted returns the configurations by mean cost over the given observations, the smallest first.
func sorted(list []*Configuration, observations []int) []*Configuration {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *Configuration) int {
		return cmp.Compare(a.mean(observations), b.mean(observations))
	})
	return list
}

// best returns the configuration with the smallest mean cost over the observations that all have.
func best(list []*Configuration) *Configuration { return sorted(list, common(list...))[0] }

// Streams of random numbers. Boards of blocks and of tests are drawn from seeds of their own.
const (
	sampling   = 1 << 32 // plus the number of the race
	ordering   = 2 << 32
	blockOf    = 3 << 32
	explaining = 4 << 32
	trialsOf   = 5 << 32 // plus the number of a block
)

// tuning is the state of a run of a Tuner.
type tuning struct {
	*Tuner
	ctx    context.Context
	trials Trials
	began  time.Time

	all      []*Configuration // the default configuration first
	byValues map[string]*Configuration
	elites   []*Configuration      // the best first
	blocks   int                   // number of blocks that have been used
	pilots   [][]bench.Record      // of the default configuration, by block, see pilot
	first    []*Configuration      // other configurations of the pilot
	racers   []*Configuration      // new ones of the first race; nil until they are drawn
	points   [][]float64           // that a grid or random search has still to try; nil until drawn
	reserved map[puzzle.Board]bool // boards of the test
	solved   int                   // number of trials that found a plan
	statuses map[search.Status]int // number of trials by status
	seconds  float64               // of all trials, divided by their jobs
	short    bool                  // whether only the smallest test is reserved, see spendRest
	outcome  Outcome
}

// add returns the configuration at a point. It returns nil if the configuration is not new, or if
// its values do not fit together.
func (t *tuning) add(point []float64) *Configuration {
	settings := t.Space.settingsAt(point)
	if t.byValues[t.Space.differing(settings).String()] != nil || settings.Check() != nil {
		return nil
	}
	return t.include(settings, point)
}

// include returns the configuration with the given settings, at or near a point.
func (t *tuning) include(settings solvers.Settings, point []float64) *Configuration {
	values := t.Space.differing(settings)
	if known := t.byValues[values.String()]; known != nil {
		return known
	}
	c := &Configuration{Name: "default", Settings: values, point: point}
	if len(t.all) > 0 {
		c.Name = fmt.Sprintf("configuration %d", len(t.all))
	}
	c.Solver = bench.Solver{Name: c.Name, Settings: settings}
	t.byValues[values.String()] = c
	t.all = append(t.all, c)
	return c
}

// ran returns the configurations that have run.
func (t *tuning) ran() (list []*Configuration) {
	for _, c := range t.all {
		if len(c.costs) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// used returns the share of the budget that is used up.
func (t *tuning) used() float64 {
	if t.Budget.States > 0 {
		return float64(t.outcome.States) / float64(t.Budget.States)
	}
	return max(time.Since(t.began).Seconds(), t.seconds) / t.Budget.Time.Seconds()
}

// atLimit returns the share of the budget that one trial of each kind uses if every trial reaches
// the default limit of states. It returns 0 if another limit is given, if the budget is a time, or
// if the default configuration may end before the limit.
func (t *tuning) atLimit() (used float64) {
	evolution, evolving := t.Space.base.Evolution()
	endless := evolution.Patience == ga.Auto || evolution.Patience == 0
	if t.Budget.States == 0 || !evolving || !evolution.Improve || !endless {
		return 0
	}
	for _, kind := range t.Kinds {
		used += float64(kind.NodeLimit) / float64(t.Budget.States)
	}
	return used
}

// left returns the number of trials that fit into what is left of a share of the budget. A part of
// the budget is reserved for the test.
func (t *tuning) left(share float64) int {
	perTrial := max(t.used()/float64(max(t.outcome.Trials, 1)), 1e-12)
	tests := 0 // number of trials of the test
	for _, kind := range t.Kinds {
		boards := kind.Count
		if t.short {
			boards = min(boards, FewestTests)
		}
		tests += 2 * boards
	}
	reserved := min(testShare, perTrial*float64(tests))
	left := share*(1-reserved) - t.used()
	return int(max(left, 0) / perTrial)
}

// errSpent ends a phase whose share of the budget is used up.
var errSpent = errors.New("tune: the budget is used up")

// evaluate runs configurations on a block, unless they have run on it. If a share of the budget may
// not suffice, it returns errSpent.
func (t *tuning) evaluate(list []*Configuration, block int, share float64) error {
	if t.left(share) < len(list)*len(t.Kinds) {
		return errSpent
	}
	observation := block * len(t.Kinds) // the first one on the block
	var missing []*Configuration
	for _, c := range list {
		if !c.ran(observation) {
			missing = append(missing, c)
		}
	}
	groups := t.block(block)
	t.blocks = max(t.blocks, block+1)
	if !t.Objective.capped() || len(missing) < 2 {
		_, err := t.run(missing, groups, observation)
		return err
	}
	// The trials of a leader limit those of the others.
	if block < len(t.pilots) {
		_, err := t.run(missing, t.capped(groups, t.pilots[block]), observation)
		return err
	}
	leader := best(missing) // the first of the list, before they have run
	records, err := t.run([]*Configuration{leader}, groups, observation)
	if err != nil {
		return err
	}
	isLeader := func(c *Configuration) bool { return c == leader }
	others := slices.DeleteFunc(missing, isLeader)
	_, err = t.run(others, t.capped(groups, records), observation)
	return err
}

// drawTries is the maximum number of draws of a board that is not in the held-out test. Only boards
// of a very small size, such as 2x2, may need more.
const drawTries = 100

// block returns the groups of a block: a board of each kind that is not in the held-out test.
func (t *tuning) block(number int) []bench.Group {
	groups := slices.Clone(t.Kinds)
	for i := range groups {
		group := &groups[i]
		group.Seed = puzzle.NewRand(group.Seed, blockOf|uint64(number)).Uint64() >> 11
		group.Count = drawTries
		board := t.newBoard(group)
		group.Name = fmt.Sprintf("%s block %d", group.Name, number+1)
		group.Boards = []puzzle.Board{board}
	}
	return groups
}

// newBoard draws a board of a group that is not in the held-out test.
func (t *tuning) newBoard(group *bench.Group) (board puzzle.Board) {
	// There are no errors, because the test has drawn boards in the same way.
	for p := range group.Draw() {
		board = p.Start
		if !t.reserved[board] {
			break
		}
	}
	return board
}

// run runs the trials of configurations on the groups of a block, and notes them as observations
// from a number on.
func (t *tuning) run(
	list []*Configuration, groups []bench.Group, observation int,
) ([]bench.Record, error) {
	if len(list) == 0 {
		return nil, nil
	}
	block := observation / len(t.Kinds)
	seed := puzzle.NewRand(t.Seed, trialsOf|uint64(block)).Uint64() >> 11
	_, records, err := t.request(list, groups, seed)
	if err != nil {
		return nil, err
	}
	for i, r := range records {
		c := list[i%len(list)]
		c.note(observation+i/len(list), t.Objective.Cost(r), r)
	}
	if t.outcome.Trials >= ceilingTrials {
		return records, t.checkCeiling()
	}
	return records, nil
}

// note stores an observation.
func (c *Configuration) note(observation int, cost float64, r bench.Record) {
	for len(c.costs) <= observation {
		c.costs = append(c.costs, math.NaN())
		c.solved = append(c.solved, false)
		c.states = append(c.states, 0)
		c.traces = append(c.traces, "")
	}
	c.costs[observation] = cost
	c.solved[observation] = r.Status == search.Solved
	c.states[observation] = r.Generated
	trace := fmt.Sprint(r.Status, cost, r.Generated, r.Evaluated)
	if r.Moves != nil {
		trace += *r.Moves
	}
	c.traces[observation] = trace
}

// request runs the trials of configurations on groups with a seed, and counts them.
func (t *tuning) request(
	list []*Configuration, groups []bench.Group, seed uint64,
) (part bench.Experiment, records []bench.Record, err error) {
	part = bench.Experiment{Seed: seed, Groups: groups}
	for _, c := range list {
		part.Solvers = append(part.Solvers, c.Solver)
	}
	records, err = t.trials(t.ctx, part)
	if err == nil {
		err = t.ctx.Err()
	}
	if err != nil {
		return part, nil, err
	}
	for _, r := range records {
		t.outcome.Trials++
		t.statuses[r.Status]++
		if r.Status == search.Solved {
			t.solved++
		}
		t.outcome.States += r.Generated
		t.seconds += r.Seconds / float64(max(r.Jobs, 1))
	}
	return part, records, nil
}

const (
	// capFactor is how many times as much work as the best configuration so far another one may
	// need on a block.
	capFactor = 3
	// leastCap is the smallest limit of capped trials in states.
	leastCap = 300
)

// capped returns the groups with the limits of adaptive capping (Hutter and others 2009): a
// configuration that needs several times the work of the best one so far until its first plan is
// stopped, and counts as unsolved.
func (t *tuning) capped(groups []bench.Group, leader []bench.Record) []bench.Group {
	groups = slices.Clone(groups)
	for i, r := range leader {
		if r.Status != search.Solved {
			continue
		}
		group := &groups[i]
		group.Name += " capped"
		most := capFactor * t.Objective.Value(t.Objective.Cost(r))
		if t.Objective == States {
			group.NodeLimit = uint64(max(most, leastCap))
			if r.NodeLimit > 0 {
				group.NodeLimit = min(group.NodeLimit, r.NodeLimit)
			}
		} else {
			seconds := min(max(most, 1e-3), r.CPULimit)
			group.CPULimit = time.Duration(seconds * float64(time.Second))
		}
	}
	return groups
}
