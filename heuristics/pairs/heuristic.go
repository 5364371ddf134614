package pairs

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"npuzzle/heuristics"
	"npuzzle/heuristics/pdb"
	"npuzzle/puzzle"
)

// coreSide is the maximum number of rows and of columns of boards that beam search scores as a
// whole.
const coreSide = 8

// Core returns the size of the part of a board that a table scores. Boards of at most 8 rows and
// columns are scored as a whole. Beam search solves larger ones line by line down to a square core,
// whose tiles the table scores.
func Core(size puzzle.Size) puzzle.Size {
	shorter := min(size.Rows, size.Cols)
	if shorter == 1 || max(size.Rows, size.Cols) <= coreSide {
		return size
	}
	side := min(shorter, coreSide)
	return puzzle.Size{Rows: side, Cols: side}
}

// Heuristic is the score of a pair table. The zero Heuristic takes the table that comes with the
// program; [heuristics.Library.Prepare] also looks for files.
type Heuristic struct {
	prepared bool
	table    *Table // nil before Prepare, and if there is none
}

// Name returns "pairs".
func (h Heuristic) Name() string { return "pairs" }

// Admissible returns false.
func (h Heuristic) Admissible() bool { return false }

// OnlyOrders returns true.
func (h Heuristic) OnlyOrders() bool { return true }

// Consistent returns false.
func (h Heuristic) Consistent() bool { return false }

// Version returns the checksum of the table, or "none" without a table. It is "" before Prepare.
func (h Heuristic) Version() string {
	switch {
	case !h.prepared:
		return ""
	case h.table == nil:
		return "none"
	}
	return h.table.Checksum()
}

// Named returns an error, because there is one table for each size.
func (h Heuristic) Named(text string) (heuristics.Heuristic, error) {
	return nil, fmt.Errorf(
		"heuristic pairs:%.40s; expected pairs, which takes the table of the board's size", text)
}

// CheckGoal returns nil, because the score is that of Convex where there can be no table.
func (h Heuristic) CheckGoal(puzzle.Board) error { return nil }

// Prepare implements heuristics.Preparer.
func (h Heuristic) Prepare(
	_ context.Context, goal puzzle.Board, l *heuristics.Library,
) (heuristics.Heuristic, error) {
	if h.prepared {
		return h, nil
	}
	table, err := Find(Core(goal.Size()), l.Dir)
	if err != nil {
		return nil, err
	}
	if table != nil && corner(goal) < 0 {
		l.Notify("pairs: the pair table of %v is for goals with the blank in a corner; the score "+
			"is convex",
			table.Size)
		table = nil
	}
	return With(table), nil
}

// With returns the heuristic that uses a table, or Convex if the table is nil or not for the goal.
func With(table *Table) Heuristic { return Heuristic{prepared: true, table: table} }

// For returns the estimator of a goal. A table needs moves that cost 1 and a goal of its size with
// the blank in a corner; otherwise, the result is that of Convex.
func (h Heuristic) For(goal puzzle.Board, costs puzzle.Costs) (heuristics.Estimator, error) {
	table := h.table
	if !h.prepared {
		var err error
		if table, err = shipped(goal.Size()); err != nil {
			return nil, err
		}
	}
	if table == nil || table.Size != goal.Size() || corner(goal) < 0 || !costs.Unit() {
		return heuristics.Convex.For(goal, costs)
	}
	return estimatorFor(table, goal), nil
}

// Bytes returns the memory that the values for a board take, or would take if there were a table.
func (h Heuristic) Bytes(size puzzle.Size) uint64 {
	if h.prepared && h.table == nil {
		return 0
	}
	n := uint64(Core(size).Cells())
	return n * n * n * n * (1 + bytesOfChanges)
}

// shared holds the estimator that runs share. It keeps one, because another goal may never come.
var shared struct {
	sync.Mutex
	last *estimator
}

// estimatorFor returns the estimator of a table for a goal.
func estimatorFor(table *Table, goal puzzle.Board) *estimator {
	shared.Lock()
	defer shared.Unlock()
	if e := shared.last; e == nil || e.table.checksum != table.checksum || e.board != goal {
		shared.last = newEstimator(table, goal)
	}
	return shared.last
}

// FileName returns the name of the file of a size in the directory of pattern databases.
func FileName(size puzzle.Size) string { return size.String() + ".pairs" }

// Path returns the path of the file of a size. An empty dir means the default directory.
func Path(size puzzle.Size, dir string) (string, error) {
	if dir == "" {
		var err error
		if dir, err = pdb.DefaultDir(); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, FileName(size)), nil
}

// Within returns the heuristic for a search with a memory limit in bytes (0 for none): h, or Convex
// if h has learned values that take more than half of the limit.
func Within(h heuristics.Heuristic, size puzzle.Size, limit uint64) heuristics.Heuristic {
	learned, isLearned := h.(Heuristic)
	if isLearned && limit > 0 && learned.Bytes(size) > limit/2 {
		return heuristics.Convex
	}
	return h
}
