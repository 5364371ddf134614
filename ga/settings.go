package ga

import (
	"errors"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
)

// Values of settings that take words, and bounds of settings that are numbers.
const (
	// Values of PhaseMode: the board that a phase starts from.
	Continue = "continue" // the best board that the phase before reached
	Restart  = "restart"  // the problem's start, as in the code of the study "ga-vs-astar"

	// Values of Target: the board of a plan that the fitness is computed from.
	BestBoard = "best-board" // the fittest board along the plan, which is cut there
	EndBoard  = "end-board"  // the last board, even if the plan passes through the goal

	// Values of Decoding: how legal moves are assigned to ranges of a gene.
	Ordered = "ordered" // in the order of successors
	Ranked  = "ranked"  // by the estimates of the boards that the moves lead to

	// Values of Subgoals: the stages in which a large board is solved.
	NoSubgoals = "none"  // one stage for the whole board
	ByLine     = "lines" // one stage for each outer row or column, then the core

	// Values of Control: what replaces evolution in an experiment that measures what
	// evolution is worth at equal work. Only experiment files set it.
	NoControl       = "none"             // evolution: selection, crossover and mutation
	RandomPlans     = "random-plans"     // every chromosome is drawn at random
	HillClimbing    = "hill-climbing"    // every chromosome competes with a mutant of its own
	HeadlessChicken = "headless-chicken" // crossover with a random chromosome (Jones 1995)
	WindowsAlone    = "windows"          // improvement by windows, without the archive's children
	WeightedAStar   = "weighted-astar"   // plans of weighted A*, improved by windows alone

	maxPopulation  = 1 << 20
	maxGenerations = 1 << 30 // of a phase; also the maximum number of phases
	maxGenes       = 1 << 20
)

// Auto makes Genes depend on the size of the board (see [Settings.Lengths]), and
// Patience on the limits of the run (see [DefaultPatience]).
const Auto = -1

// DefaultPatience is the patience of a run without a limit of time or states.
const DefaultPatience = 50

// Settings are the parameters of the solver. The zero Settings are not valid: start from [Default]
// or [Preset], change single settings, and call Check. The table of settings ([Table]) holds
// the names and ranges that flags and files use.
type Settings struct {
	Population  int // chromosomes
	Generations int // maximum of a phase, the first population not counted

	// Phases times Generations is the budget of generations of each stage. What a
	// phase leaves unused when it stagnates is available to further phases.
	Phases     int
	PhaseMode  string // the board that a phase starts from: Continue or Restart
	Stagnation int    // generations without a better plan that end a phase; 0: none
	Record     bool   // never score a plan by a board on the best plan of an earlier phase

	Target string // the board of a plan that is scored: BestBoard or EndBoard

	Genes    int     // of a random chromosome, or Auto; see Lengths
	Decoding string  // of genes into moves: Ordered or Ranked
	Greed    float64 // preference of better moves under Ranked: gene x means move n*x^Greed of n

	// Of the children of a generation, Crossover/(Crossover+Mutation) are made by
	// crossover, and the others are mutants.
	Crossover float64
	Mutation  float64

	Subgoals string // NoSubgoals, or ByLine: on boards with more than five rows or columns

	Improve  bool // search for shorter plans after the first plan
	Windows  bool // replace parts of a plan by other paths that IDA* finds
	Patience int  // 0: never; Auto: never under a limit of time or states, else DefaultPatience

	Control string // NoControl, or what replaces evolution in an experiment
}

// Check returns an error that names the first setting that is out of range or contradicts
// another one.
func (s Settings) Check() error {
	for _, row := range table {
		if err := new(Settings).Set(row.Name, s.Get(row.Name)); err != nil {
			return fmt.Errorf("ga: %w", err)
		}
	}
	switch {
	case s.Crossover+s.Mutation == 0:
		return errors.New("ga: crossover and mutation are 0; expected one above 0, since half of a generation" +
			" is children")
	case s.Improve && !s.Windows && (s.Control == WindowsAlone || s.Control == WeightedAStar):
		return fmt.Errorf("ga: control %s improves plans by windows; expected windows true", s.Control)
	}
	return nil
}

// Lengths returns the number of genes of a first chromosome on boards of a size, and the
// maximum number of genes of any chromosome, which is twice as many. Auto means n(n-1)/2 genes
// for n the square of the rows, as in the study "ga-vs-astar", and at most five times as many or
// 100. The study has no maximum; its longest chromosomes had 4.3 times the genes of the first on
// 2x2, and 3.3 times as many on 3x3.
func (s Settings) Lengths(size puzzle.Size) (first, most int) {
	if s.Genes != Auto {
		return s.Genes, min(2*s.Genes, maxGenes)
	}
	n := size.Rows * size.Rows
	first = max(n*(n-1)/2, 1)
	return first, min(max(5*first, 100), maxGenes)
}

// CheckHeuristic returns an error if the solver cannot use a heuristic on boards of a size.
// Boards solved in stages need linear conflict: a stage estimates boards on which most
// tiles do not matter, which no other heuristic does. Lines longer than a table of
// linear conflict count as Manhattan distance.
func (s Settings) CheckHeuristic(h heuristics.Heuristic, size puzzle.Size) error {
	if name := heuristics.LinearConflict.Name(); s.byLine(size) && h.Name() != name {
		return fmt.Errorf("ga: boards of %v are solved one line after another, with estimates by %s, not %s;"+
			" expected heuristic %s, or setting subgoals none", size, name, h.Name(), name)
	}
	return nil
}

// byLine reports whether a line of a board of a size is solved in a stage of its own.
func (s Settings) byLine(size puzzle.Size) bool {
	return s.Subgoals == ByLine && max(size.Rows, size.Cols) > core
}
