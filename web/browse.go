package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"math"
	"net/http"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/report"
	"npuzzle/bench/store"
	"npuzzle/docs/studies"
	"npuzzle/internal/machine"
	"npuzzle/web/api"
)

// browsing holds the methods that need a server, by name.
var browsing = map[string]api.Method[*Server]{
	"experiments": api.NewMethod("lists the experiments of the store", (*Server).experiments),
	"experiment":  api.NewMethod("returns an experiment with its results", (*Server).experiment),
	"trials":      api.NewMethod("returns a page of the trials of an experiment", (*Server).trials),
	"trial":       api.NewMethod("returns a trial", (*Server).trial),
	"start": api.NewMethod("starts an experiment, which goes on when the page is closed",
		(*Server).start),
	"follow": api.NewStream[runState]("sends the state of a running experiment until it ends",
		(*Server).follow),
	"stop": api.NewMethod("stops a running experiment; the trials that have ended are kept",
		(*Server).stop),
}

// experimentList is the list of the experiments of the store, the oldest first, without their
// definitions.
type experimentList struct {
	Store       string             `json:"store" about:"name of the file"`
	Running     string             `json:"running,omitempty" about:"name of the running experiment"`
	Experiments []store.Experiment `json:"experiments" about:"oldest first, without their definitions"`
	Examples    []string           `json:"examples" about:"names of the reports that come with the program"`
}

// experiments returns the experiments of the store. If the store does not exist, the list is empty.
func (s *Server) experiments(ctx context.Context, _ struct{}) (experimentList, error) {
	answer := experimentList{
		Store:       s.Store,
		Running:     s.running.name(),
		Experiments: []store.Experiment{},
		Examples:    studies.Names(),
	}
	err := s.read(ctx, "", func(st *store.Store) error {
		var err error
		answer.Experiments, err = st.Experiments(ctx)
		return err
	})
	if errors.As(err, new(*store.MissingError)) {
		err = nil
	}
	for i := range answer.Experiments {
		answer.Experiments[i].Definition = ""
	}
	return answer, err
}

// experimentRequest asks for an experiment.
type experimentRequest struct {
	Experiment string `json:"experiment,omitempty" about:"name; the newest if empty"`
}

// experimentResults holds an experiment with its results so far.
type experimentResults struct {
	store.Experiment
	Boards      int            `json:"boards" about:"number of boards asked for"`
	Running     bool           `json:"running" about:"whether it runs in this server now"`
	TimeLimit   float64        `json:"time_limit" about:"seconds of a trial; 0 for no limit"`
	Headline    string         `json:"headline" about:"what the trials show, in a sentence"`
	Conclusions []string       `json:"conclusions" about:"in sentences"`
	Groups      []groupResults `json:"groups"`
	Within      []within       `json:"within" about:"by size and solver"`
}

// within is a line of the share of trials that have found a plan within a time.
type within struct {
	Size      string    `json:"size" about:"of the boards"`
	Solver    string    `json:"solver" about:"name of the solver"`
	Algorithm string    `json:"algorithm"`
	Seconds   []float64 `json:"seconds" about:"times, ascending"`
	Shares    []float64 `json:"shares" about:"share of trials with a plan by each time"`
}

// maxPoints is the maximum number of points of a line.
const maxPoints = 400

// withinOf returns the lines of all solvers.
func withinOf(a *analysis.Analysis) []within {
	found := []within{}
	for _, size := range a.Sizes() {
		for _, t := range a.Anytime(size, analysis.Seconds) {
			line := t.Reached(math.Inf(1))
			w := within{
				Size:      size.String(),
				Solver:    t.Name,
				Algorithm: t.Algorithm,
				Seconds:   []float64{},
				Shares:    []float64{},
			}
			each := len(line.X)/maxPoints + 1
			for i := range line.X {
				if i%each == 0 || i == len(line.X)-1 {
					w.Seconds = append(w.Seconds, line.X[i])
					w.Shares = append(w.Shares, line.Y[i])
				}
			}
			found = append(found, w)
		}
	}
	return found
}

