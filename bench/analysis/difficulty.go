package analysis

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"npuzzle/bench/plot"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Difficulty is a way to say how hard a puzzle is.
type Difficulty struct {
	name, title string
	axis        plot.Axis
	of          func(*instance) (value float64, known bool)
	fewest      int    // classes that make a line
	needs       string // for the line of what was left out
	widest      int    // values that may count as one class, where single ones have too few trials; 0 for 1
}

// Difficulties are the ways.
var Difficulties = []Difficulty{
	{"by-walk", "By the number of random moves", plot.Axis{Label: "random moves from the goal", Unit: plot.Whole}, func(p *instance) (float64, bool) {
		if p.record.Walk == nil {
			return 0, false
		}
		return float64(*p.record.Walk), true
	}, 2, "puzzles of one size after two different numbers of random moves", 1},
	// Boards of random walks are left out: they lie nearer to the goal than others
	// with as many tiles misplaced. Those drawn by their share and those drawn from
	// all boards go together, since of one share both are uniform.
	{"by-misplaced", "By the share of misplaced tiles", plot.Axis{Label: "tiles misplaced at the start", Unit: plot.Percent}, func(p *instance) (float64, bool) {
		return 100 * float64(p.record.StartMisplaced) / float64(p.size().Rows*p.size().Cols-1), p.record.Walk == nil
	}, 3, "puzzles of one size, not after random moves, with three different numbers of misplaced tiles", 1},
	{"by-optimal-length", "By optimal length", plot.Axis{Label: "optimal length, moves", Unit: plot.Whole}, func(p *instance) (float64, bool) {
		return optimalLength(p.record), !math.IsNaN(optimalLength(p.record))
	}, 3, "puzzles of one size with three different optimal lengths that are known", 4},
}

const (
	// fewestOfClass is the least number of trials that a point of a line stands
	// for, where there are as many in any class.
	fewestOfClass = 5
	// mostBands is up to how many solvers their spread can be shown as well.
	mostBands = 3
)

// ByDifficulty draws how many puzzles each solver solved, and what it took, by how
// hard they are: a drawing for each size.
func (a *Analysis) ByDifficulty(d Difficulty) []Drawing {
	var all []Drawing
	for _, size := range a.Sizes() {
		classes, fewest, width := a.classes(d, size)
		if len(classes) < d.fewest {
			continue
		}
		all = append(all, a.byDifficulty(d, size, classes, fewest, width))
	}
	if len(all) == 0 {
		all = append(all, leftOut(d.name, d.title, "needs %s, each with %d trials", d.needs, fewestOfClass))
	}
	return all
}

// mostThin is the share of the puzzles that may lie in classes of too few trials
// before wider classes are taken.
const mostThin = 0.2

// classes groups the puzzles of a size by how hard they are, as finely as leaves
// few of them in classes of too few trials, and takes these classes away: it
// returns fewer than how many trials that was, 0 if there were none, and how many
// values count as one.
func (a *Analysis) classes(d Difficulty, size puzzle.Size) (classes map[float64][]*instance, fewest, width int) {
	classes, thin, fewest := a.classesOf(d, size, 1)
	width = 1
	for w := 2; thin > mostThin && w <= d.widest; w *= 2 {
		wider, thinner, least := a.classesOf(d, size, w)
		if len(wider) >= d.fewest { // else there is no line
			classes, thin, fewest, width = wider, thinner, least, w
		}
	}
	return classes, fewest, width
}

// classesOf groups puzzles so that some values that follow one another count as
// one, by their middle. It tells the share of the puzzles that lie in classes of
// too few trials; those of fewer than so many were taken away, 0 if none were.
func (a *Analysis) classesOf(d Difficulty, size puzzle.Size, width int) (classes map[float64][]*instance, thin float64, fewest int) {
	classes = map[float64][]*instance{}
	all, most, scattered := 0, 0, 0
	for _, p := range a.ofSize(size) {
		if value, known := d.of(p); known {
			if width > 1 {
				value = math.Floor(value/float64(width))*float64(width) + float64(width-1)/2
			}
			classes[value] = append(classes[value], p)
			all++
		}
	}
	for _, puzzles := range classes {
		trials := a.trialsOn(puzzles)
		if most = max(most, trials); trials < fewestOfClass {
			scattered += len(puzzles)
		}
	}
	maps.DeleteFunc(classes, func(_ float64, puzzles []*instance) bool {
		if a.trialsOn(puzzles) >= min(fewestOfClass, most) {
			return false
		}
		fewest = min(fewestOfClass, most)
		return true
	})
	return classes, float64(scattered) / float64(max(all, 1)), fewest
}

// trialsOn returns how often the solver that tried puzzles most did so.
func (a *Analysis) trialsOn(puzzles []*instance) int {
	most := 0
	for _, s := range a.Solvers {
		n := 0
		for _, p := range puzzles {
			n += len(p.trials[s.Name])
		}
		most = max(most, n)
	}
	return most
}

