package store

import (
	"context"
	"database/sql"
)

// heldOut makes the table that counts how often boards were used to test the winner of a tuning. Older programs do
// not know it, and leave it alone.
const heldOut = "CREATE TABLE IF NOT EXISTS held_out (boards TEXT, winner TEXT, PRIMARY KEY (boards, winner))"

// UseHeldOut notes that boards have tested a winner, and returns the number of winners that they have tested, this
// one included. Both texts identify what they mean. A winner that is noted twice counts once.
func (s *Store) UseHeldOut(ctx context.Context, boards, winner string) (uses int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, heldOut); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO held_out VALUES (?, ?)", boards, winner); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT count(*) FROM held_out WHERE boards = ?", boards).Scan(&uses)
	})
	return uses, err
}