// groupResults holds the results of the solvers on a group of puzzles.
type groupResults struct {
	Group   string             `json:"group" about:"name of the group"`
	Size    string             `json:"size" about:"of the boards"`
	Puzzles int                `json:"puzzles" about:"number of puzzles with trials"`
	Solvers []analysis.Summary `json:"solvers"`
}

// experiment returns an experiment with its results. While trials are missing, the results are
// those on the puzzles that all solvers have tried, so that solvers can be compared. A large
// experiment takes some seconds; if the page is closed meanwhile, experiment returns at once.
func (s *Server) experiment(ctx context.Context, r experimentRequest) (experimentResults, error) {
	var answer experimentResults
	err := analysis.Interruptible(ctx, func() error {
		results, err := s.resultsOf(ctx, r)
		answer = results
		return err
	})
	if err != nil {
		return experimentResults{}, err
	}
	return answer, nil
}

// resultsOf returns what experiment returns.
func (s *Server) resultsOf(ctx context.Context, r experimentRequest) (experimentResults, error) {
	var answer experimentResults
	err := s.results(ctx, r.Experiment, func(e store.Experiment, results *analysis.Analysis) error {
		if e.Done < e.Total {
			results = analysis.Stored(e.Definition, triedByAll(results.Trials))
		}
		answer = s.summarise(e, results)
		return nil
	})
	return answer, err
}

// summarise returns the answer for an experiment and the analysis of its trials.
func (s *Server) summarise(e store.Experiment, results *analysis.Analysis) experimentResults {
	// If the files of boards are missing, the definition is empty.
	definition, _, _ := config.ReadText(e.Definition)
	answer := experimentResults{
		Experiment:  e,
		Boards:      definition.Puzzles(),
		Running:     s.running.name() == e.Name,
		TimeLimit:   definition.TimeLimit.Seconds(),
		Groups:      []groupResults{},
		Headline:    results.Headline(),
		Conclusions: append([]string{}, results.Conclusions()...),
		Within:      withinOf(results),
	}
	summaries := results.Summaries()
	tried := 0
	for _, g := range results.Groups {
		group := groupResults{
			Group:   g.Name,
			Size:    g.Size.String(),
			Puzzles: g.Puzzles,
			Solvers: []analysis.Summary{},
		}
		for _, summary := range summaries {
			if summary.Group == g {
				group.Solvers = append(group.Solvers, summary)
			}
		}
		answer.Groups = append(answer.Groups, group)
		tried += g.Puzzles
	}
	answer.Boards = max(answer.Boards, tried) // tried, if the definition cannot be read
	return answer
}

// triedByAll returns the trials on the puzzles that all solvers of their group have tried.
func triedByAll(trials []bench.Record) []bench.Record {
	type try struct {
		group, solver string
		repeat        int
	}
	type board struct {
		group  string
		puzzle int
	}
	seen := map[try]bool{}
	perBoard := map[string]int{} // by group: number of trials of a board that all have tried
	trialsOn := map[board]int{}
	for _, r := range trials {
		t := try{group: r.Group, solver: r.Solver, repeat: r.Repeat}
		if !seen[t] {
			seen[t] = true
			perBoard[r.Group]++
		}
		trialsOn[board{group: r.Group, puzzle: r.Puzzle}]++
	}
	return slices.DeleteFunc(slices.Clone(trials), func(r bench.Record) bool {
		return trialsOn[board{group: r.Group, puzzle: r.Puzzle}] < perBoard[r.Group]
	})
}

// results reads an experiment and calls do with it and the analysis of its trials. The trials of a
// large experiment take hundreds of megabytes, so only one request at a time has them, until do
// returns.
func (s *Server) results(
	ctx context.Context, name string, do func(store.Experiment, *analysis.Analysis) error,
) error {
	return s.read(ctx, name, func(st *store.Store) error {
		freeMemory() // the trials of an earlier answer may still be there
		restore := machine.SaveMemory()
		defer restore()
		e, err := st.Experiment(ctx, name)
		if err != nil {
			return err
		}
		records, err := st.Records(ctx, e.Name)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		e.Done = len(records) // damaged records are not counted
		return do(e, analysis.Stored(e.Definition, records))
	})
}

