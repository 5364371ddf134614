package analysis

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"npuzzle/bench"
	"npuzzle/bench/config"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Analysis holds the trials of an experiment, grouped by puzzle and solver. Its methods compute the
// results.
type Analysis struct {
	Trials    []bench.Record // all trials that were not cancelled
	Cancelled int            // number of cancelled trials; they say nothing about a solver
	Solvers   []Solver       // in the order of the experiment
	Groups    []Group        // in the order of the experiment
	Machines  Machines       // that ran the trials

	// Baseline is the name of the solver with which Pairs, rankings and their conclusions compare
	// the others, or "" for the best. It must be set before the first call of a method.
	Baseline string

	planned []bench.Solver // solvers of the experiment; nil if Solvers come only from the records
	puzzles instances      // in the order of the records
	unread  []error        // parts of the definition that this program cannot read

	// The results of Summaries and Rankings, once they were asked for. They take long if there are
	// many trials, and reports use them in several places.
	summaries []Summary
	rankings  []Ranking
}

// Solver is a solver of an experiment.
type Solver struct {
	Name      string `json:"name"` // unique within the experiment
	Algorithm string `json:"algorithm"`
	Heuristic string `json:"heuristic"`
	Expands   bool   `json:"-"` // whether the solver expanded states in at least one trial

	// Number counts from 1. It decides the colour and the style of the solver in all figures.
	Number int `json:"-"`
}

// line returns a Series without points for the solver.
func (s Solver) line() Series { return Series{Name: s.Name, Number: s.Number} }

// Group is a group of puzzles that were drawn or read together.
type Group struct {
	Name    string
	Size    puzzle.Size
	Puzzles int // number of puzzles that have trials

	Listed   bool // whether the experiment lists the boards, so that they were not drawn at random
	Repeated bool // whether a solver has several trials on a board
}

// Title returns the group's name, or its size if it has no name.
func (g Group) Title() string {
	if g.Name == "" {
		return g.Size.String()
	}
	return g.Name
}

// instance is a puzzle and its trials.
type instance struct {
	group  int           // index in Analysis.Groups
	record *bench.Record // one of the trials; it provides the fields that describe the puzzle
	trials []outcome     // by the index of the solver in Analysis.Solvers; may be shorter
}

// trialsOf returns the trials of a solver.
func (p *instance) trialsOf(s Solver) outcome {
	if s.Number > len(p.trials) {
		return nil
	}
	return p.trials[s.Number-1]
}

// mostRuns returns the largest number of trials of a solver on the puzzle.
func (p *instance) mostRuns() int {
	most := 0
	for _, runs := range p.trials {
		most = max(most, len(runs))
	}
	return most
}

func (p *instance) size() puzzle.Size {
	return puzzle.Size{Rows: p.record.Rows, Cols: p.record.Cols}
}

// outcome has the trials of one solver on one puzzle, one for each repeat.
type outcome []*bench.Record

// instances is a list of puzzles.
type instances []*instance

// New returns an analysis of the records of an experiment's trials. The groups and solvers of the
// experiment come first, in their order, even if they have no trials yet. If the experiment is
// empty, New takes groups and solvers from the records.
func New(e bench.Experiment, records []bench.Record) *Analysis {
	a := &Analysis{planned: e.Solvers, Baseline: e.Baseline}
	for _, g := range e.Groups {
		a.Groups = append(a.Groups, Group{
			Name:   g.Name,
			Size:   g.Goal.Size(),
			Listed: g.Boards != nil,
		})
	}
	for _, s := range e.Solvers {
		a.Solvers = append(a.Solvers, Solver{
			Name: s.Name, Algorithm: s.Settings.Algorithm, Heuristic: s.Settings.HeuristicName(),
			Number: len(a.Solvers) + 1,
		})
	}
	known := map[[2]int]*instance{} // by the group and the number of the puzzle
	records, a.Machines = scaled(records)
	a.Trials = records
	if slices.ContainsFunc(records, cancelled) {
		a.Trials = slices.DeleteFunc(slices.Clone(records), cancelled)
		a.Cancelled = len(records) - len(a.Trials)
	}
	for i := range a.Trials {
		r := &a.Trials[i]
		solver := a.addSolver(r)
		group := a.groupOf(r)
		id := [2]int{group, r.Puzzle}
		p := known[id]
		if p == nil {
			p = &instance{group: group, record: r}
			known[id] = p
			a.puzzles = append(a.puzzles, p)
			a.Groups[group].Puzzles++
		}
		for len(p.trials) <= solver {
			p.trials = append(p.trials, nil)
		}
		p.trials[solver] = append(p.trials[solver], r)
		a.Groups[group].Repeated = a.Groups[group].Repeated || len(p.trials[solver]) > 1
	}
	return a
}

// cancelled reports whether a trial was cancelled.
func cancelled(r bench.Record) bool { return r.Status == search.Cancelled }

// Stored returns an analysis of the records of a stored experiment, given the text that defines it.
// Solvers and groups that the text defines in a way that this program cannot read come from the
// records: a warning says so. A text that refers to files of boards does not hold the boards, so
// their groups come from the records, too. They count as listed boards, and not as drawn ones.
func Stored(definition string, records []bench.Record) *Analysis {
	if definition == "" {
		return New(bench.Experiment{}, records)
	}
	e, unread, err := config.ReadStored(definition)
	if err != nil {
		e = bench.Experiment{}
	}
	a := New(e, records)
	for i := len(e.Groups); i < len(a.Groups); i++ {
		a.Groups[i].Listed = true
	}
	isBaseline := func(s Solver) bool { return s.Name == a.Baseline }
	if !slices.ContainsFunc(a.Solvers, isBaseline) {
		a.Baseline = ""
	}
	if err != nil {
		a.unread = append(a.unread, err)
	}
	for _, reason := range unread {
		a.unread = append(a.unread, reason)
	}
	return a
}

