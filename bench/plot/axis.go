package plot

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"npuzzle/internal/units"
)

// Axis is one of the two axes of a panel. A linear axis of shares reaches at least from 0 to 100 %.
type Axis struct {
	Label string
	Unit  Unit     // unit of the values; the marks show it
	Log   bool     // logarithmic axis; all values must be above 0
	Names []string // names of the values 0, 1, 2, ..., shown instead of numbers
}

// mark formats a value for a mark of an axis, such as 2000 as "2 k". The prefix is the one that
// suits the parameter number. If the unit has no suffix, the value 0 has no prefix either: it is "0"
// beside "2 k".
func mark(unit units.Unit, value, number float64) string {
	if _, name := unit.Prefix(1); value == 0 && name == "" {
		return "0"
	}
	factor, prefix := unit.Prefix(number)
	return strconv.FormatFloat(value/factor, 'g', 6, 64) + prefix
}

// apply sets the range and the marks of a gonum axis. Before the call, the axis must have the range
// of the drawn values. A logarithmic axis gets the logarithms of values on a linear scale of gonum,
// because gonum's own logarithmic scale misplaces labels. It is extended on both sides to 1, 2 or 5
// times a power of ten, so that its ends have marks. If the axis has names, the parameter named has
// them as they are shown: shortened or folded.
func (a Axis) apply(axis *plot.Axis, named names) {
	axis.Tick.Marker = ticks{Axis: a}
	switch {
	case a.Names != nil:
		axis.Min = -0.5
		axis.Max = float64(len(a.Names)) - 0.5
		axis.Tick.Marker = named.marks()
		axis.Tick.LineStyle.Color = color.Transparent
	case a.Log:
		low := math.Pow(10, axis.Min)
		high := math.Pow(10, axis.Max)
		switch {
		case low > high: // no values
			low = 1
			high = 10
		case low == high:
			low /= 2
			high *= 2
		}
		axis.Min = -math.Log10(nice(1 / low)) // of the largest such number that is at most low
		axis.Max = math.Log10(nice(high))
	case a.Unit == units.Share: // at least this range, so that figures can be compared
		axis.Min = min(axis.Min, 0)
		axis.Max = max(axis.Max, 1)
	}
}

// scaled returns values as gonum draws them.
func (a Axis) scaled(values []float64) []float64 {
	if !a.Log || values == nil {
		return values
	}
	logarithms := make([]float64, len(values))
	for i, value := range values {
		logarithms[i] = math.Log10(value)
	}
	return logarithms
}

// slack is the largest relative error that is taken for a rounding error.
const slack = 1e-9

// nice returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least
// value. The inverse of such a number has this form, too.
func nice(value float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(value)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= value*(1-slack) {
			return digit * power
		}
	}
	return 10 * power
}

// ticks makes the marks of an axis.
//
// On a linear axis, their step is 1, 2 or 5 times a power of ten, and all marks have the same
// prefix. Axes of counts and moves have marks only at whole numbers. On a logarithmic axis, the
// powers of ten have labels, and their multiples by 2 to 9 have marks without labels. An axis that
// spans at most two powers also has labels at 2 and 5 times a power. An axis that spans less than
// half a power, such as one from 50 k to 100 k, has the marks of a linear axis. Otherwise, it would
// have labels only at its ends.
type ticks struct{ Axis }

// mostLinear is the maximum number of steps on a linear axis.
const mostLinear = 7

// Ticks implements plot.Ticker.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	if !t.Log {
		return t.between(low, high)
	}
	powers := t.between(math.Pow(10, low), math.Pow(10, high))
	for i, tick := range powers {
		powers[i].Value = math.Log10(tick.Value)
	}
	return powers
}

// halfPower is about the root of 10. A smaller range has too few multiples of powers of ten.
const halfPower = 3

// between returns the marks of a range of values.
func (t ticks) between(low, high float64) []plot.Tick {
	if t.Log && high/low > halfPower {
		return t.overPowers(low, high)
	}
	step := nice((high - low) / mostLinear)
	if t.Unit == units.Count || t.Unit == units.Moves {
		step = max(step, 1)
	}
	number := max(math.Abs(low), math.Abs(high)) / 10 // a prefix if the largest mark has two digits
	var marks []plot.Tick
	for i := math.Ceil(low/step - slack); i*step <= high*(1+slack); i++ {
		value := i*step + 0 // adding 0 turns -0 into 0
		marks = append(marks, plot.Tick{Value: value, Label: mark(t.Unit, value, number)})
	}
	return marks
}

