package ga

import (
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Values of PhaseMode: the board that a phase starts from.
const (
	Continue = "continue" // the best board that the phase before reached
	Restart  = "restart"  // the problem's start, as in the code of the study "ga-vs-astar"
)

// Values of Target: the board of a plan that the fitness is computed from.
const (
	BestBoard = "best-board" // the fittest board along the plan, which is cut there
	EndBoard  = "end-board"  // the last board
)

// Values of Decoding: how legal moves are assigned to ranges of a gene.
const (
	Ordered = "ordered" // in the order of successors
	Ranked  = "ranked"  // by the estimates of the boards that the moves lead to
)

// Values of Survival: the chromosomes that make up the next generation.
const (
	Generational = "generational" // the children and the elites
	Plus         = "plus"         // the best of parents and children: (mu + lambda)
)

// Values of Subgoals: the stages in which a large board is solved.
const (
	NoSubgoals = "none"  // one stage for the whole board
	ByLine     = "lines" // one stage for each outer row or column, then the core
)

// Values of Control: what replaces evolution in an experiment that measures what
// evolution is worth at equal evaluations. Only experiment files set it.
const (
	NoControl    = "none"          // evolution: selection, crossover and mutation
	RandomPlans  = "random-plans"  // every child is drawn at random
	HillClimbing = "hill-climbing" // every chromosome competes with a mutant of its own
)

// Auto, as a number of genes, means: computed from the size of the board. As
// patience it means: depends on the limits of the run.
const Auto = -1

// DefaultPatience is the patience of a run without a limit of time or evaluations.
const DefaultPatience = 10

const (
	maxPopulation  = 1 << 20
	maxGenerations = 1 << 30 // of a phase; also the maximum number of phases
	maxGenes       = 1 << 20
	maxIslands     = 1 << 10

	// Outside these bounds of Greed a rank may get none of a gene's 2^32 values.
	minGreed, maxGreed = 0.1, 100

	// maxFirstGenes bounds the first chromosomes of large boards. A phase only has to
	// reach a better board, not the goal: with 120 genes, the study's number for 4x4,
	// a solution took twice as long as with 50.
	maxFirstGenes = 50
)

// Settings are the parameters of the solver. The zero Settings are not valid;
// start from a preset. The table of settings says what each one means.
type Settings struct {
	Population  int
	Generations int // maximum of a phase, the first population not counted

	// Phases times Generations is the budget of generations of each stage. What a
	// phase leaves unused when it stagnates is available to further phases.
	Phases     int
	PhaseMode  string
	Stagnation int // 0: a phase never ends early
	Record     bool

	Target string

	Genes    int // of a first chromosome, or Auto; see Lengths
	MaxGenes int // of any chromosome, or Auto; see Lengths
	Decoding string
	Greed    float64

	Tournament int
	Survival   string
	Elites     int
	Crossover  float64
	Mutation   float64

	Islands int

	Subgoals string
	Core     int

	Improve  bool
	Windows  bool
	Renew    float64
	Patience int // 0: never; Auto: never under a limit of time or evaluations, else DefaultPatience

	Control string
}

// Check returns an error that names the first setting that is out of range, by
// itself or together with others.
func (s Settings) Check() error {
	for _, row := range table {
		if err := new(Settings).Set(row.Name, s.Get(row.Name)); err != nil {
			return fmt.Errorf("ga: %w", err)
		}
	}
	size, whose := s.islandSize(), "the population"
	if s.Islands > 1 {
		whose += " of an island"
	}
	switch {
	case size < 2:
		return fmt.Errorf("ga: islands %d is out of range; expected 1 to %d, two chromosomes of the population on each",
			s.Islands, s.Population/2)
	case s.Tournament > size:
		return fmt.Errorf("ga: tournament %d is out of range; expected 1 to %d, %s", s.Tournament, size, whose)
	case s.Elites >= size:
		return fmt.Errorf("ga: elites %d is out of range; expected 0 to %d, less than %s", s.Elites, size-1, whose)
	case s.MaxGenes != Auto && s.MaxGenes < s.Genes:
		return fmt.Errorf("ga: max-genes %d is out of range; expected at least the %d genes of a first chromosome",
			s.MaxGenes, s.Genes)
	}
	return nil
}

// Lengths returns the number of genes of a first chromosome on boards of a size,
// and the maximum number of genes of any chromosome. Auto means, for the first,
// half the square of the number of cells, n(n-1)/2, but at most 50 (the study
// "ga-vs-astar" had no bound), and for the maximum twice the first.
func (s Settings) Lengths(size puzzle.Size) (first, most int) {
	first, most = s.Genes, s.MaxGenes
	if first == Auto {
		n := size.Cells()
		first = min(n*(n-1)/2, maxFirstGenes)
		if most != Auto {
			first = min(first, most)
		}
	}
	if most == Auto {
		most = min(2*first, maxGenes)
	}
	return first, most
}

// CheckHeuristic returns an error if the solver cannot use a heuristic on boards of a size.
// Boards solved in stages need linear conflict: a stage estimates boards on which most
// tiles do not matter, which no other heuristic does. Lines longer than a table of
// linear conflict count as Manhattan distance.
func (s Settings) CheckHeuristic(h heuristics.Heuristic, size puzzle.Size) error {
	if name := heuristics.LinearConflict.Name(); s.byLine(size) && h.Name() != name {
		return fmt.Errorf("ga: boards of %v are solved in stages, which estimate by %s, not %s;"+
			" expected heuristic %s, or setting subgoals none", size, name, h.Name(), name)
	}
	return nil
}

// byLine reports whether a line of a board of a size is solved in a stage of its own.
func (s Settings) byLine(size puzzle.Size) bool {
	return s.Subgoals == ByLine && max(size.Rows, size.Cols) > s.Core && size.Cells() > 4
}

// islandSize returns the number of chromosomes of each island.
func (s Settings) islandSize() int { return s.Population / s.Islands }
