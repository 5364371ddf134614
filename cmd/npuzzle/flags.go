package main

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/bench/config"
	"npuzzle/ga"
	"npuzzle/internal/files"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// Groups of flags in the help. Each command lists its most common groups first.
const (
	aboutBoards    = "boards"
	aboutSearch    = "search"
	aboutEvolution = "genetic solver (algorithm ga)"
	aboutLimits    = "limits"
	aboutOutput    = "output"
)

// in puts flags into a group of the help.
func in(category string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.GenericFlag:
			f.Category = category
		case *cli.BoolFlag:
			f.Category = category
		}
	}
	return flags
}

// value is the value of a flag of any type. It implements cli.Generic. It parses the text
// of the flag at once and stores the result in a variable of the command. So actions get
// checked values, and a mistake is found before the command does anything.
type value[T any] struct {
	to      *T
	parse   func(string) (T, error)
	text    string   // text of the flag; initially the default
	choices []string // values offered by completion, if there are few
}

// Set parses a text and sets the variable. It implements cli.Generic.
func (v *value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to, v.text = parsed, text
	return nil
}

// String returns the text of the last Set, initially the default. It implements
// cli.Generic. The help shows the default by calling String.
func (v *value[T]) String() string { return v.text }

// Choices lists the values that shell completion offers.
func (v *value[T]) Choices() []string { return v.choices }

// flagOf makes a flag that sets a variable. The usage begins with a lower-case verb, and
// marks the placeholder of the value with backquotes, as in "read boards from `FILE`". If
// byDefault is not "", flagOf parses it at once and panics if it is invalid. Completion
// offers the choices.
func flagOf[T any](
	name, usage, byDefault string, to *T, parse func(string) (T, error), choices ...string,
) *cli.GenericFlag {
	v := &value[T]{to: to, parse: parse, choices: choices}
	if byDefault != "" {
		if err := v.Set(byDefault); err != nil {
			panic(fmt.Sprintf("default of --%s: %v", name, err))
		}
	}
	return &cli.GenericFlag{Name: name, Usage: usage, Value: v}
}

// asGiven is a parser that accepts every text. The command checks the text later.
func asGiven(text string) (string, error) { return text, nil }

// listOf returns a parser of values separated by commas. Each value may appear only once,
// because equal solvers or settings would count each trial twice. Two values are equal if
// the function name returns the same text for both. The parameter kind names the values
// in errors.
func listOf[T any](kind string, parse func(string) (T, error), name func(T) string) func(string) ([]T, error) {
	return func(text string) ([]T, error) {
		var all []T
		for part := range strings.SplitSeq(text, ",") {
			v, err := parse(strings.TrimSpace(part))
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(all, func(other T) bool { return name(other) == name(v) }) {
				return nil, fmt.Errorf("%s appears twice; expected each %s once", name(v), kind)
			}
			all = append(all, v)
		}
		return all, nil
	}
}

// pointerTo returns a parser that returns a pointer. The pointer stays nil if the flag is
// not given, which distinguishes --walk 0 from no --walk.
func pointerTo[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		v, err := parse(text)
		return &v, err
	}
}

// goalFlag makes the flag --goal. The command checks later whether the goal fits the size
// of the boards.
func goalFlag(to *string) *cli.GenericFlag {
	return flagOf("goal", "use `GOAL`: blank-last (default), blank-first, snail (spiral) or a board",
		puzzle.BlankLast, to, asGiven, puzzle.GoalNames...)
}

// sizeFlag makes the flag --size. Without a default, boards of every size are accepted.
func sizeFlag(usage, byDefault string, to *puzzle.Size) *cli.GenericFlag {
	return flagOf("size", usage, byDefault, to, puzzle.ParseSize)
}

// seedFlag makes the flag --seed. The seed determines all random choices: the same seed
// gives the same boards, plans and counts on any machine, unless a time limit ends a
// search.
func seedFlag(to *uint64) *cli.GenericFlag {
	return flagOf("seed", "set the seed of the random numbers to `N`", "1", to, units.ParseCount)
}

// jsonFlag makes the flag --json, which selects output for programs.
func jsonFlag(usage string, to *bool) *cli.BoolFlag {
	return &cli.BoolFlag{Name: "json", Usage: usage, Destination: to}
}

// orderFlag makes the flag --order, the order in which successors are generated. The
// order breaks ties. So it affects node counts and which of several shortest plans is
// found. Korf's published counts need the order ULRD.
func orderFlag(to *puzzle.Order) *cli.GenericFlag {
	return flagOf("order", "try the moves of the blank in `ORDER`", puzzle.DefaultOrder.String(), to,
		puzzle.ParseOrder)
}

