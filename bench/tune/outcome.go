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
	Winner  *Configuration   // the default if no other did better; nil if none has run
	Left    []*Configuration // those left at the end, and the default; see Compared
	All     []*Configuration // all configurations that have run, the default first
	Races   [][]int          // for each race, the number of configurations left after each block
	Path    []Change         // from the default to the winner; nil if the default wins
	Gain    stats.Interval   // mean cost of the default minus that of Left[0], in the tuning
	Test    *Test            // nil if the winner is the default, or if the test has not run
	Effects []Effect
	Trials  int
	States  uint64
	Partial bool          // an interrupt ended the tuning
	Ceiling *CeilingError // not nil if no trial could tell configurations apart

	// Heat has the mean costs by the values of the first two settings of Effects, row by row of the
	// second.
	Heat []float64

	// Winners is the number of winners that the boards of the test had tested, this one included.
	// It is 0 if the number is unknown.
	Winners int
}

// Test compares the winner with the default configuration on boards that were not used for tuning.
type Test struct {
	Gain    stats.Interval // mean cost of the default configuration minus that of the winner
	P       float64        // probability of such a difference by chance, see stats.PairedMean
	Winner  Tested
	Default Tested

	// More is the share of boards that the winner solved minus that of the default configuration.
	More  stats.Interval
	MoreP float64
	// Both is the gain on the boards that both configurations solved.
	Both  stats.Interval
	BothP float64

	Analysis *analysis.Analysis
}

// Tested has the results of a configuration on the boards of the test.
type Tested struct {
	Cost      float64 // mean
	Solved    int     // number of boards
	Evaluated float64 // mean number of evaluated plans
	Generated float64 // mean number of generated states
}

// Holds reports whether the winner is better on the boards of the test.
func (t *Test) Holds() bool { return t != nil && t.P < significance && t.Gain.Value > 0 }

// Change is a step on the path from the default configuration to the winner: one setting takes the
// value of the winner.
type Change struct {
	// Settings has the new values: of the setting, and of those that have an effect only with it.
	Settings bench.Values

	Cost   float64 // mean cost after the step
	Boards int     // behind Cost

	// Gain is the mean cost before the step minus that after it, on the same boards. It is unknown
	// (NaN) for the default, which is no step.
	Gain stats.Interval
	P    float64 // probability of such a gain by chance
}

// String describes the step, such as "phases=12".
func (c Change) String() string { return cmp.Or(c.Settings.String(), "default") }

// Conclusions says in sentences what the tuning found: the winner, whether it is better on the
// boards of the test, how this compares with the trials of the tuning, and how many winners these
// boards have tested.
func (o Outcome) Conclusions() []string {
	switch {
	case o.Winner == nil:
		return []string{"No configuration has run."}
	case o.Ceiling != nil:
		return []string{sentence(o.Ceiling.Error()), o.Tuner.Limit()}
	case len(o.All) == 1:
		return []string{"Only the default configuration has run.", o.Tuner.Limit()}
	}
	var sentences []string
	switch {
	case o.Winner == o.All[0]:
		sentences = append(sentences, o.noGain()...)
	case o.Test == nil:
		sentences = append(sentences, fmt.Sprintf(
			"The winner is %s. It has not been tested on other boards.", o.winner()), o.inTuning())
	default:
		sentences = o.tested()
	}
	return append(sentences, o.remarks()...)
}

// winner names the winner with its settings.
func (o Outcome) winner() string {
	return fmt.Sprintf("%s (%v)", o.Winner.Name, o.Winner.Settings)
}

// inTuning says how much better the winner was in tuning.
func (o Outcome) inTuning() string {
	return fmt.Sprintf("In tuning, its score was %s.", o.change(o.Gain))
}

