package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/internal/units"
)

// Experiment is the stored description of an experiment.
type Experiment struct {
	Name        string `json:"experiment"`
	Kind        string `json:"kind"`
	Description string `json:"description"`
	Definition  string `json:"definition"`      // content of an experiment file
	Total       int    `json:"trials"`          // trials of the experiment
	Done        int    `json:"done"`            // stored trials that are part of the experiment
	Stale       int    `json:"stale"`           // stored trials that are no longer part of the experiment
	Began       string `json:"began"`           // RFC 3339
	Ended       string `json:"ended,omitempty"` // when the last trial ended; "" if trials are missing
}

// MissingError reports that the store has no experiment or trial with a name.
type MissingError struct {
	Store, Name string
	Names       []string // names of the stored experiments
}

func (e *MissingError) Error() string {
	if len(e.Names) == 0 && e.Name == "" {
		return e.Store + " holds no experiments; expected at least one"
	}
	if len(e.Names) == 0 {
		return fmt.Sprintf("%s holds no experiments; expected %.60q among them", e.Store, e.Name)
	}
	return fmt.Sprintf("%.60q is not an experiment in %s%s; expected one of %s, "+
		"or the first characters of a trial's key",
		e.Name, e.Store, units.DidYouMean(e.Name, e.Names), strings.Join(e.Names, ", "))
}

// NameFor returns the name under which to store an experiment. If the experiment has no name,
// this is the name of the newest stored experiment with the same kind, definition and version
// of the program. If there is none, NameFor makes a new name from the kind and a number. So an
// experiment without a name finds its stored trials when it runs again.
func (s *Store) NameFor(ctx context.Context, e bench.Experiment, p bench.Provenance) (string, error) {
	if e.Name != "" {
		return e.Name, nil
	}
	var name string
	err := s.db.QueryRowContext(ctx,
		"SELECT name FROM experiment WHERE kind = ? AND digest = ? ORDER BY id DESC LIMIT 1",
		e.Kind, digestOf(e, p)).Scan(&name)
	if !errors.Is(err, sql.ErrNoRows) {
		return name, s.failed(err)
	}
	for n := 1; ; n++ {
		name = fmt.Sprintf("%s-%d", e.Kind, n)
		var there bool
		row := s.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM experiment WHERE name = ?)", name)
		if err := row.Scan(&there); err != nil || !there {
			return name, s.failed(err)
		}
	}
}

// sumExperiment is the SQL assignment that sets the checksum of an experiment. Its argument is
// the value of the column ended.
const sumExperiment = "checksum = checksum(id, name, kind, description, definition, digest, total, began, %s)"

// Begin writes an experiment to the store. If the store already has an experiment with this
// name, Begin updates it. Begin also deletes the damaged trials and optimal costs that were
// found since the store was opened, so that they are determined again.
//
// If the stored row of the experiment is damaged, Begin sets the time at which the experiment
// began to the time of its first undamaged trial. If the row is damaged or a trial is missing,
// Begin clears the time at which the experiment ended.
func (s *Store) Begin(ctx context.Context, e bench.Experiment, p bench.Provenance) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		for id := range s.damagedTrials {
			if _, err := tx.ExecContext(ctx, "DELETE FROM trial WHERE id = ?", id); err != nil {
				return err
			}
		}
		if s.damagedOptima > 0 {
			if _, err := tx.ExecContext(ctx, "DELETE FROM optimum WHERE "+s.isDamagedOptimum()); err != nil {
				return err
			}
		}
		clear(s.damagedTrials)
		s.damagedOptima = 0
		_, err := tx.ExecContext(ctx, `
			INSERT INTO experiment (name, kind, description, definition, digest, total, began)
				VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, description = excluded.description,
				definition = excluded.definition, digest = excluded.digest, total = excluded.total,
				began = IIF(`+soundExperiment+`, began, COALESCE((
					SELECT MIN(IIF(`+soundTrial+`, json_extract(record, '$.started'), NULL)) FROM trial
					WHERE trial.experiment = experiment.id), excluded.began)),
				ended = IIF(`+soundExperiment+` AND excluded.total = (
					SELECT COUNT(position) FROM trial WHERE trial.experiment = experiment.id), ended, NULL)`,
			e.Name, e.Kind, e.Description, definition(e), digestOf(e, p), e.Trials(), now())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx,
			"UPDATE experiment SET "+fmt.Sprintf(sumExperiment, "ended")+" WHERE name = ?", e.Name)
		return err
	})
}

