package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/search"
)

// contents returns all that a store tells of an experiment, and what it warns of.
func contents(ctx context.Context, name string) (text string, warnings []string, err error) {
	s, err := OpenToRead(ctx, name)
	if err != nil {
		return "", nil, err
	}
	defer s.Close()
	s.Warn = func(text string) { warnings = append(warnings, text) }
	e, err := s.Experiment(ctx, "")
	if err != nil {
		return "", warnings, err
	}
	records, err := s.Records(ctx, e.Name)
	var b bytes.Buffer
	fmt.Fprintln(&b, e)
	if err == nil {
		err = Export(&b, "jsonl", records)
	}
	return b.String(), warnings, err
}

// unproven is a trial whose optimal cost only the store knows.
func unproven(t *testing.T, s *Store, n int) bench.Record {
	r := record(n)
	r.Optimal = false
	proved := Optimum{Cost: 0, Proof: ProvedBySearch}
	require.NoError(t, s.KeepOptima(t.Context(), map[search.Problem]Optimum{r.Problem(): proved}))
	return r
}

// A change of a single bit is an error, a warning, or changes nothing that is read.
func TestSingleBits(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many damaged stores, one after another, in one goroutine")
	}
	s, name := create(t, 4)
	trials := append(records(1, 3), unproven(t, s, 4))
	require.NoError(t, s.Keep(t.Context(), "mine", trials))
	require.NoError(t, s.Finish(t.Context(), "mine", 4, trials))
	require.NoError(t, s.Close())
	file, err := os.ReadFile(name)
	require.NoError(t, err)
	want, warnings, err := contents(t.Context(), name)
	require.NoError(t, err)
	require.Empty(t, warnings)

	rng := rand.New(rand.NewPCG(1, 0))
	changed := filepath.Join(t.TempDir(), "changed.sqlite")
	told := 0
	for range 1000 {
		at := rng.IntN(len(file))
		bit := rng.IntN(8)
		if file[at] == 0 && rng.IntN(10) > 0 {
			continue // most zeros are unused space
		}
		file[at] ^= 1 << bit
		require.NoError(t, os.WriteFile(changed, file, 0o600))
		got, warnings, err := contents(t.Context(), changed)
		file[at] ^= 1 << bit
		if err == nil && len(warnings) == 0 {
			require.Equal(t, want, got, "byte %d, bit %d", at, bit)
			continue
		}
		told++
	}
	t.Logf("%d changes were noticed", told)
	require.Greater(t, told, 50)
}

// reseal gives each row of a table a right checksum.
func reseal(t *testing.T, s *Store, table string) {
	var rows [][]any
	require.NoError(t, each(t.Context(), s.db, "SELECT * FROM "+table, func(row []any) error {
		rows = append(rows, row)
		return nil
	}))
	require.NoError(t, s.write(t.Context(), func(tx *sql.Tx) error {
		for i, row := range rows {
			rows[i] = seal(row[:len(row)-1]...)
		}
		return insert(t.Context(), tx, table, rows...)
	}))
}

