package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"npuzzle/internal/cli"
	"npuzzle/solvers"
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
	parts := append(s.kills(),
		part{"damaged inputs", 45, s.damage},
		part{"processes sharing a store", 4, s.share},
		part{"a store deleted during a run", 2, s.deleteStore},
		part{"processes sharing files", 5, s.contend},
		part{"a small disk", 5, s.fillDisk},
		part{"a memory limit", 4, s.limitMemory})
	took := map[string]time.Duration{}
	end := time.Now().Add(*soakTime)
	for {
		p := slices.MinFunc(parts, func(a, b part) int { // the farthest behind its share
			return cmp.Compare(took[a.name]*b.share, took[b.name]*a.share)
		})
		if took[p.name] > 0 && time.Now().After(end) {
			break // and every part has had its turn
		}
		began := time.Now()
		folder, err := os.MkdirTemp(s.folder, "part-")
		require.NoError(t, err)
		p.do(folder)
		require.NoError(t, os.RemoveAll(folder))
		took[p.name] += time.Since(began)
	}
	for _, p := range parts {
		t.Logf("time for %-40s %7.1f s", p.name, took[p.name].Seconds())
	}
	for _, what := range slices.Sorted(maps.Keys(s.counts)) {
		t.Logf("%-49s %7d", what, s.counts[what])
	}
	for _, what := range slices.Sorted(maps.Keys(s.peaks)) {
		t.Logf("peak memory, %-35s %6.1f MB", what, s.peaks[what]/1e6)
	}
}

// A part of a soak gets a share of its time.
type part struct {
	name  string
	share time.Duration       // in percent
	do    func(folder string) // injects the fault once or a few times; the folder is empty
}

// A soak holds the files that all parts start from, and counts what was done.
type soak struct {
	*testing.T
	rng    *rand.Rand
	folder string // holds the files below
	counts map[string]int
	takes  map[string]time.Duration // time that a command takes when it is not killed
	peaks  map[string]float64       // largest peak of memory by solver, size and limit, in bytes

	lab, unproven undisturbed // the stores of the two experiments
	study         []string    // records of the experiments of a study
	tuning        []string    // records of a tuning
	tuned         string      // what show prints of it
	parquet       []byte      // an export
	report        []string    // names of the files of a report
	tables        []byte      // checksums of the pattern databases
}

