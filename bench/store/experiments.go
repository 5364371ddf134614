package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/internal/units"
	"npuzzle/search"
)

// Experiment is the stored description of an experiment.
type Experiment struct {
	Name        string `json:"experiment"`
	Kind        string `json:"kind"`
	Description string `json:"description"`
	Definition  string `json:"definition"` // content of an experiment file
	Total       int    `json:"trials"`     // trials of the experiment
	Done        int    `json:"done"`       // trials of the experiment that are stored
	Began       string `json:"began"`      // RFC 3339

	// Ended is the time at which the last trial ended, or "" if trials are missing.
	Ended string `json:"ended,omitempty"`

	id      int
	digest  string // of the definition, the limits and the program
	damaged bool   // whether the checksum of the row is wrong

	// tested has the winners of tunings that each group of boards of this tuning has tested. It is
	// nil in the results of Experiments.
	tested [][]string
}

// experiments returns the stored experiments, given the end of a query.
func experiments(
	ctx context.Context, q querier, clauses string, args ...any,
) (all []Experiment, err error) {
	const query = "SELECT *, (SELECT COUNT(*) FROM listing WHERE experiment = id) FROM experiment "
	err = each(ctx, q, query+clauses, func(row []any) error {
		all = append(all, Experiment{
			id:          number(row[0]),
			Name:        text(row[1]),
			Kind:        text(row[2]),
			Description: text(row[3]),
			Definition:  text(row[4]),
			digest:      text(row[5]),
			Total:       number(row[6]),
			Began:       text(row[7]),
			Ended:       text(row[8]),
			damaged:     verify(row[:10]) != nil,
			Done:        number(row[10]),
		})
		return nil
	}, args...)
	return all, err
}

// row returns the row of an experiment in its table.
func (e Experiment) row() []any {
	ended := sql.NullString{String: e.Ended, Valid: e.Ended != ""}
	return seal(e.id, e.Name, e.Kind, e.Description, e.Definition, e.digest, e.Total, e.Began,
		ended)
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

// nameFor returns the name under which to store an experiment; see Plan.
func (s *Store) nameFor(
	ctx context.Context, e bench.Experiment, p bench.Provenance,
) (string, error) {
	if e.Name != "" {
		return e.Name, nil
	}
	known, err := experiments(ctx, s.db, "ORDER BY id DESC")
	if err != nil {
		return "", s.failed(err)
	}
	digest := digestOf(e, p)
	taken := map[string]bool{}
	for _, stored := range known {
		if stored.Kind == e.Kind && stored.digest == digest {
			return stored.Name, nil
		}
		taken[stored.Name] = true
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%d", e.Kind, n)
		if !taken[name] {
			return name, nil
		}
	}
}

// Begin writes an experiment to the store. If the store already has an experiment with this name,
// Begin updates it. The experiment then lists the trials of the given records, which Plan returned,
// and no others. Begin returns the number of trials that the experiment listed before and no longer
// lists. These trials stay in the store until Remove deletes what no experiment lists.
//
// If the experiment is a part of a tuning, the trials of earlier parts stay listed. The trials of
// later parts, which an earlier run listed, stay listed if no trial of this part is missing.
// [Store.Trim] ends the tuning.
//
// If the stored row of the experiment is damaged, Begin sets the time at which the experiment began
// to the time of its first trial. If the row is damaged or a trial is missing, Begin clears the
// time at which the experiment ended. Begin also stores the published optimal costs of the
// experiment's puzzles. If damaged rows were found since the store was opened, Begin checks the
// pages first, because writing to damaged pages could store a trial twice.
func (s *Store) Begin(
	ctx context.Context, e bench.Experiment, p bench.Provenance, found []bench.Record,
) (dropped int, err error) {
	if len(s.warned) > 0 {
		if err := s.checkPages(ctx); err != nil {
			return 0, err
		}
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		dropped, err = writeExperiment(ctx, tx, e, p, found)
		return err
	})
	if err != nil {
		return dropped, err
	}
	return dropped, s.KeepOptima(ctx, published(e))
}