// A damaged trial is left out, is reported once, and gives way to a new one.
func TestDamagedTrials(t *testing.T) {
	// a record that is impossible has its checksum
	for _, c := range []struct{ table, change, why string }{
		{"trial", "record = replace(record, '\"repeat\":1', '\"repeat\":7')", "wrong checksum"},
		{"trial", "record = 'x'", "wrong checksum"},
		{"trial", "key = 'abcd'", "its record is missing"},
		{"listing", "puzzle = 7", "wrong checksum of its entry in the experiment"},
		{"listing", "position = 7", "wrong checksum of its entry in the experiment"},
		{"listing", "key = 'abcd'", "wrong checksum of its entry in the experiment"},
		{"trial", "record = json_set(record, '$.rows', 4)",
			"size 4x3 for a board of 3x3 and a goal of 3x3"},
		{"trial", "record = json_set(record, '$.cost', 1e308)", "cost 1e+308"},
		{"trial", "record = json_set(record, '$.seconds', -1)", "seconds -1"},
		{"trial", "record = json_set(record, '$.found', json('[{\"length\": -1}]'))",
			"a plan of length -1 after 0 s"},
		{"trial", "record = json_set(record, '$.status', 'time-limit')",
			`a plan, but status "time-limit"`},
		{"trial", "record = json_remove(record, '$.moves')", "status solved, but no plan"},
	} {
		s, name := create(t, 3)
		require.NoError(t, s.Keep(t.Context(), "mine", records(1, 3)))
		_, err := s.db.Exec("UPDATE "+c.table+" SET "+c.change+" WHERE key = ?", record(2).Key)
		require.NoError(t, err, c.change)
		if !strings.Contains(c.why, "checksum") && !strings.Contains(c.why, "missing") {
			reseal(t, s, "trial")
		}
		var warnings []string
		s.Warn = func(text string) { warnings = append(warnings, text) }
		for range 2 {
			got, err := s.Records(t.Context(), "mine")
			require.NoError(t, err)
			assert.Equal(t, append(records(1, 1), record(3)), got, c.change)
		}
		key := record(2).Key
		if c.table == "listing" && c.change == "key = 'abcd'" {
			key = "abcd"
		}
		assert.Equal(t, []string{fmt.Sprintf("%s: trial %q is damaged and left out (%s)", name, key,
			c.why)}, warnings)
		checked, err := s.Check(t.Context())
		require.NoError(t, err)
		assert.NotEmpty(t, checked.Faults, c.change)

		found := begin(t, s, 3)
		if c.table == "trial" {
			assert.Equal(t, append(records(1, 1), record(3)), found, c.change)
			require.NoError(t, s.Keep(t.Context(), "mine", records(2, 2)))
		}
		got, err := s.Records(t.Context(), "mine")
		require.NoError(t, err)
		assert.Equal(t, records(1, 3), got, c.change)
		assert.Len(t, warnings, 1)
		checked, err = s.Check(t.Context())
		require.NoError(t, err)
		if c.change == "key = 'abcd'" && c.table == "trial" {
			assert.Equal(t, 1, checked.Unlisted)
		} else {
			assert.Empty(t, checked.Faults, c.change)
		}
		require.NoError(t, s.Close())
	}
}

// Plans are replayed by Check and by the next run, which replaces wrong ones.
func TestCheckPlans(t *testing.T) {
	const ofOne = "'$.length', 1, '$.length_mtm', 1, '$.cost', 1, '$.lower_bound', 1" // move
	for change, why := range map[string]string{
		"'$.moves', 'U', " + ofOne:        "a plan that does not lead to the goal",
		"'$.cost', 1, '$.lower_bound', 1": "cost 1 for a plan of cost 0",
		"'$.length', 1":                   "length 1 for a plan of 0 moves",
		"'$.length_mtm', 1":               "length_mtm 1 for a plan of 0",
	} {
		s, _ := create(t, 3)
		require.NoError(t, s.Keep(t.Context(), "mine", append(records(1, 2), unproven(t, s, 3))))
		checked, err := s.Check(t.Context())
		require.NoError(t, err)
		assert.Equal(t, Checked{Experiments: 1, Trials: 3, Optima: 1, Faults: []string{}}, checked)
		_, err = s.db.Exec("UPDATE trial SET record = json_set(record, "+change+") WHERE key = ?",
			record(2).Key)
		require.NoError(t, err)
		reseal(t, s, "trial")
		checked, err = s.Check(t.Context())
		require.NoError(t, err)
		assert.Equal(t, []string{fmt.Sprintf("trial %q: %s", record(2).Key, why)}, checked.Faults)
		found := begin(t, s, 3)
		assert.Equal(t, []int{1, 3}, positions(found), "the next run replaces it")
		deleted, err := s.Repair(t.Context(), checked)
		require.NoError(t, err)
		assert.Equal(t, 1, deleted)
		checked, err = s.Check(t.Context())
		require.NoError(t, err)
		assert.Empty(t, checked.Faults)
		assert.Equal(t, 2, checked.Trials)
	}
}

// positions returns the positions of records.
func positions(records []bench.Record) []int {
	var all []int
	for _, r := range records {
		all = append(all, r.Position)
	}
	return all
}

