package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// printTrial prints what one run came to: the board, the outcome, the moves
// and a table of the statistics that its solver keeps.
func printTrial(w io.Writer, t bench.Trial, notation string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "board %d: %v\n", t.Number, t.Start)
	b.WriteString(outcomeText(t) + "\n")
	if len(t.Moves) > 0 {
		b.WriteString(puzzle.FormatMoves(t.Moves, notation == bench.TileNotation) + "\n")
	}
	b.WriteString("\n")
	if err := printTable(&b, nil, statisticsRows(t), 1); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// outcomeText says in a line how the run ended.
func outcomeText(t bench.Trial) string {
	if t.Status != search.Solved {
		text := string(t.Status)
		if t.Status == search.Unsolvable {
			return text + ": no legal moves lead to the goal " + t.Goal.String()
		}
		switch costs := t.Problem.Costs; {
		case t.LowerBound > 0 && costs.Unit():
			text += ": any plan takes at least " + plural(int(t.LowerBound), "move", "moves")
		case t.LowerBound > 0:
			text += ": any plan costs at least " + costs.Format(t.LowerBound)
		}
		return text
	}
	text := "solved in " + plural(len(t.Moves), "move", "moves")
	if !t.Problem.Costs.Unit() {
		text += " at a cost of " + t.Problem.Costs.Format(t.Cost)
	}
	if t.Optimal {
		return text + ", proven optimal"
	}
	if t.LowerBound > 0 {
		text += ", at least " + t.Problem.Costs.Format(t.LowerBound) + " needed"
	}
	return text
}

// statisticsRows lists the statistics, those left out that the solver has no
// use for.
func statisticsRows(t bench.Trial) []table.Row {
	rows := []table.Row{{"algorithm", t.Settings.Algorithm}}
	if t.Settings.Informed() {
		rows = append(rows, table.Row{"heuristic", t.Settings.HeuristicName()})
	}
	for _, c := range []struct {
		name  string
		count uint64
	}{
		{"expanded", t.Expanded},
		{"expanded before last f", t.ExpandedBeforeLastF},
		{"generated", t.Generated},
		{"evaluated", t.Evaluated},
		{"reopened", t.Reopened},
		{"duplicates", t.Duplicates},
		{"open", t.Open},
		{"peak open", t.PeakOpen},
		{"peak stored", t.PeakStored},
		{"discarded", t.Discarded},
	} {
		if c.count > 0 {
			rows = append(rows, table.Row{c.name, grouped(c.count)})
		}
	}
	if t.MaxDepth > 0 {
		rows = append(rows, table.Row{"max depth", t.Problem.Costs.Format(t.MaxDepth)})
	}
	if t.Bytes > 0 {
		rows = append(rows, table.Row{"memory", amount(t.Bytes)})
	}
	rows = append(rows, table.Row{"time", seconds(t.Seconds)}, table.Row{"processor time", seconds(t.CPUSeconds)})
	return rows
}
