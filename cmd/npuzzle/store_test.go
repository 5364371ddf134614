package main

import (
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/store"
	"npuzzle/internal/cli"
	"npuzzle/internal/slow"
)

const twoSolvers = `name: two
puzzles: [{size: 2x3, count: 2}]
solvers: [{algorithm: astar}, {algorithm: ga, preset: study}]
history: true
`

// checksum returns the checksum of a row of texts, as docs/store.md describes it.
func checksum(texts ...string) (sum uint32) {
	for _, text := range texts {
		row := binary.LittleEndian.AppendUint32([]byte("t"), uint32(len(text)))
		sum = crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), append(row, text...))
	}
	return sum
}

// A writer that calls a function at each line.
type lines func(string)

func (l lines) Write(text []byte) (int, error) {
	l(string(text))
	return len(text), nil
}

// A second command waits until the first one has closed the store. It gives up at an
// interrupt.
func TestTurn(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("two.yaml", twoSolvers)
	first, err := store.Open(t.Context(), here.path("lab.sqlite"))
	require.NoError(t, err)
	args := []string{"run", "two.yaml", "--store", "lab.sqlite"}

	got := here.npuzzleInterrupted(args...)
	assert.Equal(t, outcome{cli.ExitFailed, "",
		fmt.Sprintf("npuzzle: lab.sqlite is in use by process %d; "+
			"wait for it to end, or use another store\n", os.Getpid())}, got)

	var notices []string
	var out strings.Builder
	waiting := here.command(t.Context(), args...)
	waiting.Stdout = &out
	waiting.Stderr = lines(func(line string) {
		notices = append(notices, line)
		first.Close()
	})
	err = waiting.Run()
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	assert.Contains(t, []int{cli.ExitDone, cli.ExitUnsolved}, waiting.ProcessState.ExitCode())
	want := fmt.Sprintf(
		"npuzzle: lab.sqlite is in use by process %d; waiting up to 5s for it to end\n",
		os.Getpid())
	assert.Equal(t, []string{want}, notices)
	assert.Contains(t, out.String(), "trials kept in lab.sqlite as two")
}

// Records of absurd values are left out or do no harm, in every command.
func TestAbsurdRecords(t *testing.T) {
	notUnderRace(t)
	parallel(t)
	here := newFolder(t)
	here.write("two.yaml", twoSolvers)
	two := here.path("two.yaml")
	file := here.path("lab.sqlite")
	ran := func(args ...string) outcome { return npuzzle("", append(args, "--store", file)...) }
	unsolved := ran("run", two).status
	db, err := sql.Open("sqlite", file)
	require.NoError(t, err)
	defer db.Close()
	absurd := []string{"1e308", "-1", "1000000000000000000", "null"}
	positions := []int{1, 2}
	if !slow.Asked() {
		t.Logf("left out without %s=1: the values %v, the trials after the first, and most reports",
			slow.Variable, absurd[1:])
		absurd = absurd[:1]
		positions = positions[:1]
	}
	for _, position := range positions {
		var good string
		var key string
		row := db.QueryRow("SELECT key, record FROM listing JOIN trial USING (key) WHERE "+
			"position = ?", position)
		require.NoError(t, row.Scan(&key, &good))
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal([]byte(good), &fields))
		set := func(record string) {
			_, err := db.Exec("UPDATE trial SET record = ?, checksum = ? WHERE key = ?", record,
				checksum(key, record), key)
			require.NoError(t, err)
		}
		for name, is := range fields {
			if !strings.Contains("0123456789n[", string(is[:1])) {
				continue // no number, null or list
			}
			for _, absurd := range absurd {
				record := maps.Clone(fields)
				record[name] = json.RawMessage(absurd)
				text, err := json.Marshal(record)
				require.NoError(t, err)
				set(string(text))
				commands := [][]string{{"show"}}
				if name == "cost" || slow.Asked() {
					page := here.path(fmt.Sprintf("%s%s%d.html", name, absurd, position))
					commands = append(commands, []string{"report", "--out", page})
				}
				if name == "cost" {
					commands = append(commands, []string{"list"},
						[]string{"export"},
						[]string{"export", "--format", "jsonl"},
						[]string{"export", "--format", "parquet"},
						[]string{"run", two, "--dry-run"})
				}
				for _, command := range commands {
					got := ran(command...)
					assert.Equal(t, cli.ExitDone, got.status, "%s %s: %s", name, absurd, got.errors)
					assert.LessOrEqual(t, strings.Count(got.errors, "\n"), 1, "%s %s", name, absurd)
				}
			}
		}
		const field = `"cpu_seconds":`
		last := strings.LastIndex(good, field) // earlier ones belong to the plans found
		set(good[:last] + field + "-" + good[last+len(field):])
		got := ran("run", two)
		assert.Equal(t, unsolved, got.status)
		assert.Regexp(t,
			`^npuzzle: \S+lab.sqlite: trial "[0-9a-f]+" is damaged and left out \(cpu_seconds `+
				`-[0-9.e-]+\)\n$`, got.errors)
		got = ran("run", two)
		assert.Empty(t, got.errors, "the trial was run again")
	}
	_, err = db.Exec("UPDATE trial SET record = 'x'")
	require.NoError(t, err)
	got := ran("remove", "two")
	assert.Equal(t, cli.ExitDone, got.status, got.errors)
	assert.Equal(t, 4, strings.Count(got.errors, "is damaged"))
}

