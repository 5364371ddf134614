package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Checked counts what Check found in a store.
type Checked struct {
	Experiments int `json:"experiments"`
	Trials      int `json:"trials"`   // of all experiments, each trial counted once
	Unlisted    int `json:"unlisted"` // trials that belong to no experiment; Remove deletes them
	Optima      int `json:"optima"`   // puzzles whose optimal cost is known or was searched for

	Faults []string `json:"faults"` // a line for each damaged row
}

// Check reads the whole store. It checks the pages of the file, the checksum of every row, and that
// each trial is possible: its numbers are plausible, and its plan leads to the goal at the recorded
// length and cost. An error means that the store cannot be read, for example because a
// page is damaged.
func (s *Store) Check(ctx context.Context) (Checked, error) {
	c := Checked{Faults: []string{}}
	err := s.checkPages(ctx)
	// all checks each row of a table. The function check counts a row, and returns its name and what is
	// wrong with it.
	all := func(table string, check func(row []any) (string, error)) {
		if err != nil {
			return
		}
		err = each(ctx, s.db, "SELECT * FROM "+table, func(row []any) error {
			if name, wrong := check(row); wrong != nil {
				c.Faults = append(c.Faults, fmt.Sprintf("%s: %v", name, wrong))
			}
			return nil
		})
	}
	names := map[int]string{}
	all("experiment ORDER BY id", func(row []any) (string, error) {
		c.Experiments++
		names[number(row[0])] = text(row[1])
		return fmt.Sprintf("experiment %.60q", names[number(row[0])]), verify(row)
	})
	all("listing ORDER BY experiment, position", func(row []any) (string, error) {
		return fmt.Sprintf("experiment %.60q, entry of trial %d", names[number(row[0])], number(row[1])), verify(row)
	})
	all("trial ORDER BY key", func(row []any) (string, error) {
		c.Trials++
		r, err := readTrial(row)
		if err == nil {
			err = checkPlan(&r)
		}
		return fmt.Sprintf("trial %.40q", text(row[0])), err
	})
	all("listing WHERE key NOT IN (SELECT key FROM trial) GROUP BY key", func(row []any) (string, error) {
		return fmt.Sprintf("trial %.40q", text(row[2])), errNoTrial
	})
	all("trial WHERE key NOT IN (SELECT key FROM listing)", func([]any) (string, error) {
		c.Unlisted++
		return "", nil
	})
	all("optimum", func(row []any) (string, error) {
		c.Optima++
		return fmt.Sprintf("optimal cost of %.60q", text(row[0])), verify(row)
	})
	return c, s.failed(err)
}

// checkPages returns an error if a page of the file is damaged. Rows may be lost then, and
// checksums of the other rows do not show this.
func (s *Store) checkPages(ctx context.Context) error {
	var found string
	if err := s.db.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&found); err != nil {
		return s.failed(err)
	}
	if found != "ok" {
		lines := strings.Split(found, "\n")
		return s.damaged(lines[len(lines)-1])
	}
	return nil
}

// damaged returns an error for damage to the file that is not limited to single rows.
func (s *Store) damaged(what string) error {
	return fmt.Errorf("%s is damaged: %s; expected a sound copy, or a new store; "+
		"docs/store.md shows how to rescue trials", s.name, what)
}

// mostWarnings is the largest number of damaged rows that are reported one by one.
const mostWarnings = 5

// warn passes a message about a damaged row to Warn, unless it has done so before. After mostWarnings messages, a last
// one says that there are more. Begin checks the pages of a store with damage.
func (s *Store) warn(format string, args ...any) {
	message := s.name + ": " + fmt.Sprintf(format, args...)
	if len(s.warned) > mostWarnings || slices.Contains(s.warned, message) {
		return
	}
	if len(s.warned) == mostWarnings {
		message = s.name + ": more rows are damaged"
	}
	s.warned = append(s.warned, message)
	if s.Warn != nil {
		s.Warn(message)
	}
}

// tooLarge is larger than any cost, time or share of a real trial. Sums of smaller numbers
// are finite.
const tooLarge = 1e15

// plausible reports whether a number can be a cost, a time or a share.
func plausible(v float64) bool { return v >= 0 && v < tooLarge }

// checkFields returns an error if no trial can have the fields of a record. It does not replay the
// plan.
func checkFields(r *bench.Record) error {
	for _, row := range bench.Statistics {
		if n := row.Of(r); n.Known() && !plausible(float64(n)) {
			return fmt.Errorf("%s %g", row.Name, n)
		}
	}
	for _, f := range r.Found {
		if f.Length < 0 || !plausible(f.Seconds) {
			return fmt.Errorf("a plan of length %d after %g s", f.Length, f.Seconds)
		}
	}
	size := puzzle.Size{Rows: r.Rows, Cols: r.Cols}
	planned := r.Moves != nil || r.Length != nil || r.Cost.Known()
	switch {
	case r.Board.Size() != size || r.Goal.Size() != size:
		return fmt.Errorf("size %v for a board of %v and a goal of %v", size, r.Board.Size(), r.Goal.Size())
	case r.Status != search.Solved && planned:
		return fmt.Errorf("a plan, but status %q", r.Status)
	case r.Status == search.Solved && (r.Moves == nil || r.Length == nil || !r.Cost.Known()):
		return errors.New("status solved, but no plan")
	}
	return nil
}

// checkPlan returns an error if no trial can have the plan of a record. The plan must lead to the
// goal, and the lengths and the cost must be those of the plan.
func checkPlan(r *bench.Record) error {
	if r.Status != search.Solved {
		return nil
	}
	moves, err := puzzle.ParseMoves(*r.Moves, r.Notation)
	if err != nil {
		return err
	}
	end, err := r.Board.Replay(moves)
	cost := bench.Figure(r.MoveCosts.Float(r.MoveCosts.Total(moves)))
	switch {
	case err != nil:
		return err
	case end != r.Goal:
		return errors.New("a plan that does not lead to the goal")
	case *r.Length != len(moves) || r.Cost != cost:
		return fmt.Errorf("length %d and cost %g for a plan of %d moves and cost %g",
			*r.Length, r.Cost, len(moves), cost)
	}
	if mtm := puzzle.MultiTileMoves(moves); r.LengthMTM != nil && *r.LengthMTM != mtm {
		return fmt.Errorf("length_mtm %d for a plan of %d", *r.LengthMTM, mtm)
	}
	return nil
}
