package analysis

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"npuzzle/bench"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
)

// Series has the points of a line, with X in ascending order, or of a point cloud in a figure, or a
// sample: the values X of a box plot.
type Series struct {
	Name   string
	Number int       // of the solver
	X, Y   []float64 // coordinates of the points; Y is NaN where it is not known
	// Low and High are the ends of an interval for each Y. Their elements are NaN where they are
	// not known. The slices are nil if there are no intervals.
	Low, High []float64
}

// add appends a point and its interval.
func (s *Series) add(x float64, y stats.Interval) {
	s.X = append(s.X, x)
	s.Y = append(s.Y, y.Value)
	s.Low = append(s.Low, y.Low)
	s.High = append(s.High, y.High)
}

// known reports whether the series has a point whose Y is known.
func (s Series) known() bool {
	return slices.ContainsFunc(s.Y, func(y float64) bool { return !math.IsNaN(y) })
}

// Thin reduces a series to the given number of points, if it has more. The indices of the remaining
// points are evenly spaced, and include the first and the last. The series must not have intervals.
func (s *Series) Thin(most int) {
	last := len(s.X) - 1
	if last < most {
		return
	}
	x := make([]float64, most)
	y := make([]float64, most)
	for i := range x {
		point := last * i / (most - 1)
		x[i] = s.X[point]
		y[i] = s.Y[point]
	}
	s.X = x
	s.Y = y
}

// Gaps returns the gaps of the plans of each solver for puzzles of the given group, as the values X
// of a series. Puzzles whose optimal cost is not known, and solvers without values, are left out.
func (a *Analysis) Gaps(group Group) []Series {
	puzzles := a.ofGroup(slices.Index(a.Groups, group))
	var series []Series
	for _, s := range a.Solvers {
		line := s.line()
		line.X = slices.Concat(puzzles.values(s, GapOf)...)
		if len(line.X) > 0 {
			series = append(series, line)
		}
	}
	return series
}

// Difficulty is a measure of how hard a puzzle is.
type Difficulty struct {
	Name  string // unique, in lower case with hyphens
	Title string // title of a figure
	Label string // label of an axis
	Unit  string // name of the unit of the values, as that of a Measure

	// Chosen says whether the experiment sets the values. Otherwise they follow from the drawn
	// boards.
	Chosen bool

	valueOf func(*bench.Record) float64
}

// Difficulties are all measures of difficulty.
var Difficulties = []Difficulty{
	{
		Name:    "by-walk",
		Title:   "By the number of random moves",
		Label:   "random moves from the goal",
		Unit:    "count",
		Chosen:  true,
		valueOf: func(r *bench.Record) float64 { return known(r.Walk) },
	},
	{
		Name:    "by-misplaced",
		Title:   "By the share of misplaced tiles",
		Label:   "tiles misplaced at the start",
		Unit:    "share",
		Chosen:  true,
		valueOf: misplaced,
	},
	{
		Name:    "by-optimal-length",
		Title:   "By optimal length",
		Label:   "optimal length, moves",
		Unit:    "count",
		valueOf: optimalLength,
	},
}

