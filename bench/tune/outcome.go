package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/floats"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/stats"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Outcome is the result of a tuning.
type Outcome struct {
	Tuner   *Tuner
	Winner  *Configuration   // the default configuration if no other did better; nil if none has run
	Left    []*Configuration // the configurations left at the end, the best first, and the default
	All     []*Configuration // all configurations that have run, the default first
	Races   [][]int          // for each race, the number of configurations left after each block
	Path    []Change         // from the default configuration to the winner; nil without a winner of its own
	Gain    stats.Interval
	Test    *Test // nil if the winner is the default, or if the test has not run
	Effects []Effect
	Heat    []float64 // mean costs by the values of the first two settings of Effects, row by row of the second
	Trials  int
	States  uint64
	Partial bool          // an interrupt ended the tuning
	Ceiling *CeilingError // not nil if no trial could tell configurations apart
	Winners int           // number of winners that the boards of the test had tested, this one included; 0 if unknown
}

// Test compares the winner with the default configuration on boards that were not used for tuning.
type Test struct {
	Gain     stats.Interval // mean cost of the default configuration minus that of the winner
	P        float64        // two-sided probability of such a difference by chance, see stats.PairedMean
	Winner   float64        // mean cost
	Default  float64        // mean cost
	Analysis *analysis.Analysis
}

// Holds reports whether the winner is better on the boards of the test.
func (t *Test) Holds() bool { return t != nil && t.P < significance && t.Gain.Value > 0 }

// Change is a step on the path from the default configuration to the winner: one setting takes the
// value of the winner.
type Change struct {
	Settings bench.Values // new values: of the setting, and of those that have an effect only with it
	Cost     float64      // mean cost after the step
	Boards   int          // behind Cost
}

// String describes the step, such as "phases=12".
func (c Change) String() string { return cmp.Or(c.Settings.String(), "default") }

// Conclusions says in sentences what the tuning found: the winner, whether it is better on the
// boards of the test, how this compares with the trials of the tuning, and how many winners these
// boards have tested.
func (o Outcome) Conclusions() []string {
	of, t := o.Tuner.Objective, o.Test
	switch {
	case o.Winner == nil:
		return []string{"No configuration has run."}
	case o.Ceiling != nil:
		return []string{sentence(o.Ceiling.Error()), o.Tuner.Limit()}
	case len(o.All) == 1:
		return []string{"Only the default configuration has run.", o.Tuner.Limit()}
	case o.Winner == o.All[0]:
		first := fmt.Sprintf("The default configuration wins: none of %s had a better %s in tuning.",
			units.Plural(len(o.All)-1, "other configuration", "other configurations"), words[of].label)
		return append([]string{first}, o.remarks()...)
	}
	winner := fmt.Sprintf("%s (%v)", o.Winner.Name, o.Winner.Settings)
	in := fmt.Sprintf("In tuning, it was %s.", o.change(o.Gain))
	if t == nil {
		first := fmt.Sprintf("The winner is %s. It has not been tested on other boards.", winner)
		return append([]string{first, in}, o.remarks()...)
	}
	found := "The winner in tuning is %s, but no gain was found on %s that were not used for tuning: "
	if t.Holds() {
		found = "The winner is %s. It is better than the default on %s that were not used for tuning: "
	}
	p := strings.Replace("p = "+units.Probability.Format(t.P), "= <", "< ", 1)
	all := []string{fmt.Sprintf(found, winner, units.Plural(t.Gain.N, "board", "boards")) +
		fmt.Sprintf("its %s is %s, and that of the default %s. This is %s; %s in a randomisation test of the mean.",
			words[of].label,
			of.Format(t.Winner), of.Format(t.Default), o.change(t.Gain), p), in}
	switch {
	case o.Winners == 1:
		all = append(all, "No other winner had been tested on these boards.")
	case o.Winners > 1:
		all = append(all, fmt.Sprintf("With this one, %d winners have been tested on these boards, so one of them may "+
			"seem better by chance. Another seed gives new boards.", o.Winners))
	}
	return append(all, o.remarks()...)
}

// sentence makes a sentence of the text of an error.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// remarks returns sentences about the winner's place in the space, about unsolved trials, about the
// cells of a grid, and about the limit of a trial.
func (o Outcome) remarks() (all []string) {
	all = append(all, o.edges()...)
	boards, solved := 0, 0
	for _, c := range o.Left {
		n, k := c.Boards()
		boards += n
		solved += k
	}
	if unsolved := boards - solved; unsolved > 0 && o.Tuner.Objective != Accuracy {
		all = append(all, fmt.Sprintf("Of the %s trials of the configurations left, %s found no plan. Each of "+
			"these counts as %s.", units.Grouped(uint64(boards)), units.Grouped(uint64(unsolved)),
			words[o.Tuner.Objective].unsolved))
	}
	if o.Tuner.Method == Grid {
		grid := o.Grid()
		if ran := len(grid.Cells); ran < grid.All {
			all = append(all, fmt.Sprintf("The budget sufficed for %s of %s combinations of values.",
				units.Grouped(uint64(ran)), units.Grouped(uint64(grid.All))))
		}
	}
	return append(all, o.Tuner.Limit())
}