// undisturbed is what commands tell of a store that was never disturbed.
type undisturbed struct {
	name       string // of the store and of the experiment file, without endings
	records    []string
	lines      map[string]bool // exported
	bare       map[string]bool // exported, without optimal costs
	list, show string
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

// soakStudy is the study that is killed.
const soakStudy = "four-searches"

// soakTuning is the tuning that is killed.
var soakTuning = []string{"tune", "--size", "2x3,3x3", "--space",
	"population=4..60:log, stagnation=2..20", "--budget", "1500kstates", "--puzzles", "10"}

func newSoak(t *testing.T) *soak {
	t.Logf("-soak-seed %d", *soakSeed)
	s := &soak{
		T: t, rng: rand.New(rand.NewPCG(*soakSeed, 0)), folder: t.TempDir(),
		counts: map[string]int{}, takes: map[string]time.Duration{}, peaks: map[string]float64{},
	}
	s.write("preset.yaml", "population: 40\ngenerations: 10\nphases: 2\n")
	s.write("boards.txt", "8 6 7/2 5 4/3 0 1\n1 2 3/4 5 6/0 7 8\n")
	s.lab = s.keep("lab", soakExperiment, 80)
	s.unproven = s.keep("unproven", soakUnproven, 40)
	s.must("reproduce", soakStudy, "--quick", "--store", s.file("study.sqlite"))
	s.study = s.records(s.file("study.sqlite"))
	s.must(append(soakTuning, "--store", s.file("tune.sqlite"))...)
	s.tuning = s.records(s.file("tune.sqlite"))
	s.tuned = s.outcome(s.file("tune.sqlite"))
	s.must("export", "--store", s.file("lab.sqlite"), "--format", "parquet", "--out",
		s.file("e.parquet"))
	var err error
	s.parquet, err = os.ReadFile(s.file("e.parquet"))
	require.NoError(t, err)
	s.must("report", "--store", s.file("lab.sqlite"), "--out", s.file("report"))
	s.report = filesBelow(t, s.file("report"))
	s.must("pdb", "build", "--size", "3x3", "4-4", "--pdb-dir", s.file("pdb"))
	s.tables = s.sums(s.file("pdb"))
	s.must("solve", "--algorithm", "ga", "--set", "improve=false", "8 6 7/2 5 4/3 0 1", "--trace",
		s.file("trace.csv"))
	return s
}

// keep runs an experiment in a new store, and returns what the store tells of it.
func (s *soak) keep(name, experiment string, trials int) undisturbed {
	s.write(name+".yaml", experiment)
	store := s.file(name + ".sqlite")
	s.must("run", s.file(name+".yaml"), "--store", store)
	k := undisturbed{
		name: name, records: s.records(store), lines: map[string]bool{}, bare: map[string]bool{},
		list: s.must("list", "--store", store), show: s.must("show", "--store", store),
	}
	for line := range strings.Lines(s.must("export", "--store", store, "--format", "jsonl")) {
		k.lines[line] = true
		k.bare[withoutOptimum(line)] = true
	}
	require.Len(s, k.records, trials)
	require.Len(s, k.lines, trials)
	return k
}

// outcome returns what show prints of a tuning, without the time at which it began.
func (s *soak) outcome(store string) string {
	_, text, _ := strings.Cut(s.must("show", "--store", store), "\n\n")
	return text
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

// records returns all records of a store, without what differs from run to run, in order.
func (s *soak) records(store string) []string {
	var all []string
	for line := range strings.Lines(s.must("list", "--store", store, "--json")) {
		var e struct{ Experiment string }
		require.NoError(s, json.Unmarshal([]byte(line), &e))
		records, err := recordsOf(s.must("export", e.Experiment, "--store", store, "--format",
			"jsonl"))
		require.NoError(s, err)
		all = append(all, records...)
	}
	return all
}

// recordsOf reads exported JSON Lines. It leaves out what differs from run to run.
func recordsOf(text string) ([]string, error) {
	var records []string
	for line := range strings.Lines(text) {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return nil, fmt.Errorf("%w in %q", err, line)
		}
		for _, varies := range []string{
			"key", "started", "seconds", "found_seconds", "found_cpu_seconds", "cpu_seconds",
			"resident", "bytes",
			"memory_limit", "process_memory_limit", "isolated",
		} {
			delete(r, varies)
		}
		record, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		records = append(records, string(record))
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
	c := exec.CommandContext(ctx, self, args...)
	c.Stdout = &stdout
	c.Stderr = &stderr
	c.WaitDelay = 5 * time.Second
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	_ = c.Run()
	return stdout.String(), stderr.String(), c.ProcessState.ExitCode()
}

// kills returns a part for each of some commands, which kills it. The folder of a part is {} in
// the arguments of its command.
func (s *soak) kills() []part {
	store := s.file("lab.sqlite")
	var parts []part
	for _, k := range []struct {
		name  string
		share time.Duration
		args  []string
		check func(folder string) // that the result is that of a command that was never killed
	}{
		{"run", 5, []string{"run", s.file("lab.yaml"), "--store", "{}/lab.sqlite"}, s.same},
		{"run --isolate", 6,
			[]string{"run", s.file("lab.yaml"), "--isolate", "--store", "{}/lab.sqlite"}, s.same},
		{"reproduce", 10, []string{"reproduce", soakStudy, "--quick", "--store", "{}/study.sqlite"},
			func(folder string) {
				require.Equal(s, s.study, s.records(filepath.Join(folder, "study.sqlite")))
			}},
		{"tune", 8, append(slices.Clone(soakTuning), "--store", "{}/lab.sqlite"),
			func(folder string) {
				// no trial is lost or repeated, and the winner is the same
				store := filepath.Join(folder, "lab.sqlite")
				require.Equal(s, s.tuning, s.records(store))
				require.Equal(s, s.tuned, s.outcome(store))
			}},
		{"pdb build", 5, []string{"pdb", "build", "--size", "3x3", "4-4", "--pdb-dir", "{}/pdb"},
			func(folder string) {
				require.True(s, bytes.Equal(s.tables, s.sums(filepath.Join(folder, "pdb"))))
			}},
		{"export", 4, []string{"export", "--store", store, "--format", "parquet", "--out",
			"{}/e.parquet"},
			func(folder string) {
				text, err := os.ReadFile(filepath.Join(folder, "e.parquet"))
				require.NoError(s, err)
				require.True(s, bytes.Equal(s.parquet, text))
			}},
		{"report", 5, []string{"report", "--store", store, "--out", "{}/report"},
			func(folder string) {
				require.Equal(s, s.report, filesBelow(s, filepath.Join(folder, "report")))
			}},
	} {
		parts = append(parts, part{"kills of " + k.name, k.share, func(folder string) {
			s.kill("kills of "+k.name, k.args, folder)
			k.check(folder)
			for _, name := range filesBelow(s, folder) {
				require.NotRegexp(s, `\.part|\.npuzzle-|\.tmp`, name,
					"a temporary file of a killed command is left")
			}
		}})
	}
	return parts
}

// kill runs a command, kills it up to seven times at random moments and then lets it end. An
// experiment in lab.sqlite never loses a trial.
func (s *soak) kill(name string, args []string, folder string) {
	args = slices.Clone(args)
	for i, arg := range args {
		args[i] = strings.ReplaceAll(arg, "{}", folder)
	}
	if s.takes[name] == 0 {
		s.takes[name] = 400 * time.Millisecond
	}
	records := 0
	for attempt := range 8 {
		limit := time.Millisecond + time.Duration(s.rng.Int64N(int64(s.takes[name])))
		if attempt == 7 {
			limit = 5 * time.Minute
		}
		ctx, cancel := context.WithTimeout(s.Context(), limit)
		began := time.Now()
		_, errors, status := process(ctx, args...)
		cancel()
		if status == 2 && strings.Contains(errors, "expected a new name") {
			return // the last kill came between the last write and the end
		}
		if status != -1 {
			require.Contains(s, []int{0, 3}, status, "%v: %s", args, errors)
			s.takes[name] = max(time.Since(began), 10*time.Millisecond)
			return
		}
		require.NotContains(s, errors, "panic")
		s.counts["kills"]++
		s.counts[name]++
		store := filepath.Join(folder, "lab.sqlite")
		if _, err := os.Stat(store); err != nil {
			continue
		}
		o := npuzzle("", "export", "--store", store, "--format", "jsonl")
		if o.status != 0 {
			require.Contains(s, o.errors, "no experiment", "a killed run leaves a store that opens")
			continue
		}
		require.Empty(s, o.errors)
		now := strings.Count(o.out, "\n")
		require.GreaterOrEqual(s, now, records, "trials were lost")
		records = now
	}
	s.Fatalf("%v takes more than 5 minutes", args)
}

// same fails if the store lab.sqlite of a folder does not hold the records of a run that was
// never disturbed.
func (s *soak) same(folder string) {
	s.Helper()
	require.Equal(s, s.lab.records, s.records(filepath.Join(folder, "lab.sqlite")))
}

// damage changes a file at random and gives it to one of the commands that read it, in this
// process. The command has to tell of the damage, or to do what it does with the file unchanged.
// A changed text may also be another text that is valid.
func (s *soak) damage(folder string) {
	in := func(name string) string { return filepath.Join(folder, filepath.Base(name)) }
	table := s.table()
	board := "8 6 7/2 5 4/3 0 1"
	type input struct {
		file     string
		commands [][]string
		right    func(args []string, o outcome) bool // tells whether a command did what it should
	}
	anyText := func(_ []string, o outcome) bool {
		return o.status == cli.ExitDone || o.status == cli.ExitUnsolved ||
			o.status == cli.ExitUsage && o.told(1)
	}
	inputs := []input{
		{"lab.yaml", [][]string{{"run", in("lab.yaml"), "--dry-run", "--store", in("new.sqlite")}},
			anyText},
		{"preset.yaml", [][]string{{"solve", "--algorithm", "ga", "--preset", in("preset.yaml"),
			"--node-limit", "2000", "--time-limit", "2s", board}}, anyText},
		{"boards.txt", [][]string{{"solve", "--json", "--node-limit", "2000", "--time-limit", "2s",
			"--file", in("boards.txt")}}, func(args []string, o outcome) bool {
			// A line for each bad board. Damage may make more lines than there were.
			damaged, err := os.ReadFile(in("boards.txt"))
			require.NoError(s, err)
			boards := bytes.Count(damaged, []byte("\n")) + 1
			return anyText(args, o) || o.status == cli.ExitUsage && o.told(boards)
		}},
		{"trace.csv", [][]string{{"report", "--store", s.file("lab.sqlite"), "--out", in("t.html"),
			"--trace", in("trace.csv")}}, anyText},
		{table, [][]string{
			{"pdb", "verify", "--pdb-dir", folder},
			{"solve", "--json", "--heuristic", "pdb:4-4", "--pdb-dir", folder, board},
		}, func(args []string, o outcome) bool {
			return o.status == cli.ExitFailed && o.told(1) ||
				o.status == cli.ExitDone && args[0] == "solve" &&
					strings.Contains(o.out, `"length":31,`)
		}},
	}
	for _, k := range []undisturbed{s.lab, s.unproven} {
		store := in(k.name + ".sqlite")
		inputs = append(inputs, input{k.name + ".sqlite", [][]string{
			{"list", "--store", store},
			{"show", "--store", store},
			{"check", "--store", store},
			{"export", "--store", store, "--format", "jsonl"},
			{"report", "--store", store, "--out", in("r.html")},
			{"run", s.file(k.name + ".yaml"), "--store", store},
			{"remove", "soak", "--store", store},
		}, func(args []string, o outcome) bool { return s.rightStore(k, store, args[0], o) }})
	}
	chosen := inputs[s.rng.IntN(len(inputs))]
	text, err := os.ReadFile(s.file(chosen.file))
	require.NoError(s, err)
	changed := s.change(text)
	if bytes.Equal(text, changed) {
		return
	}
	name := in(chosen.file)
	require.NoError(s, os.WriteFile(name, changed, 0o666))
	args := chosen.commands[s.rng.IntN(len(chosen.commands))]
	var o outcome
	right := false
	defer func() { // also when the command panics
		if !right {
			keep := filepath.Join(os.TempDir(), "soak-"+filepath.Base(name))
			_ = os.WriteFile(keep, changed, 0o666)
			s.Errorf("%v: status %d, %q, %q; the damaged file is kept as %s", args, o.status,
				o.errors, o.out, keep)
		}
	}()
	ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
	defer cancel()
	o = npuzzleIn(ctx, strings.NewReader(""), args...)
	s.counts["damaged inputs"]++
	s.counts["damaged inputs of "+strings.Join(args[:1+strings.Count(args[0], "pdb")], " ")]++
	if o.status == cli.ExitFailed || o.status == cli.ExitUsage {
		s.counts["damaged inputs that end with an error"]++
	}
	right = chosen.right(args, o) && ctx.Err() == nil
	require.True(s, right)
}

// told tells whether a command that failed has written an error of one line, and at most so many
// lines together with notices.
func (o outcome) told(most int) bool {
	lines := strings.Count(o.errors, "\n")
	return 0 < lines && lines <= most && strings.Count("\n"+o.errors, "\nnpuzzle: ") == lines
}

// table returns the name of one pattern database.
func (s *soak) table() string {
	names := slices.DeleteFunc(filesBelow(s, s.file("pdb")), func(name string) bool {
		return strings.Contains(name, "lock")
	})
	return filepath.Join("pdb", names[s.rng.IntN(len(names))])
}

var optimum = regexp.MustCompile(`"optimal_(length|cost)":[^,]*`)

// withoutOptimum returns an exported line without the optimal length and cost.
func withoutOptimum(line string) string {
	return optimum.ReplaceAllString(line, `"optimal_$1":null`)
}

// rightStore tells whether a command on a damaged store did what it should. What a command that
// succeeds prints differs from that of the whole store only if a notice says so.
func (s *soak) rightStore(k undisturbed, store, command string, o outcome) bool {
	if o.status == cli.ExitFailed || o.status == cli.ExitUsage {
		return o.told(8) // some trials, the number of others, the optimal costs, and the error
	}
	switch command {
	case "list":
		return o.out == k.list || o.errors != ""
	case "check": // succeeds if only unused bytes have changed
		return o.errors == ""
	case "show":
		return strings.ReplaceAll(o.out, store, s.file(k.name+".sqlite")) == k.show ||
			o.errors != ""
	case "export":
		count := 0
		for line := range strings.Lines(o.out) {
			// a damaged optimal cost may be unknown without a notice
			if !k.lines[line] && !k.bare[line] {
				return false // a changed record passed for a good one
			}
			count++
		}
		return count == len(k.lines) || o.errors != ""
	case "run": // repairs the store
		return slices.Equal(k.records, s.records(store))
	case "remove":
		return s.must("list", "--store", store) == store+" holds no experiments\n"
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
func (s *soak) share(folder string) {
	store := filepath.Join(folder, "lab.sqlite")
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
			_, errors, status := process(ctx, "run", s.file("lab.yaml"), "--store", name)
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
	s.same(folder)
}

// deleteStore deletes a store while a run writes to it. The run has to notice.
func (s *soak) deleteStore(folder string) {
	store := filepath.Join(folder, "lab.sqlite")
	ctx, cancel := context.WithTimeout(s.Context(), 5*time.Minute)
	defer cancel()
	deleted := make(chan bool)
	wait := time.Duration(1+s.rng.IntN(40)) * time.Millisecond
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
	_, errors, status := process(ctx, "run", s.file("lab.yaml"), "--store", store)
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
func (s *soak) fillDisk(folder string) {
	disk := filepath.Join(folder, "disk")
	require.NoError(s, os.Mkdir(disk, 0o777))
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
		{"run", s.file("lab.yaml"), "--store", in("lab.sqlite")},
	} {
		before := filesBelow(s, disk)
		name := self
		if !mounted {
			name = "sh"
			limit := fmt.Sprintf(`ulimit -f %d; exec "$@"`, 1+size/512)
			c = append([]string{"-c", limit, "sh", self}, c...)
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
			s.checkRemains(disk, folder)
		}
	}
}

// checkRemains copies what a full disk holds of a store to a folder, and expects some of the
// experiment's records there. The experiment has to go on from them.
func (s *soak) checkRemains(disk, folder string) {
	store := filepath.Join(folder, "lab.sqlite")
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
		require.Subset(s, s.lab.records, records)
		s.counts["stores that a full disk held a part of"]++
	} else {
		require.Regexp(s, "no experiment|no store", o.errors)
	}
	s.must("run", s.file("lab.yaml"), "--store", store)
	s.same(folder)
}

// limitMemory solves boards under memory limits. The peak of each process has to keep to its
// limit, within the tolerance of mostResident.
func (s *soak) limitMemory(string) {
	algorithms := solvers.Names()
	algorithm := algorithms[s.rng.IntN(len(algorithms))]
	size := []string{"3x3", "3x4", "4x4", "4x5", "5x5"}[s.rng.IntN(5)]
	limit := []int64{50, 64, 100, 200}[s.rng.IntN(4)]
	board := strings.TrimSpace(s.must("generate", "--size", size, "--puzzles", "1",
		"--seed", strconv.FormatUint(s.rng.Uint64N(1e6), 10)))
	_, errors, status, peak := measured(s, "", "solve", "--algorithm", algorithm, "--time-limit",
		"3s", "--memory-limit", fmt.Sprintf("%dMB", limit), "--json", board)
	require.Contains(s, []int{0, 3}, status, "%s %s: %s", algorithm, board, errors)
	require.Less(s, peak, mostResident(s, limit*1_000_000), "%s under %d MB: %s", algorithm, limit,
		board)
	s.counts["solves under a memory limit"]++
	key := fmt.Sprintf("%-8s %s, limit %3d MB", algorithm, size, limit)
	s.peaks[key] = max(s.peaks[key], float64(peak))
}

// contend lets processes write the same new file, and build and remove the same pattern
// databases, at the same time. One writer has to succeed; the others end with one line.
func (s *soak) contend(folder string) {
	in := func(name string) string { return filepath.Join(folder, name) }
	wins := make(chan bool, 8)
	all := sync.WaitGroup{}
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
	for _, args := range [][]string{{"build", "--size", "3x3", "4-4", "2-2-4"}, {"remove", "--all"},
		{"verify"}} {
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