// now returns the current time in the format of the store: RFC 3339, in UTC.
func now() string { return time.Now().UTC().Format(time.RFC3339) }

// definition returns the content of the experiment's file. If the experiment does not come
// from a file, definition returns a file that describes the same trials and has no name.
func definition(e bench.Experiment) string {
	if e.Text != "" {
		return e.Text
	}
	e.Name = ""
	return config.Write(e)
}

// digestOf returns a digest that identifies an experiment without a name. It depends on the
// version of the program, because the keys of the trials depend on this version.
func digestOf(e bench.Experiment, p bench.Provenance) string {
	sum := sha256.Sum256([]byte(definition(e) + "\n" + p.Version + "\n" + p.Signature))
	return hex.EncodeToString(sum[:])
}

// Finish stores the current time as the time at which the experiment ended. If the store
// already has such a time, Finish does not change it.
func (s *Store) Finish(ctx context.Context, name string) error {
	return s.exec(ctx, "UPDATE experiment SET ended = ?1, "+fmt.Sprintf(sumExperiment, "?1")+
		" WHERE name = ?2 AND ended IS NULL", now(), name)
}

// Defines reports whether the stored definition equals the definition of another experiment.
func (e Experiment) Defines(other bench.Experiment) bool { return e.Definition == definition(other) }

// Experiments returns all experiments, the oldest first. It includes experiments with a damaged
// row, because they can be removed or run again, and reports them to Warn. The query converts the
// type of each value, because damage may have changed it.
func (s *Store) Experiments(ctx context.Context) ([]Experiment, error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT CAST(name AS TEXT), CAST(kind AS TEXT), CAST(description AS TEXT), CAST(definition AS TEXT),
			CAST(total AS INTEGER), COUNT(trial.position), COUNT(trial.id) - COUNT(trial.position),
			CAST(began AS TEXT), COALESCE(CAST(ended AS TEXT), ''), sound
		FROM (SELECT *, `+s.sound(soundExperiment)+` AS sound FROM experiment) AS experiment
			LEFT JOIN trial ON trial.experiment = experiment.id
		GROUP BY experiment.id ORDER BY experiment.id`)
	if err != nil {
		return nil, s.failed(err)
	}
	defer rows.Close()
	var all []Experiment
	for rows.Next() {
		var e Experiment
		var sound bool
		err := rows.Scan(&e.Name, &e.Kind, &e.Description, &e.Definition,
			&e.Total, &e.Done, &e.Stale, &e.Began, &e.Ended, &sound)
		if err != nil {
			return nil, s.failed(err)
		}
		if !sound {
			s.warn("the name, definition or another part of experiment %.60q is damaged (wrong checksum)", e.Name)
		}
		all = append(all, e)
	}
	return all, s.failed(rows.Err())
}

// Experiment returns the experiment with the given name, or the newest experiment if the
// name is empty. If there is none, it returns a *MissingError.
func (s *Store) Experiment(ctx context.Context, name string) (Experiment, error) {
	all, err := s.Experiments(ctx)
	if err != nil {
		return Experiment{}, err
	}
	var names []string
	for i, e := range all {
		if e.Name == name || name == "" && i == len(all)-1 {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Experiment{}, &MissingError{s.name, name, names}
}

// Remove deletes an experiment and all its trials. It does not delete optimal costs.
func (s *Store) Remove(ctx context.Context, name string) error {
	return s.exec(ctx, "DELETE FROM experiment WHERE name = ?", name)
}
