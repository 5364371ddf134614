package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"

	"npuzzle/internal/units"
)

// Axis is one of the two axes of a panel.
type Axis struct {
	Label string
	Unit  units.Unit // of the values; the marks show it
	Log   bool       // logarithmic; takes values above 0 only
	// The axis reaches at least from Low to High, if they differ.
	Low, High float64
	Names     []string // of the places 0, 1, 2, ..., instead of numbers
}

// mark writes a value beside an axis, as a multiple of a prefix: 2000 as "2 k". Units without a
// suffix have a plain 0.
func mark(unit units.Unit, value, factor float64, prefix string) string {
	if _, name := unit.Prefix(1); value == 0 && name == "" {
		return "0"
	}
	return strconv.FormatFloat(value/factor, 'g', 6, 64) + prefix
}

// place returns the places of values on the axis. The places on a logarithmic axis are logarithms,
// and gonum draws them on a linear axis. NaN stays NaN.
func (a Axis) place(values []float64) ([]float64, error) {
	places := slices.Clone(values)
	for i, v := range places {
		if a.Log && v <= 0 {
			return nil, fmt.Errorf("%s of %v on a logarithmic axis; expected more than 0", a.Label, v)
		}
		if a.Log {
			places[i] = math.Log10(v)
		}
	}
	return places, nil
}

// apply sets the range and the marks of a gonum axis, whose range so far is that of the places. A
// logarithmic axis is extended to the next 1, 2 or 5 times a power of ten, so that its ends have
// marks.
func (a Axis) apply(to *plot.Axis) {
	switch {
	case a.Names != nil:
		to.Min, to.Max = -0.5, float64(len(a.Names))-0.5
		to.Tick.Marker = names(a.Names)
		to.Tick.LineStyle.Color = color.Transparent
	case a.Log:
		low, _ := nice(math.Pow(10, to.Min))
		_, high := nice(math.Pow(10, to.Max))
		if low == high {
			low, high = low/2, high*2
		}
		to.Min, to.Max = math.Log10(low), math.Log10(high)
		to.Tick.Marker = powers{a.Unit}
	default:
		if a.Low < a.High {
			to.Min, to.Max = min(to.Min, a.Low), max(to.Max, a.High)
		}
		to.Tick.Marker = ticks{a.Unit}
	}
}

// slack is the relative error that counts as rounding.
const slack = 1e-9

// nice returns the numbers next to a value that are 1, 2 or 5 times a power of ten: the largest that
// is at most the value, and the smallest that is at least the value.
func nice(value float64) (below, above float64) {
	power := math.Pow(10, math.Floor(math.Log10(value)+slack))
	for _, digit := range []float64{1, 2, 5, 10} {
		above = digit * power
		if above <= value*(1+slack) {
			below = above
		}
		if above >= value*(1-slack) {
			break
		}
	}
	return below, above
}

// ticks are the marks of a linear axis. They are multiples of 1, 2 or 5 times a power of ten, all
// with the same prefix. Counts and moves have marks at whole numbers only.
type ticks struct{ unit units.Unit }

// mostLinear is the largest number of steps between the labels of a linear axis.
const mostLinear = 7

func (t ticks) Ticks(low, high float64) []plot.Tick {
	_, step := nice((high - low) / mostLinear)
	if t.unit == units.Count || t.unit == units.Moves {
		step = max(step, 1)
	}
	factor, prefix := t.unit.Prefix(max(math.Abs(low), math.Abs(high)) / 10)
	var all []plot.Tick
	for i := math.Ceil(low/step - slack); i*step <= high*(1+slack); i++ {
		value := i*step + 0 // which turns -0 into 0
		all = append(all, plot.Tick{Value: value, Label: mark(t.unit, value, factor, prefix)})
	}
	return all
}

// powers are the marks of a logarithmic axis: the powers of ten with labels, and 2 to 9 times each of
// them without labels. An axis of at most two powers also has labels at 2 and 5 times a power.
type powers struct{ unit units.Unit }

const (
	// mostPowers is the approximate number of powers of ten that have labels. More labels would
	// overlap below a panel of a grid.
	mostPowers = 7
	// narrow is the largest number of powers of ten for which the marks are in equal steps. An axis
	// from 50 k to 100 k, a third of a power, has no other marks than its ends.
	narrow = 0.5
)

func (t powers) Ticks(low, high float64) []plot.Tick {
	if high-low <= narrow {
		all := ticks(t).Ticks(math.Pow(10, low), math.Pow(10, high))
		for i := range all {
			all[i].Value = math.Log10(all[i].Value)
		}
		return all
	}
	first, last := int(math.Floor(low+slack)), int(math.Ceil(high-slack))
	each := 1 + (last-first)/mostPowers
	var all []plot.Tick
	for exponent := first; exponent <= last; exponent++ {
		for digit := 1.0; digit < 10; digit++ {
			place := float64(exponent) + math.Log10(digit)
			if place < low-slack || place > high+slack {
				continue
			}
			tick := plot.Tick{Value: place}
			between := last-first <= 2 && (digit == 2 || digit == 5)
			if digit == 1 && (exponent-first)%each == 0 || between {
				value := digit * math.Pow(10, float64(exponent))
				factor, prefix := t.unit.Prefix(value)
				tick.Label = mark(t.unit, value, factor, prefix)
			}
			if each == 1 || digit == 1 {
				all = append(all, tick)
			}
		}
	}
	return all
}

// names are the marks of an axis of named places.
type names []string

func (n names) Ticks(_, _ float64) []plot.Tick {
	all := make([]plot.Tick, len(n))
	for i, name := range n {
		all[i] = plot.Tick{Value: float64(i), Label: short(name)}
	}
	return all
}
