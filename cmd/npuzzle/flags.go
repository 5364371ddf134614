package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/ga"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/solvers"
)

// Categories of flags in the help.
const (
	aboutBoards    = "boards"
	aboutSearch    = "search"
	aboutEvolution = "evolution, of the ga"
	aboutLimits    = "limits of each trial"
	aboutRun       = "the machine"
	aboutOutput    = "output"
)

// in puts flags into a category of the help.
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

// value is the value of a flag. A parser, whose errors say what was expected, turns the
// text into the variable of the command.
type value[T any] struct {
	to      *T
	parse   func(string) (T, error)
	text    string   // as given, at first the default
	choices []string // for completion, where there are few
}

// Set implements cli.Generic.
func (v *value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err != nil {
		return err
	}
	*v.to, v.text = parsed, text
	return nil
}

// String implements cli.Generic.
func (v *value[T]) String() string { return v.text }

// Choices lists what the shell may offer as the value.
func (v *value[T]) Choices() []string { return v.choices }

// flagOf makes a flag that sets a variable. A default other than "" is parsed at once and
// must be valid.
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

// listOf returns a parser of values separated by commas. Errors call a value that appears
// twice by its name and kind.
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

// pointerTo makes a parser set a pointer, which is nil where the flag is not given.
func pointerTo[T any](parse func(string) (T, error)) func(string) (*T, error) {
	return func(text string) (*T, error) {
		v, err := parse(text)
		return &v, err
	}
}

// goalFlag names the goal. The size that a board must have is known later.
func goalFlag(to *string) *cli.GenericFlag {
	return flagOf("goal", "`GOAL`: blank-last, blank-first, snail or a board", puzzle.BlankLast, to, asGiven,
		puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail)
}

// sizeFlag sets a size. Without a default, every size is accepted.
func sizeFlag(byDefault string, to *puzzle.Size) *cli.GenericFlag {
	return flagOf("size", "`ROWSxCOLS`, from 1x2 to 16x16", byDefault, to, puzzle.ParseSize)
}

// seedFlag sets the seed. The same seed gives the same boards, plans and counts.
func seedFlag(to *uint64) *cli.GenericFlag {
	return flagOf("seed", "`NUMBER` that all random choices follow from", "1", to, units.ParseCount)
}

// jsonFlag chooses output for programs instead of people.
func jsonFlag(usage string, to *bool) *cli.BoolFlag {
	return &cli.BoolFlag{Name: "json", Usage: usage, Destination: to}
}

// orderFlag sets the order in which successors are generated.
func orderFlag(to *puzzle.Order) *cli.GenericFlag {
	return flagOf("order", "`ORDER` of the successors, by the blank's move", puzzle.DefaultOrder.String(), to,
		puzzle.ParseOrder)
}

// notationFlag chooses whether a move is named by the way of the blank or of the tile.
func notationFlag(to *string) *cli.GenericFlag {
	return flagOf("notation", "write moves the way that the `WHAT` goes: blank or tile", bench.BlankNotation, to,
		units.OneOf(bench.BlankNotation, bench.TileNotation), bench.BlankNotation, bench.TileNotation)
}

// heuristicFlag sets one heuristic. Commands that compare several take a list.
func heuristicFlag(to *heuristics.Heuristic) *cli.GenericFlag {
	return flagOf("heuristic",
		"`NAME` of the estimate, pdb:PARTITION, or max(a,b,...) of several, for astar, idastar, wastar, greedy and ga",
		solvers.DefaultHeuristic, to, solvers.ParseHeuristic, solvers.HeuristicNames()...)
}

// searchFlags set how a solver searches, whichever it is. The text describes the number
// of threads without --workers.
func searchFlags(s *solvers.Settings, workersByDefault string) []cli.Flag {
	workers := workersFlag(&s.Workers)
	workers.Usage += " inside one search or evolution"
	workers.DefaultText = workersByDefault
	return in(aboutSearch,
		flagOf("weight", "`W` of wastar, f = g + W h, 1 to 1000", fmt.Sprint(solvers.DefaultWeight),
			&s.Weight, units.Decimal(1, 1000)),
		orderFlag(&s.Order),
		workers,
	)
}

// workersFlag sets the number of threads of one piece of work.
func workersFlag(to *int) *cli.GenericFlag {
	f := flagOf("workers", "`N` threads", "", to, units.Whole(1, 1024))
	f.DefaultText = "all cores"
	return f
}

