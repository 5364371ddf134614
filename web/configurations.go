package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/stats"
	"npuzzle/bench/store"
	"npuzzle/bench/studies"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/web/api"
)

// The view Tune tries configurations of the genetic algorithm of the study "ga-vs-astar", each as an
// experiment of its own. Every experiment of the store that tries a configuration is a row of the
// view, whether the page or npuzzle compare started it.

// configuring holds the methods of the view Tune, by name.
var configuring = map[string]api.Method[*Server]{
	"configurations": api.NewMethod("lists the configurations of the genetic algorithm that were "+
		"tried, and those of the study", (*Server).configurations),
	"configuration": api.NewMethod("returns the experiment that tries a configuration, for start, "+
		"and the command that does the same", (*Server).configuration),
}

// settingsTried has the settings of a configuration, and its boards.
type settingsTried struct {
	Size        string `json:"size" about:"of the boards, such as 3x3"`
	Heuristic   string `json:"heuristic" about:"of the genetic algorithm and of A*"`
	Population  int    `json:"population"`
	Generations int    `json:"generations" about:"of each phase"`
	Phases      int    `json:"phases"`
	Boards      int    `json:"boards" about:"number of random boards"`
	Seed        uint64 `json:"seed" about:"of the boards"`
}

// settingsOf returns the settings of a configuration.
func settingsOf(c studies.Configuration) settingsTried {
	return settingsTried{
		Size:        c.Size.String(),
		Heuristic:   c.Heuristic,
		Population:  c.Population,
		Generations: c.Generations,
		Phases:      c.Phases,
		Boards:      c.Boards,
		Seed:        c.Seed,
	}
}

// configurationPlan is the experiment that tries a configuration.
type configurationPlan struct {
	Experiment string `json:"experiment" about:"name"`
	Definition string `json:"definition" about:"content of an experiment file"`
	Command    string `json:"command" about:"of a shell, which runs the same trials"`
	Plans      int    `json:"plans" about:"population x generations x phases"`
	Trials     int    `json:"trials" about:"number of trials"`
}

// configurationList has what the view Tune shows.
type configurationList struct {
	Choices configurationChoices `json:"choices"`
	Running string               `json:"running,omitempty" about:"name of the running experiment"`
	Last    string               `json:"last,omitempty" about:"name of the experiment that began last on this server"`
	Tried   []triedRow           `json:"tried" about:"the newest first"`
	Printed []printedRow         `json:"printed" about:"what the study printed"`
}

// configurationChoices says what can be tried.
type configurationChoices struct {
	Sizes       []string `json:"sizes"`
	Heuristics  []string `json:"heuristics"`
	Population  int      `json:"population" about:"the largest"`
	Generations int      `json:"generations" about:"the largest number"`
	Phases      int      `json:"phases" about:"the largest number"`
	Boards      int      `json:"boards" about:"the largest number"`
}

// choices are what the page may try. On these sizes A* needs little time and memory.
var choices = configurationChoices{
	Sizes:       []string{"2x2", "2x3", "3x3", "3x4"},
	Heuristics:  []string{"manhattan", "linear-conflict-pairs", "out-of-row-column", "misplaced"},
	Population:  1000,
	Generations: 1000,
	Phases:      20,
	Boards:      2000,
}

// leastPopulation is the smallest population with a pair.
const leastPopulation = 2

// printedRow is a configuration with what the study printed for it.
type printedRow struct {
	settingsTried
	Plans   int          `json:"plans" about:"population x generations x phases"`
	Solved  interval     `json:"solved" about:"share of the boards"`
	Seconds bench.Figure `json:"seconds" about:"mean time of a board"`
	Time    bench.Figure `json:"time" about:"mean time, divided by that of A*"`
}