func (a *Analysis) byDifficulty(d Difficulty, size puzzle.Size, classes map[float64][]*instance, fewest, width int) Drawing {
	figure := plot.Figure{Columns: 2}
	share := plot.Panel{Title: "Solved", X: d.axis, Y: plot.Axis{Label: "trials solved", Unit: plot.Percent, Low: 0, High: 100}}
	values := slices.Sorted(maps.Keys(classes))
	for _, s := range a.Solvers {
		line := plot.Series{Name: s.Name, Kind: plot.Marked, Look: s.Number}
		for _, value := range values {
			n, hits := 0, 0
			for _, p := range classes[value] {
				for _, r := range p.trials[s.Name] {
					n++
					if solved(r) {
						hits++
					}
				}
			}
			if n > 0 {
				line.X, line.Y = append(line.X, value), append(line.Y, 100*float64(hits)/float64(n))
			}
		}
		share.Series = append(share.Series, line)
	}
	figure.Panels = append(figure.Panels, share)
	for _, m := range []Measure{Expanded, Evaluated, Length, Seconds} {
		panel := plot.Panel{
			Title: map[string]string{Expanded.Name: "Expanded", Evaluated.Name: "Evaluated", Length.Name: "Length", Seconds.Name: "Time"}[m.Name],
			X:     d.axis, Y: m.axis(map[units.Unit]string{units.Moves: "moves, median", units.Count: m.Name + ", median", units.Seconds: "time, median"}[m.Unit], m.Unit != units.Moves),
		}
		points := 0
		for _, s := range a.Solvers {
			if !m.Reported(s) {
				continue
			}
			lines, bands := a.line(s, m, values, classes)
			for _, line := range lines {
				points += len(line.X)
			}
			if len(a.Solvers) <= mostBands {
				panel.Series = append(panel.Series, bands...)
			}
			panel.Series = append(panel.Series, lines...)
		}
		if points > 0 {
			figure.Panels = append(figure.Panels, panel)
		}
	}
	drawing := Drawing{Name: d.name, Title: d.title, Figure: figure}
	if len(a.Sizes()) > 1 {
		drawing.Name += "-" + size.String()
		drawing.Title += ", " + size.String()
	}
	drawing.Caption = "Share solved, and medians of what it took. A trial that did not solve counts as more than any that did, so there is no median, and lines break off, where a solver solves half or fewer."
	if len(a.Solvers) <= mostBands {
		drawing.Caption += " Pale areas hold the middle half of the trials."
	}
	if width > 1 {
		drawing.Caption += fmt.Sprintf(" A point stands for %d lengths that follow one another.", width)
	}
	if fewest > 0 {
		drawing.Caption += fmt.Sprintf(" Points of fewer than %d trials are left out.", fewest)
	}
	return drawing.describe()
}

// line returns the medians of a solver over the classes, broken where there is
// none, and the areas from the lower to the upper quartile.
func (a *Analysis) line(s Solver, m Measure, values []float64, classes map[float64][]*instance) (lines, bands []plot.Series) {
	lines = []plot.Series{{Name: s.Name, Kind: plot.Marked, Look: s.Number}}
	bands = []plot.Series{{Kind: plot.Band, Look: s.Number}}
	drawable := func(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) && (v > 0 || m.Unit == units.Moves) }
	for _, value := range values {
		low, middle, high := quartiles(classes[value], s, m)
		line, band := &lines[len(lines)-1], &bands[len(bands)-1]
		switch {
		case drawable(middle):
			line.X, line.Y = append(line.X, value), append(line.Y, middle)
		case len(line.X) > 0:
			lines = append(lines, plot.Series{Kind: plot.Marked, Look: s.Number})
		}
		switch {
		case drawable(low) && drawable(high):
			band.X, band.Y, band.Bottom = append(band.X, value), append(band.Y, high), append(band.Bottom, low)
		case len(band.X) > 0:
			bands = append(bands, plot.Series{Kind: plot.Band, Look: s.Number})
		}
	}
	return lines, bands
}

// quartiles returns those of a measure over a solver's trials on puzzles, where a
// trial that did not solve counts as infinite.
func quartiles(puzzles []*instance, s Solver, m Measure) (low, middle, high float64) {
	var values []float64
	for _, p := range puzzles {
		for _, r := range p.trials[s.Name] {
			if solved(r) {
				values = append(values, m.Of(r))
			} else {
				values = append(values, math.Inf(1))
			}
		}
	}
	if len(values) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	slices.Sort(values)
	at := func(share float64) float64 {
		place := share * float64(len(values)-1)
		i := int(place)
		if part := place - float64(i); part > 0 {
			if math.IsInf(values[i+1], 1) {
				return values[i+1]
			}
			return values[i] + part*(values[i+1]-values[i])
		}
		return values[i]
	}
	return at(0.25), at(0.5), at(0.75)
}
