package tune

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"npuzzle/bench/stats"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// fewestCompared is the number of shared boards below which a comparison with the default
// configuration tells nothing.
const fewestCompared = 10

// noGain says, if the default configuration has not been beaten, how it compares with the others,
// and what to do next.
func (o Outcome) noGain() []string {
	others := o.All[1:]
	first := fmt.Sprintf("No configuration was shown to be better than the default (%s tried).",
		units.Plural(len(others), "other was", "others were"))
	if ceiling := o.accuracyCeiling(); ceiling != nil {
		return append([]string{first}, ceiling...)
	}
	rival := o.rival()
	difference, test := o.against(rival)
	boards := units.Plural(difference.N, "board", "boards")
	name := fmt.Sprintf("%s (%v)", rival.Name, rival.Settings)
	label := o.Tuner.Objective.wording().explained()
	compared := fmt.Sprintf("The most promising of them is %s: on the same %s, its %s is %s.",
		name, boards, label, o.compared(difference, test))
	return []string{first, compared, o.nextStep(difference, test)}
}

// nextStep says what to do if the most promising configuration has the given difference from the
// default.
func (o Outcome) nextStep(difference stats.Interval, test stats.Test) string {
	switch {
	case difference.N < fewestCompared:
		return fmt.Sprintf("That is too few boards to tell. Next: --budget %s or more.",
			o.Tuner.Budget.times(budgetFactor(difference.N)))
	case test.P < significance && difference.Value < 0:
		return "It is worse, so the default is the best of these. Next: other settings, or a " +
			"wider range."
	case difference.N >= finalBlocks*len(o.Tuner.Kinds): // a larger budget has no more boards
		return "No difference is shown. Next: other settings, or a wider range."
	}
	return fmt.Sprintf("No difference is shown. Next: --budget %s compares them on more boards.",
		o.Tuner.Budget.times(4))
}

// budgetFactor returns how many times as large a budget must be for enough boards, if it sufficed
// for the given number.
func budgetFactor(boards int) int {
	boards = max(boards, 1)
	return max(2, (fewestCompared+boards-1)/boards)
}

// times writes a budget that is a multiple of the budget, as the flag takes it.
func (b Budget) times(factor int) string {
	if b.States == 0 {
		text := (b.Time * time.Duration(factor)).String()
		if strings.HasSuffix(text, "m0s") {
			text = strings.TrimSuffix(text, "0s")
		}
		return text
	}
	states := roundedUp(float64(b.States) * float64(factor))
	switch {
	case states%1_000_000 == 0:
		return fmt.Sprintf("%dMstates", states/1_000_000)
	case states%1000 == 0:
		return fmt.Sprintf("%dkstates", states/1000)
	}
	return fmt.Sprintf("%dstates", states)
}

// rival returns the most promising configuration besides the default: of those left at the end or,
// if only the default is left, of those that have run on the most boards.
func (o Outcome) rival() *Configuration {
	candidates := slices.Clone(o.Left)
	if len(candidates) == 1 {
		candidates = slices.Clone(o.All)
	}
	candidates = slices.DeleteFunc(candidates, func(c *Configuration) bool { return c == o.All[0] })
	best := candidates[0]
	bestGain, _ := o.against(best)
	for _, c := range candidates[1:] {
		gained, _ := o.against(c)
		moreBoards := gained.N > bestGain.N
		asMany := gained.N == bestGain.N
		if moreBoards || asMany && gained.Value > bestGain.Value {
			best = c
			bestGain = gained
		}
	}
	return best
}

// against returns the mean cost of the default configuration minus that of another one, on the
// boards that both have run on.
func (o Outcome) against(c *Configuration) (stats.Interval, stats.Test) {
	observations := common(c, o.All[0])
	return gain(o.All[0].costsOf(observations), c.costsOf(observations))
}

// compared describes a gain in mean cost with its interval and its test.
func (o Outcome) compared(gain stats.Interval, test stats.Test) string {
	switch {
	case test.N == 0:
		return "equal to that of the default on each board"
	case o.Tuner.Objective == Accuracy:
		return fmt.Sprintf("%s points from that of the default (%s)", points(gain.Value),
			certainty(gain, test.P, points))
	}
	return o.ratio(gain, test.P)
}

// accuracyCeiling returns sentences if the default configuration has solved all boards, and so have
// others: then the accuracy cannot tell which is better. It returns nil otherwise.
func (o Outcome) accuracyCeiling() []string {
	base := o.All[0]
	boards, solved := base.Boards()
	if o.Tuner.Objective != Accuracy || solved < boards {
		return nil
	}
	var equal []*Configuration
	for _, c := range o.All[1:] {
		boards, solved := c.Boards()
		enough := len(common(c, base)) >= o.Tuner.Blocks*len(o.Tuner.Kinds)
		if enough && solved == boards {
			equal = append(equal, c)
		}
	}
	if equal == nil {
		return nil
	}
	sentences := []string{fmt.Sprintf(
		"The default solved all of its %s, and %s of the %s all of theirs, so the accuracy has "+
			"reached its ceiling.",
		units.Plural(boards, "board", "boards"), units.Grouped(uint64(len(equal))),
		units.Plural(len(o.All)-1, "other", "others"))}
	if cheapest := o.cheapest(equal); cheapest != "" {
		sentences = append(sentences, cheapest)
	}
	fewest := len(common(equal[0], base))
	for _, c := range equal {
		fewest = min(fewest, len(common(c, base)))
	}
	if fewest < fewestCompared {
		sentences = append(sentences, fmt.Sprintf("%s are too few to tell more; --budget %s has "+
			"more.", units.Plural(fewest, "board", "boards"),
			o.Tuner.Budget.times(budgetFactor(fewest))))
	}
	size := o.Tuner.Kinds[len(o.Tuner.Kinds)-1].Goal.Size()
	harder := puzzle.Size{Rows: size.Rows, Cols: size.Cols + 1}
	return append(sentences, fmt.Sprintf(
		"Next: harder boards, such as --size %v, or --objective %s.", harder, States))
}

// cheapest names the configuration that generated the fewest states, compared with the default on
// the same boards. It returns "" if none generated fewer than the default.
func (o Outcome) cheapest(list []*Configuration) string {
	base := o.All[0]
	least := 1.0 // states of the best so far, divided by those of the default
	var best *Configuration
	for _, c := range list {
		observations := common(c, base)
		share := c.statesOn(observations) / max(base.statesOn(observations), 1)
		if share < least {
			least = share
			best = c
		}
	}
	if best == nil {
		return ""
	}
	return fmt.Sprintf("The cheapest of these is %s (%v): it generated %s fewer states than the "+
		"default on the same %s.", best.Name, best.Settings, units.Share.Format(1-least),
		units.Plural(len(common(best, base)), "board", "boards"))
}

// statesOn returns the number of states that a configuration generated in some observations.
func (c *Configuration) statesOn(observations []int) float64 {
	sum := 0.0
	for _, observation := range observations {
		sum += float64(c.states[observation])
	}
	return sum
}
