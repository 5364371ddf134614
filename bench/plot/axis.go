package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"npuzzle/internal/units"
)

// Axis is one of the two axes of a panel. A linear axis of shares always reaches from 0 to 100 %.
type Axis struct {
	Label string
	Unit  units.Unit // unit of the values; the marks show it
	Log   bool       // logarithmic axis; all values must be above 0
	Names []string   // names of the values 0, 1, 2, ..., shown instead of numbers
}

// mark formats a value for a mark of an axis, such as 2000 as "2 k". The prefix is the one that suits
// the parameter number. The value 0 of a unit without a suffix is "0".
func mark(unit units.Unit, value, number float64) string {
	if _, name := unit.Prefix(1); value == 0 && name == "" {
		return "0"
	}
	factor, prefix := unit.Prefix(number)
	return strconv.FormatFloat(value/factor, 'g', 6, 64) + prefix
}

// place returns the positions of values on the axis. On a logarithmic axis, the positions are the
// logarithms, which gonum draws on a linear axis. The position of NaN is NaN.
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

// apply sets the range and the marks of a gonum axis. Before the call, the axis must have the range of
// the drawn positions. A logarithmic axis is extended on both sides to 1, 2 or 5 times a power of ten,
// so that its ends have marks.
func (a Axis) apply(to *plot.Axis) {
	switch {
	case a.Names != nil:
		to.Min, to.Max = -0.5, float64(len(a.Names))-0.5
		to.Tick.Marker = shortened(a.Names, longestName)
		to.Tick.LineStyle.Color = color.Transparent
	case a.Log:
		if to.Min == to.Max {
			to.Min, to.Max = to.Min-0.3, to.Max+0.3 // about half and twice the value
		}
		to.Min, to.Max = -math.Log10(nice(math.Pow(10, -to.Min))), math.Log10(nice(math.Pow(10, to.Max)))
		to.Tick.Marker = powers{a.Unit}
	default:
		if a.Unit == units.Share { // a fixed range, so that figures can be compared
			to.Min, to.Max = 0, 1
		}
		to.Tick.Marker = ticks{a.Unit}
	}
}

// slack is the largest relative error that is taken for a rounding error.
const slack = 1e-9

// nice returns the smallest number of the form 1, 2 or 5 times a power of ten that is at least value.
// The inverse of such a number has this form, too.
func nice(value float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(value)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= value*(1-slack) {
			return digit * power
		}
	}
	return 10 * power
}

// ticks makes the marks of a linear axis. Their step is 1, 2 or 5 times a power of ten, and all marks
// have the same prefix. Axes of counts and moves have marks only at whole numbers.
type ticks struct{ unit units.Unit }

// mostLinear is the maximum number of steps on a linear axis.
const mostLinear = 7

func (t ticks) Ticks(low, high float64) []plot.Tick {
	step := nice((high - low) / mostLinear)
	if t.unit == units.Count || t.unit == units.Moves {
		step = max(step, 1)
	}
	number := max(math.Abs(low), math.Abs(high)) / 10
	var all []plot.Tick
	for i := math.Ceil(low/step - slack); i*step <= high*(1+slack); i++ {
		value := i*step + 0 // adding 0 turns -0 into 0
		all = append(all, plot.Tick{Value: value, Label: mark(t.unit, value, number)})
	}
	return all
}

// powers makes the marks of a logarithmic axis. The powers of ten have labels, and their multiples by 2
// to 9 have marks without labels. An axis that spans at most two powers also has labels at 2 and 5 times
// a power.
type powers struct{ unit units.Unit }

