package tune

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"gonum.org/v1/gonum/floats"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/puzzle"
)

// Outcome is the result of a tuning.
type Outcome struct {
	Tuner   *Tuner
	Default *Configuration
	Winner  *Configuration   // the default configuration if no other did better; nil if none has run
	Elites  []*Configuration // the configurations left at the end, the best first
	All     []*Configuration // all configurations that have run, the default first
	Steps   []Step           // of races
	Path    []Change         // from the default configuration to the winner; nil without a winner of its own
	Gain    analysis.Interval
	Test    *Test // nil if the winner is the default, or if the test has not run
	Effects []Effect
	Heat    Heat // of the two most important settings
	Trials  int
	States  uint64
	Partial bool // an interrupt ended the tuning
	Uses    int  // number of winners that the boards of the test have tested, this one included; 0 if unknown
}

// Test compares the winner with the default configuration on boards that were not used for tuning.
type Test struct {
	Gain     analysis.Interval // mean cost of the default configuration minus that of the winner
	P        float64           // two-sided probability of such a difference by chance (Wilcoxon)
	Winner   float64           // mean cost
	Default  float64           // mean cost
	Analysis *analysis.Analysis
}

// Holds reports whether the winner is better on the boards of the test.
func (t *Test) Holds() bool { return t != nil && t.P < significance && t.Gain.Value > 0 }

// Change is a step on the path from the default configuration to the winner: one setting takes the value of
// the winner.
type Change struct {
	Settings bench.Values // new values: of the setting, and of those that have an effect only with it
	Cost     float64      // mean cost after the step
	Boards   int          // behind Cost
}

// Run tunes: it finds configurations, follows the path from the default configuration to the best one, and
// compares both on boards that were not used before. The same seed gives the same outcome on any number of
// jobs, if the budget and the limits of trials are counted in states. If the context is cancelled, Run returns
// what it has found so far. All decisions depend only on the records, so a second run with the same trials comes
// to the same outcome.
func (t *Tuner) Run(ctx context.Context, trials Trials) (Outcome, error) {
	s := &tuning{Tuner: t, ctx: ctx, trials: trials, began: time.Now(), byValues: map[string]*Configuration{},
		reserved: map[puzzle.Board]bool{}}
	for _, g := range t.Kinds {
		for p, err := range g.Draw() {
			if err != nil {
				return Outcome{}, err
			}
			s.reserved[p.Start] = true
		}
	}
	s.include(t.Space.base, t.Space.pointOf(t.Space.base))
	err := s.find()
	if errors.Is(err, errSpent) && s.outcome.Trials == 0 {
		return s.outcome, bench.Fault("the budget is too small for one block of boards; expected a larger one")
	}
	if err = ended(err); err == nil {
		err = ended(s.final())
	}
	s.conclude()
	if err == nil && s.outcome.Winner != nil && s.outcome.Winner != s.all[0] {
		if err = ended(s.path()); err == nil {
			err = ended(s.test())
		}
	}
	if s.outcome.Partial = ctx.Err() != nil; s.outcome.Partial {
		err = nil
	}
	return s.outcome, err
}

// ended returns an error of a phase, unless it only says that the phase has ended early.
func ended(err error) error {
	if errors.Is(err, errSpent) || errors.Is(err, ErrMissing) {
		return nil
	}
	return err
}

// find finds configurations by the method.
func (t *tuning) find() error {
	switch t.Method {
	case Grid:
		points, _ := t.Space.grid()
		// In random order, so that the budget, if it is too small, does not favour a corner of the space.
		newRand(t.Seed, sampling).Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		return t.sample(points)
	case Random:
		return t.sample(t.Space.uniform(mostRandom, newRand(t.Seed, sampling)))
	}
	return t.race()
}

// finalBlocks is the maximum number of blocks on which the configurations left at the end run.
const finalBlocks = 50

// final runs the configurations left at the end and the default configuration on the same blocks, and ranks the
// former again.
func (t *tuning) final() error {
	if len(t.elites) == 0 {
		return nil
	}
	list := t.elites
	if !slices.Contains(list, t.all[0]) {
		list = append(slices.Clone(list), t.all[0])
	}
	for block := range finalBlocks {
		if t.left(finalShare) < len(list)*len(t.Kinds) {
			break
		}
		if err := t.evaluate(list, block); errors.Is(err, ErrMissing) {
			break // the budget of time ended here
		} else if err != nil {
			return err
		}
		t.report("final", t.elites[0], len(list))
	}
	if t.Method == Race {
		t.rank(func(c *Configuration) bool { return slices.Contains(list, c) })
	} else {
		t.elites = sorted(list, common(list))
	}
	return nil
}

// mostRandom is the number of configurations that the method random draws, unless its budget ends before.
const mostRandom = 10_000

