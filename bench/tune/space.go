package tune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search/setting"
	"npuzzle/solvers"
)

// Dimension is a setting of a space with the values that the tuner may give it: numbers from Low to
// High, or the values of a list.
type Dimension struct {
	Setting string
	Low     float64 // of a range
	High    float64
	Log     bool     // whether the scale of the range is logarithmic
	Values  []string // of a list, in its order; nil for a range

	whole bool // whether the numbers are whole
}

// Space lists the settings that a tuner varies. A point of a space has a number from 0 to 1 for
// each dimension. It selects a place in the range, or in the list.
type Space struct {
	Dimensions []Dimension
	base       solvers.Settings // values of all other settings
}

// ParseSpace reads a space such as "population=20..2000:log, decoding=ranked|ordered". A range has
// a low and a high end, and may be followed by its scale, log or linear. The default is the scale
// in the table of settings. A list has values separated by | or commas, see [config.Values]. The
// settings base are the values of all settings that the space leaves out. For an empty text, the
// space has the settings for which the table of settings gives a range.
func ParseSpace(text string, base solvers.Settings) (Space, error) {
	s := Space{base: base}
	if strings.TrimSpace(text) == "" {
		text = defaultSpace(base)
		if text == "" {
			return s, fmt.Errorf(
				"no setting of %s has a range; expected another algorithm", base.Algorithm)
		}
	}
	for _, part := range assignments(text) {
		if err := s.include(part); err != nil {
			return s, err
		}
	}
	if len(s.Dimensions) == 0 {
		return s, errors.New("no setting has two values; expected one such as population=20..2000")
	}
	return s, s.check()
}

// include adds a setting with values, such as "population=20..2000", to the space.
func (s *Space) include(assignment string) error {
	name, values, ok := strings.Cut(assignment, "=")
	name = strings.TrimSpace(name)
	values = strings.TrimSpace(values)
	if !ok || values == "" {
		return fmt.Errorf("%.40q is not a setting with values; expected NAME=LOW..HIGH or "+
			"NAME=V1|V2, such as population=20..2000", strings.TrimSpace(assignment))
	}
	if err := s.base.CheckTaken(name); err != nil {
		return err
	}
	if name == solvers.PresetSetting {
		return errors.New("preset sets all settings together, so it is not varied with others; " +
			"expected one preset to begin with, or a comparison of the presets")
	}
	if slices.ContainsFunc(s.Dimensions, func(d Dimension) bool { return d.Setting == name }) {
		return fmt.Errorf("%s appears twice; expected each setting once", name)
	}
	d, err := s.dimension(name, values)
	if err != nil {
		return fmt.Errorf("%s=%.40s: %w", name, values, err)
	}
	if len(d.Values) == 1 {
		s.base = s.base.With(name, d.Values[0])
		return nil
	}
	s.Dimensions = append(s.Dimensions, d)
	return nil
}

// assignments splits the text of a space at the commas before the names of settings. Other commas
// belong to lists.
func assignments(text string) (parts []string) {
	for i, part := range config.Split(text, ",") {
		if i > 0 && !strings.Contains(part, "=") {
			parts[len(parts)-1] += "," + part
			continue
		}
		parts = append(parts, part)
	}
	return parts
}

// defaultSpace returns the settings for which the table of settings gives a range.
func defaultSpace(base solvers.Settings) string {
	var settings []string
	for _, row := range solvers.Table() {
		if row.Search != "" && base.Takes(row.Name) {
			settings = append(settings, row.Name+"="+row.Search)
		}
	}
	return strings.Join(settings, ",")
}

// dimension reads the values of a setting.
func (s Space) dimension(name, text string) (Dimension, error) {
	row := rowOf(name)
	d := Dimension{Setting: name, Log: row.Log, whole: row.Kind == "int"}
	low, high, isRange := strings.Cut(text, "..")
	if isRange {
		err := s.readRange(&d, low, high)
		return d, err
	}
	for _, text := range config.Values(text) {
		value, err := s.value(name, text)
		if err != nil {
			return d, err
		}
		if slices.Contains(d.Values, value) {
			return d, fmt.Errorf("%s appears twice; expected each value once", value)
		}
		d.Values = append(d.Values, value)
	}
	return d, nil
}

