package studies

import (
	"bytes"
	"context"
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
	"npuzzle/internal/machine"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// replicas are the programs that run an experiment instead of the laboratory's solvers. They are
// the searches, and imitations of the GA with the settings of the solvers in the experiment's file.
type replicas struct {
	Searches []replica
	Genetic  map[string]geneticReplica // variants of the GA, by name of the solver
	Timed    bool                      // whether the report shows their times, so each runs alone
}

// Names returns the names of the published studies, in the order in which they are re-run.
func Names() []string {
	return []string{"ga-vs-astar", "shuffle-study", "four-searches", "four-heuristics", "tutorial"}
}

// Host describes how studies are re-run.
type Host struct {
	// Run runs an experiment and returns the records of its trials. If the context ends
	// during the run, Run returns only the records so far.
	Run func(ctx context.Context, e bench.Experiment) ([]bench.Record, error)

	// Step receives the name of each experiment before it runs. It may be nil.
	Step func(name string)

	// Jobs is the number of replicas that run at the same time, or 0 for one on each core. Replicas
	// whose times the report shows run alone.
	Jobs int

	// Bytes is the memory limit of all replicas together, or 0 for no limit. If the limit is
	// small, fewer replicas run at the same time.
	Bytes uint64

	// Seed determines all boards and trials.
	Seed uint64

	// Quick divides the number of boards of each group by quickPart, but keeps at least one
	// board. It also divides the node limits of groups by quickPart.
	Quick bool
}

// quickPart is the factor by which a quick re-run has fewer boards.
const quickPart = 20

// session is the re-run of one study.
type session struct {
	report  Report
	study   study
	results map[string]rows // by name of the experiment

	shortest map[boardID]float64 // length of the shortest plan in all experiments with these boards
}

// Reproduce re-runs the named study. If the context is cancelled, the report has the
// results so far, and is marked as partial.
func Reproduce(ctx context.Context, name string, h Host) (Report, error) {
	if !slices.Contains(append(Names(), Evolution), name) {
		return Report{}, fmt.Errorf("no study %q; expected one of %v or %s", name, Names(),
			Evolution)
	}
	study, experiments := readStudy(name)
	s := &session{
		study:    study,
		results:  map[string]rows{},
		shortest: map[boardID]float64{},
		report: Report{
			Study:  name,
			Texts:  study.Texts,
			Seed:   h.Seed,
			Quick:  h.Quick,
			Tables: []report.Table{},
			Beyond: []report.Table{},
		},
	}
	for _, e := range experiments {
		key := e.Name
		h.prepare(&e, s.report)
		if h.Step != nil {
			h.Step(e.Name)
		}
		run := h.Run
		if r, imitated := study.Replicas[key]; imitated {
			run = r.join(&e, h)
		}
		records, err := run(ctx, e)
		if err != nil {
			return s.report, fmt.Errorf("%s: %w", e.Name, err)
		}
		if len(records) < e.Trials() {
			s.report.Partial = true
		}
		s.results[key] = rowsOf(e, records)
		s.noteShortest(s.results[key])
	}
	s.tell()
	return s.report, nil
}

// noteShortest notes the lengths of the plans in some rows that are the shortest so far.
func (s *session) noteShortest(rs rows) {
	for _, r := range rs {
		for _, t := range solved(r.trials) {
			length := float64(*t.Length)
			known, isKnown := s.shortest[idOf(t)]
			if !isKnown || length < known {
				s.shortest[idOf(t)] = length
			}
		}
	}
}

// prepare changes an experiment of a study's file for the run. It adds the study's name,
// replaces the seed by the host's, and takes fewer boards for a quick re-run. If a group's
// seed in the file is the experiment's seed plus n, the group's new seed is the host's
// seed plus n. So the group keeps boards of its own.
func (h Host) prepare(e *bench.Experiment, r Report) {
	seedInFile := e.Seed
	e.Name = r.Study + "-" + e.Name
	if h.Quick {
		e.Name += "-quick"
	}
	e.Kind = "reproduce"
	e.Description = r.Title
	e.Seed = h.Seed
	for i := range e.Groups {
		group := &e.Groups[i]
		group.Seed += h.Seed - seedInFile
		if h.Quick {
			group.Count = (group.Count + quickPart - 1) / quickPart
			group.NodeLimit /= quickPart
		}
	}
}

// join adds the searches to an experiment and returns the function that runs it with replicas. All
// searches try a board before the next board, so other load on the machine affects all of
// them. If the memory limit is small, fewer searches run at the same time, so that a
// search reaches its limit of states before its memory limit.
func (r replicas) join(
	e *bench.Experiment, h Host,
) func(context.Context, bench.Experiment) ([]bench.Record, error) {
	for _, search := range r.Searches {
		e.Solvers = append(e.Solvers, bench.Solver{Name: search.Name, Settings: solvers.Of(search)})
	}
	runner := bench.Runner{Jobs: h.Jobs, Bytes: h.Bytes, InOrder: true}
	bytesPerSearch := expansionBytes * e.Limits.Generated
	if h.Bytes > 0 && bytesPerSearch > 0 {
		jobs := uint64(search.Workers(h.Jobs))
		runner.Jobs = int(max(1, min(jobs, h.Bytes/bytesPerSearch)))
	}
	if r.Timed {
		runner.Jobs = 1
	}
	return func(ctx context.Context, e bench.Experiment) ([]bench.Record, error) {
		return r.run(ctx, e, runner)
	}
}

// run runs an experiment with replicas, and returns the records of the trials that were not
// cancelled.
func (r replicas) run(
	ctx context.Context, e bench.Experiment, runner bench.Runner,
) (records []bench.Record, err error) {
	var clocks sync.Map // of type *clocked, by the position of the trial
	runner.With = func(t bench.Trial) search.Solver {
		program := r.replicaOf(t.Solver)
		if !r.Timed {
			return program
		}
		clock := &clocked{replica: program}
		clocks.Store(t.Position, clock)
		return clock
	}
	trials := e.Plan(ctx, nil, bench.Provenance{})
	err = runner.Run(ctx, trials, func(t bench.Trial) error {
		if t.Result.Status == search.Cancelled {
			return nil
		}
		record := t.Record(puzzle.BlankNotation)
		clock, timed := clocks.LoadAndDelete(t.Position)
		if timed && machine.MeasuresThreads {
			record.CPUSeconds = bench.Figure(clock.(*clocked).used.Seconds())
		}
		records = append(records, record)
		return nil
	})
	if ctx.Err() != nil {
		return records, nil // the records so far are the result
	}
	return records, err
}

// replicaOf returns the program that runs for a solver: a search, or for a solver of the
// experiment's file a variant of the genetic algorithm.
func (r replicas) replicaOf(solver bench.Solver) search.Solver {
	for _, search := range r.Searches {
		if search.Name == solver.Name {
			return search
		}
	}
	genetic := r.Genetic[solver.Name]
	genetic.settings = solver.Settings
	return genetic
}

// shortestTime is the time that a measurement of processor time takes at least. Reading the clock
// takes a few microseconds.
const shortestTime = 200 * time.Microsecond

// clocked measures the processor time of a replica by the clock of its thread. A replica that takes
// less than shortestTime searches again, as often as this time allows. Its time is the mean over
// these further searches, which are all equal. The work of the garbage collector on other threads
// does not count.
type clocked struct {
	replica search.Solver
	used    time.Duration
}

// Solve implements search.Solver.
func (c *clocked) Solve(
	ctx context.Context, p search.Problem, lim search.Limits,
) (search.Result, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread := machine.CurrentThread()
	begun := thread.CPUTime()
	result, err := c.replica.Solve(ctx, p, lim)
	c.used = thread.CPUTime() - begun
	if err != nil || c.used == 0 || c.used >= shortestTime {
		return result, err
	}

	searches := int(shortestTime/c.used) + 1
	begun = thread.CPUTime()
	for range searches {
		_, err = c.replica.Solve(ctx, p, lim)
		if err != nil {
			return result, err
		}
	}
	c.used = (thread.CPUTime() - begun) / time.Duration(searches)
	return result, nil
}

// files holds the set-up of every study and the figures that the studies published.
// published/README.md describes the CSV files.
//
//go:embed files/*.yaml published/*.csv
var files embed.FS

// study is the first document of a study's report file: the texts of the report, and what the
// tables and figures show and how the claims are judged.
type study struct {
	Texts    `yaml:",inline"`
	Tables   []table
	Figures  []figure
	Claims   []claim
	Replicas map[string]replicas // by name of the experiment that they run
}

// Texts are what the file of a study says in words.
type Texts struct {
	Title  string   `json:"title"`  // title of the published study
	Source string   `json:"source"` // kind of publication
	Setup  []string `json:"setup"`  // the methods, in sentences
	Names  []string `json:"-"`      // explanations of the names in tables and claims

	// Apart lists the figures that cannot be compared, with reasons.
	Apart []string `yaml:"not-comparable" json:"not_comparable"`
}

// table describes a table: its rows, and the statistics in its columns; see [session.columns].
type table struct {
	Name, Caption string
	Undone        bool // the study did not make this experiment
	Selection     `yaml:",inline"`
	Columns       []string
}

// figure describes a figure. It has a panel for each text of a label (Panels), with a line for each
// text of another label (Lines). If there are several statistics Y, each has its own panel.
type figure struct {
	Name, Title, Caption string
	Selection            `yaml:",inline"`
	Panels, Lines        string
	X                    string
	Y                    []string
}

// Selection selects the rows of a table, of a figure or of a claim.
type Selection struct {
	From      []string          // names of experiments
	Only      map[string]string // labels and their texts
	Without   []string          // names of solvers to leave out
	SolvedAll bool              `yaml:"solved-by-all"` // only boards that all these solvers solved
	Against   string            // name of the solver with which relative lengths compare
	By        []string          // labels of the rows; rows with the same texts are merged
	Published string            // file of published figures for the rows

	// Split is the label by which rows are split: "length" of plans, "% misplaced" (tiles, up to
	// tens) or "budget".
	Split string
}

// readStudy reads the files of a study. If a file is wrong, readStudy panics, because the
// files are part of the program.
func readStudy(name string) (w study, experiments []bench.Experiment) {
	var documents []string
	for _, file := range []string{name + "-report", name} {
		text, err := files.ReadFile("files/" + file + ".yaml")
		must(file, err)
		documents = append(documents, strings.Split(string(text), "\n---\n")...)
	}
	decoder := yaml.NewDecoder(strings.NewReader(documents[0]))
	decoder.KnownFields(true)
	must(name, decoder.Decode(&w))
	for _, document := range documents[1:] {
		e, _, err := config.Read(document, name+".yaml")
		must(name, err)
		experiments = append(experiments, e)
	}
	return w, experiments
}

// line is a line of a CSV file. The keys are the names of the columns.
type line map[string]string

// readPublished reads a file of published figures. If the file is wrong, it panics.
func readPublished(name string) []line {
	text, err := files.ReadFile("published/" + name + ".csv")
	must(name, err)
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	must(name, err)
	var lines []line
	for _, record := range records[1:] {
		l := line{}
		for i, column := range records[0] {
			l[column] = record[i]
		}
		lines = append(lines, l)
	}
	return lines
}

// TooLong is the value of an effort or a time beyond the limit. The studies call this
// "takes too long".
var TooLong = math.Inf(1)

// tookTooLong is the text for TooLong in the published figures and in the tables.
const tookTooLong = "TL"

// unknown is the value of a missing number.
var unknown = math.NaN()

// number returns the number in the named column, or unknown if the line has no such column. A
// column whose name ends in "_ms" or "_mb" has milliseconds or megabytes, and number returns
// seconds or bytes. The study's megabytes are units of 2^20 bytes: only then are they multiples of
// a page of memory.
func (l line) number(column string) float64 {
	text := l[column]
	switch text {
	case "":
		return unknown
	case tookTooLong:
		return TooLong
	}
	x, err := strconv.ParseFloat(text, 64)
	must(column, err)
	switch {
	case strings.HasSuffix(column, "_ms"):
		x *= 1e-3
	case strings.HasSuffix(column, "_mb"):
		x *= 1 << 20
	}
	return x
}

func must(what string, err error) {
	if err != nil {
		panic(fmt.Sprintf("studies: %s: %v", what, err))
	}
}