func TestManyDamagedTrials(t *testing.T) {
	s, name := create(t, 9)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 9)))
	_, err := s.db.Exec("UPDATE trial SET checksum = checksum + 1")
	require.NoError(t, err)
	var warnings []string
	s.Warn = func(text string) { warnings = append(warnings, text) }
	got, err := s.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Empty(t, got)
	require.Len(t, warnings, 6)
	assert.Equal(t, name+": more rows are damaged", warnings[5])
}

// Damaged optimal costs are not used, and are found again.
func TestDamagedOptima(t *testing.T) {
	for _, change := range []string{"cost = 7", "board = '1 2 3/4 5 6/7 0 8'", "cost = NULL",
		"generated = 'x'"} {
		s, name := create(t, 1)
		r := unproven(t, s, 1)
		require.NoError(t, s.Keep(t.Context(), "mine", []bench.Record{r}))
		_, err := s.db.Exec("UPDATE optimum SET " + change)
		require.NoError(t, err)
		var warnings []string
		s.Warn = func(text string) { warnings = append(warnings, text) }
		got, err := s.Records(t.Context(), "mine")
		require.NoError(t, err)
		assert.Nil(t, got[0].OptimalCost)
		if !strings.Contains(change, "board") { // a row with another board is not found
			assert.Equal(t, []string{name + ": an optimal cost is damaged and left out"}, warnings)
		}
		checked, err := s.Check(t.Context())
		require.NoError(t, err)
		assert.Len(t, checked.Faults, 1)
		unproven(t, s, 1)
		require.NoError(t, s.Close())
		text, warnings, err := contents(t.Context(), name)
		require.NoError(t, err)
		assert.Contains(t, text, `"optimal_cost":0`)
		assert.Empty(t, warnings)
	}
}

// An experiment whose values have other types is reported, and can be removed.
func TestExperimentOfOtherTypes(t *testing.T) {
	for _, change := range []string{"total = 'x'", "definition = x'00ff'",
		"began = 7, ended = 1.5"} {
		s, name := create(t, 1)
		require.NoError(t, s.Keep(t.Context(), "mine", records(1, 1)))
		_, err := s.db.Exec("UPDATE experiment SET " + change)
		require.NoError(t, err)
		text, warnings, err := contents(t.Context(), name)
		require.NoError(t, err)
		assert.Contains(t, text, `"experiment":"mine"`, change)
		assert.Len(t, warnings, 1, change)
		_, err = s.Remove(t.Context(), "mine")
		require.NoError(t, err)
		all, err := s.Experiments(t.Context())
		require.NoError(t, err)
		assert.Empty(t, all, change)
		require.NoError(t, s.Close())
	}
}

// A damaged page is found by Check, and when a store is opened to write that was not closed.
// Without that, no trial counts that differs from what was stored.
func TestDamagedPages(t *testing.T) {
	if testing.Short() {
		t.Skip("reads many damaged stores, one after another, in one goroutine")
	}
	s, name := create(t, 300)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 300)))
	require.NoError(t, s.Finish(t.Context(), "mine", 300, records(1, 300)))
	require.NoError(t, s.Close())
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	want, _, err := contents(t.Context(), name)
	require.NoError(t, err)
	const page = 4096
	refused := 0
	for at := page; at < len(whole); at += page { // without the first page, the file is no database
		damaged := bytes.Clone(whole)
		clear(damaged[at:min(at+page, len(whole))])
		require.NoError(t, os.WriteFile(name, damaged, 0o600))
		got, warnings, err := contents(t.Context(), name)
		if err == nil && len(warnings) == 0 {
			require.Equal(t, want, got, "page at %d", at)
		}
		s, err := OpenToRead(t.Context(), name)
		if err == nil {
			_, err = s.Check(t.Context())
			require.NoError(t, s.Close())
		}
		if err == nil {
			continue // an empty page
		}
		refused++
		assert.Regexp(t, " is damaged: .*; expected a sound copy, or a new store; docs/store.md "+
			"shows how to "+
			"rescue trials$", err)
		// of a process that was killed
		require.NoError(t, os.WriteFile(name+".lock", []byte("1\n"), 0o600))
		_, err = Open(t.Context(), name)
		assert.ErrorContains(t, err, " is damaged: ")
		left, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, bytes.Equal(damaged, left), "a store that is refused stays as it is")
	}
	assert.Greater(t, refused, len(whole)/page/2)
}