// writeExperiment writes an experiment and its listing; see Begin.
func writeExperiment(
	ctx context.Context, tx *sql.Tx, e bench.Experiment, p bench.Provenance, found []bench.Record,
) (dropped int, err error) {
	experiment := Experiment{
		Name:        e.Name,
		Kind:        e.Kind,
		Description: e.Description,
		Definition:  definition(e),
		digest:      digestOf(e, p),
		Total:       e.Before + e.Trials(),
		Began:       now(),
	}
	was, err := experiment.identify(ctx, tx)
	if err != nil {
		return 0, err
	}
	switch {
	case was.Name == "": // a new experiment
	case was.damaged:
		for _, r := range found {
			experiment.Began = min(experiment.Began, r.Started)
		}
	default:
		experiment.Began = was.Began
		experiment.Ended = was.Ended
	}
	complete := len(found) == e.Trials()
	again := was.digest == experiment.digest
	if !complete || e.Kind == tuning && !again { // Trim ends a tuning
		experiment.Ended = ""
	}
	last := math.MaxInt // position of the last trial whose entry is written anew
	if again && complete && e.Kind == tuning {
		last = experiment.Total
		experiment.Total = max(experiment.Total, was.Total)
	}
	if err := insert(ctx, tx, "experiment", experiment.row()); err != nil {
		return 0, err
	}
	dropped, err = list(ctx, tx, experiment.id, e.Before, last, found)
	if again {
		dropped = 0 // only damaged trials, which run again
	}
	return dropped, err
}

// identify sets the number of an experiment, and returns the stored experiment of the same name,
// which has this number. It returns a zero Experiment if there is none.
func (e *Experiment) identify(ctx context.Context, tx *sql.Tx) (was Experiment, err error) {
	known, err := experiments(ctx, tx, "")
	if err != nil {
		return Experiment{}, err
	}
	e.id = 1
	for _, stored := range known {
		e.id = max(e.id, stored.id+1)
		if stored.Name == e.Name {
			was = stored
		}
	}
	if was.Name != "" {
		e.id = was.id
	}
	return was, nil
}

// published returns the published optimal costs of an experiment's puzzles.
func published(e bench.Experiment) map[search.Problem]Optimum {
	optima := map[search.Problem]Optimum{}
	for _, g := range e.Groups {
		for i, cost := range g.Known {
			p := search.Problem{Start: g.Boards[i], Goal: g.Goal, Costs: g.Costs}
			optima[p] = Optimum{Cost: bench.Figure(g.Costs.Float(cost)), Proof: ProvedElsewhere}
		}
	}
	return optima
}

// list makes the listing of an experiment after the trials of its earlier parts, up to the position
// last, unless it is the same as before. It returns the number of keys that were listed before and
// are no longer.
func list(
	ctx context.Context, tx *sql.Tx, id, parts, last int, found []bench.Record,
) (dropped int, err error) {
	const part = " FROM listing WHERE experiment = ? AND position > ? AND position <= ?"
	var before [][]any
	keys := map[string]bool{} // of trials that are no longer listed
	err = each(ctx, tx, "SELECT *"+part+" ORDER BY position", func(row []any) error {
		before = append(before, row)
		keys[text(row[2])] = true
		return nil
	}, id, parts, last)
	if err != nil {
		return 0, err
	}
	var after [][]any
	for _, r := range found {
		after = append(after, listing(id, r))
		delete(keys, r.Key)
	}
	if slices.EqualFunc(before, after, slices.Equal[[]any]) {
		return len(keys), nil
	}
	if _, err := tx.ExecContext(ctx, "DELETE"+part, id, parts, last); err != nil {
		return 0, err
	}
	if err := insert(ctx, tx, "listing", after...); err != nil {
		return 0, err
	}
	return len(keys), nil
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
// program, and on what flags may set, because the keys of the trials depend on them.
func digestOf(e bench.Experiment, p bench.Provenance) string {
	text := fmt.Appendf(nil, "%s\n%s %v %v %v", definition(e), p.Program, e.Isolate, e.Limits,
		e.TimeLimit)
	if e.CPULimit > 0 {
		text = fmt.Appendf(text, " %v", e.CPULimit)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// tuning is the kind of experiments that are tunings.
const tuning = "tune"

// Ended returns the stored experiment that is the same as e, the newest one if e has no name, and
// whether it has ended. Two experiments are the same if their definitions, limits and programs are.
func (s *Store) Ended(
	ctx context.Context, e bench.Experiment, p bench.Provenance,
) (stored Experiment, ended bool, err error) {
	name, err := s.nameFor(ctx, e, p)
	if err != nil {
		return Experiment{}, false, err
	}
	found, err := experiments(ctx, s.db, "WHERE name = ?", name)
	if err != nil || len(found) == 0 {
		return Experiment{}, false, s.failed(err)
	}
	stored = found[0]
	same := stored.digest == digestOf(e, p)
	complete := !stored.damaged && stored.Ended != "" && stored.Done == stored.Total
	return stored, same && complete, nil
}

// Finish ends a run of an experiment, given the records of all of its stored trials. It stores the
// optimal costs that they prove. If no trial is missing, it stores the current time as the time at
// which the experiment ended, unless the store already has such a time. It leaves the end of a
// tuning, which has several parts, to [Store.Trim].
func (s *Store) Finish(ctx context.Context, name string, total int, records []bench.Record) error {
	if err := s.KeepOptima(ctx, proven(records)); err != nil || len(records) < total {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		found, err := experiments(ctx, tx, "WHERE name = ?", name)
		if err != nil || len(found) == 0 || found[0].Kind == tuning {
			return err
		}
		return finish(ctx, tx, name, now())
	})
}

// finish stores the time at which an experiment ended, if the experiment lists all of its trials
// and has no such time.
func finish(ctx context.Context, tx *sql.Tx, name, ended string) error {
	return setEnded(ctx, tx, ended, "ended IS NULL AND name = ? AND "+
		"total = (SELECT COUNT(*) FROM listing WHERE experiment = id)", name)
}

// Trim ends a tuning, given the number of trials of all of its parts. It removes what an earlier
// run listed after them. If then no trial is missing, the tuning gets the time at which it ended,
// unless it has such a time.
func (s *Store) Trim(ctx context.Context, name string, total int) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		found, err := experiments(ctx, tx, "WHERE name = ?", name)
		if err != nil || len(found) == 0 || found[0].damaged {
			return err
		}
		e := found[0]
		if e.Total <= total {
			return finish(ctx, tx, name, now())
		}
		e.Total = total
		const later = "DELETE FROM listing WHERE experiment = ? AND position > ?"
		if _, err := tx.ExecContext(ctx, later, e.id, total); err != nil {
			return err
		}
		if err := insert(ctx, tx, "experiment", e.row()); err != nil {
			return err
		}
		return finish(ctx, tx, name, now())
	})
}