// tested says whether the winner is better on the boards of the test, and in what.
func (o Outcome) tested() []string {
	t := o.Test
	boards := units.Plural(t.Gain.N, "board", "boards")
	verdict := fmt.Sprintf("The winner in tuning is %s, but no gain in %s was found on %s that "+
		"were not used for tuning", o.winner(), o.Tuner.Objective.wording().label, boards)
	if t.Holds() {
		verdict = fmt.Sprintf("The winner is %s. It is better than the default on %s that were "+
			"not used for tuning", o.winner(), boards)
	}
	sentences := []string{verdict + ": " + t.solved() + "."}
	if o.Tuner.Objective != Accuracy {
		if n := t.Both.N; n > 0 && n < t.Gain.N {
			sentences = append(sentences, o.onSolvedByBoth())
		}
		sentences = append(sentences, o.score())
	}
	sentences = append(sentences, t.work(), o.inTuning())
	if !t.Holds() {
		sentences = append(sentences, o.afterTest())
	}
	if o.Winners == 1 {
		sentences = append(sentences, "No other winner had been tested on these boards.")
	}
	if o.Winners > 1 {
		sentences = append(sentences, fmt.Sprintf(
			"With this one, %d winners have been tested on these boards, so one of them may seem "+
				"better by chance. Another seed gives new boards.", o.Winners))
	}
	return sentences
}

// afterTest says what to do next if the test shows no gain.
func (o Outcome) afterTest() string {
	if t := o.Test; t.P < significance && t.Gain.Value < 0 {
		return "The winner is worse on the boards of the test. Next: keep the default, or search " +
			"other settings."
	}
	return fmt.Sprintf("Next: keep the default, or search longer, with --budget %s.",
		o.Tuner.Budget.times(4))
}

// solved says how many boards of the test each configuration solved.
func (t *Test) solved() string {
	text := fmt.Sprintf("it solved %s, and the default %s",
		units.Grouped(uint64(t.Winner.Solved)), units.Grouped(uint64(t.Default.Solved)))
	if t.Winner.Solved == t.Default.Solved {
		return text
	}
	return fmt.Sprintf("%s (%s points, %s)", text, points(t.More.Value),
		certainty(t.More, t.MoreP, points))
}

// onSolvedByBoth compares the configurations on the boards of the test that both solved.
func (o Outcome) onSolvedByBoth() string {
	t := o.Test
	shown := "no difference is shown"
	if t.BothP < significance {
		shown = "it is better there"
		if t.Both.Value < 0 {
			shown = "it is worse there"
		}
	}
	return fmt.Sprintf("On the %s that both solved, its %s is %s: %s.",
		units.Plural(t.Both.N, "board", "boards"), o.Tuner.Objective.wording().explained(),
		o.ratio(t.Both, t.BothP), shown)
}

// score compares the mean costs of the configurations on all boards of the test.
func (o Outcome) score() string {
	t := o.Test
	objective := o.Tuner.Objective
	words := objective.wording()
	penalty := ""
	if t.Winner.Solved < t.Gain.N || t.Default.Solved < t.Gain.N {
		penalty = " An unsolved board counts as " + words.unsolved + "."
	}
	label := words.label
	if t.Both.N == 0 || t.Both.N == t.Gain.N { // no sentence before has explained it
		label = words.explained()
	}
	return fmt.Sprintf("The score used for tuning, the geometric mean of the %s, is %s for the "+
		"winner and %s for the default. This is %s, in a randomisation test of the mean.%s",
		label, objective.Format(t.Winner.Cost), objective.Format(t.Default.Cost),
		o.ratio(t.Gain, t.P), penalty)
}

// work says how much work a board of the test took on average.
func (t *Test) work() string {
	what := "evaluated %s plans"
	winner := t.Winner.Evaluated
	base := t.Default.Evaluated
	if winner == 0 && base == 0 { // the solver does not evaluate plans
		what = "generated %s states"
		winner = t.Winner.Generated
		base = t.Default.Generated
	}
	return fmt.Sprintf("Per board, it "+what+" on average, and the default %s.",
		units.Count.Format(winner), units.Count.Format(base))
}

// ratio describes a gain in mean cost as a ratio of scores, with its interval and its probability.
func (o Outcome) ratio(gain stats.Interval, p float64) string {
	against := o.Tuner.Objective.Against(gain)
	return fmt.Sprintf("%s times that of the default (%s)", units.Ratio.Format(against.Value),
		certainty(against, p, units.Ratio.Format))
}

// certainty writes the interval of an estimate, if there is one, and its probability.
func certainty(interval stats.Interval, p float64, format func(float64) string) string {
	text := strings.Replace("p = "+units.Probability.Format(p), "= <", "< ", 1)
	if math.IsNaN(interval.Low) {
		return text
	}
	return fmt.Sprintf("95 %% interval %s to %s, %s", format(interval.Low), format(interval.High),
		text)
}