// overPowers returns the marks of a range of values at powers of ten and their multiples.
func (t ticks) overPowers(low, high float64) []plot.Tick {
	most := high * (1 + slack)
	least := low * (1 - slack)
	short := high/low <= 100*(1+slack)
	var marks []plot.Tick
	for power := math.Pow(10, math.Floor(math.Log10(low))); power <= most; power *= 10 {
		for digit := 1.0; digit < 10; digit++ {
			value := digit * power
			if value < least || most < value {
				continue
			}
			tick := plot.Tick{Value: value}
			if digit == 1 || short && (digit == 2 || digit == 5) {
				tick.Label = mark(t.Unit, value, value)
			}
			marks = append(marks, tick)
		}
	}
	return marks
}

// marks returns the marks of an axis with names.
func (n names) marks() plot.ConstantTicks {
	var marks plot.ConstantTicks
	for i, name := range n {
		marks = append(marks, plot.Tick{Value: float64(i), Label: name})
	}
	return marks
}

// touch reports whether two labels of a horizontal axis of the given length touch.
func touch(axis plot.Axis, length vg.Length) bool {
	end := vg.Length(math.Inf(-1))
	for _, mark := range axis.Tick.Marker.Ticks(axis.Min, axis.Max) {
		middle := vg.Length(axis.Norm(mark.Value)) * length
		half := textStyle(tickSize).Width(mark.Label) / 2
		if middle-half < end+leastSpace {
			return true
		}
		end = middle + half
	}
	return false
}

// fold breaks the names of a horizontal axis of the given length at spaces, so that they do not
// touch. It returns the additional height that they need, and whether this is possible.
func fold(axis *plot.Axis, full names, length vg.Length) (more vg.Length, ok bool) {
	letter := textStyle(tickSize).Width("n")
	room := length/vg.Length(len(full)) - leastSpace
	var folds names
	for _, name := range full {
		folds = append(folds, folded(name, int(room/letter)))
	}
	axis.Tick.Marker = folds.marks()
	if touch(*axis, length) {
		axis.Tick.Marker = full.marks()
		return 0, false
	}
	return endHeight * vg.Length(folds.most()-full.most()), true
}

// turn makes the labels of a horizontal axis upright. It returns the height that they need.
func turn(axis *plot.Axis) (height vg.Length) {
	style := &axis.Tick.Label
	for _, mark := range axis.Tick.Marker.Ticks(axis.Min, axis.Max) {
		height = max(height, style.Width(mark.Label))
	}
	style.Rotation = math.Pi / 2
	style.XAlign = draw.XRight
	style.YAlign = draw.YCenter
	return height
}

// leastSpace is the minimum space between two labels of an axis, in points.
const leastSpace = 4

// apart removes labels of an axis of the given length until no two labels touch: it keeps every
// second label, or every third, and so on. It keeps the marks. The function extent returns the
// length of a label along the axis.
func apart(axis *plot.Axis, length vg.Length, extent func(string) vg.Length) {
	marks := axis.Tick.Marker.Ticks(axis.Min, axis.Max)
	for each := 1; ; each++ {
		kept := everyLabel(marks, each)
		axis.Tick.Marker = plot.ConstantTicks(kept)
		end := vg.Length(math.Inf(-1)) // of the label before
		crowded := false
		for _, t := range kept {
			if t.Label == "" {
				continue
			}
			middle := vg.Length(axis.Norm(t.Value)) * length
			half := extent(t.Label) / 2
			crowded = crowded || middle-half < end+leastSpace
			end = middle + half
		}
		if !crowded {
			return
		}
	}
}

// everyLabel returns marks with every second label, or every third, and so on.
func everyLabel(marks []plot.Tick, each int) []plot.Tick {
	kept := slices.Clone(marks)
	number := 0 // of the label
	for i, t := range marks {
		if t.Label == "" {
			continue
		}
		if number%each != 0 {
			kept[i].Label = ""
		}
		number++
	}
	return kept
}