// addSolver adds the solver of a trial to a.Solvers if it is missing there, and returns its index.
// It updates the solver's fields Heuristic and Expands.
func (a *Analysis) addSolver(r *bench.Record) int {
	i := slices.IndexFunc(a.Solvers, func(s Solver) bool { return s.Name == r.Solver })
	if i < 0 {
		i = len(a.Solvers)
		a.Solvers = append(a.Solvers, Solver{Name: r.Solver, Algorithm: r.Algorithm, Number: i + 1})
	}
	s := &a.Solvers[i]
	s.Heuristic = r.Heuristic // more precise than a setting such as "pdb"
	s.Expands = s.Expands || r.Expanded > 0
	return i
}

// groupOf returns the index of a trial's group. It adds the group if it is missing.
func (a *Analysis) groupOf(r *bench.Record) int {
	i := slices.IndexFunc(a.Groups, func(g Group) bool { return g.Name == r.Group })
	if i < 0 {
		i = len(a.Groups)
		a.Groups = append(a.Groups,
			Group{Name: r.Group, Size: puzzle.Size{Rows: r.Rows, Cols: r.Cols}})
	}
	return i
}

// Puzzles returns the number of puzzles that have trials.
func (a *Analysis) Puzzles() int { return len(a.puzzles) }

// Sizes returns the sizes of the puzzles, the smallest first.
func (a *Analysis) Sizes() []puzzle.Size {
	var sizes []puzzle.Size
	for _, p := range a.puzzles {
		if !slices.Contains(sizes, p.size()) {
			sizes = append(sizes, p.size())
		}
	}
	slices.SortFunc(sizes, func(x, y puzzle.Size) int {
		return cmp.Or(x.Cells()-y.Cells(), x.Rows-y.Rows)
	})
	return sizes
}

// ofSize returns the puzzles of the given size.
func (a *Analysis) ofSize(size puzzle.Size) instances {
	var puzzles instances
	for _, p := range a.puzzles {
		if p.size() == size {
			puzzles = append(puzzles, p)
		}
	}
	return puzzles
}

// ofGroup returns the puzzles of the group with the given index.
func (a *Analysis) ofGroup(group int) instances {
	var puzzles instances
	for _, p := range a.puzzles {
		if p.group == group {
			puzzles = append(puzzles, p)
		}
	}
	return puzzles
}

// triedBy returns the puzzles on which the solver has trials.
func (ps instances) triedBy(s Solver) instances {
	var tried instances
	for _, p := range ps {
		if len(p.trialsOf(s)) > 0 {
			tried = append(tried, p)
		}
	}
	return tried
}

// solvedBy returns the puzzles that the solver solved in more than half of its trials.
func (ps instances) solvedBy(s Solver) instances {
	var solved instances
	for _, p := range ps {
		if p.trialsOf(s).solved() {
			solved = append(solved, p)
		}
	}
	return solved
}

// trialsOf yields the trials of the solver on these puzzles.
func (ps instances) trialsOf(s Solver) iter.Seq[*bench.Record] {
	return func(yield func(*bench.Record) bool) {
		for _, p := range ps {
			for _, r := range p.trialsOf(s) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// values calls the function valueOf for each trial of the solver. It returns the results, grouped
// by puzzle. It leaves out results that are NaN, and puzzles without results.
func (ps instances) values(s Solver, valueOf func(*bench.Record) float64) stats.Clusters {
	clusters := make(stats.Clusters, 0, len(ps))
	values := make([]float64, 0, len(ps)) // of all puzzles, so that each needs no memory of its own
	for _, p := range ps {
		before := len(values)
		for _, r := range p.trialsOf(s) {
			if x := valueOf(r); !math.IsNaN(x) {
				values = append(values, x)
			}
		}
		if after := len(values); after > before {
			clusters = append(clusters, values[before:after:after])
		}
	}
	return clusters
}

// Numbers returns the results of a function for trials, without those that are NaN.
func Numbers(trials []bench.Record, valueOf func(*bench.Record) float64) []float64 {
	var values []float64
	for i := range trials {
		if x := valueOf(&trials[i]); !math.IsNaN(x) {
			values = append(values, x)
		}
	}
	return values
}

// numbers returns the results of a function for the trials, without those that are NaN.
func (o outcome) numbers(valueOf func(*bench.Record) float64) []float64 {
	values := make([]float64, 0, len(o))
	for _, r := range o {
		if x := valueOf(r); !math.IsNaN(x) {
			values = append(values, x)
		}
	}
	return values
}

// failed reports whether a trial ended with an error. A failed trial counts as not solved, and has
// no measurements.
func failed(r *bench.Record) bool { return r.Error != "" }

// Solved reports whether a trial found a plan.
func Solved(r *bench.Record) bool { return r.Status == search.Solved && r.Length != nil }

// solved reports whether the solver solved the puzzle in more than half of its trials.
func (o outcome) solved() bool {
	solved := 0
	for _, r := range o {
		if Solved(r) {
			solved++
		}
	}
	return 2*solved > len(o)
}
