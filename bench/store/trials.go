package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"slices"

	"golang.org/x/sync/errgroup"

	"npuzzle/bench"
)

// listed is a query for the trials that experiments list. A row of its result is a row of the
// table listing, followed by a record, its checksum and the name of the experiment.
const listed = "SELECT listing.*, trial.record, trial.checksum, " +
	"(SELECT name FROM experiment WHERE id = listing.experiment) " +
	"FROM listing LEFT JOIN trial USING (key) "

// ofExperiment is the SQL condition that an entry of the table listing belongs to the experiment
// with a given name. SQLite must not read the name from the index of names, because rows have
// checksums and an index has none.
const ofExperiment = "experiment = (SELECT id FROM experiment NOT INDEXED WHERE name = ?)"

// listing returns the row of the table listing for a trial of an experiment.
func listing(experiment any, r bench.Record) []any {
	return seal(experiment, r.Position, r.Key, r.Group, r.Puzzle, r.Solver, r.Walk, r.Misplaced)
}

// unplaced returns a record as the table trial has it: as JSON, without its place, which the table
// listing has.
func unplaced(r bench.Record) (string, error) {
	text, err := r.At(bench.Trial{}, "").MarshalJSON()
	return string(text), err
}

// Plan returns the name under which to store an experiment, and the records of those trials of a
// sequence, the trials of the experiment, that the store has.
//
// If the experiment has no name, Plan returns the name of the newest stored experiment with the
// same kind, definition and program. If there is none, it makes a name from the kind and a number.
// So an experiment without a name finds its stored trials when it runs again.
//
// Plan reads the whole sequence, unless the store has no trials, and takes O(1) time for each
// trial. It replays the plan of each trial. It leaves out damaged trials, so that they run again,
// and reports them to Warn. An error of the sequence is returned as it is.
func (s *Store) Plan(
	ctx context.Context, e bench.Experiment, p bench.Provenance,
	trials iter.Seq2[bench.Trial, error],
) (name string, found []bench.Record, err error) {
	if name, err = s.nameFor(ctx, e, p); err != nil {
		return name, nil, err
	}
	keys, err := s.keys(ctx)
	if err != nil || len(keys) == 0 {
		return name, nil, err
	}
	for t, err := range trials {
		switch {
		case err != nil:
			return name, nil, err
		case !keys[t.Key]:
			continue
		}
		r, wrong, err := s.trial(ctx, t)
		switch {
		case err != nil:
			return name, nil, s.failed(err)
		case wrong != nil:
			s.warn(damagedTrial, t.Key, wrong)
		default:
			found = append(found, r.At(t, name))
		}
	}
	return name, found, nil
}

// keys returns the keys of all stored trials.
func (s *Store) keys(ctx context.Context) (map[string]bool, error) {
	keys := map[string]bool{}
	err := each(ctx, s.db, "SELECT key FROM trial", func(row []any) error {
		keys[text(row[0])] = true
		return nil
	})
	return keys, s.failed(err)
}

// trial returns the record that the store has of a trial, and what is wrong with it: it is damaged
// or of another puzzle, it has an impossible plan, or its plan is not optimal, although it says so.
func (s *Store) trial(ctx context.Context, t bench.Trial) (r bench.Record, wrong, err error) {
	wrong = errNoTrial
	err = each(ctx, s.db, "SELECT * FROM trial WHERE key = ?", func(row []any) error {
		r, wrong = readTrial(row)
		return nil
	}, t.Key)
	switch {
	case err != nil || wrong != nil:
		return r, wrong, err
	case r.Problem() != t.Puzzle.Problem:
		return r, errors.New("it is of another puzzle"), nil
	}
	if wrong := r.CheckPlan(); wrong != nil || !r.Optimal {
		return r, wrong, nil
	}
	o, err := s.optimum(ctx, s.db, r.Problem())
	if err != nil {
		return r, nil, err
	}
	if o.Certain() && o.Moves != "" && o.Cost < r.Cost && o.check(r.Problem()) == nil {
		wrong = errNotOptimal
	}
	return r, wrong, nil
}

// Keep adds trials to an experiment in one transaction. A stored trial with the same key is
// replaced.
func (s *Store) Keep(ctx context.Context, experiment string, records []bench.Record) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var id int64
		err := tx.QueryRowContext(ctx, "SELECT id FROM experiment WHERE name = ?",
			experiment).Scan(&id)
		if err != nil {
			return err
		}
		var trials, entries [][]any
		for _, r := range records {
			text, err := unplaced(r)
			if err != nil {
				return err
			}
			trials = append(trials, seal(r.Key, text))
			entries = append(entries, listing(id, r))
		}
		if err := insert(ctx, tx, "trial", trials...); err != nil {
			return err
		}
		return insert(ctx, tx, "listing", entries...)
	})
}

