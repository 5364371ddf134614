package analysis

import (
	"cmp"
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
	Chosen bool       // by the experiment, not by the draw of a puzzle
	of     func(bench.Record) float64
}

// Difficulties are the ways to say how hard a puzzle is.
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

// misplaced leaves out boards after random moves: they are closer to the goal than other boards
// with as many misplaced tiles. Boards drawn with a given share of misplaced tiles and boards drawn
// from all boards go together, since both are uniform among the boards with that share.
func misplaced(r bench.Record) float64 {
	if r.Walk != nil {
		return math.NaN()
	}
	return float64(r.StartMisplaced) / float64(r.Rows*r.Cols-1)
}

// FewestPuzzles is the smallest number of puzzles behind a point of a line.
const FewestPuzzles = 5

// Classes are the puzzles of a size in classes of about equal difficulty.
type Classes struct {
	analysis *Analysis
	classes  []class
}

// class is some puzzles with the mean of their difficulty.
type class struct {
	value   float64
	puzzles instances
}

// Classes sorts the puzzles of a size by difficulty, and reports whether there are several
// classes. Puzzles of the same difficulty are in the same class. A class with too few puzzles also
// takes those of the next difficulty. The hardest puzzles are left out if they are too few.
func (a *Analysis) Classes(d Difficulty, size puzzle.Size) (Classes, bool) {
	c := Classes{analysis: a}
	puzzles := a.ofSize(size).where(func(p *instance) bool { return !math.IsNaN(d.of(p.record)) })
	slices.SortStableFunc(puzzles, func(p, q *instance) int { return cmp.Compare(d.of(p.record), d.of(q.record)) })
	var values []float64 // of the class that is being filled
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

// Solved returns the share of the trials in each class that each solver solved.
func (c Classes) Solved() []Series {
	return c.lines(c.analysis.Solvers, accuracy, func(trials []float64, _ float64) float64 { return Mean(trials) })
}

// Quartiles returns the quartiles of a measure over the trials in each class, for each solver that
// reports the measure. A trial that did not solve its puzzle counts as infinite, so the median is
// NaN where a solver solves half of the trials or fewer. Counts and times of 0 are NaN, because they
// have no place on a logarithmic axis.
func (c Classes) Quartiles(m Measure) []Series {
	amount := func(r bench.Record) float64 {
		if !solved(r) {
			return math.Inf(1)
		}
		return m.Of(r)
	}
	return c.lines(c.analysis.Reporting(m), amount, func(trials []float64, share float64) float64 {
		x := quantile(trials, share)
		if math.IsInf(x, 1) || x == 0 && m.Unit != units.Moves {
			return math.NaN()
		}
		return x
	})
}

// lines returns a line for each solver, with a point for each class. The function at returns the
// median (0.5) and the ends (0.25, 0.75) of a point from the sorted numbers of the trials. Lines
// without any point are left out.
func (c Classes) lines(solvers []Solver, of func(bench.Record) float64,
	at func(trials []float64, share float64) float64) []Series {
	var all []Series
	for _, s := range solvers {
		line, points := s.line(), 0
		for _, class := range c.classes {
			trials := slices.Sorted(slices.Values(slices.Concat(class.puzzles.values(s, of)...)))
			if trials == nil {
				continue
			}
			line.add(class.value, at(trials, 0.5), at(trials, 0.25), at(trials, 0.75))
			if !math.IsNaN(line.Y[len(line.Y)-1]) {
				points++
			}
		}
		if points > 0 {
			all = append(all, line)
		}
	}
	return all
}
