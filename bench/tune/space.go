package tune

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distmv"
	"gonum.org/v1/gonum/stat/samplemv"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Dimension is a setting of a space with the values that the tuner may give it: numbers from Low to High,
// or the values of a list.
type Dimension struct {
	Setting   string
	Low, High float64  // of a range
	Log       bool     // whether the scale of the range is logarithmic
	Values    []string // of a list, in its order; nil for a range

	whole bool
	shift float64 // added to numbers on a logarithmic scale, so that 0 has a logarithm
}

// Space lists the settings that a tuner varies. A point of a space has a number from 0 to 1 for each
// dimension. It selects a place in the range, or in the list.
type Space struct {
	Dimensions []Dimension
	base       solvers.Settings // values of all other settings
}

// ParseSpace reads a space such as "population=20..2000:log, decoding=ranked|ordered". A range has a low
// and a high end, and may be followed by its scale, log or linear. The default is the scale in the table of
// settings. A list has values separated by |. The settings base are the values of all settings that the space
// leaves out. For an empty text, the space has the settings for which the table of settings gives a range.
func ParseSpace(text string, base solvers.Settings) (Space, error) {
	s := Space{base: base}
	if strings.TrimSpace(text) == "" {
		if text = defaultSpace(base); text == "" {
			return s, fmt.Errorf("no setting of %s has a range; expected another algorithm", base.Algorithm)
		}
	}
	for part := range strings.SplitSeq(text, ",") {
		name, values, ok := strings.Cut(part, "=")
		name, values = strings.TrimSpace(name), strings.TrimSpace(values)
		if !ok || values == "" {
			return s, fmt.Errorf("%.40q is not a setting with values; expected NAME=LOW..HIGH or NAME=V1|V2, such "+
				"as population=20..2000", strings.TrimSpace(part))
		}
		if err := base.CheckTaken(name); err != nil {
			return s, err
		}
		if slices.ContainsFunc(s.Dimensions, func(d Dimension) bool { return d.Setting == name }) {
			return s, fmt.Errorf("%s appears twice; expected each setting once", name)
		}
		d, err := s.dimension(name, values)
		if err != nil {
			return s, fmt.Errorf("%s=%.40s: %w", name, values, err)
		}
		if len(d.Values) == 1 {
			s.base = s.base.With(name, d.Values[0])
			continue
		}
		s.Dimensions = append(s.Dimensions, d)
	}
	if len(s.Dimensions) == 0 {
		return s, errors.New("no setting has two values; expected one such as population=20..2000")
	}
	return s, s.check()
}

// defaultSpace returns the settings for which the table of settings gives a range.
func defaultSpace(base solvers.Settings) string {
	var parts []string
	for _, row := range table() {
		if row.Search != "" && base.Takes(row.Name) {
			parts = append(parts, row.Name+"="+row.Search)
		}
	}
	return strings.Join(parts, ",")
}

// dimension reads the values of a setting.
func (s Space) dimension(name, text string) (d Dimension, err error) {
	row := rowOf(name)
	d = Dimension{Setting: name, Log: row.Log, whole: row.Kind == "int"}
	value := func(text string) (string, error) {
		set := s.base
		err := set.Set(name, strings.TrimSpace(text))
		return set.Get(name), errors.Unwrap(err)
	}
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		for text := range strings.SplitSeq(text, "|") {
			v, err := value(text)
			switch {
			case err != nil:
				return d, err
			case slices.Contains(d.Values, v):
				return d, fmt.Errorf("%s appears twice; expected each value once", v)
			}
			d.Values = append(d.Values, v)
		}
		return d, nil
	}
	if !d.whole && row.Kind != "float64" {
		return d, fmt.Errorf("expected a list of values such as %s", strings.Join(row.Words, "|"))
	}
	high, scale, scaled := strings.Cut(high, ":")
	if scaled {
		scale, err = units.OneOf("log", "linear")(scale)
		d.Log = scale == "log"
	}
	for i, text := range []string{low, high} {
		v, wrong := value(text)
		x, noNumber := strconv.ParseFloat(v, 64) // auto is none
		if err = cmp.Or(err, wrong); err == nil && noNumber != nil {
			err = errors.New("expected two numbers")
		}
		*[]*float64{&d.Low, &d.High}[i] = x
	}
	switch {
	case err != nil:
	case d.Low >= d.High:
		err = errors.New("expected a low end below the high end")
	case d.Log && d.Low == 0 && d.whole:
		d.shift = 1
	case d.Log && d.Low == 0:
		err = errors.New("expected a low end above 0 on a logarithmic scale")
	}
	return d, err
}

// table is the table of settings.
var table = sync.OnceValue(solvers.Table)

// rowOf returns the row of a setting. The heuristic has none in the table.
func rowOf(name string) search.Setting {
	for _, row := range table() {
		if row.Name == name {
			return row
		}
	}
	return search.Setting{Name: name, Kind: "string", Words: solvers.HeuristicNames()}
}

