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

// Groups of flags in the help. A command lists its groups with the common ones first.
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

// value is the value of a flag of any type. It implements cli.Generic. A parser, whose errors
// say what was expected, turns the text of the flag into a variable of the command at once.
// Thus an action gets checked values, and no command line is half executed before a mistake
// is found.
type value[T any] struct {
	to      *T
	parse   func(string) (T, error)
	text    string   // as given, at first the default
	choices []string // for completion, where there are few
}

// Set parses a text and assigns the variable. It implements cli.Generic.
func (v *value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to, v.text = parsed, text
	return nil
}

// String returns the text that was set last, at first the default. It implements cli.Generic,
// and the help shows its result as the default.
func (v *value[T]) String() string { return v.text }

// Choices lists what the shell may offer as the value.
func (v *value[T]) Choices() []string { return v.choices }

// flagOf makes a flag that sets a variable. The usage begins with a lower-case verb, and marks
// the placeholder of the value with backquotes, as in "read boards from `FILE`". A default
// other than "" is parsed at once and must be valid. Choices are the values that completion
// offers.
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

// asGiven is the parser of texts that are checked later.
func asGiven(text string) (string, error) { return text, nil }

// listOf returns a parser of values separated by commas. A value may appear only once, since
// two solvers or settings that are alike would count each trial twice. The name function
// decides which values are alike, and the error names the value and its kind.
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

// pointerTo makes a parser set a pointer. The pointer is nil if the flag is not given, which
// distinguishes --walk 0 from no --walk.
func pointerTo[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		v, err := parse(text)
		return &v, err
	}
}

// goalFlag names the goal. The size that a board must have is known later.
func goalFlag(to *string) *cli.GenericFlag {
	return flagOf("goal", "use `GOAL`: blank-last (default), blank-first, snail (spiral) or a board",
		puzzle.BlankLast, to, asGiven, puzzle.GoalNames...)
}

// sizeFlag sets the size of boards. Without a default, boards of every size are accepted.
func sizeFlag(usage, byDefault string, to *puzzle.Size) *cli.GenericFlag {
	return flagOf("size", usage, byDefault, to, puzzle.ParseSize)
}

// seedFlag sets the seed. All random choices follow from it: the same seed gives the same
// boards, plans and counts on any machine, as long as no time limit intervenes.
func seedFlag(to *uint64) *cli.GenericFlag {
	return flagOf("seed", "set the seed of the random numbers to `N`", "1", to, units.ParseCount)
}

// jsonFlag chooses output for programs instead of people.
func jsonFlag(usage string, to *bool) *cli.BoolFlag {
	return &cli.BoolFlag{Name: "json", Usage: usage, Destination: to}
}

// orderFlag sets the order in which successors are generated. It decides ties, and so the
// counts of nodes and which of several shortest plans is found. Korf's published counts need
// ULRD.
func orderFlag(to *puzzle.Order) *cli.GenericFlag {
	return flagOf("order", "try the moves of the blank in `ORDER`", puzzle.DefaultOrder.String(), to,
		puzzle.ParseOrder)
}

// notationFlag chooses how the moves of a plan are written.
func notationFlag(to *puzzle.Notation) *cli.GenericFlag {
	return flagOf("notation", "use `NOTATION` for moves: blank, tile or slidysim",
		string(puzzle.BlankNotation), to, puzzle.ParseNotation, puzzle.NotationNames...)
}

// searchFlags set how any solver searches. The text describes the default of --workers, which
// differs between solve, where one search may use the whole machine, and compare, where trials
// run in parallel and each has one thread.
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

// workersFlag sets the number of threads of one piece of work.
func workersFlag(to *int) *cli.GenericFlag {
	f := flagOf("workers", "use `N` threads", "", to, units.Whole(1, 1024))
	f.DefaultText = "all cores"
	return f
}

// memoryFlag sets the memory limit of the process, see limitMemory.
func memoryFlag(to *uint64) *cli.GenericFlag {
	f := flagOf("memory-limit", "limit the memory to `BYTES`, such as 200MB", "", to, units.ParseBytes)
	f.DefaultText = "80 % of the free memory"
	return f
}

