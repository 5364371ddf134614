package tune

import (
	"cmp"
	"math"
	"slices"

	"npuzzle/bench/stats"
	"npuzzle/internal/units"
)

// LeftConfigurations are the configurations left at the end, and the default.
type LeftConfigurations struct {
	Rows   []LeftConfiguration // the best mean difference from the default first
	Boards int                 // number of boards behind each row; 0 if rows have different boards
}

// LeftConfiguration is a configuration left at the end, compared with the default.
type LeftConfiguration struct {
	*Configuration
	Wins   bool // whether it is the winner
	Boards int
	Solved int            // number of boards
	Cost   stats.Interval // mean
	// Gain is the mean cost of the default minus that of the configuration, on the same boards. It
	// is unknown (NaN) for the default itself.
	Gain stats.Interval
}

// Compared returns the configurations left at the end. All rows have the same boards, those that
// all have run on. If there are none, each row has its own boards. There are no rows if no
// configuration has run.
func (o Outcome) Compared() LeftConfigurations {
	if len(o.Left) == 0 {
		return LeftConfigurations{}
	}
	shared := common(o.Left...)
	left := LeftConfigurations{Boards: len(shared)}
	base := o.All[0]
	for _, c := range o.Left {
		observations := shared
		if len(shared) == 0 {
			observations = common(c)
		}
		row := LeftConfiguration{
			Configuration: c,
			Wins:          c == o.Winner,
			Boards:        len(observations),
			Cost:          o.Tuner.Objective.meanOf(c.costsOf(observations)),
			Gain:          stats.Interval{Value: math.NaN(), Low: math.NaN(), High: math.NaN()},
		}
		for _, observation := range observations {
			if c.solved[observation] {
				row.Solved++
			}
		}
		if c != base {
			compared := common(c, base)
			if len(shared) > 0 {
				compared = shared
			}
			row.Gain, _ = gain(base.costsOf(compared), c.costsOf(compared))
		}
		left.Rows = append(left.Rows, row)
	}
	slices.SortStableFunc(left.Rows, func(a, b LeftConfiguration) int {
		return cmp.Compare(b.gained(), a.gained())
	})
	return left
}

// gained returns the mean difference from the default, which is 0 for the default itself.
func (c LeftConfiguration) gained() float64 {
	if math.IsNaN(c.Gain.Value) {
		return 0
	}
	return c.Gain.Value
}

// Against returns a gain in mean cost as people read it: the score divided by that of the default
// or, for accuracy, the difference of accuracies.
func (o Objective) Against(gain stats.Interval) stats.Interval {
	if !o.wording().exponential {
		return gain
	}
	return stats.Interval{
		Value: math.Exp(-gain.Value),
		Low:   math.Exp(-gain.High),
		High:  math.Exp(-gain.Low),
		N:     gain.N,
	}
}

// FormatAgainst writes a value of Against.
func (o Objective) FormatAgainst(value float64) string {
	switch {
	case math.IsNaN(value):
		return units.Unknown
	case o.wording().exponential:
		return units.Ratio.Format(value)
	}
	return points(value)
}

// chosen says that a model has chosen the winner, if another configuration did better on the boards
// that all configurations left have run on.
func (o Outcome) chosen() []string {
	rows := o.Compared().Rows
	if o.Winner == o.All[0] || rows[0].Wins || o.Tuner.Method != Race {
		return nil
	}
	return []string{"A model of all trials chose the winner, because the configuration that did " +
		"best on the last boards may have been lucky."}
}
