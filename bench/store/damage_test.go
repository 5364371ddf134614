package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
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
	require.NoError(t, s.KeepOptima(t.Context(), map[search.Problem]Optimum{r.Problem(): {Cost: 0}}))
	return r
}

// A change of a single bit is an error, a warning, or changes nothing that is read.
func TestSingleBits(t *testing.T) {
	s, name := create(t, 4)
	trials := append(records(1, 3), unproven(t, s, 4))
	require.NoError(t, s.Keep(t.Context(), "mine", trials))
	require.NoError(t, s.Finish(t.Context(), "mine"))
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
		at, bit := rng.IntN(len(file)), rng.IntN(8)
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

// A damaged trial is left out, is reported once, and gives way to a new one.
func TestDamagedTrials(t *testing.T) {
	for _, c := range []struct{ change, why string }{ // a record that is impossible has its checksum
		{"record = replace(record, '\"puzzle\":2', '\"puzzle\":7')", "wrong checksum"},
		{"record = 'x'", "wrong checksum"},
		{"position = 7", "wrong checksum"},
		{"key = 'abcd'", "wrong checksum"},
		{"record = json_set(record, '$.cost', 1e308)", "cost 1e+308"},
		{"record = json_set(record, '$.seconds', -1)", "seconds -1"},
		{"record = json_set(record, '$.rows', 4)", "size 4x3 for a board of 3x3 and a goal of 3x3"},
		{"record = json_set(record, '$.moves', 'U', '$.length', 1, '$.cost', 1)",
			"a plan that does not lead to the goal"},
		{"record = json_set(record, '$.length', 1)",
			"length 1 and cost 0 for a plan of 0 moves and cost 0"},
		{"record = json_set(record, '$.length_mtm', 1)", "length_mtm 1 for a plan of 0"},
		{"record = json_set(record, '$.found', json('[{\"length\": -1}]'))", "a plan of length -1 after 0 s"},
		{"record = json_set(record, '$.status', 'time-limit')", `a plan, but status "time-limit"`},
		{"record = json_remove(record, '$.moves')", "status solved, but no plan"},
	} {
		s, name := create(t, 3)
		require.NoError(t, s.Keep(t.Context(), "mine", records(1, 3)))
		_, err := s.db.Exec("UPDATE trial SET "+c.change+" WHERE key = ?", record(2).Key)
		require.NoError(t, err, c.change)
		if c.why != "wrong checksum" {
			_, err := s.db.Exec("UPDATE trial SET checksum = checksum(experiment, key, position, record)")
			require.NoError(t, err)
		}
		var warnings []string
		s.Warn = func(text string) { warnings = append(warnings, text) }
		for range 2 {
			got, err := s.Records(t.Context(), "mine")
			require.NoError(t, err)
			assert.Equal(t, append(records(1, 1), record(3)), got, c.change)
		}
		key := record(2).Key
		if c.change == "key = 'abcd'" {
			key = "abcd"
		}
		assert.Equal(t, []string{fmt.Sprintf("%s: trial %q is damaged and left out (%s)", name, key, c.why)}, warnings)

		require.NoError(t, s.Begin(t.Context(), experiment("mine", 3), nobody))
		require.NoError(t, s.Keep(t.Context(), "mine", records(2, 2)))
		got, err := s.Records(t.Context(), "mine")
		require.NoError(t, err)
		assert.Equal(t, records(1, 3), got, c.change)
		assert.Len(t, warnings, 1)
		require.NoError(t, s.Close())
	}
}

func TestManyDamagedTrials(t *testing.T) {
	s, name := create(t, 9)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 9)))
	_, err := s.db.Exec("UPDATE trial SET position = position + 1")
	require.NoError(t, err)
	var warnings []string
	s.Warn = func(text string) { warnings = append(warnings, text) }
	got, err := s.Records(t.Context(), "mine")
	require.NoError(t, err)
	assert.Empty(t, got)
	require.Len(t, warnings, 6)
	assert.Equal(t, name+": 4 more trials are damaged and left out", warnings[5])
}