// edges names the settings of the winner that are at an end of their range, if the range could be
// wider.
func (o Outcome) edges() (all []string) {
	settings := o.Winner.Solver.Settings
	for i, d := range o.Tuner.Space.Dimensions {
		if d.Values != nil || !o.Tuner.Space.active(i, o.Winner.point) {
			continue
		}
		text := settings.Get(d.Setting)
		row := rowOf(d.Setting)
		end := ""
		switch {
		case text == d.text(0) && d.Low > row.Low:
			end = "low"
		case text == d.text(1) && d.High < row.High:
			end = "high"
		default: // within the range, or no value of the setting is beyond it
			continue
		}
		all = append(all, fmt.Sprintf("%s=%s is at the %s end of its range %s..%s, so a wider range may do better.",
			d.Setting, text, end, d.text(0), d.text(1)))
	}
	return all
}

// change describes a gain in mean cost with its interval.
func (o Outcome) change(gain stats.Interval) string {
	text := "a difference of %s points (95 %% interval %s to %s)"
	format := func(x float64) string { return units.Decimals(100*x, 1) }
	if words[o.Tuner.Objective].exponential {
		text = "%s times as much (95 %% interval %s to %s)"
		format = func(x float64) string { return units.Ratio.Format(math.Exp(-x)) }
		gain.Low, gain.High = gain.High, gain.Low
	}
	return fmt.Sprintf(text, format(gain.Value), format(gain.Low), format(gain.High))
}

