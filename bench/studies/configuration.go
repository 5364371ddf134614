package studies

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"npuzzle/bench"
	"npuzzle/bench/analysis"
	"npuzzle/bench/config"
	"npuzzle/bench/stats"
	"npuzzle/ga"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// Configuration is a configuration of the genetic algorithm of the study "ga-vs-astar", which is the
// preset "study" of ga, and the random boards on which it is tried. A* runs on the same boards, with
// the same heuristic.
type Configuration struct {
	Size        puzzle.Size
	Heuristic   string
	Population  int
	Generations int
	Phases      int
	Boards      int
	Seed        uint64        // of the boards and of the trials
	Limit       time.Duration // of each trial; 0 for none
}

// Names of the solvers in the experiment of a Configuration. They are those that npuzzle compare
// gives.
const (
	astarName   = "astar"
	geneticName = "ga study"
)

// Plans returns population x generations x phases: the maximum number of plans in all generations,
// without the first population of each phase. Half of a generation survives from the one before, so
// about half of these plans are new.
func (c Configuration) Plans() int { return c.Population * c.Generations * c.Phases }

// Name returns the name of the experiment, which tells it apart from those of other configurations.
func (c Configuration) Name() string {
	return fmt.Sprintf("ga-%v-%s-%d-%d-%d-boards%d-seed%d", c.Size, c.Heuristic, c.Population,
		c.Generations, c.Phases, c.Boards, c.Seed)
}

// Description describes the experiment to people.
func (c Configuration) Description() string {
	return fmt.Sprintf("Genetic algorithm with population %d, %s and %s, beside A*: %s of %v",
		c.Population, units.Plural(c.Generations, "generation", "generations"),
		units.Plural(c.Phases, "phase", "phases"), units.Plural(c.Boards, "board", "boards"), c.Size)
}

// definitionFormat is an experiment file. The patience has no effect in the preset. It is the one
// that npuzzle compare sets, and part of the keys of the trials.
const definitionFormat = `name: %s
description: %q
seed: %d
time-limit: %s
puzzles:
  - {size: %v, count: %d}
solvers:
  - algorithm: astar
    heuristic: %s
  - name: %s
    algorithm: ga
    preset: study
    heuristic: %[7]s
    population: %[9]d
    generations: %d
    phases: %d
    patience: %d
baseline: astar
`

// Definition returns the experiment file that tries the configuration.
func (c Configuration) Definition() string {
	return fmt.Sprintf(definitionFormat, c.Name(), c.Description(), c.Seed, c.limitText(), c.Size,
		c.Boards, c.Heuristic, geneticName, c.Population, c.Generations, c.Phases,
		ga.DefaultPatience)
}

// limitText returns the time limit in seconds.
func (c Configuration) limitText() string { return fmt.Sprintf("%gs", c.Limit.Seconds()) }

// Command returns the words of the command that tries the configuration, as an experiment with the
// given name. Its trials have the same keys as those of the Definition.
func (c Configuration) Command(name string) []string {
	words := []string{"npuzzle", "compare", "--size", c.Size.String(),
		"--puzzles", strconv.Itoa(c.Boards), "--seed", strconv.FormatUint(c.Seed, 10),
		"--algorithm", "astar,ga", "--heuristic", c.Heuristic, "--preset", "study",
		"--population", strconv.Itoa(c.Population),
		"--generations", strconv.Itoa(c.Generations), "--phases", strconv.Itoa(c.Phases),
		"--baseline", astarName}
	if c.Limit > 0 {
		words = append(words, "--time-limit", c.limitText())
	}
	return append(words, "--name", name)
}

// ConfigurationOf returns the configuration that an experiment tries, and whether the experiment
// tries one and does nothing else.
func ConfigurationOf(e bench.Experiment) (Configuration, bool) {
	if len(e.Groups) != 1 || len(e.Solvers) != 2 || e.Groups[0].Boards != nil {
		return Configuration{}, false
	}
	genetic, found := solverWith(e, "ga")
	if !found {
		return Configuration{}, false
	}
	group := e.Groups[0]
	c := Configuration{
		Size:        group.Goal.Size(),
		Heuristic:   genetic.Settings.HeuristicName(),
		Population:  wholeNumber(genetic.Settings, "population"),
		Generations: wholeNumber(genetic.Settings, "generations"),
		Phases:      wholeNumber(genetic.Settings, "phases"),
		Boards:      group.Count,
		Seed:        e.Seed,
		Limit:       e.TimeLimit,
	}
	same, _, err := config.ReadText(c.Definition())
	return c, err == nil && trialsOf(same) == trialsOf(e)
}

// wholeNumber returns a setting that is a whole number.
func wholeNumber(s solvers.Settings, name string) int {
	number, err := strconv.Atoi(s.Get(name))
	must(name, err)
	return number
}

// solverWith returns the solver of an experiment with an algorithm.
func solverWith(e bench.Experiment, algorithm string) (solver bench.Solver, found bool) {
	i := slices.IndexFunc(e.Solvers, func(s bench.Solver) bool {
		return s.Settings.Algorithm == algorithm
	})
	if i < 0 {
		return bench.Solver{}, false
	}
	return e.Solvers[i], true
}

