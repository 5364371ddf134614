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

// keys makes the keys of an experiment's trials, in their order.
type keys struct {
	settings []string    // of each contender
	seen     map[key]int // a puzzle may stand in an experiment more than once
}

// contenders writes what the keys of a group's trials have in common.
func (k *keys) contenders(e Experiment, contenders []Contender, p Provenance) {
	k.settings = k.settings[:0]
	for _, c := range contenders {
		var text strings.Builder
		fmt.Fprintf(&text, "version %s\nsignature %s\n", p.Version, p.Signature)
		fmt.Fprintf(&text, "limits %d %d %d\nisolated %v\n", e.Limits.Expanded, e.Limits.Bytes, e.TimeLimit.Nanoseconds(), e.Isolate)
		for _, name := range solvers.SettingNames() {
			if name != "seed" && c.Settings.Takes(name) {
				fmt.Fprintf(&text, "%s %s\n", name, c.Settings.Get(name))
			}
		}
		k.settings = append(k.settings, text.String())
	}
}

// of returns the key of a task of the i-th contender.
func (k *keys) of(i int, t Task) string {
	text := fmt.Appendf(nil, "%sboard %v\ngoal %v\ncosts %v\nrepeat %d\n", k.settings[i], t.Start, t.Goal, t.Problem.Costs, t.Repeat)
	if t.Settings.Evolving() {
		text = fmt.Appendf(text, "seed %d\n", t.Settings.Seed)
	}
	digest := digestOf(text)
	k.seen[digest]++
	if n := k.seen[digest]; n > 1 {
		digest = digestOf(fmt.Appendf(text, "time %d\n", n))
	}
	return hex.EncodeToString(digest[:])
}

func digestOf(text []byte) key {
	sum := sha256.Sum256(text)
	return key(sum[:len(key{})])
}
