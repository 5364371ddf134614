package analysis

import (
	"fmt"
	"math"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/puzzle"
)

// progressPoints is how many points a line of progress has: each takes a bootstrap
// interval of all trials.
const progressPoints = 30

// GapByEvaluations draws how the plans of solvers that go on improving them near
// the shortest ones: the mean gap of the best plan so far.
func (a *Analysis) GapByEvaluations() Drawing {
	const name, title = "gap-by-evaluations", "Gap of the best plan so far"
	figure := plot.Figure{Columns: 2}
	sizes := a.Sizes()
	left := 0
	banded := len(a.evaluating()) <= mostBands
	for _, size := range sizes {
		panel := plot.Panel{
			X: plot.Axis{Label: "evaluations", Unit: plot.Whole, Log: true},
			Y: plot.Axis{Label: "length / optimal length, mean"},
		}
		if len(sizes) > 1 {
			panel.Title = size.String()
		}
		var bands, lines []plot.Series
		for _, s := range a.evaluating() {
			if band, line := a.progress(size, s, banded); len(line.X) > 0 {
				bands, lines = append(bands, band), append(lines, line)
			}
		}
		switch {
		case lines == nil:
			continue
		case len(figure.Panels) == mostPanels:
			left++
			continue
		}
		panel.Series = append(bands, lines...) // a band without points is not drawn
		figure.Panels = append(figure.Panels, panel)
	}
	if len(figure.Panels) == 0 {
		return leftOut(name, title, "no plan for a puzzle of known optimal length was found by evaluations")
	}
	d := Drawing{Name: name, Title: title, Figure: figure}
	d.Caption = "Mean, over the trials that solve in the end, of length / optimal length of the best plan found within so many evaluations, on an axis by powers of ten. A line begins where half of these trials have a plan, and may rise as others join them; a trial that has ended stays at its last plan. Lower and further left is better. Puzzles of unknown optimal length are left out." + a.pooled(sizes...)
	if banded {
		d.Caption += " Pale areas are 95 % intervals (bootstrap)."
	}
	if left > 0 {
		d.Caption += fmt.Sprintf(" Only the %d smallest of %d sizes.", mostPanels, len(sizes))
	}
	return d.describe()
}

// progress returns the line of a solver's mean gap over evaluations, and the area of
// its intervals where they are wanted.
func (a *Analysis) progress(size puzzle.Size, s Solver, banded bool) (band, line plot.Series) {
	band, line = plot.Series{Kind: plot.Band, Look: s.Number}, plot.Series{Name: s.Name, Look: s.Number}
	type trial struct {
		bench.Record
		puzzle  int
		optimal float64
	}
	var trials []trial
	first, last := math.Inf(1), 0.0
	for i, p := range a.ofSize(size) {
		for _, r := range p.trials[s.Name] {
			if !solved(r) || len(r.Found) == 0 || !(optimalLength(p.record) > 0) {
				continue
			}
			trials = append(trials, trial{r, i, optimalLength(p.record)})
			first, last = min(first, firstFound(r)), max(last, Evaluated.Of(r))
		}
	}
	if len(trials) == 0 || !(first > 0) {
		return band, line
	}
	for i := range progressPoints {
		evaluations := first * math.Pow(last/first, float64(i)/(progressPoints-1))
		var gaps clusters
		plans, puzzle := 0, -1
		for _, t := range trials {
			n := bestBy(t.Record, evaluations)
			if n == 0 {
				continue
			}
			plans++
			if t.puzzle != puzzle {
				gaps, puzzle = append(gaps, nil), t.puzzle
			}
			gaps[len(gaps)-1] = append(gaps[len(gaps)-1], float64(n)/t.optimal)
		}
		if 2*plans < len(trials) {
			continue
		}
		line.X, line.Y = append(line.X, evaluations), append(line.Y, Mean(gaps.each(Mean)))
		if !banded {
			continue
		}
		if mean := MeanInterval(gaps.each(Mean), seed); mean.Bounded() {
			band.X, band.Y, band.Bottom = append(band.X, evaluations), append(band.Y, mean.High), append(band.Bottom, mean.Low)
		}
	}
	return band, line
}

// bestBy returns the length of the best plan that a trial had found within so many
// evaluations, 0 of none.
func bestBy(r bench.Record, evaluations float64) int {
	length := 0
	for _, f := range r.Found {
		if float64(f.Evaluated) <= evaluations*(1+1e-12) { // which the powers of a grid may miss
			length = f.Length
		}
	}
	return length
}
