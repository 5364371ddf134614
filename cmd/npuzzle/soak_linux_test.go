package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	soakTime = flag.Duration("soak", 0, "run TestSoak for this long")
	soakSeed = flag.Uint64("soak-seed", uint64(time.Now().UnixNano()), "seed of TestSoak")
)

// TestSoak repeats what breaks programs in use: kills, damaged files, several processes
// on one store, a full disk and tight memory limits. It runs for the time of the flag
// -soak, which .ci/soak sets, and prints how often it did what.
func TestSoak(t *testing.T) {
	if *soakTime == 0 {
		t.Skip("runs with -soak TIME; see .ci/soak")
	}
	s := newSoak(t)
	end := time.Now().Add(*soakTime)
	parts := []func(){s.kill, s.damage, s.share, s.deleteStore, s.contend, s.fillDisk, s.limitMemory}
	for round := 0; round < len(parts) || time.Now().Before(end); round++ {
		parts[round%len(parts)]()
	}
	for _, what := range slices.Sorted(maps.Keys(s.counts)) {
		t.Logf("%-40s %7d", what, s.counts[what])
	}
	for _, what := range slices.Sorted(maps.Keys(s.peaks)) {
		t.Logf("peak memory, %-35s %6.1f MB", what, s.peaks[what]/1e6)
	}
	require.Positive(t, s.counts["kills"])
	require.Positive(t, s.counts["damaged inputs"])
}

// A soak holds the files that all parts start from, and counts what was done.
type soak struct {
	*testing.T
	rng    *rand.Rand
	folder string // holds the files below
	counts map[string]int
	takes  map[string]time.Duration // time that a command takes when it is not killed
	peaks  map[string]float64       // largest peak of memory by solver, size and limit, in bytes

	records map[string]string // records of the finished experiment by key, without times
	lines   map[string]bool   // lines of exports, whole and without times; false without optima
	report  []string          // names of the files of a report
	tables  []byte            // checksums of the pattern databases
}

const soakExperiment = `name: soak
seed: 3
puzzles:
  - size: 3x3
    count: 40
solvers:
  - algorithm: astar
  - name: small
    algorithm: ga
    preset: study
    population: 40
    generations: 10
    phases: 2
`

// soakUnproven has only the genetic solver, so that the optimal costs come from the
// table optimum of the store.
var soakUnproven = strings.Replace(soakExperiment, "  - algorithm: astar\n", "", 1)

func newSoak(t *testing.T) *soak {
	t.Logf("-soak-seed %d", *soakSeed)
	s := &soak{
		T: t, rng: rand.New(rand.NewPCG(*soakSeed, 0)), folder: t.TempDir(),
		counts: map[string]int{}, takes: map[string]time.Duration{},
		peaks: map[string]float64{}, lines: map[string]bool{},
	}
	t.Setenv("NPUZZLE_STORE", "")
	s.write("experiment.yaml", soakExperiment)
	s.write("preset.yaml", "population: 40\ngenerations: 10\nphases: 2\n")
	s.write("boards.txt", "8 6 7/2 5 4/3 0 1\n1 2 3/4 5 6/0 7 8\n")
	s.must("run", s.file("experiment.yaml"), "--store", s.file("lab.sqlite"))
	s.records = s.exported(s.file("lab.sqlite"))
	require.Len(t, s.records, 80)
	s.write("unproven.yaml", soakUnproven)
	s.must("run", s.file("unproven.yaml"), "--store", s.file("unproven.sqlite"))
	for _, store := range []string{"lab.sqlite", "unproven.sqlite"} {
		for line := range strings.Lines(s.must("export", "--store", s.file(store), "--format", "jsonl")) {
			s.lines[line] = true
		}
		for _, record := range s.exported(s.file(store)) {
			s.lines[record] = true
		}
	}
	require.Len(t, s.lines, 240)
	for line := range maps.Clone(s.lines) {
		bare := withoutOptimum(line) // of a trial whose optimal cost is damaged
		if _, whole := s.lines[bare]; !whole {
			s.lines[bare] = false
		}
	}
	s.must("report", "--store", s.file("lab.sqlite"), "--out", s.file("report"))
	s.report = filesBelow(t, s.file("report"))
	s.must("pdb", "build", "--size", "3x3", "4-4", "--pdb-dir", s.file("pdb"))
	s.tables = s.sums(s.file("pdb"))
	s.must("solve", "--algorithm", "ga", "--set", "improve=false", "8 6 7/2 5 4/3 0 1", "--trace", s.file("trace.csv"))
	return s
}

