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

// study is one of the five, or the laboratory's own.
type study struct {
	name     string // of its file
	judge    func(*session)
	replicas map[string]replicas // by its experiments without solvers
}

// replicas are the searches that an experiment without solvers is run with.
type replicas struct {
	searches []namedSearch
	timed    bool // their times count, so only one runs at a time

	// doubtful tells which trials run twice more, alone, when all others have ended: those whose
	// times decide a claim and may be due to a pause of the machine. The least time counts. It may be nil.
	doubtful func(bench.Trial) bool
}

// namedSearch is a search written as a study wrote its own.
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

// Host is where studies are re-run.
type Host struct {
	// Run runs an experiment and returns the records of its trials. It returns fewer
	// than all if the context ended during the run, and none if it had ended before.
	Run func(ctx context.Context, e bench.Experiment) ([]bench.Record, error)

	// Step receives the name of each experiment before it runs. It may be nil.
	Step func(name string)

	// Jobs is the number of replicas that run at the same time. Replicas whose times
	// count run alone.
	Jobs int

	// Bytes is the memory limit of all replicas together; 0 for none. Fewer of them run at
	// the same time if it is small.
	Bytes uint64

	// Seed determines all boards and trials.
	Seed uint64

	// Quick takes one board of quickPart, and at least one of each group. A limit of a group
	// is divided by quickPart.
	Quick bool
}

// quickPart is the number of boards of which a quick re-run takes one.
const quickPart = 20

// session is the re-run of one study.
type session struct {
	report  Report
	words   words
	results map[string]rows // by name of the experiment
}

// Reproduce re-runs the named study. A cancelled context ends the re-run with what
// was found so far, marked as partial.
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

// prepare turns an experiment of a study's file into what is run: under the name of
// the study, with the seed of the host, and with fewer boards for a quick re-run. A group
// whose seed in the file is larger than that of the experiment by n has the seed of the host
// plus n, and so boards of its own.
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

// join adds the replicas to an experiment and returns what runs it. All searches try a
// board before the next board is tried, so that whatever else the machine does affects
// all of them. If the memory is small, fewer run at the same time, so that the limit of
// expansions ends a search before the memory does.
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
			err = nil // cut short, with the records so far
		}
		return records, err
	}
}

// leastOf runs a trial so many times more, and returns the run that took the least time. It keeps
// the trial as it was if no run ends.
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