const (
	// mostPowers is the approximate maximum number of powers of ten with labels. More labels
	// would overlap below a panel of a grid.
	mostPowers = 7
	// narrow is the maximum span, in powers of ten, of an axis whose marks are in equal steps.
	// Otherwise, an axis from 50 k to 100 k, which spans a third of a power, would have labels
	// only at its ends.
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
	each := 1 + int(high-low)/mostPowers
	var all []plot.Tick
	for exponent := int(math.Floor(low)); float64(exponent) <= high+slack; exponent++ {
		for digit := 1.0; digit < 10; digit++ {
			tick := plot.Tick{Value: float64(exponent) + math.Log10(digit)}
			if digit == 1 && exponent%each == 0 || high-low <= 2 && (digit == 2 || digit == 5) {
				value := digit * math.Pow(10, float64(exponent))
				tick.Label = mark(t.unit, value, value)
			}
			if low-slack <= tick.Value && tick.Value <= high+slack && (each == 1 || digit == 1) {
				all = append(all, tick)
			}
		}
	}
	return all
}

// names makes the marks of an axis with names.
type names []string

// shortened returns the names, each shortened to at most the given number of letters.
func shortened(all []string, letters int) names {
	list := make(names, len(all))
	for i, name := range all {
		list[i] = short(name, min(letters, longestName))
	}
	return list
}

func (n names) Ticks(_, _ float64) []plot.Tick {
	all := make([]plot.Tick, len(n))
	for i, name := range n {
		all[i] = plot.Tick{Value: float64(i), Label: name}
	}
	return all
}

// between is the minimum space between two labels of an axis, in points.
const between = 5

// apart removes labels of an axis of the given length until no two labels touch. It keeps the marks. On
// a logarithmic axis, it first removes the labels that are not at powers of ten. Then it keeps every
// second label, or every third, and so on. The function extent returns the length of a label along the
// axis.
func apart(axis *plot.Axis, length vg.Length, extent func(string) vg.Length) {
	marks := axis.Tick.Marker.Ticks(axis.Min, axis.Max)
	if _, log := axis.Tick.Marker.(powers); log && touch(marks, axis, length, extent) {
		whole := func(t plot.Tick) bool { return math.Abs(t.Value-math.Round(t.Value)) < slack }
		if slices.ContainsFunc(marks, whole) {
			marks = keep(marks, func(_ int, t plot.Tick) bool { return whole(t) })
		}
	}
	all := marks
	for each := 2; touch(marks, axis, length, extent); each++ {
		marks = keep(all, func(i int, _ plot.Tick) bool { return i%each == 0 })
	}
	axis.Tick.Marker = plot.ConstantTicks(marks)
}

// touch reports whether two labels of an axis touch.
func touch(marks []plot.Tick, axis *plot.Axis, length vg.Length, extent func(string) vg.Length) bool {
	end := vg.Length(math.Inf(-1))
	for _, t := range marks {
		if t.Label == "" {
			continue
		}
		middle := vg.Length((t.Value-axis.Min)/(axis.Max-axis.Min)) * length
		half := extent(t.Label) / 2
		if middle-half < end+between {
			return true
		}
		end = middle + half
	}
	return false
}

// keep returns the marks with only the labels for which the function label returns true. Its first
// argument counts the labels from 0.
func keep(marks []plot.Tick, label func(int, plot.Tick) bool) []plot.Tick {
	marks = slices.Clone(marks)
	number := 0
	for i, t := range marks {
		if t.Label == "" {
			continue
		}
		if !label(number, t) {
			marks[i].Label = ""
		}
		number++
	}
	return marks
}

// fitNames fits the names of both axes of a panel to the given width. Names beside the panel are
// shortened to about a third of the width. Names below the panel are written vertically if two of them
// would touch otherwise.
func (panel Panel) fitNames(p *plot.Plot, wide vg.Length) {
	if panel.Y.Names != nil {
		p.Y.Tick.Marker = shortened(panel.Y.Names, int(wide/3/averageLetter))
	}
	if panel.X.Names == nil || !touch(p.X.Tick.Marker.Ticks(0, 0), &p.X, panel.inner(wide), textStyle(tickSize).Width) {
		return
	}
	p.X.Tick.Marker = shortened(panel.X.Names, longestUpright)
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YCenter
}

// inner returns the approximate length of the horizontal axis of a panel with the given width.
func (panel Panel) inner(wide vg.Length) vg.Length {
	if panel.Y.Names != nil {
		return 0.58 * wide
	}
	return 0.75 * wide
}