func (s *soak) file(name string) string { return filepath.Join(s.folder, name) }

func (s *soak) write(name, text string) {
	require.NoError(s, os.WriteFile(s.file(name), []byte(text), 0o666))
}

// must runs a command line in this process. It has to succeed, though boards may stay unsolved.
func (s *soak) must(args ...string) string {
	o := npuzzle("", args...)
	require.Contains(s, []int{0, 3}, o.status, "%v: %s", args, o.errors)
	return o.out
}

// exported returns the records of the experiment in a store, without measured values.
func (s *soak) exported(store string) map[string]string {
	records, err := recordsOf(s.must("export", "--store", store, "--format", "jsonl"))
	require.NoError(s, err)
	return records
}

// same fails if a store does not hold the records of a run that was never disturbed.
func (s *soak) same(store string) {
	s.Helper()
	records := s.exported(store)
	require.Len(s, records, len(s.records), "records in %s", store)
	for trial, record := range records {
		require.JSONEq(s, s.records[trial], record)
	}
}

// recordsOf reads exported JSON Lines. It leaves out what differs from run to run.
func recordsOf(text string) (map[string]string, error) {
	records := map[string]string{}
	for line := range strings.Lines(text) {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, fmt.Errorf("%w in %q", err, line)
		}
		trial := fmt.Sprint(r["solver"], " ", r["puzzle"])
		for _, varies := range []string{
			"key", "started", "seconds", "found_seconds", "cpu_seconds", "resident", "bytes", "memory_limit",
			"process_memory_limit", "isolated",
		} {
			delete(r, varies)
		}
		text, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		records[trial] = string(text)
	}
	return records, nil
}

// sums returns the names and contents of the pattern databases of a folder.
func (s *soak) sums(folder string) []byte {
	var all bytes.Buffer
	for _, name := range filesBelow(s, folder) {
		if strings.Contains(name, "lock") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(s, err)
		fmt.Fprintln(&all, name)
		all.Write(text)
	}
	return all.Bytes()
}

// filesBelow lists all files below a folder, by their relative names in order.
func filesBelow(t testing.TB, folder string) []string {
	var names []string
	require.NoError(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(folder, path)
			names = append(names, name)
		}
		return err
	}))
	return names
}

// process starts the program as a process of its own that ctx kills.
func process(ctx context.Context, args ...string) (out, errors string, status int) {
	var stdout, stderr bytes.Buffer
	c := exec.CommandContext(ctx, os.Args[0], args...)
	c.Stdout, c.Stderr = &stdout, &stderr
	c.WaitDelay = 5 * time.Second
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	_ = c.Run()
	return stdout.String(), stderr.String(), c.ProcessState.ExitCode()
}

// A killing is a command that is killed until it happens to end, and what must hold then.
type killing struct {
	name  string
	args  []string
	check func()
}

