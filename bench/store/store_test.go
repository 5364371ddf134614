package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

var nobody = bench.Provenance{Version: "1", Signature: "2", Program: "3"}

// create makes a store with an experiment that is to have so many trials.
func create(t *testing.T, trials int) (*Store, string) {
	name := filepath.Join(t.TempDir(), "new", "folder", "lab ?#%41.sqlite")
	s, err := Open(t.Context(), name)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	begin(t, s, trials)
	return s, name
}

// begin begins the experiment with those of its trials that the store has, and returns them.
func begin(t testing.TB, s *Store, trials int) []bench.Record {
	e := experiment("mine", trials)
	_, found, err := s.Plan(t.Context(), e, nobody, planned(1, trials))
	require.NoError(t, err)
	_, err = s.Begin(t.Context(), e, nobody, found)
	require.NoError(t, err)
	return found
}

// planned yields the trials of the experiment before their run.
func planned(from, to int) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		for n := from; n <= to && yield(trial(n), nil); n++ {
		}
	}
}

func experiment(name string, trials int) bench.Experiment {
	return bench.Experiment{
		Name: name, Kind: "run", Text: "solvers: none\n", Description: "of nothing",
		Solvers: make([]bench.Solver, 1), Groups: []bench.Group{{Name: "g", Count: trials}},
	}
}

// trial is the n-th trial before its run.
func trial(n int) bench.Trial {
	size := puzzle.Size{Rows: 3, Cols: 3}
	goal, err := puzzle.Goal(puzzle.BlankLast, size)
	if err != nil {
		panic(err)
	}
	return bench.Trial{
		Puzzle: bench.Puzzle{
			Number:  n,
			Group:   "g",
			Problem: search.Problem{Start: goal, Goal: goal},
			Walk:    new(n),
		},
		Solver:   bench.Solver{Name: "astar", Settings: solvers.Default("astar")},
		Position: n,
		Key:      fmt.Sprintf("%016x", n),
		Repeat:   1,
	}
}

// record is the n-th trial.
func record(n int) bench.Record {
	t := trial(n)
	t.Result.Status = search.Solved
	t.Result.Optimal = true
	t.Wall = time.Duration(n) * time.Second
	r := t.StoredRecord("mine", 1, nobody)
	r.SetOptimal(0)
	return r
}

func records(from, to int) []bench.Record {
	var all []bench.Record
	for n := from; n <= to; n++ {
		all = append(all, record(n))
	}
	return all
}

func TestKeep(t *testing.T) {
	s, name := create(t, 5)
	require.NoError(t, s.Keep(t.Context(), "mine", records(3, 4)))
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 3)))
	require.Error(t, s.Keep(t.Context(), "another", records(1, 1)))

	check := func(s *Store) {
		got, err := s.Records(t.Context(), "mine")
		require.NoError(t, err)
		assert.Equal(t, records(1, 4), got, "in their order")
		for skip := range 6 {
			page, err := s.Page(t.Context(), "mine", skip, 2)
			require.NoError(t, err)
			assert.Equal(t, got[min(skip, 4):min(skip+2, 4)], append([]bench.Record{}, page...))
		}
		all, err := s.Experiments(t.Context())
		require.NoError(t, err)
		require.Len(t, all, 1)
		e := all[0]
		assert.Equal(
			t,
			[]any{"mine", "run", "of nothing", "solvers: none\n", 5, 4, ""},
			[]any{e.Name, e.Kind, e.Description, e.Definition, e.Total, e.Done, e.Ended},
		)
	}
	check(s)
	reading, err := OpenToRead(t.Context(), name) // while another writes
	require.NoError(t, err)
	check(reading)
	assert.Error(t, reading.Keep(t.Context(), "mine", records(5, 5)), "only to read")
	require.NoError(t, reading.Close())
	require.NoError(t, s.Close())
	again2, err := Open(t.Context(), name)
	require.NoError(t, err)
	check(again2)
	var solver string
	var length, mtm int
	row := again2.db.QueryRow(
		"SELECT solver, length, length_mtm FROM result WHERE experiment = 'mine' AND puzzle = 2")
	require.NoError(t, row.Scan(&solver, &length, &mtm))
	want := records(2, 2)[0]
	assert.Equal(t, []any{"astar", *want.Length, *want.LengthMTM}, []any{solver, length, mtm})
	require.NoError(t, again2.Close())
}

