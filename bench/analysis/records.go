package analysis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"npuzzle/bench"
	"npuzzle/bench/plot"
	"npuzzle/bench/stats"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// Experiment is what is looked at: trials, and what they are called.
type Experiment struct {
	Name, Description string
	Definition        string // as an experiment file; "" where there is none
	Records           []bench.Record
	Total             int              // trials that it takes, of which Records may be the first; 0 if not known
	Stale             int              // trials kept of it that are no longer a part, and not in Records
	Evolutions        []plot.Evolution // traces of the genetic solver, which records do not hold
}

// Analysis holds the trials of an experiment sorted by solver and puzzle.
// Cancelled trials say nothing of a solver and are left out; trials that went
// wrong count as not solved, and nothing of them was measured.
type Analysis struct {
	Name, Description string
	Trials            []bench.Record
	Total, Stale      int      // as the Experiment has them
	Cancelled         int      // trials left out
	Solvers           []Solver // in the order in which they first occur
	Groups            []Group  // likewise

	evolutions []plot.Evolution
	puzzles    []*instance // in the order in which they first occur
}

// Solver is one that took part.
type Solver struct {
	Name      string // unique within the experiment
	Look      int    // in all figures, see plot.Series
	Expands   bool   // states, in any trial
	Evaluates bool   // plans, in any trial
	trials    []bench.Record
}

// Group is a number of puzzles that were drawn or read together.
type Group struct {
	Name    string
	Size    string // ROWSxCOLS; several of a mixed group
	Puzzles int
}

// Title is the group's name, or its size where it has none.
func (g Group) Title() string {
	if g.Name == "" {
		return g.Size
	}
	return g.Name
}

// instance is a puzzle with what all solvers did on it.
type instance struct {
	group    int // index of its Group
	size     puzzle.Size
	walk     *int
	astray   int     // tiles that start away from their goal's cell
	cost     float64 // of a cheapest plan; NaN where unknown
	length   float64 // of a shortest plan, likewise
	outcomes map[string]outcome
}

// outcome is what a solver did on a puzzle: a trial for each repeat.
type outcome []bench.Record

// New sorts the trials of an experiment.
func New(e Experiment) *Analysis {
	a := &Analysis{Name: e.Name, Description: e.Description, Total: e.Total, Stale: e.Stale, evolutions: e.Evolutions}
	type puzzleID struct {
		group  string
		number int // counts within the group
	}
	solvers, groups, puzzles := map[string]int{}, map[string]int{}, map[puzzleID]*instance{}
	for _, r := range e.Records {
		if r.Status == search.Cancelled {
			a.Cancelled++
			continue
		}
		a.Trials = append(a.Trials, r)
		name := solverName(r)
		if _, known := solvers[name]; !known {
			solvers[name] = len(a.Solvers)
			a.Solvers = append(a.Solvers, Solver{Name: name, Look: len(a.Solvers) + 1})
		}
		s := &a.Solvers[solvers[name]]
		s.trials = append(s.trials, r)
		s.Expands = s.Expands || r.Expanded > 0
		s.Evaluates = s.Evaluates || r.Evaluated > 0

		id := puzzleID{r.Group, r.Puzzle}
		p := puzzles[id]
		if p == nil {
			if _, known := groups[r.Group]; !known {
				groups[r.Group] = len(a.Groups)
				a.Groups = append(a.Groups, Group{Name: r.Group})
			}
			p = &instance{
				group: groups[r.Group], size: puzzle.Size{Rows: r.Rows, Cols: r.Cols}, walk: r.Walk, astray: r.StartMisplaced,
				cost: math.NaN(), length: math.NaN(), outcomes: map[string]outcome{},
			}
			puzzles[id] = p
			a.puzzles = append(a.puzzles, p)
			a.Groups[p.group].add(p.size.String())
		}
		p.learn(r)
		p.outcomes[name] = append(p.outcomes[name], r)
	}
	return a
}

func solverName(r bench.Record) string {
	if r.Solver != "" {
		return r.Solver
	}
	return r.Algorithm + " " + r.Heuristic
}

// add counts a puzzle of a size in.
func (g *Group) add(size string) {
	g.Puzzles++
	if !slices.Contains(strings.Fields(g.Size), size) {
		g.Size = strings.TrimSpace(g.Size + " " + size)
	}
}

// learn takes what a trial tells about the puzzle's best plans.
func (p *instance) learn(r bench.Record) {
	if r.OptimalCost != nil {
		p.cost = float64(*r.OptimalCost)
	}
	if r.OptimalLength != nil {
		p.length = float64(*r.OptimalLength)
	}
	if solved(r) && r.Optimal {
		p.cost = float64(r.Cost)
		if r.MoveCosts.Unit() {
			p.length = float64(*r.Length)
		}
	}
}

// gap returns cost / optimal cost of a solved trial, 1 for a board that is the
// goal, NaN where the optimal cost is unknown.
func (p *instance) gap(r bench.Record) float64 {
	if float64(r.Cost) == p.cost {
		return 1
	}
	return float64(r.Cost) / p.cost
}

func failed(r bench.Record) bool { return r.Error != "" }

func solved(r bench.Record) bool { return r.Status == search.Solved && r.Length != nil }

// solved tells whether the solver solved the puzzle more often than not.
func (o outcome) solved() bool {
	n := 0
	for _, r := range o {
		if solved(r) {
			n++
		}
	}
	return 2*n > len(o)
}

// value is the median of a measure over the trials that solved the puzzle.
func (o outcome) value(m Measure) float64 {
	var values []float64
	for _, r := range o {
		if solved(r) {
			values = append(values, m.Of(r))
		}
	}
	return stats.Median(values)
}

// sizes returns the sizes of the puzzles, the smallest first.
func (a *Analysis) sizes() []puzzle.Size {
	var all []puzzle.Size
	for _, p := range a.puzzles {
		if !slices.Contains(all, p.size) {
			all = append(all, p.size)
		}
	}
	slices.SortStableFunc(all, func(x, y puzzle.Size) int { return x.Rows*x.Cols - y.Rows*y.Cols })
	return all
}

// ofSize returns the puzzles of a size.
func (a *Analysis) ofSize(size puzzle.Size) []*instance {
	return slices.DeleteFunc(slices.Clone(a.puzzles), func(p *instance) bool { return p.size != size })
}

// Puzzles returns how many puzzles there are.
func (a *Analysis) Puzzles() int { return len(a.puzzles) }

// Partial tells whether trials are missing that the experiment takes.
func (a *Analysis) Partial() bool { return len(a.Trials) < a.Total }

// About says in a line what was tried.
func (a *Analysis) About() string {
	var sizes []string
	for _, s := range a.sizes() {
		sizes = append(sizes, s.String())
	}
	return fmt.Sprintf("%d trials of %d solvers on %d puzzles of %s", len(a.Trials), len(a.Solvers), a.Puzzles(), strings.Join(sizes, ", "))
}