// readRange reads the ends of a range. The scale may follow the high end.
func (s Space) readRange(d *Dimension, low, high string) error {
	high, scale, scaled := strings.Cut(high, ":")
	if scaled {
		scale, err := units.OneOf("log", "linear")(scale)
		if err != nil {
			return err
		}
		d.Log = scale == "log"
	}
	var err error
	d.Low, err = s.number(d.Setting, low)
	if err != nil {
		return err
	}
	d.High, err = s.number(d.Setting, high)
	if err != nil {
		return err
	}
	if d.Low >= d.High {
		return errors.New("expected a low end below the high end")
	}
	if d.Log && d.Low == 0 {
		return errors.New("expected a low end above 0 on a logarithmic scale, or the scale :linear")
	}
	return nil
}

// value returns a value of a setting as the settings write it.
func (s Space) value(name, text string) (string, error) {
	settings := s.base
	if err := settings.Set(name, strings.TrimSpace(text)); err != nil {
		return "", errors.Unwrap(err)
	}
	return settings.Get(name), nil
}

// number returns a number that a setting may have.
func (s Space) number(name, text string) (float64, error) {
	value, err := s.value(name, text)
	if err != nil {
		return 0, err
	}
	number, err := strconv.ParseFloat(value, 64)
	if err != nil { // auto
		return 0, errors.New("expected two numbers, or a list of values such as V1|V2")
	}
	return number, nil
}

// rowOf returns the row of a setting, or an empty one for the heuristic, which is not in the table.
func rowOf(name string) setting.Row {
	for _, row := range solvers.Table() {
		if row.Name == name {
			return row
		}
	}
	return setting.Row{}
}

