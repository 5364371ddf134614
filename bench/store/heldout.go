package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/config"
)

// heldOut makes the table that counts how often boards were used to test the winner of a tuning.
// Older programs do not know it, and leave it alone.
const heldOut = "CREATE TABLE IF NOT EXISTS held_out (boards TEXT, winner TEXT, " +
	"PRIMARY KEY (boards, winner))"

// UseHeldOut notes that drawn groups of boards have tested the winner of a tuning, and returns the
// number of winners that they have tested until then, this one included. The text winner identifies
// the winner. A winner that is noted twice counts once, and keeps its place, so later winners do
// not change the number.
func (s *Store) UseHeldOut(
	ctx context.Context, groups []bench.Group, winner string,
) (winners int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, heldOut); err != nil {
			return err
		}
		for _, g := range groups {
			_, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO held_out VALUES (?, ?)",
				boardsOf(g), winner)
			if err != nil {
				return err
			}
		}
		tested, err := winnersOn(ctx, tx, groups)
		winners = winnersUntil(tested, winner)
		return err
	})
	return winners, err
}

// boardsOf returns a text that identifies the boards of a drawn group. It does not depend on their
// number, because a larger group begins with the boards of a smaller one.
func boardsOf(g bench.Group) string { return fmt.Sprint(g.Goal, " ", g.Scramble, " seed ", g.Seed) }

// winnersOn returns the winners that each of the groups has tested, in the order of their tests.
func winnersOn(
	ctx context.Context, q querier, groups []bench.Group,
) (tested [][]string, err error) {
	winners := map[string][]string{} // by boards
	err = each(ctx, q, "SELECT boards, winner FROM held_out ORDER BY rowid", func(row []any) error {
		boards := text(row[0])
		winners[boards] = append(winners[boards], text(row[1]))
		return nil
	})
	for _, g := range groups {
		tested = append(tested, winners[boardsOf(g)])
	}
	return tested, err
}

// winnersUntil returns the largest number of winners that a group had tested when it had tested a
// winner, this one included. It returns 0 if no group has tested it.
func winnersUntil(tested [][]string, winner string) (most int) {
	for _, winners := range tested {
		most = max(most, 1+slices.Index(winners, winner))
	}
	return most
}

// WinnersUntil returns the number of winners of tunings that the boards of this tuning had tested
// when they tested the given winner, this one included. It returns 0 if the store does not know it.
func (e Experiment) WinnersUntil(winner string) int { return winnersUntil(e.tested, winner) }

// tested returns the winners that the boards of a stored tuning have tested. It returns nil if the
// store does not know them.
func (s *Store) tested(ctx context.Context, e Experiment) [][]string {
	tuning, _, err := config.ReadText(e.Definition)
	if e.Kind != "tune" || err != nil {
		return nil
	}
	// There are none if there is no table: no tuning has tested a winner.
	winners, _ := winnersOn(ctx, s.db, tuning.Groups)
	return winners
}
