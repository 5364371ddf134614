package report

import (
	"fmt"
	"strings"

	"npuzzle/bench/analysis"
)

// remarks are what is to be said of the rows of a table that mean little: each
// reason once, with the rows that it is of.
type remarks struct {
	reasons []string
	rows    map[string][]string
}

// add notes why a row means little; nil is no reason.
func (r *remarks) add(reason error, row string) {
	if reason == nil {
		return
	}
	if r.rows == nil {
		r.rows = map[string][]string{}
	}
	text := reason.Error()
	if r.rows[text] == nil {
		r.reasons = append(r.reasons, text)
	}
	r.rows[text] = append(r.rows[text], row)
}

// mostRows is how many rows a reason names.
const mostRows = 6

// remark writes them below their table.
func (w *writer) remark(r remarks) {
	if len(r.reasons) == 0 {
		return
	}
	var parts []string
	for _, reason := range r.reasons {
		rows := r.rows[reason]
		named := strings.Join(rows[:min(len(rows), mostRows)], ", ")
		if len(rows) > mostRows {
			named += fmt.Sprintf(" and %d more", len(rows)-mostRows)
		}
		parts = append(parts, reason+": "+named)
	}
	w.say("Some figures mean little. %s.", upper(strings.Join(parts, "; ")))
}

// name tells a row by solver and, where there are several, group.
func (w *writer) name(g analysis.Group, s analysis.Solver) string {
	if w.several {
		return s.Name + " on " + g.Title()
	}
	return s.Name
}
