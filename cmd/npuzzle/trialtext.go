package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/search"
)

// printTrial prints what one run came to: the board, the outcome, the moves
// and a table of the statistics that its solver keeps.
func printTrial(w io.Writer, r bench.Record) error {
	var b strings.Builder
	fmt.Fprintf(&b, "board %d: %v\n", r.Puzzle, r.Board)
	b.WriteString(outcomeText(r) + "\n")
	if r.Moves != nil && *r.Moves != "" {
		b.WriteString(*r.Moves + "\n")
	}
	b.WriteString("\n")
	if err := printTable(&b, nil, statisticsRows(r), 1); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// outcomeText says in a line how the run ended.
func outcomeText(r bench.Record) string {
	unit := r.MoveCosts.Unit()
	if r.Error != "" {
		return "went wrong: " + r.Error
	}
	if r.Status != search.Solved {
		text := string(r.Status)
		if r.Status == search.Unsolvable {
			return text + ": no legal moves lead to the goal " + r.Goal.String()
		}
		switch {
		case r.LowerBound > 0 && unit:
			text += ": any plan takes at least " + plural(int(r.LowerBound), "move", "moves")
		case r.LowerBound > 0:
			text += ": any plan costs at least " + costText(r.LowerBound)
		}
		return text
	}
	text := "solved in " + plural(*r.Length, "move", "moves")
	if !unit {
		text += " at a cost of " + costText(r.Cost)
	}
	if r.Optimal {
		return text + ", proven optimal"
	}
	if r.LowerBound > 0 {
		text += ", at least " + costText(r.LowerBound) + " needed"
	}
	return text
}

// costText writes a cost in the units in which the costs were given.
func costText(f bench.Figure) string { return strconv.FormatFloat(float64(f), 'f', -1, 64) }

// statisticsRows lists the statistics, those left out that the solver has no
// use for.
func statisticsRows(r bench.Record) []table.Row {
	rows := []table.Row{{"algorithm", r.Algorithm}}
	if r.Heuristic != heuristics.Zero.Name() {
		rows = append(rows, table.Row{"heuristic", r.Heuristic})
	}
	for _, c := range []struct {
		name  string
		count uint64
	}{
		{"expanded", r.Expanded},
		{"expanded before last f", r.ExpandedBeforeLastF},
		{"generated", r.Generated},
		{"evaluated", r.Evaluated},
		{"reopened", r.Reopened},
		{"duplicates", r.Duplicates},
		{"open", r.Open},
		{"peak open", r.PeakOpen},
		{"peak stored", r.PeakStored},
		{"discarded", r.Discarded},
	} {
		if c.count > 0 {
			rows = append(rows, table.Row{c.name, grouped(c.count)})
		}
	}
	if r.MaxDepth > 0 {
		rows = append(rows, table.Row{"max depth", costText(r.MaxDepth)})
	}
	if r.Bytes > 0 {
		rows = append(rows, table.Row{"memory", amount(r.Bytes)})
	}
	if r.Resident != nil {
		rows = append(rows, table.Row{"memory of the process", amount(*r.Resident)})
	}
	rows = append(rows, table.Row{"time", seconds(r.Seconds)}, table.Row{"processor time", seconds(r.CPUSeconds)})
	return rows
}