// points writes a difference of shares in percentage points, with its sign.
func points(share float64) string {
	text := units.Decimals(100*share, 1)
	if share > 0 && text != units.Decimals(0, 1) {
		text = "+" + text
	}
	return text
}

// sentence makes a sentence of the text of an error.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// remarks returns sentences about the winner's place in the space, about unsolved trials, about the
// cells of a grid, and about the limit of a trial.
func (o Outcome) remarks() []string {
	sentences := append(o.chosen(), o.steps()...)
	sentences = append(sentences, o.edges()...)
	if o.Tuner.Budget.States > 0 {
		more := ""
		if o.States > o.Tuner.Budget.States {
			more = fmt.Sprintf(": the test needs %d boards of each size", FewestTests)
		}
		sentences = append(sentences, fmt.Sprintf("The tuning used %s of the %s states of its "+
			"budget%s.", units.Grouped(o.States), units.Grouped(o.Tuner.Budget.States), more))
	}
	trials := 0
	unsolved := 0
	for _, c := range o.Left {
		boards, solved := c.Boards()
		trials += boards
		unsolved += boards - solved
	}
	if unsolved > 0 && o.Tuner.Objective != Accuracy {
		sentences = append(sentences, fmt.Sprintf(
			"Of the %s trials of the configurations left, %s found no plan. Each of these counts "+
				"as %s.",
			units.Grouped(uint64(trials)), units.Grouped(uint64(unsolved)),
			o.Tuner.Objective.wording().unsolved))
	}
	if o.Tuner.Method == Grid {
		grid := o.Grid()
		if ran := len(grid.Cells); ran < grid.All {
			sentences = append(sentences, fmt.Sprintf(
				"The budget sufficed for %s of %s combinations of values.",
				units.Grouped(uint64(ran)), units.Grouped(uint64(grid.All))))
		}
		if levels := o.Tuner.Space.levelsChosen(); levels != "" {
			sentences = append(sentences, levels)
		}
	}
	return append(sentences, o.Tuner.Limit())
}

// steps says which steps from the default configuration to the winner are shown to help.
func (o Outcome) steps() []string {
	if len(o.Path) < 3 { // one step has the effect of all
		return nil
	}
	var helping []string
	for _, step := range o.Path[1:] {
		if step.P < significance && step.Gain.Value > 0 {
			helping = append(helping, step.String())
		}
	}
	shown := "no step is shown to help by itself"
	if helping != nil {
		shown = "only these steps are shown to help: " + strings.Join(helping, ", ")
	}
	if len(helping) == len(o.Path)-1 {
		shown = "each step is shown to help"
	}
	return []string{fmt.Sprintf("On the path from the default to the winner, on %s of the tuning, "+
		"%s.", units.Plural(o.Path[1].Boards, "board", "boards"), shown)}
}

// edges names the settings of the winner that are at an end of their range, if the search chose
// this end, if the range could be wider, and if the winner could be better.
func (o Outcome) edges() (sentences []string) {
	settings := o.Winner.Solver.Settings
	boards, solved := o.Winner.Boards()
	if o.Tuner.Objective == Accuracy && boards > 0 && solved == boards {
		return nil
	}
	for i, d := range o.Tuner.Space.Dimensions {
		if d.Values != nil || !o.Tuner.Space.active(i, o.Winner.point) {
			continue
		}
		text := settings.Get(d.Setting)
		if text == o.Tuner.Space.base.Get(d.Setting) { // the search did not choose it
			continue
		}
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
		sentences = append(sentences, fmt.Sprintf(
			"%s=%s is at the %s end of its range %s..%s, so a wider range may do better.",
			d.Setting, text, end, d.text(0), d.text(1)))
	}
	return sentences
}

// change describes a gain in mean cost with its interval.
func (o Outcome) change(gain stats.Interval) string {
	objective := o.Tuner.Objective
	from := "points from"
	if objective.wording().exponential {
		from = "times"
	}
	against := objective.Against(gain)
	return fmt.Sprintf("%s %s that of the default (95 %% interval %s to %s)",
		objective.FormatAgainst(against.Value), from, objective.FormatAgainst(against.Low),
		objective.FormatAgainst(against.High))
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
	for _, kind := range t.Kinds {
		for p, err := range kind.Draw() {
			if err != nil {
				return Outcome{}, err
			}
			s.reserved[p.Start] = true
		}
	}
	s.include(t.Space.base, t.Space.pointOf(t.Space.base))
	err := s.search()
	if ceiling, ok := errors.AsType[*CeilingError](err); ok {
		s.outcome.Ceiling = ceiling
	}
	s.conclude()
	if err == nil {
		err = s.spendRest()
	}
	if err == nil {
		err = s.verify()
	}
	s.outcome.Partial = ctx.Err() != nil
	if s.outcome.Partial {
		return s.outcome, nil
	}
	return s.outcome, err
}