// An experiment keeps its end while it is complete. A run of more trials has no end yet.
func TestEnd(t *testing.T) {
	s, _ := create(t, 2)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 2)))
	require.NoError(t, s.Finish(t.Context(), "mine", 2, records(1, 2)))
	for trials, complete := range map[int]bool{2: true, 3: false} {
		begin(t, s, trials)
		require.NoError(t, s.Finish(t.Context(), "mine", trials, records(1, 2)))
		e, err := s.Experiment(t.Context(), "mine")
		require.NoError(t, err)
		assert.Equal(t, complete, e.Ended != "", "%d trials", trials)
		begin(t, s, 2)
		require.NoError(t, s.Finish(t.Context(), "mine", 2, records(1, 2)))
	}
}

// Two experiments share a trial, each under its own names. It goes with the last of them.
func TestSharedTrials(t *testing.T) {
	s, _ := create(t, 3)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 3)))
	other := experiment("other", 2)
	moved := func(yield func(bench.Trial, error) bool) {
		for n := 1; n <= 2; n++ {
			o := trial(4 - n)
			o.Position = n
			o.Solver.Name = "theirs"
			o.Puzzle = bench.Puzzle{Number: 10 * n, Group: "h", Problem: o.Puzzle.Problem}
			if !yield(o, nil) {
				return
			}
		}
	}
	_, found, err := s.Plan(t.Context(), other, nobody, moved)
	require.NoError(t, err)
	_, err = s.Begin(t.Context(), other, nobody, found)
	require.NoError(t, err)
	got, err := s.Records(t.Context(), "other")
	require.NoError(t, err)
	require.Len(t, got, 2)
	for i, r := range got {
		want := record(3 - i)
		want.Experiment = "other"
		want.Position = i + 1
		want.Solver = "theirs"
		want.Group = "h"
		want.Puzzle = 10 * (i + 1)
		want.Walk = nil
		assert.Equal(t, want, r)
	}
	count := func() (trials int) {
		require.NoError(t, s.db.QueryRow("SELECT COUNT(*) FROM trial").Scan(&trials))
		return trials
	}
	assert.Equal(t, 3, count())
	once, err := s.Trials(t.Context(), "", record(3).Key)
	require.NoError(t, err)
	require.Len(t, once, 1)
	assert.Equal(t, "mine", once[0].Experiment)
	removed, err := s.Remove(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2}, []int{removed, count()})
	require.NoError(t, s.RemoveTrial(t.Context(), record(3).Key))
	assert.Equal(t, 1, count())
	left, err := s.Records(t.Context(), "other")
	require.NoError(t, err)
	assert.Equal(t, got[1:], left)
	removed, err = s.Remove(t.Context(), "other")
	require.NoError(t, err)
	assert.Equal(t, []int{1, 0}, []int{removed, count()})
	_, err = s.Experiment(t.Context(), "other")
	assert.EqualError(t, err, s.Name()+` holds no experiments; expected "other" among them`)
}

// An experiment that changes lists other trials. Those that it lists no more stay until an
// experiment is removed, and belong to it again once they are asked for.
func TestChangedListing(t *testing.T) {
	s, _ := create(t, 4)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 4)))
	change := func(text string, from, to int) (int, error) {
		e := experiment("mine", 4)
		e.Text = text
		_, found, err := s.Plan(t.Context(), e, nobody, planned(from, to))
		require.NoError(t, err)
		return s.Begin(t.Context(), e, nobody, found)
	}
	dropped, err := change("fewer", 2, 3)
	require.NoError(t, err)
	assert.Equal(t, 2, dropped)
	got, err := s.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, records(2, 3), got)
	dropped, err = change("others", 4, 4)
	require.NoError(t, err)
	assert.Equal(t, 2, dropped)
	got, err = s.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, records(4, 4), got)
	dropped, err = change("all", 1, 4)
	require.NoError(t, err)
	assert.Zero(t, dropped)
	got, err = s.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, records(1, 4), got)
}