// trialsOf returns a text that is the same for experiments with the same trials. It does not depend
// on names, on the order of the solvers, or on the patience, which has no effect without
// improvement.
func trialsOf(e bench.Experiment) string {
	e.Name = ""
	e.Description = ""
	e.Baseline = ""
	e.Groups = slices.Clone(e.Groups)
	for i := range e.Groups {
		e.Groups[i].Name = strconv.Itoa(i)
	}
	e.Solvers = slices.Clone(e.Solvers)
	for i := range e.Solvers {
		s := &e.Solvers[i]
		s.Name = s.Settings.Algorithm
		if s.Settings.Get("improve") == "false" {
			s.Settings = withPatience(s.Settings)
		}
	}
	slices.SortFunc(e.Solvers, func(a, b bench.Solver) int { return strings.Compare(a.Name, b.Name) })
	return config.Write(e)
}

// withPatience returns the settings with the default patience.
func withPatience(s solvers.Settings) solvers.Settings {
	return s.With("patience", strconv.Itoa(ga.DefaultPatience))
}

// Printed is a line of the study's tables of the genetic algorithm.
type Printed struct {
	Configuration                // with the study's number of boards, and without a seed
	Solved        stats.Interval // share of the boards
	Seconds       float64        // mean time of a board
	Time          float64        // the same, divided by that of A*
}

// PrintedConfigurations returns the lines of the study's tables of the genetic algorithm.
func PrintedConfigurations() []Printed {
	var printed []Printed
	for _, file := range []struct{ name, size string }{
		{name: "ga-2x2", size: "2x2"},
		{name: "ga-3x3", size: "3x3"},
		{name: "ga-3x3-heuristics", size: "3x3"},
	} {
		for _, l := range readPublished(file.name) {
			printed = append(printed, printedLine(l, file.size))
		}
	}
	return printed
}

// printedLine returns a line of a table of the genetic algorithm on boards of a size.
func printedLine(l line, size string) Printed {
	boards, err := puzzle.ParseSize(size)
	must(size, err)
	whole := func(column string) int { return int(l.number(column)) }
	p := Printed{
		Configuration: Configuration{
			Size:        boards,
			Heuristic:   l["heuristic"],
			Population:  whole("population"),
			Generations: whole("generations"),
			Phases:      whole("phases"),
			Boards:      whole("trials"),
		},
		Seconds: l.number("average_s"),
	}
	if p.Heuristic == "" { // the tables by size are for this heuristic
		p.Heuristic = "manhattan"
	}
	trials := l.number("trials")
	p.Solved = stats.ShareOf(int(l.number("accuracy")*trials+0.5), int(trials))
	p.Time = p.Seconds / astarSeconds(size, p.Heuristic)
	return p
}

// astarSeconds returns the mean time of A* on boards of a size that the study printed. On 3x3, it
// printed one by heuristic, and another one for more boards with Manhattan distance.
func astarSeconds(size, heuristic string) float64 {
	lines := slices.Concat(readPublished("ga-astar-heuristics"), readPublished("ga-astar-sizes"))
	for _, l := range lines {
		if l["size"] == size && l["heuristic"] == heuristic {
			return l.number("average_s")
		}
	}
	return unknown
}

// Printed returns what the study printed for the configuration, on its own boards.
func (c Configuration) Printed() (p Printed, found bool) {
	for _, p := range PrintedConfigurations() {
		if p.Size == c.Size && p.Heuristic == c.Heuristic && p.Population == c.Population &&
			p.Generations == c.Generations && p.Phases == c.Phases {
			return p, true
		}
	}
	return Printed{}, false
}

// Measured is what the trials of a configuration show so far. Numbers are NaN if they are not known.
type Measured struct {
	Solved stats.Interval // share of the boards that the genetic algorithm solved

	// Length is the length of the plans of the genetic algorithm, divided by that of A*: the
	// geometric mean over the boards that both solved.
	Length stats.Interval

	// Time is the mean processor time of the genetic algorithm on a board, solved or not, divided by
	// that of A*. The first runs are left out, as in the reports of studies.
	Time stats.Interval

	// MostlyOverhead reports whether A* takes so little time on most boards that most of the time is spent
	// around the search. Then Time is too small.
	MostlyOverhead bool

	Evaluated float64 // mean number of plans that the genetic algorithm evaluated on a board
	Seconds   float64 // mean processor time of the genetic algorithm on a board
}

// brief is the median processor time of A*, in seconds, below which most of it is spent around the
// search: a run takes some 40 µs even on the boards of 2x2, on which a plain program takes 3 µs. The
// mean would not tell, because it depends on the few runs that the machine interrupts.
const brief = 80e-6

// Measure returns what the records of an experiment show that tries a Configuration.
func Measure(e bench.Experiment, records []bench.Record) Measured {
	var genetic, astar row
	var trials []bench.Record
	for _, r := range rowsOf(e, records) {
		trials = append(trials, r.trials...) // with the names in the experiment
		if r.solver.Settings.Algorithm == "ga" {
			genetic = r
		} else {
			astar = r
		}
	}
	none := stats.Interval{Value: unknown, Low: unknown, High: unknown}
	m := Measured{
		Solved:         genetic.solved(),
		Length:         none,
		Time:           pairsOf(processorTime, genetic, astar).ratioOfMeans().Interval,
		MostlyOverhead: stats.Median(analysis.Numbers(astar.trials, analysis.CPUSeconds.Of)) < brief,
		Evaluated:      stats.Mean(analysis.Numbers(genetic.trials, analysis.Evaluated.Of)),
		Seconds:        stats.Mean(analysis.Numbers(genetic.trials, analysis.CPUSeconds.Of)),
	}
	results := analysis.New(e, trials)
	results.Baseline = astar.solver.Name
	for _, c := range analysis.Compare(results.Pairs(), analysis.Length) {
		m.Length = c.Ratio
	}
	return m
}
