package ga

import (
	_ "embed" // the table of settings
	"errors"
	"fmt"
	"math"

	"npuzzle/heuristics"
	"npuzzle/internal/rows"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/search/setting"
)

// The values of settings that are words.
const (
	// Values of PhaseMode: the board that a phase starts from.
	Continue = "continue" // the scored board of the last phase's fittest chromosome
	Restart  = "restart"  // the problem's start, as in the code of the study "ga-vs-astar"

	// Values of Model: how a generation replaces the population.
	Pairs        = "pairs"         // half of the population survives, as in the study "ga-vs-astar"
	Generational = "generational"  // children replace the population
	SteadyState  = "steady-state"  // each child may replace the least fit chromosome at once
	DownToSize   = "down-to-size"  // the fittest of population and children survive
	Ring         = "ring"          // each chromosome has a child with its neighbour, and the fitter survives
	MutationOnly = "mutation-only" // each chromosome has a mutant, and the fitter survives

	// Values of Selector: how parents are selected.
	Tournament = "tournament" // the fittest of TournamentSize random chromosomes
	Roulette   = "roulette"   // at random, in proportion to the distance from the largest fitness
	Elitism    = "elitism"    // the fittest

	// Values of CrossoverKind: which genes of its parents a child has.
	Splice   = "splice"    // cut and splice: the beginning of one and the end of the other, each with its own cut
	OnePoint = "one-point" // the beginning of one and the end of the other, with a common cut
	TwoPoint = "two-point" // the genes of one, but between two cuts those of the other
	Uniform  = "uniform"   // each gene of either parent with equal probability

	// Values of Target: the board on a path that the fitness is computed from.
	BestBoard = "best-board" // the fittest board; the moves after it do not count
	EndBoard  = "end-board"  // the last board, even if the path passes through the goal

	// Values of Decoding: how legal moves are assigned to the ranges of a gene.
	Ordered = "ordered" // in the order of successors
	Ranked  = "ranked"  // by the estimates of the boards that the moves lead to

	// Values of ImproveBy: how plans are improved.
	ByArchive  = "archive"  // by a search from an archive of boards
	ByRestarts = "restarts" // by evolving other plans from the start

	// Values of Rounding.
	RoundDown = "down" // the number of children by crossover; all others are mutants
	RoundUp   = "up"   // the numbers of children by crossover and by mutation, as in the study

	// Values of Control. A control replaces evolution or a part of it, in experiments that
	// measure what evolution adds. Only experiment files set Control.
	NoControl       = "none"             // evolution: selection, crossover and mutation
	RandomPlans     = "random-plans"     // every chromosome is drawn at random
	HillClimbing    = "hill-climbing"    // every chromosome competes with a mutant of its own
	HeadlessChicken = "headless-chicken" // crossover with a random chromosome (Jones 1995)
	WindowsAlone    = "windows"          // improvement by windows, without the archive's children
	WeightedAStar   = "weighted-astar"   // plans of weighted A*, improved by windows alone

	maxGenes = 1 << 20 // maximum number of genes of a chromosome
)

// Auto makes Genes depend on the size of the board (see [Settings.Lengths]), and
// Patience on the limits of the run (see [DefaultPatience]).
const Auto = setting.Auto

// DefaultPatience is the patience of a run without a limit of time or states.
const DefaultPatience = 50

// Settings are the parameters of the solver. The zero Settings are not valid: start from [Default]
// or [Preset], change single settings, and call Check. The table of settings ([Table]) holds
// the names and ranges that flags and files use.
type Settings struct {
	Population int `setting:"population"` // number of chromosomes of each island

	// Generations is the maximum number of generations in a phase, the first population not
	// counted.
	Generations int `setting:"generations"`

	// Phases times Generations is the maximum number of generations for each objective. A
	// phase that stagnates leaves its remaining generations to later phases.
	Phases int `setting:"phases"`

	PhaseMode string `setting:"phase-mode"` // the board that a phase starts from: Continue or Restart

	// Stagnation is the number of generations in a row without a better fitness that end a phase;
	// 0: no limit.
	Stagnation int `setting:"stagnation"`

	Record bool `setting:"record"` // score no path at a board on the best path of an earlier phase

	Model string `setting:"model"` // how a generation replaces the population: Pairs or another model

	// Selector says how parents are selected, except in Pairs, Ring and MutationOnly.
	Selector string `setting:"selector"`

	TournamentSize int `setting:"tournament-size"` // number of chromosomes in a tournament

	// Elites is the number of the fittest chromosomes that survive, in Pairs and Generational.
	Elites int `setting:"elites"`

	// With several islands, each is a population of its own. Every Migration generations, a copy
	// of the fittest chromosome of each island replaces the least fit one of the next island.
	Islands   int `setting:"islands"`
	Migration int `setting:"migration"`

	Target string `setting:"target"` // the board on a path that is scored: BestBoard or EndBoard

	// Genes is the number of genes of a random chromosome, or Auto: see Lengths.
	Genes int `setting:"genes"`

	Decoding string `setting:"decoding"` // how genes select moves: Ordered or Ranked

	// With Ranked, gene x selects move floor(n*x^Greed) of n, where move 0 is the best.
	Greed float64 `setting:"greed"`

	// Of the children of a generation, the fraction Crossover/(Crossover+Mutation) is made
	// by crossover, and the others are mutants.
	Crossover float64 `setting:"crossover"`
	Mutation  float64 `setting:"mutation"`

	// CrossoverKind says which genes of its parents a child has: Splice or another kind.
	CrossoverKind string `setting:"crossover-kind"`

	// Subgoals divides boards with more than five rows or columns: search.NoSubgoals or
	// search.ByLine.
	Subgoals string `setting:"subgoals"`

	Improve bool `setting:"improve"` // search for shorter plans after the first plan

	// ImproveBy is how shorter plans are searched for: ByArchive or ByRestarts.
	ImproveBy string `setting:"improve-by"`

	Windows bool `setting:"windows"` // replace parts of a plan by other paths that IDA* finds

	// Patience is the number of generations in a row without a shorter plan that end
	// improvement; 0: no limit. Auto means 0 under a limit of time or states, and
	// DefaultPatience otherwise.
	Patience int `setting:"patience"`

	// Rounding says how Pairs rounds the numbers of children: RoundDown or RoundUp.
	Rounding string `setting:"rounding"`

	Control string `setting:"control"` // NoControl or a control
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
		return errors.New("ga: crossover and mutation are 0; expected one above 0, or there are no " +
			"children")
	case s.Elites >= s.Population:
		return fmt.Errorf("ga: elites %d leave no room for children; expected fewer than population %d", s.Elites,
			s.Population)
	case s.Improve && !s.Windows && (s.Control == WindowsAlone || s.Control == WeightedAStar):
		return fmt.Errorf("ga: control %s improves plans by windows; expected windows true", s.Control)
	}
	return nil
}