// memoryFlag sets the memory limit of the process, see limitMemory.
func memoryFlag(to *uint64) *cli.GenericFlag {
	f := flagOf("memory-limit", "`MEMORY` of the whole process, such as 200MB or 2GiB", "", to, units.ParseBytes)
	f.DefaultText = "80 % of what is free"
	return f
}

// limits bound each trial and the number of trials that run at a time.
type limits struct {
	time   time.Duration
	nodes  uint64
	memory uint64 // of the process; 0 for a share of what is free
	jobs   int
}

// limitFlags set the limits of each trial, and those that all trials share.
func limitFlags(l *limits, jobs int) []cli.Flag {
	return in(aboutLimits, append([]cli.Flag{
		flagOf("time-limit", "`TIME`, such as 10s, 1m30s or a number of seconds; 0 for no limit", "",
			&l.time, units.ParseDuration),
		flagOf("node-limit", "`N` states expanded, or plans evaluated by the ga; 0 for no limit", "",
			&l.nodes, units.ParseCount),
	}, processLimitFlags(l, jobs)...)...)
}

// processLimitFlags set the limits that all trials share. By default the number of jobs is
// the given one, or the number of cores for 0.
func processLimitFlags(l *limits, jobs int) []cli.Flag {
	byDefault := fmt.Sprint(jobs)
	if jobs == 0 {
		byDefault = ""
	}
	jobsFlag := flagOf("jobs", "`N` trials at a time, which share the memory limit", byDefault,
		&l.jobs, units.Whole(1, 1024))
	if jobs == 0 {
		l.jobs = runtime.NumCPU()
		jobsFlag.DefaultText = "all cores"
	}
	memory := memoryFlag(&l.memory)
	memory.DefaultText = "or 0: " + memory.DefaultText
	return in(aboutLimits, memory, jobsFlag)
}

// gaValues are the settings of the genetic solver that flags give, by name.
type gaValues map[string][]string

// flags returns one flag for each setting in the table of the genetic solver. With lists,
// a flag takes several values separated by commas. The help shows the defaults.
func (g gaValues) flags(lists bool, byDefault func(setting string) string) []cli.Flag {
	var flags []cli.Flag
	for _, row := range ga.Table() {
		usage, such := row.Usage, ""
		if lists {
			usage, such = usage+"; or a list, separated by commas", ", or a list of such"
		}
		one := func(text string) (string, error) {
			s := ga.Default()
			err := s.Set(row.Name, text)
			if value, ok := errors.AsType[*ga.ValueError](err); ok {
				err = fmt.Errorf("expected %s%s", value.Expected, such)
			}
			return s.Get(row.Name), err
		}
		parse := func(text string) ([]string, error) { v, err := one(text); return []string{v}, err }
		if lists {
			parse = listOf("value", one, func(text string) string { return text })
		}
		f := flagOf(row.Name, usage, "", new([]string), func(text string) (values []string, err error) {
			g[row.Name], err = parse(text)
			return g[row.Name], err
		}, row.Values...)
		f.DefaultText = byDefault(row.Name)
		flags = append(flags, f)
	}
	return in(aboutEvolution, flags...)
}

// apply changes settings of the genetic solver to the values given.
func (g gaValues) apply(s *ga.Settings) {
	for name, values := range g {
		if err := s.Set(name, values[0]); err != nil {
			panic(err) // the flag has been parsed
		}
	}
}

// patienceBeside is the patience of genetic solvers that are compared. Limits bound a
// trial that makes no progress; without patience every such trial would use them up.
const patienceBeside = ga.DefaultPatience

// preset is a preset of the genetic solver with the name that results show.
type preset struct {
	name     string
	settings ga.Settings
}

// parsePreset returns a built-in preset or reads one from a file.
func parsePreset(text string) (preset, error) {
	if s, err := ga.Preset(text); err == nil {
		return preset{strings.ToLower(text), s}, nil
	}
	content, err := os.ReadFile(text)
	if err != nil {
		return preset{}, fmt.Errorf("expected one of %s, or a file: %w", strings.Join(ga.PresetNames(), ", "), err)
	}
	s, err := ga.ReadPreset(text, content)
	return preset{baseName(text), s}, err
}
