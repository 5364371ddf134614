package analysis

import (
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench/plot"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
)

// Drawing is a figure with what a reader must know of it, or why there is none.
type Drawing struct {
	Name    string // of its file
	Title   string
	Caption string
	Figure  plot.Figure
	Why     string // it is left out; "" if it is not
}

// leftOut is a drawing that the trials cannot answer for.
func leftOut(name, title, why string, args ...any) Drawing {
	return Drawing{Name: name, Title: title, Why: fmt.Sprintf(why, args...)}
}

// describe completes a drawing: the caption names the lines that hide one another,
// and the figure says the same as the caption to those who do not see it.
func (d Drawing) describe() Drawing {
	if same := d.Figure.Coinciding(); same != "" {
		d.Caption += " " + same
	}
	d.Figure.Title, d.Figure.Description = d.Title, d.Caption
	return d
}

// pooled says which groups a drawing by size puts together; it is empty where each
// size has one group.
func (a *Analysis) pooled(sizes ...puzzle.Size) string {
	var parts []string
	for _, size := range sizes {
		var names []string
		for _, p := range a.ofSize(size) {
			if title := a.Groups[p.group].Title(); !slices.Contains(names, title) {
				names = append(names, title)
			}
		}
		if len(names) > 1 {
			parts = append(parts, Some(names))
		}
	}
	if parts == nil {
		return ""
	}
	return " Drawn together are " + strings.Join(parts, "; ") + "."
}

// mostLines is how many lines of a panel can be told apart.
const mostLines = 7

// Split returns the drawing as it is, or where it has more lines than can be told
// apart, one drawing for each few solvers, evenly shared out, with the first beside them to
// compare with.
func (d Drawing) Split() []Drawing {
	var looks []int // of the lines, in the order of the solvers
	names := map[int]string{}
	for _, p := range d.Figure.Panels {
		for _, s := range p.Series {
			line := s.Kind == plot.Line || s.Kind == plot.Marked || s.Kind == plot.Steps
			if line && s.Look > 0 && !slices.Contains(looks, s.Look) {
				looks = append(looks, s.Look)
			}
			if s.Name != "" {
				names[s.Look] = s.Name
			}
		}
	}
	if len(looks) <= mostLines {
		return []Drawing{d}
	}
	slices.Sort(looks)
	caption := strings.TrimSuffix(d.Caption, " "+d.Figure.Coinciding())
	var all []Drawing
	rest := looks[1:]
	parts := (len(rest) + mostLines - 2) / (mostLines - 1)
	for i := range parts {
		others := rest[len(rest)*i/parts : len(rest)*(i+1)/parts]
		part := Drawing{Name: fmt.Sprintf("%s-%d", d.Name, len(all)+1), Title: fmt.Sprintf("%s, part %d", d.Title, len(all)+1)}
		part.Caption = fmt.Sprintf("%s There are too many solvers for one figure: here are %s to %s, beside %s.", caption, names[others[0]], names[others[len(others)-1]], names[looks[0]])
		part.Figure = plot.Figure{Columns: d.Figure.Columns}
		for _, p := range d.Figure.Panels {
			p.Series = slices.DeleteFunc(slices.Clone(p.Series), func(s plot.Series) bool {
				return s.Look > 0 && s.Look != looks[0] && !slices.Contains(others, s.Look)
			})
			if len(p.Series) > 0 {
				part.Figure.Panels = append(part.Figure.Panels, p)
			}
		}
		all = append(all, part.describe())
	}
	return all
}

// axis of a measure.
func (m Measure) axis(label string, log bool) plot.Axis {
	unit := map[units.Unit]plot.Unit{units.Moves: plot.Whole, units.Count: plot.Whole, units.Seconds: plot.Seconds, units.Bytes: plot.Bytes}[m.Unit]
	return plot.Axis{Label: label, Unit: unit, Log: log}
}

// thin leaves at most some points of a line or cloud, evenly spread, the last
// among them: more cannot be told apart on paper.
func thin(s *plot.Series, most int) {
	n := len(s.X)
	if n <= most {
		return
	}
	var x, y []float64
	for i := range most {
		at := (n - 1) * i / (most - 1)
		x, y = append(x, s.X[at]), append(y, s.Y[at])
	}
	s.X, s.Y = x, y
}

// upper writes the first letter large.
func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
