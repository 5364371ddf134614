package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
)

// killed makes a store in a folder as a killed process leaves it: its last transactions are in the
// log only. It returns the open store.
func killed(t *testing.T, folder, experiment string) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(folder, "lab.sqlite"))
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	beginNamed(t, s, experiment)
	return s
}

func beginNamed(t *testing.T, s *Store, experiment string) {
	t.Helper()
	_, err := s.Begin(t.Context(), bench.Experiment{Name: experiment, Kind: "run"},
		bench.Provenance{}, nil)
	require.NoError(t, err)
}

// copyOf copies a file.
func copyOf(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(to, content, 0o666))
}

// names returns the names of the experiments that a reader finds.
func names(t *testing.T, file string) []string {
	t.Helper()
	s, err := OpenToRead(t.Context(), file)
	require.NoError(t, err)
	defer s.Close()
	all, err := s.Experiments(t.Context())
	require.NoError(t, err)
	var names []string
	for _, e := range all {
		names = append(names, e.Name)
	}
	return names
}

// A reader of a store whose writer was killed sees all transactions, and changes neither the file
// nor the log. The next writer copies the log into the file.
func TestAReaderLeavesTheLogAsItIs(t *testing.T) {
	t.Parallel()
	from := t.TempDir()
	to := t.TempDir()
	killed(t, from, "first")
	file := filepath.Join(to, "lab.sqlite")
	for _, end := range []string{"", "-wal"} {
		copyOf(t, filepath.Join(from, "lab.sqlite")+end, file+end)
	}
	content := func() [2]string {
		main, err := os.ReadFile(file)
		require.NoError(t, err)
		log, err := os.ReadFile(file + "-wal")
		require.NoError(t, err)
		return [2]string{string(main), string(log)}
	}
	before := content()
	for range 2 {
		assert.Equal(t, []string{"first"}, names(t, file))
		assert.True(t, before == content(), "unchanged")
	}
	s, err := Open(t.Context(), file)
	require.NoError(t, err)
	beginNamed(t, s, "second")
	require.NoError(t, s.Close())
	assert.NoFileExists(t, file+"-wal")
	assert.Equal(t, []string{"first", "second"}, names(t, file))
}

// A store that takes the place of another one during a run is not mixed with the log of the run:
// not by a reader, not by a writer, and not if it is an earlier copy of the same store.
func TestALogOfAnotherStoreIsRefused(t *testing.T) {
	t.Parallel()
	for name, moved := range map[string]func(t *testing.T, running *Store, file string) string{
		"another store": func(t *testing.T, _ *Store, _ string) string {
			other := killed(t, t.TempDir(), "other")
			require.NoError(t, other.Close())
			return other.file
		},
		"an earlier copy": func(t *testing.T, running *Store, file string) string {
			require.NoError(t, running.Close())
			backup := filepath.Join(t.TempDir(), "backup.sqlite")
			copyOf(t, file, backup)
			between, err := Open(t.Context(), file)
			require.NoError(t, err)
			beginNamed(t, between, "between")
			require.NoError(t, between.Close())
			killed(t, filepath.Dir(file), "after")
			return backup
		},
		"a copy that went on": func(t *testing.T, running *Store, file string) string {
			require.NoError(t, running.Close())
			branch := filepath.Join(t.TempDir(), "branch.sqlite")
			copyOf(t, file, branch)
			other, err := Open(t.Context(), branch)
			require.NoError(t, err)
			beginNamed(t, other, "other")
			require.NoError(t, other.Close())
			killed(t, filepath.Dir(file), "after")
			return branch
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			running := killed(t, folder, "first")
			file := filepath.Join(folder, "lab.sqlite")
			other := moved(t, running, file)
			want := names(t, other)
			require.NoError(t, os.Rename(file, filepath.Join(folder, "away.sqlite")))
			require.NoError(t, os.Rename(other, file))
			// so that a writer does not wait for the run
			require.NoError(t, os.Remove(file+".lock"))
			before, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, open := range []func(context.Context, string) (*Store, error){OpenToRead, Open} {
				s, err := open(t.Context(), file)
				if !assert.ErrorContains(t, err,
					"lab.sqlite-wal holds changes of another store, not of ") {
					s.Close()
				}
			}
			after, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.True(t, string(before) == string(after), "unchanged")

			// Without the log, or with the log at its own store, both can be read.
			require.NoError(t, os.Rename(file+"-wal", filepath.Join(folder, "away.sqlite-wal")))
			os.Remove(file + "-shm")
			assert.Equal(t, want, names(t, file))
			assert.Contains(t, names(t, filepath.Join(folder, "away.sqlite")), "first")
		})
	}
}

// The log of a store is accepted whatever part of it the file has: none, all, or one that SQLite
// has copied meanwhile; and while its writer goes on.
func TestTheLogOfAStoreIsAccepted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := killed(t, folder, "first")
	file := filepath.Join(folder, "lab.sqlite")
	for i, mode := range []string{"", "PASSIVE", "FULL", "RESTART", "TRUNCATE", ""} {
		if mode != "" {
			_, err := s.db.ExecContext(t.Context(), "PRAGMA wal_checkpoint("+mode+")")
			require.NoError(t, err)
		}
		assert.Len(t, names(t, file), i+1, mode)
		beginNamed(t, s, "more"+mode+string(rune('a'+i)))
		assert.Len(t, names(t, file), i+2, mode)
	}
	other := t.TempDir() // a new store of a process that was killed before its file had tables
	require.NoError(t, os.WriteFile(filepath.Join(other, "lab.sqlite"), nil, 0o666))
	fresh, err := Open(t.Context(), filepath.Join(other, "lab.sqlite"))
	require.NoError(t, err)
	require.NoError(t, fresh.Close())
}

