package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// span is a range of values.
type span struct{ low, high float64 }

// including returns the smallest span that holds the span and the values. NaN is no value.
func (s span) including(values []float64) span {
	for _, v := range values {
		if known(v) {
			s.low = min(s.low, v)
			s.high = max(s.high, v)
		}
	}
	return s
}

// nothing is the span of no values.
var nothing = span{low: math.Inf(1), high: math.Inf(-1)}

// shades gives each value of a heat map its colour.
type shades struct {
	Axis
	span
	less bool // whether smaller values are better
}

// blues are the colours from the worst value to the best.
//
// Source: C. Brewer, ColorBrewer 2.0, Blues with nine classes.
var blues = []color.RGBA{
	{247, 251, 255, 255}, {222, 235, 247, 255}, {198, 219, 239, 255}, {158, 202, 225, 255},
	{107, 174, 214, 255}, {66, 146, 198, 255}, {33, 113, 181, 255}, {8, 81, 156, 255},
	{8, 48, 107, 255},
}

// goodness returns the place of a value between the worst, 0, and the best, 1.
func (s shades) goodness(value float64) float64 {
	low := s.low
	high := s.high
	if low == high {
		return 0.5
	}
	if s.less {
		return (high - value) / (high - low)
	}
	return (value - low) / (high - low)
}

// value returns the value at a place between the worst and the best.
func (s shades) value(goodness float64) float64 {
	if s.less {
		goodness = 1 - goodness
	}
	return s.low + goodness*(s.high-s.low)
}

// shade returns the colour at a place between the worst and the best.
func shade(goodness float64) color.RGBA {
	place := goodness * float64(len(blues)-1)
	i := min(int(place), len(blues)-2)
	part := place - float64(i)
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + part*(float64(b)-float64(a))))
	}
	from := blues[i]
	to := blues[i+1]
	return color.RGBA{R: mix(from.R, to.R), G: mix(from.G, to.G), B: mix(from.B, to.B), A: 255}
}

// lettersOn returns the colour of letters on a shade.
func lettersOn(goodness float64) color.Color {
	if goodness > 0.55 {
		return color.White
	}
	return color.Black
}

// cells draws the cells of a heat map. A cell shows its value if there is room for the values of
// all cells.
type cells struct {
	Series
	shades
}

// DataRange implements plot.DataRanger.
func (c cells) DataRange() (left, right, low, high float64) {
	x := nothing.including(c.X)
	y := nothing.including(c.Y)
	return x.low, x.high, y.low, y.high
}

// Plot implements plot.Plotter.
func (c cells) Plot(canvas draw.Canvas, p *plot.Plot) {
	across, up := p.Transforms(&canvas)
	wide := across(1) - across(0)
	high := up(1) - up(0)
	style := textStyle(tickSize)
	style.XAlign = draw.XCenter
	style.YAlign = draw.YCenter
	room := high >= tickSize+2
	for _, value := range c.Z {
		room = room && (!known(value) || style.Width(c.Unit.Format(value)) <= wide-3)
	}
	for row, y := range c.Y {
		for column, x := range c.X {
			value := c.Z[row*len(c.X)+column]
			if !known(value) {
				continue
			}
			left := across(x) - wide/2
			below := up(y) - high/2
			goodness := c.goodness(value)
			canvas.FillPolygon(shade(goodness),
				canvas.ClipPolygonXY(rectangle(left, below, wide, high)))
			if room {
				style.Color = lettersOn(goodness)
				canvas.FillText(style, vg.Point{X: across(x), Y: up(y)}, c.Unit.Format(value))
			}
		}
	}
}

// rectangle returns the corners of a rectangle.
func rectangle(left, below, wide, high vg.Length) []vg.Point {
	return []vg.Point{
		{X: left, Y: below},
		{X: left + wide, Y: below},
		{X: left + wide, Y: below + high},
		{X: left, Y: below + high},
	}
}

// scale draws the scale of a heat map to the right of its axes: a bar with the worst colour at the
// bottom and the best, which is the darkest, at the top, with values beside it.
type scale struct{ shades }

const (
	barLeft   = 7  // distance of the bar from the axes, in points
	barWide   = 7  // width of the bar
	barPieces = 32 // number of colours of the bar
	barLetter = 3  // distance between the bar and its values
)

// marks returns the places of the values beside the bar, and their texts.
func (s scale) marks() (places []float64, texts []string) {
	const all = 5
	if s.low == s.high {
		return []float64{0.5}, []string{s.Unit.Format(s.low)}
	}
	for i := range all {
		place := float64(i) / (all - 1)
		text := s.Unit.Format(s.value(place))
		if len(texts) == 0 || texts[len(texts)-1] != text {
			places = append(places, place)
			texts = append(texts, text)
		}
	}
	return places, texts
}

// label returns the text beside the bar.
func (s scale) label() string {
	if s.Label == "" {
		return "darker is better"
	}
	return s.Label + ", darker is better"
}

// GlyphBoxes implements plot.GlyphBoxer. It makes room for the scale.
func (s scale) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{{
		X:         1,
		Y:         0.5,
		Rectangle: vg.Rectangle{Max: vg.Point{X: s.letters() + 2*labelSize}},
	}}
}

// letters returns the distance of the label from the axes.
func (s scale) letters() vg.Length {
	wide := vg.Length(0)
	_, texts := s.marks()
	for _, text := range texts {
		wide = max(wide, textStyle(tickSize).Width(text))
	}
	return barLeft + barWide + barLetter + wide
}

// Plot implements plot.Plotter.
func (s scale) Plot(c draw.Canvas, _ *plot.Plot) {
	left := c.Max.X + barLeft
	high := c.Size().Y
	piece := high / barPieces
	for i := range barPieces {
		colour := shade((float64(i) + 0.5) / barPieces)
		below := c.Min.Y + vg.Length(i)*piece
		c.FillPolygon(colour, rectangle(left, below, barWide, piece))
	}
	frame := draw.LineStyle{Color: color.Gray{Y: 128}, Width: vg.Points(0.4)}
	outline := rectangle(left, c.Min.Y, barWide, high)
	c.StrokeLines(frame, append(outline, outline[0]))
	style := textStyle(tickSize)
	places, texts := s.marks()
	for i, place := range places {
		style.YAlign = draw.YCenter
		y := c.Min.Y + vg.Length(place)*high
		c.FillText(style, vg.Point{X: left + barWide + barLetter, Y: y}, texts[i])
	}
	upright := textStyle(tickSize)
	upright.Rotation = math.Pi / 2
	upright.XAlign = draw.XCenter
	upright.YAlign = draw.YTop
	label := folded(s.label(), longestSide+10)
	c.FillText(upright, vg.Point{X: c.Max.X + s.letters() + 2, Y: c.Center().Y}, label)
}