// limits bound each trial, by time and by nodes, and the process, by memory and by the number
// of trials that run at the same time. A limit of 0 is none.
type limits struct {
	time   time.Duration
	nodes  uint64
	memory uint64 // of the process; 0 for a share of what is free
	jobs   int
}

// limitFlags set the limits of each trial, and those that all trials share. The nodes are what the
// node limit counts.
func limitFlags(l *limits, nodes string, jobs int) []cli.Flag {
	return slices.Concat(in(aboutLimits,
		flagOf("time-limit", "stop a search after `TIME`, such as 10s, 1m30s or 90 (seconds); 0: no limit", "",
			&l.time, units.ParseDuration),
		flagOf("node-limit", "stop a search after `N` states "+nodes+"; 0: no limit", "",
			&l.nodes, units.ParseCount),
	), processLimitFlags(l, jobs))
}

// processLimitFlags set the limits that all trials of a process share: the memory, and the
// number of trials that run at the same time. By default the number of jobs is the given one,
// or the number of cores for 0.
func processLimitFlags(l *limits, jobs int) []cli.Flag {
	jobsFlag := flagOf("jobs", "run `N` searches in parallel, which share the memory limit",
		fmt.Sprint(cmp.Or(jobs, runtime.NumCPU())), &l.jobs, units.Whole(1, 1024))
	if jobs == 0 {
		jobsFlag.DefaultText = "all cores"
	}
	return in(aboutLimits, memoryFlag(&l.memory), jobsFlag)
}

// anyNodes is what the node limit of a solver counts.
const anyNodes = "expanded (ga: generated)"

// gaFlags are the settings of the genetic solver that have a flag of their own, with its usage.
var gaFlags = map[string]string{
	"population":  "begin each phase with `N` random chromosomes",
	"generations": "end each phase after at most `N` generations",
	"phases":      "give up after `N` x --generations generations",
	"crossover":   "make `F`/(F + mutation) of the children by crossover",
	"mutation":    "make `F`/(F + crossover) of the children by mutation",
}

// gaValues are the settings of the genetic solver that a command line gives, by name. A
// setting has one value, or several where the command compares them.
type gaValues map[string][]string

// flags returns the flags of everyday settings, and --set for every setting. The help
// says that the preset sets the defaults. With lists, a setting takes several values separated by commas.
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

// firstFlag is short for --set improve=false, and names what most users want by it.
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

// set gives a setting a value or, with lists, values separated by commas. Values are written as
// ga.Settings.Get writes them. A setting that has a value already is an error.
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

// given lists the settings of solvers that the flags of a command set, by name.
func (g gaValues) given(c *cli.Context) []string {
	return slices.DeleteFunc(append(solvers.SettingNames(), solvers.PresetSetting), func(name string) bool {
		return !c.IsSet(name) && g[name] == nil
	})
}

// settable returns the setting of a name that a command line can set. Only experiment files
// can set control.
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

// checkTaken returns a usage error if a solver does not take a setting that was given. The error names
// the flags of improve, whose name users need not have typed.
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

// apply changes settings of the genetic solver to the values given.
func (g gaValues) apply(s *ga.Settings) {
	for name, values := range g {
		if err := s.Set(name, values[0]); err != nil {
			panic(err) // the value has been checked
		}
	}
}

// patienceBeside is the patience of genetic solvers in compare and tune, where the preset says
// auto. Under a limit, patience auto improves a plan until the limit is reached. Every trial
// would then take as long as the limit allows, and times could not be compared.
const patienceBeside = ga.DefaultPatience

// preset is a preset of the genetic solver with the name that results show.
type preset struct {
	name     string
	given    string // the name or the file, as on the command line
	settings ga.Settings
}

// beside returns the settings of the preset for compare and tune, whose patience is never auto.
func (p preset) beside() ga.Settings {
	s := p.settings
	if s.Patience == ga.Auto {
		s.Patience = patienceBeside
	}
	return s
}

// parsePreset returns the built-in preset of a name or reads a file of settings in YAML. The
// name of the file without its ending becomes the name of the preset in tables.
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
	name := baseName(text) // printed in tables, as the name of the preset
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
