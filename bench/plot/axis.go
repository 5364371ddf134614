package plot

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
)

// Axis is one of the two that a panel stands on.
type Axis struct {
	Label string
	Unit  Unit
	Log   bool // by powers; takes values above 0 only
	// Low and High are the ends where the values alone are not to choose them:
	// the axis reaches at least so far. Equal ends are no ends.
	Low, High float64
	Names     []string // of the places 0, 1, 2, ... instead of numbers
}

// Unit is what an axis counts in; the marks of the axis name it.
type Unit int

// The units.
const (
	Plain   Unit = iota // a number, large ones in thousands and millions
	Whole               // likewise, without marks between whole numbers
	Seconds             // from ns to s
	Bytes               // in powers of 1000
	Percent
)

type prefix struct {
	factor float64
	name   string
}

var numbers = []prefix{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}, {1, ""}}

// The prefixes of each unit, falling.
var prefixes = map[Unit][]prefix{
	Plain:   numbers,
	Whole:   numbers,
	Seconds: {{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}},
	Bytes:   {{1e12, " TB"}, {1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}, {1, " B"}},
	Percent: {{1, " %"}},
}

// prefix returns the one that suits a value: the greatest that does not exceed
// it, else the least.
func (u Unit) prefix(value float64) prefix {
	all := prefixes[u]
	for _, p := range all {
		if math.Abs(value) >= p.factor*(1-1e-9) {
			return p
		}
	}
	if u == Plain || u == Whole || u == Percent { // shares of one have no prefix
		return prefix{1, all[len(all)-1].name}
	}
	return all[len(all)-1]
}

func (p prefix) write(value float64) string {
	return strconv.FormatFloat(value/p.factor, 'g', 6, 64) + p.name
}

// place returns where values stand on the axis. An axis by powers is one of
// logarithms, all else follows.
func (a Axis) place(values []float64) ([]float64, error) {
	places := slices.Clone(values)
	for i, v := range places {
		if a.Log && v > 0 {
			places[i] = math.Log10(v)
		} else if a.Log {
			return nil, fmt.Errorf("%s of %v on an axis by powers; expected more than 0", a.Label, v)
		}
	}
	return places, nil
}

// apply sets the label, a range that the places have made, and the marks.
func (a Axis) apply(to *plot.Axis) {
	to.Label.Text = a.Label
	switch {
	case a.Names != nil:
		to.Min, to.Max = -0.5, float64(len(a.Names))-0.5
		to.Tick.Marker = names(a.Names)
		to.Tick.LineStyle.Color = color.Transparent
	case a.Log:
		low, high := stepBelow(math.Pow(10, to.Min)), stepAbove(math.Pow(10, to.Max))
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

// steps are the mantissas at which an axis by powers may end.
var steps = []float64{1, 2, 5}

// stepBelow returns the greatest of 1, 2, 5 times a power of ten that is not
// above a value.
func stepBelow(value float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(value)+1e-9))
	below := power
	for _, s := range steps {
		if s*power <= value*(1+1e-9) {
			below = s * power
		}
	}
	return below
}

// stepAbove returns the least that is not below it.
func stepAbove(value float64) float64 {
	below := stepBelow(value)
	if below >= value*(1-1e-9) {
		return below
	}
	power := math.Pow(10, math.Floor(math.Log10(below)+1e-9))
	for _, s := range steps {
		if s*power > below*(1+1e-9) {
			return s * power
		}
	}
	return 10 * power
}

// ticks are the marks of an even axis, in one prefix.
type ticks struct{ unit Unit }

// mostEven is how many labels an even axis has at most.
const mostEven = 7

func (t ticks) Ticks(low, high float64) []plot.Tick {
	step := stepAbove((high - low) / mostEven)
	if t.unit == Whole {
		step = max(step, 1)
	}
	p := t.unit.prefix(max(math.Abs(low), math.Abs(high)) / 10)
	var all []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high*(1+1e-9); i++ {
		value := i*step + 0 // which turns -0 into 0
		tick := plot.Tick{Value: value, Label: p.write(value)}
		if value == 0 && (t.unit == Plain || t.unit == Whole) {
			tick.Label = "0"
		}
		all = append(all, tick)
	}
	return all
}

// powers are the marks of an axis of logarithms.
type powers struct{ unit Unit }

// mostPowers is about how many powers of ten have labels: more would run together
// below a panel of a grid.
const mostPowers = 7

// narrow is up to how many powers of ten an axis has its marks in even steps: 50 k
// to 100 k, a third of a power, has no others than its ends.
const narrow = 0.5

func (t powers) Ticks(low, high float64) []plot.Tick {
	const slack = 1e-9 // of rounding
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
				tick.Label = t.unit.prefix(value).write(value)
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