// misplaced returns the share of tiles that are misplaced at the start. It returns NaN unless the
// board was drawn with a given share. On other boards, the number of misplaced tiles says little:
// almost all tiles of a uniformly drawn board are misplaced, and boards drawn by random moves are
// closer to the goal than others with the same share.
func misplaced(r *bench.Record) float64 {
	if r.Misplaced == nil {
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

// Classes divides the puzzles of the given size into classes. Puzzles of the same difficulty are in
// the same class. If there are fewer than FewestPuzzles of them, the puzzles of the next difficulty
// are added to their class. If too few puzzles are left for the last class, they are left out.
// There are either no classes or at least two.
func (a *Analysis) Classes(d Difficulty, size puzzle.Size) Classes {
	c := Classes{solvers: a.Solvers}
	puzzles := slices.DeleteFunc(a.ofSize(size), func(p *instance) bool {
		return math.IsNaN(d.valueOf(p.record))
	})
	slices.SortStableFunc(puzzles, func(p, q *instance) int {
		return cmp.Compare(d.valueOf(p.record), d.valueOf(q.record))
	})
	var values []float64 // difficulties of the puzzles in the current class
	for i, p := range puzzles {
		value := d.valueOf(p.record)
		values = append(values, value)
		last := i+1 == len(puzzles) || d.valueOf(puzzles[i+1].record) > value // of its difficulty
		if n := len(values); last && n >= FewestPuzzles {
			class := class{value: stats.Mean(values), puzzles: puzzles[i+1-n : i+1]}
			c.classes = append(c.classes, class)
			values = nil
		}
	}
	if len(c.classes) < 2 {
		c.classes = nil
	}
	return c
}

// Lines returns a line for each solver that reports the measure. A point of [Accuracy] is the share
// of the trials in a class that the solver solved. A point of any other measure is the median over
// these trials. The value of an unsolved trial is infinite, so the median is NaN if the solver
// solved at most half of the trials. Counts and times of 0 are NaN, too, because a logarithmic axis
// cannot show them. Lines without known points are left out.
func (c Classes) Lines(m Measure) []Series {
	var lines []Series
	for _, s := range c.solvers {
		if !m.Reported(s) {
			continue
		}
		line := s.line()
		for _, class := range c.classes {
			y, tried := class.middle(s, m)
			if !tried {
				continue
			}
			line.X = append(line.X, class.value)
			line.Y = append(line.Y, y)
		}
		if line.known() {
			lines = append(lines, line)
		}
	}
	return lines
}

// middle returns the point of a solver in a class; see Lines. It returns false if the solver has no
// trials there.
func (c class) middle(s Solver, m Measure) (y float64, tried bool) {
	if m.Key == Accuracy.Key {
		values := slices.Concat(c.puzzles.values(s, accuracy)...)
		if values == nil {
			return 0, false
		}
		return stats.Mean(values), true
	}
	values := slices.Concat(c.puzzles.values(s, func(r *bench.Record) float64 {
		if !Solved(r) {
			return math.Inf(1)
		}
		return m.Of(r)
	})...)
	if values == nil {
		return 0, false
	}
	y = stats.Finite(stats.Median(values))
	if y == 0 && m.Unit != "moves" && m.Unit != "share" {
		y = math.NaN()
	}
	return y, true
}

// Evolution has the runs of one genetic solver.
type Evolution struct {
	Name   string
	Number int // of the solver; 0 if the runs are not trials of an experiment
	Runs   []bench.Trace
}

// Histories returns an Evolution for each solver with recorded histories. Its runs are the
// histories of the solver's trials on puzzles of the given size.
func (a *Analysis) Histories(size puzzle.Size) []Evolution {
	var evolutions []Evolution
	for _, s := range a.Solvers {
		e := Evolution{Name: s.Name, Number: s.Number}
		for r := range a.ofSize(size).trialsOf(s) {
			run := slices.Clone(r.History)
			plans := runOf(r, Evaluated, 1)
			for i, m := range run { // the length of the best plan so far
				run[i].Length = plans.within(float64(m.Evaluated)).length
			}
			if len(run) > 0 {
				e.Runs = append(e.Runs, run)
			}
		}
		if e.Runs != nil {
			evolutions = append(evolutions, e)
		}
	}
	return evolutions
}

// PlanLength returns the length of the best plan so far, or NaN if there is no plan yet.
func PlanLength(m bench.Moment) float64 {
	if m.Length == 0 {
		return math.NaN()
	}
	return float64(m.Length)
}

// coursePoints is the number of points of a line of Middle. They are evenly spaced on a logarithmic
// axis.
const coursePoints = 201

// Middle returns the median of a value over all runs, as a function of the number of evaluations.
// The quartiles are the interval of the median. A run that has ended keeps its last value. A run
// that has no value yet counts as infinite, so that the median of lengths never rises when a run
// finds its first plan. There is no point if the median is infinite. Runs without moments are left
// out.
func (e Evolution) Middle(value func(bench.Moment) float64) Series {
	s := Series{Name: e.Name, Number: e.Number}
	runs := slices.DeleteFunc(slices.Clone(e.Runs), func(run bench.Trace) bool {
		return len(run) == 0
	})
	first := math.Inf(1)
	last := 0.0
	for _, run := range runs {
		first = min(first, max(float64(run[0].Evaluated), 1))
		last = max(last, float64(run[len(run)-1].Evaluated))
	}
	if last == 0 {
		return s
	}
	for _, x := range floats.LogSpan(make([]float64, coursePoints), first, last) {
		var values []float64
		for _, run := range runs {
			values = append(values, valueAt(run, x, value))
		}
		if middle := stats.Quartiles(values); !math.IsNaN(middle.Value) {
			s.add(x, middle)
		}
	}
	return s
}

// valueAt returns a value of a run after a number of evaluations. It is infinite if the run has no
// value yet.
func valueAt(run bench.Trace, evaluations float64, value func(bench.Moment) float64) float64 {
	within := sort.Search(len(run), func(i int) bool {
		return float64(run[i].Evaluated) > evaluations*(1+stats.Rounding)
	})
	if within == 0 {
		return math.Inf(1)
	}
	v := value(run[within-1])
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}
