package bench

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"npuzzle/solvers"
)

// A digest is the first half of a SHA-256 sum. Two of a billion trials share one
// with a probability below 1e-20.
type digest [16]byte

// keys makes the keys of an experiment's trials. The key of a trial is a digest of
// everything its result depends on: the puzzle, the solver with the settings that
// the solver takes, the limits, the seed, the repeat, whether the trial is
// isolated, and the program's version and node-count signature. Trials that stand
// in the experiment more than once are told apart by their order.
//
// Drawn boards are named by how they were drawn, and given boards by themselves.
// Only given boards must be remembered, and those are in memory anyway.
type keys struct {
	solvers []string       // the part of the key that follows from each solver
	drawing string         // how the group's boards were drawn; "" of given boards
	drawn   map[string]int // how often each drawing occurred
	boards  map[digest]int // how often each given board occurred
}

func newKeys() keys { return keys{drawn: map[string]int{}, boards: map[digest]int{}} }

// group begins a group, whose trials run the solvers as they are listed.
func (k *keys) group(e Experiment, g Group, list []Solver, p Provenance) {
	k.solvers = k.solvers[:0]
	seen := map[string]int{}
	for _, c := range list {
		var text strings.Builder
		fmt.Fprintf(&text, "version %s\nsignature %s\n", p.Version, p.Signature)
		fmt.Fprintf(&text, "limits %d %d %d\n", cmp.Or(g.NodeLimit, e.Limits.Expanded), e.Limits.Bytes,
			e.TimeLimit.Nanoseconds())
		fmt.Fprintf(&text, "isolated %v\n", e.Isolate)
		for _, name := range solvers.SettingNames() {
			// Without the default engine, trials of versions that had no other are found.
			kept := name != "seed" && (name != "engine" || c.Settings.Engine != solvers.Fast)
			if kept && c.Settings.Takes(name) {
				fmt.Fprintf(&text, "%s %s\n", name, c.Settings.Get(name))
			}
		}
		if e.History && c.Settings.Evolving() {
			text.WriteString("history\n")
		}
		k.solvers = append(k.solvers, text.String()+occurrence(seen, text.String()))
	}
	k.drawing = ""
	if g.Boards == nil {
		k.drawing = fmt.Sprintf("drawn %s %s %s %d\n", g.Scramble, g.Goal, g.Costs, g.Seed)
		k.drawing += occurrence(k.drawn, k.drawing)
	}
}

// puzzle returns the part of the key that the trials on a puzzle share.
func (k *keys) puzzle(p Puzzle) string {
	text := fmt.Sprintf("board %v\ngoal %v\ncosts %v\n", p.Start, p.Goal, p.Costs)
	if k.drawing != "" {
		return text + k.drawing + fmt.Sprintf("number %d\n", p.Number)
	}
	return text + occurrence(k.boards, digestOf(text))
}

// of returns the key of a trial of solver i on a puzzle.
func (k *keys) of(i int, puzzle string, t Trial) string {
	text := fmt.Sprintf("%s%srepeat %d\n", k.solvers[i], puzzle, t.Repeat)
	if t.Solver.Settings.Evolving() {
		text += fmt.Sprintf("seed %d\n", t.Solver.Settings.Seed)
	}
	sum := digestOf(text)
	return hex.EncodeToString(sum[:])
}

// occurrence counts a value and tells it from earlier equal ones.
func occurrence[K comparable](seen map[K]int, value K) string {
	seen[value]++
	if n := seen[value]; n > 1 {
		return fmt.Sprintf("time %d\n", n)
	}
	return ""
}

func digestOf(text string) digest {
	sum := sha256.Sum256([]byte(text))
	return digest(sum[:len(digest{})])
}