// Run tunes: it finds configurations, follows the path from the default configuration to the best
// one, and compares both on boards that were not used before. The same seed gives the same outcome
// on any number of jobs, if the budget and the limits of trials are counted in states. If the
// context is cancelled, Run returns what it has found so far. All decisions depend only on the
// records, so a second run with the same trials comes to the same outcome.
func (t *Tuner) Run(ctx context.Context, trials Trials) (Outcome, error) {
	s := &tuning{
		Tuner:    t,
		ctx:      ctx,
		trials:   trials,
		began:    time.Now(),
		byValues: map[string]*Configuration{},
		reserved: map[puzzle.Board]bool{},
		statuses: map[search.Status]int{},
	}
	for _, g := range t.Kinds {
		for p, err := range g.Draw() {
			if err != nil {
				return Outcome{}, err
			}
			s.reserved[p.Start] = true
		}
	}
	s.include(t.Space.base, t.Space.pointOf(t.Space.base))
	err := s.pilot()
	if err == nil {
		s.notify()
		err = s.find()
	}
	if err = ended(err); err == nil {
		err = s.checkCeiling()
	}
	if err == nil {
		err = ended(s.final())
	}
	if ceiling, ok := errors.AsType[*CeilingError](err); ok {
		s.outcome.Ceiling = ceiling
	}
	s.conclude()
	if err == nil && s.outcome.Winner != nil && s.outcome.Winner != s.all[0] {
		if err = ended(s.path()); err == nil {
			err = ended(s.test())
		}
	}
	s.outcome.Partial = ctx.Err() != nil
	if s.outcome.Partial {
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
	if t.Method == Race {
		return t.race()
	}
	return t.sample()
}

// samplePoints returns the points of a grid or of random search, in the order in which they run. A
// grid has a random order, so that the budget, if it is too small, does not favour a corner of the
// space.
func (t *tuning) samplePoints() [][]float64 {
	rng := puzzle.NewRand(t.Seed, sampling)
	if t.Method == Random {
		return t.Space.uniform(mostConfigurations, rng)
	}
	points := t.Space.grid()
	rng.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	return points
}

// finalBlocks is the maximum number of blocks on which the configurations left at the end run.
const finalBlocks = 50

// final runs the configurations left at the end and the default configuration on the same blocks,
// and ranks the former again.
func (t *tuning) final() error {
	if len(t.elites) == 0 {
		return nil
	}
	list := t.withDefault()
	var err error
	for block := 0; block < finalBlocks && err == nil; block++ {
		if err = t.evaluate(list, block, finalShare); err == nil {
			t.report("final", t.elites[0], len(list))
		}
	}
	if ended(err) != nil {
		return err
	}
	if t.Method == Race {
		t.rank(func(c *Configuration) bool { return slices.Contains(list, c) })
	} else {
		t.elites = sorted(list, common(list...))
	}
	return nil
}

// withDefault returns the elites and the default configuration.
func (t *tuning) withDefault() []*Configuration {
	if slices.Contains(t.elites, t.all[0]) {
		return t.elites
	}
	return append(slices.Clone(t.elites), t.all[0])
}

// conclude sets the winner, and what the trials show about the settings.
func (t *tuning) conclude() {
	o := &t.outcome
	o.Tuner = t.Tuner
	if o.All = t.ran(); len(o.All) == 0 {
		return
	}
	o.Left = t.withDefault()
	o.Winner = o.Left[0]
	if at := common(o.Winner, t.all[0]); len(at) > 0 {
		o.Gain, _ = gain(t.all[0].of(at), o.Winner.of(at))
		if o.Gain.Value <= 0 {
			o.Winner = t.all[0]
		}
	}
	if o.Ceiling == nil {
		t.explain()
	}
}

// gain returns the mean of the differences of costs with its interval, and tests whether it is 0.
func gain(before, after []float64) (stats.Interval, stats.Test) {
	return stats.PairedMean(floats.SubTo(make([]float64, len(before)), before, after))
}

// pathBlocks is the maximum number of blocks for each step of the path.
const pathBlocks = 10

// path goes from the default configuration to the winner. In each step, the setting changes that
// lowers the mean cost most, among those that still differ from the winner. All configurations on
// the way run on the same blocks, which the winner has run on.
//
// Source: C. Fawcett, H. Hoos, "Analysing differences between algorithm configurations through
// ablation", Journal of Heuristics 22 (2016), pages 431-458.
func (t *tuning) path() error {
	winner, now := t.outcome.Winner, t.all[0]
	at := common(winner)
	at = at[:min(len(at), pathBlocks*len(t.Kinds))]
	for now != winner {
		var list []*Configuration
		target := winner.Solver.Settings
		for _, name := range slices.Sorted(maps.Keys(target.Differing(now.Solver.Settings))) {
			if c := t.step(now, winner, name); !slices.Contains(list, c) && c != now {
				list = append(list, c)
			}
		}
		if list == nil { // the rest has no effect
			return nil
		}
		for _, k := range at {
			if err := t.evaluate(append(list, now, winner), k/len(t.Kinds), pathShare); err != nil {
				return err
			}
		}
		next := sorted(list, at)[0]
		if now == t.all[0] {
			t.outcome.Path = append(t.outcome.Path, Change{Cost: now.mean(at), Boards: len(at)})
		}
		t.outcome.Path = append(t.outcome.Path, Change{
			next.Solver.Settings.Differing(now.Solver.Settings), next.mean(at), len(at)})
		now = next
		t.report("path", winner, 0)
	}
	return nil
}

// step returns the configuration in which a setting has the value of another configuration, and so
// have the settings that begin to have an effect by this.
func (t *tuning) step(from, to *Configuration, setting string) *Configuration {
	settings := from.Solver.Settings.With(setting, to.Solver.Settings.Get(setting))
	for _, d := range t.Space.Dimensions {
		switch active := settings.Active(d.Setting); {
		case !active:
			settings = settings.With(d.Setting, t.Space.base.Get(d.Setting))
		case !from.Solver.Settings.Active(d.Setting):
			settings = settings.With(d.Setting, to.Solver.Settings.Get(d.Setting))
		}
	}
	return t.include(settings, t.Space.pointOf(settings))
}

// FewestTests is the smallest number of boards of each kind in the test, even if the budget is used
// up.
const FewestTests = 10

// test compares the winner with the default configuration on the boards of the test.
func (t *tuning) test() error {
	groups, winner, byDefault := slices.Clone(t.Kinds), t.outcome.Winner, t.all[0]
	each := max(t.used()/float64(t.outcome.Trials)*float64(len(groups)), t.atLimit()) // a board of each kind
	affordable := int(max(1-t.used(), 0) / each / 2)
	for i := range groups {
		groups[i].Name += " test"
		groups[i].Count = min(groups[i].Count, max(affordable, FewestTests))
	}
	t.report("held-out test", winner, 2)
	part, records, err := t.request([]*Configuration{winner, byDefault}, groups, t.Seed)
	if err != nil {
		return err
	}
	if len(records) < part.Trials() {
		return ErrMissing
	}
	var before, after []float64
	for _, r := range records { // of both in the order of the boards
		cost := t.Objective.Cost(r)
		if r.Solver == winner.Name {
			after = append(after, cost)
		} else {
			before = append(before, cost)
		}
	}
	difference, test := gain(before, after)
	t.outcome.Test = &Test{
		Gain:     difference,
		P:        test.P,
		Winner:   stats.Mean(after),
		Default:  stats.Mean(before),
		Analysis: analysis.New(part, records),
	}
	return nil
}

// report passes the progress to the observer.
func (t *tuning) report(phase string, best *Configuration, left int) {
	if t.Observe != nil {
		t.Observe(Progress{Phase: phase, Best: best, Left: left, Used: min(t.used(), 1)})
	}
}
