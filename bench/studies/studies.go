package studies

import (
	"context"
	"fmt"
	"slices"

	"npuzzle/bench"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// studies lists the studies in the order in which they are named.
var studies = []study{
	{"ga-vs-astar", gaVsAStar, map[string]replicas{"vectors": vectorReplicas, "genes": geneReplicas}},
	{"shuffle-study", shuffleStudy, map[string]replicas{"iterations": iterationReplicas}},
	{"four-searches", fourSearches, map[string]replicas{"replicas": searchReplicas}},
	{"four-heuristics", fourHeuristics, map[string]replicas{"blank": blankReplicas}},
	{"tutorial", tutorial, map[string]replicas{"tree-and-graph": treeReplicas}},
	{Evolution, evolution, nil},
}

// study is one of the five published studies, or the laboratory's own.
type study struct {
	name     string              // name of the file, without its extension
	judge    func(*session)      // makes the tables and figures, and judges the claims
	replicas map[string]replicas // for the experiments without solvers, by name
}

// replicas holds the searches with which an experiment without solvers is run.
type replicas struct {
	searches []namedSearch
	timed    bool // run one search at a time, because the report shows their times

	// doubtful reports whether a trial is run two more times, alone, after all other trials.
	// It selects trials whose times decide a claim and may be long because the machine
	// paused. The shortest time counts. It may be nil.
	doubtful func(bench.Trial) bool
}

// namedSearch is a search that imitates the search of a study.
type namedSearch interface {
	search.Solver
	label() string
}

// Names returns the names of the published studies.
func Names() (names []string) {
	for _, s := range studies {
		if s.name != Evolution {
			names = append(names, s.name)
		}
	}
	return names
}

// Host describes how studies are re-run.
type Host struct {
	// Run runs an experiment and returns the records of its trials. If the context ends
	// during the run, Run returns only the records so far.
	Run func(ctx context.Context, e bench.Experiment) ([]bench.Record, error)

	// Step receives the name of each experiment before it runs. It may be nil.
	Step func(name string)

	// Jobs is the number of replicas that run at the same time. Replicas whose times the
	// report shows run alone.
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
	words   words
	results map[string]rows // by name of the experiment
}

// Reproduce re-runs the named study. If the context is cancelled, the report has the
// results so far, and is marked as partial.
func Reproduce(ctx context.Context, name string, h Host) (Report, error) {
	at := slices.IndexFunc(studies, func(s study) bool { return s.name == name })
	if at < 0 {
		return Report{}, fmt.Errorf("no study %q; expected one of %v or %s", name, Names(), Evolution)
	}
	w, experiments := readStudy(name)
	s := &session{words: w, results: map[string]rows{}, report: Report{
		Study: name, Title: w.Title, Source: w.Source, Setup: w.Setup, Apart: w.NotComparable,
		Seed: h.Seed, Quick: h.Quick,
	}}
	for _, e := range experiments {
		key := e.Name
		h.prepare(&e, s.report)
		if h.Step != nil {
			h.Step(e.Name)
		}
		run := h.Run
		if len(e.Solvers) == 0 {
			run = studies[at].replicas[key].join(&e, h)
		}
		records, err := run(ctx, e)
		if err != nil {
			return s.report, fmt.Errorf("%s: %w", e.Name, err)
		}
		s.report.Partial = s.report.Partial || len(records) < e.Trials()
		s.results[key] = rowsOf(e, records)
	}
	studies[at].judge(s)
	return s.report, nil
}

// prepare changes an experiment of a study's file for the run. It adds the study's name,
// replaces the seed by the host's, and takes fewer boards for a quick re-run. If a group's
// seed in the file is the experiment's seed plus n, the group's new seed is the host's
// seed plus n. So the group keeps boards of its own.
func (h Host) prepare(e *bench.Experiment, r Report) {
	inFile := e.Seed
	e.Name, e.Kind, e.Description, e.Seed = r.Study+"-"+e.Name, "reproduce", r.Title, h.Seed
	if h.Quick {
		e.Name += "-quick"
	}
	for i := range e.Groups {
		g := &e.Groups[i]
		g.Seed += h.Seed - inFile
		if h.Quick {
			g.Count = (g.Count + quickPart - 1) / quickPart
			g.NodeLimit /= quickPart
		}
	}
}

// join adds the replicas to an experiment and returns the function that runs it. All
// searches try a board before the next board, so other load on the machine affects all of
// them. If the memory limit is small, fewer searches run at the same time, so that a
// search reaches its limit of expansions before its memory limit.
func (r replicas) join(e *bench.Experiment, h Host) func(context.Context, bench.Experiment) ([]bench.Record, error) {
	for _, search := range r.searches {
		e.Solvers = append(e.Solvers, bench.Solver{Name: search.label(), Custom: search})
	}
	runner := bench.Runner{Jobs: h.Jobs, Limits: e.Limits, InOrder: true}
	runner.Limits.Bytes = h.Bytes
	if each := expansionBytes * e.Limits.Expanded; h.Bytes > 0 && each > 0 {
		runner.Jobs = int(max(1, min(uint64(h.Jobs), h.Bytes/each)))
	}
	if r.timed {
		runner.Jobs = 1
	}
	return func(ctx context.Context, e bench.Experiment) (records []bench.Record, err error) {
		var trials []bench.Trial
		err = runner.Run(ctx, e.Plan(ctx, nil, bench.Provenance{}), func(t bench.Trial) error {
			if t.Result.Status != search.Cancelled {
				trials = append(trials, t)
			}
			return nil
		})
		for _, t := range trials {
			if r.doubtful != nil && r.doubtful(t) {
				t = leastOf(ctx, t, 2)
			}
			records = append(records, t.Record(puzzle.BlankNotation))
		}
		if ctx.Err() != nil {
			err = nil // the records so far are the result
		}
		return records, err
	}
}

// leastOf repeats a trial the given number of times. It returns the run that took the
// least time, among the trial itself and the repetitions with the same status.
func leastOf(ctx context.Context, t bench.Trial, more int) bench.Trial {
	least := t
	for range more {
		again, err := t.Run(ctx, t.Limits, t.TimeLimit)
		if err == nil && again.Result.Status == t.Result.Status && again.Seconds < least.Seconds {
			least = again
		}
	}
	return least
}