// A tuning that runs again goes through its parts. The later parts stay listed meanwhile, so they
// are exported, and stay when another experiment is removed. A part with a missing trial goes on
// where it ended. Then what the earlier run listed after it is no longer part of the tuning.
func TestPartsAgain(t *testing.T) {
	s, _ := create(t, 4)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 4)))
	part := func(before, trials int) {
		e := experiment("mine", trials)
		e.Before = before
		e.Kind = "tune"
		_, found, err := s.Plan(t.Context(), e, nobody, planned(before+1, before+trials))
		require.NoError(t, err)
		_, err = s.Begin(t.Context(), e, nobody, found)
		require.NoError(t, err)
	}
	check := func(trials, total int, what string) {
		_, err := s.Remove(t.Context(), "another")
		require.NoError(t, err)
		all, err := s.Records(t.Context(), "mine")
		require.NoError(t, err)
		assert.Len(t, all, trials, what)
		e, err := s.Experiment(t.Context(), "mine")
		require.NoError(t, err)
		assert.Equal(t, []int{trials, total}, []int{e.Done, e.Total}, what)
	}
	part(4, 3)
	require.NoError(t, s.Keep(t.Context(), "mine", records(5, 6)))
	check(6, 7, "the second part has a missing trial")
	part(0, 4)
	check(6, 7, "the second part is still listed")
	require.NoError(t, s.Finish(t.Context(), "mine", 4, records(1, 4)))
	e, err := s.Experiment(t.Context(), "mine")
	require.NoError(t, err)
	assert.Empty(t, e.Ended, "a trial of the second part is missing")
	part(4, 3)
	require.NoError(t, s.Keep(t.Context(), "mine", records(7, 7)))
	part(7, 2)
	require.NoError(t, s.Keep(t.Context(), "mine", records(8, 9)))
	require.NoError(t, s.Finish(t.Context(), "mine", 2, records(8, 9)))
	check(9, 9, "three parts")

	part(0, 4)
	check(9, 9, "the other parts are still listed")
	require.NoError(t, s.RemoveTrial(t.Context(), record(6).Key))
	part(4, 3)
	check(6, 7, "the second part runs again")
	require.NoError(t, s.Keep(t.Context(), "mine", records(6, 6)))
	require.NoError(t, s.Trim(t.Context(), "mine", 7))
	check(7, 7, "the tuning has ended after the second part")
	part(0, 4)
	require.NoError(t, s.Trim(t.Context(), "mine", 4))
	check(4, 4, "the tuning has ended after the first part")
}

// A tuning was interrupted in its second part. It runs again and ends after the first part, so no
// trial is missing.
func TestTrimOfInterruptedPart(t *testing.T) {
	s, _ := create(t, 4)
	for _, before := range []int{0, 4, 0} { // the last one is the first part again
		e := experiment("mine", 4-before/4)
		e.Before = before
		e.Kind = "tune"
		_, found, err := s.Plan(t.Context(), e, nobody, planned(before+1, before+e.Trials()))
		require.NoError(t, err)
		_, err = s.Begin(t.Context(), e, nobody, found)
		require.NoError(t, err)
		require.NoError(t, s.Keep(t.Context(), "mine", records(before+1, before+4-before/2)))
	}
	ended := func() string {
		e, err := s.Experiment(t.Context(), "mine")
		require.NoError(t, err)
		return e.Ended
	}
	require.NoError(t, s.Finish(t.Context(), "mine", 4, records(1, 4)))
	assert.Empty(t, ended(), "a trial of the second part is missing")
	require.NoError(t, s.Trim(t.Context(), "mine", 4))
	assert.NotEmpty(t, ended())
}

