package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"net/http"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/report"
	"npuzzle/bench/store"
	"npuzzle/web/api"
)

// browsing holds the methods that need a server, by name.
var browsing = map[string]api.Method[*Server]{
	"experiments": api.NewMethod((*Server).experiments),
	"experiment":  api.NewMethod((*Server).experiment),
	"trials":      api.NewMethod((*Server).trials),
	"trial":       api.NewMethod((*Server).trial),
	"start":       api.NewMethod((*Server).start),
	"follow":      api.NewStream[Run]((*Server).follow),
	"stop":        api.NewMethod((*Server).stop),
}

// ExperimentsRequest asks for the experiments of the store.
type ExperimentsRequest struct{}

// Experiments is the list of the experiments of the store, the oldest first, without their
// definitions.
type Experiments struct {
	Store       string             `json:"store"`             // name of the file of the store
	Running     string             `json:"running,omitempty"` // name of the running experiment
	Experiments []store.Experiment `json:"experiments"`
}

// experiments returns the experiments of the store. If the store does not exist, the list is empty.
func (s *Server) experiments(ctx context.Context, _ ExperimentsRequest) (Experiments, error) {
	answer := Experiments{Store: s.Store, Running: s.running.name(), Experiments: []store.Experiment{}}
	err := s.read(ctx, "", func(st *store.Store) (err error) {
		answer.Experiments, err = st.Experiments(ctx)
		return err
	})
	if missing := new(*store.MissingError); errors.As(err, missing) {
		err = nil
	}
	for i := range answer.Experiments {
		answer.Experiments[i].Definition = ""
	}
	return answer, err
}

// ExperimentRequest asks for an experiment.
type ExperimentRequest struct {
	Experiment string `json:"experiment,omitempty"` // name; "" for the newest experiment
}

// Results holds an experiment with its results so far.
type Results struct {
	store.Experiment
	Running     bool     `json:"running"`
	Conclusions []string `json:"conclusions"` // in sentences
	Groups      []Group  `json:"groups"`
}

// Group holds the results of the solvers on a group of puzzles.
type Group struct {
	Group   string             `json:"group"`
	Size    string             `json:"size"`
	Puzzles int                `json:"puzzles"` // number of puzzles with trials
	Solvers []analysis.Summary `json:"solvers"`
}

// experiment returns an experiment with its results.
func (s *Server) experiment(ctx context.Context, r ExperimentRequest) (Results, error) {
	e, results, err := s.results(ctx, r.Experiment)
	if err != nil {
		return Results{}, err
	}
	answer := Results{
		Experiment: e, Running: s.running.name() == e.Name, Groups: []Group{},
		Conclusions: append([]string{}, results.Conclusions()...),
	}
	summaries := results.Summaries()
	for _, g := range results.Groups {
		group := Group{Group: g.Name, Size: g.Size.String(), Puzzles: g.Puzzles, Solvers: []analysis.Summary{}}
		for _, summary := range summaries {
			if summary.Group == g {
				group.Solvers = append(group.Solvers, summary)
			}
		}
		answer.Groups = append(answer.Groups, group)
	}
	return answer, nil
}

// results returns an experiment and the analysis of its trials.
func (s *Server) results(ctx context.Context, name string) (e store.Experiment, a *analysis.Analysis, err error) {
	err = s.read(ctx, name, func(st *store.Store) error {
		if e, err = st.Experiment(ctx, name); err != nil {
			return err
		}
		records, err := st.Records(ctx, e.Name)
		e.Done = len(records) // damaged records are not counted
		a = analysis.New(bench.Experiment{}, records)
		return err
	})
	return e, a, err
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
	defer s.slots.freeSoon()
	defer st.Close()
	st.Warn = func(text string) { s.Log.Warn(text) }
	return do(st)
}

// TrialsRequest asks for a page of the trials of an experiment.
type TrialsRequest struct {
	Experiment string `json:"experiment,omitempty"`
	Skip       int    `json:"skip,omitempty"`  // number of trials before the page
	Count      int    `json:"count,omitempty"` // maximum number of trials on the page; 0 for 50
}

// Trials is a page of the trials of an experiment, without the histories of the genetic solver.
type Trials struct {
	Experiment string         `json:"experiment"`
	Done       int            `json:"done"` // number of trials on all pages
	Skip       int            `json:"skip"`
	Trials     []bench.Record `json:"trials"`
}

const (
	usualPage = 50
	mostPage  = 1000
)

// trials returns a page of the trials of an experiment.
func (s *Server) trials(ctx context.Context, r TrialsRequest) (Trials, error) {
	count := cmp.Or(r.Count, usualPage)
	if r.Skip < 0 || count < 0 || count > mostPage {
		return Trials{}, fault(http.StatusBadRequest, "skip %d and count %d are out of range; "+
			"expected at least 0 and 1 to %d", r.Skip, count, mostPage)
	}
	answer := Trials{Skip: r.Skip}
	err := s.read(ctx, r.Experiment, func(st *store.Store) error {
		e, err := st.Experiment(ctx, r.Experiment)
		if err != nil {
			return err
		}
		answer.Experiment, answer.Done = e.Name, e.Done
		page, err := st.Page(ctx, e.Name, r.Skip, count)
		answer.Trials = append([]bench.Record{}, page...)
		return err
	})
	for i := range answer.Trials {
		answer.Trials[i].History = nil
	}
	return answer, err
}

// TrialRequest asks for a trial.
type TrialRequest struct {
	Experiment string `json:"experiment,omitempty"`
	Key        string `json:"key"` // key of the trial, or the beginning of its key
}

// trial returns the trial whose key begins with the given text.
func (s *Server) trial(ctx context.Context, r TrialRequest) (trial bench.Record, err error) {
	err = s.read(ctx, r.Experiment, func(st *store.Store) error {
		e, err := st.Experiment(ctx, r.Experiment)
		if err != nil {
			return err
		}
		some, err := st.Trials(ctx, e.Name, r.Key)
		if err == nil && (len(some) != 1 || r.Key == "") {
			err = fault(http.StatusNotFound, "%d trials of %s have a key that begins with %.60q; expected one",
				len(some), e.Name, r.Key)
		}
		if err == nil {
			trial = some[0]
		}
		return err
	})
	return trial, err
}

// reportPolicy is the content security policy of a report. It allows the styles in the report's
// page and downloads of its tables. The report cannot run scripts. Only pages of this server can
// show it in a frame.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'self'; sandbox allow-downloads"

// report answers "GET /api/v1/report?experiment=NAME" with the report as an HTML page.
func (s *Server) report(w http.ResponseWriter, r *http.Request) {
	e, results, err := s.results(r.Context(), r.URL.Query().Get("experiment"))
	var page bytes.Buffer
	if err == nil {
		err = report.Of(e, results, nil).HTML(&page)
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Security-Policy", reportPolicy)
	w.Header().Set("Cache-Control", "no-store")
	s.write(w, r, "text/html; charset=utf-8", page.Bytes())
}
