package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"npuzzle/bench"
	"npuzzle/heuristics"
	"npuzzle/internal/units"
	"npuzzle/puzzle"
	"npuzzle/search"
	"npuzzle/solvers"
)

// Categories of flags in the help.
const (
	aboutBoards    = "boards"
	aboutSearch    = "search"
	aboutEvolution = "evolution, of the ga"
	aboutLimits    = "limits of each trial"
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

func goalFlag(to *string) *cli.GenericFlag {
	return flagOf("goal", "`GOAL`: blank-last, blank-first, snail or a board", puzzle.BlankLast, to,
		func(text string) (string, error) { return text, nil },
		puzzle.BlankLast, puzzle.BlankFirst, puzzle.Snail)
}

func sizeFlag(byDefault string, to *puzzle.Size) *cli.GenericFlag {
	return flagOf("size", "`ROWSxCOLS`, from 1x2 to 16x16", byDefault, to, puzzle.ParseSize)
}

func seedFlag(to *uint64) *cli.GenericFlag {
	return flagOf("seed", "`NUMBER` that all random choices follow from", "1", to, units.ParseCount)
}

func jsonFlag(usage string, to *bool) *cli.BoolFlag {
	return &cli.BoolFlag{Name: "json", Usage: usage, Destination: to}
}

func orderFlag(to *puzzle.Order) *cli.GenericFlag {
	return flagOf("order", "`ORDER` of the successors, by the blank's move", puzzle.DefaultOrder.String(), to, puzzle.ParseOrder)
}

func notationFlag(to *string) *cli.GenericFlag {
	return flagOf("notation", "write moves the way that the `WHAT` goes: blank or tile", bench.BlankNotation, to,
		units.OneOf(bench.BlankNotation, bench.TileNotation), bench.BlankNotation, bench.TileNotation)
}

func heuristicFlag(to *heuristics.Heuristic) *cli.GenericFlag {
	return flagOf("heuristic", "`NAME` of the estimate, pdb:PARTITION, or max(a,b,...) of several, for astar, idastar, wastar, greedy and ga",
		solvers.DefaultHeuristic, to, solvers.ParseHeuristic, solvers.HeuristicNames()...)
}

// searchFlags are those that settle how a solver searches, whichever it is.
// Without --workers there are so many threads as the text says.
func searchFlags(s *solvers.Settings, workersByDefault string) []cli.Flag {
	workers := flagOf("workers", "`N` threads inside one search or evolution", "", &s.Workers, units.Whole(1, 1024))
	workers.DefaultText = workersByDefault
	return in(aboutSearch,
		flagOf("weight", "`W` of wastar, f = g + W h, 1 to 1000", fmt.Sprint(solvers.DefaultWeight), &s.Weight, units.Decimal(1, 1000)),
		orderFlag(&s.Order),
		workers,
	)
}

// limits are the bounds of each trial, and how many trials run at a time.
type limits struct {
	time   time.Duration
	nodes  uint64
	memory uint64
	jobs   int
}

func limitFlags(l *limits, jobs int) []cli.Flag {
	return in(aboutLimits, append([]cli.Flag{
		flagOf("time-limit", "`TIME`, such as 10s, 1m30s or a number of seconds; 0 for no limit", "", &l.time, units.ParseDuration),
		flagOf("node-limit", "`N` states expanded, or plans evaluated by the ga; 0 for no limit", "", &l.nodes, units.ParseCount),
	}, processLimitFlags(l, jobs)...)...)
}

// processLimitFlags are the limits that all trials share. No jobs stand for as
// many as there are cores.
func processLimitFlags(l *limits, jobs int) []cli.Flag {
	byDefault := fmt.Sprint(jobs)
	if jobs == 0 {
		byDefault = ""
	}
	jobsFlag := flagOf("jobs", "`N` trials at a time, which share the memory limit", byDefault, &l.jobs, units.Whole(1, 1024))
	if jobs == 0 {
		l.jobs = runtime.NumCPU()
		jobsFlag.DefaultText = "all cores"
	}
	memory := flagOf("memory-limit", "`MEMORY` of the whole process, such as 200MB or 2GiB", "", &l.memory, units.ParseBytes)
	memory.DefaultText = "or 0: 80 % of what is free"
	return in(aboutLimits, memory, jobsFlag)
}

// runner returns the runner of trials within the limits. It sets the process's
// memory limit; the function that it returns sets it back.
func (l limits) runner() (bench.Runner, func()) {
	solver, undo := limitMemory(l.memory)
	return bench.Runner{
		Jobs:      l.jobs,
		Limits:    search.Limits{Expanded: l.nodes, Bytes: solver},
		TimeLimit: l.time,
	}, undo
}
