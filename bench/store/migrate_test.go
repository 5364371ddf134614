package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

// old copies a store of an earlier version, which the program of its time wrote, and returns the
// name of the copy and the records that it holds as that program wrote them, in order, also as
// JSON.
func old(t *testing.T, version int) (name string, records []bench.Record, raw [][]byte) {
	file, err := os.ReadFile(fmt.Sprintf("testdata/version%d.sqlite", version))
	require.NoError(t, err)
	name = filepath.Join(t.TempDir(), "old.sqlite")
	require.NoError(t, os.WriteFile(name, file, 0o600))
	db, err := sql.Open("sqlite", name)
	require.NoError(t, err)
	defer db.Close()
	query := "SELECT record, position, key FROM trial WHERE position IS NOT NULL ORDER BY " +
		"experiment, position"
	if version == 4 {
		query = "SELECT record, position, key FROM listing JOIN trial USING (key) ORDER BY " +
			"experiment, position"
	}
	require.NoError(t, each(t.Context(), db, query, func(row []any) error {
		var r bench.Record
		require.NoError(t, json.Unmarshal([]byte(text(row[0])), &r))
		r.Position = number(row[1])
		r.Key = text(row[2])
		records = append(records, r)
		raw = append(raw, []byte(text(row[0])))
		return nil
	}))
	return name, records, raw
}

// Stores of earlier versions read the same before and after their migration. Reading them changes
// nothing.
func TestMigration(t *testing.T) {
	for version := 1; version <= 4; version++ {
		name, want, raw := old(t, version)
		require.Len(t, want, 14)
		before, err := os.ReadFile(name)
		require.NoError(t, err)
		read := func(open func() (*Store, error)) []bench.Record {
			s, err := open()
			require.NoError(t, err)
			s.Warn = func(text string) { t.Error(text) }
			defer func() { require.NoError(t, s.Close()) }()
			experiments, err := s.Experiments(t.Context())
			require.NoError(t, err)
			var got []bench.Record
			for i, e := range experiments {
				assert.Equal(t, []string{"small", "hard"}[i], e.Name)
				assert.Equal(t, []int{12, 2}[i], e.Done)
				assert.Equal(t, e.Total, e.Done)
				assert.NotEmpty(t, e.Ended)
				records, err := s.Records(t.Context(), e.Name)
				require.NoError(t, err)
				got = append(got, records...)
			}
			var zeros int
			row := s.db.QueryRow(
				"SELECT count(*) FROM result WHERE algorithm <> 'ga' AND evaluated IS NOT NULL")
			require.NoError(t, row.Scan(&zeros))
			assert.Zero(t, zeros, "null, as in the records of today")
			checked, err := s.Check(t.Context())
			require.NoError(t, err)
			assert.Equal(t, Checked{
				Experiments: 2,
				Trials:      14,
				Optima:      checked.Optima,
				Faults:      []string{},
			}, checked)
			assert.Positive(t, checked.Optima)
			return got
		}
		got := read(func() (*Store, error) { return OpenToRead(t.Context(), name) })
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(before, after), "reading changes nothing")
		for i, r := range got {
			if want[i].Moves != nil {
				assert.NotNil(t, r.OptimalLength)
			}
			r.OptimalLength = nil
			r.OptimalCost = nil
			is, err := json.Marshal(r)
			require.NoError(t, err)
			for _, row := range bench.Statistics {
				if !bytes.Contains(raw[i], []byte(`"`+row.Name+`":`)) {
					assert.False(t, row.Of(&r).Known(), "version %d: %s is not in the record",
						version, row.Name)
				}
			}
			if version == 4 { // its table trial does not have what belongs to the experiment
				want[i] = want[i].At(bench.Trial{}, "")
				r = r.At(bench.Trial{}, "")
				is, err = json.Marshal(r)
				require.NoError(t, err)
			}
			was, err := json.Marshal(want[i])
			require.NoError(t, err)
			assert.JSONEq(t, string(was), string(is), "version %d", version)
		}
		asText := func(records []bench.Record) string { // in which unknown costs are equal
			text, err := json.Marshal(records)
			require.NoError(t, err)
			return string(text)
		}
		for _, open := range []func(context.Context, string) (*Store, error){Open, OpenToRead} {
			assert.Equal(t, asText(got), asText(read(func() (*Store, error) {
				return open(t.Context(), name)
			})))
		}
	}
}

// What is damaged in a store of an earlier version stays damaged. A key that two experiments share
// has two trials, and a trial that no experiment has is dropped.
func TestMigrationOfDamage(t *testing.T) {
	name, want, _ := old(t, 3)
	db, err := sql.Open("sqlite", name)
	require.NoError(t, err)
	for _, change := range []string{
		"UPDATE trial SET record = replace(record, 'astar', 'bstar') WHERE position = 1 AND " +
			"experiment = 1",
		"UPDATE experiment SET kind = 'other' WHERE id = 2",
		"UPDATE optimum SET cost = 99",
		"UPDATE trial SET position = NULL WHERE position = 3",
	} {
		_, err = db.Exec(change)
		require.NoError(t, err)
	}
	twin := want[13]
	_, err = db.Exec("DELETE FROM trial WHERE experiment = 1 AND position = 2")
	require.NoError(t, err)
	text, err := json.Marshal(want[1])
	require.NoError(t, err)
	_, err = db.Exec("INSERT INTO trial (experiment, key, position, record, checksum) VALUES (?, "+
		"?, ?, ?, ?)",
		seal(int64(1), twin.Key, int64(2), string(text))...)
	require.NoError(t, err)
	require.NoError(t, db.Close())

	s, err := OpenToRead(t.Context(), name)
	require.NoError(t, err)
	defer s.Close()
	var warnings []string
	s.Warn = func(text string) { warnings = append(warnings, text) }
	small, err := s.Records(t.Context(), "small")
	require.NoError(t, err)
	assert.Len(t, small, 10, "without the damaged one and the one that no experiment has")
	hard, err := s.Records(t.Context(), "hard")
	require.NoError(t, err)
	assert.Len(t, hard, 2)
	assert.Equal(t, twin.Key, small[0].Key)
	assert.NotEqual(t, small[0].Key, hard[1].Key)
	assert.Equal(t, []any{"small", "hard"}, []any{small[0].Experiment, hard[1].Experiment})
	assert.Equal(t, []string{
		fmt.Sprintf("%s: trial %q is damaged and left out (wrong checksum)", name, want[0].Key),
		name + ": an optimal cost is damaged and left out",
	}, warnings)
	checked, err := s.Check(t.Context())
	require.NoError(t, err)
	assert.Contains(t, checked.Faults, `experiment "hard": wrong checksum`)
}