func TestOptimum(t *testing.T) {
	s, _ := create(t, 1)
	r := record(1)
	r.Optimal = false
	r.Status = search.TimeLimit // a plan would refute the costs of this test
	o, err := s.optimum(t.Context(), s.db, r.Problem())
	require.NoError(t, err)
	assert.False(t, o.Cost.Known())
	assert.Zero(t, o.Searched)
	unknown := bench.Unknown
	for _, c := range []struct{ keep, want Optimum }{
		{Optimum{Cost: unknown, Searched: 1000}, Optimum{Cost: unknown, Searched: 1000}},
		{Optimum{Cost: 33, Proof: ClaimedByImport}, Optimum{
			Cost:     33,
			Searched: 1000,
			Proof:    ClaimedByImport,
		}},
		{Optimum{Cost: 35, Proof: "abcd"}, Optimum{Cost: 35, Searched: 1000, Proof: "abcd"}},
		{Optimum{Cost: 30, Proof: ClaimedBefore}, Optimum{Cost: 35, Searched: 1000, Proof: "abcd"}},
		{Optimum{Cost: 31, Searched: 2000, Proof: ProvedBySearch, Moves: "U"},
			Optimum{Cost: 31, Searched: 2000, Proof: ProvedBySearch, Moves: "U"}},
		{Optimum{Cost: 30, Proof: "abcd"},
			Optimum{Cost: 31, Searched: 2000, Proof: ProvedBySearch, Moves: "U"}},
	} {
		require.NoError(t, s.KeepOptima(t.Context(),
			map[search.Problem]Optimum{r.Problem(): c.keep}))
		got, err := s.optimum(t.Context(), s.db, r.Problem())
		require.NoError(t, err)
		assert.Equal(t, fmt.Sprint(c.want), fmt.Sprint(got))
	}
	some := []bench.Record{r}
	_, err = s.FillOptima(t.Context(), some)
	require.NoError(t, err)
	assert.Equal(t, 31, *some[0].OptimalLength)
	require.NoError(t, r.MoveCosts.UnmarshalText([]byte("1,1,1,2")))
	some = []bench.Record{r}
	_, err = s.FillOptima(t.Context(), some)
	require.NoError(t, err)
	assert.Nil(t, some[0].OptimalCost, "other costs, another puzzle")
}

func TestStoreInUse(t *testing.T) {
	s, name := create(t, 1)
	_, err := Open(t.Context(), name)
	assert.EqualError(t, err,
		fmt.Sprintf("%s is in use by process %d; wait for it to end, or use another store",
			name, os.Getpid()))
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 1)), "which harms nobody")
	require.NoError(t, s.Close())
	s, err = Open(t.Context(), name)
	require.NoError(t, err)
	require.NoError(t, s.Close())
}

// A newer program's store is left as it is.
func TestNewerStore(t *testing.T) {
	s, name := create(t, 1)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 1)))
	_, err := s.db.Exec("PRAGMA user_version = 7")
	require.NoError(t, err)
	require.NoError(t, s.Close())
	before, err := os.ReadFile(name)
	require.NoError(t, err)
	want := name + " is a store of version 7, of a newer program; expected at most version 5"
	_, err = Open(t.Context(), name)
	assert.EqualError(t, err, want)
	_, err = OpenToRead(t.Context(), name)
	assert.EqualError(t, err, want)
	after, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

// A disk that is full is told in a line; what was kept stays, and goes on once
// there is room.
func TestFullDisk(t *testing.T) {
	s, name := create(t, 1000)
	_, err := s.db.Exec("PRAGMA max_page_count = 30")
	require.NoError(t, err)
	kept := 0
	for err == nil {
		if err = s.Keep(t.Context(), "mine", records(kept+1, kept+5)); err == nil {
			kept += 5
		}
		require.Less(t, kept, 1000)
	}
	assert.EqualError(t, err, name+
		": no space left on the disk, or a quota is used up; the trials kept so far are "+
		"safe; expected space there, or a copy of the file (and of its -wal file, if there is "+
		"one) on another disk")
	assert.EqualError(t, s.failed(&os.PathError{
		Op:   "open",
		Path: name + ".lock",
		Err:  syscall.ENOSPC,
	}), err.Error())
	assert.EqualError(
		t,
		s.failed(&os.PathError{Op: "open", Path: name + ".lock", Err: syscall.EMFILE}),
		name+": too many open files",
	)
	require.Positive(t, kept)
	require.NoError(t, s.Close())

	s, err = Open(t.Context(), name)
	require.NoError(t, err)
	defer s.Close()
	got, err := s.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, records(1, kept), got, "whole transactions only")
	require.NoError(t, s.Keep(t.Context(), "mine", records(kept+1, 1000)))
	var sound string
	require.NoError(t, s.db.QueryRow("PRAGMA integrity_check").Scan(&sound))
	assert.Equal(t, "ok", sound)
}

