package plot

import (
	"fmt"
	"math"
	"slices"
)

// Generation is a row of the trace of an evolution, see search.Generation.
type Generation struct {
	Subgoal, Phase, Generation int
	Best, Median, Mean         float64 // fitness; less is better
	Diversity                  float64
	Evaluations                uint64 // so far
	Length                     int    // of the best plan so far; 0 where there is none
	Seconds                    float64
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
// diversity and the length of the best plan. Of one run it draws every row: best,
// median and mean of the only one, the best beside other evolutions. Of more it
// draws the median of their best, within a band that holds the middle half of the
// runs; there a run that has ended stays at its last values.
func Convergence(title string, evolutions ...Evolution) Figure {
	f := Figure{Columns: 3, Title: title}
	x := Axis{Label: "evaluations", Unit: Whole}
	fitness := Panel{Title: "Fitness", X: x, Y: Axis{Label: "fitness, less is better"}}
	diversity := Panel{Title: "Diversity", X: x, Y: Axis{Label: "diversity"}}
	length := Panel{Title: "Best plan", X: x, Y: Axis{Label: "length, moves", Unit: Whole}}
	best := func(g Generation) float64 { return g.Best }
	spread := func(g Generation) float64 { return g.Diversity }
	moves := func(g Generation) float64 {
		if g.Length == 0 {
			return math.NaN()
		}
		return float64(g.Length)
	}
	runs := 0
	for i, e := range evolutions {
		name, look := e.Name, e.Look
		if look == 0 {
			look = i + 1
		}
		runs += len(e.Runs)
		if len(e.Runs) != 1 {
			fitness.Series = append(fitness.Series, e.middle(name, look, best)...)
			diversity.Series = append(diversity.Series, e.middle(name, look, spread)...)
			length.Series = append(length.Series, e.middle(name, look, moves)...)
			continue
		}
		run := e.Runs[0]
		all := parts(run)
		if len(evolutions) == 1 {
			name, look = "", 1
			fitness.Title += titleOf(all)
			fitness.Series = oneRun(all)
		} else {
			fitness.Series = append(fitness.Series, lines(all, name, look, best)...)
		}
		diversity.Series = append(diversity.Series, lines(all, name, look, spread)...)
		length.Series = append(length.Series, lines([][]Generation{run}, name, look, moves)...)
	}
	f.Description = "Best fitness, diversity and length of the best plan against evaluations. Fitness begins anew where a solver goes on to its next subgoal, or from the first plan to shorter ones. "
	if runs == 1 {
		f.Description += "One run, whose lines break there; shorter plans are evolved by their length alone."
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

// parts cuts the generations of a run where their fitness and diversity become those
// of something else: of another subgoal, or of the whole plans that are improved. Rows
// of plans that were found between two generations are left out: they repeat the first.
func parts(run []Generation) [][]Generation {
	var all [][]Generation
	var last Generation
	for i, g := range run {
		if i > 0 && g.Subgoal == last.Subgoal && g.Phase == last.Phase && g.Generation == last.Generation {
			continue
		}
		if i == 0 || g.Subgoal != last.Subgoal || (g.Phase == 0) != (last.Phase == 0) {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], g)
		last = g
	}
	return all
}

// titleOf says whose fitness it is, in the order of the parts, if there are several.
func titleOf(all [][]Generation) string {
	if len(all) < 2 {
		return ""
	}
	text := " of phases"
	if all[0][0].Subgoal > 0 {
		text = " by subgoal"
	}
	if last := all[len(all)-1]; last[0].Phase == 0 {
		text += ", then of plans"
	}
	return text
}

// lines draws a value of every row that has one, a line for each part of a run.
func lines(all [][]Generation, name string, look int, value func(Generation) float64) []Series {
	var drawn []Series
	for _, part := range all {
		s := Series{Name: name, Look: look}
		for _, g := range part {
			if v := value(g); v == v {
				s.X, s.Y = append(s.X, float64(g.Evaluations)), append(s.Y, v)
			}
		}
		if len(s.X) == 0 {
			continue
		}
		if len(s.X) == 1 {
			s.Kind = Points
		}
		drawn = append(drawn, s)
		name = "" // the legend has it
	}
	return drawn
}

// oneRun is the fitness of one run: best, median and mean, with the band from
// the best to the median.
func oneRun(all [][]Generation) []Series {
	best := lines(all, "best of the population", 1, func(g Generation) float64 { return g.Best })
	median := lines(all, "median of the population", 2, func(g Generation) float64 { return g.Median })
	mean := lines(all, "mean of the population", 3, func(g Generation) float64 { return g.Mean })
	var bands []Series
	for i, s := range best {
		bands = append(bands, Series{Kind: Band, Look: 1, X: s.X, Y: median[i].Y, Bottom: s.Y})
	}
	return slices.Concat(bands, best, median, mean)
}

// middle draws the median over several runs of a value, and the band of the
// middle half. Where a run has no value yet it does not count, and
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
