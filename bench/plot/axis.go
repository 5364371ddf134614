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

// Axis is one of the two axes of a panel. An axis of shares reaches from 0 to 100 %.
type Axis struct {
	Label string
	Unit  units.Unit // of the values; the marks show it
	Log   bool       // logarithmic; takes values above 0 only
	Names []string   // of the places 0, 1, 2, ..., instead of numbers
}

// mark writes a value beside an axis, as a multiple of the prefix that suits a number: 2000 as "2 k".
// Units without a suffix have a plain 0.
func mark(unit units.Unit, value, number float64) string {
	if _, name := unit.Prefix(1); value == 0 && name == "" {
		return "0"
	}
	factor, prefix := unit.Prefix(number)
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
		to.Tick.Marker = shortened(a.Names, longestName)
		to.Tick.LineStyle.Color = color.Transparent
	case a.Log:
		if to.Min == to.Max {
			to.Min, to.Max = to.Min-0.3, to.Max+0.3 // half and twice the value
		}
		to.Min, to.Max = -math.Log10(nice(math.Pow(10, -to.Min))), math.Log10(nice(math.Pow(10, to.Max)))
		to.Tick.Marker = powers{a.Unit}
	default:
		if a.Unit == units.Share { // so that figures can be compared
			to.Min, to.Max = 0, 1
		}
		to.Tick.Marker = ticks{a.Unit}
	}
}

// slack is the relative error that counts as rounding.
const slack = 1e-9

// nice returns the smallest number that is 1, 2 or 5 times a power of ten and at least the value. The
// inverse of such a number is another one.
func nice(value float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(value)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= value*(1-slack) {
			return digit * power
		}
	}
	return 10 * power
}

// ticks are the marks of a linear axis. They are multiples of 1, 2 or 5 times a power of ten, all
// with the same prefix. Counts and moves have marks at whole numbers only.
type ticks struct{ unit units.Unit }

// mostLinear is the largest number of steps between the labels of a linear axis.
const mostLinear = 7

func (t ticks) Ticks(low, high float64) []plot.Tick {
	step := nice((high - low) / mostLinear)
	if t.unit == units.Count || t.unit == units.Moves {
		step = max(step, 1)
	}
	number := max(math.Abs(low), math.Abs(high)) / 10
	var all []plot.Tick
	for i := math.Ceil(low/step - slack); i*step <= high*(1+slack); i++ {
		value := i*step + 0 // which turns -0 into 0
		all = append(all, plot.Tick{Value: value, Label: mark(t.unit, value, number)})
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

// names are the marks of an axis of named places.
type names []string

// shortened returns names of at most so many letters.
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

// between is the least space between two labels of an axis, in points.
const between = 5

// apart removes labels of an axis of a length, so that no two of them touch; the marks stay. The labels of
// powers of ten stay longest on a logarithmic axis. Otherwise every second, third, ... label stays.
// extent is the length that a label takes along the axis.
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

// keep returns the marks, of which some have labels. The function is given the number of a label, from 0.
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

// fitNames prepares the names of both axes of a panel of a width. Names beside the panel take at most a
// third of it. Names below it stand upright if two of them would touch otherwise.
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

// inner is the approximate length of the horizontal axis of a panel of a width.
func (panel Panel) inner(wide vg.Length) vg.Length {
	if panel.Y.Names != nil {
		return 0.58 * wide
	}
	return 0.75 * wide
}