// notationFlag makes the flag --notation, which selects how moves are written.
func notationFlag(to *puzzle.Notation) *cli.GenericFlag {
	return flagOf("notation", "use `NOTATION`: blank, tile or slidysim (see docs/guide.md)",
		string(puzzle.BlankNotation), to, puzzle.ParseNotation, puzzle.NotationNames...)
}

// searchFlags makes the flags of searches by any solver. The parameter workersByDefault
// describes the default of --workers: in solve, one search may use all cores, and in
// compare, trials run in parallel with one thread each.
func searchFlags(s *solvers.Settings, workersByDefault string) []cli.Flag {
	workers := workersFlag(&s.Workers)
	workers.Usage += " in idastar, iddfs, ga"
	workers.DefaultText = workersByDefault
	return in(aboutSearch,
		workers,
		orderFlag(&s.Order),
		flagOf("weight", "multiply the estimate by `W`, from 1 to 1000, in wastar", fmt.Sprint(solvers.DefaultWeight),
			&s.Weight, units.Decimal(1, 1000)),
		flagOf("engine", "use implementation `NAME` of astar, idastar: fast (default) or textbook", solvers.Fast,
			&s.Engine, solvers.ParseEngine, solvers.Engines()...),
	)
}

// workersFlag makes the flag --workers, the number of threads of a search or another
// task.
func workersFlag(to *int) *cli.GenericFlag {
	f := flagOf("workers", "use `N` threads", "", to, units.Whole(1, 1024))
	f.DefaultText = "all cores"
	return f
}

// memoryFlag makes the flag --memory-limit, the memory limit of the process. See
// limitMemory.
func memoryFlag(to *uint64) *cli.GenericFlag {
	f := flagOf("memory-limit", "limit the memory to `BYTES`, such as 200MB", "", to, units.ParseBytes)
	f.DefaultText = "80 % of the free memory"
	return f
}

// limits are the limits of each trial (time and nodes) and of the process (memory and
// number of parallel trials). A limit of 0 means no limit.
type limits struct {
	time   time.Duration
	nodes  uint64
	memory uint64 // limit of the process; 0 for a fraction of the free memory
	jobs   int
}

// limitFlags makes the flags of the limits of each trial and of the process. The
// parameter nodes says which states --node-limit counts.
func limitFlags(l *limits, nodes string, jobs int) []cli.Flag {
	return slices.Concat(in(aboutLimits,
		flagOf("time-limit", "stop a search after `TIME`, such as 10s, 1m30s or 90 (seconds); 0: no limit", "",
			&l.time, units.ParseDuration),
		flagOf("node-limit", "stop a search after `N` states "+nodes+"; 0: no limit", "",
			&l.nodes, units.ParseCount),
	), processLimitFlags(l, jobs))
}

// processLimitFlags makes the flags of the limits that all trials of a process share: the
// memory, and the number of trials that run in parallel. The parameter jobs is the
// default number of parallel trials; 0 means the number of cores.
func processLimitFlags(l *limits, jobs int) []cli.Flag {
	jobsFlag := flagOf("jobs", "run `N` searches in parallel, which share the memory limit",
		fmt.Sprint(cmp.Or(jobs, runtime.NumCPU())), &l.jobs, units.Whole(1, 1024))
	if jobs == 0 {
		jobsFlag.DefaultText = "all cores"
	}
	return in(aboutLimits, memoryFlag(&l.memory), jobsFlag)
}

// anyNodes describes which states --node-limit counts if the solver may be any.
const anyNodes = "expanded (ga: generated)"

// gaFlags holds the settings of the genetic solver that have a flag of their own, with
// the usage of the flag.
var gaFlags = map[string]string{
	"population":  "begin each phase with `N` random chromosomes",
	"generations": "end each phase after at most `N` generations",
	"phases":      "stop after `N` x G generations (G is --generations)",
	"crossover":   "make `F`/(F + --mutation) of children by crossover",
	"mutation":    "make `F`/(F + --crossover) of children by mutation",
}

// gaValues holds the settings of the genetic solver given on the command line, by name.
// If the command compares values, a setting may have several.
type gaValues map[string][]string

// flags returns the flags in gaFlags, and --set for all settings. The help shows that the
// preset determines their defaults. If lists is true, a setting takes several values
// separated by commas.
func (g gaValues) flags(lists bool) []cli.Flag {
	var flags []cli.Flag
	var choices []string
	for _, row := range ga.Table() {
		choices = append(choices, row.Name+"=")
		usage := gaFlags[row.Name]
		if usage == "" {
			continue
		}
		if lists {
			usage = regexp.MustCompile("(.*)`(.)`").ReplaceAllString(usage, "for each ${2} in `${2}1,${2}2`: ${1}${2}")
		}
		f := flagOf(row.Name, usage, "", new(string), func(text string) (string, error) {
			return text, g.set(row, text, lists)
		})
		f.DefaultText = "the preset's"
		flags = append(flags, f)
	}
	usage := "set a setting, as `NAME=VALUE` (repeatable); npuzzle settings lists the names"
	if lists {
		usage = "try several values of a setting, as `NAME=V1,V2` (repeatable); npuzzle settings lists the names"
	}
	set := flagOf("set", usage, "", new(string), func(text string) (string, error) {
		name, values, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return "", errors.New("expected NAME=VALUE, such as greed=2")
		}
		row, err := settable(name)
		if err != nil {
			return "", err
		}
		if err := g.set(row, values, lists); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		return text, nil
	}, choices...)
	return in(aboutEvolution, append(flags, set)...)
}

