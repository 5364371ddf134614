package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"npuzzle/solvers"
)

// key is a digest of all that a trial follows from: the puzzle, the solver with
// all that it takes of the settings, the limits, the seed, the repeat, whether it
// has a process of its own, and the program by its version and signature. Two of
// a billion trials share one with a probability below 1e-20.
type key [16]byte

// keys makes the keys of an experiment's trials, in their order. What stands in
// the experiment more than once is told apart by the time that it comes. A drawn
// board is named by its drawing, so that none has to be remembered: there may be
// many. The boards that are given are in memory anyway.
type keys struct {
	contender []string       // what the keys of a group's trials have in common, of each
	drawing   string         // of the group; "" of given boards
	drawings  map[string]int // times that each came
	boards    map[key]int    // likewise, of given boards
}

func newKeys() keys { return keys{drawings: map[string]int{}, boards: map[key]int{}} }

// group begins a group with the solvers that it has.
func (k *keys) group(e Experiment, g Group, contenders []Contender, p Provenance) {
	k.contender = k.contender[:0]
	seen := map[string]int{}
	for _, c := range contenders {
		var text strings.Builder
		fmt.Fprintf(&text, "version %s\nsignature %s\n", p.Version, p.Signature)
		fmt.Fprintf(&text, "limits %d %d %d\nisolated %v\n", e.Limits.Expanded, e.Limits.Bytes, e.TimeLimit.Nanoseconds(), e.Isolate)
		for _, name := range solvers.SettingNames() {
			if name != "seed" && c.Settings.Takes(name) {
				fmt.Fprintf(&text, "%s %s\n", name, c.Settings.Get(name))
			}
		}
		if e.History && c.Settings.Evolving() {
			text.WriteString("history\n")
		}
		k.contender = append(k.contender, text.String()+timeOf(seen, text.String()))
	}
	k.drawing = ""
	if g.Boards == nil {
		k.drawing = fmt.Sprintf("drawn %s %s %s %d\n", drawing(g.Scramble), g.Goal, g.Costs, g.Seed)
		k.drawing += timeOf(k.drawings, k.drawing)
	}
}

// puzzle returns what the keys of a puzzle's trials have in common.
func (k *keys) puzzle(i Instance) string {
	text := fmt.Sprintf("board %v\ngoal %v\ncosts %v\n", i.Start, i.Goal, i.Problem.Costs)
	if k.drawing != "" {
		return text + k.drawing + fmt.Sprintf("number %d\n", i.Number)
	}
	return text + timeOf(k.boards, digestOf(text))
}

// of returns the key of a task of the i-th contender on a puzzle.
func (k *keys) of(i int, puzzle string, t Task) string {
	text := fmt.Sprintf("%s%srepeat %d\n", k.contender[i], puzzle, t.Repeat)
	if t.Settings.Evolving() {
		text += fmt.Sprintf("seed %d\n", t.Settings.Seed)
	}
	digest := digestOf(text)
	return hex.EncodeToString(digest[:])
}

// drawing tells the ways of drawing apart.
func drawing(s Scramble) string {
	switch {
	case s.Walk != nil:
		return fmt.Sprintf("walk %d", *s.Walk)
	case s.Misplaced != nil:
		return fmt.Sprintf("misplaced %v", *s.Misplaced)
	}
	return "uniform"
}

// timeOf counts what comes, and tells it from its like before.
func timeOf[K comparable](seen map[K]int, what K) string {
	seen[what]++
	if n := seen[what]; n > 1 {
		return fmt.Sprintf("time %d\n", n)
	}
	return ""
}

func digestOf(text string) key {
	sum := sha256.Sum256([]byte(text))
	return key(sum[:len(key{})])
}
