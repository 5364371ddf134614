package analysis

import (
	"maps"
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Difficulty is a number that says how hard a puzzle is.
type Difficulty struct {
	Name   string     // unique, in lower case with hyphens
	Title  string     // of a figure
	Label  string     // of an axis
	Unit   units.Unit // of the number
	Needs  string     // the puzzles that a line needs
	fewest int        // different numbers that make a line
	widest int        // largest number of adjacent numbers that may be combined into one class
	of     func(bench.Record) float64
}

// Difficulties are the ways to say how hard a puzzle is.
var Difficulties = []Difficulty{
	{
		"by-walk", "By the number of random moves", "random moves from the goal", units.Count,
		"puzzles of one size after two different numbers of random moves", 2, 1, walk,
	},
	{
		"by-misplaced", "By the share of misplaced tiles", "tiles misplaced at the start", units.Share,
		"puzzles of one size, not after random moves, with three different numbers of misplaced tiles", 3, 1, misplaced,
	},
	{
		"by-optimal-length", "By optimal length", "optimal length, moves", units.Count,
		"puzzles of one size with three different known optimal lengths", 3, 4, optimalLength,
	},
}

func walk(r bench.Record) float64 {
	if r.Walk == nil {
		return math.NaN()
	}
	return float64(*r.Walk)
}

// misplaced leaves out boards after random moves: they are closer to the goal than other boards
// with as many misplaced tiles. Boards drawn with a given share of misplaced tiles and boards drawn
// from all boards go together, since both are uniform among the boards with that share.
func misplaced(r bench.Record) float64 {
	if r.Walk != nil {
		return math.NaN()
	}
	return float64(r.StartMisplaced) / float64(r.Rows*r.Cols-1)
}

const (
	// FewestTrials is the smallest number of trials behind a point of a line, if any class has that
	// many.
	FewestTrials = 5
	// mostThin is the largest share of puzzles in classes with too few trials. If it is exceeded,
	// wider classes are tried.
	mostThin = 0.2
)

// Classes are the puzzles of a size in classes of equal difficulty.
type Classes struct {
	Width  int // adjacent values that make one class
	Fewest int // classes with fewer trials were left out; 0 if none were

	solvers []Solver
	values  []float64 // sorted
	of      map[float64]instances
}

// Classes sorts the puzzles of a size by difficulty, and reports whether there are enough classes
// for a line. The classes are as narrow as possible while few puzzles are in classes with too few
// trials, which are left out.
func (a *Analysis) Classes(d Difficulty, size puzzle.Size) (Classes, bool) {
	best, thin := a.classes(d, size, 1)
	for width := 2; thin > mostThin && width <= d.widest; width *= 2 {
		if wider, thinner := a.classes(d, size, width); len(wider.values) >= d.fewest {
			best, thin = wider, thinner
		}
	}
	return best, len(best.values) >= d.fewest
}

// classes sorts the puzzles of a size into classes of a width. The value of a class is its middle.
// It returns the share of the puzzles in classes with too few trials.
func (a *Analysis) classes(d Difficulty, size puzzle.Size, width int) (c Classes, thin float64) {
	c = Classes{Width: width, solvers: a.Solvers, of: map[float64]instances{}}
	all, most, few := 0, 0, 0
	for _, p := range a.ofSize(size) {
		value := d.of(p.record)
		if math.IsNaN(value) {
			continue
		}
		if width > 1 {
			value = math.Floor(value/float64(width))*float64(width) + float64(width-1)/2
		}
		c.of[value] = append(c.of[value], p)
		all++
	}
	for _, puzzles := range c.of {
		n := c.trials(puzzles)
		if most = max(most, n); n < FewestTrials {
			few += len(puzzles)
		}
	}
	maps.DeleteFunc(c.of, func(_ float64, puzzles instances) bool {
		if c.trials(puzzles) >= min(FewestTrials, most) {
			return false
		}
		c.Fewest = min(FewestTrials, most)
		return true
	})
	c.values = slices.Sorted(maps.Keys(c.of))
	return c, float64(few) / float64(max(all, 1))
}

// trials returns the largest number of trials that any solver has on some puzzles.
func (c Classes) trials(puzzles instances) int {
	most := 0
	for _, s := range c.solvers {
		n := 0
		for range puzzles.of(s) {
			n++
		}
		most = max(most, n)
	}
	return most
}

// Solved returns the share of the trials in each class that each solver solved.
func (c Classes) Solved() []Series {
	var all []Series
	for _, s := range c.solvers {
		line := Series{Name: s.Name, Number: s.Number}
		for _, value := range c.values {
			if trials := slices.Concat(c.of[value].values(s, accuracy)...); trials != nil {
				line.X, line.Y = append(line.X, value), append(line.Y, Mean(trials))
			}
		}
		all = append(all, line)
	}
	return all
}

// Quartiles returns the quartiles of a measure over the trials in each class, for each solver that
// reports the measure. A trial that did not solve its puzzle counts as infinite, so the median is
// NaN where a solver solves half of the trials or fewer. Counts and times of 0 are NaN, because they
// have no place on a logarithmic axis.
func (c Classes) Quartiles(m Measure) []Series {
	var all []Series
	for _, s := range c.solvers {
		if !m.Reported(s) {
			continue
		}
		line := Series{Name: s.Name, Number: s.Number}
		for _, value := range c.values {
			values := slices.Concat(c.of[value].values(s, func(r bench.Record) float64 {
				if !solved(r) {
					return math.Inf(1)
				}
				return m.Of(r)
			})...)
			slices.Sort(values)
			at := func(share float64) float64 {
				x := quantile(values, share)
				if math.IsInf(x, 1) || x == 0 && m.Unit != units.Moves {
					return math.NaN()
				}
				return x
			}
			line.add(value, at(0.5), at(0.25), at(0.75))
		}
		if slices.ContainsFunc(line.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			all = append(all, line)
		}
	}
	return all
}
