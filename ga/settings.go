package ga

import (
	"errors"
	"fmt"

	"npuzzle/heuristics"
	"npuzzle/puzzle"
	"npuzzle/search"
)

// The values of settings that are words, and the bounds of settings that are numbers.
const (
	// Values of PhaseMode: the board that a phase starts from.
	Continue = "continue" // the scored board of the last phase's fittest chromosome
	Restart  = "restart"  // the problem's start, as in the code of the study "ga-vs-astar"

	// Values of Target: the board on a path that the fitness is computed from.
	BestBoard = "best-board" // the fittest board; the moves after it do not count
	EndBoard  = "end-board"  // the last board, even if the path passes through the goal

	// Values of Decoding: how legal moves are assigned to the ranges of a gene.
	Ordered = "ordered" // in the order of successors
	Ranked  = "ranked"  // by the estimates of the boards that the moves lead to

	// Values of Subgoals: how a large board is divided into subgoals.
	NoSubgoals = "none"  // not at all
	ByLine     = "lines" // one subgoal for each outer row or column, then one for the rest

	// Values of Control. A control replaces evolution or a part of it, in experiments that
	// measure what evolution adds. Only experiment files set Control.
	NoControl       = "none"             // evolution: selection, crossover and mutation
	RandomPlans     = "random-plans"     // every chromosome is drawn at random
	HillClimbing    = "hill-climbing"    // every chromosome competes with a mutant of its own
	HeadlessChicken = "headless-chicken" // crossover with a random chromosome (Jones 1995)
	WindowsAlone    = "windows"          // improvement by windows, without the archive's children
	WeightedAStar   = "weighted-astar"   // plans of weighted A*, improved by windows alone

	maxPopulation  = 1 << 20
	maxGenerations = 1 << 30 // maximum of Generations, Phases, Stagnation and Patience
	maxGenes       = 1 << 20
)

// Auto makes Genes depend on the size of the board (see [Settings.Lengths]), and
// Patience on the limits of the run (see [DefaultPatience]).
const Auto = search.Auto

// DefaultPatience is the patience of a run without a limit of time or states.
const DefaultPatience = 50

// Settings are the parameters of the solver. The zero Settings are not valid: start from [Default]
// or [Preset], change single settings, and call Check. The table of settings ([Table]) holds
// the names and ranges that flags and files use.
type Settings struct {
	Population  int // number of chromosomes
	Generations int // maximum number of generations in a phase, the first population not counted

	// Phases times Generations is the maximum number of generations for each objective. A
	// phase that stagnates leaves its remaining generations to later phases.
	Phases     int
	PhaseMode  string // the board that a phase starts from: Continue or Restart
	Stagnation int    // generations in a row without a better fitness that end a phase; 0: no limit
	Record     bool   // score no path at a board on the best path of an earlier phase

	Target string // the board on a path that is scored: BestBoard or EndBoard

	Genes    int     // number of genes of a random chromosome, or Auto; see Lengths
	Decoding string  // how genes select moves: Ordered or Ranked
	Greed    float64 // with Ranked, gene x selects move floor(n*x^Greed) of n, where move 0 is the best

	// Of the children of a generation, the fraction Crossover/(Crossover+Mutation) is made
	// by crossover, and the others are mutants.
	Crossover float64
	Mutation  float64

	Subgoals string // on boards with more than five rows or columns: NoSubgoals or ByLine

	Improve bool // search for shorter plans after the first plan
	Windows bool // replace parts of a plan by other paths that IDA* finds

	// Patience is the number of generations in a row without a shorter plan that end
	// improvement; 0: no limit. Auto means 0 under a limit of time or states, and
	// DefaultPatience otherwise.
	Patience int

	Control string // NoControl or a control
}

// Check returns an error if a setting is out of range or contradicts another one. The error
// names the first such setting.
func (s Settings) Check() error {
	for _, row := range Table {
		if err := row.Check(&s); err != nil {
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

// Lengths returns the number of genes of a random chromosome on boards of a size, and the maximum
// number of genes of any chromosome. The maximum is twice the first number. If Genes is Auto, the
// first number is n(n-1)/2, where n is the square of the number of rows, as in the study
// "ga-vs-astar". The maximum is then five times as many, but at least 100. The study has no
// maximum. Its chromosomes grew to at most 4.3 times the first number on 2x2, and 3.3 times on
// 3x3.
func (s Settings) Lengths(size puzzle.Size) (first, most int) {
	if s.Genes != Auto {
		return s.Genes, min(2*s.Genes, maxGenes)
	}
	n := size.Rows * size.Rows
	first = max(n*(n-1)/2, 1)
	return first, min(max(5*first, 100), maxGenes)
}

// CheckHeuristic returns an error if the solver cannot use heuristic h on boards of a size.
// Boards with subgoals need linear conflict, since only this heuristic supports boards on which
// some tiles do not matter. If a side is too long for a table of linear conflict, the estimate
// is the Manhattan distance.
func (s Settings) CheckHeuristic(h heuristics.Heuristic, size puzzle.Size) error {
	if name := heuristics.LinearConflict.Name(); s.byLine(size) && h.Name() != name {
		return fmt.Errorf("ga: boards of %v are solved one line after another, with estimates by %s, not %s;"+
			" expected heuristic %s, or setting subgoals none", size, name, h.Name(), name)
	}
	return nil
}

// HeuristicUsed returns the name of the heuristic that the solver uses on boards of a size if h is
// chosen. While a side of the unsolved region is longer than heuristics.LongestTable, subgoals use
// Manhattan distance instead of linear conflict. On such boards, the name contains both heuristics.
func (s Settings) HeuristicUsed(h heuristics.Heuristic, size puzzle.Size) string {
	if s.byLine(size) && max(size.Rows, size.Cols) > heuristics.LongestTable {
		return h.Name() + "/" + heuristics.Manhattan.Name()
	}
	return h.Name()
}

// byLine reports whether the next subgoal of a board or region of a size is a line.
func (s Settings) byLine(size puzzle.Size) bool {
	return s.Subgoals == ByLine && max(size.Rows, size.Cols) > maxRest
}
