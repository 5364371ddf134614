package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/heuristics/pdb"
	"npuzzle/internal/cli"
)

// inFolder takes a folder's name from an output, and the times of files.
func inFolder(folder, text string) string {
	text = strings.ReplaceAll(text, folder, "FOLDER")
	return regexp.MustCompile(
		`[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+([+-][0-9:]+|Z)?`).ReplaceAllString(text, "DATE")
}

// flipByte damages a file.
func flipByte(t *testing.T, path string, at int) {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	text[(at+len(text))%len(text)] ^= 1
	require.NoError(t, os.WriteFile(path, text, 0o600))
}

// The commands, one after another, on a directory that is not there at first.
func TestPatternDatabases(t *testing.T) {
	parallel(t)
	folder := filepath.Join(t.TempDir(), "tables")
	var all strings.Builder
	for _, words := range []string{
		"pdb list",
		"pdb list --json",
		"pdb verify",
		"pdb build 4-4 --size 3x3",
		"pdb build --size 3x3 4-4 --goal blank-first",
		"pdb build --size 3x3 --json 4-4 3-5",
		"pdb build --size 2x4 --goal snail aab./.aab",
		"pdb list",
		"pdb list --json",
		"pdb verify",
		"pdb verify --json",
		"pdb remove --size 3x3 4-4",
		"pdb remove --size 2x4 --goal snail aab./.aab --json",
		"pdb remove --all",
		"pdb list",
	} {
		got := npuzzle("", append(strings.Fields(words), "--pdb-dir", folder)...)
		assert.Zero(t, got.status, words)
		assert.Empty(t, got.errors, words)
		all.WriteString("$ npuzzle " + words + "\n" + inFolder(folder, got.out))
	}
	golden(t, "pdb.txt", all.String())
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestPatternDatabaseErrors(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, c := range [][2]string{
		{
			"pdb bild",
			`"bild" is not a command of pdb (did you mean build?); expected one of build, list, ` +
				`verify, remove; see ` +
				`npuzzle` +
				` pdb --help`,
		},
		{"pdb --size 3x3 build 4-4", `pdb has no flag --size; see npuzzle pdb --help`},
		{"pdb build --sise 3x3",
			`pdb build has no flag --sise (did you mean --size?); see npuzzle pdb build --help`},
		{
			"pdb build",
			`pdb build takes PARTITION..., but was given 0 arguments; see npuzzle pdb build --help`,
		},
		{"pdb build 4-4", `pdb: partition "4-4": the numbers add up to 8; expected 15, the tiles ` +
			`of 4x4`},
		{
			"pdb build ab/cd --size 2x2",
			`pdb: partition "ab/cd": row 2, column 2: 'd' on the goal cell of the blank; ` +
				`expected a dot`,
		},
		{"pdb build 4-4 --goal up",
			`goal "up" is not known; expected blank-last, blank-first, snail or a board of 4x4`},
		{
			"pdb build 12-12 --size 5x5",
			`pdb: partition "12-12": a pattern of 12 tiles on 5x5 has 2.5e+15 placements; ` +
				`expected fewer tiles`,
		},
		{
			"pdb build 7-8 --memory-limit 1GB",
			`pdb: building 7-8 of 4x4 takes 1,961 MB of memory; 974 MB are allowed`,
		},
		{"pdb list 4-4", `pdb list takes no arguments, but was given "4-4"; see npuzzle pdb list ` +
			`--help`},
		{"pdb remove", `pdb remove needs partitions or --all; see npuzzle pdb list`},
		{"pdb remove --all 7-8", `pdb remove needs partitions or --all; see npuzzle pdb list`},
		{"pdb remove 7-8", `7-8 of 4x4 is not built in ` + folder + `; see npuzzle pdb list`},
		{
			"solve --heuristic pdb:7-8 FAR",
			`board 1: pdb: 7-8 of size 4x4 is not built in ` + folder +
				`; build it first: npuzzle pdb build ` +
				`--size 4x4 7-8`,
		},
		{
			"solve --heuristic pdb:8 FAR",
			`board 1: pdb: partition "8": the numbers add up to 8; expected 15, the tiles of 4x4`,
		},
		{
			"solve --heuristic pdb: FAR",
			`invalid value "pdb:" for flag --heuristic: "pdb:" names no pattern databases; ` +
				`expected pdb, or pdb: ` +
				`and the` +
				` tiles of each pattern such as pdb:5-5-5, or pdb: and a drawing such as ` +
				`pdb:.aa/bac/bcc`,
		},
		{
			"compare --size 4x4 --heuristic manhattan,pdb:7-8",
			`pdb: 7-8 of size 4x4 is not built in ` + folder +
				`; build it first: npuzzle pdb build --size 4x4 7-8`,
		},
		{
			"compare --size 5x5 --heuristic walking-distance",
			`walking-distance: size 5x5 is too large, expected at most 2x6, 3x5 or 4x4; use ` +
				`linear-conflict or a ` +
				`pattern` +
				` database`,
		},
	} {
		words := c[0]
		want := c[1]
		t.Run(words, func(t *testing.T) {
			here := newFolder(t)
			here.set(pdb.DirVariable, folder)
			args := strings.Fields(words)
			if args[len(args)-1] == "FAR" {
				args[len(args)-1] = "15 14 8 12/10 11 9 13/2 6 5 1/3 7 0 4"
			}
			assert.Equal(t, outcome{cli.ExitUsage, "", "npuzzle: " + want + "\n"},
				here.npuzzle("", args...))
			left, err := os.ReadDir(here.name)
			require.NoError(t, err)
			assert.Empty(t, left, "no results")
		})
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// pdb alone builds a small partition where there is none, and says what it takes.
func TestSolveWithPatternDatabases(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	const far = "8 6 7/2 5 4/3 0 1"
	folder := t.TempDir()
	here.set(pdb.DirVariable, folder)
	for _, c := range []struct {
		args       []string
		heuristics []string // of the records
		told       string
	}{
		{[]string{"--heuristic", "pdb", far}, []string{"pdb:8"},
			"npuzzle: pdb of 3x3 is not built: building pdb:8" +
				" in " + folder + "\n"},
		{[]string{"--heuristic", "pdb", far, far}, []string{"pdb:8", "pdb:8"}, ""},
		{[]string{"--heuristic", "pdb:8", far}, []string{"pdb:8"}, ""},
		{[]string{"--heuristic", "max(pdb:3-3-2:plain," +
			" manhattan)", "--algorithm", "astar", far}, []string{"max(pdb:3-3-2:plain,manhattan)"},
			"npuzzle: pdb:3-3-2:plain of 3x3 is not built: building pdb:3-3-2:plain in " + folder +
				"\n"},
		{[]string{"--algorithm", "bfs", "1 2/0 3"}, []string{"zero"}, ""},
		{[]string{"--heuristic", "pdb", far, "4 1 2/5 0 3"}, []string{"pdb:8", "pdb:5"},
			"npuzzle: pdb of 2x3 is not built: building pdb:5 in " + folder + "\n"},
	} {
		got := here.npuzzle("", append([]string{"solve", "--json"}, c.args...)...)
		assert.Zero(t, got.status, "%q", c.args)
		assert.Equal(t, c.told, got.errors, "%q", c.args)
		var names []string
		for _, object := range objectsOf(t, got.out) {
			names = append(names, object["heuristic"].(string))
			checkPlan(t, object)
			assert.Equal(t, true, object["optimal"])
		}
		assert.Equal(t, c.heuristics, names, "%q", c.args)
	}

	got := here.npuzzle("", "compare", "--json", "--puzzles", "3", "--algorithm",
		"astar,idastar,bfs", "--heuristic", "pdb,linear-conflict")
	assert.Zero(t, got.status)
	assert.Equal(t, "", got.errors)
	assert.Contains(t, got.out, `"astar pdb:8"`)
}

// What is found with a damaged table is not printed as a result.
func TestDamagedPatternDatabase(t *testing.T) {
	parallel(t)
	folder := t.TempDir()
	build := []string{"pdb", "build", "--pdb-dir", folder, "--size", "3x3", "8"}
	require.Zero(t, npuzzle("", build...).status)
	files, err := filepath.Glob(filepath.Join(folder, "*.pdb"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	solve := []string{"solve", "--json", "--pdb-dir", folder, "--heuristic", "pdb:8",
		"8 6 7/2 5 4/3 0 1"}
	for name, damage := range map[string]struct {
		do          func()
		want, state string
	}{
		"tables": {func() {
			for at := 2 * 4096; at < len(whole); at += 1 << 16 {
				flipByte(t, files[0], at)
			}
		}, `^npuzzle: board 1: pdb: \S+: bytes \d+ to \d+ are damaged; remove it and build it ` +
			`again\n$`, `bytes 8192` +
			` to 73727 are damaged`},
		"header": {func() {
			flipByte(t, files[0], 4000)
		}, `^npuzzle: board 1: pdb: \S+: the header is damaged;` +
			` remove it and build it again\n$`, `the header is damaged`},
		"checksums": {func() {
			flipByte(t, files[0], 5000)
		}, `^npuzzle: board 1: pdb: \S+: the checksums are` +
			` damaged; remove it and build it again\n$`, `the checksums are damaged`},
		"cut": {func() {
			require.NoError(t, os.Truncate(files[0], 9000))
		}, `^npuzzle: board 1: pdb: \S+: 9000` +
			` bytes; expected \d+; remove it and build it again\n$`, `9000 bytes; expected`},
	} {
		require.NoError(t, os.WriteFile(files[0], whole, 0o600))
		damage.do()
		got := npuzzle("", solve...)
		assert.Equal(t, cli.ExitFailed, got.status, name)
		assert.Empty(t, got.out, name)
		assert.Regexp(t, damage.want, got.errors, name)

		got = npuzzle("", "pdb", "verify", "--pdb-dir", folder)
		assert.Equal(t, cli.ExitFailed, got.status, name)
		assert.Contains(t, got.out, damage.state, name)
		assert.Equal(t, "npuzzle: damaged: 1 of 1 file; npuzzle pdb build builds a damaged table "+
			"again\n", got.errors)
		got = npuzzle("", "pdb", "verify", "--json", "--pdb-dir", folder)
		assert.Contains(t, objectsOf(t, got.out)[0]["damaged"], damage.state, name)
		got = npuzzle("", "pdb", "list", "--json", "--pdb-dir", folder)
		assert.Zero(t, got.status, name)
		if damaged := objectsOf(t, got.out)[0]["damaged"]; name == "tables" || name == "checksums" {
			assert.Nil(t, damaged, name)
		} else {
			assert.Contains(t, damaged, damage.state, name)
			assert.Contains(t, npuzzle("", "pdb", "list", "--pdb-dir",
				folder).out, damage.state, name)
		}
		require.Zero(t, npuzzle("", build...).status, name)
		assert.Zero(t, npuzzle("", solve...).status, name)
	}
	flipByte(t, files[0], 0)
	assert.Zero(t, npuzzle("", "pdb", "remove", "--pdb-dir", folder, "--size", "3x3", "8").status)
	assert.NoFileExists(t, files[0])
}

// cuttingReader gives one board at a time, and shortens files before the last.
type cuttingReader struct {
	boards []string
	paths  []string
}

func (r *cuttingReader) Read(to []byte) (int, error) {
	if len(r.boards) == 0 {
		return 0, io.EOF
	}
	if len(r.boards) == 1 {
		for _, path := range r.paths {
			if err := os.Truncate(path, 4096); err != nil {
				return 0, err
			}
		}
	}
	n := copy(to, r.boards[0]+"\n")
	r.boards = r.boards[1:]
	return n, nil
}

// A table that becomes unreadable during a search ends it with one line.
func TestTableCutWhileSearching(t *testing.T) {
	parallel(t)
	if runtime.GOOS != "linux" {
		t.Skip("other systems may keep the pages")
	}
	folder := t.TempDir()
	require.Zero(t, npuzzle("", "pdb", "build", "--pdb-dir", folder, "--size", "3x3", "8").status)
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdb"))
	require.NoError(t, err)
	in := &cuttingReader{[]string{"1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/0 7 8", "8 6 7/2 5 4/3 0 1"},
		paths}
	got := npuzzleIn(t.Context(), in, "solve", "--json", "--pdb-dir", folder, "--heuristic",
		"pdb:8")
	assert.Equal(t, cli.ExitFailed, got.status)
	assert.Regexp(t, `^npuzzle: board \d: heuristics: a file of tables can no longer be read\n$`,
		got.errors)
}

// An interrupt leaves whole tables only.
func TestInterruptedBuild(t *testing.T) {
	parallel(t)
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := npuzzleIn(ctx, strings.NewReader(""), "pdb", "build", "--pdb-dir", folder, "5-5-5")
	assert.Equal(t, cli.ExitUnsolved, got.status)
	assert.Regexp(t, `^cancelled: built 0 of 3 tables of 5-5-5 of 4x4 .*; 0 stored, 0 B in `,
		got.out)
	got = npuzzleIn(ctx, strings.NewReader(""), "solve", "--pdb-dir", folder, "--heuristic",
		"pdb:4-4", "8 6 7/2 5"+
			" 4/3 0 1")
	assert.Equal(t, cli.ExitUnsolved, got.status)
	assert.Empty(t, got.out)
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// Removing a partition also removes the tables that another partition shares.
func TestRemoveSharedTables(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	folder := t.TempDir()
	here.set(pdb.DirVariable, folder)
	files := func() int {
		list, err := os.ReadDir(folder)
		require.NoError(t, err)
		return len(list)
	}
	build := []string{"pdb", "build", "--size", "2x4", "aaab/.bbb", "aaab/.cbb"}
	require.Zero(t, here.npuzzle("", append(build, "--goal", "1 2 3 4/0 5 6 7")...).status)
	require.Equal(t, 4, files())
	got := here.npuzzle("", "pdb", "list")
	require.Contains(t, got.out, "1 2 3 4/0 5 6 7", "a goal without a name")
	remove := []string{"pdb", "remove", "--size", "2x4", "--goal", "1 2 3 4/0 5 6 7"}
	got = here.npuzzle("", append(remove, "aaab/.bbb")...)
	assert.Zero(t, got.status)
	assert.Regexp(t, `^removed 2 files, .* in \S+\n$`, got.out)
	assert.Equal(t, 2, files())
	assert.Contains(t, here.npuzzle("", "pdb", "list").out, "1 of 3 tables missing")
	assert.Zero(t, here.npuzzle("",
		append([]string{"solve", "--heuristic", "pdb:aaab/.cbb"}, "--goal", "1 2 3 4/0 5"+
			" 6 7", "1 2 3 4/5 0 6 7")...).status)

	require.Zero(t, here.npuzzle("", append(build, "--goal", "1 2 3 4/0 5 6 7")...).status)
	got = here.npuzzle("", append(remove, "aaab/.bbb", "aaab/.cbb")...)
	assert.Regexp(t, `^removed 4 files, .*\n$`, got.out)
	assert.Zero(t, files())
}

// What a build that was killed has left is removed.
func TestUnfinishedFiles(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	folder := t.TempDir()
	here.set(pdb.DirVariable, folder)
	left := filepath.Join(folder, ".npuzzle-killed.part")
	require.NoError(t, os.WriteFile(left, []byte("half a file"), 0o600))
	require.NoError(t, os.Chtimes(left, time.Time{}, time.Now().Add(-48*time.Hour)))
	assert.Equal(t, "no pattern databases in "+folder+"\n", here.npuzzle("", "pdb", "list").out)
	assert.NoFileExists(t, left)
}

// The sum counts a file once, whatever number of partitions share it.
func TestListCountsFilesOnce(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	folder := t.TempDir()
	here.set(pdb.DirVariable, folder)
	require.Zero(t, here.npuzzle("", "pdb", "build", "--size", "2x4", "aaab/bbb.",
		"aaac/bbb.").status)
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdb"))
	require.NoError(t, err)
	sum := int64(0)
	for _, path := range paths {
		info, err := os.Stat(path)
		require.NoError(t, err)
		sum += info.Size()
	}
	got := here.npuzzle("", "pdb", "list")
	assert.True(t, strings.HasSuffix(got.out, cli.Amount(uint64(sum))+" in "+folder+"\n"), got.out)
	assert.Equal(t, 2, strings.Count(got.out, "complete"), got.out)
}

// One damaged table of several is built again by itself, and a file in place of
// the directory is one clear line.
func TestPatternDatabaseWords(t *testing.T) {
	t.Parallel()
	here := newFolder(t)
	folder := t.TempDir()
	here.set(pdb.DirVariable, folder)
	require.Zero(t, here.npuzzle("", "pdb", "build", "--size", "3x3", "4-4", "5-3").status)
	paths, err := filepath.Glob(filepath.Join(folder, "*.pdb"))
	require.NoError(t, err)
	require.Len(t, paths, 4)
	flipByte(t, filepath.Join(folder, "3x3_4_0-1-2-3.pdb"), -1)
	got := here.npuzzle("", "pdb", "verify")
	assert.Equal(t, "npuzzle: damaged: 1 of 4 files; npuzzle pdb build builds a damaged table "+
		"again\n", got.errors)
	assert.Contains(t, got.out, "1 of 2 tables missing")
	require.NoError(t, os.Truncate(filepath.Join(folder, "3x3_4_0-1-2-3.pdb"), 100))
	got = here.npuzzle("", "heuristics", "--size", "3x3", "--puzzles", "1", "--heuristic",
		"pdb:4-4")
	assert.Contains(t, got.out, "\npdb:4-4: pdb: "+folder+
		"/3x3_4_0-1-2-3.pdb: not a pattern database, or cut short;")
	got = here.npuzzle("", "pdb", "build", "--size", "3x3", "4-4")
	assert.Regexp(t, `^built 1 of 2 tables of 4-4 of 3x3 \(bbb/aab/aa\.\) in .*\n$`, got.out)
	for _, words := range []string{"pdb list", "pdb verify", "pdb build --size 3x3 4-4",
		"pdb remove" +
			" --all", "solve --heuristic pdb 123456708", "solve --heuristic pdb:4-4 123456708"} {
		args := strings.Fields(words)
		if args[0] == "solve" {
			args[len(args)-1] = "1 2 3/4 5 6/7 0 8"
		}
		got := here.npuzzle("", append(args, "--pdb-dir", paths[0])...)
		assert.Equal(t, cli.ExitUsage, got.status, words)
		assert.Contains(t, got.errors, "pdb: "+paths[0]+" is a file; expected a directory\n", words)
	}
}

// Without --algorithm, solve uses pattern databases only where they help, and solves the board if
// it cannot.
func TestSolveWithDefaultTables(t *testing.T) {
	parallel(t)
	const far = "15 7 14 3/10 4 9 8/11 6 1 13/2 5 12 0"
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	tables := filepath.Join(folder, "tables")
	for _, c := range []struct {
		args      []string
		heuristic string
		told      string
	}{
		{[]string{"--pdb-dir", tables, "2 3 4 8/1 6 0 12/5 10 7 11/9 13 14 15"}, "linear-conflict",
			""},
		{[]string{"--pdb-dir", file, "--time-limit", "1ms", far}, "linear-conflict",
			"npuzzle: pdb: " + file +
				" is a file; expected a directory; solving without pattern databases\n"},
		{[]string{"--pdb-dir", tables, "--subgoals", "lines", far}, "linear-conflict", ""},
		{[]string{"--pdb-dir", tables, "--heuristic", "manhattan", "--time-limit", "1ms", far},
			"manhattan", ""},
		{[]string{"--pdb-dir", tables, "--move-costs", "1,2,1,1", "--time-limit", "1ms", far},
			"linear-conflict", ""},
		{[]string{"--pdb-dir", tables, far}, "pdb:5-5-5",
			"npuzzle: pdb of 4x4 is not built: building pdb:5-5-5 in " + tables + "\n"},
		{[]string{"--pdb-dir", file, "--time-limit", "100ms",
			"15 5 9 7 3 14 12 0/13 2 6 1 10 11 8 4"}, "pairs",
			"npuzzle: pdb: " + file +
				" is a file; expected a directory; solving without pattern databases\n"},
		{[]string{"--pdb-dir", tables, "--heuristic", "pdb",
			"15 5 9 7 3 14 12 0/13 2 6 1 10 11 8 4"}, "pdb:5-5-5",
			"npuzzle: pdb of 2x8 is not built: building pdb:5-5-5 in " + tables + "\n"},
		{[]string{"--pdb-dir", tables, "--algorithm", "beam", "--heuristic", "pdb", "--node-limit",
			"100000", "15 5 9 7 3 14 12 0/13 2 6 1 10 11 8 4"}, "pdb:5-5-5", ""},
	} {
		got := npuzzle("", append([]string{"solve", "--json"}, c.args...)...)
		assert.Contains(t, []int{cli.ExitDone, cli.ExitUnsolved}, got.status, "%q: %s", c.args,
			got.errors)
		assert.Equal(t, c.told, got.errors, "%q", c.args)
		assert.Contains(t, got.out, `"heuristic":"`+c.heuristic, "%q", c.args)
	}
	got := npuzzle("", "solve", "--algorithm", "idastar", "--heuristic", "pdb", "--subgoals",
		"lines", far)
	assert.Equal(t, cli.ExitUsage, got.status)
	assert.Contains(t, got.errors, "expected a heuristic for every size, such as linear-conflict")
}