// kill runs each command, kills it several times at random moments and then lets it end.
// The result has to be that of a command that was never killed.
func (s *soak) kill() {
	folder := s.scratch()
	in := func(name string) string { return filepath.Join(folder, name) }
	store, complete := in("lab.sqlite"), s.file("lab.sqlite")
	kept := 0
	growing := func() {
		if _, err := os.Stat(store); err != nil {
			return // killed before the store was made
		}
		o := npuzzle("", "export", "--store", store, "--format", "jsonl")
		if o.status != 0 {
			require.Contains(s, o.errors, "no experiment", "a killed run leaves a store that opens")
			return
		}
		records, err := recordsOf(o.out)
		require.NoError(s, err)
		require.GreaterOrEqual(s, len(records), kept, "trials were lost")
		kept = len(records)
	}
	for _, c := range []killing{
		{"run", []string{"run", s.file("experiment.yaml"), "--store", store}, growing},
		{"run --isolate", []string{"run", s.file("experiment.yaml"), "--isolate", "--store", store}, growing},
		{"reproduce", []string{"reproduce", "tutorial", "--quick", "--store", in("studies.sqlite")}, nil},
		{"pdb build", []string{"pdb", "build", "--size", "3x3", "4-4", "--pdb-dir", in("pdb")}, nil},
		{"export", []string{"export", "--store", complete, "--format", "parquet", "--out", in("e.parquet")}, nil},
		{"report", []string{"report", "--store", complete, "--out", in("report")}, nil},
	} {
		began := time.Now()
		if s.takes[c.name] == 0 {
			s.takes[c.name] = 400 * time.Millisecond
		}
		for attempt := range 8 {
			ctx, cancel := context.WithTimeout(s.Context(), time.Duration(s.rng.Int64N(int64(s.takes[c.name]))))
			if attempt == 7 {
				cancel()
				ctx, cancel = context.WithTimeout(s.Context(), 5*time.Minute)
			}
			started := time.Now()
			_, errors, status := process(ctx, c.args...)
			cancel()
			if status == 0 || status == 3 { // the next kills come within this time
				s.takes[c.name] = max(time.Since(started), 10*time.Millisecond)
			}
			if c.check != nil {
				c.check()
			}
			if status == 2 && strings.Contains(errors, "expected a new name") {
				break // killed between its last write and its end
			}
			if status != -1 {
				require.Contains(s, []int{0, 3}, status, "%s: %s", c.name, errors)
				break
			}
			require.NotContains(s, errors, "panic")
			s.counts["kills"]++
			s.counts["kills of "+c.name]++
		}
		s.counts["seconds of kills"] += int(time.Since(began).Seconds())
		if c.name == "run" {
			s.same(store)
			require.NoError(s, os.Remove(store)) // the isolated run starts anew
			kept = 0
		}
	}
	s.same(store)
	require.True(s, bytes.Equal(s.tables, s.sums(in("pdb"))), "the pattern databases differ")
	require.Equal(s, s.report, filesBelow(s, in("report")))
	require.FileExists(s, in("e.parquet"))
	for _, name := range filesBelow(s, folder) {
		require.NotRegexp(s, `\.part|\.npuzzle-|\.tmp`, name, "a temporary file of a killed command is left")
	}
}

