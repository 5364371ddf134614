package analysis

import (
	"fmt"
	"slices"

	"npuzzle/bench/plot"
	"npuzzle/internal/units"
)

// longGap is the gap beyond which an even axis would press all others together.
const longGap = 4

// Gaps draws how far plans are from the shortest ones, a drawing for each size.
func (a *Analysis) Gaps() []Drawing {
	const name, title = "gap", "Gap to the optimal length"
	var all []Drawing
	known, above := false, false
	for _, size := range a.Sizes() {
		panel := plot.Panel{X: plot.Axis{Label: "length / optimal length"}}
		unknown, longest := 0, 1.0
		// The first solver stands at the top.
		for _, s := range slices.Backward(a.Solvers) {
			box := plot.Series{Kind: plot.Boxes, Look: s.Number, Y: []float64{float64(len(panel.Y.Names))}}
			for _, p := range a.ofSize(size) {
				for _, r := range p.trials[s.Name] {
					if !solved(r) {
						continue
					}
					if p.record.OptimalCost == nil {
						unknown++
						continue
					}
					box.X = append(box.X, GapOf(r))
				}
			}
			if len(box.X) == 0 {
				continue
			}
			known = true
			longest = max(longest, slices.Max(box.X))
			panel.Y.Names = append(panel.Y.Names, fmt.Sprintf("%s (%d)", s.Name, len(box.X)))
			panel.Series = append(panel.Series, box)
		}
		if longest == 1 {
			continue
		}
		panel.X.Log = longest > longGap
		above = true
		d := Drawing{Name: name, Title: title, Figure: plot.Figure{Panels: []plot.Panel{panel}}}
		if len(a.Sizes()) > 1 {
			d.Name += "-" + size.String()
			d.Title += ", " + size.String()
		}
		d.Caption = "Boxes hold the middle half of the plans, the thick line is the median; whiskers reach to the last plan within one and a half box lengths, rings are the plans beyond. 1 is optimal. Behind each name, how many plans." + a.pooled(size)
		if panel.X.Log {
			d.Caption += " The axis goes by powers, and so do boxes and whiskers."
		}
		if unknown > 0 {
			d.Caption += fmt.Sprintf(" Left out: %s for puzzles of unknown optimal length.", units.Plural(unknown, "plan", "plans"))
		}
		all = append(all, d.describe())
	}
	switch {
	case above:
		return all
	case known:
		return []Drawing{leftOut(name, title, "every plan whose optimal length is known is optimal")}
	}
	return []Drawing{leftOut(name, title, "no optimal length of a solved puzzle is known; an optimal solver in the experiment would prove them")}
}