// A store with two names has two locks and two logs, so it is refused.
func TestHardLinksAreRefused(t *testing.T) {
	t.Parallel()
	s := killed(t, t.TempDir(), "first")
	link := filepath.Join(filepath.Dir(s.file), "link.sqlite")
	if err := os.Link(s.file, link); err != nil {
		t.Skip("no hard links here:", err)
	}
	for _, name := range []string{s.file, link} {
		for _, open := range []func(context.Context, string) (*Store, error){OpenToRead, Open} {
			_, err := open(t.Context(), name)
			assert.ErrorContains(t, err, "the file has 2 names (hard links); expected one")
		}
	}
	require.NoError(t, os.Remove(link))
	assert.Equal(t, []string{"first"}, names(t, s.file))
}

// A store with a view in the place of a table, a trigger or other objects is refused before
// anything is read from it.
func TestCraftedSchemas(t *testing.T) {
	t.Parallel()
	const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
	for name, statements := range map[string]string{
		"view trial": "DROP TABLE trial; CREATE VIEW trial AS " + endless +
			"SELECT i AS key, 'x' AS record, 1 AS checksum FROM n",
		"view experiment": "DROP TABLE experiment; CREATE VIEW experiment AS " + endless +
			"SELECT i AS id, '' AS name, '' AS kind, '' AS description, '' AS definition, '' AS " +
			"digest, 0 AS total, '' AS began, NULL AS ended, 0 AS checksum FROM n",
		"view more": "CREATE VIEW more AS SELECT 1",
		"trigger t": "CREATE TRIGGER t AFTER INSERT ON trial BEGIN DELETE FROM trial; END",
		"index i":   "CREATE INDEX i ON trial (record)",
		"table trial": "DROP TABLE trial; CREATE TABLE trial (key TEXT PRIMARY KEY, " +
			"record TEXT AS (printf('%.*c', 900000000, 'x')), checksum INTEGER)",
		"table other": "CREATE TABLE other (x)",
	} {
		s := killed(t, t.TempDir(), "first")
		_, err := s.db.ExecContext(t.Context(), statements)
		require.NoError(t, err, name)
		require.NoError(t, s.Close())
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		for _, open := range []func(context.Context, string) (*Store, error){OpenToRead, Open} {
			_, err := open(ctx, s.file)
			object, title, _ := strings.Cut(name, " ")
			assert.ErrorContains(t, err,
				fmt.Sprintf("npuzzle did not make its %s %q", object, title))
		}
		cancel()
	}
	for version := 1; version <= 3; version++ {
		name, _, _ := old(t, version)
		s := Store{name: name}
		require.NoError(t, s.connect("mode=rw"))
		_, err := s.db.ExecContext(t.Context(), "ALTER TABLE trial ADD COLUMN more AS (key || key)")
		require.NoError(t, err)
		require.NoError(t, s.Close())
		_, err = OpenToRead(t.Context(), name)
		assert.ErrorContains(t, err, "npuzzle did not make its computed column")
	}
}

// A process that is killed while SQLite copies its log into the file leaves a file of which some
// pages are new and some are missing. The log belongs to it still, and completes it.
func TestAKillWhileTheLogIsCopied(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := killed(t, folder, "first")
	require.NoError(t, s.Close()) // the file has marks
	s = killed(t, folder, "second")
	for i := range 200 { // the file must grow
		beginNamed(t, s, fmt.Sprintf("experiment-%d", i))
	}
	want := names(t, s.file)
	for pages := 1; pages <= 3; pages++ {
		file := filepath.Join(t.TempDir(), "lab.sqlite")
		copyOf(t, s.file, file)
		copyOf(t, s.file+"-wal", file+"-wal")
		copyPages(t, file, pages)
		assert.Equal(t, want, names(t, file), "%d pages copied", pages)
		again, err := Open(t.Context(), file)
		require.NoError(t, err, "%d pages copied", pages)
		require.NoError(t, again.Close())
		assert.Equal(t, want, names(t, file), "%d pages copied", pages)
	}
}

// copyPages copies the last version of the first pages from the log of a store to its file, as
// SQLite does.
func copyPages(t *testing.T, file string, pages int) {
	t.Helper()
	log, err := os.ReadFile(file + "-wal")
	require.NoError(t, err)
	size := int(binary.BigEndian.Uint32(log[8:]))
	last := map[int][]byte{} // content by page
	for at := 32; at+24+size <= len(log); at += 24 + size {
		last[int(binary.BigEndian.Uint32(log[at:]))] = log[at+24 : at+24+size]
	}
	out, err := os.OpenFile(file, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer out.Close()
	for _, page := range slices.Sorted(maps.Keys(last))[:pages] {
		_, err := out.WriteAt(last[page], int64(page-1)*int64(size))
		require.NoError(t, err)
	}
}