// Lengths returns the number of genes of a random chromosome on boards of a size, and the maximum
// number of genes of any chromosome. The maximum is twice the first number. If Genes is Auto, the
// first number is n(n-1)/2, where n is the number of cells. The maximum is then five times as many,
// but at least 100.
//
// The study "ga-vs-astar" has the same first number on square boards, which are the only ones that
// it has. The study has no maximum. Its chromosomes grew to at most 4.3 times the first number on
// 2x2, and 3.3 times on 3x3.
func (s Settings) Lengths(size puzzle.Size) (first, most int) {
	if s.Genes != Auto {
		return s.Genes, min(2*s.Genes, maxGenes)
	}
	n := size.Cells()
	first = n * (n - 1) / 2
	return first, min(max(5*first, 100), maxGenes)
}

// FirstStates returns the number of states that decoding the first population generates on boards
// of a size, if no chromosome of it is a plan.
func (s Settings) FirstStates(size puzzle.Size) float64 {
	genes, _ := s.Lengths(size)
	return float64(s.Islands) * float64(s.Population) * float64(genes) * s.statesOfGene()
}

// MostStates returns the number of states after which evolution has given up, at the latest, on
// boards of a size: a bound that is rarely reached, because few chromosomes have the maximum
// length. It leaves out improvement, which goes on until a limit or patience ends it.
func (s Settings) MostStates(size puzzle.Size) float64 {
	children := float64(s.Population)
	if s.Model == Pairs {
		children /= 2
	}
	generations := float64(s.Phases) * float64(s.Generations)
	phases := float64(s.Phases)
	if 0 < s.Stagnation && s.Stagnation < s.Generations {
		phases = math.Ceil(generations / float64(s.Stagnation)) // a phase that stagnates leaves generations to others
	}
	evaluated := float64(s.Islands) * (phases*float64(s.Population) + generations*children)
	objectives := 1.0
	if s.byLine(size) {
		objectives += float64(max(size.Rows-maxRest, 0) + max(size.Cols-maxRest, 0))
	}
	_, genes := s.Lengths(size)
	return objectives * evaluated * float64(genes) * s.statesOfGene()
}

// statesOfGene returns the number of states that decoding a gene counts as, see rules.states.
func (s Settings) statesOfGene() float64 {
	if s.Decoding == Ranked {
		return 2
	}
	return 1
}

// HeuristicUsed returns the name of the heuristic that the solver uses on boards of a size if h is
// chosen. If h cannot be restricted to the tiles of a subgoal, the board is solved without
// subgoals, and the name says so. While a side of the unsolved region is longer than
// heuristics.LongestTable, subgoals use Manhattan distance instead of linear conflict. On such
// boards, the name contains both heuristics.
func (s Settings) HeuristicUsed(h heuristics.Heuristic, size puzzle.Size) string {
	switch {
	case !s.byLine(size):
	case !heuristics.Restrictable(h):
		return h.Name() + " without subgoals"
	case tabulated(h) && max(size.Rows, size.Cols) > heuristics.LongestTable:
		return h.Name() + "/" + heuristics.Manhattan.Name()
	}
	return h.Name()
}

// tabulated reports whether boardTables have the estimates of a heuristic.
func tabulated(h heuristics.Heuristic) bool { return h.Name() == heuristics.LinearConflict.Name() }

// byLine reports whether the next subgoal of a board or region of a size is a line.
func (s Settings) byLine(size puzzle.Size) bool {
	return s.Subgoals == search.ByLine && max(size.Rows, size.Cols) > maxRest
}

//go:embed table.txt
var table string

// Table lists the settings of the solver; see table.txt.
var Table = rows.Read[setting.Row](table)