// read opens the store and calls do, which reads it. Only one request at a time reads the store,
// so that many requests take no more memory than one.
func (s *Server) read(ctx context.Context, name string, do func(*store.Store) error) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	st, err := store.OpenToRead(ctx, s.Store)
	if errors.Is(err, fs.ErrNotExist) {
		return &store.MissingError{Store: s.Store, Name: name}
	}
	if err != nil {
		return err
	}
	defer freeMemory()
	defer st.Close()
	st.Warn = func(text string) { s.Log.Warn(text) }
	return do(st)
}

// trialsRequest asks for a page of the trials of an experiment.
type trialsRequest struct {
	Experiment string `json:"experiment,omitempty" about:"name; the newest if empty"`
	Skip       int    `json:"skip,omitempty" about:"number of trials before the page"`
	Count      int    `json:"count,omitempty" about:"maximum number of trials on the page, up to 1000; 50 if missing"`
}

// trialPage is a page of the trials of an experiment, without the histories of the genetic solver.
type trialPage struct {
	Experiment string         `json:"experiment" about:"name"`
	Done       int            `json:"done" about:"number of trials on all pages"`
	Skip       int            `json:"skip" about:"number of trials before the page"`
	Trials     []bench.Record `json:"trials" about:"without histories"`
}

const (
	usualPage = 50
	mostPage  = 1000
)

// trials returns a page of the trials of an experiment.
func (s *Server) trials(ctx context.Context, r trialsRequest) (trialPage, error) {
	count := cmp.Or(r.Count, usualPage)
	if r.Skip < 0 || count < 0 || count > mostPage {
		return trialPage{}, fault(http.StatusBadRequest, "skip %d and count %d are out of range; "+
			"expected at least 0 and 1 to %d", r.Skip, count, mostPage)
	}
	answer := trialPage{Skip: r.Skip}
	err := s.read(ctx, r.Experiment, func(st *store.Store) error {
		e, err := st.Experiment(ctx, r.Experiment)
		if err != nil {
			return err
		}
		answer.Experiment = e.Name
		answer.Done = e.Done
		page, err := st.Page(ctx, e.Name, r.Skip, count)
		answer.Trials = append([]bench.Record{}, page...)
		return err
	})
	for i := range answer.Trials {
		answer.Trials[i].History = nil
	}
	return answer, err
}

// trialRequest asks for a trial.
type trialRequest struct {
	Experiment string `json:"experiment,omitempty" about:"name; the newest if empty"`
	Key        string `json:"key" about:"key of the trial, or its first characters"`
}

// trial returns the trial whose key begins with the given text.
func (s *Server) trial(ctx context.Context, r trialRequest) (trial bench.Record, err error) {
	err = s.read(ctx, r.Experiment, func(st *store.Store) error {
		e, err := st.Experiment(ctx, r.Experiment)
		if err != nil {
			return err
		}
		found, err := st.Trials(ctx, e.Name, r.Key)
		if err != nil {
			return err
		}
		if len(found) != 1 || r.Key == "" {
			return fault(http.StatusNotFound,
				"%d trials of %s have a key that begins with %.60q; expected one",
				len(found), e.Name, r.Key)
		}
		trial = found[0]
		return nil
	})
	return trial, err
}

// reportPolicy is the content security policy of a report. It allows the styles in the report's
// page and downloads of its tables. The report cannot run scripts. Only pages of this server can
// show it in a frame.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri " +
	"'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-downloads"

// report answers "GET /api/v1/report?experiment=NAME" with the report as an HTML page.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	var page bytes.Buffer
	name := r.URL.Query().Get("experiment")
	writePage := func(e store.Experiment, results *analysis.Analysis) error {
		return report.Of(e, results).HTML(&page)
	}
	err := analysis.Interruptible(r.Context(), func() error {
		return s.results(r.Context(), name, writePage)
	})
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Security-Policy", reportPolicy)
	w.Header().Set("Cache-Control", "no-store")
	s.write(w, r, "text/html; charset=utf-8", page.Bytes())
}
