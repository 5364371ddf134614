package plot

import (
	"fmt"
	"slices"
	"strings"
)

// Coinciding says which lines lie on one another, so that only the last is seen in
// full; "" if none do.
func (f Figure) Coinciding() string {
	var sets []string
	panels := map[string][]string{} // in which a set lies together
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
	return "Lines that lie on one another: " + strings.Join(sets, "; ") + "."
}

// coinciding returns the names of each set of lines that have the same points.
func (panel Panel) coinciding() []string {
	all := panel.lines()
	var sets []string
	taken := make([]bool, len(all))
	for i, l := range all {
		var names []string
		for j := i; j < len(all) && !taken[i]; j++ {
			if !taken[j] && slices.Equal(l.X, all[j].X) && slices.Equal(l.Y, all[j].Y) {
				taken[j] = j > i
				names = append(names, all[j].Name)
			}
		}
		switch {
		case len(names) < 2:
		case len(names) == len(all) && len(all) > 2:
			sets = append(sets, "all")
		default:
			last := len(names) - 1
			sets = append(sets, strings.Join(names[:last], ", ")+" and "+names[last])
		}
	}
	return sets
}

// lines returns the lines of a panel, each with the points of all its parts: those
// that look the same.
func (panel Panel) lines() []Series {
	var all []Series
	at := map[int]int{}
	for _, s := range panel.Series {
		if s.Kind != Line && s.Kind != Marked && s.Kind != Steps || len(s.X) == 0 {
			continue
		}
		i, known := at[s.Look]
		if !known || s.Look == 0 {
			at[s.Look] = len(all)
			all = append(all, Series{Name: s.Name, X: s.X, Y: s.Y})
			continue
		}
		all[i].X, all[i].Y = slices.Concat(all[i].X, s.X), slices.Concat(all[i].Y, s.Y)
	}
	return all
}
