package store

import (
	"context"
	"database/sql"
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

	wrong []place // of the damaged rows that Repair deletes
}

// place is a row of a table, given the values of the columns that identify it.
type place struct {
	table string
	key   []any
}

// Check reads the whole store. It checks the pages of the file, the checksum of every row, and that
// each trial and each optimal cost is possible: its numbers are plausible, its plan leads to the
// goal at the recorded length and cost, and no other plan is cheaper than one that is said to be
// optimal. An error means that the store cannot be read, for example because a page is damaged.
func (s *Store) Check(ctx context.Context) (Checked, error) {
	c := &checker{store: s, names: map[int]string{}, evidence: map[search.Problem]*evidence{}}
	c.found.Faults = []string{}
	if err := s.checkPages(ctx); err != nil {
		return c.found, err
	}
	for _, table := range []struct {
		rows  string
		check func(row []any)
	}{
		{"experiment ORDER BY id", c.experiment},
		{"listing ORDER BY experiment, position", c.listing},
		{"trial ORDER BY key", c.trial},
		{"listing WHERE key NOT IN (SELECT key FROM trial) GROUP BY key", c.lost},
		{"trial WHERE key NOT IN (SELECT key FROM listing)", func([]any) { c.found.Unlisted++ }},
		{"optimum", c.optimum},
	} {
		err := each(ctx, s.db, "SELECT * FROM "+table.rows, func(row []any) error {
			table.check(row)
			return nil
		})
		if err != nil {
			return c.found, s.failed(err)
		}
	}
	c.claims()
	return c.found, nil
}

// checker is a run of Check.
type checker struct {
	store    *Store
	found    Checked
	names    map[int]string // of experiments
	evidence map[search.Problem]*evidence
	claimed  []claim
}

// claim is a trial that says that its plan is optimal.
type claim struct {
	problem search.Problem
	key     string
	cost    bench.Figure
}

// fault notes that a row is wrong, and that Repair deletes it if it has a place.
func (c *checker) fault(name string, wrong error, places ...place) {
	if wrong == nil {
		return
	}
	c.found.Faults = append(c.found.Faults, fmt.Sprintf("%s: %v", name, wrong))
	c.found.wrong = append(c.found.wrong, places...)
}

func (c *checker) experiment(row []any) {
	c.found.Experiments++
	c.names[number(row[0])] = text(row[1])
	// the next run writes it again
	c.fault(fmt.Sprintf("experiment %.60q", text(row[1])), verify(row))
}

func (c *checker) listing(row []any) {
	name := fmt.Sprintf("experiment %.60q, entry of trial %d", c.names[number(row[0])],
		number(row[1]))
	c.fault(name, verify(row), place{table: "listing", key: row[:2]})
}

func (c *checker) trial(row []any) {
	c.found.Trials++
	r, err := readTrial(row)
	if err == nil {
		err = r.CheckPlan()
	}
	c.fault(nameOf(text(row[0])), err, place{table: "trial", key: row[:1]})
	if err != nil {
		return
	}
	r.Key = text(row[0])
	if r.Status == search.Solved {
		c.learn(r)
	}
}

// learn notes what a sound trial tells about the optimal cost of its puzzle.
func (c *checker) learn(r bench.Record) {
	problem := r.Problem()
	if r.Optimal {
		c.claimed = append(c.claimed, claim{problem: problem, key: r.Key, cost: r.Cost})
	}
	if c.evidence[problem] == nil {
		c.evidence[problem] = &evidence{}
	}
	r.History, r.Found, r.Settings = nil, nil, nil // they are not needed, and take memory
	c.evidence[problem].add(&r)
}

func (c *checker) lost(row []any) {
	c.fault(nameOf(text(row[2])), errNoTrial, place{table: "trial", key: row[2:3]})
}

func nameOf(key string) string { return fmt.Sprintf("trial %.40q", key) }

func (c *checker) optimum(row []any) {
	c.found.Optima++
	err := verify(row)
	if err == nil {
		err = c.checkOptimum(row)
	}
	c.fault(fmt.Sprintf("optimal cost of %.60q", text(row[0])), err,
		place{table: "optimum", key: row[:3]})
}

// checkOptimum returns an error if an optimal cost is impossible, or if a trial shows that it is
// wrong.
func (c *checker) checkOptimum(row []any) error {
	p, err := problemOf(row)
	if err != nil {
		return err
	}
	o := optimumOf(row)
	if err := o.check(p); err != nil || !o.Cost.Known() {
		return err
	}
	e := c.evidence[p]
	switch {
	case e == nil:
	case e.cheapest.Cost < o.Cost:
		return fmt.Errorf("cost %g, but trial %.40q has a plan of cost %g", o.Cost, e.cheapest.Key,
			e.cheapest.Cost)
	case e.proof != nil && o.Cost < e.proof.Cost && o.Moves == "":
		return fmt.Errorf("cost %g, but trial %.40q proves a cost of %g", o.Cost, e.proof.Key,
			e.proof.Cost)
	case o.Cost < e.cheapest.Cost && o.Moves != "":
		// its plan refutes claims of trials
		e.cheapest = &bench.Record{Key: "of " + o.Proof, Cost: o.Cost}
	}
	return nil
}

// claims finds the trials that say that they are optimal, although a plan is known that is cheaper.
func (c *checker) claims() {
	for _, claimed := range c.claimed {
		if c.evidence[claimed.problem].cheapest.Cost < claimed.cost {
			c.fault(nameOf(claimed.key), errNotOptimal,
				place{table: "trial", key: []any{claimed.key}})
		}
	}
}

// problemOf returns the problem of a row of the table optimum.
func problemOf(row []any) (p search.Problem, err error) {
	if p.Start, err = puzzle.Parse(text(row[0]), puzzle.Size{}); err != nil {
		return p, err
	}
	if p.Goal, err = puzzle.Parse(text(row[1]), p.Start.Size()); err != nil {
		return p, err
	}
	p.Costs, err = puzzle.ParseCosts(text(row[2]))
	return p, err
}

// Repair deletes the rows that Check found to be wrong, and the entries of the experiments for
// them. The next run of an experiment runs its deleted trials again, and searches for deleted
// optimal costs. Rows of experiments stay; the next run writes them again. Repair returns the
// number of deleted rows that Check named.
func (s *Store) Repair(ctx context.Context, c Checked) (deleted int, err error) {
	conditions := map[string]string{
		"trial":   "key = ?",
		"listing": "experiment = ? AND position = ?",
		"optimum": "board = ? AND goal = ? AND move_costs = ?",
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		for _, row := range c.wrong {
			condition := conditions[row.table]
			if row.table != "optimum" {
				experiments := "id IN (SELECT experiment FROM listing WHERE " + condition + ")"
				if err := setEnded(ctx, tx, "", experiments, row.key...); err != nil {
					return err
				}
			}
			tables := []string{row.table}
			if row.table == "trial" {
				tables = []string{"listing", "trial"}
			}
			for _, table := range tables {
				statement := "DELETE FROM " + table + " WHERE " + condition
				if _, err := tx.ExecContext(ctx, statement, row.key...); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return len(c.wrong), nil
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

// warn passes a message about a damaged row to Warn, unless it has done so before. After
// mostWarnings messages, a last one says that there are more. Begin checks the pages of a store
// with damage.
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
