package solvers

import (
	"context"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Suggest returns the settings of the default solver for a board size, without pattern
// databases. On small boards, this is IDA*, which usually finds a shortest plan for a random
// board within seconds and in little memory. On larger boards, it is beam search, which finds
// ever shorter plans until a limit is reached.
func Suggest(size puzzle.Size) Settings {
	short := min(size.Rows, size.Cols)
	switch {
	case short == 1, size.Cells() <= 12:
		return Default("idastar")
	case short > 2 && size.Cells() <= 16:
		return Default("idastar")
	}
	return Default(beamSearch)
}

// SuggestPrepared returns the settings of the default solver for a problem, with the tables of its
// heuristic. These are the settings of Suggest, except on the sizes of withTables: with pattern
// databases that are built within a second or two, most random boards of these sizes are solved
// optimally within a second. If stronger tables are stored, they are used. Boards near the goal
// need no tables, and neither do unsolvable ones.
//
// The function prepare finds or builds the tables, as Library.Prepare does. If it returns an
// error, SuggestPrepared returns the error with the settings of Suggest, which need no tables.
func SuggestPrepared(
	ctx context.Context,
	prepare func(context.Context, heuristics.Heuristic, puzzle.Board) (heuristics.Heuristic, error),
	p search.Problem,
) (Settings, error) {
	size := p.Start.Size()
	if !withTables(size) || !p.Costs.Unit() {
		return Suggest(size), nil
	}
	if easy(ctx, p) {
		return Default("idastar"), nil
	}
	prepared, err := prepare(ctx, pdb.Heuristic{}, p.Goal)
	if err != nil {
		return Suggest(size), err
	}
	return Settings{Algorithm: "idastar", Heuristic: prepared}, nil
}

// SuggestWith returns the settings of the default solver for a problem and a chosen heuristic: IDA*
// if the heuristic has tables and withTables returns true for the size, and otherwise the solver of
// Suggest.
func SuggestWith(p search.Problem, h heuristics.Heuristic) Settings {
	size := p.Start.Size()
	hasTables := heuristics.ReadsFiles(h) && h.Admissible()
	if hasTables && withTables(size) && p.Costs.Unit() {
		return Settings{Algorithm: "idastar", Heuristic: h}
	}
	return Settings{Algorithm: Suggest(size).Algorithm, Heuristic: h}
}

// withTables reports whether IDA* with pattern databases that are built within a second or two
// proves shortest plans for random boards of a size within seconds, and much sooner than without
// them. docs/performance.md has the measurements.
func withTables(size puzzle.Size) bool {
	short := min(size.Rows, size.Cols)
	return short > 1 && size.Cells() > 12 && size.Cells() <= 16
}

// easyStates is the number of states within which IDA* solves an easy problem. It takes about a
// millisecond.
const easyStates = 10_000

// easy reports whether IDA* solves a problem at once without tables, or finds it unsolvable.
func easy(ctx context.Context, p search.Problem) bool {
	solver, err := New(Default("idastar"), nil)
	if err != nil {
		return false
	}
	result, err := solver.Solve(ctx, p, search.Limits{Generated: easyStates})
	if err != nil {
		return false
	}
	return result.Status == search.Solved || result.Status == search.Unsolvable
}

// Solve solves a board under unit costs, with the settings that Suggest returns for its
// size. In the goal, the blank is in the last cell. IDA* returns a shortest plan. Beam search ends
// after EnoughTime, and its plan is usually not a shortest one.
func Solve(ctx context.Context, board puzzle.Board) (search.Result, error) {
	goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
	if err != nil {
		return search.Result{}, err
	}
	settings := Suggest(board.Size())
	solver, err := New(settings, nil)
	if err != nil {
		return search.Result{}, err
	}
	if settings.Capabilities().Endless {
		limited, cancel := context.WithTimeout(ctx, EnoughTime)
		defer cancel()
		ctx = limited
	}
	return solver.Solve(ctx, search.Problem{Start: board, Goal: goal}, search.Limits{})
}
