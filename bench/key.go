package bench

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"npuzzle/solvers"
)

// A digest is the first half of a SHA-256 sum. Among a billion trials, the probability
// that any two have the same digest is below 1e-20.
type digest [16]byte

// The key of a trial is a digest of everything that its result depends on: the program, the
// puzzle, the solver with the settings that it takes, the limits, the number of the repeat, the
// seed of a solver that uses one, whether the trial is isolated, and whether it records a
// history. It does not depend on the experiment, on names and numbers in the experiment, or on
// how the board was drawn. So trials of different experiments have the same key if they would
// have the same result.

// solverKeys returns for each solver of a group the part of the key that all of its trials on
// the group have in common. The heuristics must be prepared. It returns an *ExperimentError if a
// solver or heuristic of another program does not state its version.
func (e Experiment) solverKeys(g Group, list []Solver, p Provenance) ([]string, error) {
	var all []string
	for _, s := range list {
		var text strings.Builder
		fmt.Fprintf(&text, "program %s\nlimits %d %d %d\nisolated %v\ngoal %v\ncosts %v\n",
			p.Program, cmp.Or(g.NodeLimit, e.Limits.Generated), e.Limits.Bytes, e.TimeLimit.Nanoseconds(), e.Isolate,
			g.Goal, g.Costs)
		if limit := cmp.Or(g.CPULimit, e.CPULimit); limit > 0 {
			fmt.Fprintf(&text, "cpu limit %d\n", limit.Nanoseconds())
		}
		switch {
		case s.Custom == nil:
		case s.Version == "":
			return nil, Fault("solver %q of another program states no version; expected Solver.Version, "+
				"so that its trials can be stored", s.Name)
		default:
			fmt.Fprintf(&text, "solver %T %s\n", s.Custom, s.Version)
		}
		if s.Custom == nil && s.Settings.Informed() {
			version, err := solvers.HeuristicVersion(s.Settings.Heuristic)
			if err != nil {
				return nil, &ExperimentError{err}
			}
			fmt.Fprintf(&text, "heuristic version %s\n", version)
		}
		for _, name := range solvers.SettingNames() {
			if name != "seed" && s.Settings.Takes(name) {
				fmt.Fprintf(&text, "%s %s\n", name, s.Settings.Get(name))
			}
		}
		if e.History && s.Settings.Evolving() {
			text.WriteString("history\n")
		}
		all = append(all, digestOf(text.String()).String())
	}
	return all, nil
}

// trialKey returns the key of a trial. The parameter solver is the part that solverKeys returned.
func trialKey(solver string, t Trial) string {
	text := fmt.Sprintf("%s\nboard %v\nrepeat %d\n", solver, t.Puzzle.Start, t.Repeat)
	if t.Solver.Settings.Takes("seed") {
		text += fmt.Sprintf("seed %s\n", t.Solver.Settings.Get("seed"))
	}
	return digestOf(text).String()
}

func (d digest) String() string { return hex.EncodeToString(d[:]) }

func digestOf(text string) digest {
	sum := sha256.Sum256([]byte(text))
	return digest(sum[:len(digest{})])
}