// firstFlag makes the flag --first, which is short for --set improve=false.
func (g gaValues) firstFlag() *cli.BoolFlag {
	return &cli.BoolFlag{
		Name:     "first",
		Category: aboutEvolution,
		Usage:    "stop ga at its first plan, without looking for shorter plans",
		Action: func(_ *cli.Context, first bool) error {
			row, err := settable("improve")
			if err != nil {
				panic(err) // the table has it
			}
			return g.set(row, fmt.Sprint(!first), false)
		},
	}
}

// set sets a setting to a value. If lists is true, the text holds several values
// separated by commas. Values are stored as ga.Settings.Get writes them. Setting a value
// twice is an error.
func (g gaValues) set(row ga.Setting, text string, lists bool) (err error) {
	if g[row.Name] != nil {
		return fmt.Errorf("%s is set twice; expected it once", row.Name)
	}
	one := func(text string) (string, error) {
		s := ga.Default()
		err := row.Set(&s, text)
		return s.Get(row.Name), err
	}
	if lists {
		g[row.Name], err = listOf("value", one, func(text string) string { return text })(text)
		return err
	}
	value, err := one(text)
	g[row.Name] = []string{value}
	return err
}

// given lists the names of the solver settings that the flags of a command set.
func (g gaValues) given(c *cli.Context) []string {
	return slices.DeleteFunc(append(solvers.SettingNames(), solvers.PresetSetting), func(name string) bool {
		return !c.IsSet(name) && g[name] == nil
	})
}

// settable returns the setting with the given name, if a command line can set it. The
// setting control can only be set in experiment files.
func settable(name string) (ga.Setting, error) {
	var names []string
	for _, row := range ga.Table() {
		if row.Name == name {
			return row, nil
		}
		names = append(names, row.Name)
	}
	return ga.Setting{}, fmt.Errorf("%.40q is not a setting of the genetic solver%s; npuzzle settings lists them",
		name, units.DidYouMean(name, names))
}

// checkTaken returns a usage error if a solver does not take the given setting. For
// improve, the error names the flags that set it, because the user may have typed
// --first.
func checkTaken(s solvers.Settings, name string) error {
	err := s.CheckTaken(name)
	switch {
	case err == nil:
		return nil
	case name == "improve":
		err = fmt.Errorf("--first or --set improve: %w", err)
	}
	return &usageError{err}
}

// apply sets the settings of s that the command line gives.
func (g gaValues) apply(s *ga.Settings) {
	for name, values := range g {
		if err := s.Set(name, values[0]); err != nil {
			panic(err) // the value has been checked
		}
	}
}

// patienceBeside replaces the patience auto in compare and tune. With patience auto, a
// trial with a limit improves its plan until it reaches the limit. Then every trial would
// take as long as the limit allows, and times could not be compared.
const patienceBeside = ga.DefaultPatience

// preset is a preset of the genetic solver with its name in results.
type preset struct {
	name     string
	given    string // name or file, as on the command line
	settings ga.Settings
}

// beside returns the settings of the preset for compare and tune, with patience auto
// replaced by patienceBeside.
func (p preset) beside() ga.Settings {
	s := p.settings
	if s.Patience == ga.Auto {
		s.Patience = patienceBeside
	}
	return s
}

// parsePreset returns the built-in preset with the given name, or reads a YAML file of
// settings. The preset of a file has the name of the file without its extension.
func parsePreset(text string) (preset, error) {
	if name, ok := units.FindName(text, ga.PresetNames()); ok {
		s, err := ga.Preset(name)
		return preset{name, text, s}, err
	}
	file, err := files.Open(text)
	if err != nil {
		return preset{}, fmt.Errorf("expected one preset: %s or a file%s: %w", strings.Join(ga.PresetNames(), ", "),
			units.DidYouMean(text, ga.PresetNames()), err)
	}
	name := baseName(text) // tables show it as the name of the preset
	if !units.Printable(name) {
		return preset{}, errors.New("expected a file name of printable characters")
	}
	defer file.Close()
	s, err := config.ReadPreset(file, text)
	if _, named := errors.AsType[*config.Error](err); err != nil && !named {
		err = inFile(text, err)
	}
	return preset{name, text, s}, err
}
