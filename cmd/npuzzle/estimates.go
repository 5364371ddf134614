package main

import (
	"context"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// boardEstimates is the JSON output of heuristics for a given board.
type boardEstimates struct {
	Board      puzzle.Board     `json:"board"`
	Goal       puzzle.Board     `json:"goal"`
	Distance   *puzzle.Cost     `json:"distance"` // null if it is not known, or if the board is not solvable
	AtLeast    puzzle.Cost      `json:"at_least"` // lower bound of the distance
	Solvable   bool             `json:"solvable"`
	Heuristics []estimateOfName `json:"heuristics"`
}

// estimateOfName is the estimate of one heuristic.
type estimateOfName struct {
	Heuristic string       `json:"heuristic"`
	Estimate  *puzzle.Cost `json:"estimate"`          // null if there is a problem
	Problem   string       `json:"problem,omitempty"` // why there is no estimate
}

// estimates prints the estimates of given boards, and the distance of each board if a search can
// prove it within the node limit. If named is false, the user has not named the heuristics. Then
// estimates leaves out the heuristic pdb if its tables would have to be built.
func estimates(ctx context.Context, o surveyOptions, boards []string, named bool, con console) error {
	l := newLaboratory(o.lab, con)
	defer l.close()
	for p, err := range (boardSource{arguments: boards}).puzzles(o.random.goal, puzzle.Costs{}) {
		if err != nil {
			return err
		}
		e := boardEstimates{Board: p.Start, Goal: p.Goal}
		for _, h := range o.survey.Heuristics {
			if heuristics.ReadsFiles(h) && !named && !built(ctx, l.PDBDir, p.Goal) {
				continue
			}
			one := estimateOfName{Heuristic: h.Name()}
			estimator, err := heuristics.Estimator(nil), error(nil)
			if h, err = l.Prepare(ctx, h, p.Goal); err == nil {
				one.Heuristic = h.Name()
				estimator, err = h.For(p.Goal, puzzle.Costs{})
			}
			switch {
			case ctx.Err() != nil:
				return errUnsolved
			case err != nil:
				one.Problem = err.Error()
			default:
				one.Estimate = new(estimator.Estimate(p.Start.Tiles()))
			}
			e.Heuristics = append(e.Heuristics, one)
		}
		if err := e.measure(ctx, p, o, l.Bytes); err != nil {
			return err
		}
		if err := con.result(e, func() { e.print(con, p.Number) }); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return errUnsolved
		}
	}
	return nil
}

// built reports whether the heuristic pdb has tables for a goal.
func built(ctx context.Context, dir string, goal puzzle.Board) bool {
	store, err := pdb.NewStore(dir)
	if err != nil {
		return false
	}
	_, found, err := store.Best(ctx, goal)
	return found && err == nil
}

// measure searches for the distance of a board with IDA*, within the node limit.
func (e *boardEstimates) measure(ctx context.Context, p bench.Puzzle, o surveyOptions, memory uint64) error {
	settings := solvers.Default("idastar").With("prune", "true").With("workers", fmt.Sprint(o.survey.Workers))
	trial := bench.Trial{Puzzle: p, Solver: bench.Solver{Settings: settings}}
	trial, err := trial.Run(ctx, search.Limits{Generated: o.survey.NodeLimit, Bytes: memory}, 0)
	if err != nil {
		return err
	}
	e.Solvable, e.AtLeast = trial.Result.Status != search.Unsolvable, trial.Result.LowerBound
	if trial.Result.Optimal {
		e.Distance = &trial.Result.Cost
	}
	return nil
}

// print prints the distance and a table of the estimates.
func (e boardEstimates) print(con console, number int) {
	if number > 1 {
		fmt.Fprintln(con.out)
	}
	fmt.Fprintf(con.out, "board %d: %v\n", number, e.Board)
	head := table.Row{"heuristic", "estimate"}
	switch {
	case !e.Solvable:
		fmt.Fprintln(con.out, "not solvable: no legal moves lead to the goal")
	case e.Distance != nil:
		fmt.Fprintf(con.out, "distance to the goal: %s\n", units.Plural(int(*e.Distance), "move", "moves"))
		head = append(head, "error")
	default:
		fmt.Fprintf(con.out, "distance to the goal: at least %s\n", units.Plural(int(e.AtLeast), "move", "moves"))
	}
	fmt.Fprintln(con.out)
	var rows []table.Row
	problems := ""
	for _, h := range e.Heuristics {
		if h.Problem != "" {
			problems += fmt.Sprintf("\n%s: %s", h.Heuristic, h.Problem)
			continue
		}
		row := table.Row{h.Heuristic, *h.Estimate}
		if e.Distance != nil {
			row = append(row, *e.Distance-*h.Estimate)
		}
		rows = append(rows, row)
	}
	con.table(head, rows, 1)
	if problems != "" {
		fmt.Fprintln(con.out, problems)
	}
}