// search finds configurations, and compares the ones left at the end.
func (t *tuning) search() error {
	err := t.pilot()
	if err == nil {
		t.notify()
		err = t.find()
	}
	if ended(err) != nil {
		return err
	}
	if err := t.checkCeiling(); err != nil {
		return err
	}
	return ended(t.final(finalShare))
}

// spendRest compares the configurations left on more blocks if the default wins, because then no
// test takes the rest of the budget. It keeps a part of the budget for the smallest test of another
// winner.
func (t *tuning) spendRest() error {
	defaultWins := t.outcome.Winner != nil && t.outcome.Winner == t.all[0]
	if !defaultWins || len(t.outcome.Left) < 2 {
		return nil
	}
	t.short = true
	if err := ended(t.final(pathShare)); err != nil {
		return err
	}
	t.conclude()
	return nil
}

// verify follows the path from the default configuration to the winner, and tests the winner. It
// does nothing if the default wins.
func (t *tuning) verify() error {
	if t.outcome.Winner == nil || t.outcome.Winner == t.all[0] {
		return nil
	}
	if err := ended(t.path()); err != nil {
		return err
	}
	return ended(t.test())
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

// final runs the configurations left at the end and the default configuration on the same blocks.
// Then it ranks the configurations left again. It stops when a share of the budget is used up.
func (t *tuning) final(share float64) error {
	if len(t.elites) == 0 {
		return nil
	}
	list := t.withDefault()
	var err error
	for block := range finalBlocks {
		err = t.evaluate(list, block, share)
		if err != nil {
			break
		}
		t.report("final", t.elites[0], len(list))
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
	o.All = t.ran()
	if len(o.All) == 0 {
		return
	}
	o.Left = t.withDefault()
	o.Winner = o.Left[0]
	observations := common(o.Winner, t.all[0])
	if len(observations) > 0 {
		o.Gain, _ = gain(t.all[0].costsOf(observations), o.Winner.costsOf(observations))
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
	winner := t.outcome.Winner
	now := t.all[0]
	observations := common(winner)
	observations = observations[:min(len(observations), pathBlocks*len(t.Kinds))]
	for now != winner {
		steps := t.steps(now, winner)
		if steps == nil { // the rest has no effect
			return nil
		}
		compared := append(slices.Clone(steps), now, winner)
		for _, observation := range observations {
			block := observation / len(t.Kinds)
			if err := t.evaluate(compared, block, pathShare); err != nil {
				return err
			}
		}
		next := sorted(steps, observations)[0]
		if now == t.all[0] {
			t.outcome.Path = append(t.outcome.Path, Change{
				Cost:   now.mean(observations),
				Boards: len(observations),
				Gain:   stats.Interval{Value: math.NaN(), Low: math.NaN(), High: math.NaN()},
				P:      1,
			})
		}
		stepGain, stepTest := gain(now.costsOf(observations), next.costsOf(observations))
		t.outcome.Path = append(t.outcome.Path, Change{
			Settings: next.Solver.Settings.Differing(now.Solver.Settings),
			Cost:     next.mean(observations),
			Boards:   len(observations),
			Gain:     stepGain,
			P:        stepTest.P,
		})
		now = next
		t.report("path", winner, 0)
	}
	return nil
}

// steps returns the configurations that differ from one in a setting, which has the value of
// another configuration.
func (t *tuning) steps(from, to *Configuration) (list []*Configuration) {
	differing := to.Solver.Settings.Differing(from.Solver.Settings)
	for _, name := range slices.Sorted(maps.Keys(differing)) {
		c := t.step(from, to, name)
		if c != from && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// step returns the configuration in which a setting has the value of another configuration, and so
// have the settings that begin to have an effect by this.
func (t *tuning) step(from, to *Configuration, setting string) *Configuration {
	settings := from.Solver.Settings.With(setting, to.Solver.Settings.Get(setting))
	for _, d := range t.Space.Dimensions {
		switch {
		case !settings.Active(d.Setting):
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

// testSuffix ends the names of groups whose boards were not used for tuning.
const testSuffix = " test"

// IsTest reports whether the boards of a group of a tuning test the winner. The other groups were
// used to choose it, so a comparison on them favours the winner.
func IsTest(group string) bool { return strings.HasSuffix(group, testSuffix) }

// test compares the winner with the default configuration on the boards of the test.
func (t *tuning) test() error {
	groups := slices.Clone(t.Kinds)
	winner := t.outcome.Winner
	affordable := int(max(1-t.used(), 0) / t.testShareOf(winner))
	for i := range groups {
		groups[i].Name += testSuffix
		groups[i].Count = min(groups[i].Count, max(affordable, FewestTests))
	}
	t.report("held-out test", winner, 2)
	part, records, err := t.request([]*Configuration{winner, t.all[0]}, groups, t.Seed)
	if err != nil {
		return err
	}
	if len(records) < part.Trials() && !t.fewerTests(winner.Name, records) {
		return ErrMissing
	}
	t.outcome.Test = t.compareTested(winner.Name, records)
	t.outcome.Test.Analysis = analysis.New(part, records)
	return nil
}

// testShareOf returns the share of the budget that the test of the winner takes on a board of each
// kind. The winner and the default configuration may need more work than a mean configuration.
func (t *tuning) testShareOf(winner *Configuration) float64 {
	kinds := float64(len(t.Kinds))
	perTrial := t.used() / float64(t.outcome.Trials)
	each := 2 * max(perTrial*kinds, t.atLimit())
	if t.Budget.States == 0 {
		return each
	}
	states := 0.0 // on a board of each kind
	for _, c := range []*Configuration{winner, t.all[0]} {
		observations := common(c)
		states += kinds * c.statesOn(observations) / float64(max(len(observations), 1))
	}
	return max(each, states/float64(t.Budget.States))
}

// fewerTests reports whether the stored records of a test are complete, although today's test would
// have more boards. If the budget is a time, the number of boards depends on the time that was left,
// which a replay does not know.
func (t *tuning) fewerTests(winner string, records []bench.Record) bool {
	boards := map[string]int{} // of the winner minus those of the default, by group
	for _, r := range records {
		if r.Solver == winner {
			boards[r.Group]++
		} else {
			boards[r.Group]--
		}
	}
	for _, difference := range boards {
		if difference != 0 {
			return false
		}
	}
	return t.Budget.Time > 0 && len(boards) == len(t.Kinds)
}

// compareTested compares the winner of the given name with the default configuration. The records
// of each have the order of the boards.
func (t *tuning) compareTested(winner string, records []bench.Record) *Test {
	var ofWinner, ofDefault []bench.Record
	for _, r := range records {
		if r.Solver == winner {
			ofWinner = append(ofWinner, r)
		} else {
			ofDefault = append(ofDefault, r)
		}
	}
	var gains, more, both []float64
	for i, after := range ofWinner {
		before := ofDefault[i]
		difference := t.Objective.Cost(before) - t.Objective.Cost(after)
		gains = append(gains, difference)
		more = append(more, Objective(Accuracy).Cost(before)-Objective(Accuracy).Cost(after))
		if before.Status == search.Solved && after.Status == search.Solved {
			both = append(both, difference)
		}
	}
	compared := &Test{Winner: t.tested(ofWinner), Default: t.tested(ofDefault)}
	var test stats.Test
	compared.Gain, test = stats.PairedMean(gains)
	compared.P = test.P
	compared.More, test = stats.PairedMean(more)
	compared.MoreP = test.P
	compared.Both, test = stats.PairedMean(both)
	compared.BothP = test.P
	return compared
}

// tested returns the results of a configuration, given its records.
func (t *tuning) tested(records []bench.Record) Tested {
	var result Tested
	n := float64(len(records))
	for _, r := range records {
		result.Cost += t.Objective.Cost(r) / n
		result.Evaluated += float64(r.Evaluated) / n
		result.Generated += float64(r.Generated) / n
		if r.Status == search.Solved {
			result.Solved++
		}
	}
	return result
}

// report passes the progress to the observer.
func (t *tuning) report(phase string, best *Configuration, left int) {
	if t.Observe != nil {
		t.Observe(Progress{Phase: phase, Best: best, Left: left, Used: min(t.used(), 1)})
	}
}
