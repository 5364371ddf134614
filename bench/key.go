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

// keys makes the keys of an experiment's trials. The key of a trial is a digest of
// everything its result depends on: the puzzle, the solver with the settings that
// the solver takes, the limits, the seed, the repeat, whether the trial is
// isolated, and the program's version and node-count signature. If an experiment
// has equal trials, an occurrence number makes their keys different.
//
// The key of a trial on a drawn board contains the way of drawing and the number of
// the puzzle, so it needs no occurrence number of the board. Only given boards are
// counted, so memory does not grow with the number of drawn boards.
type keys struct {
	solvers []string       // for each solver, the part of the key that depends on it
	drawing string         // how the boards of the group are drawn; "" for given boards
	drawn   map[string]int // number of groups with each value of drawing so far
	boards  map[digest]int // number of occurrences of each given board so far
}

func newKeys() keys { return keys{drawn: map[string]int{}, boards: map[digest]int{}} }

// group starts the keys of a group. The list has the solvers that run on the group.
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
			// The key omits the default engine, as the keys of versions without this setting do.
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

// puzzle returns the part of the key that is equal for all trials on a puzzle.
func (k *keys) puzzle(p Puzzle) string {
	text := fmt.Sprintf("board %v\ngoal %v\ncosts %v\n", p.Start, p.Goal, p.Costs)
	if k.drawing != "" {
		return text + k.drawing + fmt.Sprintf("number %d\n", p.Number)
	}
	return text + occurrence(k.boards, digestOf(text))
}

// of returns the key of a trial. Its solver is number i in the list passed to group, and
// puzzle is the part of the key that the method puzzle returned.
func (k *keys) of(i int, puzzle string, t Trial) string {
	text := fmt.Sprintf("%s%srepeat %d\n", k.solvers[i], puzzle, t.Repeat)
	if t.Solver.Settings.Evolving() {
		text += fmt.Sprintf("seed %d\n", t.Solver.Settings.Seed)
	}
	sum := digestOf(text)
	return hex.EncodeToString(sum[:])
}

// occurrence counts a value in seen. From the second occurrence on, it returns a line of
// text with the number of the occurrence.
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