// check returns an error if a setting never has an effect, or if no values fit together.
func (s Space) check() error {
	points := s.uniform(200, puzzle.NewRand(0, 0))
	for i, d := range s.Dimensions {
		isActive := func(point []float64) bool { return s.active(i, point) }
		if !slices.ContainsFunc(points, isActive) {
			return fmt.Errorf("%s has no effect, because it needs %s; expected it to be left out",
				d.Setting, rowOf(d.Setting).Needs)
		}
	}
	var err error
	for _, point := range points {
		err = s.settingsAt(point).Check()
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("no values of the space fit together: %w", err)
}

// active reports whether the setting of a dimension has an effect at a point.
func (s Space) active(dimension int, point []float64) bool {
	return s.base.ActiveWith(s.Dimensions[dimension].Setting, func(name string) string {
		for i, d := range s.Dimensions {
			if d.Setting == name {
				return d.text(point[i])
			}
		}
		return s.base.Get(name)
	})
}

// settingsAt returns the settings at a point. Settings without an effect have the value of the
// base, so different settings behave differently.
func (s Space) settingsAt(point []float64) solvers.Settings {
	settings := s.base
	for i, d := range s.Dimensions {
		if s.active(i, point) {
			settings = settings.With(d.Setting, d.text(point[i]))
		}
	}
	return settings
}

// scale returns a number on the scale of a range.
func (d Dimension) scale(x float64) float64 {
	if d.Log {
		return math.Log(x)
	}
	return x
}

// text returns the value at a place from 0 to 1.
func (d Dimension) text(place float64) string {
	if d.Values != nil {
		return d.Values[d.index(place)]
	}
	low := d.scale(d.Low)
	high := d.scale(d.High)
	x := low + place*(high-low)
	if d.Log {
		x = math.Exp(x)
	}
	if d.whole {
		return strconv.FormatFloat(math.Round(x), 'f', 0, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return strconv.FormatFloat(min(max(rounded, d.Low), d.High), 'f', -1, 64)
}

// index returns the index in the list of the value at a place.
func (d Dimension) index(place float64) int {
	return min(int(place*float64(len(d.Values))), len(d.Values)-1)
}

// place returns the place of a value. A value outside the range or the list has the nearest place,
// or 0.
func (d Dimension) place(text string) float64 {
	if d.Values != nil {
		return d.places()[max(slices.Index(d.Values, text), 0)]
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil { // auto
		return 0
	}
	low := d.scale(d.Low)
	high := d.scale(d.High)
	return min(max((d.scale(x)-low)/(high-low), 0), 1)
}

// uniform draws n points, spread evenly over the space: each dimension is cut into n parts, and
// each part has one point (Latin hypercube sampling, McKay and others 1979).
func (s Space) uniform(n int, rng *rand.Rand) [][]float64 {
	d := len(s.Dimensions)
	batch := mat.NewDense(n, d, nil)
	samplemv.LatinHypercube{Q: distmv.NewUnitUniform(d, rng), Src: rng}.Sample(batch)
	return slices.Collect(slices.Chunk(batch.RawMatrix().Data, d))
}

// near draws a point near another one. Numbers are drawn from a normal distribution around it, cut
// to the range. A value of a list is kept with the given probability, and otherwise drawn
// uniformly.
func (s Space) near(point []float64, deviation, keep float64, rng *rand.Rand) []float64 {
	next := slices.Clone(point)
	for i, d := range s.Dimensions {
		if d.Values != nil {
			if rng.Float64() >= keep {
				next[i] = rng.Float64()
			}
			continue
		}
		next[i] = point[i] + deviation*rng.NormFloat64()
		for next[i] < 0 || next[i] > 1 {
			next[i] = point[i] + deviation*rng.NormFloat64()
		}
	}
	return next
}

// combinations returns the number of points of a grid whose ranges have the given number of values.
func (s Space) combinations(values int) float64 {
	product := 1.0 // may exceed an int
	for _, d := range s.Dimensions {
		if d.Values == nil {
			product *= float64(values)
		} else {
			product *= float64(len(d.Values))
		}
	}
	return product
}

// levels returns the places of the values that a grid gives to a dimension: all values of a list,
// or up to the given number of values of a range, at equal distances on its scale. No value appears
// twice. A short range of whole numbers has all of them.
func (d Dimension) levels(most int) []float64 {
	if d.Values != nil {
		return d.places()
	}
	if d.whole && d.High-d.Low < float64(most) {
		var places []float64
		for value := d.Low; value <= d.High; value++ {
			places = append(places, d.place(strconv.FormatFloat(value, 'f', 0, 64)))
		}
		return places
	}
	places := floats.Span(make([]float64, most), 0, 1)
	return slices.CompactFunc(places, func(a, b float64) bool { return d.text(a) == d.text(b) })
}

// gridLevels returns the places of the values of each dimension in a grid. A range has up to 5
// values: fewer, but at least 2, if there would be more than 1,000 combinations.
func (s Space) gridLevels() (levels [][]float64) {
	const mostValues, mostPoints = 5, 1000
	values := mostValues
	for values > 2 && s.combinations(values) > mostPoints {
		values--
	}
	for _, d := range s.Dimensions {
		levels = append(levels, d.levels(values))
	}
	return levels
}

// grid returns the points of all combinations of levels, the last dimension changing fastest.
func (s Space) grid() [][]float64 {
	places := s.gridLevels()
	var counts []int // of the places of each dimension
	for _, list := range places {
		counts = append(counts, len(list))
	}
	var points [][]float64
	for _, indices := range combin.Cartesian(counts) {
		point := make([]float64, len(indices))
		for i, index := range indices {
			point[i] = places[i][index]
		}
		points = append(points, point)
	}
	return points
}

// differing returns the values of settings that differ from the base.
func (s Space) differing(settings solvers.Settings) bench.Values {
	return settings.Differing(s.base)
}

// pointOf returns the point of settings, or the nearest point if a value is not in the space.
func (s Space) pointOf(settings solvers.Settings) (point []float64) {
	for _, d := range s.Dimensions {
		point = append(point, d.place(settings.Get(d.Setting)))
	}
	return point
}