// A damaged index hides no trials.
func TestDamagedIndex(t *testing.T) {
	s, name := create(t, 3)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 3)))
	require.NoError(t, s.Finish(t.Context(), "mine", 3, records(1, 3)))
	require.NoError(t, s.Close())
	want, _, err := contents(t.Context(), name)
	require.NoError(t, err)
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	index := text[2*4096 : 3*4096] // of the names of experiments
	require.Equal(t, 1, bytes.Count(index, []byte("mine")))
	copy(index[bytes.Index(index, []byte("mine")):], "nine")
	require.NoError(t, os.WriteFile(name, text, 0o600))
	got, _, err := contents(t.Context(), name)
	require.NoError(t, err)
	assert.Equal(t, want, got)
}

// Begin refuses a store in which a damaged trial and the index of keys have different keys, because
// the trial would be stored twice.
func TestBeginChecksDamagedStores(t *testing.T) {
	s, name := create(t, 3)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 3)))
	require.NoError(t, s.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	key := []byte(records(1, 1)[0].Key + "{")
	require.Positive(t, bytes.Count(text, key))
	row := text[bytes.Index(text, key):]
	row[0], row[len(key)+1] = '9', '?' // in the key and in the record
	require.NoError(t, os.WriteFile(name, text, 0o600))
	s, err = Open(t.Context(), name)
	require.NoError(t, err)
	defer s.Close()
	_, err = s.Records(t.Context(), "mine")
	require.NoError(t, err)
	require.NotEmpty(t, s.warned)
	_, err = s.Begin(t.Context(), experiment("mine", 3), nobody, nil)
	assert.ErrorContains(t, err, " is damaged: ")
}

// Open checks the pages only if the last process that wrote to the store did not close it, since a
// check of a large store takes seconds.
func TestOpenAfterCleanEnd(t *testing.T) {
	s, name := create(t, 1)
	assert.False(t, s.unclean, "a new store")
	require.NoError(t, s.Close())
	for _, killed := range []bool{false, true, false} {
		if killed {
			require.NoError(t, os.WriteFile(name+".lock", []byte("1\n"), 0o600))
		}
		s, err := Open(t.Context(), name)
		require.NoError(t, err)
		assert.Equal(t, killed, s.unclean)
		require.NoError(t, s.Close())
	}
}

// An experiment whose row is damaged is reported; the next run repairs the row. Its first sound
// trial says when it began.
func TestDamagedExperiment(t *testing.T) {
	s, name := create(t, 1)
	trials := records(1, 3)
	for i, day := range []string{"13", "12", "11"} {
		trials[i].Started = "2026-10-" + day + "T09:30:00Z"
	}
	require.NoError(t, s.Keep(t.Context(), "mine", trials))
	_, err := s.db.Exec("UPDATE trial SET record = 'x' WHERE key = '0000000000000003'")
	require.NoError(t, err)
	_, err = s.db.Exec("UPDATE experiment SET definition = 'of another', began = 'x'")
	require.NoError(t, err)
	_, warnings, err := contents(t.Context(), name)
	require.NoError(t, err)
	want := name +
		`: the name, definition or another part of experiment "mine" is damaged (wrong checksum)`
	assert.Contains(t, warnings, want)
	begin(t, s, 2)
	_, warnings, err = contents(t.Context(), name)
	require.NoError(t, err)
	assert.NotContains(t, warnings, want)
	e, err := s.Experiment(t.Context(), "mine")
	require.NoError(t, err)
	assert.Equal(t, "solvers: none\n", e.Definition)
	assert.Equal(t, "2026-10-12T09:30:00Z", e.Began)

	_, err = s.db.Exec("DELETE FROM trial")
	require.NoError(t, err)
	_, err = s.db.Exec("UPDATE experiment SET began = 'x'")
	require.NoError(t, err)
	before := now()
	begin(t, s, 1)
	e, err = s.Experiment(t.Context(), "mine")
	require.NoError(t, err)
	assert.GreaterOrEqual(t, e.Began, before, "without trials, it begins now")
}

