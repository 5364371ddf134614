package plot

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Coinciding says which lines hide one another because they have the same points. It is empty if
// none do.
func (f Figure) Coinciding() string {
	var sets []string
	panels := map[string][]string{} // titles of the panels in which a set of lines coincides
	for _, p := range f.Panels {
		for _, set := range p.coinciding() {
			if panels[set] == nil {
				sets = append(sets, set)
			}
			panels[set] = append(panels[set], p.Title)
		}
	}
	if len(sets) == 0 {
		return ""
	}
	for i, set := range sets {
		if len(f.Panels) > 1 {
			sets[i] = fmt.Sprintf("%s (%s)", set, strings.Join(panels[set], ", "))
		}
	}
	return "Lines that coincide: " + strings.Join(sets, "; ") + "."
}

// IsLine reports whether a series is drawn as a line that the legend names.
func (s Series) IsLine() bool {
	return (s.Kind == Line || s.Kind == Marked || s.Kind == Steps) && len(s.X) > 0
}

// coinciding returns the names of each set of lines that have the same points.
func (panel Panel) coinciding() []string {
	var lines []Series
	for _, s := range panel.Series {
		if s.IsLine() {
			lines = append(lines, s)
		}
	}
	var sets []string
	taken := make([]bool, len(lines))
	for i, line := range lines {
		var names []string
		for j := i; j < len(lines) && !taken[i]; j++ {
			if !taken[j] && same(line.X, lines[j].X) && same(line.Y, lines[j].Y) {
				taken[j] = j > i
				names = append(names, lines[j].Name)
			}
		}
		switch {
		case len(names) < 2:
		case len(names) == len(lines) && len(lines) > 2:
			sets = append(sets, "all")
		default:
			last := len(names) - 1
			sets = append(sets, strings.Join(names[:last], ", ")+" and "+names[last])
		}
	}
	return sets
}

// same reports whether two lists of values are the same; NaN is the same as NaN.
func same(x, y []float64) bool {
	return slices.EqualFunc(x, y, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
}