// Records returns the trials of an experiment in their order. Each record has the optimal
// cost of its puzzle if this cost is known.
func (s *Store) Records(ctx context.Context, experiment string) ([]bench.Record, error) {
	return s.records(ctx, "WHERE "+ofExperiment+" ORDER BY position", experiment)
}

// Page skips the given number of trials of an experiment, and returns at most count of the
// next ones, in their order.
func (s *Store) Page(
	ctx context.Context, experiment string, skip, count int,
) ([]bench.Record, error) {
	return s.records(ctx, "WHERE "+ofExperiment+" ORDER BY position LIMIT ? OFFSET ?", experiment,
		count, skip)
}

// Trials returns the trials of an experiment whose keys begin with the given text. If the
// name of the experiment is empty, Trials returns such trials of all experiments. A trial that
// is listed more than once is returned once, with its place in the oldest experiment. Keys are
// hexadecimal, so all keys with a prefix sort before this prefix followed by 'g'.
func (s *Store) Trials(ctx context.Context, experiment, key string) ([]bench.Record, error) {
	records, err := s.records(ctx,
		"WHERE key >= ? AND key < ? || 'g' AND (? = '' OR "+ofExperiment+
			") ORDER BY key, experiment, position",
		key, key, experiment, experiment)
	return slices.CompactFunc(records, func(a, b bench.Record) bool { return a.Key == b.Key }), err
}

// records returns the listed trials that match an SQL clause, in its order, with their optimal
// costs. It leaves out damaged trials and reports them to Warn.
func (s *Store) records(ctx context.Context, where string, args ...any) ([]bench.Record, error) {
	var count int
	const number = "SELECT count(*) FROM (SELECT 1 FROM listing "
	if err := s.db.QueryRowContext(ctx, number+where+")", args...).Scan(&count); err != nil {
		return nil, s.failed(err)
	}
	// One goroutine reads rows, and this one decodes them.
	rows := make(chan []any, 256)
	var reading errgroup.Group
	reading.Go(func() error {
		defer close(rows)
		return each(ctx, s.db, listed+where, func(row []any) error {
			rows <- row
			return nil
		}, args...)
	})
	records := make([]bench.Record, 0, count)
	var decoder bench.Decoder
	for row := range rows {
		r, err := readListed(&decoder, row)
		if err != nil {
			s.warn(damagedTrial, text(row[2]), err)
			continue
		}
		r.Experiment = text(row[11])
		records = append(records, r)
	}
	if err := reading.Wait(); err != nil {
		return nil, s.failed(err)
	}
	_, err := s.FillOptima(ctx, records)
	return records, err
}

// readListed returns the record in a row of the query listed, without the name of the experiment.
// It returns an error if the entry of the listing or the trial is damaged.
func readListed(d *bench.Decoder, row []any) (bench.Record, error) {
	entry := row[:9]
	if verify(entry) != nil {
		return bench.Record{}, errListing
	}
	r, err := decodeTrial(d, []any{entry[2], row[9], row[10]})
	if err != nil {
		return r, err
	}
	t := bench.Trial{
		Position: number(entry[1]),
		Key:      text(entry[2]),
		Puzzle:   bench.Puzzle{Group: text(entry[3]), Number: number(entry[4])},
		Solver:   bench.Solver{Name: text(entry[5])},
	}
	if walk, ok := entry[6].(int64); ok {
		t.Puzzle.Walk = new(int(walk))
	}
	if misplaced, ok := entry[7].(float64); ok {
		t.Puzzle.Misplaced = &misplaced
	}
	return r.At(t, ""), nil
}

var (
	errListing = errors.New("wrong checksum of its entry in the experiment")
	errNoTrial = errors.New("its record is missing")
)

// readTrial returns the record in a row of the table trial, or an error if the row is damaged.
func readTrial(row []any) (bench.Record, error) { return decodeTrial(new(bench.Decoder), row) }

// decodeTrial is readTrial with a decoder, which records that are read together share.
func decodeTrial(d *bench.Decoder, row []any) (r bench.Record, err error) {
	if row[1] == nil {
		return r, errNoTrial
	}
	if err := verify(row); err != nil {
		return r, err
	}
	if err := d.Decode(text(row[1]), &r); err != nil {
		return r, err
	}
	return r, r.Check()
}

// damagedTrial is the warning about a damaged trial, given its key and what is wrong.
const damagedTrial = "trial %.40q is damaged and left out (%v)"

// RemoveTrial deletes a trial from the store and from all experiments that list it. The next run
// of these experiments runs it again.
func (s *Store) RemoveTrial(ctx context.Context, key string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		err := setEnded(ctx, tx, "", "id IN (SELECT experiment FROM listing WHERE key = ?)", key)
		if err == nil {
			_, err = tx.ExecContext(ctx,
				"DELETE FROM listing WHERE key = ?1; DELETE FROM trial WHERE key = ?1", key)
		}
		return err
	})
}
