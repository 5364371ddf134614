package analysis

import (
	"fmt"
	"slices"

	"npuzzle/bench/plot"
)

// MemoryUse draws the memory of the solvers' own structures and, where trials
// ran in processes of their own, the peak of those.
func (a *Analysis) MemoryUse() []Drawing {
	return []Drawing{
		a.memory(Bytes, "memory", "Memory of the solvers' structures", "the most that the solver's own structures held, as it accounts for them", "no trial accounts for memory"),
		a.memory(Resident, "resident", "Peak resident memory", "the most resident memory of the trial's own process, as the system counts it, the program itself included", "resident memory is a trial's own only in a process of its own: run with --isolate"),
	}
}

func (a *Analysis) memory(m Measure, name, title, what, why string) Drawing {
	panel := plot.Panel{X: m.axis("memory of a trial", true)}
	var nothing []string
	for _, s := range slices.Backward(a.Solvers) {
		box := plot.Series{Kind: plot.Boxes, Look: s.Number, Y: []float64{float64(len(panel.Y.Names))}}
		zeros := 0
		for r := range a.puzzles.of(s) {
			switch v := m.Of(r); {
			case failed(r) || v != v:
			case v > 0:
				box.X = append(box.X, v)
			default:
				zeros++
			}
		}
		if zeros > 0 {
			nothing = append(nothing, fmt.Sprintf("%d of %s", zeros, s.Name))
		}
		if len(box.X) > 0 {
			panel.Y.Names = append(panel.Y.Names, fmt.Sprintf("%s (%d)", s.Name, len(box.X)))
			panel.Series = append(panel.Series, box)
		}
	}
	if len(panel.Series) == 0 {
		return leftOut(name, title, "%s", why)
	}
	d := Drawing{Name: name, Title: title, Figure: plot.Figure{Panels: []plot.Panel{panel}}}
	d.Caption = fmt.Sprintf("Memory of a trial: %s. On an axis by powers of ten, all sizes and all ends; boxes, whiskers and rings as in box plots of logarithms. Behind each name, how many trials.", what)
	if len(nothing) > 0 {
		slices.Reverse(nothing) // the first solver first, as everywhere
		d.Caption += " Trials that held nothing, such as of boards that are the goal, have no place on such an axis: " + Some(nothing) + "."
	}
	return d.describe()
}