func TestPlacesThatHoldNoStore(t *testing.T) {
	folder := t.TempDir()
	name := func(base, text string) string {
		name := filepath.Join(folder, base)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	notes := name("notes",
		"these are notes and no store, long enough to be more than a header would be in such a "+
			"file......")
	empty := name("empty", "")
	foreign := name("foreign", "")
	db, err := sql.Open("sqlite", foreign)
	require.NoError(t, err)
	_, err = db.Exec("PRAGMA journal_mode = WAL; CREATE TABLE foo (a)")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	files := func() []string {
		all, err := filepath.Glob(filepath.Join(folder, "*"))
		require.NoError(t, err)
		return all
	}
	before := files()
	for _, c := range []struct{ name, write, read string }{
		{notes, notes + " is not a store or is damaged: ", notes +
			" is not a store or is damaged: "},
		{filepath.Join(notes, "lab.sqlite"), notes + ": not a directory", "not a directory"},
		{foreign, foreign + " is a database of another program", foreign +
			" is a database of another program"},
		{os.DevNull, "is a device or the like; expected the name of a file",
			"is a device or the like"},
		{folder, folder + ": is a directory; expected the name of a file", "is a directory"},
		{empty, "", empty + " holds no experiments; expected a store with some"},
	} {
		_, err := OpenToRead(t.Context(), c.name)
		assert.ErrorContains(t, err, c.read, c.name)
		assert.NotContains(t, fmt.Sprint(err), "\n")
		assert.Equal(t, before, files(), "nothing is left behind")
		s, err := Open(t.Context(), c.name)
		if c.write == "" {
			require.NoError(t, err, c.name)
			require.NoError(t, s.Close())
			continue
		}
		assert.ErrorContains(t, err, c.write, c.name)
		assert.NotContains(t, fmt.Sprint(err), "\n")
		assert.Equal(t, before, files(), "nothing is left behind")
	}
	assert.NoFileExists(t, os.DevNull+".lock")
	_, err = OpenToRead(t.Context(), filepath.Join(folder, "none"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	text, err := os.ReadFile(notes)
	require.NoError(t, err)
	assert.Contains(t, string(text), "these are notes")
}

// A folder that may not be written to is told in a line; a store in it can be
// read.
func TestReadOnlyFolder(t *testing.T) {
	s, name := create(t, 2)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 2)))
	require.NoError(t, s.Close())
	folder := filepath.Dir(name)
	require.NoError(t, os.Remove(name+".lock"))
	require.NoError(t, os.Chmod(folder, 0o555))
	t.Cleanup(func() { os.Chmod(folder, 0o700) })
	asNobody(t)
	if os.WriteFile(filepath.Join(folder, "x"), nil, 0o600) == nil {
		os.Remove(filepath.Join(folder, "x"))
		t.Skip("this user may write anywhere")
	}
	_, err := Open(t.Context(), name)
	assert.ErrorContains(t, err, name+
		": not allowed to write there; expected a file in a directory where that is "+
		"allowed")
	reading, err := OpenToRead(context.Background(), name)
	require.NoError(t, err)
	defer reading.Close()
	got, err := reading.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Len(t, got, 2)
}

// A database of another program is refused, and not a byte of it changes.
func TestForeignDatabase(t *testing.T) {
	for _, made := range []string{
		"CREATE TABLE foo (a)",
		"CREATE TABLE trial (a); PRAGMA user_version = 1",
		"PRAGMA application_id = 7",
	} {
		name := filepath.Join(t.TempDir(), "foreign.sqlite")
		db, err := sql.Open("sqlite", name)
		require.NoError(t, err)
		_, err = db.Exec(made)
		require.NoError(t, err)
		require.NoError(t, db.Close())
		before, err := os.ReadFile(name)
		require.NoError(t, err)

		want := name + " is a database of another program; expected a store, or a new name"
		_, err = Open(t.Context(), name)
		assert.EqualError(t, err, want, made)
		_, err = OpenToRead(t.Context(), name)
		assert.EqualError(t, err, want, made)
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, before, after, made)
	}
}
