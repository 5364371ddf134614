package store

import (
	"context"
	"database/sql"
	"fmt"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/internal/lists"
)

// heldOut makes the table that counts how often boards were used to test the winner of a tuning. Older programs do
// not know it, and leave it alone.
const heldOut = "CREATE TABLE IF NOT EXISTS held_out (boards TEXT, winner TEXT, PRIMARY KEY (boards, winner))"

// UseHeldOut notes that drawn groups of boards have tested the winner of a tuning, and returns the number of winners
// that they have tested, this one included. The text winner identifies the winner. A winner that is noted twice counts
// once.
func (s *Store) UseHeldOut(ctx context.Context, groups []bench.Group, winner string) (winners int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, heldOut); err != nil {
			return err
		}
		rows := lists.Map(groups, func(g bench.Group) []any { return []any{boardsOf(g), winner} })
		if err = insert(ctx, tx, "held_out", rows...); err == nil {
			winners, err = winnersOn(ctx, tx, groups)
		}
		return err
	})
	return winners, err
}

// boardsOf returns a text that identifies the boards of a drawn group. It does not depend on their number, because a
// larger group begins with the boards of a smaller one.
func boardsOf(g bench.Group) string { return fmt.Sprint(g.Goal, " ", g.Scramble, " seed ", g.Seed) }

// winnersOn returns the largest number of winners that one of the groups has tested.
func winnersOn(ctx context.Context, q querier, groups []bench.Group) (most int, err error) {
	counts := map[string]int{}
	err = each(ctx, q, "SELECT boards FROM held_out", func(row []any) error {
		counts[text(row[0])]++
		return nil
	})
	for _, g := range groups {
		most = max(most, counts[boardsOf(g)])
	}
	return most, err
}

// tested returns the number of winners that the boards of a stored tuning have tested, or 0 if the store does not
// know it.
func (s *Store) tested(ctx context.Context, e Experiment) int {
	tuning, _, err := config.ReadText(e.Definition)
	if e.Kind != "tune" || err != nil {
		return 0
	}
	winners, _ := winnersOn(ctx, s.db, tuning.Groups) // 0 if there is no table, because no tuning has tested a winner
	return winners
}