// scratch makes an empty folder that is removed at the end of the test.
func (s *soak) scratch() string {
	folder, err := os.MkdirTemp(s.folder, "round-")
	require.NoError(s, err)
	s.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// damage changes a file at random and gives it to every command that reads it. The
// command has to succeed with the right result or to fail with one line.
func (s *soak) damage() {
	board := "8 6 7/2 5 4/3 0 1"
	for range 40 {
		folder := s.scratch()
		in := func(name string) string { return filepath.Join(folder, name) }
		for _, c := range []struct {
			file     string
			commands [][]string
		}{
			{"lab.sqlite", [][]string{
				{"list", "--store", in("lab.sqlite")},
				{"show", "--store", in("lab.sqlite")},
				{"export", "--store", in("lab.sqlite"), "--format", "jsonl"},
				{"report", "--store", in("lab.sqlite"), "--out", in("r.html")},
				{"run", s.file("experiment.yaml"), "--store", in("lab.sqlite")},
				{"remove", "soak", "--store", in("lab.sqlite")},
			}},
			{"unproven.sqlite", [][]string{
				{"export", "--store", in("unproven.sqlite"), "--format", "jsonl"},
				{"run", s.file("unproven.yaml"), "--store", in("unproven.sqlite")},
			}},
			{"experiment.yaml", [][]string{{"run", in("experiment.yaml"), "--dry-run", "--store", in("new.sqlite")}}},
			{"preset.yaml", [][]string{{"solve", "--algorithm", "ga", "--preset", in("preset.yaml"),
				"--node-limit", "2000", "--time-limit", "2s", board}}},
			{"boards.txt", [][]string{{"solve", "--json", "--node-limit", "2000", "--time-limit", "2s",
				"--file", in("boards.txt")}}},
			{"trace.csv", [][]string{{"report", "--store", s.file("lab.sqlite"), "--out", in("t.html"),
				"--trace", in("trace.csv")}}},
			{s.table(), [][]string{
				{"pdb", "verify", "--pdb-dir", folder},
				{"solve", "--json", "--heuristic", "pdb:4-4", "--pdb-dir", folder, board},
			}},
		} {
			text, err := os.ReadFile(s.file(c.file))
			require.NoError(s, err)
			changed := s.change(text)
			name := filepath.Base(c.file)
			require.NoError(s, os.WriteFile(in(name), changed, 0o666))
			if bytes.Equal(text, changed) {
				continue
			}
			s.counts["damaged inputs"]++
			for _, args := range c.commands {
				s.counts["commands on damaged inputs"]++
				o, trace := s.tried(args)
				if trace != "" || !s.right(args, o) {
					keep := filepath.Join(os.TempDir(), "soak-"+name)
					_ = os.WriteFile(keep, changed, 0o666)
					s.Fatalf("%v: status %d, %q, %q\n%s\nthe damaged file is kept as %s",
						args, o.status, o.errors, o.out, trace, keep)
				}
			}
		}
		require.NoError(s, os.RemoveAll(folder))
	}
}

// table returns the name of one pattern database.
func (s *soak) table() string {
	names := slices.DeleteFunc(filesBelow(s, s.file("pdb")), func(name string) bool {
		return strings.Contains(name, "lock")
	})
	return filepath.Join("pdb", names[s.rng.IntN(len(names))])
}

// tried runs a command line in this process. It returns the stack of a panic.
func (s *soak) tried(args []string) (o outcome, trace string) {
	defer func() {
		if p := recover(); p != nil {
			trace = fmt.Sprintf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
	defer cancel()
	o = npuzzleIn(ctx, strings.NewReader(""), args...)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		trace = "takes more than a minute"
	}
	return o, trace
}

var optimum = regexp.MustCompile(`"optimal_(length|cost)":[^,]*`)

// withoutOptimum returns an exported line without the optimal length and cost.
func withoutOptimum(line string) string { return optimum.ReplaceAllString(line, `"optimal_$1":null`) }

var length = regexp.MustCompile(`"length":(\d+)`)

// right tells whether a command that read a damaged file did what it should.
func (s *soak) right(args []string, o outcome) bool {
	if o.status == 1 || o.status == 2 {
		return strings.Count(o.errors, "\n") >= 1 && !strings.Contains(o.errors, "goroutine")
	}
	if o.status != 0 && o.status != 3 {
		return false
	}
	switch {
	case args[0] == "export" && o.status == 0:
		count := 0
		for line := range strings.Lines(o.out) {
			whole, known := s.lines[line]
			if !known || !whole && !strings.Contains(o.errors, "optimal cost") {
				return false // a changed record passed for a good one
			}
			count++
		}
		return count == 80 || count == 40 && strings.Contains(args[2], "unproven") || o.errors != ""
	case args[0] == "run" && !slices.Contains(args, "--dry-run"):
		records := s.exported(args[3]) // repaired
		for _, record := range records {
			if !s.lines[record] {
				return false
			}
		}
		return len(records) == 80 || len(records) == 40 && strings.Contains(args[3], "unproven")
	case args[0] == "solve" && slices.Contains(args, "pdb:4-4"):
		found := length.FindStringSubmatch(o.out)
		return found != nil && found[1] == "31"
	}
	return true
}

// change returns a damaged copy of a file's contents.
func (s *soak) change(text []byte) []byte {
	text = slices.Clone(text)
	at := func() int { return s.rng.IntN(max(1, len(text))) }
	switch s.rng.IntN(6) {
	case 0, 1: // single bits
		for range 1 + s.rng.IntN(3) {
			text[at()] ^= 1 << s.rng.IntN(8)
		}
	case 2: // a block of any bytes
		from := at()
		for i := from; i < min(len(text), from+1+s.rng.IntN(512)); i++ {
			text[i] = byte(s.rng.Uint32())
		}
	case 3: // cut
		text = text[:at()]
	case 4: // a block of zeros, as after a crash of the machine
		clear(text[at():])
	case 5: // a piece twice
		from := at()
		to := min(len(text), from+1+s.rng.IntN(4096))
		text = slices.Insert(text, from, text[from:to]...)
	}
	return text
}

// share lets several processes run experiments in one store at the same time. Some of
// them know the store by another name.
func (s *soak) share() {
	store := filepath.Join(s.scratch(), "lab.sqlite")
	link := store + ".link"
	require.NoError(s, os.Symlink(store, link))
	type end struct {
		errors string
		status int
	}
	const processes = 4
	ends := make(chan end, processes)
	for i := range processes {
		go func() {
			ctx, cancel := context.WithTimeout(s.Context(), 5*time.Minute)
			defer cancel()
			name := []string{store, link}[i%2]
			_, errors, status := process(ctx, "run", s.file("experiment.yaml"), "--store", name)
			ends <- end{errors, status}
		}()
	}
	for range processes {
		e := <-ends
		s.counts["processes sharing a store"]++
		if e.status != 0 && e.status != 3 {
			s.counts["processes told that the store is in use"]++
			require.Contains(s, e.errors, "in use")
		}
	}
	s.same(store)
}

// deleteStore deletes a store while a run writes to it. The run has to notice.
func (s *soak) deleteStore() {
	store := filepath.Join(s.scratch(), "lab.sqlite")
	ctx, cancel := context.WithTimeout(s.Context(), 5*time.Minute)
	defer cancel()
	deleted, wait := make(chan bool), time.Duration(1+s.rng.IntN(40))*time.Millisecond
	go func() {
		defer close(deleted)
		for os.Remove(store) != nil {
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
		}
	}()
	_, errors, status := process(ctx, "run", s.file("experiment.yaml"), "--store", store)
	<-deleted // after the run at the latest
	s.counts["stores deleted during a run"]++
	if status == 1 {
		require.Equal(s, 1, strings.Count(errors, "\n"), errors)
		require.Contains(s, errors, "lab.sqlite")
		s.counts["runs that noticed it"]++
		return
	}
	require.Contains(s, []int{0, 3}, status, errors)
}

// fillDisk writes files to a disk that is too small. No file may carry its final name
// unless it is complete. Without the right to mount a file system, a limit on the size
// of files stands for the small disk.
func (s *soak) fillDisk() {
	disk := s.scratch()
	size := 4096 * (1 + s.rng.IntN(60))
	mounted := syscall.Mount("tmpfs", disk, "tmpfs", 0, fmt.Sprintf("size=%d", size)) == nil
	if mounted {
		defer func() { require.NoError(s, syscall.Unmount(disk, 0)) }()
	}
	in := func(name string) string { return filepath.Join(disk, name) }
	store := s.file("lab.sqlite")
	for _, c := range [][]string{
		{"init", in("experiment.yaml")},
		{"export", "--store", store, "--out", in("e.csv")},
		{"export", "--store", store, "--format", "parquet", "--out", in("e.parquet")},
		{"report", "--store", store, "--out", in("r.html")},
		{"report", "--store", store, "--out", in("report")},
		{"census", "2x3", "--plot", in("census.svg")},
		{"solve", "--algorithm", "ga", "8 6 7/2 5 4/3 0 1", "--trace", in("trace.csv")},
		{"pdb", "build", "--size", "3x3", "4-4", "--pdb-dir", in("pdb")},
		{"run", s.file("experiment.yaml"), "--store", in("lab.sqlite")},
	} {
		before := filesBelow(s, disk)
		name := os.Args[0]
		if !mounted {
			name = "sh"
			limit := fmt.Sprintf(`ulimit -f %d; exec "$@"`, 1+size/512)
			c = append([]string{"-c", limit, "sh", os.Args[0]}, c...)
		}
		out, err := exec.CommandContext(s.Context(), name, c...).CombinedOutput()
		s.counts["commands on a small disk"]++
		if err == nil {
			continue
		}
		s.counts["commands that filled the disk"]++
		require.NotContains(s, string(out), "goroutine", "%v", c)
		for _, name := range filesBelow(s, disk) {
			if strings.Contains(name, "lab.sqlite") || strings.Contains(name, "lock") {
				continue // a store keeps the trials that found room
			}
			if strings.HasSuffix(name, ".pdb") {
				s.must("pdb", "verify", "--pdb-dir", in("pdb"))
				continue // a build keeps the tables that found room
			}
			require.Contains(s, before, name, "%v failed and left a file: %s", c, out)
		}
		if slices.Contains(c, "run") {
			s.checkRemains(disk)
		}
	}
}

// checkRemains copies what a full disk holds of a store, and expects some of the
// experiment's records there. The experiment has to go on from them.
func (s *soak) checkRemains(disk string) {
	store := filepath.Join(s.scratch(), "lab.sqlite")
	for _, suffix := range []string{"", "-wal"} {
		text, err := os.ReadFile(filepath.Join(disk, "lab.sqlite") + suffix)
		if err == nil {
			require.NoError(s, os.WriteFile(store+suffix, text, 0o666))
		}
	}
	if o := npuzzle("", "export", "--store", store, "--format", "jsonl"); o.status == 0 {
		require.Empty(s, o.errors)
		records, err := recordsOf(o.out)
		require.NoError(s, err)
		for trial := range records {
			require.Contains(s, s.records, trial)
		}
		s.counts["stores that a full disk held a part of"]++
	} else {
		require.Regexp(s, "no experiment|no store", o.errors)
	}
	s.must("run", s.file("experiment.yaml"), "--store", store)
	s.same(store)
}

// limitMemory solves boards under memory limits. The peak of each process has to keep to its
// limit, within the tolerance of mostResident.
func (s *soak) limitMemory() {
	algorithms := []string{"bfs", "ucs", "iddfs", "astar", "idastar", "wastar", "greedy", "ga"}
	algorithm := algorithms[s.rng.IntN(len(algorithms))]
	size := []string{"3x3", "3x4", "4x4", "4x5", "5x5"}[s.rng.IntN(5)]
	limit := []int64{50, 64, 100, 200}[s.rng.IntN(4)]
	board := strings.TrimSpace(s.must("generate", "--size", size, "--puzzles", "1",
		"--seed", strconv.FormatUint(s.rng.Uint64N(1e6), 10)))
	_, errors, status, peak := measured(s, "solve", "--algorithm", algorithm, "--time-limit", "3s",
		"--memory-limit", fmt.Sprintf("%dMB", limit), "--json", board)
	require.Contains(s, []int{0, 3}, status, "%s %s: %s", algorithm, board, errors)
	require.Less(s, peak, mostResident(limit*1_000_000), "%s under %d MB: %s", algorithm, limit, board)
	s.counts["solves under a memory limit"]++
	key := fmt.Sprintf("%-8s %s, limit %3d MB", algorithm, size, limit)
	s.peaks[key] = max(s.peaks[key], float64(peak))
}

// contend lets processes write the same new file, and build and remove the same pattern
// databases, at the same time. One writer has to succeed; the others end with one line.
func (s *soak) contend() {
	folder := s.scratch()
	in := func(name string) string { return filepath.Join(folder, name) }
	wins, all := make(chan bool, 8), sync.WaitGroup{}
	for range cap(wins) {
		all.Go(func() {
			_, errors, status := process(s.Context(), "init", in("experiment.yaml"))
			wins <- status == 0
			assert.Contains(s, []int{0, 2}, status)
			assert.LessOrEqual(s, strings.Count(errors, "\n"), 1, errors)
		})
	}
	all.Wait()
	won := 0
	for range cap(wins) {
		if <-wins {
			won++
		}
	}
	require.Equal(s, 1, won, "writers of one name that succeeded")
	s.counts["processes writing one name"] += cap(wins)
	for _, args := range [][]string{{"build", "--size", "3x3", "4-4", "2-2-4"}, {"remove", "--all"}, {"verify"}} {
		for range 2 {
			all.Go(func() {
				for range 10 {
					_, errors, status := process(s.Context(), slices.Concat([]string{"pdb"}, args,
						[]string{"--pdb-dir", in("pdb")})...)
					assert.Zero(s, status, "pdb %v: %s", args, errors)
				}
			})
		}
	}
	all.Wait()
	s.counts["processes sharing pattern databases"] += 60
}