// The commands in docs/store.md copy what is left of a damaged store to a new one, where a run
// adds the rest.
func TestRescue(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Skip("no program sqlite3")
	}
	text, err := os.ReadFile(filepath.Join(sourceFolder, "../../docs/store.md"))
	require.NoError(t, err)
	rescue := regexp.MustCompile("(?s)```sh\n(.*?)```\n").FindSubmatch(text)
	require.NotNil(t, rescue)
	here.write("two.yaml", twoSolvers)
	here.npuzzle("", "run", "two.yaml", "--store", "damaged.sqlite")
	db, err := sql.Open("sqlite", here.path("damaged.sqlite"))
	require.NoError(t, err)
	var index int // page of an index
	require.NoError(t, db.QueryRow(
		"SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_trial_1'").
		Scan(&index))
	var key string
	require.NoError(t, db.QueryRow("SELECT key FROM listing WHERE position = 2").Scan(&key))
	_, err = db.Exec("UPDATE trial SET key = 'abc' WHERE key = ?", key)
	require.NoError(t, errors.Join(err, db.Close()))
	whole := []byte(here.read("damaged.sqlite"))
	clear(whole[(index-1)*4096 : index*4096])
	here.write("damaged.sqlite", string(whole))
	for _, command := range []string{"check", "show"} {
		got := here.npuzzle("", command, "--store", "damaged.sqlite")
		assert.Equal(t, cli.ExitFailed, got.status)
		assert.Regexp(t, "^npuzzle: damaged.sqlite is damaged: .*; docs/store.md shows how to "+
			"rescue trials\n$",
			got.errors)
	}

	copying := exec.Command("sh", "-c", string(rescue[1]))
	copying.Dir = here.name
	out, err := copying.CombinedOutput()
	require.NoError(t, err, string(out))
	rescued := here.npuzzle("", "export", "--format", "jsonl", "--store", "rescued.sqlite")
	assert.Equal(t, 3, strings.Count(rescued.out, "\n"))
	assert.Equal(t, rescued.errors,
		fmt.Sprintf("npuzzle: rescued.sqlite: trial %q is damaged and left out (its record is "+
			"missing)\n", key))
	assert.Equal(t, cli.ExitFailed, here.npuzzle("", "check", "--store", "rescued.sqlite").status)
	here.npuzzle("", "run", "two.yaml", "--store", "rescued.sqlite")
	all := here.npuzzle("", "export", "--format", "jsonl", "--store", "rescued.sqlite")
	assert.Equal(t, 4, strings.Count(all.out, "\n"))
	assert.Empty(t, all.errors)
	checked := here.npuzzle("", "check", "--store", "rescued.sqlite")
	assert.Equal(t, cli.ExitFailed, checked.status, "the trial that nothing can use is still there")
	assert.Contains(t, checked.out, `trial "abc": wrong checksum`)
	here.npuzzle("", "remove", "two", "--store", "rescued.sqlite")
	checked = here.npuzzle("", "check", "--store", "rescued.sqlite")
	assert.Equal(t, cli.ExitDone, checked.status, checked.out)
	assert.Regexp(t, "^rescued.sqlite: 0 experiments, 0 trials, \\d optimal costs\n$", checked.out)
	for line := range strings.Lines(rescued.out) {
		assert.Contains(t, all.out, line)
	}
}

// A command that is given a file that is no store makes no other files.
func TestNoStore(t *testing.T) {
	parallel(t)
	here := newFolder(t)
	here.write("two.yaml", twoSolvers)
	here.write("empty", "")
	two := here.path("two.yaml")
	empty := here.path("empty")
	for _, name := range []string{os.DevNull, here.name, two, empty} {
		for _, command := range [][]string{
			{"run", two}, {"remove", "two"}, {"list"}, {"show"}, {"export"}, {"report"},
			{"run", two, "--dry-run"},
		} {
			if name == empty && len(command) == 2 && command[0] == "run" {
				continue // makes it a store
			}
			got := npuzzle("", append(command, "--store", name)...)
			assert.Contains(t, []int{cli.ExitFailed, cli.ExitUsage}, got.status, "%v %s", command,
				name)
			assert.Equal(t, 1, strings.Count(got.errors, "\n"), "%v %s", command, name)
			files, err := os.ReadDir(here.name)
			require.NoError(t, err)
			assert.Equal(t, []string{"empty", "two.yaml"}, namesOf(files), "%v %s", command, name)
		}
	}
	assert.NoFileExists(t, os.DevNull+".lock")
}

