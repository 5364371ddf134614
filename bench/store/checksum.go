package store

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"

	"modernc.org/sqlite"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// SQL conditions that the checksum of a row is correct. They call the function checksum
// of this file, which init registers with SQLite.
const (
	soundExperiment = "checksum IS checksum(id, name, kind, description, definition, digest, total, began, ended)"
	soundTrial      = "checksum IS checksum(experiment, key, position, record)"
	soundOptimum    = "checksum IS checksum(board, goal, move_costs, cost, expanded)"
)

// sound returns the given condition for use in a query. A store of version 1 has no
// checksums, so for it the result is always true.
func (s *Store) sound(condition string) string {
	if s.version < 2 {
		return "TRUE"
	}
	return condition
}

func init() {
	sqlite.MustRegisterDeterministicScalarFunction("checksum", -1,
		func(_ *sqlite.FunctionContext, values []driver.Value) (driver.Value, error) {
			return checksum(values...)
		})
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the CRC-32C of values, each written as its type (a letter), its length in
// bytes (32 bits) and its bytes. Numbers have 64 bits. The order of bytes is little-endian.
//
// SQL statements call it through SQLite. Keep calls it directly, because a call through
// SQLite takes longer than the checksum itself.
func checksum(values ...driver.Value) (int64, error) {
	sum := uint32(0)
	var head [13]byte
	for _, v := range values {
		var text string
		number := head[:5]
		switch v := v.(type) {
		case nil:
			head[0] = 'n'
		case int64:
			head[0], number = 'i', binary.LittleEndian.AppendUint64(number, uint64(v))
		case float64:
			head[0], number = 'f', binary.LittleEndian.AppendUint64(number, math.Float64bits(v))
		case string:
			head[0], text = 't', v
		case []byte:
			head[0], text = 'b', string(v)
		default:
			return 0, fmt.Errorf("checksum of a %T", v)
		}
		binary.LittleEndian.PutUint32(head[1:], uint32(len(number)-5+len(text)))
		sum = crc32.Update(sum, castagnoli, number)
		sum = crc32.Update(sum, castagnoli, []byte(text))
	}
	return int64(sum), nil
}

// checkPages returns an error if a page of the file is damaged. Such a store cannot be
// opened: rows may be lost, and checksums of the other rows do not show this.
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

// warn passes a message about damage to Warn.
func (s *Store) warn(format string, args ...any) {
	if s.Warn != nil {
		s.Warn(s.name + ": " + fmt.Sprintf(format, args...))
	}
}

// tooLarge is larger than any cost, time or share of a real trial. Sums of smaller numbers
// are finite.
const tooLarge = 1e15

// plausible reports whether a number can be a cost, a time or a share.
func plausible(v float64) bool { return v >= 0 && v < tooLarge }

// check returns an error if no trial can have this record. The plan must lead to the goal,
// the length and the cost must be those of the plan, and all numbers must be plausible. A
// record of an older version may lack LengthMTM. In this case, check sets it.
func check(r *bench.Record) error {
	for _, c := range columns {
		if c.Kind == "string" {
			continue // every text is allowed, and the texts of boards are slow to make
		}
		switch v := c.of(r).(type) {
		case int64:
			if v < 0 {
				return fmt.Errorf("%s %d", c.Name, v)
			}
		case float64:
			if !plausible(v) {
				return fmt.Errorf("%s %g", c.Name, v)
			}
		}
	}
	for _, m := range r.History {
		if !plausible(math.Abs(m.Mean)) || !plausible(m.Diversity) {
			return fmt.Errorf("fitness %g and diversity %g in the history", m.Mean, m.Diversity)
		}
	}
	for _, f := range r.Found {
		if f.Length < 0 || !plausible(f.Seconds) {
			return fmt.Errorf("a plan of length %d after %g s", f.Length, f.Seconds)
		}
	}
	size := puzzle.Size{Rows: r.Rows, Cols: r.Cols}
	switch {
	case r.Board.Size() != size || r.Goal.Size() != size:
		return fmt.Errorf("size %v for a board of %v and a goal of %v", size, r.Board.Size(), r.Goal.Size())
	case r.Status != search.Solved && (r.Moves != nil || r.Length != nil || r.Cost.Known()):
		return fmt.Errorf("a plan, but status %q", r.Status)
	case r.Status != search.Solved:
		return nil
	case r.Moves == nil || r.Length == nil:
		return errors.New("status solved, but no plan")
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
	mtm := puzzle.MultiTileMoves(moves)
	if r.LengthMTM == nil {
		r.LengthMTM = &mtm
	}
	if *r.LengthMTM != mtm {
		return fmt.Errorf("length_mtm %d for a plan of %d", *r.LengthMTM, mtm)
	}
	return nil
}
