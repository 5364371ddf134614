package analysis

import (
	"cmp"
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Difficulty is a measure of how hard a puzzle is.
type Difficulty struct {
	Name   string     // unique, in lower case with hyphens
	Title  string     // title of a figure
	Label  string     // label of an axis
	Unit   units.Unit // of the values
	Chosen bool       // whether the experiment sets the values; otherwise they follow from the drawn boards
	of     func(bench.Record) float64
}

// Difficulties are all measures of difficulty.
var Difficulties = []Difficulty{
	{
		"by-walk", "By the number of random moves", "random moves from the goal", units.Count, true,
		func(r bench.Record) float64 { return known(r.Walk) },
	},
	{
		"by-misplaced", "By the share of misplaced tiles", "tiles misplaced at the start", units.Share, false,
		misplaced,
	},
	{
		"by-optimal-length", "By optimal length", "optimal length, moves", units.Count, false, optimalLength,
	},
}

// misplaced returns the share of tiles that are misplaced at the start. It returns NaN for boards
// drawn by random moves, because these are closer to the goal than other boards with the same share.
// Boards drawn with a given share and boards drawn from all boards can be compared: both are
// distributed uniformly among the boards with their share.
func misplaced(r bench.Record) float64 {
	if r.Walk != nil {
		return math.NaN()
	}
	return float64(r.StartMisplaced) / float64(r.Rows*r.Cols-1)
}

// FewestPuzzles is the smallest number of puzzles in a class, and so behind a point of a line.
const FewestPuzzles = 5

// Classes has the puzzles of one size in classes of about equal difficulty.
type Classes struct {
	solvers []Solver
	classes []class
}

// class is a set of puzzles of about equal difficulty.
type class struct {
	value   float64 // mean difficulty
	puzzles instances
}

// Classes divides the puzzles of the given size into classes, and reports whether there are at
// least two classes. Puzzles of the same difficulty are in the same class. If there are fewer than
// FewestPuzzles of them, the puzzles of the next difficulty are added to their class. If too few
// puzzles are left for the last class, they are left out.
func (a *Analysis) Classes(d Difficulty, size puzzle.Size) (Classes, bool) {
	c := Classes{solvers: a.Solvers}
	puzzles := Where(a.ofSize(size), func(p *instance) bool { return !math.IsNaN(d.of(p.record)) })
	slices.SortStableFunc(puzzles, func(p, q *instance) int { return cmp.Compare(d.of(p.record), d.of(q.record)) })
	var values []float64 // difficulties of the puzzles in the current class
	for i, p := range puzzles {
		values = append(values, d.of(p.record))
		last := i+1 == len(puzzles) || d.of(puzzles[i+1].record) > d.of(p.record)
		if n := len(values); last && n >= FewestPuzzles {
			c.classes = append(c.classes, class{Mean(values), puzzles[i+1-n : i+1]})
			values = nil
		}
	}
	return c, len(c.classes) > 1
}

// Lines returns a line for each solver that reports the measure. A point of [Accuracy] is the share of the trials
// in a class that the solver solved. A point of any other measure is the median over these trials, with the quartiles
// as its interval. The value of an unsolved trial is infinite, so the median is NaN if the solver solved at most half
// of the trials. Counts and times of 0 are NaN, too, because a logarithmic axis cannot show them. Lines without known
// points are left out.
func (c Classes) Lines(m Measure) (all []Series) {
	of := func(r bench.Record) float64 {
		if !Solved(r) {
			return math.Inf(1)
		}
		return m.Of(r)
	}
	if m.Key == Accuracy.Key {
		of = accuracy
	}
	for _, s := range Where(c.solvers, m.Reported) {
		line := s.line()
		for _, class := range c.classes {
			trials := slices.Concat(class.puzzles.values(s, of)...)
			if trials == nil {
				continue
			}
			point := quartiles(trials)
			switch {
			case m.Key == Accuracy.Key:
				point.Value = Mean(trials)
			case m.Unit != units.Moves:
				point = Interval{unlessZero(point.Value), unlessZero(point.Low), unlessZero(point.High), point.N}
			}
			line.add(class.value, point)
		}
		if line.known() {
			all = append(all, line)
		}
	}
	return all
}

// unlessZero returns x, or NaN if x is 0.
func unlessZero(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return x
}