// An imported experiment is the same as in its store, and is imported once.
func TestImport(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("two.yaml", twoSolvers)
	require.Zero(t, here.npuzzle("", "run", "two.yaml", "--store", "a.sqlite").status)
	got := here.npuzzle("", "import", "a.sqlite", "two", "--store", "part.sqlite")
	assert.Equal(t, "copied two to part.sqlite: 4 new trials, 0 there already\n", got.out,
		got.errors)
	for _, want := range []string{"4 new trials, 0", "0 new trials, 4"} {
		got = here.npuzzle("", "import", "part.sqlite", "--store", "b.sqlite")
		assert.Equal(t, "copied two to b.sqlite: "+want+" there already\n", got.out, got.errors)
	}
	for _, line := range []string{"show two --json", "show two --definition", "list --json",
		"check --json"} {
		of := func(store string) string {
			got := here.npuzzle("", append(strings.Fields(line), "--store", store)...)
			assert.Zero(t, got.status, got.errors)
			return got.out
		}
		imported := strings.ReplaceAll(of("b.sqlite"), `,"source":"import"`, "")
		assert.Equal(t, of("a.sqlite"), imported, line)
	}
	other := strings.Replace(twoSolvers, "2x3", "2x2", 1)
	here.write("two.yaml", other)
	require.Zero(t, here.npuzzle("", "run", "two.yaml", "--store", "c.sqlite").status)
	got = here.npuzzle("", "import", "c.sqlite", "--store", "b.sqlite")
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Equal(t, "npuzzle: b.sqlite has another experiment two; expected one with the same "+
		"definition, or none\n",
		got.errors)
}

// An experiment whose last run was killed after its last trial is not complete: optimal
// costs may be missing.
func TestListOfAKilledRun(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.write("two.yaml", twoSolvers)
	require.Zero(t, here.npuzzle("", "run", "two.yaml", "--store", "a.sqlite").status)
	assert.Regexp(t, `(?m)^two +run +4/4 +complete `,
		here.npuzzle("", "list", "--store", "a.sqlite").out)
	from, err := store.Open(t.Context(), here.path("a.sqlite"))
	require.NoError(t, err)
	defer from.Close()
	records, err := from.Records(t.Context(), "two")
	require.NoError(t, err)

	e, _, err := config.ReadText(twoSolvers)
	require.NoError(t, err)
	e.Kind = "run"
	killed, err := store.Open(t.Context(), here.path("b.sqlite"))
	require.NoError(t, err)
	_, err = killed.Begin(t.Context(), e, bench.Provenance{}, nil)
	require.NoError(t, err)
	require.NoError(t, killed.Keep(t.Context(), "two", records))
	require.NoError(t, killed.Close())
	assert.Regexp(t, `(?m)^two +run +4/4 +unfinished `,
		here.npuzzle("", "list", "--store", "b.sqlite").out)
}

// An empty name does not mean the newest experiment where something is deleted, copied or
// compared.
func TestANameIsNeverEmpty(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.set(cli.StoreVariable, "a.sqlite")
	here.write("two.yaml", twoSolvers)
	require.Zero(t, here.npuzzle("", "run", "two.yaml").status)
	before := here.npuzzle("", "show", "--json").out
	key := keyOf(t, here.path("a.sqlite"))
	for _, words := range [][]string{
		{"remove"}, {"remove", ""}, {"remove", "two", ""}, {"rm", ""}, {"remove", "/"},
		{"remove", "/" + key[:4]},
		{"remove", "/" + key}, {"show", ""}, {"show", "/" + key}, {"report", ""}, {"export", ""},
		{"diff", "", "two"},
		{"diff", "two", ""}, {"diff", "/astar", "two"}, {"import", ""}, {"import", "a.sqlite", ""},
		{"import", "a.sqlite", "two", "", "--store", "b.sqlite"}, {"run", ""}, {"init", ""},
		{"tune", ""},
	} {
		got := here.npuzzle("", words...)
		assert.Equal(t, cli.ExitUsage, got.status, "%q", words)
		assert.Empty(t, got.out, "%q", words)
		assert.Equal(t, 1, strings.Count(got.errors, "\n"), "%q: %s", words, got.errors)
	}
	assert.Equal(t, before, here.npuzzle("", "show", "--json").out)
	assert.NoFileExists(t, here.path("b.sqlite"))
}

// An interrupt ends a command that reads a store, without output.
func TestAnInterruptEndsReading(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	here.set(cli.StoreVariable, "a.sqlite")
	here.write("two.yaml", twoSolvers)
	require.Zero(t, here.npuzzle("", "run", "two.yaml").status)
	for _, line := range []string{"show two", "show two --json", "report two --out r",
		"report two --out r.html", "export two", "diff two/astar two/ga"} {
		got := here.npuzzleInterrupted(strings.Fields(line)...)
		assert.Equal(t, outcome{cli.ExitUnsolved, "", ""}, got, line)
	}
	assert.NoFileExists(t, here.path("r.html"))
	assert.NoDirExists(t, here.path("r"))
}