// setEnded sets the time at which the experiments ended that meet an SQL condition.
func setEnded(
	ctx context.Context, tx *sql.Tx, ended string, condition string, args ...any,
) error {
	found, err := experiments(ctx, tx, "WHERE "+condition, args...)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, e := range found {
		if !e.damaged {
			e.Ended = ended
			rows = append(rows, e.row())
		}
	}
	return insert(ctx, tx, "experiment", rows...)
}

// Experiments returns all experiments, the oldest first. It includes experiments with a damaged
// row, because they can be removed or run again, and reports them to Warn. It also reports an
// experiment that has ended but does not list all of its trials.
func (s *Store) Experiments(ctx context.Context) ([]Experiment, error) {
	listed, err := experiments(ctx, s.db, "ORDER BY id")
	if err != nil {
		return nil, s.failed(err)
	}
	for _, e := range listed {
		switch {
		case e.damaged:
			s.warn("the name, definition or another part of experiment %.60q is damaged (wrong "+
				"checksum)", e.Name)
		case e.Ended != "" && e.Done != e.Total:
			s.warn("experiment %.60q is damaged: it lists %d of %s", e.Name, e.Done,
				units.Plural(e.Total, "trial", "trials"))
		}
	}
	return listed, nil
}

// Experiment returns the experiment with the given name, or the newest experiment if the
// name is empty. If there is none, it returns a *MissingError.
func (s *Store) Experiment(ctx context.Context, name string) (Experiment, error) {
	listed, err := s.Experiments(ctx)
	if err != nil {
		return Experiment{}, err
	}
	var names []string
	for i, e := range listed {
		if e.Name == name || name == "" && i == len(listed)-1 {
			e.tested = s.tested(ctx, e)
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Experiment{}, &MissingError{Store: s.name, Name: name, Names: names}
}

// Remove deletes an experiment, and all trials that no experiment lists then. It does not delete
// optimal costs. It returns the number of deleted trials.
func (s *Store) Remove(ctx context.Context, name string) (trials int, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
			DELETE FROM listing WHERE experiment = (SELECT id FROM experiment WHERE name = ?1);
			DELETE FROM experiment WHERE name = ?1;
			DELETE FROM trial WHERE key NOT IN (SELECT key FROM listing)`, name)
		if err != nil {
			return err
		}
		deleted, err := done.RowsAffected()
		trials = int(deleted)
		return err
	})
	return trials, err
}

// Sharing returns the names of the other experiments that list a trial of the named experiment.
// Remove does not delete these trials.
func (s *Store) Sharing(ctx context.Context, name string) ([]string, error) {
	const query = `
		SELECT name FROM experiment NOT INDEXED WHERE name != ? AND id IN (
			SELECT experiment FROM listing WHERE key IN (
				SELECT key FROM listing WHERE ` + ofExperiment + `))
		ORDER BY id`
	var names []string
	err := each(ctx, s.db, query, func(row []any) error {
		names = append(names, text(row[0]))
		return nil
	}, name, name)
	return names, s.failed(err)
}
