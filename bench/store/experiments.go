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

// Experiment is what the store knows of an experiment.
type Experiment struct {
	Name        string `json:"experiment"`
	Kind        string `json:"kind"`
	Description string `json:"description"`
	Definition  string `json:"definition"` // as an experiment file
	Total       int    `json:"trials"`
	Done        int    `json:"done"`
	Stale       int    `json:"stale"`           // kept, but no longer part of it
	Began       string `json:"began"`           // RFC 3339
	Ended       string `json:"ended,omitempty"` // when the last trial ended, if all have
}

// MissingError says that there is no experiment or trial of a name.
type MissingError struct {
	Store, Name string
	Names       []string // what there is
}

func (e *MissingError) Error() string {
	if len(e.Names) == 0 {
		return fmt.Sprintf("%s holds no experiments; expected %.60q among them", e.Store, e.Name)
	}
	return fmt.Sprintf("%.60q is not an experiment in %s%s; expected one of %s, "+
		"or the first characters of a trial's key",
		e.Name, e.Store, units.DidYouMean(e.Name, e.Names), strings.Join(e.Names, ", "))
}

// NameFor returns the name of an experiment: its own, or that of the newest stored one of
// the same kind, definition and program, or a new one, its kind and a number. An experiment
// without a name thus finds its trials when it is run again, whether they are complete or
// were interrupted.
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

// sumExperiment is the assignment of the checksum of an experiment, given the value of its end.
const sumExperiment = "checksum = checksum(id, name, kind, description, definition, digest, total, began, %s)"

// Begin enters an experiment under its name, or what has changed of one that is
// kept under it. Begin deletes its damaged trials that Trials has found, and damaged optimal
// costs, so that they are determined again. If the row of an experiment is damaged, its first
// sound trial says when it began. If the row is damaged or a trial is missing, the experiment has
// no end until Finish notes it again.
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

// now returns the time in the form in which the store keeps times: RFC 3339, in UTC.
func now() string { return time.Now().UTC().Format(time.RFC3339) }

// definition returns the experiment file that the experiment was read from, or one
// that describes the same trials under no name.
func definition(e bench.Experiment) string {
	if e.Text != "" {
		return e.Text
	}
	e.Name = ""
	return config.Write(e)
}

// digestOf tells experiments without a name apart. It covers the version of the program,
// on which the keys of the trials depend, too.
func digestOf(e bench.Experiment, p bench.Provenance) string {
	sum := sha256.Sum256([]byte(definition(e) + "\n" + p.Version + "\n" + p.Signature))
	return hex.EncodeToString(sum[:])
}

// Finish notes that an experiment's last trial has ended.
func (s *Store) Finish(ctx context.Context, name string) error {
	return s.exec(ctx, "UPDATE experiment SET ended = ?1, "+fmt.Sprintf(sumExperiment, "?1")+
		" WHERE name = ?2 AND ended IS NULL", now(), name)
}

// Defines tells whether the stored experiment has the definition of another one.
func (e Experiment) Defines(other bench.Experiment) bool { return e.Definition == definition(other) }

// Experiments returns all experiments, the oldest first. One whose row is damaged is among
// them, since it can be removed or run again, but Warn is told. Damage may have changed the type
// of a value.
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

// Experiment returns the experiment of a name, or a *MissingError. An empty name
// is the newest's.
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

// Remove takes an experiment away with all its trials. What is known of optimal
// lengths stays.
func (s *Store) Remove(ctx context.Context, name string) error {
	return s.exec(ctx, "DELETE FROM experiment WHERE name = ?", name)
}