// check returns an error if a setting never has an effect, or if no values fit together.
func (s Space) check() (err error) {
	points := s.uniform(200, newRand(0, 0))
	for i, d := range s.Dimensions {
		if !slices.ContainsFunc(points, func(point []float64) bool { return s.active(i, point) }) {
			return fmt.Errorf("%s has no effect, because it needs %s; expected it to be left out", d.Setting,
				rowOf(d.Setting).Needs)
		}
	}
	for _, point := range points {
		if err = s.at(point).Check(); err == nil {
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

// at returns the settings at a point. Settings without an effect have the value of the base, so different settings
// behave differently.
func (s Space) at(point []float64) solvers.Settings {
	settings := s.base
	for i, d := range s.Dimensions {
		if s.active(i, point) {
			settings = settings.With(d.Setting, d.text(point[i]))
		}
	}
	return settings
}

// text returns the value at a place from 0 to 1.
func (d Dimension) text(place float64) string {
	if d.Values != nil {
		return d.Values[d.index(place)]
	}
	x := d.Low + place*(d.High-d.Low)
	if d.Log {
		x = (d.Low+d.shift)*math.Pow((d.High+d.shift)/(d.Low+d.shift), place) - d.shift
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

// place returns the place of a value. A value outside the range or the list has the nearest place, or 0.
func (d Dimension) place(text string) float64 {
	if d.Values != nil {
		return (float64(max(slices.Index(d.Values, text), 0)) + 0.5) / float64(len(d.Values))
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil { // auto
		return 0
	}
	place := (x - d.Low) / (d.High - d.Low)
	if d.Log {
		place = math.Log((x+d.shift)/(d.Low+d.shift)) / math.Log((d.High+d.shift)/(d.Low+d.shift))
	}
	return min(max(place, 0), 1)
}

// uniform draws n points, spread evenly over the space: each dimension is cut into n parts, and each part has
// one point (Latin hypercube sampling, McKay and others 1979).
func (s Space) uniform(n int, rng *rand.Rand) [][]float64 {
	d := len(s.Dimensions)
	batch := mat.NewDense(n, d, nil)
	samplemv.LatinHypercube{Q: distmv.NewUnitUniform(d, rng), Src: rng}.Sample(batch)
	points := make([][]float64, n)
	for i := range points {
		points[i] = slices.Clone(batch.RawRowView(i))
	}
	return points
}

// near draws a point near another one. Numbers are drawn from a normal distribution around it, cut to the
// range. A value of a list is kept with the given probability, and otherwise drawn uniformly.
func (s Space) near(point []float64, deviation, keep float64, rng *rand.Rand) []float64 {
	next := slices.Clone(point)
	for i, d := range s.Dimensions {
		if d.Values != nil {
			if rng.Float64() >= keep {
				next[i] = rng.Float64()
			}
			continue
		}
		for {
			if x := point[i] + deviation*rng.NormFloat64(); x >= 0 && x <= 1 {
				next[i] = x
				break
			}
		}
	}
	return next
}

// Limits of a grid: values of a range, and points of a grid that a range may make.
const (
	mostGridValues = 5
	mostGridPoints = 1000
)

// grid returns the points of all combinations of values, and the number of values of each dimension. A range has up
// to 5 values, at equal distances on its scale: fewer, but at least 2, if there would be more than 1,000 combinations.
func (s Space) grid() (points [][]float64, counts []int) {
	counts = make([]int, len(s.Dimensions))
	for values := mostGridValues; ; values-- {
		for i, d := range s.Dimensions {
			counts[i] = cmp.Or(len(d.Values), values)
		}
		if values == 2 || combin.Card(counts) <= mostGridPoints {
			break
		}
	}
	for _, at := range combin.Cartesian(counts) {
		point := make([]float64, len(at))
		for i, k := range at {
			if point[i] = float64(k) / float64(counts[i]-1); s.Dimensions[i].Values != nil {
				point[i] = (float64(k) + 0.5) / float64(counts[i])
			}
		}
		points = append(points, point)
	}
	return points, counts
}

// differing returns the names and values of the settings of the space in which settings differ from others.
func (s Space) differing(settings, other solvers.Settings) (values bench.Values) {
	values = bench.Values{}
	for _, d := range s.Dimensions {
		if text := settings.Get(d.Setting); text != other.Get(d.Setting) {
			values[d.Setting] = text
		}
	}
	return values
}

// pointOf returns the point of settings, or the nearest point if a value is not in the space.
func (s Space) pointOf(settings solvers.Settings) []float64 {
	point := make([]float64, len(s.Dimensions))
	for i, d := range s.Dimensions {
		point[i] = d.place(settings.Get(d.Setting))
	}
	return point
}