// triedRow is a configuration that was tried, with what its trials show so far.
type triedRow struct {
	Experiment string `json:"experiment" about:"name"`
	settingsTried
	Plans          int          `json:"plans" about:"population x generations x phases"`
	Trials         int          `json:"trials" about:"number of trials"`
	Done           int          `json:"done" about:"number of trials that have ended"`
	Solved         interval     `json:"solved" about:"share of the boards"`
	Length         interval     `json:"length" about:"length of the plans, divided by that of A*"`
	Time           interval     `json:"time" about:"mean processor time of a board, divided by that of A*"`
	MostlyOverhead bool         `json:"mostly_overhead,omitempty" about:"of the time of A*, so time is too small"`
	Evaluated      bench.Figure `json:"evaluated" about:"mean number of plans evaluated on a board"`
	Seconds        bench.Figure `json:"seconds" about:"mean processor time of a board"`
	Command        string       `json:"command" about:"of a shell, which runs the same trials"`

	// Agreement compares the shares solved here and in the study. It is missing if the study did not
	// try these settings.
	Agreement studies.Agreement `json:"agreement,omitempty" about:"with the study: differ, agree or too few boards"`
}

// interval is an estimate with the ends of its 95 % interval.
type interval struct {
	Value bench.Figure `json:"value"`
	Low   bench.Figure `json:"low" about:"end of the 95 % interval"`
	High  bench.Figure `json:"high" about:"end of the 95 % interval"`
	N     int          `json:"n" about:"number of boards"`
}

func intervalOf(i stats.Interval) interval {
	return interval{
		Value: bench.Figure(i.Value),
		Low:   bench.Figure(i.Low),
		High:  bench.Figure(i.High),
		N:     i.N,
	}
}

// commandOf returns the command that tries a configuration, as an experiment with the given name in
// the store of the server.
func (s *Server) commandOf(c studies.Configuration, name string) string {
	words := append(c.Command(name), s.StoreFlag...)
	return units.ShellLine(words)
}

// configurationLimit is the largest time limit of a trial that tries a configuration.
const configurationLimit = time.Minute

// configuration returns the experiment that tries a configuration.
func (s *Server) configuration(_ context.Context, r settingsTried) (configurationPlan, error) {
	size, err := r.check()
	if err != nil {
		return configurationPlan{}, err
	}
	c := studies.Configuration{
		Size:        size,
		Heuristic:   r.Heuristic,
		Population:  r.Population,
		Generations: r.Generations,
		Phases:      r.Phases,
		Boards:      r.Boards,
		Seed:        r.Seed,
		Limit:       atMost(s.TimeLimit, configurationLimit),
	}
	return configurationPlan{
		Experiment: c.Name(),
		Definition: c.Definition(),
		Command:    s.commandOf(c, c.Name()),
		Plans:      c.Plans(),
		Trials:     2 * c.Boards,
	}, nil
}

// check returns the size of the boards. It returns an error if a setting is not among the choices.
func (r settingsTried) check() (puzzle.Size, error) {
	for _, named := range []struct {
		name, value string
		choices     []string
	}{
		{name: "size", value: r.Size, choices: choices.Sizes},
		{name: "heuristic", value: r.Heuristic, choices: choices.Heuristics},
	} {
		if !slices.Contains(named.choices, named.value) {
			return puzzle.Size{}, fault(http.StatusBadRequest, "%s %.40q; expected one of %s",
				named.name, named.value, strings.Join(named.choices, ", "))
		}
	}
	for _, number := range []struct {
		name               string
		value, least, most int
	}{
		{name: "population", value: r.Population, least: leastPopulation, most: choices.Population},
		{name: "generations", value: r.Generations, least: 1, most: choices.Generations},
		{name: "phases", value: r.Phases, least: 1, most: choices.Phases},
		{name: "boards", value: r.Boards, least: 1, most: choices.Boards},
	} {
		if number.value < number.least || number.value > number.most {
			return puzzle.Size{}, fault(http.StatusBadRequest, "%s %d; expected %d to %d",
				number.name, number.value, number.least, number.most)
		}
	}
	return puzzle.ParseSize(r.Size)
}

// configurationsEvery is the time for which an answer of configurations holds while its experiment
// runs, so that a class that follows one takes little more than a single browser.
const configurationsEvery = 300 * time.Millisecond

// tried keeps the last answer of configurations, and the rows of experiments that do not change.
type tried struct {
	lock   sync.Mutex
	when   time.Time // of the answer; zero before the first one
	answer configurationList
	begun  int                // number of experiments that had begun
	rows   map[string]keptRow // by name of the experiment
}

// keptRow is the row of an experiment, or nil if the experiment does not try a configuration.
type keptRow struct {
	of  store.Experiment
	row *triedRow
}

