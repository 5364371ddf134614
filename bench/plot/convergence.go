package plot

import (
	"fmt"
	"math"
	"slices"
)

// Generation is a row of the trace of an evolution.
type Generation struct {
	Generation         int
	Best, Median, Mean float64 // fitness; less is better
	Diversity          float64
	Evaluations        uint64 // so far
	Length             int    // of the best plan so far; 0 where there is none
	Seconds            float64
}

// Evolution is a solver's runs, each a trace in the order of its generations.
type Evolution struct {
	Name string
	Look int // see Series; 0 for the place among others
	Runs [][]Generation
}

// gridPoints is how many points the lines over several runs have.
const gridPoints = 200

// Convergence draws how evolutions went on with their evaluations: fitness,
// diversity and the length of the best plan. Of one run it draws best, median
// and mean; of more the median of their best, within a band that holds the
// middle half of the runs. A run that has ended stays at its last values.
func Convergence(title string, evolutions ...Evolution) Figure {
	f := Figure{Columns: 3, Title: title}
	x := Axis{Label: "evaluations", Unit: Whole}
	fitness := Panel{Title: "Fitness", X: x, Y: Axis{Label: "fitness, less is better"}}
	diversity := Panel{Title: "Diversity", X: x, Y: Axis{Label: "diversity"}}
	length := Panel{Title: "Best plan", X: x, Y: Axis{Label: "length, moves", Unit: Whole}}
	runs := 0
	for i, e := range evolutions {
		name, look := e.Name, e.Look
		if look == 0 {
			look = i + 1
		}
		runs += len(e.Runs)
		if len(evolutions) == 1 && len(e.Runs) == 1 {
			fitness.Series = append(fitness.Series, oneRun(e.Runs[0])...)
			name, look = "", 1
		} else {
			fitness.Series = append(fitness.Series, e.middle(name, look, func(g Generation) float64 { return g.Best })...)
		}
		diversity.Series = append(diversity.Series, e.middle(name, look, func(g Generation) float64 { return g.Diversity })...)
		length.Series = append(length.Series, e.middle(name, look, func(g Generation) float64 {
			if g.Length == 0 {
				return math.NaN()
			}
			return float64(g.Length)
		})...)
	}
	f.Description = "Best fitness, diversity and length of the best plan against evaluations. Fitness begins anew where a solver goes on to its next subgoal, or from the first plan to shorter ones. "
	if runs == 1 {
		f.Description += "One run."
	} else {
		f.Description += fmt.Sprintf("%d runs: lines are medians over the runs, bands hold the middle half of them.", runs)
	}
	for _, panel := range []Panel{fitness, diversity, length} {
		if slices.ContainsFunc(panel.Series, func(s Series) bool { return len(s.X) > 0 }) {
			f.Panels = append(f.Panels, panel)
		}
	}
	return f
}

// oneRun is the fitness of one run: best, median and mean, with the band from
// the best to the median.
func oneRun(run []Generation) []Series {
	band := Series{Kind: Band, Look: 1}
	best := Series{Name: "best of the population", Look: 1}
	median := Series{Name: "median of the population", Look: 2}
	mean := Series{Name: "mean of the population", Look: 3}
	for _, g := range run {
		x := float64(g.Evaluations)
		best.X, best.Y = append(best.X, x), append(best.Y, g.Best)
		median.X, median.Y = append(median.X, x), append(median.Y, g.Median)
		mean.X, mean.Y = append(mean.X, x), append(mean.Y, g.Mean)
	}
	band.X, band.Y, band.Bottom = best.X, median.Y, best.Y
	return []Series{band, best, median, mean}
}

// middle draws the median over the runs of a value, and of more than one run the
// band of the middle half. Where a run has no value yet it does not count, and
// where fewer than half of them have one nothing is drawn.
func (e Evolution) middle(name string, look int, value func(Generation) float64) []Series {
	last := uint64(0)
	for _, run := range e.Runs {
		if len(run) > 0 {
			last = max(last, run[len(run)-1].Evaluations)
		}
	}
	line := Series{Name: name, Look: look}
	band := Series{Kind: Band, Look: look}
	at := make([]int, len(e.Runs)) // the generation of each run
	for point := range gridPoints + 1 {
		x := float64(last) * float64(point) / gridPoints
		var values []float64
		for i, run := range e.Runs {
			for at[i]+1 < len(run) && float64(run[at[i]+1].Evaluations) <= x {
				at[i]++
			}
			if len(run) == 0 || float64(run[0].Evaluations) > x {
				continue
			}
			if v := value(run[at[i]]); v == v {
				values = append(values, v)
			}
		}
		if len(values) == 0 || 2*len(values) < len(e.Runs) {
			continue
		}
		slices.Sort(values)
		line.X, line.Y = append(line.X, x), append(line.Y, quantile(values, 0.5))
		band.X, band.Y, band.Bottom = append(band.X, x), append(band.Y, quantile(values, 0.75)), append(band.Bottom, quantile(values, 0.25))
	}
	if len(e.Runs) < 2 {
		return []Series{line}
	}
	return []Series{band, line}
}

// quantile returns the value below which a share of sorted values lies, between
// two of them in proportion.
func quantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	low := int(at)
	if low+1 == len(sorted) {
		return sorted[low]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
