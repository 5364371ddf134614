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

// SuggestPrepared returns the settings of the default solver for a problem, with the tables
// of its heuristic. These are the settings of Suggest, except on the sizes of withTables: with
// pattern databases that are built within seconds, these boards are solved optimally in about a
// second or less. If stronger tables are stored, they are used.
//
// The function prepare finds or builds the tables, as Library.Prepare does. If it returns an
// error, SuggestPrepared returns the error with the settings of Suggest, which need no tables.
func SuggestPrepared(
	ctx context.Context,
	prepare func(context.Context, heuristics.Heuristic, puzzle.Board) (heuristics.Heuristic, error),
	p search.Problem,
) (Settings, error) {
	size := p.Start.Size()
	algorithm := withTables(size)
	if algorithm == "" || !p.Costs.Unit() {
		return Suggest(size), nil
	}
	prepared, err := prepare(ctx, pdb.Heuristic{}, p.Goal)
	if err != nil {
		return Suggest(size), err
	}
	return Settings{Algorithm: algorithm, Heuristic: prepared}, nil
}

// withTables returns the search that proves shortest plans soonest with pattern databases that
// are built within seconds, or "" if the default solver of the size does without them.
// docs/performance.md has the measurements. Boards of two rows have long plans with many paths
// to each board, so A*, which remembers boards, is faster there than IDA*.
func withTables(size puzzle.Size) (algorithm string) {
	short := min(size.Rows, size.Cols)
	switch cells := size.Cells(); {
	case short == 2 && cells >= 14 && cells <= 18:
		return "astar"
	case short > 2 && cells > 12 && cells <= 16:
		return "idastar"
	}
	return ""
}

// Solve solves a board under unit costs, with the settings that Suggest returns for its
// size. In the goal, the blank is in the last cell. On boards larger than 4x4, the plan
// is usually not a shortest one.
func Solve(ctx context.Context, board puzzle.Board) (search.Result, error) {
	goal, err := puzzle.Goal(puzzle.BlankLast, board.Size())
	if err != nil {
		return search.Result{}, err
	}
	solver, err := New(Suggest(board.Size()), nil)
	if err != nil {
		return search.Result{}, err
	}
	return solver.Solve(ctx, search.Problem{Start: board, Goal: goal}, search.Limits{})
}