// holds reports whether the row is that of an experiment as it is now.
func (k keptRow) holds(e store.Experiment) bool {
	return k.of.Definition == e.Definition && k.of.Done == e.Done && k.of.Began == e.Began &&
		k.of.Ended == e.Ended
}

// configurations lists the configurations of the experiments of the store. If the store does not
// exist, there are none.
func (s *Server) configurations(ctx context.Context, _ struct{}) (configurationList, error) {
	s.tried.lock.Lock()
	defer s.tried.lock.Unlock()
	begun, last := s.running.count()
	running := s.running.name()
	fresh := time.Since(s.tried.when) < configurationsEvery
	if fresh && s.tried.begun == begun && s.tried.answer.Running == running {
		return s.tried.answer, nil // no experiment has begun or ended since
	}
	answer := configurationList{
		Choices: choices,
		Running: running,
		Last:    last,
		Tried:   []triedRow{},
		Printed: printedRows(),
	}
	err := s.read(ctx, "", func(st *store.Store) error {
		rows, err := s.readTried(ctx, st)
		answer.Tried = append(answer.Tried, rows...)
		return err
	})
	if err != nil && !errors.As(err, new(*store.MissingError)) {
		return configurationList{}, err
	}
	s.tried.answer = answer
	s.tried.begun = begun
	s.tried.when = time.Now()
	return answer, nil
}

// printedRows returns the configurations that the study printed.
func printedRows() []printedRow {
	var rows []printedRow
	for _, p := range studies.PrintedConfigurations() {
		rows = append(rows, printedRow{
			settingsTried: settingsOf(p.Configuration),
			Plans:         p.Plans(),
			Solved:        intervalOf(p.Solved),
			Seconds:       bench.Figure(p.Seconds),
			Time:          bench.Figure(p.Time),
		})
	}
	return rows
}

// readTried returns the rows of the store, the newest first. It reads only the trials of
// experiments that have changed. Of several experiments with the same configuration, the newest
// makes the row.
func (s *Server) readTried(ctx context.Context, st *store.Store) ([]triedRow, error) {
	stored, err := st.Experiments(ctx)
	if err != nil {
		return nil, err
	}
	kept := map[string]keptRow{}
	seen := map[settingsTried]bool{}
	var rows []triedRow
	for _, e := range slices.Backward(stored) {
		k := s.tried.rows[e.Name]
		if !k.holds(e) {
			row, err := s.rowOf(ctx, st, e)
			if err != nil {
				return nil, err
			}
			k = keptRow{of: e, row: row}
		}
		kept[e.Name] = k
		if k.row != nil && !seen[k.row.settingsTried] {
			seen[k.row.settingsTried] = true
			rows = append(rows, *k.row)
		}
	}
	s.tried.rows = kept
	return rows, nil
}

// Larger experiments and longer definitions than these try no configuration of the page.
const (
	mostTried      = 20_000
	longDefinition = 10_000
)

// rowOf returns the row of an experiment, or nil if it does not try a configuration.
func (s *Server) rowOf(ctx context.Context, st *store.Store, e store.Experiment) (*triedRow, error) {
	if e.Total > mostTried || len(e.Definition) > longDefinition {
		return nil, nil
	}
	definition, _, err := config.ReadText(e.Definition)
	if err != nil {
		return nil, nil // of another version, or with boards of a file
	}
	c, tries := studies.ConfigurationOf(definition)
	if !tries {
		return nil, nil
	}
	records, err := st.Records(ctx, e.Name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	m := studies.Measure(definition, records)
	row := &triedRow{
		Experiment:     e.Name,
		settingsTried:  settingsOf(c),
		Plans:          c.Plans(),
		Trials:         e.Total,
		Done:           len(records),
		Solved:         intervalOf(m.Solved),
		Length:         intervalOf(m.Length),
		Time:           intervalOf(m.Time),
		MostlyOverhead: m.MostlyOverhead,
		Evaluated:      bench.Figure(m.Evaluated),
		Seconds:        bench.Figure(m.Seconds),
		Command:        s.commandOf(c, e.Name),
	}
	if printed, found := c.Printed(); found && m.Solved.N > 0 {
		row.Agreement = studies.AgreementOf(m.Solved, printed.Solved)
	}
	return row, nil
}