// Damaged optimal costs are not used, and are found again.
func TestDamagedOptima(t *testing.T) {
	for _, change := range []string{"cost = 7", "board = '1 2 3/4 5 6/7 0 8'", "cost = NULL",
		"expanded = 'x', checksum = checksum(board, goal, move_costs, cost, 'x')"} {
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
		assert.Equal(t, []string{name + ": 1 optimal cost is damaged and left out"}, warnings)
		require.NoError(t, s.Begin(t.Context(), experiment("mine", 1), nobody))
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
	for _, change := range []string{"total = 'x'", "definition = x'00ff'", "began = 7, ended = 1.5"} {
		s, name := create(t, 1)
		require.NoError(t, s.Keep(t.Context(), "mine", records(1, 1)))
		_, err := s.db.Exec("UPDATE experiment SET " + change)
		require.NoError(t, err)
		text, warnings, err := contents(t.Context(), name)
		require.NoError(t, err)
		assert.Contains(t, text, `"experiment":"mine"`, change)
		assert.Len(t, warnings, 1, change)
		require.NoError(t, s.Remove(t.Context(), "mine"))
		all, err := s.Experiments(t.Context())
		require.NoError(t, err)
		assert.Empty(t, all, change)
		require.NoError(t, s.Close())
	}
}

// A store with a damaged page is refused as a whole, also to list its experiments.
func TestDamagedPages(t *testing.T) {
	s, name := create(t, 300)
	require.NoError(t, s.Keep(t.Context(), "mine", records(1, 300)))
	require.NoError(t, s.Close())
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	const page = 4096
	refused := 0
	for at := page; at < len(whole); at += page { // without the first page, the file is no database
		damaged := bytes.Clone(whole)
		clear(damaged[at:min(at+page, len(whole))])
		require.NoError(t, os.WriteFile(name, damaged, 0o600))
		_, err := OpenToRead(t.Context(), name)
		if err == nil {
			continue // an empty page
		}
		refused++
		assert.Regexp(t, " is damaged: .*; expected a sound copy, or a new store; docs/store.md shows how to "+
			"rescue trials$", err)
		_, err = Open(t.Context(), name)
		assert.ErrorContains(t, err, " is damaged: ")
		left, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, bytes.Equal(damaged, left), "a store that is refused stays as it is")
	}
	assert.Greater(t, refused, len(whole)/page/2)
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
	_, err := s.db.Exec("UPDATE trial SET record = 'x' WHERE position = 3")
	require.NoError(t, err)
	_, err = s.db.Exec("UPDATE experiment SET definition = 'of another', began = 'x'")
	require.NoError(t, err)
	_, warnings, err := contents(t.Context(), name)
	require.NoError(t, err)
	want := name + `: the name, definition or another part of experiment "mine" is damaged (wrong checksum)`
	assert.Contains(t, warnings, want)
	require.NoError(t, s.Begin(t.Context(), experiment("mine", 1), nobody))
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
	require.NoError(t, s.Begin(t.Context(), experiment("mine", 1), nobody))
	e, err = s.Experiment(t.Context(), "mine")
	require.NoError(t, err)
	assert.GreaterOrEqual(t, e.Began, before, "without trials, it begins now")
}

// A store of version 1 is read as it is, and gets checksums when it is opened to write.
func TestVersion1(t *testing.T) {
	name := filepath.Join(t.TempDir(), "old.sqlite")
	db, err := sql.Open("sqlite", name)
	require.NoError(t, err)
	_, err = db.Exec(migrations[0] + "CREATE VIEW result AS SELECT 1;" +
		fmt.Sprintf("PRAGMA user_version = 1; PRAGMA application_id = %d", application))
	require.NoError(t, err)
	_, err = db.Exec(`INSERT INTO experiment (name, kind, description, definition, digest, total, began)
		VALUES ('mine', 'run', '', 'text', 'digest', 3, '2026-11-21T09:30:00Z')`)
	require.NoError(t, err)
	_, err = db.Exec("INSERT INTO optimum VALUES (?, ?, ?, 0, 0)", record(3).Board.String(), record(3).Goal.String(),
		record(3).MoveCosts.String())
	require.NoError(t, err)
	for _, r := range records(1, 3) {
		text, err := json.Marshal(r)
		require.NoError(t, err)
		_, err = db.Exec("INSERT INTO trial (experiment, key, position, record) VALUES (1, ?, ?, ?)",
			r.Key, r.Position, string(text))
		require.NoError(t, err)
	}
	_, err = db.Exec("UPDATE trial SET record = json_set(record, '$.cost', 1e308) WHERE position = 2")
	require.NoError(t, err)
	require.NoError(t, db.Close())

	was, warnings, err := contents(t.Context(), name)
	require.NoError(t, err)
	want := []string{fmt.Sprintf("%s: trial %q is damaged and left out (cost 1e+308)", name, record(2).Key)}
	assert.Equal(t, want, warnings)
	s, err := Open(t.Context(), name)
	require.NoError(t, err)
	_, err = s.db.Exec("SELECT length_mtm FROM result")
	require.NoError(t, err, "a column that the view has had since version 3")
	require.NoError(t, s.Close())
	is, warnings, err := contents(t.Context(), name)
	require.NoError(t, err)
	assert.Equal(t, was, is)
	assert.Equal(t, want, warnings)
}

// A version that no program writes, or that the tables do not have, is damage. It is not a reason
// to make tables, or to leave checksums out.
func TestImpossibleVersion(t *testing.T) {
	for version := -2; version < 2; version++ {
		s, name := create(t, 1)
		_, err := s.db.Exec(fmt.Sprintf("PRAGMA user_version = %d", version))
		require.NoError(t, err)
		require.NoError(t, s.Close())
		want := fmt.Sprintf("%s is damaged: its schema has version %d; expected a sound copy, or a new store; "+
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
	changed := bytes.Replace(text, []byte("\trecord     TEXT"), []byte("\trecosd     TEXT"), 1)
	require.NoError(t, os.WriteFile(name, changed, 0o600))
	_, _, err = contents(t.Context(), name)
	assert.ErrorContains(t, err, " is damaged: SQL logic error: no such column: record (1); expected a sound copy")
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
		want := name + " was deleted, moved or replaced while it was in use; expected it to stay until the command ends"
		assert.EqualError(t, s.Keep(t.Context(), "mine", records(2, 2)), want)
		assert.EqualError(t, s.Finish(t.Context(), "mine"), want)
		require.NoError(t, s.Close())
	}
}

// All names of a store have the same lock.
func TestLinkedStore(t *testing.T) {
	folder := t.TempDir()
	name, link := filepath.Join(folder, "lab.sqlite"), filepath.Join(folder, "link.sqlite")
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
