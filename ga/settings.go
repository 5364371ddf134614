package ga

import (
	"fmt"
	"math"

	"npuzzle/puzzle"
)

// PhaseMode says which board a phase starts from.
type PhaseMode string

const (
	Continue PhaseMode = "continue" // the best board that the last phase reached
	Restart  PhaseMode = "restart"  // the problem's start, as the study's code did
)

// Target says which board of a plan its fitness is taken from.
type Target string

const (
	BestBoard Target = "best-board" // the fittest along the plan, which is cut there
	EndBoard  Target = "end-board"  // the last
)

// Decoding says which legal move a gene stands for.
type Decoding string

const (
	Ordered Decoding = "ordered" // its range's in the order of successors, the study's way
	Ranked  Decoding = "ranked"  // its range's in the order of the estimates that the moves lead to
)

// Auto, as a number of genes, leaves it to the size of the board; as patience, to
// the limits of the run.
const Auto = -1

// DefaultPatience is the patience of a run that has no limit of time or evaluations,
// unless it is set.
const DefaultPatience = 10

const (
	maxPopulation  = 1 << 20
	maxGenerations = 1 << 30 // of a phase; also most phases
	maxGenes       = 1 << 20
	maxWeight      = 1000
	maxIslands     = 1 << 10

	// Below the least greed and above the most a rank may have no part of a
	// gene's 2^32 numbers.
	minGreed, maxGreed = 0.1, 100

	// weightUnits make weights of up to three decimals whole numbers, and
	// with them every fitness.
	weightUnits = 1000

	// longestBySize bounds the first chromosomes of large boards. A phase only
	// has to reach a better board, not the goal: with 120 genes, the study's
	// number for 4x4, a solution took twice as long as with 50.
	longestBySize = 50
)

// Settings are the parameters of the evolution. The zero Settings make no
// sense; start from a preset.
type Settings struct {
	Population  int // chromosomes
	Generations int // most of a phase, the first population not counted

	// Phases times Generations is the budget of generations of a first plan, of
	// each subgoal and of each plan bred for the pool. What a phase that stagnates
	// does not use is left to further phases.
	Phases     int
	PhaseMode  PhaseMode
	Stagnation int  // generations without a better best that end a phase; 0: never
	Record     bool // no plan is scored by a board that an earlier phase went through

	Target          Target
	HeuristicWeight float64 // of the estimate of the scored board; three decimals
	LengthWeight    float64 // of the moves to the scored board; three decimals
	Lexicographic   bool    // evolve on when a plan solves: solved first, then shorter

	Genes    int      // of a first chromosome; Auto: see Lengths
	MaxGenes int      // of any chromosome; Auto: see Lengths
	Decoding Decoding // of genes into moves
	Greed    float64  // of n moves ranked, a gene g stands for the one of rank n·g^Greed
	MoveBack bool     // decode into the move that undoes the last one, too

	Breeding   Breeding
	Tournament int // contestants for each parent
	Survival   Survival
	Elites     int     // best chromosomes, of each island, that live on unchanged
	Crossover  float64 // share of couples that are crossed
	Cut        Cut
	Mutation   float64 // share of children that are mutated

	Islands   int // populations that the chromosomes are shared out among
	Migration int // generations between two migrations

	Subgoals Subgoals
	Core     int // most rows and columns of a board that is solved at once, where there are subgoals

	Improve  bool    // go on to shorter plans when there is one
	Windows  bool    // replace parts of plans by shorter ways that IDA* finds
	Drift    bool    // take other ways of the same length for windows, too
	Tries    int     // windows in vain, for each move of the plan, that end a repair
	Pool     int     // plans that are kept and crossed
	Renew    float64 // share of plans that are evolved from the start, and not from within one of the pool
	Patience int     // rounds without a shorter plan that end a run; 0: never; Auto: never under a limit of time or evaluations, else DefaultPatience
}

// Check returns an error that names the first setting that makes no sense, by
// itself or beside the others.
func (s Settings) Check() error {
	for _, row := range table {
		if err := row.check(&s); err != nil {
			return fmt.Errorf("ga: %w", err)
		}
	}
	herd, whose := s.herd(), "the population"
	if s.Islands > 1 {
		whose += " of an island"
	}
	switch {
	case herd < 2:
		return fmt.Errorf("ga: islands %d is out of range; expected 1 to %d, two chromosomes of the population on each", s.Islands, s.Population/2)
	case s.Tournament > herd:
		return fmt.Errorf("ga: tournament %d is out of range; expected 1 to %d, %s", s.Tournament, herd, whose)
	case s.Elites >= herd:
		return fmt.Errorf("ga: elites %d is out of range; expected 0 to %d, less than %s", s.Elites, herd-1, whose)
	case units(s.HeuristicWeight) == 0:
		return fmt.Errorf("ga: heuristic-weight %v leaves no way to the goal; expected at least 0.001", s.HeuristicWeight)
	case s.MaxGenes != Auto && s.MaxGenes < s.Genes:
		return fmt.Errorf("ga: max-genes %d is out of range; expected at least the %d genes of a first chromosome", s.MaxGenes, s.Genes)
	}
	return nil
}

// Lengths returns how many genes a first chromosome has on boards of a size,
// and how many any may grow to. By size, the first have half the square of the
// cells, n(n-1)/2 (the study's r²(r²-1)/2 on r x r), at most 50, and all at
// most twice as many as the first.
func (s Settings) Lengths(size puzzle.Size) (first, most int) {
	first, most = s.Genes, s.MaxGenes
	if first == Auto {
		n := size.Cells()
		first = min(n*(n-1)/2, longestBySize)
		if most != Auto {
			first = min(first, most)
		}
	}
	if most == Auto {
		most = min(2*first, maxGenes)
	}
	return first, most
}

// herd returns how many chromosomes each population has.
func (s Settings) herd() int { return s.Population / s.Islands }

// units returns a weight in whole thousandths.
func units(weight float64) int64 { return int64(math.Round(weight * weightUnits)) }