// conclude sets the winner, and what the trials show about the settings.
func (t *tuning) conclude() {
	o := &t.outcome
	o.Tuner, o.Default = t.Tuner, t.all[0]
	o.All = slices.DeleteFunc(slices.Clone(t.all), func(c *Configuration) bool { return c.costs == nil })
	if len(o.All) == 0 {
		return
	}
	o.Elites = t.elites
	if o.Winner = o.Default; len(t.elites) > 0 {
		o.Winner = t.elites[0]
	}
	if at := common([]*Configuration{o.Winner, o.Default}); len(at) > 0 {
		o.Gain = gain(o.Default.of(at), o.Winner.of(at))
		if o.Gain.Value <= 0 {
			o.Winner = o.Default
		}
	}
	t.explain()
}

// gain returns the mean of the differences of costs, with its interval.
func gain(before, after []float64) analysis.Interval {
	return analysis.MeanOf(floats.SubTo(make([]float64, len(before)), before, after))
}

// pathBlocks is the maximum number of blocks for each step of the path.
const pathBlocks = 10

// path goes from the default configuration to the winner. In each step, the setting changes that lowers the mean
// cost most, among those that still differ from the winner. All configurations on the way run on the same
// blocks, which the winner has run on.
//
// Source: C. Fawcett, H. Hoos, "Analysing differences between algorithm configurations through ablation",
// Journal of Heuristics 22 (2016), pages 431-458.
func (t *tuning) path() error {
	winner, now := t.outcome.Winner, t.all[0]
	at := winner.runs()
	at = at[:min(len(at), pathBlocks*len(t.Kinds))]
	for now != winner {
		var list []*Configuration
		target := winner.solver.Settings
		for _, name := range slices.Sorted(maps.Keys(t.Space.differing(target, now.solver.Settings))) {
			if c := t.step(now, winner, name); !slices.Contains(list, c) && c != now {
				list = append(list, c)
			}
		}
		if list == nil { // the rest has no effect
			return nil
		}
		if t.left(pathShare) < len(list)*len(at) {
			return errSpent
		}
		for _, k := range at {
			if err := t.evaluate(append(list, now, winner), k/len(t.Kinds)); err != nil {
				return err
			}
		}
		next := sorted(list, at)[0]
		if now == t.all[0] {
			t.outcome.Path = append(t.outcome.Path, Change{Cost: now.mean(at), Boards: len(at)})
		}
		t.outcome.Path = append(t.outcome.Path, Change{
			t.Space.differing(next.solver.Settings, now.solver.Settings), next.mean(at), len(at)})
		now = next
		t.report("path", winner, 0)
	}
	return nil
}

// step returns the configuration in which a setting has the value of another configuration, and so have the
// settings that begin to have an effect by this.
func (t *tuning) step(from, to *Configuration, setting string) *Configuration {
	settings := from.solver.Settings.With(setting, to.solver.Settings.Get(setting))
	for _, d := range t.Space.Dimensions {
		switch active := settings.Active(d.Setting); {
		case !active:
			settings = settings.With(d.Setting, t.Space.base.Get(d.Setting))
		case !from.solver.Settings.Active(d.Setting):
			settings = settings.With(d.Setting, to.solver.Settings.Get(d.Setting))
		}
	}
	return t.include(settings, t.Space.pointOf(settings))
}

// FewestTests is the smallest number of boards of each kind in the test, even if the budget is used up.
const FewestTests = 10

// test compares the winner with the default configuration on the boards of the test.
func (t *tuning) test() error {
	groups := slices.Clone(t.Kinds)
	list := []*Configuration{t.outcome.Winner, t.all[0]}
	e := bench.Experiment{Seed: t.Seed, Groups: groups}
	each := max(t.used()/float64(t.outcome.Trials)*float64(len(groups)), t.atLimit()) // a board of each kind
	affordable := int(max(1-t.used(), 0) / each / float64(len(list)))
	for i := range groups {
		groups[i].Name += " test"
		groups[i].Count = min(groups[i].Count, max(affordable, FewestTests))
	}
	for _, c := range list {
		e.Solvers = append(e.Solvers, c.solver)
	}
	t.report("held-out test", t.outcome.Winner, 2)
	records, err := t.request(e.Solvers, groups)
	if err != nil {
		return err
	}
	group := func(r bench.Record) int {
		return slices.IndexFunc(groups, func(g bench.Group) bool { return g.Name == r.Group })
	}
	slices.SortStableFunc(records, func(a, b bench.Record) int {
		return cmp.Or(group(a)-group(b), a.Puzzle-b.Puzzle)
	})
	costs := map[string][]float64{}
	for _, r := range records {
		costs[r.Solver] = append(costs[r.Solver], t.Objective.Cost(r))
	}
	winner, before := costs[list[0].Name], costs[list[1].Name]
	t.outcome.Test = &Test{
		Gain: gain(before, winner), P: analysis.Wilcoxon(before, winner).P,
		Winner: analysis.Mean(winner), Default: analysis.Mean(before), Analysis: analysis.New(e, records),
	}
	return nil
}

// report passes the progress to the observer.
func (t *tuning) report(phase string, best *Configuration, left int) {
	if t.Observe != nil {
		t.Observe(Progress{Phase: phase, Best: best, Left: left, Used: min(t.used(), 1)})
	}
}