// Damage may make a blob of a number that is a key.
func TestDamagedKeys(t *testing.T) {
	for _, column := range []string{"experiment", "position"} {
		s, _ := create(t, 3)
		require.NoError(t, s.Keep(t.Context(), "mine", records(1, 3)))
		_, err := s.db.Exec("UPDATE listing SET " + column + " = x'01' WHERE position = 1")
		require.NoError(t, err)
		checked, err := s.Check(t.Context())
		require.NoError(t, err)
		assert.NotEmpty(t, checked.Faults)
		_, err = s.Records(t.Context(), "mine")
		require.NoError(t, err)
		_, err = s.Experiments(t.Context())
		require.NoError(t, err)
		assert.Len(t, begin(t, s, 3), 3, "the trials are there, though the listing is damaged")
		found, err := s.Records(t.Context(), "mine")
		require.NoError(t, err)
		assert.Len(t, found, 3, "it is listed again")
	}
}

// A version that no program writes, or that the tables do not have, is damage. It is not a reason
// to make tables, or to leave checksums out.
func TestImpossibleVersion(t *testing.T) {
	for _, version := range []int{-2, -1, 0, 1, 2, 3, 4} {
		s, name := create(t, 1)
		_, err := s.db.Exec(fmt.Sprintf("PRAGMA user_version = %d", version))
		require.NoError(t, err)
		require.NoError(t, s.Close())
		want := fmt.Sprintf(
			"%s is damaged: its schema has version %d; expected a sound copy, or a new store; "+
				"docs/store.md shows how to rescue trials", name, version)
		_, err = Open(t.Context(), name)
		assert.EqualError(t, err, want)
		_, err = OpenToRead(t.Context(), name)
		assert.EqualError(t, err, want)
	}
}

// A change in the text of the schema is damage, in one line.
func TestDamagedSchema(t *testing.T) {
	s, name := create(t, 1)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 1)))
	require.NoError(t, s.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	changed := bytes.Replace(text, []byte("\trecord   TEXT"), []byte("\trecosd   TEXT"), 1)
	require.NoError(t, os.WriteFile(name, changed, 0o600))
	_, _, err = contents(t.Context(), name)
	assert.ErrorContains(t, err,
		` is damaged: npuzzle did not make its table "trial"; expected a sound copy`)
}

// What is written to a store that was deleted or replaced is lost, which is an error.
func TestDeletedStore(t *testing.T) {
	for _, replace := range []bool{false, true} {
		s, name := create(t, 2)
		require.NoError(t, s.Keep(t.Context(), "mine", records(1, 1)))
		require.NoError(t, os.Rename(name, name+".old"))
		if replace {
			require.NoError(t, os.WriteFile(name, nil, 0o600))
		}
		want := name +
			" was deleted, moved or replaced while it was in use; expected it to stay until the " +
			"command ends"
		assert.EqualError(t, s.Keep(t.Context(), "mine", records(2, 2)), want)
		assert.EqualError(t, s.Finish(t.Context(), "mine", 2, nil), want)
		require.NoError(t, s.Close())
	}
}

// All names of a store have the same lock.
func TestLinkedStore(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "lab.sqlite")
	link := filepath.Join(folder, "link.sqlite")
	require.NoError(t, os.Symlink("lab.sqlite", link))
	for range 2 { // the first time, the link leads nowhere
		s, err := Open(t.Context(), link)
		require.NoError(t, err)
		_, err = Open(t.Context(), name)
		inUse := new(InUseError)
		require.ErrorAs(t, err, &inUse)
		assert.Equal(t, InUseError{name, os.Getpid()}, *inUse)
		require.NoError(t, s.Close())
		s, err = Open(t.Context(), name)
		require.NoError(t, err)
		_, err = Open(t.Context(), link)
		require.ErrorAs(t, err, &inUse)
		require.NoError(t, s.Close())
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	require.NoError(t, err)
	assert.Equal(t, []string{name, name + ".lock", link}, files)
}
